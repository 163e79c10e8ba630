/* Metrics of normal rooms' interiors: how hard they are, their numbers, what varies on top. */
#ifndef FL_ANALYSIS_METRIC_INTERIOR_H
#define FL_ANALYSIS_METRIC_INTERIOR_H

#include "analysis/metric/metric.h"

/* Fills their places in out[FL_METRIC_COUNT]; no value where there are no interiors. */
void fl_metric_interior_count(const fl_floor *floor, int32_t *out);

#endif
