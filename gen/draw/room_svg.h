/* Rooms as one self-contained SVG picture: tiles in colours and shapes, walls with gaps for doors, a legend. */
#ifndef FL_GEN_DRAW_ROOM_SVG_H
#define FL_GEN_DRAW_ROOM_SVG_H

#include "gen/base/text.h"
#include "gen/room/room.h"

#include <stddef.h>

enum { FL_ROOM_SVG_TILE = 16 /* pixels of a tile's side if nothing else is said */ };

typedef struct fl_room_svg_options {
    const char *title;       /* above the rooms and for screen readers; NULL = none */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    unsigned columns; /* rooms side by side, 0 = up to three in a row, else as square as can be */
    int tile;         /* pixels, 4 to 100; 0 = FL_ROOM_SVG_TILE */
    bool is_dark;
} fl_room_svg_options;

/* Rooms of one size, row by row. */
void fl_draw_room_svg(const fl_interior *rooms, unsigned n, const fl_room_svg_options *options, fl_text *out);

/* The tiles of a room alone, without its walls, into an SVG that is open: upper left corner and pixels of a tile. */
typedef struct fl_room_svg_place {
    int x, y, tile;
} fl_room_svg_place;

void fl_draw_room_svg_tiles(const fl_interior *room, const fl_room_svg_place *place, fl_text *out);

#endif
