/* Where special rooms stand among the dead ends. */
#ifndef FL_ANALYSIS_METRIC_DEAD_END_RANK_H
#define FL_ANALYSIS_METRIC_DEAD_END_RANK_H

#include "gen/floor/floor.h"

/* The metrics of the group RANKS, into out[FL_METRIC_COUNT]. */
void fl_metric_dead_end_rank_count(const fl_floor *floor, int32_t *out);

#endif
