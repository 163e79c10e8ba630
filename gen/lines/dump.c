/* SPDX-License-Identifier: MIT */
/* The dump that a public program has the game itself write (gen/lines/README.md): bytes without a head. A
 * record is a game seed and the floors of a run of fourteen stages. A floor is its stage, type, number of
 * rooms and number of cells; then each cell with the room that is on it; then the rooms off the board, which
 * are no part of a floor and are passed over. */
#include "gen/lines/lines_private.h"

#include <stdio.h>
#include <string.h>

enum {
    STAGES = 14,
    SIDE = 13,
    START = 6,     /* column and row of the start's cell */
    SEED = 4,      /* bytes of a game seed … */
    HEAD = 4,      /* … of a floor's head … */
    CELL = 8,      /* … of a cell … */
    OFF_BOARD = 5, /* … and of a room off the board: error room, crawlspace, black market; the boss rush */
    OFF_BOARDS = 3,
    BOSS_RUSH_STAGE = 6,
    MISSING = 0xff,
    DELIRIUM = 70,
};

/* Stage and type of the floors of a record; -1 = any type. */
static const int stages[STAGES][2] = {{1, -1}, {2, -1}, {3, -1}, {4, -1}, {5, -1}, {6, -1}, {7, -1},
                                      {8, -1}, {9, -1}, {10, 0}, {10, 1}, {11, 0}, {11, 1}, {12, -1}};

/* The game's types of rooms. Those without a kind of ours are special rooms with a tag. */
typedef enum room_type { NORMAL = 1, BOSS = 5, SECRET = 7, CHALLENGE = 11, TYPES = 24 } room_type;

typedef struct type_row {
    fl_kind kind;
    const char *tag;
} type_row;

static const type_row types[TYPES] = {[NORMAL] = {FL_KIND_NORMAL, NULL},
                                      [2] = {FL_KIND_SHOP, NULL},
                                      [3] = {FL_KIND_SPECIAL, "error"},
                                      [4] = {FL_KIND_TREASURE, NULL},
                                      [BOSS] = {FL_KIND_BOSS, NULL},
                                      [6] = {FL_KIND_MINIBOSS, NULL},
                                      [SECRET] = {FL_KIND_SECRET, NULL},
                                      [8] = {FL_KIND_SUPER_SECRET, NULL},
                                      [9] = {FL_KIND_ARCADE, NULL},
                                      [10] = {FL_KIND_CURSE, NULL},
                                      [CHALLENGE] = {FL_KIND_CHALLENGE, NULL},
                                      [12] = {FL_KIND_LIBRARY, NULL},
                                      [13] = {FL_KIND_SACRIFICE, NULL},
                                      [14] = {FL_KIND_SPECIAL, "devil"},
                                      [15] = {FL_KIND_SPECIAL, "angel"},
                                      [16] = {FL_KIND_SPECIAL, "crawlspace"},
                                      [17] = {FL_KIND_SPECIAL, "boss_rush"},
                                      [18] = {FL_KIND_CLEAN_BEDROOM, NULL},
                                      [19] = {FL_KIND_DIRTY_BEDROOM, NULL},
                                      [20] = {FL_KIND_VAULT, NULL},
                                      [21] = {FL_KIND_DICE, NULL},
                                      [22] = {FL_KIND_SPECIAL, "black_market"},
                                      [23] = {FL_KIND_SPECIAL, "greed_exit"}};

/* A room of the floor at hand. */
typedef struct dumped_room {
    uint8_t pool, type, subtype;
    uint16_t id;
    unsigned cells_n;
    unsigned first; /* byte of the floor where its first cell stands */
    uint16_t cell[FL_SHAPE_CELLS];
} dumped_room;

typedef struct dumped_floor {
    int stage, type;
    unsigned rooms_n, cells_n, size;
    uint8_t owner[SIDE * SIDE]; /* room number + 1 */
    dumped_room room[SIDE * SIDE];
} dumped_floor;

bool fl_lines_dump_is(const void *data, size_t n)
{
    const uint8_t *p = data;
    return n >= SEED + HEAD + CELL && p[4] == 1 && p[5] <= 2 && p[6] > 0 && p[6] <= p[7] &&
           p[7] <= SIDE * SIDE && p[8] < p[6] && p[9] < SIDE && p[10] < SIDE;
}

void fl_lines_dump_place(const fl_lines_dump *self, const char *name, char *out, size_t size)
{
    snprintf(out, size, "%.150s: byte %llu, record %llu, stage %d%s", name, (unsigned long long)self->fault,
             (unsigned long long)self->record, stages[self->stage][0],
             stages[self->stage][1] < 0    ? ""
             : stages[self->stage][1] == 0 ? " of type 0"
                                           : " of type 1");
}

/* Reads the head of a floor, and how many bytes the floor has. */
static fl_err read_head(fl_lines_dump *self, const uint8_t *p, dumped_floor *out, fl_diag *diag)
{
    const int *wanted = stages[self->stage];
    out->stage = p[0];
    out->type = p[1];
    out->rooms_n = p[2];
    out->cells_n = p[3];
    self->fault = self->offset;
    if (out->stage != wanted[0]) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "found stage %d, expected stage %d", out->stage,
                           wanted[0]);
    }
    self->fault++;
    if (wanted[1] < 0 ? out->type > 2 : out->type != wanted[1]) {
        static const char *const expected[] = {"0, 1 or 2", "0", "1"};
        return fl_diag_set(diag, FL_ERR_INPUT, "", "found stage type %d, expected %s", out->type,
                           expected[wanted[1] + 1]);
    }
    self->fault++;
    if (out->rooms_n == 0 || out->rooms_n > out->cells_n || out->cells_n > SIDE * SIDE) {
        return fl_diag_set(diag, FL_ERR_INPUT, "",
                           "found %u rooms on %u cells, expected 1 to %d cells, and at most as many rooms",
                           out->rooms_n, out->cells_n, SIDE * SIDE);
    }
    unsigned off_boards = OFF_BOARDS + (out->stage == BOSS_RUSH_STAGE);
    out->size = HEAD + out->cells_n * CELL + off_boards * OFF_BOARD;
    return FL_OK;
}

static bool is_same_room(const dumped_room *a, const dumped_room *b)
{
    return a->pool == b->pool && a->type == b->type && a->subtype == b->subtype && a->id == b->id;
}

/* Adds a cell to the room that it says. */
static fl_err read_cell(fl_lines_dump *self, const uint8_t *p, dumped_floor *out, fl_diag *diag)
{
    const dumped_room read = {
        .pool = p[3], .type = p[4], .subtype = p[5], .id = (uint16_t)(p[6] | p[7] << 8)};
    unsigned number = p[0];
    int x = p[1];
    int y = p[2];
    unsigned offset = (unsigned)(self->fault - self->offset);
    if (number >= out->rooms_n) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "found room number %u of a floor of %u rooms", number,
                           out->rooms_n);
    }
    if (x >= SIDE || y >= SIDE) {
        return fl_diag_set(diag, FL_ERR_INPUT, "",
                           "found the cell [%d,%d], which is off the board of %d x %d", x, y, SIDE, SIDE);
    }
    if (out->owner[y * SIDE + x]) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "the cell [%d,%d] belongs to room %d already", x, y,
                           out->owner[y * SIDE + x] - 1);
    }
    if (read.type == 0 || read.type >= TYPES) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "found a room of type %d, expected 1 to %d", read.type,
                           TYPES - 1);
    }
    dumped_room *room = &out->room[number];
    if (room->cells_n == 0) {
        *room = read;
        room->first = offset;
    }
    if (room->cells_n == FL_SHAPE_CELLS || !is_same_room(room, &read)) {
        return fl_diag_set(diag, FL_ERR_INPUT, "",
                           room->cells_n == FL_SHAPE_CELLS ? "room %u has more than %d cells"
                                                           : "room %u is another than on its cell before",
                           number, FL_SHAPE_CELLS);
    }
    out->owner[y * SIDE + x] = (uint8_t)(number + 1);
    room->cell[room->cells_n++] = (uint16_t)(y * SIDE + x);
    return FL_OK;
}

/* Whether the cells are those of a shape: 1, 2 in a row, or 3 and 4 within a square. */
static bool has_shape(const dumped_room *room)
{
    int left = SIDE;
    int top = SIDE;
    int right = 0;
    int bottom = 0;
    for (unsigned i = 0; i < room->cells_n; i++) {
        int x = room->cell[i] % SIDE;
        int y = room->cell[i] / SIDE;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    int width = right - left + 1;
    int height = bottom - top + 1;
    return width <= 2 && height <= 2 && (room->cells_n != 2 || width + height == 3);
}

static fl_err check_rooms(fl_lines_dump *self, const dumped_floor *floor, fl_diag *diag)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->room[i].cells_n > 0 && !has_shape(&floor->room[i])) {
            self->fault = self->offset + floor->room[i].first;
            return fl_diag_set(diag, FL_ERR_INPUT, "", "the cells of room %u do not make one of the shapes",
                               i);
        }
    }
    self->fault = self->offset;
    return floor->owner[START * SIDE + START]
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_INPUT, "", "no room has the cell [%d,%d], where floors begin",
                             START, START);
}

static fl_err read_floor(fl_lines_dump *self, const uint8_t *p, dumped_floor *out, fl_diag *diag)
{
    memset(out->owner, 0, sizeof out->owner);
    for (unsigned i = 0; i < out->rooms_n; i++) {
        out->room[i].cells_n = 0;
    }
    for (unsigned i = 0; i < out->cells_n; i++) {
        unsigned at = HEAD + i * CELL;
        self->fault = self->offset + at;
        fl_err err = read_cell(self, p + at, out, diag);
        if (err) {
            return err;
        }
    }
    for (unsigned at = HEAD + out->cells_n * CELL; at < out->size; at += OFF_BOARD) {
        self->fault = self->offset + at;
        if (p[at + 1] >= TYPES && p[at + 1] != MISSING) {
            return fl_diag_set(diag, FL_ERR_INPUT, "",
                               "found a room of type %d off the board, expected at most %d, or %d for none",
                               p[at + 1], TYPES - 1, MISSING);
        }
    }
    return check_rooms(self, out, diag);
}

/* The Dark Room's graves are normal rooms of the file of special rooms. */
static bool is_grave(const dumped_floor *floor, const dumped_room *room)
{
    enum { DARK_ROOM = 11, FIRST = 3, LAST = 9 };
    return floor->stage == DARK_ROOM && floor->type == 0 && room->type == NORMAL && room->pool == 0 &&
           room->id >= FIRST && room->id <= LAST;
}

static fl_kind kind_of(const dumped_floor *floor, const dumped_room *room)
{
    return is_grave(floor, room)                           ? FL_KIND_GRAVE
           : room->type == CHALLENGE && room->subtype == 1 ? FL_KIND_BOSS_CHALLENGE
                                                           : types[room->type].kind;
}

/* A shape of three or four cells is known by them; smaller ones could be narrow. */
static fl_shape shape_of(const dumped_room *room, fl_shape otherwise)
{
    for (fl_shape shape = FL_SHAPE_2X2; room->cells_n > 2 && shape < FL_SHAPE_COUNT; shape++) {
        const fl_shape_row *row = fl_shape_of(shape);
        int left = SIDE;
        int top = SIDE;
        unsigned found = 0;
        for (unsigned i = 0; i < room->cells_n; i++) {
            left = room->cell[i] % SIDE < left ? room->cell[i] % SIDE : left;
            top = room->cell[i] / SIDE < top ? room->cell[i] / SIDE : top;
        }
        for (unsigned i = 0; i < room->cells_n; i++) {
            for (unsigned k = 0; k < row->cells_n; k++) {
                found += room->cell[i] == (top + row->cells[k].y) * SIDE + left + row->cells[k].x;
            }
        }
        if (row->cells_n == room->cells_n && found == room->cells_n) {
            return shape;
        }
    }
    return otherwise;
}

static void add_room(const dumped_floor *floor, unsigned number, fl_floor *out)
{
    const dumped_room *room = &floor->room[number];
    bool is_start = floor->owner[START * SIDE + START] == number + 1;
    fl_kind kind = is_start ? FL_KIND_START : kind_of(floor, room);
    fl_room *made = &out->rooms[fl_floor_add_cells(out, kind, room->cell, room->cells_n)];
    made->shape = shape_of(room, made->shape);
    made->tag = is_start || is_grave(floor, room) ? NULL : types[room->type].tag;
    made->is_added = !is_start && room->type == SECRET;
    made->variant = room->id;
    made->subtype = room->subtype;
}

/* The end is Delirium's room, else the last boss room: on a labyrinth the second boss's. */
static void mark_end(const dumped_floor *floor, fl_floor *out)
{
    fl_room *end = NULL;
    for (unsigned i = 1; i < out->rooms_n; i++) {
        fl_room *room = &out->rooms[i];
        bool is_delirium = floor->stage == 12 && end && end->subtype == DELIRIUM;
        end = room->kind == FL_KIND_BOSS && !is_delirium ? room : end;
    }
    if (end) {
        end->is_end = true;
    }
}

static void make_floor(const dumped_floor *floor, fl_floor *out)
{
    unsigned start = floor->owner[START * SIDE + START] - 1u;
    fl_floor_clear(out, SIDE, SIDE);
    add_room(floor, start, out);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (i != start && floor->room[i].cells_n > 0) {
            add_room(floor, i, out);
        }
    }
    mark_end(floor, out);
    fl_floor_link(out);
    fl_floor_measure(out);
}

fl_err fl_lines_dump_take(fl_lines_dump *self, const void *data, size_t n, fl_floor *out, fl_diag *diag)
{
    const uint8_t *p = data;
    dumped_floor floor;
    unsigned seed = self->stage == 0 ? SEED : 0;
    self->used = 0;
    self->fault = self->offset;
    if (n < seed + HEAD) {
        return FL_OK;
    }
    self->seed = seed ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24 : self->seed;
    self->offset += seed;
    fl_err err = read_head(self, p + seed, &floor, diag);
    if (err || n < seed + floor.size) {
        self->offset -= seed;
        return err;
    }
    err = read_floor(self, p + seed, &floor, diag);
    if (err) {
        return err;
    }
    make_floor(&floor, out);
    self->type = floor.type;
    self->used = seed + floor.size;
    self->offset += floor.size;
    return FL_OK;
}

int fl_lines_dump_stage(const fl_lines_dump *self)
{
    return stages[self->stage][0];
}

void fl_lines_dump_next(fl_lines_dump *self)
{
    self->stage = (self->stage + 1) % STAGES;
    self->record += self->stage == 0;
}

fl_err fl_lines_dump_refuse_end(fl_lines_dump *self, size_t rest, fl_diag *diag)
{
    self->fault = self->offset + rest;
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "the dump ends within this floor");
    fl_diag_hint(diag, "perhaps it was cut off; 'import --skip-bad 1' or skip_bad=1 takes the floors before");
    return err;
}
