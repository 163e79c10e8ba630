/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of figures. One more figure of a sort that is there: a row here, and its golden table. Of a new
 * sort: also what fills it, and a template in plots/ and data/meson.build. */
#include "plots/figure/figure.h"

#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <string.h>

/* Populations that fit along an axis with their names. */
enum { POPULATIONS = 6 };

enum {
    ALONG = FL_FIGURE_ALONG,
    POOLED = FL_FIGURE_POOLED,
    CLAIMS = FL_FIGURE_CLAIMS,
    PAIRED = FL_FIGURE_PAIRED,
    FEW = FL_FIGURE_FEW,
    MATCHED = FL_FIGURE_MATCHED,
    APART = FL_FIGURE_APART
};

static const char agrees[] = "A grey bar that lies within it agrees with the documented chance.";
static const char share[] = "A grey bar is the documented share.";

static const char shares[] = "trials hits share low high documented";
static const char quantiles[] = "n mean q05 q25 q50 q75 q95";
static const char differences[] = "difference standard_error low high unpaired_low unpaired_high";
static const char cells[] = "y width height count share";
static const char spread[] = "value count share mean documented_low documented_high";

static const fl_figure figures[] = {
    {"histogram", "how the values of every metric are distributed", "metrics", "plots/histogram.gp", 1, 1,
     960, 660, FEW, fl_figure_values_histogram,
     "the height over a value is the share of samples that have it; thin lines are 95 % intervals.", NULL,
     .title = "Distributions", .columns = "width trials hits share low high", .x = "value", .each = 186},
    {"verdicts", "how many claims of each document hold", "verdicts on claims", "plots/verdicts.gp", 1, 1,
     900, 420, CLAIMS, fl_figure_claims_verdicts,
     "each bar counts the claims of one document; the more of the first colour, the more of them hold.", NULL,
     .title = "Verdicts on documented claims", .columns = "count below", .x = "claims"},
    {"claims", "documented against observed, claim by claim, in tolerances of the claim",
     "verdicts on claims", "plots/claims.gp", 1, 1, 960, 620, CLAIMS, fl_figure_claims_all,
     "zero is what the document says; an interval within the shaded part confirms the claim, one outside it "
     "refutes it.",
     NULL, .title = "Claims",
     .columns = "sentence source documented observed low high difference difference_low difference_high "
                "agrees_from agrees_to trials",
     .x = "observed minus documented, in tolerances of the claim"},
    {"odds", "documented against observed odds, with intervals", "verdicts on odds of events it has",
     "plots/odds.gp", 1, 1, 960, 520, CLAIMS, fl_figure_claims_odds,
     "where the interval covers the bar of the documented chance, the document may be right; a cross lies "
     "too far away.",
     NULL, .title = "Documented and observed odds",
     .columns = "trials hits documented fraction observed low high difference difference_low difference_high "
                "source sentence verdict claim"},
    {"convergence", "odds settling on what the documents say, with confidence sequences",
     "verdicts on odds of events it has", "plots/convergence.gp", 1, 1, 960, 620, CLAIMS,
     fl_figure_claims_convergence,
     "the band narrows with the trials; as long as it holds the dashed line, nothing speaks against the "
     "document.",
     NULL, .title = "Odds settling", .columns = "trials share low high documented fraction source",
     .x = "trials", .y = "share of trials", .each = 258},
    {"metrics", "every metric along the swept setting: mean, middle half, middle 90 %", "metrics",
     "plots/metrics.gp", 1, 1, 960, 660, ALONG, fl_figure_metrics_swept,
     "a sign is the mean; half of the samples lie in the thick bar, nine in ten within the thin one.", NULL,
     .title = "Metrics", .columns = quantiles, .y = "value: mean and spread", .each = 186},
    {"paired", "how conditions differ from the first, sample by sample from the same random numbers",
     "paired differences", "plots/paired.gp", 1, 1, 960, 660, ALONG | PAIRED, fl_figure_paired,
     "zero is the first condition; where a bar does not touch it, the condition differs.", NULL,
     .title = "Paired differences", .columns = differences, .y = "difference", .each = 186},
    {"difference", "how two runs differ condition by condition, or the values of a setting in one run",
     "metrics of two conditions", "plots/paired.gp", 1, 2, 960, 660, ALONG | MATCHED | APART,
     fl_figure_paired_difference,
     "zero is no difference; where a bar does not touch it, the two differ, but one bar in twenty misses it "
     "by "
     "chance.",
     NULL, .title = "Differences", .columns = differences, .y = "difference", .each = 186},
    {"rolls", "how often a special room's roll is won, and how often a floor has the room",
     "gates that were rolled", "plots/lines.gp", 1, 1, 960, 660, ALONG, fl_figure_events_rolls,
     "a sign is the share with its interval.", agrees, .title = "Rolls and rooms", .columns = shares,
     .each = 186},
    {"events", "how often the events happen that the experiment wrote itself", "events of its own",
     "plots/lines.gp", 1, 1, 960, 660, ALONG, fl_figure_events_own, "a sign is the share with its interval.",
     agrees, .title = "Events", .columns = shares, .each = 186},
    {"loops", "floors with loops and with double doors", "the metrics loops and double_doors",
     "plots/lines.gp", 1, 1, 960, 340, ALONG, fl_figure_events_loops,
     "a sign is the share of floors with its interval; two that overlap may be the same.", NULL,
     .title = "Loops and double doors", .columns = shares, .y = "share of floors"},
    {"map", "where on the board rooms of each kind lie", "maps of floors", "plots/map.gp", 1, 1, 800, 760,
     POOLED, fl_figure_planes_map,
     "the board from above; the stronger the colour of a cell, the more floors have such a room there, as "
     "the bar below "
     "says.",
     NULL, .title = "Where rooms lie", .columns = "y count share peak"},
    {"tiles", "where in a chunk room tiles of each sort stand, a page for each condition",
     "maps of chunk rooms", "plots/map.gp", 1, 1, 800, 760, 0, fl_figure_planes_tiles,
     "the room from above; the stronger the colour of a place, the more rooms have such a tile there, as the "
     "bar below "
     "says.",
     NULL, .title = "Where tiles stand", .columns = "y count share peak", .each = 200},
    {"range", "expressive range: two metrics of each sample, with their own distributions", "joints",
     "plots/range.gp", 1, 1, 640, 620, POOLED, fl_figure_planes_range,
     "the stronger the colour of a cell, the more samples have both values; bars along the edges add up rows "
     "and columns.",
     NULL, .title = "Expressive range", .columns = cells},
    {"ranges", "expressive range of each condition, side by side", "joints of two conditions or more",
     "plots/ranges.gp", 1, 1, 960, 640, 0, fl_figure_planes_ranges,
     "the stronger the colour of a cell, the more samples of the condition have both values; where panels "
     "differ, the "
     "conditions do.",
     NULL, .title = "Expressive range by condition", .columns = cells},
    {"corner", "expressive range of three to six metrics, every pair",
     "joints of every pair of three metrics", "plots/corner.gp", 1, 1, 900, 860, POOLED,
     fl_figure_planes_corner,
     "each panel shows two metrics: the stronger the colour, the more samples have both values; those on the "
     "diagonal show one metric alone.",
     NULL, .title = "Expressive range", .columns = cells},
    {"rooms", "numbers of rooms against the documented formula", "the metric plan_rooms", "plots/spread.gp",
     1, 1, 900, 460, ALONG, fl_figure_values_spread,
     "the stronger the colour of a field, the more floors have that number.",
     "A frame is what the document allows, so fields outside contradict it.", .title = "Numbers of rooms",
     .columns = spread, .names = {"plan_rooms"}},
    {"dead_ends", "dead ends against the documented minimum", "the metric dead_ends", "plots/spread.gp", 1, 1,
     900, 460, ALONG, fl_figure_values_spread,
     "the stronger the colour of a field, the more floors have that number.",
     "A frame is the documented minimum, so fields below contradict it.", .title = "Dead ends",
     .columns = spread, .names = {"dead_ends"}},
    {"secret", "neighbours of the secret room along the swept setting", "the metric secret_neighbours",
     "plots/stack.gp", 1, 1, 900, 420, ALONG, fl_figure_values_secret,
     "each layer is the share of floors whose secret room has that many neighbours; the layers add up to all "
     "floors that have one.",
     NULL, .title = "Rooms beside the secret room", .columns = "count share below", .y = "share of floors"},
    {"shapes", "rooms of each shape on a floor", "metrics of shapes", "plots/dots.gp", 1, 1, 760, 520, POOLED,
     fl_figure_values_shapes,
     "the farther right, the more rooms of that shape; equal steps of the axis multiply the number; bars "
     "that do "
     "not overlap differ.",
     NULL, .title = "Shapes of rooms", .columns = "mean low high",
     .x = "rooms of the shape a floor (logarithmic)"},
    {"bosses", "how often each boss occurs", "the metric boss_identity", "plots/matrix.gp", 1, 1, 900, 640,
     ALONG, fl_figure_values_bosses,
     "each number is the percentage of floors with that boss, in the order in which bosses are met; a column "
     "adds up to all floors, but for rare bosses.",
     NULL, .title = "Bosses", .columns = "y count share number", .y = "boss"},
    {"clustering", "the distribution of the rooms' clustering numbers", "the metric clustering_room",
     "plots/decay.gp", 1, FL_FIGURE_RUNS, 960, 420, POOLED | MATCHED, fl_figure_values_decay,
     "the height over x is the share of rooms with x or more; each step of the axis is a tenth of the one "
     "above.",
     NULL, .title = "Clustering numbers", .columns = "count share", .x = "clustering number of a room",
     .y = "share of rooms with this clustering number or more", .names = {"clustering_room"}},
    {"attempts", "how many layouts had to be tried", "the metric attempts", "plots/decay.gp", 1,
     FL_FIGURE_RUNS, 960, 420, POOLED | MATCHED, fl_figure_values_decay,
     "the height over x is the share of floors that needed x layouts or more; each step of the axis is a "
     "tenth of the one above.",
     NULL, .title = "Attempts", .columns = "count share", .x = "layouts tried",
     .y = "share of floors that needed at least that many", .names = {"attempts"}},
    {"endings", "where runs through a plan end", "journeys and their ends", "plots/shares.gp", 1, 1, 860, 420,
     0, fl_figure_events_by_floor, "a sign is the share of runs that end there, with its interval.", share,
     .title = "Where runs end", .columns = shares, .x = "share of runs", .names = {"ended.", "unfinished"}},
    {"losses", "on which floors players die", "journeys whose players can die", "plots/shares.gp", 1, 1, 860,
     420, 0, fl_figure_events_by_floor,
     "a sign is the share of runs that are lost on that floor, with its interval.", share,
     .title = "Where runs are lost", .columns = shares, .x = "share of runs", .names = {"died.", "died"}},
    {"met", "how many runs have met a kind of room by the end of each chapter",
     "journeys and the rooms they meet", "plots/lines.gp", 1, 1, 960, 660, 0, fl_figure_events_met,
     "a line rises as runs meet their first room of the kind.", share,
     .title = "Rooms met by the end of a chapter", .columns = shares, .x = "chapter", .y = "share of runs",
     .each = 186},
    {"carried", "what the player carries after each chapter: mean, middle half, middle 90 %",
     "journeys and their players", "plots/metrics.gp", 1, 1, 960, 660, 0, fl_figure_metrics_carried,
     "a sign is the mean after the chapter; half of the runs lie in the thick bar, nine in ten within the "
     "thin one.",
     NULL, .title = "What the player carries", .columns = quantiles, .x = "after chapter", .each = 230},
    {"overlay", "the metrics of several runs laid over each other, condition by condition",
     "metrics that all of them have", "plots/overlay.gp", 2, FL_FIGURE_RUNS, 960, 660, POOLED | MATCHED,
     fl_figure_runs_overlay,
     "the height over a value is the share of samples that have it; where lines part, the runs differ.", NULL,
     .each = 186},
    {"speed", "samples a second by threads, one point a run", "several runs", "plots/speed.gp", 2,
     FL_FIGURE_RUNS, 600, 460, FL_FIGURE_ASKED, fl_figure_runs_speed,
     "on the dashed line twice the threads make twice the floors.", NULL, .title = "Speed of the runs",
     .columns = "floors seconds floors_per_second", .x = "threads", .y = "floors a second"},
};

static const char *reason_of(const fl_figure *self, const fl_result_view *run)
{
    bool has_claims = fl_figure_claims_are_there(run);
    const struct {
        unsigned flags;
        bool is_so;
        const char *words;
    } reasons[] = {
        {CLAIMS, !has_claims, "the file has no verdicts on claims"},
        {CLAIMS, has_claims && !fl_figure_claims_are_judged(run),
         "none of its claims was judged on these conditions"},
        {PAIRED, run->conditions < 2, "there is one condition"},
        {PAIRED, run->lacks_first, "the first condition, from which the others differ, was not chosen"},
        {PAIRED, strcmp(run->streams, "shared") != 0,
         "its conditions have random numbers of their own: streams are independent"},
        {APART, run->has_populations, "its conditions are populations, not values of a setting"},
        {FEW, run->conditions > FL_SWEEP_AXES_SERIES,
         "there are more conditions than colours; --where chooses some"},
        {POOLED, run->has_populations, "its conditions are populations of their own, which are not added up"},
        {ALONG, run->has_populations && run->conditions > POPULATIONS,
         "its conditions are populations of their own, too many for one axis"},
    };
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if ((self->flags & reasons[i].flags) && reasons[i].is_so) {
            return reasons[i].words;
        }
    }
    return NULL;
}

const char *fl_figure_left_out(const fl_figure *self, const fl_result_view *runs, unsigned runs_n)
{
    const char *reason = NULL;
    for (unsigned i = 0; i < runs_n && !reason; i++) {
        reason = reason_of(self, &runs[i]);
    }
    if (!reason && (self->flags & FL_FIGURE_MATCHED) && runs_n > 1) {
        uint64_t first = 0;
        fl_figure_job job = {.runs = runs, .runs_n = runs_n};
        reason = fl_figure_runs_common(&job, &first) == 0 ? "the runs have no condition in common" : NULL;
    }
    if (!reason && (self->flags & FL_FIGURE_APART) && runs_n == 1) {
        reason = runs->conditions < 2 ? "there is one condition"
                 : strcmp(runs->streams, "shared") == 0
                     ? "its conditions share their random numbers: 'paired' compares them"
                     : NULL;
    }
    return reason;
}

void fl_figure_add_left_out(const fl_result_view *runs, unsigned runs_n, fl_text *out)
{
    enum { N = sizeof figures / sizeof figures[0] };
    const char *reason[N];
    for (unsigned i = 0; i < N; i++) {
        bool is_of = runs_n >= figures[i].runs_min && runs_n <= figures[i].runs_max;
        reason[i] = is_of ? fl_figure_left_out(&figures[i], runs, runs_n) : NULL;
    }
    for (unsigned i = 0, reasons = 0; i < N; i++) {
        const char *one = reason[i];
        for (unsigned k = i; k < N && one; k++) {
            if (reason[k] == one) {
                fl_text_add_format(out, "%s%s", k > i ? ", " : reasons++ > 0 ? "; " : "", figures[k].name);
                reason[k] = NULL;
            }
        }
        if (one) {
            fl_text_add_format(out, " (%s)", one);
        }
    }
}

/* The title "<title>: <name of the run>" and the note "<floors> floors a condition; preset full; <note>". */
static void add_titles(fl_figure_page *page)
{
    fl_data_table *table = page->table;
    const char *more = fl_text_get(&page->note);
    fl_figure_titles_add_title(table, page->figure->title, page->run);
    fl_figure_titles_add_samples(page->run, fl_figure_titles_samples(page->run), &table->note);
    if (page->figure->flags & (FL_FIGURE_ALONG | FL_FIGURE_POOLED)) {
        fl_text_clear(&page->words);
        fl_figure_axes_held(&page->sweep, &page->words);
        if (page->words.size > 0) {
            fl_text_add(&table->note, "; ");
            fl_figure_label_add(&table->note, fl_text_get(&page->words), FL_FIGURE_LABEL_SIGNS);
        }
        if (table->x_label.size == 0) {
            fl_figure_label_add_words(&table->x_label, fl_figure_axes_x_name(&page->sweep));
        }
    } else {
        fl_figure_titles_add_held(page->run, &table->note);
    }
    fl_text_add_format(&table->note, "%s%s", more[0] ? "; " : "", more);
}

void fl_figure_fill(const fl_figure *self, const fl_figure_job *job, fl_data_table *table)
{
    fl_figure_page page = {.figure = self, .job = job, .run = job->runs, .table = table, .each = self->each};
    page.most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    page.from = job->page * page.most;
    page.place = (fl_data_table_place){.panel = 1, .series = 1};
    fl_figure_axes_init(&page.sweep, page.run);
    fl_figure_claims_open(page.run, &page.claims);
    if (self->columns) {
        fl_figure_table_columns(table, self->columns);
    }
    fl_text_add(&table->x_label, self->x ? self->x : "");
    fl_text_add(&table->y_label, self->y ? self->y : "");
    self->fill(&page);
    if (table->title.size == 0 && table->rows_n > 0) {
        add_titles(&page);
    }
    if (self->flags & ALONG) {
        fl_figure_axes_name_places(&page.sweep, page.base, table);
    }
    if (page.each > 0) {
        fl_figure_table_fit(table, fl_figure_page_panels(&page), page.each);
    }
    fl_text_drop(&page.panel, &table->rows);
    fl_text_drop(&page.series, &table->rows);
    fl_text_drop(&page.note, &table->rows);
    fl_text_drop(&page.words, &table->rows);
    table->width = job->width;
    if (table->reading.size == 0) {
        bool has_documented = table->has_documented && self->documented;
        fl_text_add_format(&table->reading, "How to read: %s%s%s", self->reading, has_documented ? " " : "",
                           has_documented ? self->documented : "");
    }
    for (unsigned i = 0; i < job->runs_n; i++) {
        fl_text_add(&table->foot, i > 0 ? ", " : "streams: ");
        if (job->runs_n > 1) {
            fl_text_add_format(&table->foot, "%c ", (char)('A' + i));
        }
        fl_figure_label_add(&table->foot, job->runs[i].streams, FL_FIGURE_LABEL_SIGNS);
    }
    if (job->runs_n == 1 && job->runs->conditions > 1 && strcmp(job->runs->streams, "shared") == 0) {
        fl_text_add(&table->foot,
                    "; conditions are paired: sample i of all of them comes from the same random numbers");
    }
}

const fl_figure *fl_figure_all(size_t *n)
{
    *n = sizeof figures / sizeof figures[0];
    return figures;
}

const fl_figure *fl_figure_find(const char *name)
{
    size_t at = fl_suggest_find(name, figures, sizeof figures / sizeof figures[0], sizeof figures[0]);
    return at < sizeof figures / sizeof figures[0] ? &figures[at] : NULL;
}
