/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks over the ground of floors, tile by tile, and compares with what the floor's doors promise.
 *
 * In each room the walk starts at one door and stays in the room: it must come to all other doors. Over the
 * whole floor it starts at a door of the start, and must come to the doors of all rooms to which a chain of
 * doors leads. Hidden doors count as doors. A room without a way of doors, such as an ultra secret room, is
 * counted and not looked for. */
#include "experiments/show/show_private.h"

#include <string.h>

enum { NOBODY = 0 };
static const uint32_t whole = UINT32_MAX;

static bool is_walkable(unsigned tile)
{
    return tile < FL_TILE_COUNT
               ? fl_room_tile_of((fl_tile)tile)->is_walkable
               : tile == FL_GROUND_DOOR || tile == FL_GROUND_HIDDEN || tile == FL_GROUND_PASSAGE;
}

/* Marks all tiles that can be reached from a tile with `as`: those of the room (its number + 1), or of all
 * rooms (whole). */
static void flood(fl_show_ground *self, fl_ground_spot from, uint32_t as)
{
    static const fl_ground_spot steps[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    size_t n = 0;
    self->queue[n++] = (uint32_t)(from.y * self->width + from.x);
    self->mark[self->queue[0]] = as;
    for (size_t i = 0; i < n; i++) {
        int x = (int)self->queue[i] % self->width;
        int y = (int)self->queue[i] / self->width;
        for (unsigned k = 0; k < 4; k++) {
            int to_x = x + steps[k].x;
            int to_y = y + steps[k].y;
            if (to_x < 0 || to_y < 0 || to_x >= self->width || to_y >= self->height) {
                continue;
            }
            uint32_t to = (uint32_t)(to_y * self->width + to_x);
            bool is_here = as == whole || fl_show_ground_room(self, to_x, to_y) + 1 == (int)as;
            if (self->mark[to] != as && is_here && is_walkable(self->tile[to])) {
                self->mark[to] = as;
                self->queue[n++] = to;
            }
        }
    }
}

/* Whether both tiles of a door in one of its cells have the mark. */
static bool has_mark(const fl_show_ground *self, const fl_door *door, bool of_second, uint32_t mark)
{
    fl_ground_spot along;
    unsigned cell = of_second ? door->cell_b : door->cell_a;
    fl_ground_spot at =
        fl_show_ground_door(self, cell, fl_show_ground_side(self->floor, door, of_second), &along);
    return self->mark[at.y * self->width + at.x] == mark &&
           self->mark[(at.y + along.y) * self->width + at.x + along.x] == mark;
}

/* Floods from the first tile of a door, in the room on one side of it or everywhere. */
static void flood_from(fl_show_ground *self, const fl_door *door, bool of_second, uint32_t as)
{
    fl_ground_spot along;
    unsigned cell = of_second ? door->cell_b : door->cell_a;
    flood(self, fl_show_ground_door(self, cell, fl_show_ground_side(self->floor, door, of_second), &along),
          as);
}

static unsigned room_of(const fl_door *door, bool of_second)
{
    return of_second ? door->room_b : door->room_a;
}

/* Floods each room from its first door, then looks at all doors. Returns a room with a door that was not
 * reached, or -1. */
static int walk_rooms(fl_show_ground *self)
{
    const fl_floor *floor = self->floor;
    int parted = -1;
    memset(self->mark, NOBODY, (size_t)self->width * (size_t)self->height * sizeof *self->mark);
    memset(self->is_walked, 0, floor->rooms_n);
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        if (!door->is_wall && !self->is_walked[room]) {
            flood_from(self, door, i % 2, room + 1);
            self->is_walked[room] = 1;
        }
    }
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        parted = door->is_wall || has_mark(self, door, i % 2, room + 1) ? parted : (int)room;
    }
    return parted;
}

/* Which rooms doors lead to from the start. */
static void follow_doors(const fl_floor *floor, uint8_t *is_led)
{
    bool has_grown = true;
    memset(is_led, 0, floor->rooms_n);
    is_led[0] = 1;
    while (has_grown) {
        has_grown = false;
        for (unsigned i = 0; i < floor->doors_n; i++) {
            const fl_door *door = &floor->doors[i];
            if (!door->is_wall && is_led[door->room_a] != is_led[door->room_b]) {
                is_led[door->room_a] = is_led[door->room_b] = 1;
                has_grown = true;
            }
        }
    }
}

static int walk_floor(fl_show_ground *self, fl_show_ways *ways)
{
    const fl_floor *floor = self->floor;
    int missed = -1;
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        if (!floor->doors[i / 2].is_wall && room_of(&floor->doors[i / 2], i % 2) == 0) {
            flood_from(self, &floor->doors[i / 2], i % 2, whole);
            break;
        }
    }
    follow_doors(floor, self->is_walked);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        ways->apart += self->is_walked[i] == 0;
    }
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        bool is_missed = !door->is_wall && self->is_walked[room] && !has_mark(self, door, i % 2, whole);
        missed = is_missed ? (int)room : missed;
    }
    return missed;
}

bool fl_show_ways_walk(fl_show_ground *ground, fl_show_ways *ways)
{
    const fl_floor *floor = ground->floor;
    ways->floors++;
    ways->rooms += floor->rooms_n;
    for (unsigned i = 0; i < floor->doors_n; i++) {
        ways->doors += !floor->doors[i].is_wall;
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        ways->big += fl_show_ground_is_big(floor, &floor->rooms[i]);
    }
    ways->parted = walk_rooms(ground);
    ways->missed = walk_floor(ground, ways);
    return ways->parted < 0 && ways->missed < 0;
}

fl_err fl_show_walk_floors(fl_floor_maker *maker, uint64_t first, uint64_t n, fl_show_ways *out,
                           fl_diag *diag)
{
    fl_show_ground ground;
    bool is_sound = true;
    *out = (fl_show_ways){.parted = -1, .missed = -1};
    fl_err err = fl_show_ground_init(&ground, maker, diag);
    for (uint64_t i = 0; i < n && !err && is_sound; i++) {
        fl_run_maker_make(maker, first + i, 0);
        if (maker->floor.failure) {
            out->failed++;
            continue;
        }
        err = fl_show_ground_fill(&ground, maker, diag);
        is_sound = err || fl_show_ways_walk(&ground, out);
    }
    fl_show_ground_free(&ground);
    return err;
}
