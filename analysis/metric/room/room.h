/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be counted about the inside of a room, in whole numbers. */
#ifndef FL_ANALYSIS_METRIC_ROOM_ROOM_H
#define FL_ANALYSIS_METRIC_ROOM_ROOM_H

#include "gen/room/room.h"

#include <stdint.h>

/* symbol, name, unit, meaning */
#define FL_ROOM_METRICS(X)                                                                                   \
    X(CLUTTER, "clutter", "permille", "tiles with something in the way, of all tiles (rounded down)")        \
    X(CLUTTER_TILES, "clutter_tiles", "tiles", "tiles with something in the way")                            \
    X(WALKABLE, "walkable", "permille", "tiles one can walk on unharmed, of all tiles (rounded down)")       \
    X(WALKABLE_TILES, "walkable_tiles", "tiles", "tiles one can walk on unharmed")                           \
    X(CUT_OFF, "cut_off", "tiles", "walkable tiles that the doors do not reach; none without doors")         \
    X(PATH, "path", "steps",                                                                                 \
      "the longest way between two doors, each by the shortest; none below two doors")                       \
    X(DETOUR, "detour", "steps",                                                                             \
      "the most steps that a way between two doors has more than in an empty room")                          \
    X(MIRROR_X, "mirror_x", "permille", "tiles that are as their image left-right (rounded down)")           \
    X(MIRROR_Y, "mirror_y", "permille", "tiles that are as their image upside down (rounded down)")          \
    X(HALF_TURN, "half_turn", "permille", "tiles that are as their image after half a turn (rounded down)")  \
    X(DIAGONAL, "diagonal", "permille", "tiles that are as their image in the main diagonal (rounded down)") \
    X(ENEMIES, "enemies", "enemies", "places where enemies appear")                                          \
    X(PICKUPS, "pickups", "pickups", "places where pickups appear")                                          \
    X(SPENT, "spent", "points", "clutter of the chunks, as their flags say")

#define FL_ROOM_ENUM(symbol, ...) FL_METRIC_ROOM_##symbol,
typedef enum fl_metric_room_id { FL_ROOM_METRICS(FL_ROOM_ENUM) FL_METRIC_ROOM_COUNT } fl_metric_room_id;
#undef FL_ROOM_ENUM

enum {
    FL_METRIC_ROOM_NONE = -1,
    FL_METRIC_ROOM_MAX = 1000, /* no value is larger */
};

typedef struct fl_metric_room_row {
    const char *name, *unit, *meaning;
} fl_metric_room_row;

const fl_metric_room_row *fl_metric_room_of(fl_metric_room_id id);

/* All metrics of a room; FL_METRIC_ROOM_NONE where there is none, or a way that does not exist. */
void fl_metric_room_compute(const fl_interior *room, int32_t out[FL_METRIC_ROOM_COUNT]);

#endif
