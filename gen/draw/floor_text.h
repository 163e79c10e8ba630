/* A floor drawn for a terminal: the map with shared walls, and beside it the legend and lines of the caller.
 *
 * A cell is four columns wide and two lines high. Rooms of several cells are one shape; a gap in a wall is a
 * door, a broken piece of wall the hidden door of a secret room. Narrow rooms look like the wide ones. */
#ifndef FL_GEN_DRAW_FLOOR_TEXT_H
#define FL_GEN_DRAW_FLOOR_TEXT_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fl_floor_text_options {
    bool is_coloured;        /* with the escape sequences of 256-colour terminals, dark or light */
    bool is_ascii;           /* + - | in place of box-drawing characters */
    const char *const *side; /* lines below the legend, borrowed */
    size_t side_n;
    const uint8_t
        *group; /* [rooms_n] 0…8, colour and sign of the rooms in place of their kinds'; NULL = kinds */
} fl_floor_text_options;

/* Adds the drawing, whole lines only. Lines do not end in blanks. */
void fl_draw_floor_text(const fl_floor *floor, const fl_floor_text_options *options, fl_text *out);

#endif
