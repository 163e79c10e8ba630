/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: default sizes, and the outlines of rooms. */
#ifndef FL_GEN_DRAW_DRAW_PRIVATE_H
#define FL_GEN_DRAW_DRAW_PRIVATE_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"
#include "gen/room/room.h"

#include <stdint.h>

/* Default pixels of a cell's side. */
enum { FL_DRAW_FLOOR_SVG_CELL = 36 };

/* The wanted size of a cell, limited to FL_SVG_CELL_MIN and FL_SVG_CELL_MAX; 0 or less = `initial`. */
int fl_draw_svg_cell(int wanted, int initial);

/* The types of tiles in a room, as bits. */
unsigned fl_draw_picture_tiles(const fl_interior *room);

/* The number of a colour in the colour cube of a 256-colour terminal. */
unsigned fl_draw_picture_cube(unsigned colour);

/* outline.c: the outline of a room as the data of an SVG path. It follows the borders of the room's cells
 * a little inside them, with round corners; narrow rooms are drawn narrow. A cell is FL_OUTLINE_CELL units
 * wide, whatever its size in the picture. A room with holes gives one more closed line per hole, so it
 * must be filled by the even-odd rule. */

enum { FL_OUTLINE_CELL = 36 };

typedef struct fl_outline {
    const fl_floor *floor;
    int left, top; /* the cell whose upper left corner is at (0, 0) */
    uint8_t seen[(FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX + 7) / 8]; /* bit: the cell's upper border is drawn */
} fl_outline;

void fl_draw_outline_init(fl_outline *self, const fl_floor *floor, int left, int top);

/* Adds the path data of one room. Each room can be added only once, because drawn borders are skipped. */
void fl_draw_outline_add(fl_outline *self, const fl_room *room, fl_text *out);

/* How far inside the cells' border a side of a room is drawn. Sides are FL_LEFT, FL_UP, FL_RIGHT, FL_DOWN. */
int fl_draw_outline_inset(const fl_room *room, fl_direction side);

#endif
