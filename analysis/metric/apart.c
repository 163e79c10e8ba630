/* SPDX-License-Identifier: MIT */
/* Rooms that are reached by other means than doors: ultra secret rooms, which stand two steps from the rest
 * (gen/rebirth/RULES.md, "Where the ultra secret room goes"). gen/floor/check exempts them from being
 * connected; here they are counted. */
#include "analysis/metric/metric_private.h"

int32_t fl_metric_apart_count(const fl_floor *floor)
{
    int32_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        n += floor->rooms[i].distance == FL_FLOOR_UNREACHED;
    }
    return n;
}
