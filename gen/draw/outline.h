/* The outline of a room as the data of an SVG path: along the borders of its cells, a little inside them,
 * with round corners; narrow rooms are drawn narrow. A cell is FL_OUTLINE_CELL units wide, whatever its size
 * on paper.
 *
 * A room with holes gives one closed line for each, which the even-odd rule fills rightly. */
#ifndef FL_GEN_DRAW_OUTLINE_H
#define FL_GEN_DRAW_OUTLINE_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

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

#endif
