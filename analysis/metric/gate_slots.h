/* What came of the gates: which room stands where chance could have put one. */
#ifndef FL_ANALYSIS_METRIC_GATE_SLOTS_H
#define FL_ANALYSIS_METRIC_GATE_SLOTS_H

#include "gen/floor/floor.h"

/* The metrics of the group SLOTS, into out[FL_METRIC_COUNT]. */
void fl_metric_gate_slots_count(const fl_floor *floor, int32_t *out);

#endif
