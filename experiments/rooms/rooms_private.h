/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_ROOMS_ROOMS_PRIVATE_H
#define FL_EXPERIMENTS_ROOMS_ROOMS_PRIVATE_H

#include "experiments/rooms/rooms.h"

#include <stdint.h>

/* Chunk rooms from the command line: settings, seed, rules. */

/* "name=value", where clutter=2 and clutter=1..2 set both clutter_min and clutter_max. */
FL_NODISCARD fl_err fl_rooms_assign(fl_setting_values *values, const char *assignment, fl_diag *diag);

/* Counting many chunk rooms: every metric's values as exact whole numbers, and the rooms that break a promise.
 *
 * Threads take blocks of rooms from one counter and count for themselves; adding up gives the same numbers for any
 * number of threads. */

/* Number of values, their sum, the least and the largest; n = 0 leaves those 0. */
typedef struct fl_room_summary {
    uint64_t n, sum;
    unsigned min, max;
} fl_room_summary;

fl_room_summary fl_rooms_summary(const fl_room_tally *self, fl_metric_room_id id);

#endif
