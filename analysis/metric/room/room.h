/* SPDX-License-Identifier: MIT */
/* Metrics of the inside of a room: whole numbers, one row of a table each. fl_metric_room_compute computes
 * all of them. */
#ifndef FL_ANALYSIS_METRIC_ROOM_ROOM_H
#define FL_ANALYSIS_METRIC_ROOM_ROOM_H

#include "gen/room/room.h"

#include <stdint.h>

/* symbol, name, unit, meaning */
#define FL_ROOM_METRICS(X)                                                                                   \
    X(AREA, "area", "tiles", "tiles of the room")                                                            \
    X(CLUTTER, "clutter", "permille", "tiles with something in the way, of all tiles (rounded down)")        \
    X(CLUTTER_TILES, "clutter_tiles", "tiles", "tiles with something in the way")                            \
    X(WALKABLE, "walkable", "permille", "tiles a player can walk on unharmed, of all tiles (rounded down)")  \
    X(WALKABLE_TILES, "walkable_tiles", "tiles", "tiles a player can walk on unharmed")                      \
    X(CUT_OFF, "cut_off", "tiles", "walkable tiles that no door leads to; no value without doors")           \
    X(PATH, "path", "steps", "the longest of the shortest ways between two doors; no value below two doors") \
    X(DETOUR, "detour", "steps",                                                                             \
      "the most extra steps of a way between two doors, compared with an empty room")                        \
    X(MIRROR_X, "mirror_x", "permille", "tiles that equal their left-right mirror image (rounded down)")     \
    X(MIRROR_Y, "mirror_y", "permille", "tiles that equal their upside-down mirror image (rounded down)")    \
    X(HALF_TURN, "half_turn", "permille", "tiles that equal their image after half a turn (rounded down)")   \
    X(DIAGONAL, "diagonal", "permille",                                                                      \
      "tiles that equal their mirror image in the main diagonal (rounded down)")                             \
    X(ENEMIES, "enemies", "enemies", "places where enemies appear")                                          \
    X(PICKUPS, "pickups", "pickups", "places where pickups appear")                                          \
    X(SPENT, "spent", "points", "the sum of the chunks' clutter as their flags state it")

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

/* Computes all metrics of a room; FL_METRIC_ROOM_NONE for a missing value or path. */
void fl_metric_room_compute(const fl_interior *room, int32_t out[FL_METRIC_ROOM_COUNT]);

#endif
