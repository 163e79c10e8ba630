/* The cells a secret room could have been put on, found again on the finished floor. */
#ifndef FL_ANALYSIS_METRIC_SECRET_SITES_H
#define FL_ANALYSIS_METRIC_SECRET_SITES_H

#include "gen/floor/floor.h"

/* The metrics of the group OFFER, into out[FL_METRIC_COUNT]. */
void fl_metric_secret_sites_count(const fl_floor *floor, int32_t *out);

#endif
