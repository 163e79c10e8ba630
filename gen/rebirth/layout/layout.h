/* SPDX-License-Identifier: MIT */
/* The layout of a Rebirth floor: its rooms and their places, before kinds are assigned.
 *
 * fl_layout_make grows rooms from the start until there are enough and lists the dead ends. gen/rebirth/rooms
 * then turns dead ends into special rooms (fl_layout_dead_ends_…), looks for cells for secret rooms
 * (fl_layout_secret_place) and has the result copied into an fl_floor (fl_layout_to_floor). One random stream
 * serves all attempts at a floor.
 *
 * Rules: gen/rebirth/RULES.md, "Shapes and doors" to "Dead ends". The code is optimized; plain functions with
 * the same results are in tests/oracle/rebirth/naive_grid.c (board), _layout.c (growth), _ends.c (dead ends),
 * _secret.c. */
#ifndef FL_GEN_REBIRTH_LAYOUT_LAYOUT_H
#define FL_GEN_REBIRTH_LAYOUT_LAYOUT_H

#include "gen/floor/floor.h"
#include "gen/rebirth/pool/pool.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- The board: rooms of the twelve shapes on 13 x 13 cells inside a wall ----
 *
 * A spot is a cell of the walled board, which has rows of 16. The offset from one cell to another is
 * therefore a plain difference of spots, and the wall makes bounds checks unnecessary. */

enum {
    FL_LAYOUT_BOARD_SIDE = 13,
    FL_LAYOUT_BOARD_STRIDE = 16,
    FL_LAYOUT_BOARD_SPOTS = FL_LAYOUT_BOARD_STRIDE * 16,
    FL_LAYOUT_BOARD_ROOMS_MAX = 160,
    FL_LAYOUT_BOARD_WALL = 255, /* owner of the spots around the board */
    FL_LAYOUT_BOARD_START = 7 * FL_LAYOUT_BOARD_STRIDE + 7,
};

/* The difference of the spots of two cells that are one step apart in a direction. */
static inline int fl_layout_board_step(unsigned direction)
{
    static const int8_t steps[4] = {-1, -FL_LAYOUT_BOARD_STRIDE, 1, FL_LAYOUT_BOARD_STRIDE};
    return steps[direction & 3];
}

typedef struct fl_layout_board_room {
    _Alignas(16) fl_pool_interior interior; /* of type 1 until one is chosen */
    uint8_t shape;                          /* an fl_shape */
    uint8_t origin;                         /* spot of the bounding box's upper left cell */
    uint8_t placed;                         /* the spot just behind the parent's door */
    uint8_t direction;                      /* from its parent */
    uint8_t slot;                           /* of the parent's door */
    uint8_t distance;                       /* the parent's + 1 */
    bool is_dead_end;
    bool is_parent; /* another room grew from it */
    bool is_hidden; /* does not count as a neighbour when a dead end is fitted */
    bool is_added;  /* placed after the layout was finished, such as a secret room */
    uint8_t kind;   /* an fl_kind */
} fl_layout_board_room;

/* A board as rows of bits, a bit a column. The last two rows are only read, together with the row above
 * them. */
typedef uint16_t fl_layout_board_rows[FL_LAYOUT_BOARD_STRIDE + 2];

typedef struct fl_layout_board {
    uint8_t owner[FL_LAYOUT_BOARD_SPOTS]; /* room number + 1, 0 = empty, or FL_LAYOUT_BOARD_WALL */
    uint8_t near[FL_LAYOUT_BOARD_SPOTS];  /* how many of the four spots around hold a room */
    fl_layout_board_rows closed;          /* walls, rooms and blocked spots */
    fl_layout_board_rows blocked;         /* spots where nothing may grow */
    bool has_blocked;                     /* some spot is blocked */
    fl_layout_board_room room[FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned rooms_n;
} fl_layout_board;

/* A shape in terms of spots. */
typedef struct fl_layout_shape_row {
    uint8_t cells_n;
    int8_t cell[FL_SHAPE_CELLS];   /* a small shape repeats its first cell */
    uint8_t slots;                 /* of this shape */
    uint8_t full_slots;            /* of the shape with the same cells and all doors */
    int8_t target[FL_SHAPE_SLOTS]; /* where a slot of that full shape leads */
    uint32_t window;               /* the cells as bits of two rows of 16 */
} fl_layout_shape_row;

extern const fl_layout_shape_row fl_layout_shape_rows[FL_SHAPE_COUNT];

/* Lifts all blocks. */
void fl_layout_board_unblock_all(fl_layout_board *self);

/* Empties the board inside its walls; blocked spots stay blocked. */
void fl_layout_board_clear(fl_layout_board *self);

static inline unsigned fl_layout_board_is_room(const fl_layout_board *self, unsigned spot)
{
    return (uint8_t)(self->owner[spot] - 1) < FL_LAYOUT_BOARD_WALL - 1;
}

/* How many of the four spots beside this one belong to a room. A large room can count twice. */
static inline unsigned fl_layout_board_near(const fl_layout_board *self, unsigned spot)
{
    return self->near[spot];
}

/* Blocks a spot, so that nothing may grow there. */
static inline void fl_layout_board_block(fl_layout_board *self, unsigned spot)
{
    self->has_blocked = true;
    self->blocked[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
}

/* Puts a room on free cells and returns its number. The caller fills in the rest. */
unsigned fl_layout_board_place(fl_layout_board *self, unsigned shape, unsigned origin, unsigned placed);

/* The slots of a shape's full counterpart that would lead to a room if the shape stood at `origin`. */
static inline unsigned fl_layout_board_rooms_at(const fl_layout_board *self, unsigned shape, unsigned origin)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    unsigned rooms = 0;
    if (shape_row->cells_n == 1) {
        return fl_layout_board_is_room(self, origin - 1) |
               fl_layout_board_is_room(self, origin - FL_LAYOUT_BOARD_STRIDE) << 1 |
               fl_layout_board_is_room(self, origin + 1) << 2 |
               fl_layout_board_is_room(self, origin + FL_LAYOUT_BOARD_STRIDE) << 3;
    }
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        rooms |= fl_layout_board_is_room(self, (uint8_t)(origin + (unsigned)shape_row->target[slot])) << slot;
    }
    return rooms;
}

/* The slots of a room that lead to another room; none leads to its own cells. */
static inline uint8_t fl_layout_board_links(const fl_layout_board *self, unsigned number)
{
    unsigned shape = self->room[number].shape;
    return (uint8_t)(fl_layout_board_rooms_at(self, shape, self->room[number].origin) &
                     fl_layout_shape_rows[shape].slots);
}

/* ---- Growth ---- */

enum {
    FL_LAYOUT_CANDIDATES_MAX = 8 * 14 + 1, /* the last is written, but never counted */
    FL_LAYOUT_OPTIONS = 13,
    FL_LAYOUT_SPARE = 8,
};

typedef struct fl_layout_request {
    unsigned rooms;     /* besides the start */
    unsigned dead_ends; /* with fewer than this, some are forced */
    bool is_loose;      /* a spot with two neighbours is accepted one time in ten */
    bool is_by_origin; /* every room whose origin is the start's spot grows as many rooms as the start does */
    uint32_t shapes;   /* bit per fl_shape that may be used */
    uint32_t large_stay; /* a shape other than 1x1 stays usable in a layout after its placement once in this
                          * many; 0 = always */
} fl_layout_request;

/* A room that could be added behind a door, packed into one word because it is written and read back at once.
 * From the lowest byte: shape, origin, the spot behind the door, the door's slot (slot mod 4 is the
 * direction). */
typedef uint32_t fl_layout_candidate;

static inline unsigned fl_layout_placed(fl_layout_candidate self)
{
    return self >> 16 & UINT8_MAX;
}

static inline unsigned fl_layout_slot(fl_layout_candidate self)
{
    return self >> 24;
}

/* Room numbers of the dead ends, the farthest first. */
typedef struct fl_layout_dead_ends {
    uint8_t room[FL_LAYOUT_BOARD_ROOMS_MAX + FL_LAYOUT_SPARE]; /* spare: eight are written at a time */
    unsigned n;
    unsigned forced; /* how many had to be added by force */
} fl_layout_dead_ends;

/* Makes a layout on an empty board. */
void fl_layout_make(fl_layout_board *board, fl_rebirth_random *stream, const fl_layout_request *request,
                    fl_layout_dead_ends *dead_ends);

/* The shapes that may be added behind a door. */
typedef struct fl_layout_choice {
    uint32_t shapes; /* bit per fl_shape that may be used */
    bool takes_all;  /* all of them, not only those that the shape lottery draws */
} fl_layout_choice;

/* Lists the candidates behind the doors of a room, in the order of the slots. Returns their number. */
unsigned fl_layout_list_candidates(const fl_layout_board *board, fl_rebirth_random *stream, unsigned number,
                                   fl_layout_choice choice,
                                   fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX]);

/* Puts candidates in random order. */
void fl_layout_shuffle_candidates(fl_layout_candidate *list, unsigned n, fl_rebirth_random *stream);

/* Places a candidate beside its parent. Returns the number of the new room. */
unsigned fl_layout_place_candidate(fl_layout_board *board, unsigned parent, fl_layout_candidate candidate);

/* ---- Dead ends: places for special rooms ---- */

enum { FL_LAYOUT_DEAD_ENDS_NONE = -1 };

/* Gives a dead end the shape and position that suit an interior with these doors; false if none does. It
 * keeps them even if the special room is not placed. */
bool fl_layout_dead_ends_fit(fl_layout_board *board, unsigned number, unsigned shape, unsigned doors);

/* Removes the first dead end that can be fitted from the list and returns it; FL_LAYOUT_DEAD_ENDS_NONE if
 * none can. */
int fl_layout_dead_ends_take(fl_layout_board *board, fl_layout_dead_ends *dead_ends, unsigned shape,
                             unsigned doors);

/* The same for a boss: not beside the start. */
typedef struct fl_layout_boss_place {
    bool is_large;      /* a labyrinth: with space for a second boss room beyond it */
    bool only_farthest; /* only at the largest distance of the dead ends listed */
} fl_layout_boss_place;

int fl_layout_dead_ends_take_boss(fl_layout_board *board, fl_layout_dead_ends *dead_ends, unsigned shape,
                                  unsigned doors, fl_layout_boss_place where);

/* Removes the dead end with this room number; false if it is not listed. */
bool fl_layout_dead_ends_remove(fl_layout_dead_ends *dead_ends, int number);

/* Puts a dead end back: at the END of the list. */
static inline void fl_layout_dead_ends_give_back(fl_layout_dead_ends *dead_ends, int number)
{
    assert(dead_ends->n < FL_LAYOUT_BOARD_ROOMS_MAX);
    if (number != FL_LAYOUT_DEAD_ENDS_NONE) {
        dead_ends->room[dead_ends->n++] = (uint8_t)number;
    }
}

/* ---- Secret rooms: the free cell with the greatest drawn weight ---- */

enum { FL_SECRET_PLACE_NONE = 0 };

typedef struct fl_secret_request {
    bool blocks_start; /* no cell beside the start */
    bool blocks_above; /* not the cell above the start */
    bool is_ultra;     /* an ultra secret room: two steps from the nearest room, not one */
    int boss_to_avoid; /* room whose neighbouring cells may not be taken; -1 = none */
} fl_secret_request;

typedef struct fl_secret_found {
    unsigned spot;       /* FL_SECRET_PLACE_NONE if there is no place */
    unsigned neighbours; /* cells of rooms beside it (ultra secret: two steps away) */
    unsigned open;       /* candidate cells with three neighbours or more */
} fl_secret_found;

/* Chooses the cell for a secret room with draws from the layout's stream. */
void fl_layout_secret_place(const fl_layout_board *board, const fl_secret_request *request,
                            fl_rebirth_random *stream, fl_secret_found *out);

/* ---- The finished floor ---- */

/* Copies rooms in placing order, doors, distances and dead ends into an empty floor. The caller sets the end
 * room, the facts and the rolls. The result equals that of fl_floor_add, fl_floor_link and fl_floor_measure,
 * computed in one pass over the cells with a bit for each room; a board with more than 64 rooms uses those
 * functions. */
void fl_layout_to_floor(const fl_layout_board *board, fl_floor *out);

#endif
