/* SPDX-License-Identifier: MIT */
/* The floor that every generator fills: rooms of any shape on a board of cells, doors between touching cells.
 *
 * A floor is set up once for the largest board and then filled again and again without using the heap:
 *
 *     err = fl_floor_init(&floor, generator->cells_max);
 *     generator->make(rules, &key, scratch, &floor);
 *     fl_floor_free(&floor);
 *
 * A generator calls fl_floor_clear, fl_floor_add for each room, fl_floor_link and fl_floor_measure. Rooms
 * are in placing order, the start first. Cells are numbered y * width + x. */
#ifndef FL_GEN_FLOOR_FLOOR_H
#define FL_GEN_FLOOR_FLOOR_H

#include "gen/base/diag.h"
#include "gen/floor/generator_fact.h"
#include "gen/floor/kind.h"
#include "gen/floor/roll.h"
#include "gen/floor/shape.h"
#include "gen/random/key.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_FLOOR_SIDE_MAX = 200,        /* width and height of a board are at most this */
    FL_FLOOR_EMPTY = 0,             /* owner of a cell without a room */
    FL_FLOOR_RESERVED = UINT16_MAX, /* owner of a cell of the room that is about to be added */
    FL_FLOOR_UNREACHED = -1,        /* distance of a room that cannot be reached */
    FL_FLOOR_NO_ROOM = -1,
    FL_FLOOR_RANK = 1,  /* see fl_room.rank */
    FL_FLOOR_PRICE = 1, /* see fl_room.price */
};

typedef struct fl_room {
    fl_kind kind;
    fl_shape shape;
    int16_t origin_x, origin_y; /* upper left corner of the bounding box */
    uint16_t cells_from;        /* where its cells start in fl_floor.cells */
    uint16_t cells_n;
    int16_t distance; /* rooms from the start; for an added room one more than its nearest neighbour's */
    bool is_dead_end; /* exactly one neighbouring room before rooms were added; never the start */
    bool is_added;    /* not part of the layout: added when it was complete (secret rooms) */
    bool is_end;      /* the floor's end, the boss room as a rule: exactly one room */
    int16_t subtype;  /* of the interior; -1 where there are no interiors */
    int32_t variant;
    int16_t difficulty;   /* of the interior; -1 where there are no interiors */
    int16_t type;         /* number of the interior's type; 0 where there are no interiors */
    int16_t own_distance; /* distance and dead end by the generator's definition, see has_own_measure */
    bool is_own_dead_end;
    const char *tag;       /* borrowed from the rules; NULL = the kind's name */
    const char *more_tags; /* borrowed: its tags of lower rank, "cursed, guarded"; NULL = none */
    int16_t rank;          /* the tag's rank plus FL_FLOOR_RANK; 0 = the kind's rank */
    uint8_t price;         /* price of its doors: fl_door_price plus FL_FLOOR_PRICE; 0 = the kind's */
} fl_room;

typedef struct fl_door {
    uint16_t room_a, room_b; /* room_a was placed first */
    uint16_t cell_a, cell_b; /* the touching cells */
    fl_kind kind;            /* of the room of higher rank */
    bool is_wall;            /* only a place where a door could be: the rules make none */
} fl_door;

/* Parts of a floor. */
enum {
    FL_FLOOR_INTERIORS = 1, /* the contents of normal rooms */
    FL_FLOOR_ROOMS = 2,     /* all rooms, cells and doors; facts and rolls are not included */
    FL_FLOOR_CELLS = 4      /* positions of rooms: cells, doors and distances */
};

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
    fl_roll roll[FL_ROLL_MAX]; /* what the rolls of the rules did, in the order of the rules */
    const char *const *roll_names;
    uint16_t rolls_n;
    bool has_own_measure; /* the generator's distances and dead ends differ from fl_floor_measure's */
    unsigned unseen;      /* the parts that the caller will not read: a generator may leave them out */
    const char *failure;  /* why the floor failed (borrowed, static); NULL for a good floor */
    fl_key key; /* the key it was made from, for assertions; all zero if it was not made from a key */
} fl_floor;

/* Allocates memory for boards of up to `cells_max` cells. */
FL_NODISCARD fl_err fl_floor_init(fl_floor *self, uint32_t cells_max);
void fl_floor_free(fl_floor *self);

/* Like fl_floor_init, in the caller's memory: fl_floor_size(cells_max) zero bytes, aligned for any type. The
 * caller frees it. */
size_t fl_floor_size(uint32_t cells_max);
void fl_floor_init_in(fl_floor *self, uint32_t cells_max, void *memory);

/* Makes the board empty and sets its size, at most `cells_max` cells. The key stays. */
void fl_floor_clear(fl_floor *self, int width, int height);

/* Adds a room of one of the twelve shapes; returns its number. Its cells must be on the board and empty. */
unsigned fl_floor_add(fl_floor *self, fl_kind kind, fl_shape shape, int origin_x, int origin_y);

/* Adds a room of any shape from its cells, at least one, which must be on the board and empty or reserved;
 * returns its number. */
unsigned fl_floor_add_cells(fl_floor *self, fl_kind kind, const uint16_t *cells, unsigned cells_n);

/* Returns the number of the room on a cell; FL_FLOOR_NO_ROOM on empty cells and off the board. */
static inline int fl_floor_room_at(const fl_floor *self, int x, int y)
{
    if (x < 0 || y < 0 || x >= self->width || y >= self->height) {
        return FL_FLOOR_NO_ROOM;
    }
    return (int)self->owner[y * self->width + x] - 1;
}

/* Makes a door for every pair of touching cells of two rooms. */
void fl_floor_link(fl_floor *self);

/* Computes distances and dead ends from touching rooms; doors do not matter. */
void fl_floor_measure(fl_floor *self);

/* Returns the rank of a room's tag. A door has the kind and the tag of its room of higher rank. */
int fl_floor_rank(const fl_room *room);

/* Makes the first room of kind end the floor's end; without one, the first of kind boss. */
void fl_floor_choose_end(fl_floor *self);

/* Returns the number of the end room, or FL_FLOOR_NO_ROOM. */
int fl_floor_end(const fl_floor *self);

#endif
