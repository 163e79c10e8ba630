/* Mean and quantiles of one row of counts, 0, 1, 2, …; floating point begins here. */
#ifndef FL_PLOTS_FIGURE_SUMMARY_H
#define FL_PLOTS_FIGURE_SUMMARY_H

#include "plots/figure/result_view.h"

typedef struct fl_summary {
    double n, mean;
    double quantile[5]; /* 5, 25, 50, 75, 95 % */
} fl_summary;

/* Of the counts of a condition. NaN where there are none. */
fl_summary fl_figure_summary_of(const fl_result_view_counts *counts, uint64_t condition);

/* How many of them there are. */
double fl_figure_summary_total(const fl_result_view_counts *counts, uint64_t condition);

/* The largest value with a count in any condition, -1 for none. */
int64_t fl_figure_summary_largest(const fl_result_view_counts *counts, uint64_t conditions);

#endif
