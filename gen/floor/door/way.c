/* SPDX-License-Identifier: MIT */
/* Union-find: rooms joined by open doors form groups; each room points to another one, the root to itself. */
#include "gen/floor/door/door.h"

enum { ROOMS_MAX = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX };

/* Returns the root of a room's group; halves the path for the next call. */
static unsigned group_of(uint16_t *next, unsigned room)
{
    while (next[room] != room) {
        next[room] = next[next[room]];
        room = next[room];
    }
    return room;
}

bool fl_door_has_open_way(const fl_floor *floor, unsigned from, unsigned to)
{
    uint16_t next[ROOMS_MAX];
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        next[i] = (uint16_t)i;
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        if (fl_door_price_of(floor, door) == FL_DOOR_OPEN) {
            next[group_of(next, door->room_a)] = (uint16_t)group_of(next, door->room_b);
        }
    }
    return group_of(next, from) == group_of(next, to);
}
