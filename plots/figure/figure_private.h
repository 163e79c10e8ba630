/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: writing data tables, reading result views and claims, the layout of
 * configurations, titles; then the function of every figure. */
#ifndef FL_PLOTS_FIGURE_FIGURE_PRIVATE_H
#define FL_PLOTS_FIGURE_FIGURE_PRIVATE_H

#include "analysis/stat/stat.h"
#include "plots/figure/figure.h"
#include "plots/figure/figure_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* data_table.c */

/* The position of a row. Names may come from files; NULL = none. */
typedef struct fl_data_table_place {
    unsigned panel, series; /* from 1 */
    double x;
    const char *panel_name, *series_name, *x_name;
} fl_data_table_place;

/* The number of panels of a page that has `wide` at full width: fewer at the width of a paper's column. The
 * same for lines of text, which are fewer on every print because the texts are above the pictures. */
unsigned fl_figure_table_panels(const fl_figure_job *job, unsigned wide);
unsigned fl_figure_table_lines(const fl_figure_job *job, unsigned wide);

/* Sets the picture's height for its panels, `each` pixels for a row of them. */
void fl_figure_table_fit(fl_data_table *self, unsigned panels, unsigned each);

/* Names the columns after the first six, separated by blanks. */
void fl_figure_table_columns(fl_data_table *self, const char *names);

/* Begins a row. Add its other cells one by one; the last one ends the row. */
void fl_figure_table_row(fl_data_table *self, const fl_data_table_place *place);
void fl_figure_table_words(fl_data_table *self, const char *text, unsigned signs);
void fl_figure_table_count(fl_data_table *self, uint64_t count);

/* Adds six digits: more than a picture shows, but so few that different C libraries agree. NaN: missing
 * value. */
void fl_figure_table_number(fl_data_table *self, double number);

/* result_view.c */

/* Counts of a metric, a map or a joint: [rows][columns] in each configuration. */
typedef struct fl_result_view_counts {
    const uint64_t *count;
    uint64_t rows, columns;
    uint64_t stride;  /* from one configuration to the next */
    uint64_t low[2];  /* the values of the first row and column of a joint */
    const char *unit; /* of a metric; may be NULL */
} fl_result_view_counts;

/* The counts of a configuration. */
static inline const uint64_t *fl_figure_view_row(const fl_result_view_counts *self, uint64_t condition)
{
    return self->count + condition * self->stride;
}

/* Trials and hits of an event, totals (one step) or running totals. */
typedef struct fl_result_view_event {
    const uint64_t *trials, *hits; /* [steps] of each configuration */
    uint64_t steps;
    uint64_t stride; /* from one configuration to the next */
} fl_result_view_event;

/* Differences of the configurations from the first one in a metric or an event, if they share random
 * numbers. */
typedef struct fl_result_view_paired {
    const double *difference, *error, *unpaired, *freedom;
    uint64_t stride; /* from one configuration to the next */
} fl_result_view_paired;

typedef struct fl_result_view_joint {
    const char *metric[2];
    fl_result_view_counts counts;
} fl_result_view_joint;

/* Name number `i` of a list; NULL after the last. */
const char *fl_figure_view_name(const fl_result_view_names *self, uint64_t i);

/* The generator of a configuration. */
const char *fl_figure_view_generator(const fl_result_view *self, uint64_t condition);

/* Adds the value of a setting in a configuration; false for a setting that was not given. */
bool fl_figure_view_setting(const fl_result_view *self, uint64_t condition, const char *name, fl_text *out);

/* False if the array is missing or malformed; then do not use *out. Maps are those of the list `maps`,
 * well-formed joints are numbered from 0; the tables of pairs are "metric" and "event". */
bool fl_figure_view_metric(const fl_result_view *self, const char *name, fl_result_view_counts *out);
bool fl_figure_view_joint(const fl_result_view *self, unsigned i, fl_result_view_joint *out);
bool fl_figure_view_map(const fl_result_view *self, uint64_t i, fl_result_view_counts *out);

/* The number of samples of a configuration that its maps count. */
uint64_t fl_figure_view_mapped(const fl_result_view *self, uint64_t condition);
bool fl_figure_view_event_of(const fl_result_view *self, const char *name, fl_result_view_event *out);

/* The expression of event number `i`; NULL if the experiment does not define it. */
const char *fl_figure_view_own_event(const fl_result_view *self, uint64_t i);
bool fl_figure_view_paired(const fl_result_view *self, const char *table, const char *name,
                           fl_result_view_paired *out);
bool fl_figure_view_trace(const fl_result_view *self, const char *name, fl_result_view_event *out);

/* claim_view.c: the verdicts on documented claims in a file, row by row as in its table /claim. */

typedef enum fl_claim_outcome {
    FL_CLAIM_OUTCOME_NONE, /* the claim was not judged */
    FL_CLAIM_OUTCOME_CONFIRMED,
    FL_CLAIM_OUTCOME_REFUTED,
    FL_CLAIM_OUTCOME_UNDECIDED,
    FL_CLAIM_OUTCOMES
} fl_claim_outcome;

enum { FL_CLAIM_COLUMNS = 18, FL_CLAIM_POINT_COLUMNS = 5 };

typedef struct fl_claim_view {
    const fl_result_view *run; /* borrowed, as all columns */
    uint64_t n, points_n;      /* rows of /claim and /claim_trace */
    const void *column[FL_CLAIM_COLUMNS], *point[FL_CLAIM_POINT_COLUMNS];
} fl_claim_view;

/* A row of /claim; no text is NULL. */
typedef struct fl_claim_view_row {
    const char *id, *source, *sentence, *type, *scenario, *counts, *documented, *verdict;
    uint64_t condition, trials, hits;
    double value;       /* documented; NaN = no single number */
    double least, most; /* documented range of a metric; NaN = none */
    double tolerance, observed, low, high;
    fl_claim_outcome outcome;
} fl_claim_view_row;

/* A row of /claim_trace: the state of a claim during the judgement. */
typedef struct fl_claim_view_point {
    uint64_t claim, trials;
    double observed;
    fl_interval limits;
} fl_claim_view_point;

/* True if the file has a table of claims, even a malformed one. */
bool fl_figure_claims_are_there(const fl_result_view *run);

/* True if some claim of the table was judged. */
bool fl_figure_claims_are_judged(const fl_result_view *run);

/* No claims if the file has none. */
void fl_figure_claims_open(const fl_result_view *run, fl_claim_view *out);

fl_claim_view_row fl_figure_claims_row(const fl_claim_view *self, uint64_t i);
fl_claim_view_point fl_figure_claims_point(const fl_claim_view *self, uint64_t i);

/* Adds the document at the beginning of a source, without the section. */
void fl_figure_claims_add_source(const char *source, fl_text *out);

/* True if a claim was judged and is about the chance of an event that the file has. */
bool fl_figure_claims_is_about_event(const fl_claim_view *self, const fl_claim_view_row *row,
                                     fl_result_view_event *out);

/* The documented chance of an event in a configuration, preferably an exact one; NaN if no claim was judged
 * on it. */
double fl_figure_claims_chance(const fl_claim_view *self, uint64_t condition, const char *event);

/* Finds the first claim that was judged on a configuration and gives the values of a metric. */
bool fl_figure_claims_range(const fl_claim_view *self, uint64_t condition, const char *metric,
                            fl_claim_view_row *out);

/* safe_label.c */

/* Adds a name such as "secret_neighbours" as words. */
void fl_figure_label_add_words(fl_text *out, const char *name);

/* figure_metrics.c: mean and quantiles of counts of the values 0, 1, 2, … */

typedef struct fl_summary {
    double n, mean;
    double variance;    /* of the values, from the sample */
    double quantile[5]; /* 5, 25, 50, 75, 95 % */
} fl_summary;

/* Summarizes the counts of a configuration. NaN where there are none. */
fl_summary fl_figure_summary_of(const fl_result_view_counts *counts, uint64_t condition);

/* The sum of the counts of a configuration. */
double fl_figure_summary_total(const fl_result_view_counts *counts, uint64_t condition);

/* The largest value with a count in any configuration, -1 for none. */
int64_t fl_figure_summary_largest(const fl_result_view_counts *counts, uint64_t conditions);

/* sweep_axes.c: the layout of a run's configurations in a figure: one swept setting along the x axis, the
 * others together as series if there are few enough, or fixed at their first value, which the figure's note
 * states. */

enum { FL_SWEEP_AXES_XS = 40, FL_SWEEP_AXES_SERIES = 6 };

typedef struct fl_sweep_axes {
    const fl_result_view *run; /* borrowed, as all names */
    int x;                     /* axis of the run, -1 = none */
    bool is_series[FL_RESULT_VIEW_AXES];
    unsigned xs_n, series_n;
    const char *x_value[FL_SWEEP_AXES_XS];
    unsigned x_place[FL_SWEEP_AXES_XS];       /* from 1 */
    uint64_t series_at[FL_SWEEP_AXES_SERIES]; /* a configuration for each */
    uint64_t base;                            /* a configuration with the values of the fixed settings */
} fl_sweep_axes;

void fl_figure_axes_init(fl_sweep_axes *self, const fl_result_view *run);

/* The configuration at a position (both from 0), or FL_RESULT_VIEW_CONDITIONS if the run has none. */
uint64_t fl_figure_axes_condition(const fl_sweep_axes *self, unsigned x, unsigned series);

/* "stage", or "configuration" if the run sweeps nothing. */
const char *fl_figure_axes_x_name(const fl_sweep_axes *self);
const char *fl_figure_axes_x_value(const fl_sweep_axes *self, unsigned x);

/* Adds "hard off"; "all floors" without series. */
void fl_figure_axes_series_name(const fl_sweep_axes *self, unsigned series, fl_text *out);

/* Adds the fixed settings, and the number of values not shown: "preset full, 1 of 3 values of preset". */
void fl_figure_axes_held(const fl_sweep_axes *self, fl_text *out);

/* After the rows were added: names all positions along the x axis, also those without a row, which the note
 * lists as missing. `base` is a position that the note explains already; 0 = none. */
void fl_figure_axes_name_places(const fl_sweep_axes *self, unsigned base, fl_data_table *table);

/* True if all values of a setting are whole numbers. */
bool fl_figure_axes_has_numbers(const fl_result_view *run, unsigned axis);

/* sweep_axes.c, too: settings kept apart when configurations are added up. */

enum { FL_PARTS = 6 };

typedef struct fl_parts {
    const fl_result_view *run; /* borrowed */
    bool is_kept[FL_RESULT_VIEW_AXES];
    unsigned n;
    uint64_t first[FL_PARTS]; /* a configuration for each */
} fl_parts;

void fl_figure_parts_init(fl_parts *self, const fl_result_view *run);
bool fl_figure_parts_has(const fl_parts *self, unsigned part, uint64_t condition);

/* Adds the title, and the note "<floors> floors of rng pcg; every stage together; <more>"; more or NULL. */
void fl_figure_parts_add_title(const fl_parts *self, unsigned part, const char *what, const char *more,
                               fl_data_table *table);

/* titles.c: names of samples, title and note, with the run, the fixed settings, and the number of floors. */

/* True if a setting has several values in the run; --where may leave only one. */
bool fl_figure_titles_varies(const fl_result_view *run, unsigned axis);

/* Adds the settings with one value: "; hard off". */
void fl_figure_titles_add_held(const fl_result_view *run, fl_text *out);

/* Adds only the title. */
void fl_figure_titles_add_title(fl_data_table *table, const char *what, const fl_result_view *run);

/* figure_page.c: a page of a figure being filled. */

enum {
    FL_FIGURE_CONDITIONS = 6 /* with colours of their own */,
    FL_FIGURE_CHAPTERS = 60 /* limit of style.gp's axis */
};

/* The level of intervals that are computed for figures. */
#define FL_FIGURE_ODDS_ALPHA 0.05

typedef struct fl_figure_page {
    const fl_figure *figure;
    const fl_figure_job *job;
    const fl_result_view *run; /* the first */
    fl_data_table *table;
    fl_sweep_axes sweep;              /* of the first run */
    fl_claim_view claims;             /* of the first run; may be empty */
    unsigned panels_max, from, found; /* panels per page, before this page, and so far */
    unsigned each;                    /* as in fl_figure */
    unsigned base;                    /* a position on the x axis that the note explains; 0 = none */
    fl_data_table_place place;        /* of the next row, without the two names: */
    fl_text panel, series;
    fl_text note;  /* follows the common notes, unless `fill` writes title and note itself */
    fl_text words; /* scratch */
} fl_figure_page;

/* Counts a panel, for the next rows; its name is empty. True if it is on this page. */
bool fl_figure_page_panel(fl_figure_page *self);

/* The number of panels on the page. */
unsigned fl_figure_page_panels(const fl_figure_page *self);

/* Puts the next rows at position x of the sweep. */
void fl_figure_page_at(fl_figure_page *self, unsigned x);

/* Puts the next rows at the next position of the sweep, series by series, starting with *i = 0; false at the
 * end. */
bool fl_figure_page_step(fl_figure_page *self, unsigned *i, uint64_t *condition);

/* After a step: puts the series into a panel of its own. */
void fl_figure_page_apart(fl_figure_page *self);

/* Makes a configuration the next rows' series. */
void fl_figure_page_series(fl_figure_page *self, unsigned series, uint64_t condition);

/* Adds a row with a cell for each letter: c a count (uint64_t), n a number (double), t a text, w a text and
 * its limit of characters (unsigned); s hits and trials (uint64_t each), which become trials, hits, share and
 * interval. */
void fl_figure_page_row(fl_figure_page *self, const char *cells, ...);

/* Copies the part of a name before a suffix; false for other names, and for long ones. */
bool fl_figure_page_stem(const char *name, const char *end, char *out, size_t size);

/* True if all samples have a type, such as "journey". */
bool fl_figure_page_is_of(const fl_figure_page *self, const char *sample);

/* The number of configurations with their own colours; the note says if there are more. */
unsigned fl_figure_page_conditions(const fl_figure_page *self);
void fl_figure_page_add_limit(fl_figure_page *self);

/* figure_metrics.c */

/* True if a metric is in these figures: not those that number things or have their own figures. */
bool fl_figure_metrics_is_drawn(const char *name);

/* Adds the name of a metric's panel: "dead ends (rooms)", without the unit if the name contains it or it is
 * trivial. */
void fl_figure_metrics_add_name(fl_text *out, const char *name, const char *unit);

/* True if a metric has more than one value in the run. */
bool fl_figure_metrics_varies(const fl_result_view *run, const fl_result_view_counts *counts);

/* The factor of values: those in permille are shown in per cent. */
double fl_figure_metrics_scale(const char *unit);

/* Begins a metric's panel; false if it has none on this page. */
bool fl_figure_metrics_panel(fl_figure_page *page, const char *name, fl_result_view_counts *out);

/* Adds a row of n, mean and quantiles of a configuration that has samples. */
void fl_figure_metrics_add_summary(fl_figure_page *page, const fl_result_view_counts *counts,
                                   uint64_t condition);

/* figure_metrics.c: adds the values of a configuration in bars of `width` values each, with an empty one on
 * either side of a gap. */
void fl_figure_metrics_add_bars(fl_figure_page *page, const fl_result_view_counts *counts, uint64_t condition,
                                uint64_t width);

/* figure_runs.c: several runs, configuration by configuration. */

/* Finds the configurations of all runs that agree with one of the first run in every setting that varies in
 * one of them; false if a run has none. */
bool fl_figure_runs_match(const fl_figure_job *job, uint64_t condition, uint64_t out[FL_FIGURE_RUNS]);

/* The number of configurations common to all runs; *first is the first of them, if any. */
uint64_t fl_figure_runs_common(const fl_figure_job *job, uint64_t *first);

/* Adds which configurations are compared. */
void fl_figure_runs_add_note(const fl_figure_job *job, fl_text *out);

/* The functions that fill a page, each in the file of its type. */
#define FL_FIGURE_FILLER(filler, ...) void filler(fl_figure_page *page);
FL_FIGURES(FL_FIGURE_FILLER)
#undef FL_FIGURE_FILLER

#endif
