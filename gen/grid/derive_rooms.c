/* SPDX-License-Identifier: MIT */
/* From a floor to rooms for the search: what each touches and which entries could make it. */
#include "gen/grid/grid_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fl_grid_derive_refuse(fl_grid_deriving *self, fl_grid_obstacle obstacle, int room, const char *format,
                           ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->out->why, sizeof self->out->why, format, arguments);
    va_end(arguments);
    self->out->obstacle = obstacle;
    self->out->room = room;
    return false;
}

/* ---- touching ---- */

static fl_grid_touch *touch_with(fl_grid_deriving *self, unsigned room, unsigned other)
{
    fl_grid_derive_room *at = &self->rooms[room];
    fl_grid_touch *touch = &self->touches[at->touches_from];
    for (unsigned i = 0; i < at->touches_n; i++, touch++) {
        if (touch->room == other) {
            return touch;
        }
    }
    at->touches_n++;
    *touch = (fl_grid_touch){.room = (uint16_t)other};
    return touch;
}

/* Counts what touches one cell of a room. `mark` tells which cells this room has counted. */
static void touch_cell(fl_grid_deriving *self, unsigned room, unsigned cell)
{
    const fl_floor *floor = self->floor;
    int x = (int)cell % floor->width;
    int y = (int)cell / floor->width;
    for (unsigned direction = 0; direction < 4; direction++) {
        fl_offset step = fl_shape_step(direction);
        int other = fl_floor_room_at(floor, x + step.x, y + step.y);
        if (other < 0 || other == (int)room) {
            continue;
        }
        int beside = (y + step.y) * floor->width + x + step.x;
        fl_grid_touch *touch = touch_with(self, room, (unsigned)other);
        touch->pairs++;
        if (self->mark[beside] != room + 1) {
            self->mark[beside] = (uint16_t)(room + 1);
            touch->tiles++;
        }
    }
}

static void read_touches(fl_grid_deriving *self)
{
    const fl_floor *floor = self->floor;
    uint32_t used = 0;
    memset(self->mark, 0, (size_t)(floor->width * floor->height) * sizeof *self->mark);
    for (unsigned i = 0; i < self->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        self->rooms[i].touches_from = used;
        for (unsigned k = 0; k < room->cells_n; k++) {
            touch_cell(self, i, floor->cells[room->cells_from + k]);
        }
        used += self->rooms[i].touches_n;
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        if (!door->is_wall) {
            touch_with(self, door->room_a, door->room_b)->doors++;
            touch_with(self, door->room_b, door->room_a)->doors++;
        }
    }
}

/* Rooms that the start cannot reach by way of touching rooms. */
static void find_apart(fl_grid_deriving *self)
{
    unsigned tail = 0;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        self->rooms[i].is_apart = i > 0;
    }
    self->queue[tail++] = 0;
    for (unsigned head = 0; head < tail; head++) {
        const fl_grid_derive_room *room = &self->rooms[self->queue[head]];
        for (unsigned k = 0; k < room->touches_n; k++) {
            unsigned other = self->touches[room->touches_from + k].room;
            if (self->rooms[other].is_apart) {
                self->rooms[other].is_apart = false;
                self->queue[tail++] = (uint16_t)other;
            }
        }
    }
    self->apart_n = self->rooms_n - tail;
}

/* ---- which entries could make a room ---- */

static bool is_narrow(const fl_room *room)
{
    return room->shape != FL_SHAPE_FREE && fl_shape_of(room->shape)->full != room->shape;
}

bool fl_grid_derive_tags_fit(const fl_grid_rules *rules, const fl_room *room, unsigned entry)
{
    const fl_grid_entry *row = &rules->entries[entry];
    unsigned tag = fl_grid_tags_of_room(rules, room);
    bool has_narrow = row->tags & rules->narrow;
    if (row->is_end != room->is_end || (rules->narrow && has_narrow != is_narrow(room))) {
        return false;
    }
    if (tag < rules->tags_n && (rules->leading[room->is_end] >> tag & 1)) {
        return row->tag == tag;
    }
    bool is_special = room->kind != FL_KIND_NORMAL && (rules->leading[false] >> FL_KIND_SPECIAL & 1);
    return room->is_end || row->tag == (is_special ? FL_KIND_SPECIAL : FL_KIND_NORMAL);
}

/* Whether a rotation has the cells of a room, whose box has the corner. */
static bool has_cells(const fl_grid_deriving *self, unsigned number, const fl_grid_rotation *rotation)
{
    const fl_floor *floor = self->floor;
    const fl_grid_derive_room *room = &self->rooms[number];
    bool is_same = rotation->tiles_n == floor->rooms[number].cells_n;
    for (unsigned i = 0; i < rotation->tiles_n && is_same; i++) {
        int x = room->x + rotation->tile[i].x;
        int y = room->y + rotation->tile[i].y;
        is_same = fl_floor_room_at(floor, x, y) == (int)number;
    }
    return is_same;
}

/* The number of the rotation with the cells of a room; -1: none. */
static int rotation_for(const fl_grid_deriving *self, unsigned number, unsigned entry)
{
    const fl_grid_entry *row = &self->rules->entries[entry];
    unsigned turns = entry == 0 ? 1 : row->rotations_n; /* the start lies as it is drawn */
    for (unsigned i = 0; i < turns; i++) {
        if (has_cells(self, number, &row->rotation[i])) {
            return (int)i;
        }
    }
    return -1;
}

/* Adds an entry to those that could make a room, the one with the most connections first: it can stand in
 * for the others, if there are enough. */
static void add_choice(fl_grid_deriving *self, fl_grid_derive_room *room, fl_grid_choice choice)
{
    fl_grid_choice *list = &self->choices[room->choices_from];
    const fl_grid_entry *entries = self->rules->entries;
    unsigned i = room->choices_n++;
    unsigned connections = entries[choice.entry].connections;
    unsigned pass = entries[choice.entry].pass;
    for (; i > 0 && entries[list[i - 1].entry].connections < connections; i--) {
        list[i] = list[i - 1];
    }
    list[i] = choice;
    room->connections = connections > room->connections ? (uint16_t)connections : room->connections;
    room->first_pass = pass < room->first_pass ? (uint8_t)pass : room->first_pass;
    room->last_pass = pass > room->last_pass ? (uint8_t)pass : room->last_pass;
}

static bool find_choices(fl_grid_deriving *self, unsigned number)
{
    const fl_grid_rules *rules = self->rules;
    const fl_room *of_floor = &self->floor->rooms[number];
    fl_grid_derive_room *room = &self->rooms[number];
    bool has_shape = false;
    room->first_pass = FL_GRID_PASSES;
    for (unsigned i = 1; i < rules->entries_n; i++) {
        int rotation = rotation_for(self, number, i);
        has_shape = has_shape || rotation >= 0;
        if (rotation >= 0 && fl_grid_derive_tags_fit(rules, of_floor, i)) {
            add_choice(self, room, (fl_grid_choice){(uint8_t)i, (uint8_t)rotation});
        }
    }
    if (room->choices_n > 0 || room->is_apart) {
        return true;
    }
    const char *name = of_floor->tag ? of_floor->tag : fl_kind_of(of_floor->kind)->name;
    return fl_grid_derive_refuse(
        self, has_shape ? FL_GRID_NO_TAG : FL_GRID_NO_SHAPE, (int)number,
        has_shape ? "room %u at (%d,%d), %.40s%s, has %u tiles in the shape %s, and no room of the ruleset "
                    "has this shape with its tags"
                  : "room %u at (%d,%d), %.40s%s, has %u tiles in the shape %s, and no room of the ruleset "
                    "has this shape",
        number, room->x, room->y, name, of_floor->is_end ? " (the end)" : "", of_floor->cells_n,
        fl_shape_of(of_floor->shape)->name);
}

static void find_corner(fl_grid_deriving *self, unsigned number)
{
    const fl_floor *floor = self->floor;
    const fl_room *room = &floor->rooms[number];
    int x = FL_FLOOR_SIDE_MAX;
    int y = FL_FLOOR_SIDE_MAX;
    for (unsigned i = 0; i < room->cells_n; i++) {
        int cell = floor->cells[room->cells_from + i];
        x = cell % floor->width < x ? cell % floor->width : x;
        y = cell / floor->width < y ? cell / floor->width : y;
    }
    self->rooms[number].x = (int16_t)x;
    self->rooms[number].y = (int16_t)y;
}

static bool check_start(fl_grid_deriving *self)
{
    fl_grid_derive_room *start = &self->rooms[0];
    unsigned ends = 0;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        ends += self->floor->rooms[i].is_end;
    }
    start->connections = (uint16_t)self->rules->entries[0].connections;
    if (rotation_for(self, 0, 0) < 0) {
        return fl_grid_derive_refuse(
            self, FL_GRID_NO_START, 0,
            "the start has %u tiles in the shape %s, and that of the ruleset another",
            self->floor->rooms[0].cells_n, fl_shape_of(self->floor->rooms[0].shape)->name);
    }
    return ends == 1 ||
           fl_grid_derive_refuse(self, FL_GRID_NO_END, -1,
                                 "%u rooms of the floor are its end, and every ruleset has one", ends);
}

bool fl_grid_derive_rooms(fl_grid_deriving *self)
{
    uint32_t choices = 0;
    memset(self->rooms, 0, self->rooms_n * sizeof *self->rooms);
    read_touches(self);
    find_apart(self);
    for (unsigned i = 0; i < self->rooms_n; i++) {
        find_corner(self, i);
        self->rooms[i].tiles_n = self->floor->rooms[i].cells_n;
        self->rooms[i].stands = !self->rooms[i].is_apart;
    }
    if (!check_start(self)) {
        return false;
    }
    for (unsigned i = 1; i < self->rooms_n; i++) {
        self->rooms[i].choices_from = choices;
        if (!find_choices(self, i)) {
            return false;
        }
        choices += self->rooms[i].choices_n;
    }
    return true;
}
