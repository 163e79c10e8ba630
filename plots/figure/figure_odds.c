/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of shares, each of one condition: where conditions share their random numbers, adding them up would
 * make intervals that are too short. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATES = 64 /* gates that are looked at */, EVENTS = 256 /* own events that are drawn */ };

/* A share with its fixed-n interval: with that many points confidence sequences would be too wide to read. */
void fl_figure_odds_add_share(fl_data_table *table, uint64_t hits, uint64_t trials)
{
    fl_interval limits = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
    fl_figure_table_count(table, trials);
    fl_figure_table_count(table, hits);
    fl_figure_table_number(table, trials > 0 ? (double)hits / (double)trials : NAN);
    fl_figure_table_number(table, trials > 0 ? limits.lo : NAN);
    fl_figure_table_number(table, trials > 0 ? limits.hi : NAN);
}

void fl_figure_odds_add_documented(fl_data_table *table, double documented)
{
    fl_figure_table_number(table, documented);
    table->has_documented = table->has_documented || isfinite(documented);
}

const char *fl_figure_odds_documented(const fl_data_table *table, bool has_claims)
{
    return table->has_documented ? "grey bars: documented"
           : has_claims          ? "no document was judged on these conditions"
                                 : "the file has no claims";
}

/* What a page of rolls shows. */
typedef struct rolls {
    fl_sweep_axes sweep;
    fl_claim_view claims;
    unsigned ends, ends_n; /* the first end that is drawn, and how many are */
} rolls;

static const char *const ends[2] = {"passed", "placed"};
static const char *const end_names[2] = {"rolls that are won", "floors that have the room"};

/* One end of a gate along x, in the conditions of a series. */
static void add_end(fl_data_table *table, const rolls *self, const char *gate, unsigned end,
                    fl_data_table_place *place)
{
    const fl_sweep_axes *sweep = &self->sweep;
    char name[128];
    fl_result_view_event passed;
    fl_result_view_event event;
    unsigned series = self->ends_n == 1 ? place->series - 1 : 0;
    snprintf(name, sizeof name, "gate.%.80s.%s", gate, ends[0]);
    bool is_there = fl_figure_view_event_of(sweep->run, name, &passed);
    snprintf(name, sizeof name, "gate.%.80s.%s", gate, ends[end]);
    is_there = is_there && fl_figure_view_event_of(sweep->run, name, &event);
    for (unsigned x = 0; x < sweep->xs_n && is_there; x++) {
        uint64_t c = fl_figure_axes_condition(sweep, x, series);
        if (c == FL_RESULT_VIEW_CONDITIONS ||
            passed.trials[c * passed.stride] == 0) { /* no such gate there */
            continue;
        }
        place->x = sweep->x_place[x];
        place->x_name = fl_figure_axes_x_value(sweep, x);
        fl_figure_table_row(table, place);
        fl_figure_odds_add_share(table, event.hits[c * event.stride], event.trials[c * event.stride]);
        fl_figure_odds_add_documented(table,
                                      end == 0 ? fl_figure_claims_chance(&self->claims, c, name) : NAN);
    }
}

/* A gate: both ends in two colours, or one of them with a colour for each series. */
static void add_gate(fl_data_table *table, const rolls *self, const char *gate, unsigned panel)
{
    fl_text names[2];
    fl_text_init(&names[0]);
    fl_text_init(&names[1]);
    fl_figure_label_add_words(&names[0], gate);
    unsigned lines = self->ends_n == 2 ? 2 : self->sweep.series_n;
    for (unsigned i = 0; i < lines; i++) {
        fl_text_clear(&names[1]);
        fl_figure_axes_series_name(&self->sweep, i < self->sweep.series_n ? i : 0, &names[1]);
        fl_data_table_place place = {.panel = panel,
                                     .panel_name = fl_text_get(&names[0]),
                                     .series = i + 1,
                                     .series_name =
                                         self->ends_n == 2 ? end_names[i] : fl_text_get(&names[1])};
        add_end(table, self, gate, self->ends_n == 2 ? i : self->ends, &place);
    }
    fl_figure_table_drop(table, &names[0]);
    fl_figure_table_drop(table, &names[1]);
}

/* Whether some but not all rolls of a gate were won, and its room was placed. */
static bool has_odds(const fl_result_view *run, const char *gate)
{
    fl_result_view_event passed;
    fl_result_view_event placed;
    char name[128];
    uint64_t rolls = 0;
    uint64_t won = 0;
    uint64_t rooms = 0;
    snprintf(name, sizeof name, "gate.%.80s.passed", gate);
    bool is_there = fl_figure_view_event_of(run, name, &passed);
    snprintf(name, sizeof name, "gate.%.80s.placed", gate);
    is_there = is_there && fl_figure_view_event_of(run, name, &placed);
    for (uint64_t c = 0; c < run->conditions && is_there; c++) {
        rolls += passed.trials[c * passed.stride];
        won += passed.hits[c * passed.stride];
        rooms += placed.hits[c * placed.stride];
    }
    return is_there && won > 0 && won < rolls && rooms > 0;
}

/* Copies the name between "gate." and ".passed"; false for other events. */
static bool gate_in(const char *event, char gate[81])
{
    size_t n = strlen(event);
    bool is_gate =
        n > 12 && n < 92 && strncmp(event, "gate.", 5) == 0 && strcmp(event + n - 7, ".passed") == 0;
    snprintf(gate, 81, "%.*s", is_gate ? (int)(n - 12) : 0, event + (is_gate ? 5 : 0));
    return is_gate;
}

/* Lists the gates that have odds; returns how many. */
static unsigned list_gates(const fl_result_view *run, char out[GATES][81])
{
    const char *name = NULL;
    unsigned n = 0;
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->events, i)) != NULL && n < GATES; i++) {
        n += gate_in(name, out[n]) && has_odds(run, out[n]);
    }
    return n;
}

/* With one series a page has both ends of its gates; with several it has one, so that the series have the
 * colours. */
void fl_figure_odds_rolls(const fl_figure_job *job, fl_data_table *table)
{
    char gate[GATES][81];
    rolls self = {.ends_n = 2};
    fl_text more;
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_figure_axes_init(&self.sweep, job->runs);
    bool has_claims = fl_figure_claims_open(job->runs, &self.claims);
    unsigned n = list_gates(job->runs, gate);
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned pages = (n + most - 1) / most;
    unsigned page = pages > 0 ? job->page % pages : 0;
    if (self.sweep.series_n > 1) {
        self.ends_n = 1;
        self.ends = pages > 0 ? job->page / pages : 0;
    }
    if (n == 0 || job->page >= pages * (self.ends_n == 1 ? 2 : 1)) {
        return;
    }
    fl_text_add(&table->y_label, self.ends_n == 2 ? "share of rolls, share of floors"
                                 : self.ends == 0 ? "share of rolls"
                                                  : "share of floors");
    unsigned from = page * most;
    unsigned panels = n - from < most ? n - from : most;
    for (unsigned i = 0; i < panels; i++) {
        add_gate(table, &self, gate[from + i], i + 1);
    }
    fl_text_init(&more);
    fl_text_add_format(&more, "%s%s95 %% intervals; %s", self.ends_n == 1 ? end_names[self.ends] : "",
                       self.ends_n == 1 ? "; " : "",
                       self.ends_n * self.ends == 1 ? "a room needs a won roll and a free place"
                                                    : fl_figure_odds_documented(table, has_claims));
    fl_figure_titles_add(table, "Rolls and rooms", &self.sweep, fl_text_get(&more));
    fl_figure_axes_name_places(&self.sweep, 0, table);
    fl_figure_table_fit(table, panels, 186);
    fl_figure_table_drop(table, &more);
}

/* Whether an expression names a metric. */
static bool names(const char *expression, const char *metric)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+";
    size_t n = strlen(metric);
    for (const char *at = expression; (at = strstr(at, metric)) != NULL; at += n) {
        bool begins = at == expression || !strchr(letters, at[-1]);
        if (begins && (at[n] == '\0' || !strchr(letters, at[n]))) {
            return true;
        }
    }
    return false;
}

/* Whether no sample of a condition has a value of something that an expression names: then the event is not
 * drawn there, unless it happened all the same. */
static bool lacks_values(const fl_result_view *run, uint64_t condition, const char *expression)
{
    const char *metric = NULL;
    fl_result_view_counts counts;
    bool lacks = false;
    for (uint64_t i = 0; (metric = fl_figure_view_name(&run->metrics, i)) != NULL; i++) {
        lacks = lacks || (names(expression, metric) && fl_figure_view_metric(run, metric, &counts) &&
                          fl_figure_summary_total(&counts, condition) == 0);
    }
    return lacks && !strstr(expression, "has(");
}

/* An event of the experiment's own in every condition of the sweep, a colour for each series. */
static void add_event(fl_data_table *table, const fl_sweep_axes *sweep, const fl_claim_view *claims,
                      uint64_t own, unsigned panel)
{
    const char *event = fl_figure_view_name(&sweep->run->events, own);
    const char *expression = fl_figure_view_own_event(sweep->run, own);
    fl_text words[2];
    fl_result_view_event counts;
    bool is_there = fl_figure_view_event_of(sweep->run, event, &counts);
    fl_text_init(&words[0]);
    fl_text_init(&words[1]);
    fl_text_add_format(&words[0], "%s: %s", event, expression);
    for (unsigned i = 0; i < sweep->series_n * sweep->xs_n && is_there; i++) {
        unsigned series = i / sweep->xs_n;
        unsigned x = i % sweep->xs_n;
        uint64_t c = fl_figure_axes_condition(sweep, x, series);
        if (c == FL_RESULT_VIEW_CONDITIONS || counts.trials[c * counts.stride] == 0 ||
            (counts.hits[c * counts.stride] == 0 && lacks_values(sweep->run, c, expression))) {
            continue;
        }
        fl_text_clear(&words[1]);
        fl_figure_axes_series_name(sweep, series, &words[1]);
        fl_figure_table_row(table, &(fl_data_table_place){.panel = panel,
                                                          .panel_name = fl_text_get(&words[0]),
                                                          .series = series + 1,
                                                          .series_name = fl_text_get(&words[1]),
                                                          .x = sweep->x_place[x],
                                                          .x_name = fl_figure_axes_x_value(sweep, x)});
        fl_figure_odds_add_share(table, counts.hits[c * counts.stride], counts.trials[c * counts.stride]);
        fl_figure_odds_add_documented(table, fl_figure_claims_chance(claims, c, event));
    }
    fl_figure_table_drop(table, &words[0]);
    fl_figure_table_drop(table, &words[1]);
}

void fl_figure_odds_events(const fl_figure_job *job, fl_data_table *table)
{
    uint64_t own[EVENTS];
    unsigned n = 0;
    fl_claim_view claims;
    fl_sweep_axes sweep;
    fl_text more;
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_figure_axes_init(&sweep, job->runs);
    bool has_claims = fl_figure_claims_open(job->runs, &claims);
    for (uint64_t i = 0; i < job->runs->events.n && n < EVENTS; i++) {
        own[n] = i;
        n += fl_figure_view_own_event(job->runs, i) != NULL;
    }
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned from = job->page * most;
    if (from >= n) {
        return;
    }
    unsigned panels = n - from < most ? n - from : most;
    for (unsigned i = 0; i < panels; i++) {
        add_event(table, &sweep, &claims, own[from + i], i + 1);
    }
    fl_text_init(&more);
    fl_text_add_format(&more, "95 %% intervals; %s", fl_figure_odds_documented(table, has_claims));
    fl_text_add_format(&table->y_label, "share of %s", fl_figure_titles_samples(job->runs));
    fl_figure_titles_add(table, "Events", &sweep, fl_text_get(&more));
    fl_figure_axes_name_places(&sweep, 0, table);
    fl_figure_table_fit(table, panels, 186);
    fl_figure_table_drop(table, &more);
}

/* The share of floors on which a metric is at least `least`, for every condition of the sweep. */
static void add_least(fl_data_table *table, const fl_sweep_axes *sweep, const fl_result_view_counts *counts,
                      uint64_t least, fl_data_table_place *place)
{
    fl_text name;
    fl_text_init(&name);
    for (unsigned i = 0; i < sweep->series_n * sweep->xs_n; i++) {
        unsigned series = i / sweep->xs_n;
        uint64_t c = fl_figure_axes_condition(sweep, i % sweep->xs_n, series);
        if (c == FL_RESULT_VIEW_CONDITIONS) {
            continue;
        }
        uint64_t all = 0;
        uint64_t hits = 0;
        for (uint64_t value = 0; value < counts->columns; value++) {
            uint64_t count = fl_figure_view_row(counts, c)[value];
            all += count;
            hits += value >= least ? count : 0;
        }
        if (all == 0) {
            continue;
        }
        fl_text_clear(&name);
        fl_figure_axes_series_name(sweep, series, &name);
        place->series = series + 1;
        place->series_name = fl_text_get(&name);
        place->x = sweep->x_place[i % sweep->xs_n];
        place->x_name = fl_figure_axes_x_value(sweep, i % sweep->xs_n);
        fl_figure_table_row(table, place);
        fl_figure_odds_add_share(table, hits, all);
        fl_figure_table_number(table, NAN);
    }
    fl_figure_table_drop(table, &name);
}

void fl_figure_odds_loops(const fl_figure_job *job, fl_data_table *table)
{
    static const struct panel {
        const char *name, *metric;
        uint64_t least;
    } panels[] = {{"floors with a loop", "loops", 1},
                  {"floors with three loops or more", "loops", 3},
                  {"floors with a double door", "double_doors", 1}};
    fl_sweep_axes sweep;
    fl_result_view_counts counts;
    fl_figure_axes_init(&sweep, job->runs);
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_figure_titles_add(table, "Loops and double doors", &sweep, "95 % intervals");
    fl_text_add(&table->y_label, "share of floors");
    unsigned panel = 0;
    for (unsigned i = 0; i < sizeof panels / sizeof panels[0] && job->page == 0; i++) {
        if (fl_figure_view_metric(job->runs, panels[i].metric, &counts) &&
            fl_figure_summary_largest(&counts, job->runs->conditions) > 0) {
            fl_data_table_place place = {.panel = ++panel, .panel_name = panels[i].name};
            add_least(table, &sweep, &counts, panels[i].least, &place);
        }
    }
    fl_figure_axes_name_places(&sweep, 0, table);
}
