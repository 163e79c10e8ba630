/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of shares. Odds are taken from one condition each: the conditions of a run share their random
 * numbers (floor i begins with the same ones in all of them), so adding them up would make intervals that are
 * too short. */
#include "plots/figure/figure_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW = 50,   /* trials that a row needs at least */
    PANELS = 6, /* on a page of the convergence */
};

/* The trials of an event in one condition: the total (one step), or running totals. */
typedef struct trials {
    const uint64_t *all, *hits;
    uint64_t steps;
    uint64_t condition;
} trials;

/* Finds the condition with the most trials among those a row holds for; false when it has too few. */
static bool find_trials(const fl_result_view *run, const fl_documented_odd *odd, bool with_steps, trials *out)
{
    fl_result_view_event event;
    uint64_t most = FEW - 1;
    bool is_there = with_steps ? fl_figure_view_trace(run, odd->event, &event)
                               : fl_figure_view_event_of(run, odd->event, &event);
    for (uint64_t c = 0; c < run->conditions && is_there; c++) {
        uint64_t at = c * event.stride;
        uint64_t n = event.trials[at + event.steps - 1];
        if (n > most && fl_figure_documented_holds(run, c, odd->generator, odd->only)) {
            most = n;
            *out = (trials){event.trials + at, event.hits + at, event.steps, c};
        }
    }
    return most >= FEW;
}

static fl_interval interval_of(uint64_t hits, uint64_t trials, fl_fraction chance)
{
    double centre = fl_stat_fraction_value(chance);
    fl_beta_prior prior = fl_stat_beta_around(centre, 0.02 * centre, FL_BETA_PART);
    fl_beta_count count = {(double)hits, (double)(trials - hits)};
    return fl_stat_beta_limits(&prior, count, FL_FIGURE_ODDS_ALPHA);
}

static void add_fraction(fl_data_table *table, fl_fraction fraction)
{
    char text[48];
    snprintf(text, sizeof text, "%llu/%llu", (unsigned long long)fraction.num,
             (unsigned long long)fraction.den);
    fl_figure_table_number(table, fl_stat_fraction_value(fraction));
    fl_figure_table_text(table, text);
}

static void add_odd(fl_data_table *table, const fl_result_view *run, const fl_documented_odd *odd,
                    const trials *found)
{
    fl_text condition;
    uint64_t trials = found->all[0];
    uint64_t hits = found->hits[0];
    double documented = fl_stat_fraction_value(odd->chance);
    double observed = (double)hits / (double)trials;
    fl_interval limits = interval_of(hits, trials, odd->chance);
    fl_text_init(&condition);
    fl_figure_titles_condition(run, found->condition, &condition);
    fl_figure_table_count(table, trials);
    fl_figure_table_count(table, hits);
    add_fraction(table, odd->chance);
    fl_figure_table_number(table, observed);
    fl_figure_table_number(table, limits.lo);
    fl_figure_table_number(table, limits.hi);
    fl_figure_table_number(table, 100 * (observed - documented));
    fl_figure_table_number(table, 100 * (limits.lo - documented));
    fl_figure_table_number(table, 100 * (limits.hi - documented));
    fl_figure_table_text(table, odd->source);
    fl_figure_table_text(table, fl_text_get(&condition));
    table->rows.is_short_of_memory |= condition.is_short_of_memory;
    fl_text_free(&condition);
}

void fl_figure_odds_forest(const fl_figure_job *job, fl_data_table *table)
{
    size_t n = 0;
    const fl_documented_odd *odds = fl_figure_documented_odds(&n);
    trials found;
    unsigned row = 0;
    fl_figure_table_columns(table,
                            "trials hits documented fraction observed low high difference difference_low "
                            "difference_high source condition");
    fl_figure_titles_add_single(table, "Documented and observed odds", job->runs,
                                "shares of rolls; 95 % confidence sequences");
    for (size_t i = 0; i < n && job->page == 0; i++) {
        if (find_trials(job->runs, &odds[i], false, &found)) {
            fl_data_table_place place = {.panel = 1, .series = 1, .x = ++row, .x_name = odds[i].label};
            fl_figure_table_row(table, &place);
            add_odd(table, job->runs, &odds[i], &found);
        }
    }
    table->height = 150 + 24 * row;
}

static void add_steps(fl_data_table *table, const fl_result_view *run, const fl_documented_odd *odd,
                      const trials *found, unsigned panel)
{
    uint64_t before = 0;
    fl_text condition;
    fl_text_init(&condition);
    fl_figure_titles_condition(run, found->condition, &condition);
    for (uint64_t step = 0; step < found->steps; step++) {
        uint64_t trials = found->all[step];
        if (trials <= before) {
            continue;
        }
        before = trials;
        fl_interval limits = interval_of(found->hits[step], trials, odd->chance);
        fl_data_table_place place = {.panel = panel,
                                     .panel_name = odd->label,
                                     .series = 1,
                                     .series_name = fl_text_get(&condition),
                                     .x = (double)trials};
        fl_figure_table_row(table, &place);
        fl_figure_table_count(table, trials);
        fl_figure_table_count(table, found->hits[step]);
        fl_figure_table_number(table, (double)found->hits[step] / (double)trials);
        fl_figure_table_number(table, limits.lo);
        fl_figure_table_number(table, limits.hi);
        add_fraction(table, odd->chance);
        fl_figure_table_text(table, odd->source);
    }
    table->rows.is_short_of_memory |= condition.is_short_of_memory;
    fl_text_free(&condition);
}

void fl_figure_odds_convergence(const fl_figure_job *job, fl_data_table *table)
{
    size_t n = 0;
    const fl_documented_odd *odds = fl_figure_documented_odds(&n);
    trials found;
    unsigned panel = 0;
    unsigned from = job->page * PANELS;
    fl_figure_table_columns(table, "trials hits share low high documented fraction source");
    fl_figure_titles_add_single(table, "Odds settling", job->runs,
                                "line: share of rolls; band: 95 % confidence sequence; dashed: documented");
    fl_text_add(&table->x_label, "rolls");
    for (size_t i = 0; i < n; i++) {
        if (find_trials(job->runs, &odds[i], true, &found)) {
            panel++;
            if (panel > from && panel <= from + PANELS) {
                add_steps(table, job->runs, &odds[i], &found, panel - from);
            }
        }
    }
    fl_figure_table_fit(table, panel - from < PANELS ? panel - from : PANELS, 258);
}

/* A share with its fixed-n interval: with that many points confidence sequences would be too wide to read. */
static void add_share(fl_data_table *table, uint64_t hits, uint64_t trials)
{
    fl_interval limits = fl_stat_interval_wilson(hits, trials, FL_FIGURE_ODDS_ALPHA);
    fl_figure_table_count(table, trials);
    fl_figure_table_count(table, hits);
    fl_figure_table_number(table, trials > 0 ? (double)hits / (double)trials : NAN);
    fl_figure_table_number(table, trials > 0 ? limits.lo : NAN);
    fl_figure_table_number(table, trials > 0 ? limits.hi : NAN);
}

static double documented_of(const fl_result_view *run, uint64_t condition, const char *event)
{
    size_t n = 0;
    const fl_documented_odd *odds = fl_figure_documented_odds(&n);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(odds[i].event, event) == 0 &&
            fl_figure_documented_holds(run, condition, odds[i].generator, odds[i].only)) {
            return fl_stat_fraction_value(odds[i].chance);
        }
    }
    return NAN;
}

/* Both shares of a gate at each x of the first series. */
static void add_gate(fl_data_table *table, const fl_sweep_axes *sweep, const char *gate, unsigned panel)
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
            add_share(table, event.hits[c * event.stride], event.trials[c * event.stride]);
            fl_figure_table_number(table, series == 0 ? documented_of(sweep->run, c, event_name) : NAN);
        }
    }
    fl_text_free(&panel_name);
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
    unsigned found = 0;
    unsigned from = job->page * FL_FIGURE_PANELS;
    fl_figure_axes_init(&sweep, job->runs);
    fl_figure_table_columns(table, "trials hits share low high documented");
    fl_figure_titles_add(table, "Rolls and rooms", &sweep, "95 % intervals; bars: documented odds of a roll");
    if (sweep.series >= 0) {
        fl_text_add(&table->note, "; ");
        fl_figure_axes_series_name(&sweep, 0, &table->note);
    }
    for (uint64_t i = 0; (name = fl_figure_view_name(&job->runs->events, i)) != NULL; i++) {
        bool is_here = gate_in(name, gate) && has_odds(job->runs, gate);
        found += is_here;
        if (is_here && found > from && found <= from + FL_FIGURE_PANELS) {
            add_gate(table, &sweep, gate, found - from);
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
        fl_text_clear(&name);
        fl_figure_axes_series_name(sweep, series, &name);
        place->series = series + 1;
        place->series_name = fl_text_get(&name);
        place->x = i % sweep->xs_n + 1;
        place->x_name = fl_figure_axes_x_value(sweep, i % sweep->xs_n);
        fl_figure_table_row(table, place);
        add_share(table, hits, all);
        fl_figure_table_number(table, NAN);
    }
    fl_text_free(&name);
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
