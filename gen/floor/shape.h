/* SPDX-License-Identifier: MIT */
/* The twelve room shapes of the Rebirth family, and their eight door slots.
 *
 * Cells and targets are offsets from the room's origin, the upper left corner of its bounding box (which LTL,
 * the L whose top left cell is missing, does not cover). Slots are L0 U0 R0 D0 L1 U1 R1 D1: slot mod 4 is the
 * direction. Numbers and slots: gen/rebirth/RULES.md, "Shapes and doors". Rooms with any other cells have
 * shape FL_SHAPE_FREE.
 *
 * IH and IV are narrow single cells, IIH and IIV narrow pairs, H and V the direction in which one walks
 * through. */
#ifndef FL_GEN_FLOOR_SHAPE_H
#define FL_GEN_FLOOR_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum { FL_SHAPE_SLOTS = 8, FL_SHAPE_CELLS = 4 };

typedef enum fl_shape {
    FL_SHAPE_FREE,
    FL_SHAPE_1X1,
    FL_SHAPE_IH,
    FL_SHAPE_IV,
    FL_SHAPE_1X2,
    FL_SHAPE_IIV,
    FL_SHAPE_2X1,
    FL_SHAPE_IIH,
    FL_SHAPE_2X2,
    FL_SHAPE_LTL,
    FL_SHAPE_LTR,
    FL_SHAPE_LBL,
    FL_SHAPE_LBR,
    FL_SHAPE_COUNT
} fl_shape;

typedef enum fl_direction { FL_LEFT, FL_UP, FL_RIGHT, FL_DOWN } fl_direction;

typedef struct fl_offset {
    int8_t x, y;
} fl_offset;

typedef struct fl_shape_row {
    const char *name;
    uint8_t width, height; /* of the bounding box */
    uint8_t cells_n;       /* 0 for FL_SHAPE_FREE */
    uint8_t slots;         /* bit k: the shape has slot k */
    fl_shape full;         /* the wide shape with the same cells */
    fl_offset cells[FL_SHAPE_CELLS];
    fl_offset target[FL_SHAPE_SLOTS]; /* the cell that a slot leads to; (0,0) where there is no slot */
} fl_shape_row;

/* The table's row of a shape. */
const fl_shape_row *fl_shape_of(fl_shape shape);

/* Returns the shape with a name ("1x1", "LTL", "free"); FL_SHAPE_COUNT if there is none. */
fl_shape fl_shape_named(const char *name);

/* One step in a direction. */
static inline fl_offset fl_shape_step(unsigned direction)
{
    static const fl_offset steps[4] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    return steps[direction & 3];
}

#endif
