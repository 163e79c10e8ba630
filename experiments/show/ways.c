/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks over the ground of floors, tile by tile, and compares with the floor's doors.
 *
 * In each room the walk starts at one door, stays in the room, and must reach all other doors. Over the whole
 * floor it starts at a door of the start, and must reach the doors of all rooms to which a chain of doors
 * leads. Hidden doors count as doors. Rooms without such a chain, as ultra secret rooms, are counted but not
 * sought. */
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

/* True if both tiles of a door in one of its cells have the mark. */
static bool has_mark(const fl_show_ground *self, const fl_door *door, bool of_second, uint32_t mark)
{
    fl_ground_spot along;
    unsigned cell = of_second ? door->cell_b : door->cell_a;
    fl_ground_spot at =
        fl_show_ground_door(self, cell, fl_show_ground_side(self->floor, door, of_second), &along);
    return self->mark[at.y * self->width + at.x] == mark &&
           self->mark[(at.y + along.y) * self->width + at.x + along.x] == mark;
}

/* Marks with `as` all tiles reachable from the first tile of a door: in the room on one side of it (`as` is
 * its number + 1), or on the whole floor. */
static void flood_from(fl_show_ground *self, const fl_door *door, bool of_second, uint32_t as)
{
    fl_ground_spot along;
    unsigned cell = of_second ? door->cell_b : door->cell_a;
    fl_ground_spot from =
        fl_show_ground_door(self, cell, fl_show_ground_side(self->floor, door, of_second), &along);
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

static unsigned room_of(const fl_door *door, bool of_second)
{
    return of_second ? door->room_b : door->room_a;
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
    /* Floods each room from its first door, then checks all doors: a room with an unreached door is
     * parted. */
    int parted = -1;
    memset(ground->mark, NOBODY, (size_t)ground->width * (size_t)ground->height * sizeof *ground->mark);
    memset(ground->is_walked, 0, floor->rooms_n);
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        if (!door->is_wall && !ground->is_walked[room]) {
            flood_from(ground, door, i % 2, room + 1);
            ground->is_walked[room] = 1;
        }
    }
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        parted = door->is_wall || has_mark(ground, door, i % 2, room + 1) ? parted : (int)room;
    }
    ways->parted = parted;
    int missed = -1;
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        if (!floor->doors[i / 2].is_wall && room_of(&floor->doors[i / 2], i % 2) == 0) {
            flood_from(ground, &floor->doors[i / 2], i % 2, whole);
            break;
        }
    }
    /* The rooms to which doors lead from the start. */
    bool has_grown = true;
    memset(ground->is_walked, 0, floor->rooms_n);
    ground->is_walked[0] = 1;
    while (has_grown) {
        has_grown = false;
        for (unsigned i = 0; i < floor->doors_n; i++) {
            const fl_door *door = &floor->doors[i];
            if (!door->is_wall && ground->is_walked[door->room_a] != ground->is_walked[door->room_b]) {
                ground->is_walked[door->room_a] = ground->is_walked[door->room_b] = 1;
                has_grown = true;
            }
        }
    }
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        ways->apart += ground->is_walked[i] == 0;
    }
    for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i / 2];
        unsigned room = room_of(door, i % 2);
        bool is_missed = !door->is_wall && ground->is_walked[room] && !has_mark(ground, door, i % 2, whole);
        missed = is_missed ? (int)room : missed;
    }
    ways->missed = missed;
    return ways->parted < 0 && ways->missed < 0;
}

fl_err fl_show_walk_floors(fl_floor_maker *maker, const fl_show_walk *walk, fl_show_ways *out, fl_diag *diag)
{
    fl_show_ground ground;
    bool is_sound = true;
    *out = (fl_show_ways){.parted = -1, .missed = -1};
    fl_err err = fl_show_ground_init(&ground, maker, diag);
    fl_run_maker_expect(maker, walk->first, walk->n);
    for (uint64_t i = 0; i < walk->n && !err && is_sound; i++) {
        if (walk->progress) {
            fl_program_progress_step(walk->progress, "walking through floors", i, walk->n);
        }
        fl_run_maker_make(maker, walk->first + i, 0);
        err = fl_run_maker_check(maker, diag);
        if (err) {
            break;
        }
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
