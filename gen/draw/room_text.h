/* A room drawn for a terminal: its tiles two columns wide between walls, a gap for each door, lines beside it. */
#ifndef FL_GEN_DRAW_ROOM_TEXT_H
#define FL_GEN_DRAW_ROOM_TEXT_H

#include "gen/base/text.h"
#include "gen/room/room.h"

typedef struct fl_room_text_options {
    bool is_coloured;        /* with the escape sequences of 256-colour terminals */
    bool is_ascii;           /* # in place of box-drawing characters */
    const char *const *side; /* lines beside the room, below the legend; borrowed */
    size_t side_n;
} fl_room_text_options;

/* Adds the drawing, whole lines only. Lines do not end in blanks. */
void fl_draw_room_text(const fl_interior *room, const fl_room_text_options *options, fl_text *out);

#endif
