/* Placing one room: priority tiers, rounds, a walk over the placed rooms, attempts (seed 002, 5.2).
 *
 * A round begins at the room placed last, tries the empty tiles beside it in random order, and then steps on to a room
 * beside it that was not visited yet, back where there is none. So the search stays near where it was, which is what
 * makes corridors. A tier is given up when a whole round found no possible attempt, and only then; a round that lost
 * all its draws is followed by another. */
#ifndef FL_GEN_GRID_PLACE_H
#define FL_GEN_GRID_PLACE_H

#include "gen/grid/board.h"

enum {
    FL_GRID_PLACE_ROUNDS =
        100000, /* of one tier; then the floor is given up, so that making one always ends */
};

/* Places a room of an entry; false if it can be placed nowhere. */
bool fl_grid_place_room(fl_grid_board *self, unsigned entry);

#endif
