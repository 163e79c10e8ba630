/* Distances from the start, and the shortest ways to the end room and to the super secret room. */
#ifndef FL_ANALYSIS_METRIC_PATH_H
#define FL_ANALYSIS_METRIC_PATH_H

#include "analysis/metric/graph.h"

/* The metrics of the group DISTANCES, into out[FL_METRIC_COUNT]. */
void fl_metric_path_measure(const fl_floor *floor, int32_t *out);

/* The metrics of the group PATHS, into out[FL_METRIC_COUNT]; the graph was read from this floor. */
void fl_metric_path_count(fl_graph *graph, const fl_floor *floor, int32_t *out);

#endif
