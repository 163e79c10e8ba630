/* A step spreads to the four sides of all tiles at once. */
#include "gen/room/room_walk.h"

#include <string.h>

void fl_room_walk_init(fl_room_walk *self, const fl_interior *room)
{
    unsigned walkable = fl_tile_walkable();
    memset(self, 0, sizeof *self);
    self->room = room;
    for (unsigned y = 0; y < room->size; y++) {
        for (unsigned x = 0; x < room->size; x++) {
            self->open[y] |= (walkable >> fl_room_tile(room, x, y) & 1) << x;
        }
    }
}

static void mark_door(const fl_room_walk *self, unsigned side, uint32_t mask[FL_ROOM_SLOT_BIG])
{
    for (unsigned which = 0; which < 2; which++) {
        unsigned x = 0;
        unsigned y = 0;
        fl_room_slot_door(self->room->size, side, which, &x, &y);
        mask[y] |= (uint32_t)1 << x;
    }
}

/* The tiles at all open doors. */
static void mark_doors(const fl_room_walk *self, uint32_t mask[FL_ROOM_SLOT_BIG])
{
    memset(mask, 0, FL_ROOM_SLOT_BIG * sizeof *mask);
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

static bool meets(const uint32_t *a, const uint32_t *b, unsigned n)
{
    for (unsigned y = 0; y < n; y++) {
        if (a[y] & b[y]) {
            return true;
        }
    }
    return false;
}

bool fl_room_walk_blocked(const fl_room_walk *self)
{
    uint32_t doors[FL_ROOM_SLOT_BIG];
    mark_doors(self, doors);
    return !covers(self->open, doors, self->room->size);
}

/* One step from every tile that was seen; false when there is nothing new. */
static bool spread(fl_room_walk *self)
{
    uint32_t next[FL_ROOM_SLOT_BIG];
    unsigned n = self->room->size;
    for (unsigned y = 0; y < n; y++) {
        uint32_t beside = self->seen[y] << 1 | self->seen[y] >> 1;
        uint32_t above = y > 0 ? self->seen[y - 1] : 0;
        uint32_t below = y + 1 < n ? self->seen[y + 1] : 0;
        next[y] = self->seen[y] | (self->open[y] & (beside | above | below));
    }
    bool is_new = memcmp(next, self->seen, n * sizeof *next) != 0;
    memcpy(self->seen, next, n * sizeof *next);
    return is_new;
}

static void start_at(fl_room_walk *self, unsigned side)
{
    memset(self->seen, 0, sizeof self->seen);
    mark_door(self, side, self->seen);
    for (unsigned y = 0; y < self->room->size; y++) {
        self->seen[y] &= self->open[y];
    }
}

bool fl_room_walk_parted(fl_room_walk *self)
{
    uint32_t doors[FL_ROOM_SLOT_BIG];
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

int fl_room_walk_steps(fl_room_walk *self, unsigned from, unsigned to)
{
    uint32_t target[FL_ROOM_SLOT_BIG] = {0};
    mark_door(self, to, target);
    start_at(self, from);
    for (int steps = 0;; steps++) {
        if (meets(self->seen, target, self->room->size)) {
            return steps;
        }
        if (!spread(self)) {
            return FL_ROOM_WALK_NEVER;
        }
    }
}
