/* SPDX-License-Identifier: MIT */
/* The floor every generator fills: rooms of any form on a board of cells, doors between touching cells.
 *
 * A floor is set up once for the largest board it must hold and then filled again and again without touching
 * the heap. Rooms stand in placing order, the start first. Cells are numbered y * width + x. */
#ifndef FL_GEN_FLOOR_FLOOR_H
#define FL_GEN_FLOOR_FLOOR_H

#include "gen/base/diag.h"
#include "gen/floor/generator_fact.h"
#include "gen/floor/gate.h"
#include "gen/floor/kind.h"
#include "gen/floor/shape.h"
#include "gen/random/key.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_FLOOR_SIDE_MAX = 200,        /* cells of a board's side */
    FL_FLOOR_EMPTY = 0,             /* owner of a cell without a room */
    FL_FLOOR_RESERVED = UINT16_MAX, /* owner of a cell of the room that is about to be added */
    FL_FLOOR_UNREACHED = -1,        /* distance of a room that cannot be reached */
    FL_FLOOR_NO_ROOM = -1,
    FL_FLOOR_RANK = 1, /* added to a rank that a room has of its own */
};

typedef struct fl_room {
    fl_kind kind;
    fl_shape shape;
    int16_t origin_x, origin_y; /* upper left corner of the bounding box */
    uint16_t cells_from;        /* where its cells start in fl_floor.cells */
    uint16_t cells_n;
    int16_t distance; /* rooms from the start; for an added room one more than its nearest neighbour's */
    bool is_dead_end; /* exactly one neighbouring room, before rooms were added; never the start */
    bool is_added;    /* joined the finished plan (secret rooms); not counted in plan figures */
    bool is_end;      /* the floor's one end room */
    int16_t subtype;  /* of the interior; -1 where there are no interiors */
    int32_t variant;
    int16_t difficulty;   /* of the interior; -1 where there are no interiors */
    int16_t type;         /* number of the interior's type; 0 where there are no interiors */
    int16_t own_distance; /* as the generator has it (has_own_measure) */
    bool is_own_dead_end;
    const char *tag; /* borrowed from the rules; NULL = the kind's name */
    int16_t rank;    /* of the tag, plus FL_FLOOR_RANK; 0 = the kind's rank */
} fl_room;

typedef struct fl_door {
    uint16_t room_a, room_b; /* room_a was placed first */
    uint16_t cell_a, cell_b; /* the touching cells */
    fl_kind kind;            /* of the room of higher rank */
} fl_door;

typedef struct fl_floor {
    int width, height;
    uint16_t rooms_n, cells_n;
    uint32_t doors_n;
    uint16_t *owner; /* [height * width] room number + 1, or FL_FLOOR_EMPTY */
    uint16_t *cells; /* the cells of the rooms, room by room */
    fl_room *rooms;
    fl_door *doors;
    uint16_t *queue; /* scratch for walks through the rooms */
    uint32_t cells_max;
    int32_t fact[FL_GENERATOR_FACT_COUNT];
    fl_gate gate[FL_GATE_MAX]; /* what the gates of the rules did, in their order */
    const char *const *gate_names;
    uint16_t gates_n;
    bool
        has_own_measure; /* the generator keeps distances and dead ends of its own beside those of the rooms */
    const char *failure; /* why the floor failed (borrowed, static); NULL for a good floor */
    fl_key key; /* what it was made from, for assertions; all zero where it was not made from a key */
} fl_floor;

/* Room for boards of up to `cells_max` cells. */
FL_NODISCARD fl_err fl_floor_init(fl_floor *self, uint32_t cells_max);
void fl_floor_free(fl_floor *self);

/* An empty board; width x height must not pass what init was given. */
void fl_floor_clear(fl_floor *self, int width, int height);

/* Adds a room of one of the twelve shapes; returns its number. The cells must be on the board and empty. */
unsigned fl_floor_add(fl_floor *self, fl_kind kind, fl_shape shape, int origin_x, int origin_y);

/* Adds a room of any form from its cell numbers; returns its number. */
unsigned fl_floor_add_cells(fl_floor *self, fl_kind kind, const uint16_t *cells, unsigned cells_n);

/* The room on a cell, or FL_FLOOR_NO_ROOM, also for cells off the board. */
static inline int fl_floor_room_at(const fl_floor *self, int x, int y)
{
    if (x < 0 || y < 0 || x >= self->width || y >= self->height) {
        return FL_FLOOR_NO_ROOM;
    }
    return (int)self->owner[y * self->width + x] - 1;
}

/* Makes the door of every pair of touching cells of two rooms. */
void fl_floor_link(fl_floor *self);

/* Works out distances and dead ends from the rooms (not from doors: touching is what counts). */
void fl_floor_measure(fl_floor *self);

/* The rank of a room's tag: a door carries the kind and the tag of its room of higher rank. */
int fl_floor_rank(const fl_room *room);

/* The number of the end room, or FL_FLOOR_NO_ROOM. */
int fl_floor_end(const fl_floor *self);

#endif
