/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of journeys, from the names of their events and metrics: ended.NAME, died.NAME,
 * met.KIND.by_chapter_N, VARIABLE_after_chapter_N. */
#include "gen/base/parse_number.h"
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    CONDITIONS = 6, /* on a page: signs and dashes that can be told apart */
    NAME = 64,
    CHAPTERS = 60, /* style.gp has no more places on an axis */
};

static const char by_chapter[] = ".by_chapter_";
static const char after_chapter[] = "_after_chapter_";

static bool is_of_journeys(const fl_result_view *run)
{
    return strcmp(run->sample, "journey") == 0;
}

/* The conditions of a page; 0 after the last. */
static unsigned conditions_of(const fl_result_view *run, unsigned page)
{
    uint64_t from = (uint64_t)page * CONDITIONS;
    uint64_t left = from < run->conditions ? run->conditions - from : 0;
    return left < CONDITIONS ? (unsigned)left : CONDITIONS;
}

/* Splits "sacrifice.by_chapter_3" at a word into its beginning and the number; false for other names. */
static bool split_name(const char *name, const char *word, char begin[NAME], uint64_t *number)
{
    const char *at = strstr(name, word);
    size_t n = at ? (size_t)(at - name) : 0;
    if (n == 0 || n >= NAME || fl_parse_number_unsigned(at + strlen(word), number) || *number == 0 ||
        *number > CHAPTERS) {
        return false;
    }
    snprintf(begin, NAME, "%.*s", (int)n, name);
    return true;
}

/* Adds the place of a condition as a series. */
static void set_series(const fl_result_view *run, uint64_t condition, unsigned series, fl_text *words,
                       fl_data_table_place *place)
{
    fl_text_clear(words);
    fl_figure_titles_condition(run, condition, words);
    place->series = series + 1;
    place->series_name = fl_text_get(words);
}

static void add_titles(fl_data_table *table, const char *what, const fl_result_view *run, const char *more)
{
    fl_figure_titles_add_title(table, what, run);
    fl_figure_titles_add_samples(run, "runs", &table->note);
    fl_text_add_format(&table->note, "; %s", more);
}

/* A figure of events by floor: those whose names begin with `prefix`, and one more, which all players have
 * that have the others. */
typedef struct events_by_floor {
    const char *prefix, *other, *title;
} events_by_floor;

/* Whether an event has trials in a condition: players who cannot die do not. */
static bool is_asked(const fl_result_view *run, const char *name, uint64_t condition)
{
    fl_result_view_event event;
    return fl_figure_view_event_of(run, name, &event) && event.trials[condition * event.stride] > 0;
}

static void fill_by_floor(const fl_figure_job *job, const events_by_floor *what, fl_data_table *table)
{
    size_t prefix = strlen(what->prefix);
    const fl_result_view *run = job->runs;
    const char *name = NULL;
    fl_claim_view claims;
    fl_result_view_event event;
    fl_text words;
    fl_text row;
    unsigned line = 0;
    unsigned n = is_of_journeys(run) ? conditions_of(run, job->page) : 0;
    uint64_t first = (uint64_t)job->page * CONDITIONS;
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_text_init(&words);
    fl_text_init(&row);
    fl_figure_claims_open(run, &claims);
    for (uint64_t i = 0; n > 0 && (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        bool is_floor = strncmp(name, what->prefix, prefix) == 0;
        if ((!is_floor && strcmp(name, what->other) != 0) || !fl_figure_view_event_of(run, name, &event)) {
            continue;
        }
        line++;
        fl_text_clear(&row);
        fl_figure_label_add_words(&row, is_floor ? name + prefix : name);
        unsigned series = 0;
        for (uint64_t c = first; c < first + n; c++) {
            fl_data_table_place place = {.panel = 1, .x = line, .x_name = fl_text_get(&row)};
            if (!is_asked(run, what->other, c)) {
                continue;
            }
            set_series(run, c, series++, &words, &place);
            if (event.trials[c * event.stride] == 0) {
                continue;
            }
            fl_figure_table_row(table, &place);
            fl_figure_odds_add_share(table, event.hits[c * event.stride], event.trials[c * event.stride]);
            fl_figure_odds_add_documented(table, fl_figure_claims_chance(&claims, c, name));
        }
    }
    if (table->rows_n > 0) {
        add_titles(table, what->title, run, "95 % intervals; ");
        fl_text_add(&table->note, fl_figure_odds_documented(table, claims.n > 0));
        fl_text_add(&table->x_label, "share of runs");
    }
    table->height = 120 + (14 + 17 * n) * line;
    fl_figure_table_drop(table, &words);
    fl_figure_table_drop(table, &row);
}

void fl_figure_journeys_endings(const fl_figure_job *job, fl_data_table *table)
{
    static const events_by_floor endings = {"ended.", "unfinished", "Where runs end"};
    fill_by_floor(job, &endings, table);
}

void fl_figure_journeys_losses(const fl_figure_job *job, fl_data_table *table)
{
    static const events_by_floor losses = {"died.", "died", "Where runs are lost"};
    fill_by_floor(job, &losses, table);
}

/* Whether the share of an event lies between 0 and 1 in some condition. */
static bool is_open(const fl_result_view *run, const fl_result_view_event *event)
{
    uint64_t hits = 0;
    uint64_t trials = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        hits += event->hits[c * event->stride];
        trials += event->trials[c * event->stride];
    }
    return hits > 0 && hits < trials;
}

/* Whether meeting a kind of room by the end of the first chapter, or of a later one, is left to chance. */
static bool is_left_to_chance(const fl_result_view *run, const char *kind)
{
    char name[2 * NAME];
    fl_result_view_event event;
    bool is = false;
    for (unsigned chapter = 1; chapter <= CHAPTERS && !is; chapter++) {
        snprintf(name, sizeof name, "%s%s%u", kind, by_chapter, chapter);
        if (!fl_figure_view_event_of(run, name, &event)) {
            break;
        }
        is = is_open(run, &event);
    }
    return is;
}

static void add_met(fl_data_table *table, const fl_result_view *run, const fl_claim_view *claims,
                    const char *kind, unsigned panel)
{
    char name[2 * NAME];
    char number[24];
    fl_text words;
    fl_text panel_name;
    fl_result_view_event event;
    unsigned n = conditions_of(run, 0);
    fl_text_init(&words);
    fl_text_init(&panel_name);
    fl_figure_label_add_words(&panel_name, kind + strlen("met."));
    for (unsigned i = 0; i < n * CHAPTERS; i++) {
        unsigned chapter = i % CHAPTERS + 1;
        snprintf(name, sizeof name, "%s%s%u", kind, by_chapter, chapter);
        snprintf(number, sizeof number, "%u", chapter);
        uint64_t c = i / CHAPTERS;
        if (fl_figure_view_event_of(run, name, &event) && event.trials[c * event.stride] > 0) {
            fl_data_table_place place = {
                .panel = panel, .panel_name = fl_text_get(&panel_name), .x = chapter, .x_name = number};
            set_series(run, c, (unsigned)c, &words, &place);
            fl_figure_table_row(table, &place);
            fl_figure_odds_add_share(table, event.hits[c * event.stride], event.trials[c * event.stride]);
            fl_figure_odds_add_documented(table, fl_figure_claims_chance(claims, c, name));
        }
    }
    fl_figure_table_drop(table, &words);
    fl_figure_table_drop(table, &panel_name);
}

/* " of the first 6 conditions" where there are more. */
static void add_limit(const fl_result_view *run, fl_data_table *table)
{
    if (run->conditions > CONDITIONS) {
        fl_text_add_format(&table->note, "; the first %d of %llu conditions", CONDITIONS,
                           (unsigned long long)run->conditions);
    }
}

void fl_figure_journeys_met(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    const char *name = NULL;
    char kind[NAME];
    uint64_t chapter = 0;
    fl_claim_view claims;
    unsigned found = 0;
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_figure_claims_open(run, &claims);
    for (uint64_t i = 0; is_of_journeys(run) && (name = fl_figure_view_name(&run->events, i)) != NULL; i++) {
        bool is_first = strncmp(name, "met.", 4) == 0 && split_name(name, by_chapter, kind, &chapter) &&
                        chapter == 1 && is_left_to_chance(run, kind);
        found += is_first;
        if (is_first && found > from && found <= from + most) {
            add_met(table, run, &claims, kind, found - from);
        }
    }
    if (table->rows_n > 0) {
        add_titles(table, "Rooms met by the end of a chapter", run, "95 % intervals; ");
        fl_text_add(&table->note, fl_figure_odds_documented(table, claims.n > 0));
        fl_text_add(&table->y_label, "share of runs");
        add_limit(run, table);
        fl_text_add(&table->x_label, "chapter");
        fl_figure_table_fit(table, found - from < most ? found - from : most, 186);
    }
}

/* Adds a variable after each chapter and at the end of the run. */
static void add_carried(fl_data_table *table, const fl_result_view *run, const char *variable, unsigned panel)
{
    char name[2 * NAME];
    char number[24];
    fl_text words;
    fl_text panel_name;
    fl_result_view_counts counts;
    unsigned n = conditions_of(run, 0);
    unsigned chapters = 0;
    fl_text_init(&words);
    fl_text_init(&panel_name);
    fl_figure_label_add_words(&panel_name, variable);
    do {
        snprintf(name, sizeof name, "%s%s%u", variable, after_chapter, ++chapters);
    } while (chapters < CHAPTERS && fl_figure_view_metric(run, name, &counts));
    for (unsigned i = 0; i < n * chapters; i++) {
        unsigned chapter = i % chapters + 1;
        uint64_t c = i / chapters;
        snprintf(name, sizeof name, "%s%s%u", variable, after_chapter, chapter);
        snprintf(number, sizeof number, "%u", chapter);
        bool is_end = chapter == chapters;
        if (!fl_figure_view_metric(run, is_end ? variable : name, &counts)) {
            continue;
        }
        fl_summary summary = fl_figure_summary_of(&counts, c);
        fl_data_table_place place = {.panel = panel,
                                     .panel_name = fl_text_get(&panel_name),
                                     .x = chapter,
                                     .x_name = is_end ? "end" : number};
        set_series(run, c, (unsigned)c, &words, &place);
        if (summary.n > 0) {
            fl_figure_table_row(table, &place);
            fl_figure_table_count(table, (uint64_t)summary.n);
            fl_figure_table_number(table, summary.mean);
            for (unsigned q = 0; q < 5; q++) {
                fl_figure_table_number(table, summary.quantile[q]);
            }
        }
    }
    fl_figure_table_drop(table, &words);
    fl_figure_table_drop(table, &panel_name);
}

void fl_figure_journeys_carried(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    const char *name = NULL;
    char variable[NAME];
    uint64_t chapter = 0;
    unsigned found = 0;
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    fl_figure_table_columns(table, "n mean q05 q25 q50 q75 q95");
    for (uint64_t i = 0; is_of_journeys(run) && (name = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        bool is_first = split_name(name, after_chapter, variable, &chapter) && chapter == 1;
        found += is_first;
        if (is_first && found > from && found <= from + most) {
            add_carried(table, run, variable, found - from);
        }
    }
    if (table->rows_n > 0) {
        add_titles(table, "What the player carries", run,
                   "runs that get so far; points: means; thick bars: middle half; thin: middle 90 %");
        add_limit(run, table);
        fl_text_add(&table->x_label, "after chapter");
        fl_figure_table_fit(table, found - from < most ? found - from : most, 230);
    }
}
