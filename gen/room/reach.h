/* Where one can walk in a room: rows of bits, spreading a step at a time. */
#ifndef FL_GEN_ROOM_REACH_H
#define FL_GEN_ROOM_REACH_H

#include "gen/room/room.h"

enum { FL_ROOM_REACH_NEVER = -1 };

typedef struct fl_room_reach {
    const fl_interior *room;         /* borrowed */
    uint32_t open[FL_ROOM_PART_BIG]; /* bit x: the tile can be walked on */
    uint32_t seen[FL_ROOM_PART_BIG]; /* reached from where the last walk began */
} fl_room_reach;

void fl_room_reach_init(fl_room_reach *self, const fl_interior *room);

/* A door with a tile that cannot be walked on. */
bool fl_room_reach_blocked(const fl_room_reach *self);

/* Two open doors that do not reach each other. Fills `seen` with what the first open door reaches (nothing without). */
bool fl_room_reach_parted(fl_room_reach *self);

/* Steps of the shortest ways from the door of a side to those of a set of sides, by side: from the nearest tile of one to
 * the nearest of the other; FL_ROOM_REACH_NEVER when there is none. */
void fl_room_reach_ways(fl_room_reach *self, unsigned from, unsigned to, int steps[FL_ALL_SIDES + 1]);

#endif
