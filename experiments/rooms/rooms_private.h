/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/rooms share. */
#ifndef FL_EXPERIMENTS_ROOMS_ROOMS_PRIVATE_H
#define FL_EXPERIMENTS_ROOMS_ROOMS_PRIVATE_H

#include "experiments/rooms/rooms.h"

#include <stdint.h>

/* Number of values, their sum, the smallest and the largest; all 0 if there are none. */
typedef struct fl_room_summary {
    uint64_t n, sum;
    unsigned min, max;
} fl_room_summary;

fl_room_summary fl_rooms_summary(const fl_room_tally *self, fl_metric_room_id id);

#endif
