/* One floor into the counts of a tally. */
#ifndef FL_ANALYSIS_TALLY_TALLY_ONE_H
#define FL_ANALYSIS_TALLY_TALLY_ONE_H

#include "analysis/tally/tally.h"

/* All that fl_tally_add counts but the floors themselves. */
void fl_tally_one_add(fl_tally *self, const fl_floor *floor, const int32_t *values,
                      const fl_metric_work *work, uint64_t index);

#endif
