/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_LAYOUT_LAYOUT_PRIVATE_H
#define FL_GEN_REBIRTH_LAYOUT_LAYOUT_PRIVATE_H

#include "gen/rebirth/layout/layout.h"

#include <stdint.h>

/* The layout of a Rebirth floor: rooms growing from the start until there are enough, and its dead ends.
 *
 * Rules: gen/rebirth/RULES.md, "Candidates at a door" to "Dead ends". One stream serves all attempts of a floor. */

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

/* Origins less the placed spot behind a door in a direction: of a single cell, then of the options. */
extern const int8_t fl_layout_offsets[4][1 + FL_LAYOUT_OPTIONS];

/* The shape and the origin (less the placed spot) of option k behind a door in a direction. */
unsigned fl_layout_option_shape(unsigned direction, unsigned k);

static inline int fl_layout_option_offset(unsigned direction, unsigned k)
{
    return fl_layout_offsets[direction][k + 1];
}

/* Dead ends as places for special rooms: fitted to an interior, taken, given back.
 *
 * Rules: gen/rebirth/RULES.md, "Fitting an interior into a dead end". */

/* What may be tried for a shape behind a door in a direction: bit 0 its single cell, bit i the layout's option i - 1. */
extern const uint16_t fl_layout_dead_ends_options[4][FL_SHAPE_COUNT];

/* Lists the dead ends: rooms that nothing grew from, with less than two cells of others around the spot where they began. */
void fl_layout_dead_ends_find(fl_layout_board *draft, fl_layout_dead_ends *ends);

/* Farthest first; not stable, and must be just this sort. */
void fl_layout_dead_ends_sort(const fl_layout_board *draft, fl_layout_dead_ends *ends);

/* Takes the first dead end, whatever may fit there. */
int fl_layout_dead_ends_take_first(fl_layout_dead_ends *ends);

#endif
