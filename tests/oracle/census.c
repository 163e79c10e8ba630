/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One bin per value; the first is for missing values, the last for all that are larger. */
#include "tests/oracle/census.h"

#include "tests/support/gtest.h"

#include <stdio.h>

void census_count(census *self, const fl_floor *floor, const int32_t value[FL_METRIC_COUNT])
{
    self->failed[floor->failure != NULL]++;
    for (int i = 0; i < FL_METRIC_COUNT && !floor->failure; i++) {
        unsigned bin = value[i] == FL_GENERATOR_FACT_NONE ? 0
                       : value[i] < CENSUS_BINS - 2       ? (unsigned)value[i] + 1
                                                          : CENSUS_BINS - 1;
        self->metric[i][bin]++;
    }
}

double census_compare(const census *ours, const census *theirs, bool (*is_ours_alone)(int metric),
                      char where[64])
{
    double least = gtest_same(ours->failed, theirs->failed, 2);
    snprintf(where, 64, "failed floors");
    for (int i = 0; i < FL_METRIC_COUNT + CENSUS_OTHERS; i++) {
        int other = i - (int)FL_METRIC_COUNT;
        double p = other >= 0 ? gtest_same(ours->other[other], theirs->other[other], CENSUS_OTHER_BINS)
                   : is_ours_alone(i) ? 1
                                      : gtest_same(ours->metric[i], theirs->metric[i], CENSUS_BINS);
        if (p < least) {
            least = p;
            snprintf(where, 64, other < 0 ? "metric %s" : "%s%d",
                     other < 0 ? fl_metric_of((unsigned)i)->name : "count ", other);
        }
    }
    return least;
}
