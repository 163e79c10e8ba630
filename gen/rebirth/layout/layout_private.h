/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder: packed candidates, the tables of options, the list of dead ends. */
#ifndef FL_GEN_REBIRTH_LAYOUT_LAYOUT_PRIVATE_H
#define FL_GEN_REBIRTH_LAYOUT_LAYOUT_PRIVATE_H

#include "gen/rebirth/layout/layout.h"

#include <stdint.h>

/* ---- Candidates and options ---- */

static inline fl_layout_candidate fl_layout_candidate_of(unsigned shape, unsigned origin, unsigned placed,
                                                         unsigned slot)
{
    return shape | origin << 8 | placed << 16 | slot << 24;
}

static inline unsigned fl_layout_shape(fl_layout_candidate self)
{
    return self & UINT8_MAX;
}

static inline unsigned fl_layout_origin(fl_layout_candidate self)
{
    return self >> 8 & UINT8_MAX;
}

/* The options behind a door to the left, up, right, down: shapes, and the places of their origins relative to
 * the spot behind the door. The offsets begin with that of a single cell. */
extern const uint8_t fl_layout_option_shapes[4][FL_LAYOUT_OPTIONS];
extern const int8_t fl_layout_offsets[4][1 + FL_LAYOUT_OPTIONS];

/* The same seen from a shape: the options that have it. Bit 0 is the single cell, bit i is option i - 1.
 * Option 12 is left out: dead ends do not use it. */
extern const uint16_t fl_layout_options_of_shape[4][FL_SHAPE_COUNT];

static inline unsigned fl_layout_option_shape(unsigned direction, unsigned k)
{
    return fl_layout_option_shapes[direction][k];
}

static inline int fl_layout_option_offset(unsigned direction, unsigned k)
{
    return fl_layout_offsets[direction][k + 1];
}

/* ---- Dead ends ---- */

/* Lists the rooms from which nothing grew and whose first spot has fewer than two cells of other rooms beside
 * it. */
void fl_layout_dead_ends_find(fl_layout_board *board, fl_layout_dead_ends *dead_ends);

/* Sorts the farthest first, by selection with exchanges: the order of equals depends on it and is part of the
 * rules. */
void fl_layout_dead_ends_sort(const fl_layout_board *board, fl_layout_dead_ends *dead_ends);

#endif
