/* A floor in the making: rooms of the twelve shapes on 13 x 13 cells, with walls of one cell around them.
 *
 * Rules: spec of the Rebirth floors, section 2. A spot is a cell of the walled board; offsets between cells become
 * plain differences of spots, so that fitting and counting need no bounds. */
#ifndef FL_GEN_REBIRTH_DRAFT_H
#define FL_GEN_REBIRTH_DRAFT_H

#include "gen/floor/kind.h"
#include "gen/floor/shape.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_DRAFT_SIDE = 13,
    FL_DRAFT_STRIDE = 16,
    FL_DRAFT_SPOTS = FL_DRAFT_STRIDE * 16,
    FL_DRAFT_ROOMS_MAX = 160,
    FL_DRAFT_WALL = 255, /* owner of the spots around the board */
    FL_DRAFT_START = 7 * FL_DRAFT_STRIDE + 7,
};

/* The spot of a cell. */
static inline uint8_t fl_draft_spot(int x, int y)
{
    return (uint8_t)((y + 1) * FL_DRAFT_STRIDE + x + 1);
}

static inline int fl_draft_x(unsigned spot)
{
    return (int)(spot % FL_DRAFT_STRIDE) - 1;
}

static inline int fl_draft_y(unsigned spot)
{
    return (int)(spot / FL_DRAFT_STRIDE) - 1;
}

/* The difference of spots one step in a direction makes. */
static inline int fl_draft_step(unsigned direction)
{
    static const int8_t steps[4] = {-1, -FL_DRAFT_STRIDE, 1, FL_DRAFT_STRIDE};
    return steps[direction & 3];
}

typedef struct fl_draft_room {
    uint8_t shape;     /* an fl_shape */
    uint8_t origin;    /* spot of the bounding box's upper left cell */
    uint8_t placed;    /* spot behind the door through which it was added */
    uint8_t direction; /* from its parent */
    uint8_t slot;      /* of the parent's door */
    uint8_t distance;  /* the parent's + 1 */
    bool is_dead_end;
    bool is_hidden; /* no neighbour to count when a dead end is fitted */
    bool is_added;  /* joined the finished plan */
    uint8_t kind;   /* an fl_kind */
    uint8_t type;   /* of the interior, 1 default, 2 shop, … */
    uint8_t doors;  /* of the interior: bit per slot */
    bool has_interior;
    uint8_t width, height; /* of the interior, in cells */
    int16_t difficulty;    /* of the interior, -1 = none */
    int32_t variant;
    int16_t subtype;
} fl_draft_room;

typedef struct fl_draft {
    uint8_t owner[FL_DRAFT_SPOTS]; /* room number + 1, 0 = empty, or FL_DRAFT_WALL */
    uint8_t shut[FL_DRAFT_SPOTS];  /* 1: nothing may grow here */
    fl_draft_room room[FL_DRAFT_ROOMS_MAX];
    unsigned rooms_n;
} fl_draft;

/* The shapes as differences of spots. Made once from the table of shapes. */
typedef struct fl_draft_form {
    uint8_t cells_n;
    int8_t cell[FL_SHAPE_CELLS];
    uint8_t slots;                 /* of this shape */
    uint8_t full_slots;            /* of the same cells without narrow walls */
    int8_t target[FL_SHAPE_SLOTS]; /* where a slot of the full shape leads */
} fl_draft_form;

extern const fl_draft_form fl_draft_forms[FL_SHAPE_COUNT];

/* An empty board with its walls; `shut` is left alone. */
void fl_draft_clear(fl_draft *self);

/* Puts a room on the board (its cells must be free) and returns its number. The caller fills in the rest. */
unsigned fl_draft_place(fl_draft *self, unsigned shape, unsigned origin, unsigned placed);

/* The room's cells become its new shape's. */
void fl_draft_reshape(fl_draft *self, unsigned number, unsigned shape, unsigned origin);

/* The number of the room on a spot, -1 if there is none. */
static inline int fl_draft_at(const fl_draft *self, unsigned spot)
{
    unsigned owner = self->owner[spot];
    return owner == FL_DRAFT_WALL ? -1 : (int)owner - 1;
}

static inline unsigned fl_draft_is_room(const fl_draft *self, unsigned spot)
{
    return (uint8_t)(self->owner[spot] - 1) < FL_DRAFT_WALL - 1;
}

/* How many of the four spots around one hold a room. Cells are counted: a big neighbour can count twice. */
static inline unsigned fl_draft_near(const fl_draft *self, unsigned spot)
{
    return fl_draft_is_room(self, spot - 1) + fl_draft_is_room(self, spot + 1) +
           fl_draft_is_room(self, spot - FL_DRAFT_STRIDE) + fl_draft_is_room(self, spot + FL_DRAFT_STRIDE);
}

/* The same without the room that is on the spot itself. */
unsigned fl_draft_near_others(const fl_draft *self, unsigned number, unsigned spot);

/* Whether all cells of a shape are on the board, empty and not shut. */
static inline bool fl_draft_fits(const fl_draft *self, unsigned shape, unsigned origin)
{
    const fl_draft_form *form = &fl_draft_forms[shape];
    unsigned taken = 0;
    for (unsigned i = 0; i < FL_SHAPE_CELLS; i++) { /* a small shape repeats its first cell */
        unsigned spot = (uint8_t)(origin + (unsigned)form->cell[i]);
        taken |= (unsigned)self->owner[spot] | self->shut[spot];
    }
    return taken == 0;
}

/* The slots of a room's shape that lead to another room. */
uint8_t fl_draft_links(const fl_draft *self, unsigned number);

/* The spot a slot leads to, for a room at an origin. */
static inline unsigned fl_draft_target(unsigned shape, unsigned origin, unsigned slot)
{
    return (uint8_t)(origin + (unsigned)fl_draft_forms[shape].target[slot]);
}

#endif
