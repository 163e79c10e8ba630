/* What documents say, as far as figures mark it: chances of events, and ranges of metrics along a swept setting.
 *
 * A row holds for the conditions that meet all words of `only`: "setting=value|value", where "-" stands for a setting
 * that is neither swept nor given. The chances are about rolls: an event's trials, not floors. */
#ifndef FL_PLOTS_FIGURE_DOCUMENTED_H
#define FL_PLOTS_FIGURE_DOCUMENTED_H

#include "plots/figure/result_view.h"

#include "analysis/stat/ratio.h"

typedef struct fl_documented_odd {
    const char *event; /* "gate.library.passed" */
    const char *label; /* for people */
    const char *generator;
    const char *only;
    fl_fraction chance;
    const char *source;
} fl_documented_odd;

enum { FL_DOCUMENTED_STEPS = 13 };

typedef struct fl_documented_range {
    const char *metric;
    const char *generator;
    const char *only;
    const char *setting;                                     /* what the range depends on */
    int low[FL_DOCUMENTED_STEPS], high[FL_DOCUMENTED_STEPS]; /* by its value; high 0 = nothing is said */
    const char *source;
} fl_documented_range;

const fl_documented_odd *fl_figure_documented_odds(size_t *n);

/* Whether a row holds in a condition. */
bool fl_figure_documented_holds(const fl_result_view *run, uint64_t condition, const char *generator,
                                const char *only);

/* The range of a metric in a condition, false when none is documented. */
bool fl_figure_documented_range_of(const fl_result_view *run, uint64_t condition, const char *metric,
                                   const fl_documented_range **row, int out[2]);

#endif
