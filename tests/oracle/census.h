/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For oracles: everything counted of the floors of one generator, to be compared with another's. */
#ifndef FL_TESTS_ORACLE_CENSUS_H
#define FL_TESTS_ORACLE_CENSUS_H

#include "analysis/metric/metric.h"

enum { CENSUS_BINS = 1024, CENSUS_OTHERS = 80, CENSUS_OTHER_BINS = 128 };

typedef struct census {
    uint64_t failed[2];
    uint64_t metric[FL_METRIC_COUNT][CENSUS_BINS];
    uint64_t other[CENSUS_OTHERS][CENSUS_OTHER_BINS]; /* what the oracle counts itself */
} census;

/* Counts a floor's metrics, unless it has failed. */
void census_count(census *self, const fl_floor *floor, const int32_t value[FL_METRIC_COUNT]);

/* The smallest p-value of all comparisons, and where it was; metrics that only one side records are left out.
 */
double census_compare(const census *ours, const census *theirs, bool (*is_ours_alone)(int metric),
                      char where[64]);

#endif
