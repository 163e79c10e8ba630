/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures: one row each. A row's function fills the table of a page, or leaves it empty when the runs do not have
 * what it draws; gnuplot's part is the template of that name. */
#ifndef FL_PLOTS_FIGURE_FIGURE_H
#define FL_PLOTS_FIGURE_FIGURE_H

#include "analysis/store/store.h"
#include "gen/base/text.h"
#include "gen/base/yaml.h"

#include <stddef.h>
#include <stdint.h>

/* The data of one figure: a table of tab-separated values, and what stands around the picture.
 *
 * Every table begins with the same six columns, which place a row: number and name of its panel, of its series, and
 * its place on the x axis. All rows of a figure are "long": one observation each, ready for any statistics program. */

typedef struct fl_data_table {
    fl_text rows;                          /* the table, its head included */
    fl_text title, note, x_label, y_label; /* plain texts */
    unsigned columns_n, cells_n, rows_n;   /* cells of the row that is being written; rows without the head */
    unsigned width, height;                /* of the picture; 0 = as the figure's row says */
} fl_data_table;

void fl_figure_table_init(fl_data_table *self);
void fl_figure_table_free(fl_data_table *self);

/* FL_ERR_MEMORY if anything was lost. */
FL_NODISCARD fl_err fl_figure_table_check(const fl_data_table *self);

/* A result file as figures look at it: conditions, and arrays of counts by name.
 *
 * Knows the layout of the file, not the program that wrote it: a run of an older generator can still be drawn. What is
 * missing or has another size than it should is "not there". */

enum {
    FL_RESULT_VIEW_AXES = 8,
    FL_RESULT_VIEW_CONDITIONS = 4096,
    FL_RESULT_VIEW_METRICS = 128,
    FL_RESULT_VIEW_BINS = 1 << 20
};

/* A swept setting. */
typedef struct fl_result_view_axis {
    const char *name;
    char *const *value; /* [conditions] */
} fl_result_view_axis;

typedef struct fl_result_view {
    fl_store store;
    const char *path; /* borrowed */
    const char *name, *generator;
    uint64_t conditions, seed;
    const uint64_t *floors; /* [conditions] */
    fl_result_view_axis axes[FL_RESULT_VIEW_AXES];
    unsigned axes_n;
    fl_yaml *resolved; /* the experiment */
} fl_result_view;

FL_NODISCARD fl_err fl_figure_view_open(fl_result_view *self, const char *path, fl_diag *diag);
void fl_figure_view_free(fl_result_view *self);

enum { FL_FIGURE_RUNS = 6, FL_FIGURE_PAGES = 32, FL_FIGURE_PANELS = 12 };

/* What to draw from: page `page` (from 0) of a figure. */
typedef struct fl_figure_job {
    const fl_result_view *runs;
    unsigned runs_n;
    unsigned page;
} fl_figure_job;

typedef struct fl_figure {
    const char *name;
    const char *meaning;
    const char *needs;  /* what a run must have */
    const char *script; /* "plots/metrics.gp" */
    unsigned runs_min, runs_max;
    unsigned width, height; /* in points of the screen */
    void (*fill)(const fl_figure_job *job, fl_data_table *sheet);
} fl_figure;

const fl_figure *fl_figure_all(size_t *n);

/* NULL when there is none of that name. */
const fl_figure *fl_figure_find(const char *name);

/* The names of the bosses of the remakes. */

/* The name of a boss's number (the metric boss_identity of the generator "rebirth"); NULL where there is none. */
const char *fl_figure_bosses_name(unsigned number);

/* Texts from files on their way into a figure: names, titles, values of settings.
 *
 * All of it is hostile. A label is one line of valid UTF-8 without control signs, direction marks, double quotes and
 * backslashes (their look-alikes stand in: gnuplot's data files know no other way), of a bounded length. It reaches
 * gnuplot as a cell of a data file, or between single quotes, where nothing but the quote itself means anything: there it
 * becomes an apostrophe. */

enum { FL_FIGURE_LABEL_SIGNS = 48, FL_FIGURE_LABEL_TITLE_SIGNS = 160 };

/* Adds a text as a label of at most `signs` signs; an empty one is "-". */
void fl_figure_label_add(fl_text *out, const char *text, unsigned signs);

/* The same between single quotes, as a gnuplot expression. */
void fl_figure_label_add_quoted(fl_text *out, const char *text, unsigned signs);

/* What most figures say around the picture: run, swept settings, what is held, how many floors. */

/* "1 000 000", with narrow spaces. */
void fl_figure_titles_add_count(fl_text *out, uint64_t number);

/* "stage 1, hard off"; "all floors" where nothing is swept. */
void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out);

#endif
