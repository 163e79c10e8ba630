/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder use of each other: writing data tables, reading result views and claims, how
 * conditions are laid out, titles; then the function of every figure. */
#ifndef FL_PLOTS_FIGURE_FIGURE_PRIVATE_H
#define FL_PLOTS_FIGURE_FIGURE_PRIVATE_H

#include "analysis/stat/stat.h"
#include "plots/figure/figure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* data_table.c */

/* Where a row belongs. Names may come from files; NULL = none. */
typedef struct fl_data_table_place {
    unsigned panel, series; /* from 1 */
    double x;
    const char *panel_name, *series_name, *x_name;
} fl_data_table_place;

/* Makes the picture as high as its panels need, `each` pixels for a row of them. */
void fl_figure_table_fit(fl_data_table *self, unsigned panels, unsigned each);

/* Names the columns after the first six, separated by blanks. */
void fl_figure_table_columns(fl_data_table *self, const char *names);

/* Begins a row. Then its other cells are added one by one; the last one ends the row. */
void fl_figure_table_row(fl_data_table *self, const fl_data_table_place *place);
void fl_figure_table_text(fl_data_table *self, const char *text);

/* The same for a text of more or fewer characters than usual. */
void fl_figure_table_words(fl_data_table *self, const char *text, unsigned signs);
void fl_figure_table_count(fl_data_table *self, uint64_t count);

/* Frees a text that rows or labels were made of. If it lacked memory, so does the table. */
void fl_figure_table_drop(fl_data_table *self, fl_text *words);

/* Six digits: more than a picture shows, but so few that different C libraries agree in them. NaN: no value.
 */
void fl_figure_table_number(fl_data_table *self, double number);

/* result_view.c */

/* Counts of a metric, a map or a joint: in each condition [rows][columns]. */
typedef struct fl_result_view_counts {
    const uint64_t *count;
    uint64_t rows, columns;
    uint64_t stride;  /* from one condition to the next */
    uint64_t low[2];  /* the values of the first row and column of a joint */
    const char *unit; /* of a metric; may be NULL */
} fl_result_view_counts;

/* The counts of a condition. */
static inline const uint64_t *fl_figure_view_row(const fl_result_view_counts *self, uint64_t condition)
{
    return self->count + condition * self->stride;
}

/* Trials and hits of an event, in all (one step) or as running totals. */
typedef struct fl_result_view_event {
    const uint64_t *trials, *hits; /* [steps] of each condition */
    uint64_t steps;
    uint64_t stride; /* from one condition to the next */
} fl_result_view_event;

/* How the conditions differ from the first one in a metric or an event, where they share their random
 * numbers. */
typedef struct fl_result_view_paired {
    const double *difference, *error, *unpaired, *freedom;
    uint64_t stride; /* from one condition to the next */
} fl_result_view_paired;

typedef struct fl_result_view_joint {
    bool is_there; /* the run has a joint of this number, maybe a malformed one */
    const char *metric[2];
    fl_result_view_counts counts;
} fl_result_view_joint;

/* Name number `i` of a list; NULL after the last. */
const char *fl_figure_view_name(const fl_result_view_names *self, uint64_t i);

/* The generator of a condition. */
const char *fl_figure_view_generator(const fl_result_view *self, uint64_t condition);

/* The value of a setting in a condition; false for a setting that was not given. */
bool fl_figure_view_setting(const fl_result_view *self, uint64_t condition, const char *name, fl_text *out);

/* False where the run does not have the array, or not as it should be; then *out is not to be used. Maps are
 * those of the list `maps`, joints are numbered from 0; the tables of pairs are "metric" and "event". */
bool fl_figure_view_metric(const fl_result_view *self, const char *name, fl_result_view_counts *out);
bool fl_figure_view_joint(const fl_result_view *self, unsigned i, fl_result_view_joint *out);
bool fl_figure_view_map(const fl_result_view *self, uint64_t i, fl_result_view_counts *out);
bool fl_figure_view_event_of(const fl_result_view *self, const char *name, fl_result_view_event *out);
bool fl_figure_view_paired(const fl_result_view *self, const char *table, const char *name,
                           fl_result_view_paired *out);
bool fl_figure_view_trace(const fl_result_view *self, const char *name, fl_result_view_event *out);

/* claim_view.c: the verdicts on documented claims that a file holds, row by row as in its table /claim. */

typedef enum fl_claim_outcome {
    FL_CLAIM_OUTCOME_NONE, /* the claim was not judged */
    FL_CLAIM_OUTCOME_CONFIRMED,
    FL_CLAIM_OUTCOME_REFUTED,
    FL_CLAIM_OUTCOME_UNDECIDED,
    FL_CLAIM_OUTCOMES
} fl_claim_outcome;

typedef struct fl_claim_view {
    const fl_result_view *run; /* borrowed, as all columns */
    uint64_t n, points_n;      /* rows of /claim and /claim_trace */
    char *const *id, *const *source, *const *sentence, *const *type, *const *population;
    char *const *counts, *const *documented, *const *verdict;
    const uint64_t *condition, *trials, *hits;
    const double *value;        /* documented; NaN = no single number */
    const double *least, *most; /* documented of a metric; NaN = none named */
    const double *tolerance, *observed, *low, *high;
    const uint64_t *point_claim, *point_trials;
    const double *point_observed, *point_low, *point_high;
} fl_claim_view;

/* The texts of a row; none is NULL. */
typedef struct fl_claim_view_row {
    const char *id, *source, *sentence, *type, *population, *counts, *documented;
    fl_claim_outcome outcome;
} fl_claim_view_row;

/* Whether the file has a table of claims, be it malformed. */
bool fl_figure_claims_are_there(const fl_result_view *run);

/* False, and no claims, if it has none. */
bool fl_figure_claims_open(const fl_result_view *run, fl_claim_view *out);

fl_claim_outcome fl_figure_claims_outcome(const fl_claim_view *self, uint64_t i);
fl_claim_view_row fl_figure_claims_row(const fl_claim_view *self, uint64_t i);

/* Adds the document that a source begins with, without the place in it. */
void fl_figure_claims_add_source(const char *source, fl_text *out);

/* Whether claim i was judged and is about the chance of an event, which the file has. */
bool fl_figure_claims_is_about_event(const fl_claim_view *self, uint64_t i, fl_result_view_event *out);

/* The documented chance of an event in a condition, an exact one rather than one that is about so; NaN if no
 * claim was judged there. */
double fl_figure_claims_chance(const fl_claim_view *self, uint64_t condition, const char *event);

/* The first claim that was judged on a condition and names the values of a metric. */
bool fl_figure_claims_range(const fl_claim_view *self, uint64_t condition, const char *metric, uint64_t *out);

/* safe_label.c */

/* Adds a name such as "secret_neighbours" as words. */
void fl_figure_label_add_words(fl_text *out, const char *name);

/* summary.c: mean and quantiles of counts of the values 0, 1, 2, … */

typedef struct fl_summary {
    double n, mean;
    double quantile[5]; /* 5, 25, 50, 75, 95 % */
} fl_summary;

/* Summarizes the counts of a condition. NaN where there are none. */
fl_summary fl_figure_summary_of(const fl_result_view_counts *counts, uint64_t condition);

/* The sum of the counts of a condition. */
double fl_figure_summary_total(const fl_result_view_counts *counts, uint64_t condition);

/* The largest value with a count in any condition, -1 for none. */
int64_t fl_figure_summary_largest(const fl_result_view_counts *counts, uint64_t conditions);

/* sweep_axes.c: how the conditions of a run are laid out in a figure: one swept setting along the x axis, one
 * as series, the others held at their first value, which the figure's note says. */

enum { FL_SWEEP_AXES_XS = 40, FL_SWEEP_AXES_SERIES = 6 };

typedef struct fl_sweep_axes {
    const fl_result_view *run; /* borrowed, as all names */
    int x, series;             /* axes of the run, -1 = none */
    unsigned xs_n, series_n;
    const char *x_value[FL_SWEEP_AXES_XS];
    const char *series_value[FL_SWEEP_AXES_SERIES];
    uint64_t base; /* a condition with the values of the settings that are held */
} fl_sweep_axes;

void fl_figure_axes_init(fl_sweep_axes *self, const fl_result_view *run);

/* The condition at a position (both from 0), or FL_RESULT_VIEW_CONDITIONS where the run has none. */
uint64_t fl_figure_axes_condition(const fl_sweep_axes *self, unsigned x, unsigned series);

/* "stage", or "condition" for a run that sweeps nothing. */
const char *fl_figure_axes_x_name(const fl_sweep_axes *self);
const char *fl_figure_axes_x_value(const fl_sweep_axes *self, unsigned x);

/* "hard off"; "all floors" where there are no series. */
void fl_figure_axes_series_name(const fl_sweep_axes *self, unsigned series, fl_text *out);

/* Adds the settings that are held: "preset full, rules wiki"; nothing where none is. */
void fl_figure_axes_held(const fl_sweep_axes *self, fl_text *out);

/* titles.c: what samples are called, title and note, with the run, the settings that are held, and the number
 * of floors. */

/* The title "<what>: <name of the run>" and the note "<floors> floors a condition; preset full; <more>"; more
 * may be NULL. */
void fl_figure_titles_add(fl_data_table *table, const char *what, const fl_sweep_axes *sweep,
                          const char *more);

/* The same for pages about one condition. */
void fl_figure_titles_add_single(fl_data_table *table, const char *what, const fl_result_view *run,
                                 uint64_t condition, const char *more);

/* The title alone. */
void fl_figure_titles_add_title(fl_data_table *table, const char *what, const fl_result_view *run);

/* The same for figures that add up all conditions. */
void fl_figure_titles_add_pooled(fl_data_table *table, const char *what, const fl_result_view *run,
                                 const char *more);

/* Figures of one metric at a time. */

/* Whether a metric has its place in these figures: not those that number things or have figures of their
 * own. */
bool fl_figure_metrics_is_drawn(const char *name);

/* Adds the name of a metric's panel: "dead ends (rooms)", without the unit where the name contains it. */
void fl_figure_metrics_add_name(fl_text *out, const char *name, const char *unit);

void fl_figure_metrics_swept(const fl_figure_job *job, fl_data_table *table);
void fl_figure_metrics_overlay(const fl_figure_job *job, fl_data_table *table);
void fl_figure_metrics_clustering(const fl_figure_job *job, fl_data_table *table);
void fl_figure_metrics_attempts(const fl_figure_job *job, fl_data_table *table);
void fl_figure_metrics_speed(const fl_figure_job *job, fl_data_table *table);

/* Paired differences. */

void fl_figure_paired(const fl_figure_job *job, fl_data_table *table);

/* Figures of claims: what documents say beside what was observed. */

void fl_figure_claims_verdicts(const fl_figure_job *job, fl_data_table *table);
void fl_figure_claims_all(const fl_figure_job *job, fl_data_table *table);
void fl_figure_claims_odds(const fl_figure_job *job, fl_data_table *table);
void fl_figure_claims_convergence(const fl_figure_job *job, fl_data_table *table);

/* Figures of shares: odds as rolled and as documented, floors that have something. */

/* The level of the intervals that are made here. */
#define FL_FIGURE_ODDS_ALPHA 0.05

/* Adds trials, hits, the share and its interval for a fixed number of trials. */
void fl_figure_odds_add_share(fl_data_table *table, uint64_t hits, uint64_t trials);

void fl_figure_odds_rolls(const fl_figure_job *job, fl_data_table *table);
void fl_figure_odds_loops(const fl_figure_job *job, fl_data_table *table);

/* Figures of counts on a plane: the board of the floor, or two metrics. */

void fl_figure_planes_map(const fl_figure_job *job, fl_data_table *table);
void fl_figure_planes_range(const fl_figure_job *job, fl_data_table *table);
void fl_figure_planes_corner(const fl_figure_job *job, fl_data_table *table);

/* The same condition by condition. */
void fl_figure_planes_tiles(const fl_figure_job *job, fl_data_table *table);
void fl_figure_planes_ranges(const fl_figure_job *job, fl_data_table *table);

/* Figures of journeys: where they end, what they meet, what the player carries. */

void fl_figure_journeys_endings(const fl_figure_job *job, fl_data_table *table);
void fl_figure_journeys_losses(const fl_figure_job *job, fl_data_table *table);
void fl_figure_journeys_met(const fl_figure_job *job, fl_data_table *table);
void fl_figure_journeys_carried(const fl_figure_job *job, fl_data_table *table);

/* Figures of rooms: how many, of which shape, beside which, and with which boss. */

void fl_figure_rooms_count(const fl_figure_job *job, fl_data_table *table);
void fl_figure_rooms_dead_ends(const fl_figure_job *job, fl_data_table *table);
void fl_figure_rooms_secret(const fl_figure_job *job, fl_data_table *table);
void fl_figure_rooms_shapes(const fl_figure_job *job, fl_data_table *table);
void fl_figure_rooms_bosses(const fl_figure_job *job, fl_data_table *table);

#endif
