/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures: a row of a table each. A figure's function fills a data table from the runs, or leaves it empty
 * when they do not have what it draws; plots/render turns the table into a picture by the template that the
 * row names.
 *
 *     fl_figure_view_open   reads a result file for figures
 *     fl_figure_view_choose keeps some of its configurations
 *     fl_figure_find        a figure by its name
 *     fl_figure_left_out    the reason why a file does not get it
 *     fl_figure_fill        makes the data table of a page
 *     fl_figure_label_add   adds a text from a file to a figure: the only way */
#ifndef FL_PLOTS_FIGURE_FIGURE_H
#define FL_PLOTS_FIGURE_FIGURE_H

#include "analysis/store/store.h"
#include "gen/base/text.h"
#include "gen/base/yaml.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The data of one figure: a table of tab-separated values, and the texts around the picture.
 *
 * Every table begins with the same six columns, which say where a row belongs: number and name of its panel,
 * of its series, and of its position on the x axis. Tables are "long": one observation a row, as statistics
 * programs expect. */

typedef struct fl_data_table {
    fl_text rows;                          /* the table with its head */
    fl_text title, note, x_label, y_label; /* plain text */
    fl_text reading, foot;                 /* the lines below the picture */
    fl_text scale;                         /* the meaning of colours on a scale */
    fl_text axis; /* names of the positions along x, as gnuplot's list; empty = those of the rows */
    unsigned axis_n;
    uint64_t filled;                     /* bit set of the positions along x that have a row */
    bool has_documented;                 /* some row has a documented value */
    unsigned columns_n, cells_n, rows_n; /* cells of the current row; rows without the head */
    unsigned width;  /* of a print, which determines its height; 0 = as in the figure's row */
    unsigned height; /* of the picture; 0 = as in the figure's row */
} fl_data_table;

void fl_figure_table_init(fl_data_table *self);
void fl_figure_table_free(fl_data_table *self);

/* FL_ERR_MEMORY if a text could not grow. */
FL_NODISCARD fl_err fl_figure_table_check(const fl_data_table *self);

/* A result file as figures see it: configurations, and arrays of counts by name.
 *
 * Only the layout of the file matters, not the program that wrote it: a run of an older generator can still
 * be drawn. An array that is missing or has the wrong size counts as absent. */

enum {
    FL_RESULT_VIEW_AXES = 8,
    FL_RESULT_VIEW_CONDITIONS = 100000,
    FL_RESULT_VIEW_METRICS = 128,
    FL_RESULT_VIEW_BINS = 1 << 20
};

/* A setting that varies. */
typedef struct fl_result_view_axis {
    const char *name;
    char **value; /* [configurations]: numbers are texts, too */
} fl_result_view_axis;

/* A list of names in a file. */
typedef struct fl_result_view_names {
    char *const *name; /* borrowed; an entry may be NULL */
    uint64_t n;
} fl_result_view_names;

struct fl_result_view_counts;

typedef struct fl_result_view {
    fl_store store;
    const char *path;                     /* borrowed */
    const char *name, *about, *generator; /* of the experiment; all its generators */
    const char *sample, *streams;         /* types of samples; "shared" or "independent" */
    uint64_t conditions, seed;
    const uint64_t *samples;                   /* [configurations] */
    char *const *generators, *const *settings; /* [configurations] */
    fl_result_view_axis axes[FL_RESULT_VIEW_AXES];
    unsigned axes_n;
    bool lacks_first;   /* configurations were selected, and the first one was not */
    bool has_scenarios; /* the configurations are named scenarios, not settings that vary */
    fl_result_view_names metrics, events, maps;
    struct fl_result_view_counts *counts; /* [metrics] */
    uint64_t *rows;                       /* for all metrics */
} fl_result_view;

FL_NODISCARD fl_err fl_figure_view_open(fl_result_view *self, const char *path, fl_diag *diag);

/* The same from a store in memory, which the view takes over and leaves empty. */
FL_NODISCARD fl_err fl_figure_view_init(fl_result_view *self, fl_store *store, const char *path,
                                        fl_diag *diag);

/* Reduces a view to the configurations with the settings `wanted`, each "level=3"; several values of one
 * setting are alternatives. FL_ERR_USAGE with the nearest name if no configuration has one: the view is
 * unchanged. */
FL_NODISCARD fl_err fl_figure_view_choose(fl_result_view *self, const char *const *wanted, size_t n,
                                          fl_diag *diag);
void fl_figure_view_free(fl_result_view *self);

enum { FL_FIGURE_RUNS = 6, FL_FIGURE_PAGES = 64, FL_FIGURE_PANELS = 12 };

/* Widths of a print in millimetres: a column of a paper, a page, and the limits. */
enum { FL_FIGURE_COLUMN_MM = 85, FL_FIGURE_PAGE_MM = 170, FL_FIGURE_LEAST_MM = 70, FL_FIGURE_MOST_MM = 400 };

/* Page `page` (from 0) of a figure of these runs. */
typedef struct fl_figure_job {
    const fl_result_view *runs;
    unsigned runs_n;
    unsigned page;
    unsigned width;    /* of a print, in points of the screen (96 per inch); 0 = the default */
    const char *panel; /* name of the only panel, as "dead ends" or "dead_ends"; NULL = all */
    const char *title; /* NULL = the usual one */
    bool is_plain;     /* no title, note and lines below the picture */
} fl_figure_job;

/* How a figure treats the configurations of a file. */
typedef enum fl_figure_flag {
    FL_FIGURE_ALONG = 1,    /* lays them out along an axis */
    FL_FIGURE_POOLED = 2,   /* adds them up, or treats them as one thing under several settings */
    FL_FIGURE_CLAIMS = 4,   /* shows the verdicts of the file, and needs them */
    FL_FIGURE_PAIRED = 8,   /* compares configurations that share their random numbers */
    FL_FIGURE_ASKED = 32,   /* is drawn only if requested by name */
    FL_FIGURE_FEW = 16,     /* has a colour for each configuration, so room for a few */
    FL_FIGURE_MATCHED = 64, /* compares several runs in the configurations common to all */
    FL_FIGURE_APART = 128,  /* compares configurations of a run with independent random numbers */
} fl_figure_flag;

struct fl_figure_page;

typedef struct fl_figure {
    const char *name;
    const char *meaning;
    const char *needs;  /* what a run must have, for messages */
    const char *script; /* "plots/metrics.gp" */
    unsigned runs_min, runs_max;
    unsigned width, height; /* in pixels of SVG */
    unsigned flags;         /* bits of fl_figure_flag */
    const char *reading;    /* a sentence that explains how to read the picture */
    const char *documented; /* a sentence about documented values, if they are drawn; may be NULL */
    const char *title;      /* of the picture; the name of the run follows */
    const char *columns;    /* after the first six; NULL = `fill` names them */
    const char *x, *y;      /* along the axes; NULL = the swept setting, and the text set by `fill` */
    unsigned each;          /* pixels for a row of panels; 0 = fixed height */
    const char *names[2];   /* of the metric or the events for `fill` */
    void (*fill)(struct fl_figure_page *page);
} fl_figure;

const fl_figure *fl_figure_all(size_t *n);

/* Returns the figure of a name, or NULL. */
const fl_figure *fl_figure_find(const char *name);

/* Fills the table of a page and adds what all figures have: how the samples' random streams are related. */
void fl_figure_fill(const fl_figure *self, const fl_figure_job *job, fl_data_table *table);

/* The reason why a figure is left out for these files; NULL = it is not. A figure that is not left out may
 * still have nothing to draw. */
const char *fl_figure_left_out(const fl_figure *self, const fl_result_view *runs, unsigned runs_n);

/* Adds all figures left out by reason: "map, range (its configurations ...); odds (...)". */
void fl_figure_add_left_out(const fl_result_view *runs, unsigned runs_n, fl_text *out);

/* Reads the names of bosses; free them with fl_yaml_free. */
FL_NODISCARD fl_err fl_figure_bosses_open(fl_yaml **out, fl_diag *diag);

/* The name of a boss by its number in the metric boss_identity of a generator; NULL = unknown. */
const char *fl_figure_bosses_name(const fl_yaml *names, const char *generator, int64_t number);

/* Labels: texts from files on their way into a figure (names, titles, values of settings). They may be
 * hostile.
 *
 * A label is one line of valid UTF-8 of bounded length, without control characters and direction marks.
 * Double quotes and backslashes are replaced by look-alikes, since gnuplot's data files cannot quote them. A
 * label reaches gnuplot as a cell of a data file, or between single quotes, where only the quote itself is
 * special: it becomes an apostrophe. */

enum { FL_FIGURE_LABEL_SIGNS = 48, FL_FIGURE_LABEL_TITLE_SIGNS = 160 };

/* Adds a text as a label of at most `signs` characters; an empty text becomes "-". */
void fl_figure_label_add(fl_text *out, const char *text, unsigned signs);

/* The same between single quotes, as a gnuplot expression. */
void fl_figure_label_add_quoted(fl_text *out, const char *text, unsigned signs);

/* Adds "1 000 000", with narrow spaces. */
void fl_figure_titles_add_count(fl_text *out, uint64_t number);

/* Adds "20 000 rooms a configuration", or "100 to 300" if the configurations differ; `unit` is "rooms", or
 * empty for the number alone. */
void fl_figure_titles_add_samples(const fl_result_view *run, const char *unit, fl_text *out);

/* Adds "stage 1, hard off"; "all floors" for a run with a single configuration. */
void fl_figure_titles_condition(const fl_result_view *run, uint64_t condition, fl_text *out);

/* Adds run number `i` of several: its file and the settings that the others do not have: "A: flash, rules
 * flash". */
void fl_figure_titles_run(const fl_figure_job *job, unsigned i, fl_text *out);

/* The name of the samples: "floors", "rooms", "runs", or "samples" for several types. */
const char *fl_figure_titles_samples(const fl_result_view *run);

#endif
