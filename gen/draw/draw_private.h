/* SPDX-License-Identifier: MIT */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_DRAW_DRAW_PRIVATE_H
#define FL_GEN_DRAW_DRAW_PRIVATE_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

#include <stdint.h>

/* A floor as a self-contained SVG picture, for a paper or a README: rooms in the colours and with the signs
 * of their kinds, corridors for doors (dashed for hidden ones), a legend, and lines of the caller.
 *
 * The picture has neither styles nor ids nor links, so that many of them can stand in one page. Rooms come in
 * the order of their numbers, each with a tooltip. Equal floors and options give equal bytes. */

enum { FL_DRAW_FLOOR_SVG_CELL = 36 }; /* pixels of a cell's side if nothing else is said */

/* What the SVG pictures of floors are made of: the frame with its title, a map, a swatch of the legend. Where
 * these stand is for the pictures (draw_svg, draw_gallery) to say.
 *
 * Measures are pixels. Letters are taken to be a bit wider than they are in most fonts. */

/* The wanted size of a cell within its limits; 0 or less = `otherwise`. */
int fl_draw_svg_cell(int wanted, int otherwise);

/* The outline of a room as the data of an SVG path: along the borders of its cells, a little inside them,
 * with round corners; narrow rooms are drawn narrow. A cell is FL_OUTLINE_CELL units wide, whatever its size
 * on paper.
 *
 * A room with holes gives one closed line for each, which the even-odd rule fills rightly. */

enum { FL_OUTLINE_CELL = 36 };

typedef struct fl_outline {
    const fl_floor *floor;
    int left, top; /* the cell whose upper left corner is the origin */
    uint8_t seen[(FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX + 7) / 8]; /* bit: the cell's upper border is drawn */
} fl_outline;

void fl_draw_outline_init(fl_outline *self, const fl_floor *floor, int left, int top);

/* Adds the path data of one room. Every room once only: what was drawn is remembered. */
void fl_draw_outline_add(fl_outline *self, const fl_room *room, fl_text *out);

/* How far inside the cells' border a side of a room is drawn. Sides are FL_LEFT, FL_UP, FL_RIGHT, FL_DOWN. */
int fl_draw_outline_inset(const fl_room *room, fl_direction side);

/* Rooms as one self-contained SVG picture: tiles in colours and shapes, walls with gaps for doors, a
 * legend. */

enum { FL_ROOM_SVG_TILE = 16 /* pixels of a tile's side if nothing else is said */ };

#endif
