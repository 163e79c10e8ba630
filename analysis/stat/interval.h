/* Fixed-n companions of the confidence sequence: for readers who expect them, and only honest when the number of trials
 * was set beforehand. */
#ifndef FL_ANALYSIS_STAT_INTERVAL_H
#define FL_ANALYSIS_STAT_INTERVAL_H

#include "analysis/stat/ratio.h"

typedef struct fl_interval {
    double lo, hi;
} fl_interval;

/* Clopper and Pearson: covers at least with 1 - alpha, for every chance. No trials: 0…1. */
fl_interval fl_stat_interval_exact(uint64_t hits, uint64_t trials, double alpha);

/* Wilson's score interval: covers about 1 - alpha on average over the chances. */
fl_interval fl_stat_interval_wilson(uint64_t hits, uint64_t trials, double alpha);

/* Two-sided binomial p: the chance of all numbers of hits that are no likelier than the one found. 0 < num < den, or
 * exactly 0 or 1 at the ends. */
double fl_stat_interval_p(uint64_t hits, uint64_t trials, fl_fraction documented);

#endif
