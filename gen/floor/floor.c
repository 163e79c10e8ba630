/* SPDX-License-Identifier: MIT */
/* Fills a floor, and derives doors, distances and dead ends from its rooms. */
#include "gen/floor/floor.h"

#include <stdlib.h>
#include <string.h>

/* Rooms come first because they need the largest alignment; doors follow, then 16-bit numbers. */
size_t fl_floor_size(uint32_t cells_max)
{
    return (size_t)cells_max * (sizeof(fl_room) + 2 * sizeof(fl_door) + 3 * sizeof(uint16_t));
}

void fl_floor_init_in(fl_floor *self, uint32_t cells_max, void *memory)
{
    memset(self, 0, sizeof *self);
    fl_bug_assert(cells_max > 0 && cells_max <= FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX,
                  "floorlab show GENERATOR, for each of 'floorlab list generators'");
    self->cells_max = cells_max;
    self->rooms = memory;
    self->doors = (fl_door *)(self->rooms + cells_max);
    self->owner = (uint16_t *)(self->doors + (size_t)cells_max * 2);
    self->cells = self->owner + cells_max;
    self->queue = self->cells + cells_max;
}

fl_err fl_floor_init(fl_floor *self, uint32_t cells_max)
{
    memset(self, 0, sizeof *self);
    void *memory = calloc(1, fl_floor_size(cells_max));
    if (!memory) {
        return FL_ERR_MEMORY;
    }
    fl_floor_init_in(self, cells_max, memory);
    return FL_OK;
}

void fl_floor_free(fl_floor *self)
{
    free(self->rooms);
    memset(self, 0, sizeof *self);
}

_Static_assert(_Alignof(fl_room) >= _Alignof(fl_door) && _Alignof(fl_door) >= _Alignof(uint16_t) &&
                   sizeof(fl_door) % _Alignof(uint16_t) == 0 && sizeof(fl_room) % _Alignof(fl_door) == 0,
               "the parts of a floor's memory follow each other without gaps");

void fl_floor_clear(fl_floor *self, int width, int height)
{
    fl_bug_assert_sample(width >= 0 && height >= 0 && (uint32_t)(width * height) <= self->cells_max,
                         &self->key, "");
    self->width = width;
    self->height = height;
    self->rooms_n = 0;
    self->cells_n = 0;
    self->doors_n = 0;
    memset(self->owner, 0, (size_t)(width * height) * sizeof *self->owner);
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        self->fact[i] = FL_GENERATOR_FACT_NONE;
    }
    memset(self->roll, 0, sizeof self->roll);
    self->roll_names = NULL;
    self->rolls_n = 0;
    self->failure = NULL;
    self->has_own_measure = false;
}

static fl_room *new_room(fl_floor *self, fl_kind kind, fl_shape shape)
{
    fl_bug_assert_sample(self->rooms_n < self->cells_max, &self->key, "");
    fl_room *room = &self->rooms[self->rooms_n++];
    memset(room, 0, sizeof *room);
    room->kind = kind;
    room->shape = shape;
    room->cells_from = self->cells_n;
    room->distance = FL_FLOOR_UNREACHED;
    room->subtype = -1;
    room->variant = -1;
    room->difficulty = -1;
    return room;
}

static void take_cell(fl_floor *self, fl_room *room, unsigned cell)
{
    fl_bug_assert_sample(self->owner[cell] == FL_FLOOR_EMPTY || self->owner[cell] == FL_FLOOR_RESERVED,
                         &self->key, "");
    self->cells[self->cells_n++] = (uint16_t)cell;
    self->owner[cell] = self->rooms_n;
    room->cells_n++;
}

unsigned fl_floor_add(fl_floor *self, fl_kind kind, fl_shape shape, int origin_x, int origin_y)
{
    const fl_shape_row *row = fl_shape_of(shape);
    fl_room *room = new_room(self, kind, shape);
    room->origin_x = (int16_t)origin_x;
    room->origin_y = (int16_t)origin_y;
    for (unsigned i = 0; i < row->cells_n; i++) {
        int x = origin_x + row->cells[i].x;
        int y = origin_y + row->cells[i].y;
        fl_bug_assert_sample(x >= 0 && y >= 0 && x < self->width && y < self->height, &self->key, "");
        take_cell(self, room, (unsigned)(y * self->width + x));
    }
    return self->rooms_n - 1u;
}

unsigned fl_floor_add_cells(fl_floor *self, fl_kind kind, const uint16_t *cells, unsigned cells_n)
{
    fl_room *room = new_room(self, kind, cells_n == 1 ? FL_SHAPE_1X1 : FL_SHAPE_FREE);
    int left = self->width;
    int top = self->height;
    fl_bug_assert_sample(cells_n > 0, &self->key, "");
    for (unsigned i = 0; i < cells_n; i++) {
        int x = cells[i] % self->width;
        int y = cells[i] / self->width;
        fl_bug_assert_sample(y < self->height, &self->key, "");
        left = x < left ? x : left;
        top = y < top ? y : top;
        take_cell(self, room, cells[i]);
    }
    room->origin_x = (int16_t)left;
    room->origin_y = (int16_t)top;
    return self->rooms_n - 1u;
}

static void add_door(fl_floor *self, unsigned cell_a, unsigned cell_b)
{
    unsigned room_a = self->owner[cell_a] - 1u;
    unsigned room_b = self->owner[cell_b] - 1u;
    if (room_a > room_b) {
        unsigned room = room_a;
        unsigned cell = cell_a;
        room_a = room_b;
        room_b = room;
        cell_a = cell_b;
        cell_b = cell;
    }
    const fl_room *a = &self->rooms[room_a];
    const fl_room *b = &self->rooms[room_b];
    self->doors[self->doors_n++] = (fl_door){
        .room_a = (uint16_t)room_a,
        .room_b = (uint16_t)room_b,
        .cell_a = (uint16_t)cell_a,
        .cell_b = (uint16_t)cell_b,
        .kind = a->kind != b->kind && fl_floor_rank(b) > fl_floor_rank(a) ? b->kind : a->kind,
    };
}

void fl_floor_link(fl_floor *self)
{
    self->doors_n = 0;
    for (unsigned i = 0; i < self->cells_n; i++) {
        unsigned cell = self->cells[i];
        unsigned x = cell % (unsigned)self->width;
        unsigned y = cell / (unsigned)self->width;
        unsigned right = cell + 1;
        unsigned below = cell + (unsigned)self->width;
        if (x + 1 < (unsigned)self->width && self->owner[right] && self->owner[right] != self->owner[cell]) {
            add_door(self, cell, right);
        }
        if (y + 1 < (unsigned)self->height && self->owner[below] && self->owner[below] != self->owner[cell]) {
            add_door(self, cell, below);
        }
    }
}

/* Returns the room that touches cell number `i` of `room` in a direction, or FL_FLOOR_NO_ROOM. */
static int touching(const fl_floor *self, const fl_room *room, unsigned i, unsigned direction)
{
    int cell = self->cells[room->cells_from + i];
    fl_offset step = fl_shape_step(direction);
    return fl_floor_room_at(self, cell % self->width + step.x, cell / self->width + step.y);
}

/* Computes distances by a breadth-first search from the start, which does not pass through added rooms. */
static void walk_layout(fl_floor *self)
{
    unsigned head = 0;
    unsigned tail = 0;
    self->rooms[0].distance = 0;
    self->queue[tail++] = 0;
    while (head < tail) {
        unsigned number = self->queue[head++];
        const fl_room *room = &self->rooms[number];
        for (unsigned i = 0; i < room->cells_n * 4u; i++) {
            int other = touching(self, room, i / 4, i % 4);
            if (other >= 0 && self->rooms[other].distance == FL_FLOOR_UNREACHED &&
                !self->rooms[other].is_added) {
                self->rooms[other].distance = (int16_t)(room->distance + 1);
                self->queue[tail++] = (uint16_t)other;
            }
        }
    }
}

/* Sets an added room's distance: one more than that of its nearest neighbour in the layout. */
static void reach_added(fl_floor *self, fl_room *room)
{
    for (unsigned i = 0; i < room->cells_n * 4u; i++) {
        int other = touching(self, room, i / 4, i % 4);
        if (other < 0 || self->rooms[other].is_added || self->rooms[other].distance < 0) {
            continue;
        }
        int distance = self->rooms[other].distance + 1;
        if (room->distance == FL_FLOOR_UNREACHED || distance < room->distance) {
            room->distance = (int16_t)distance;
        }
    }
}

/* True if exactly one room of the layout touches this one. */
static bool touches_one(const fl_floor *self, unsigned number)
{
    const fl_room *room = &self->rooms[number];
    int only = FL_FLOOR_NO_ROOM;
    for (unsigned i = 0; i < room->cells_n * 4u; i++) {
        int other = touching(self, room, i / 4, i % 4);
        if (other < 0 || other == (int)number || self->rooms[other].is_added || other == only) {
            continue;
        }
        if (only != FL_FLOOR_NO_ROOM) {
            return false;
        }
        only = other;
    }
    return only != FL_FLOOR_NO_ROOM;
}

/* ---- faster versions for floors of few rooms, on sets of rooms ---- */

enum { FEW = 64 };

static uint64_t room_bit(unsigned owner)
{
    return owner > 0 ? 1ULL << (owner - 1) : 0;
}

/* Returns the set of a room and the rooms that touch it. */
static uint64_t touching_set(const fl_floor *self, const fl_room *room)
{
    unsigned width = (unsigned)self->width;
    unsigned all = width * (unsigned)self->height;
    uint64_t out = 0;
    for (unsigned i = 0; i < room->cells_n; i++) {
        unsigned cell = self->cells[room->cells_from + i];
        unsigned x = cell % width;
        out |= x > 0 ? room_bit(self->owner[cell - 1]) : 0;
        out |= x + 1 < width ? room_bit(self->owner[cell + 1]) : 0;
        out |= cell >= width ? room_bit(self->owner[cell - width]) : 0;
        out |= cell + width < all ? room_bit(self->owner[cell + width]) : 0;
    }
    return out;
}

/* Computes distances in rings around the start. */
static void walk_rings(fl_floor *self, const uint64_t *near, uint64_t left)
{
    uint64_t ring = 1;
    for (int16_t distance = 0; ring; distance++) {
        uint64_t next = 0;
        left &= ~ring;
        for (; ring; ring &= ring - 1) {
            unsigned number = (unsigned)__builtin_ctzll(ring);
            self->rooms[number].distance = distance;
            next |= near[number];
        }
        ring = next & left;
    }
}

static void measure_few(fl_floor *self)
{
    uint64_t near[FEW];
    uint64_t layout = 0;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        near[i] = touching_set(self, &self->rooms[i]);
        layout |= (uint64_t)!self->rooms[i].is_added << i;
    }
    walk_rings(self, near, layout);
    for (unsigned i = 0; i < self->rooms_n; i++) {
        fl_room *room = &self->rooms[i];
        uint64_t others = near[i] & layout & ~(1ULL << i);
        if (room->is_added) {
            reach_added(self, room);
        }
        room->is_dead_end = i > 0 && !room->is_added && others && !(others & (others - 1));
    }
}

static void measure_many(fl_floor *self)
{
    walk_layout(self);
    for (unsigned i = 0; i < self->rooms_n; i++) {
        fl_room *room = &self->rooms[i];
        if (room->is_added) {
            reach_added(self, room);
        }
        room->is_dead_end = i > 0 && !room->is_added && touches_one(self, i);
    }
}

void fl_floor_measure(fl_floor *self)
{
    for (unsigned i = 0; i < self->rooms_n; i++) {
        self->rooms[i].distance = FL_FLOOR_UNREACHED;
    }
    if (self->rooms_n > FEW) {
        measure_many(self);
    } else if (self->rooms_n > 0) {
        measure_few(self);
    }
}

int fl_floor_rank(const fl_room *room)
{
    return room->rank ? room->rank - FL_FLOOR_RANK : fl_kind_of(room->kind)->rank;
}

void fl_floor_choose_end(fl_floor *self)
{
    static const fl_kind kinds[2] = {FL_KIND_END, FL_KIND_BOSS};
    for (unsigned i = 0; i < 2u * self->rooms_n; i++) {
        fl_room *room = &self->rooms[i % self->rooms_n];
        if (room->kind == kinds[i / self->rooms_n]) {
            room->is_end = true;
            return;
        }
    }
}

int fl_floor_end(const fl_floor *self)
{
    for (int i = 0; i < self->rooms_n; i++) {
        if (self->rooms[i].is_end) {
            return i;
        }
    }
    return FL_FLOOR_NO_ROOM;
}
