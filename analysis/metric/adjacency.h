/* Which kinds of rooms touch each other, counted on the doors. */
#ifndef FL_ANALYSIS_METRIC_ADJACENCY_H
#define FL_ANALYSIS_METRIC_ADJACENCY_H

#include "analysis/metric/graph.h"

/* The metrics of the group TOUCHES, into out[FL_METRIC_COUNT]; the graph was read from this floor; `exits` is scratch
 * for a number per room. */
void fl_metric_adjacency_count(const fl_graph *graph, const fl_floor *floor, uint16_t *exits, int32_t *out);

#endif
