/* SPDX-License-Identifier: MIT */
/* Floods a room: each step spreads from all tiles to their four sides at once. */
#include "gen/room/room_private.h"

#include <string.h>

void fl_room_reach_init(fl_room_reach *self, const fl_interior *room)
{
    unsigned walkable = fl_room_tile_walkable();
    memset(self, 0, sizeof *self);
    self->room = room;
    uint32_t inside = ((uint32_t)1 << room->size) - 1;
    for (unsigned y = 0; y < room->size; y++) {
        uint32_t left = fl_room_tile_rows_gather(fl_room_tile_rows_in(room->row[y][0], walkable));
        uint32_t right = fl_room_tile_rows_gather(fl_room_tile_rows_in(room->row[y][1], walkable));
        self->open[y] = (left | right << 16) & inside;
    }
}

static void mark_door(const fl_room_reach *self, unsigned side, uint32_t mask[FL_ROOM_PART_BIG])
{
    for (unsigned which = 0; which < 2; which++) {
        unsigned x = 0;
        unsigned y = 0;
        fl_room_parts_door(self->room->size, side, which, &x, &y);
        mask[y] |= (uint32_t)1 << x;
    }
}

/* Marks the tiles at all doors. */
static void mark_doors(const fl_room_reach *self, uint32_t mask[FL_ROOM_PART_BIG])
{
    memset(mask, 0, FL_ROOM_PART_BIG * sizeof *mask);
    for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
        if (self->room->doors & side) {
            mark_door(self, side, mask);
        }
    }
}

static bool covers(const uint32_t *have, const uint32_t *want, unsigned n)
{
    for (unsigned y = 0; y < n; y++) {
        if (want[y] & ~have[y]) {
            return false;
        }
    }
    return true;
}

/* True if a tile at the door of a side was reached. */
static bool has_seen(const fl_room_reach *self, unsigned side)
{
    unsigned x[2];
    unsigned y[2];
    fl_room_parts_door(self->room->size, side, 0, &x[0], &y[0]);
    fl_room_parts_door(self->room->size, side, 1, &x[1], &y[1]);
    return (self->seen[y[0]] >> x[0] | self->seen[y[1]] >> x[1]) & 1;
}

bool fl_room_reach_blocked(const fl_room_reach *self)
{
    uint32_t doors[FL_ROOM_PART_BIG];
    mark_doors(self, doors);
    return !covers(self->open, doors, self->room->size);
}

/* Takes one step from every tile that was reached; false if no new tile is reached. */
static bool spread(fl_room_reach *self)
{
    uint32_t row[FL_ROOM_PART_BIG + 2] = {0}; /* with an empty one above and below */
    uint32_t new = 0;
    memcpy(row + 1, self->seen, sizeof self->seen);
    for (unsigned y = 0; y < FL_ROOM_PART_BIG; y++) {
        uint32_t near = row[y + 1] << 1 | row[y + 1] >> 1 | row[y] | row[y + 2];
        uint32_t found = self->open[y] & near & ~row[y + 1];
        self->seen[y] |= found;
        new |= found;
    }
    return new != 0;
}

static void start_at(fl_room_reach *self, unsigned side)
{
    memset(self->seen, 0, sizeof self->seen);
    mark_door(self, side, self->seen);
    for (unsigned y = 0; y < self->room->size; y++) {
        self->seen[y] &= self->open[y];
    }
}

bool fl_room_reach_parted(fl_room_reach *self)
{
    uint32_t doors[FL_ROOM_PART_BIG];
    unsigned sides = self->room->doors;
    memset(self->seen, 0, sizeof self->seen);
    if (!sides) {
        return false;
    }
    start_at(self, sides & -sides);
    while (spread(self)) {}
    mark_doors(self, doors);
    return !covers(self->seen, doors, self->room->size);
}

void fl_room_reach_ways(fl_room_reach *self, unsigned from, unsigned to, int steps[FL_ALL_SIDES + 1])
{
    for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
        steps[side] = FL_ROOM_REACH_NEVER;
    }
    start_at(self, from);
    for (int n = 0;; n++) {
        for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
            if (to & side && has_seen(self, side)) {
                steps[side] = n;
                to &= ~side;
            }
        }
        if (!to || !spread(self)) {
            return;
        }
    }
}
