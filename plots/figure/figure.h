/* The figures: one row each. A row's function fills the table of a page, or leaves it empty when the runs do not have
 * what it draws; gnuplot's part is the template of that name. */
#ifndef FL_PLOTS_FIGURE_FIGURE_H
#define FL_PLOTS_FIGURE_FIGURE_H

#include "plots/figure/data_table.h"
#include "plots/figure/result_view.h"

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

#endif
