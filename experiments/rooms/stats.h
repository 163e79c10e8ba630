/* Counting many chunk rooms: every metric's values as exact whole numbers, and the rooms that break a promise.
 *
 * Threads take blocks of rooms from one counter and count for themselves; adding up gives the same numbers for any
 * number of threads. */
#ifndef FL_EXPERIMENTS_ROOMS_STATS_H
#define FL_EXPERIMENTS_ROOMS_STATS_H

#include "experiments/rooms/source.h"
#include "analysis/metric/room/room.h"

typedef struct fl_room_tally {
    uint64_t rooms;
    uint64_t broken;       /* rooms with something that fl_room_check complains about */
    uint64_t first_broken; /* the lowest number of such a room */
    const char *complaint; /* about that one */
    uint64_t none[FL_METRIC_ROOM_COUNT];
    uint64_t count[FL_METRIC_ROOM_COUNT][FL_METRIC_ROOM_MAX + 1];
} fl_room_tally;

typedef struct fl_room_counting {
    const fl_rooms_source *source;
    uint64_t from, rooms;
    unsigned threads;
    bool measures; /* metrics, too */
} fl_room_counting;

/* `out` is large: not for the stack. */
FL_NODISCARD fl_err fl_rooms_stats_count(const fl_room_counting *what, fl_room_tally *out, fl_diag *diag);

/* Number of values, their sum, the least and the largest; n = 0 leaves those 0. */
typedef struct fl_room_spread {
    uint64_t n, sum;
    unsigned min, max;
} fl_room_spread;

fl_room_spread fl_rooms_stats_spread(const fl_room_tally *self, fl_metric_room_id id);

#endif
