/* A draft becomes the floor that everybody reads: rooms, doors, distances, dead ends.
 *
 * The same as fl_floor_add, fl_floor_link and fl_floor_measure make, in one walk over the draft's cells with a bit for
 * each room; drafts of more rooms than a word has bits go that way. */
#ifndef FL_GEN_REBIRTH_LAYOUT_TO_FLOOR_H
#define FL_GEN_REBIRTH_LAYOUT_TO_FLOOR_H

#include "gen/floor/floor.h"
#include "gen/rebirth/layout/board.h"

/* Rooms in placing order on an empty floor; whose end room, facts and gates are the caller's. */
void fl_layout_to_floor(const fl_layout_board *draft, fl_floor *out);

#endif
