/* A floor as a self-contained SVG picture, for a paper or a README: rooms in the colours and with the signs
 * of their kinds, corridors for doors (dashed for hidden ones), a legend, and lines of the caller.
 *
 * The picture has neither styles nor ids nor links, so that many of them can stand in one page. Rooms come in
 * the order of their numbers, each with a tooltip. Equal floors and options give equal bytes. */
#ifndef FL_GEN_DRAW_FLOOR_SVG_H
#define FL_GEN_DRAW_FLOOR_SVG_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

#include <stdbool.h>
#include <stddef.h>

enum { FL_DRAW_FLOOR_SVG_CELL = 36 }; /* pixels of a cell's side if nothing else is said */

typedef struct fl_floor_svg_options {
    const char *title;       /* above the map and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    int cell; /* pixels of a cell's side, 4 to 400; 0 = FL_DRAW_FLOOR_SVG_CELL */
    bool is_dark;
} fl_floor_svg_options;

void fl_draw_floor_svg(const fl_floor *floor, const fl_floor_svg_options *options, fl_text *out);

#endif
