/* SPDX-License-Identifier: MIT */
/* The thirteen options behind a door (gen/rebirth/RULES.md, "Candidates at a door"): tables that growth and
 * dead ends share. */
#include "gen/rebirth/layout/layout_private.h"

#define FL_AT(x, y) ((y)*FL_LAYOUT_BOARD_STRIDE + (x))

const uint8_t fl_layout_option_shapes[4][FL_LAYOUT_OPTIONS] = {
    {6, 4, 4, 8, 8, 12, 10, 11, 11, 9, 9, 2, 7},
    {4, 6, 6, 8, 8, 12, 11, 10, 10, 9, 9, 3, 5},
    {6, 4, 4, 8, 8, 11, 9, 10, 10, 12, 12, 2, 7},
    {4, 6, 6, 8, 8, 10, 9, 11, 11, 12, 12, 3, 5},
};
const int8_t fl_layout_offsets[4][1 + FL_LAYOUT_OPTIONS] = {
    {0, FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1),
     FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(-1, 0)},
    {0, FL_AT(0, -1), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1),
     FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(0, -1)},
    {0, FL_AT(0, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1),
     FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, 0)},
    {0, FL_AT(0, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0),
     FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, 0)},
};

/* Made from the table of shapes above. */
const uint16_t fl_layout_options_of_shape[4][FL_SHAPE_COUNT] = {
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0c00, 0x0080, 0x0300, 0x0040},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0c00, 0x0300, 0x0080, 0x0040},
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0080, 0x0300, 0x0040, 0x0c00},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0080, 0x0040, 0x0300, 0x0c00},
};
