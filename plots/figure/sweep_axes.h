/* How the conditions of a run are laid out in a figure: one swept setting along the x axis, one as series, the others
 * held at their first value (and said so). */
#ifndef FL_PLOTS_FIGURE_SWEEP_AXES_H
#define FL_PLOTS_FIGURE_SWEEP_AXES_H

#include "plots/figure/result_view.h"

#include "gen/base/text.h"

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

/* The condition at a place (both from 0), or FL_RESULT_VIEW_CONDITIONS where the run has none. */
uint64_t fl_figure_axes_condition(const fl_sweep_axes *self, unsigned x, unsigned series);

/* "stage", or "condition" for a run that sweeps nothing. */
const char *fl_figure_axes_x_name(const fl_sweep_axes *self);
const char *fl_figure_axes_x_value(const fl_sweep_axes *self, unsigned x);

/* "hard off"; "all floors" where there are no series. */
void fl_figure_axes_series_name(const fl_sweep_axes *self, unsigned series, fl_text *out);

/* "preset full, rules wiki": what is held; nothing is added when nothing is. */
void fl_figure_axes_held(const fl_sweep_axes *self, fl_text *out);

#endif
