/* What seed 002 says of a floor as a grid-based dungeon: its eight conditions, and where its rooms sit. */
#ifndef FL_ANALYSIS_METRIC_GRID_CONDITIONS_H
#define FL_ANALYSIS_METRIC_GRID_CONDITIONS_H

#include "analysis/metric/cluster.h"

/* The metrics of the group DUNGEON, into out[FL_METRIC_COUNT]. */
void fl_metric_grid_conditions_count(fl_cluster_work *work, const fl_floor *floor, int32_t *out);

#endif
