/* A floor in the making: rooms of the twelve shapes on 13 x 13 cells, with walls of one cell around them.
 *
 * Rules: spec of the Rebirth floors, section 2. A spot is a cell of the walled board; offsets between cells become
 * plain differences of spots, so that fitting and counting need no bounds. */
#ifndef FL_GEN_REBIRTH_LAYOUT_BOARD_H
#define FL_GEN_REBIRTH_LAYOUT_BOARD_H

#include "gen/floor/kind.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/interior.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_LAYOUT_BOARD_SIDE = 13,
    FL_LAYOUT_BOARD_STRIDE = 16,
    FL_LAYOUT_BOARD_SPOTS = FL_LAYOUT_BOARD_STRIDE * 16,
    FL_LAYOUT_BOARD_ROOMS_MAX = 160,
    FL_LAYOUT_BOARD_WALL = 255, /* owner of the spots around the board */
    FL_LAYOUT_BOARD_START = 7 * FL_LAYOUT_BOARD_STRIDE + 7,
};

/* The spot of a cell. */
static inline uint8_t fl_layout_board_spot(int x, int y)
{
    return (uint8_t)((y + 1) * FL_LAYOUT_BOARD_STRIDE + x + 1);
}

static inline int fl_layout_board_x(unsigned spot)
{
    return (int)(spot % FL_LAYOUT_BOARD_STRIDE) - 1;
}

static inline int fl_layout_board_y(unsigned spot)
{
    return (int)(spot / FL_LAYOUT_BOARD_STRIDE) - 1;
}

/* The difference of spots one step in a direction makes. */
static inline int fl_layout_board_step(unsigned direction)
{
    static const int8_t steps[4] = {-1, -FL_LAYOUT_BOARD_STRIDE, 1, FL_LAYOUT_BOARD_STRIDE};
    return steps[direction & 3];
}

typedef struct fl_layout_board_room {
    _Alignas(16) fl_pool_interior interior; /* of type 1 until there is one */
    uint8_t shape;                          /* an fl_shape */
    uint8_t origin;                         /* spot of the bounding box's upper left cell */
    uint8_t placed;                         /* spot behind the door through which it was added */
    uint8_t direction;                      /* from its parent */
    uint8_t slot;                           /* of the parent's door */
    uint8_t distance;                       /* the parent's + 1 */
    bool is_dead_end;
    bool is_parent; /* another grew from it */
    bool is_hidden; /* no neighbour to count when a dead end is fitted */
    bool is_added;  /* joined the finished plan */
    uint8_t kind;   /* an fl_kind */
} fl_layout_board_room;

/* A board as rows of bits, a bit per column; the rows at the end are read beside the last. */
typedef uint16_t fl_layout_board_rows[FL_LAYOUT_BOARD_STRIDE + 2];

typedef struct fl_layout_board {
    uint8_t owner[FL_LAYOUT_BOARD_SPOTS]; /* room number + 1, 0 = empty, or FL_LAYOUT_BOARD_WALL */
    uint8_t near[FL_LAYOUT_BOARD_SPOTS];  /* how many of the four spots around hold a room */
    fl_layout_board_rows closed;          /* walls, rooms and what is shut */
    fl_layout_board_rows shut;            /* where nothing may grow */
    bool has_shut;                        /* there is such a spot */
    fl_layout_board_room room[FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned rooms_n;
} fl_layout_board;

/* The shapes as differences of spots. Made once from the table of shapes. */
typedef struct fl_layout_board_rotation {
    uint8_t cells_n;
    int8_t cell[FL_SHAPE_CELLS];   /* a small shape repeats its first cell */
    uint8_t slots;                 /* of this shape */
    uint8_t full_slots;            /* of the same cells without narrow walls */
    int8_t target[FL_SHAPE_SLOTS]; /* where a slot of the full shape leads */
    uint32_t window;               /* the cells as bits of two rows of 16 */
} fl_layout_board_rotation;

extern const fl_layout_board_rotation fl_layout_board_rotations[FL_SHAPE_COUNT];

/* A normal room without an interior. */
extern const fl_layout_board_room fl_layout_board_bare;

/* No spot is shut. */
void fl_layout_board_open(fl_layout_board *self);

/* An empty board with its walls; what is shut stays so. */
void fl_layout_board_clear(fl_layout_board *self);

/* The room's cells become its new shape's. */
void fl_layout_board_reshape(fl_layout_board *self, unsigned number, unsigned shape, unsigned origin);

/* The number of the room on a spot, -1 if there is none. */
static inline int fl_layout_board_at(const fl_layout_board *self, unsigned spot)
{
    unsigned owner = self->owner[spot];
    return owner == FL_LAYOUT_BOARD_WALL ? -1 : (int)owner - 1;
}

static inline unsigned fl_layout_board_is_room(const fl_layout_board *self, unsigned spot)
{
    return (uint8_t)(self->owner[spot] - 1) < FL_LAYOUT_BOARD_WALL - 1;
}

/* How many of the four spots around one hold a room. Cells are counted: a big neighbour can count twice. */
static inline unsigned fl_layout_board_near(const fl_layout_board *self, unsigned spot)
{
    return self->near[spot];
}

/* The same without the room that is on the spot itself. */
unsigned fl_layout_board_near_others(const fl_layout_board *self, unsigned number, unsigned spot);

/* Nothing grows on a spot from now on. */
static inline void fl_layout_board_shut(fl_layout_board *self, unsigned spot)
{
    self->has_shut = true;
    self->shut[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
}

static inline unsigned fl_layout_board_has(const fl_layout_board_rows rows, unsigned spot)
{
    return rows[spot / FL_LAYOUT_BOARD_STRIDE] >> spot % FL_LAYOUT_BOARD_STRIDE & 1;
}

/* Two rows from a spot on, as fl_layout_board_rotation.window has its cells. */
static inline uint32_t fl_layout_board_window(const fl_layout_board_rows rows, unsigned spot)
{
    unsigned y = spot / FL_LAYOUT_BOARD_STRIDE;
    return (rows[y] | (uint32_t)rows[y + 1] << FL_LAYOUT_BOARD_STRIDE) >> spot % FL_LAYOUT_BOARD_STRIDE;
}

/* Whether all cells of a shape are on the board, empty and not shut. */
static inline bool fl_layout_board_fits(const fl_layout_board *self, unsigned shape, unsigned origin)
{
    return (fl_layout_board_window(self->closed, origin) & fl_layout_board_rotations[shape].window) == 0;
}

/* A free spot becomes part of a room. */
static inline void fl_layout_board_take(fl_layout_board *self, unsigned spot, unsigned number)
{
    self->owner[spot] = (uint8_t)(number + 1);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->near[spot - 1]++;
    self->near[spot + 1]++;
    self->near[spot - FL_LAYOUT_BOARD_STRIDE]++;
    self->near[spot + FL_LAYOUT_BOARD_STRIDE]++;
}

/* A room of which no cell is on the board yet; returns its number. */
static inline unsigned fl_layout_board_add(fl_layout_board *self, unsigned shape, unsigned origin,
                                           unsigned placed)
{
    unsigned number = self->rooms_n++;
    fl_layout_board_room *room = &self->room[number];
    *room = fl_layout_board_bare;
    room->shape = (uint8_t)shape;
    room->origin = (uint8_t)origin;
    room->placed = (uint8_t)placed;
    return number;
}

/* Puts a room on the board (its cells must be free) and returns its number. The caller fills in the rest. */
static inline unsigned fl_layout_board_place(fl_layout_board *self, unsigned shape, unsigned origin,
                                             unsigned placed)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned number = fl_layout_board_add(self, shape, origin, placed);
    fl_layout_board_take(self, (uint8_t)(origin + (unsigned)form->cell[0]), number);
    for (unsigned i = 1; i < form->cells_n; i++) {
        fl_layout_board_take(self, (uint8_t)(origin + (unsigned)form->cell[i]), number);
    }
    return number;
}

/* The same for a single cell. */
static inline unsigned fl_layout_board_place_single(fl_layout_board *self, unsigned spot)
{
    unsigned number = fl_layout_board_add(self, FL_SHAPE_1X1, spot, spot);
    fl_layout_board_take(self, spot, number);
    return number;
}

/* The slots of a shape's full counterpart that lead to a room, were it at an origin. */
static inline unsigned fl_layout_board_rooms_at(const fl_layout_board *self, unsigned shape, unsigned origin)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned rooms = 0;
    if (form->cells_n == 1) {
        return fl_layout_board_is_room(self, origin - 1) |
               fl_layout_board_is_room(self, origin - FL_LAYOUT_BOARD_STRIDE) << 1 |
               fl_layout_board_is_room(self, origin + 1) << 2 |
               fl_layout_board_is_room(self, origin + FL_LAYOUT_BOARD_STRIDE) << 3;
    }
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        rooms |= fl_layout_board_is_room(self, (uint8_t)(origin + (unsigned)form->target[slot])) << slot;
    }
    return rooms;
}

/* The slots of a shape that lead to another room than `number`, were it at an origin. */
static inline unsigned fl_layout_board_links_at(const fl_layout_board *self, unsigned number, unsigned shape,
                                                unsigned origin)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned n = form->cells_n == 1 ? 4 : FL_SHAPE_SLOTS;
    unsigned links = 0;
    for (unsigned slot = 0; slot < n; slot++) {
        unsigned owner = self->owner[(uint8_t)(origin + (unsigned)form->target[slot])];
        links |= (unsigned)((owner != 0) & (owner != FL_LAYOUT_BOARD_WALL) & (owner != number + 1)) << slot;
    }
    return links & form->slots;
}

/* The slots of a room's shape that lead to another room: none leads to its own cells. */
static inline uint8_t fl_layout_board_links(const fl_layout_board *self, unsigned number)
{
    unsigned shape = self->room[number].shape;
    return (uint8_t)(fl_layout_board_rooms_at(self, shape, self->room[number].origin) &
                     fl_layout_board_rotations[shape].slots);
}

/* The spot a slot leads to, for a room at an origin. */
static inline unsigned fl_layout_board_target(unsigned shape, unsigned origin, unsigned slot)
{
    return (uint8_t)(origin + (unsigned)fl_layout_board_rotations[shape].target[slot]);
}

#endif
