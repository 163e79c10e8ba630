/* A floor in the making: rooms of the twelve shapes on 13 x 13 cells, with walls of one cell around them.
 *
 * Rules: gen/rebirth/RULES.md, "Shapes and doors". A spot is a cell of the walled board; offsets between cells become
 * plain differences of spots, so that fitting and counting need no bounds. */
#ifndef FL_GEN_REBIRTH_LAYOUT_BOARD_H
#define FL_GEN_REBIRTH_LAYOUT_BOARD_H

#include "gen/rebirth/layout/layout.h"

#include <stdbool.h>
#include <stdint.h>

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

/* The room's cells become its new shape's. */
void fl_layout_board_reshape(fl_layout_board *self, unsigned number, unsigned shape, unsigned origin);

/* The number of the room on a spot, -1 if there is none. */
static inline int fl_layout_board_at(const fl_layout_board *self, unsigned spot)
{
    unsigned owner = self->owner[spot];
    return owner == FL_LAYOUT_BOARD_WALL ? -1 : (int)owner - 1;
}

/* The same without the room that is on the spot itself. */
unsigned fl_layout_board_near_others(const fl_layout_board *self, unsigned number, unsigned spot);

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

/* The same for a single cell. */
static inline unsigned fl_layout_board_place_single(fl_layout_board *self, unsigned spot)
{
    unsigned number = fl_layout_board_add(self, FL_SHAPE_1X1, spot, spot);
    fl_layout_board_take(self, spot, number);
    return number;
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

/* The spot a slot leads to, for a room at an origin. */
static inline unsigned fl_layout_board_target(unsigned shape, unsigned origin, unsigned slot)
{
    return (uint8_t)(origin + (unsigned)fl_layout_board_rotations[shape].target[slot]);
}

#endif
