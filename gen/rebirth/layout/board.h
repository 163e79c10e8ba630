/* SPDX-License-Identifier: MIT */
/* Questions about the board and its spots, for the files of this folder; the board itself is in layout.h.
 *
 * Rules: gen/rebirth/RULES.md, "Shapes and doors". */
#ifndef FL_GEN_REBIRTH_LAYOUT_BOARD_H
#define FL_GEN_REBIRTH_LAYOUT_BOARD_H

#include "gen/rebirth/layout/layout.h"

#include <assert.h>
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

/* Gives a room another shape and origin; its cells change with them. */
void fl_layout_board_reshape(fl_layout_board *self, unsigned number, unsigned shape, unsigned origin);

/* Returns the number of the room on a spot, -1 if there is none. */
static inline int fl_layout_board_at(const fl_layout_board *self, unsigned spot)
{
    unsigned owner = self->owner[spot];
    return owner == FL_LAYOUT_BOARD_WALL ? -1 : (int)owner - 1;
}

/* How many of the four spots beside this one belong to a room other than `number`. */
unsigned fl_layout_board_near_others(const fl_layout_board *self, unsigned number, unsigned spot);

static inline unsigned fl_layout_board_has(const fl_layout_board_rows rows, unsigned spot)
{
    return rows[spot / FL_LAYOUT_BOARD_STRIDE] >> spot % FL_LAYOUT_BOARD_STRIDE & 1;
}

/* The bits of two rows from a spot on, in the order of fl_layout_shape_row.window. */
static inline uint32_t fl_layout_board_window(const fl_layout_board_rows rows, unsigned spot)
{
    unsigned y = spot / FL_LAYOUT_BOARD_STRIDE;
    return (rows[y] | (uint32_t)rows[y + 1] << FL_LAYOUT_BOARD_STRIDE) >> spot % FL_LAYOUT_BOARD_STRIDE;
}

/* True if all cells of a shape are on the board, empty and not blocked. */
static inline bool fl_layout_board_fits(const fl_layout_board *self, unsigned shape, unsigned origin)
{
    return (fl_layout_board_window(self->closed, origin) & fl_layout_shape_rows[shape].window) == 0;
}

/* A normal room without an interior. */
extern const fl_layout_board_room fl_layout_board_bare;

/* Gives a free spot to a room. */
static inline void fl_layout_board_take(fl_layout_board *self, unsigned spot, unsigned number)
{
    self->owner[spot] = (uint8_t)(number + 1);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->near[spot - 1]++;
    self->near[spot + 1]++;
    self->near[spot - FL_LAYOUT_BOARD_STRIDE]++;
    self->near[spot + FL_LAYOUT_BOARD_STRIDE]++;
}

/* Adds a room without any cells and returns its number. */
static inline unsigned fl_layout_board_add(fl_layout_board *self, unsigned shape, unsigned origin,
                                           unsigned placed)
{
    assert(self->rooms_n < FL_LAYOUT_BOARD_ROOMS_MAX);
    unsigned number = self->rooms_n++;
    fl_layout_board_room *room = &self->room[number];
    *room = fl_layout_board_bare;
    room->shape = (uint8_t)shape;
    room->origin = (uint8_t)origin;
    room->placed = (uint8_t)placed;
    return number;
}

/* fl_layout_board_place, for the loops of this folder. */
static inline unsigned fl_layout_board_put(fl_layout_board *self, unsigned shape, unsigned origin,
                                           unsigned placed)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    assert(self->owner[(uint8_t)(origin + (unsigned)shape_row->cell[0])] == 0);
    unsigned number = fl_layout_board_add(self, shape, origin, placed);
    fl_layout_board_take(self, (uint8_t)(origin + (unsigned)shape_row->cell[0]), number);
    for (unsigned i = 1; i < shape_row->cells_n; i++) {
        fl_layout_board_take(self, (uint8_t)(origin + (unsigned)shape_row->cell[i]), number);
    }
    return number;
}

/* Puts a room of a single cell on a free spot and returns its number. */
static inline unsigned fl_layout_board_place_single(fl_layout_board *self, unsigned spot)
{
    unsigned number = fl_layout_board_add(self, FL_SHAPE_1X1, spot, spot);
    fl_layout_board_take(self, spot, number);
    return number;
}

/* Returns the slots of a shape at `origin` that would lead to a room other than `number`. */
static inline unsigned fl_layout_board_links_at(const fl_layout_board *self, unsigned number, unsigned shape,
                                                unsigned origin)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    unsigned n = shape_row->cells_n == 1 ? 4 : FL_SHAPE_SLOTS;
    unsigned links = 0;
    for (unsigned slot = 0; slot < n; slot++) {
        unsigned owner = self->owner[(uint8_t)(origin + (unsigned)shape_row->target[slot])];
        links |= (unsigned)((owner != 0) & (owner != FL_LAYOUT_BOARD_WALL) & (owner != number + 1)) << slot;
    }
    return links & shape_row->slots;
}

/* The spot to which a slot of a shape at `origin` leads. */
static inline unsigned fl_layout_board_target(unsigned shape, unsigned origin, unsigned slot)
{
    return (uint8_t)(origin + (unsigned)fl_layout_shape_rows[shape].target[slot]);
}

#endif
