/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of shares, each of one condition: where conditions share their random numbers, adding them up would
 * make intervals that are too short. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Both shares of a gate at each x of the first series. */
static void add_gate(fl_data_table *table, const fl_sweep_axes *sweep, const fl_claim_view *claims,
                     const char *gate, unsigned panel)
{
    static const char *const ends[2] = {"passed", "placed"};
    static const char *const names[2] = {"rolls that are won", "floors that have the room"};
    char event_name[128];
    fl_result_view_event passed = {NULL, NULL, 0, 0};
    fl_text panel_name;
    fl_text_init(&panel_name);
    fl_figure_label_add_words(&panel_name, gate);
    for (unsigned series = 0; series < 2; series++) {
        fl_result_view_event event;
        snprintf(event_name, sizeof event_name, "gate.%.80s.%s", gate, ends[series]);
        bool is_there = fl_figure_view_event_of(sweep->run, event_name, &event);
        passed = series == 0 ? event : passed;
        for (unsigned x = 0; x < sweep->xs_n && is_there; x++) {
            uint64_t c = fl_figure_axes_condition(sweep, x, 0);
            if (c == FL_RESULT_VIEW_CONDITIONS ||
                passed.trials[c * passed.stride] ==
                    0) { /* the generator has no such gate in this condition */
                continue;
            }
            fl_data_table_place place = {.panel = panel,
                                         .panel_name = fl_text_get(&panel_name),
                                         .series = series + 1,
                                         .series_name = names[series],
                                         .x = x + 1,
                                         .x_name = fl_figure_axes_x_value(sweep, x)};
            fl_figure_table_row(table, &place);
            fl_figure_odds_add_share(table, event.hits[c * event.stride], event.trials[c * event.stride]);
            fl_figure_table_number(table, series == 0 ? fl_figure_claims_chance(claims, c, event_name) : NAN);
        }
    }
    fl_figure_table_drop(table, &panel_name);
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

void fl_figure_odds_rolls(const fl_figure_job *job, fl_data_table *table)
{
    const char *name = NULL;
    char gate[81];
    fl_sweep_axes sweep;
    fl_claim_view claims;
    unsigned found = 0;
    unsigned from = job->page * FL_FIGURE_PANELS;
    fl_figure_axes_init(&sweep, job->runs);
    fl_figure_table_columns(table, "trials hits share low high documented");
    bool has_claims = fl_figure_claims_open(job->runs, &claims);
    fl_figure_titles_add(table, "Rolls and rooms", &sweep,
                         has_claims ? "95 % intervals; bars: documented odds of a roll"
                                    : "95 % intervals; the file has no claims");
    if (sweep.series >= 0) {
        fl_text_add(&table->note, "; ");
        fl_figure_axes_series_name(&sweep, 0, &table->note);
    }
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->events, i)) != NULL; i++) {
        bool is_here = gate_in(name, gate) && has_odds(job->runs, gate);
        found += is_here;
        if (is_here && found > from && found <= from + FL_FIGURE_PANELS) {
            add_gate(table, &sweep, &claims, gate, found - from);
        }
    }
    fl_figure_table_fit(table, found - from < FL_FIGURE_PANELS ? found - from : FL_FIGURE_PANELS, 186);
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
        place->x = i % sweep->xs_n + 1;
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
    unsigned panel = 0;
    for (unsigned i = 0; i < sizeof panels / sizeof panels[0] && job->page == 0; i++) {
        if (fl_figure_view_metric(job->runs, panels[i].metric, &counts) &&
            fl_figure_summary_largest(&counts, job->runs->conditions) > 0) {
            fl_data_table_place place = {.panel = ++panel, .panel_name = panels[i].name};
            add_least(table, &sweep, &counts, panels[i].least, &place);
        }
    }
}
