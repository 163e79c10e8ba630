/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures: texts shared by rows of the table, the reasons for leaving figures out, and filling a page. */
#include "plots/figure/figure.h"

#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <string.h>

/* The number of scenarios whose names fit along an axis. */
enum { SCENARIOS = 6 };

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
static const char numbers[] = "value count share mean documented_low documented_high";

#define FL_FIGURE_ROW(filler, ...) {__VA_ARGS__, .fill = (filler)},
static const fl_figure figures[] = {FL_FIGURES(FL_FIGURE_ROW)};
#undef FL_FIGURE_ROW

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
         "none of its claims was judged on these configurations"},
        {PAIRED, run->conditions < 2, "there is one configuration"},
        {PAIRED, run->lacks_first, "the first configuration, from which the others differ, was not chosen"},
        {PAIRED, strcmp(run->streams, "shared") != 0,
         "its configurations have random numbers of their own: streams are independent"},
        {APART, run->has_scenarios, "its configurations are scenarios, not values of a setting"},
        {FEW, run->conditions > FL_SWEEP_AXES_SERIES,
         "there are more configurations than colours; --where chooses some"},
        {POOLED, run->has_scenarios, "its configurations are scenarios of their own, which are not added up"},
        {ALONG, run->has_scenarios && run->conditions > SCENARIOS,
         "its configurations are scenarios of their own, too many for one axis"},
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
        reason = fl_figure_runs_common(&job, &first) == 0 ? "the runs have no configuration in common" : NULL;
    }
    if (!reason && (self->flags & FL_FIGURE_APART) && runs_n == 1) {
        reason = runs->conditions < 2 ? "there is one configuration"
                 : strcmp(runs->streams, "shared") == 0
                     ? "its configurations share their random numbers: 'paired' compares them"
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

/* Adds the title "<title>: <name of the run>" and the note "<floors> floors a configuration; preset full;
 * <note>". */
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
    page.panels_max = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    page.from = job->page * page.panels_max;
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
        fl_text_add(
            &table->foot,
            "; configurations are paired: sample i of all of them comes from the same random numbers");
    }
    fl_text *const words[] = {&table->title, &table->note, &table->reading, &table->foot};
    for (unsigned i = 0; i < 4 && (job->is_plain || (i == 0 && job->title)); i++) {
        fl_text_clear(words[i]);
    }
    fl_text_add(&table->title, job->title ? job->title : "");
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
