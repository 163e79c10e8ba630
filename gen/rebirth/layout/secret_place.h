/* Where a secret room goes: the best of all open cells by a drawn weight (spec of the Rebirth floors, section 6, and
 * generator facts 7.4). */
#ifndef FL_GEN_REBIRTH_LAYOUT_SECRET_PLACE_H
#define FL_GEN_REBIRTH_LAYOUT_SECRET_PLACE_H

#include "gen/rebirth/random/random.h"
#include "gen/rebirth/layout/board.h"

enum { FL_SECRET_PLACE_NONE = 0 };

typedef struct fl_secret_request {
    bool shuts_start;  /* not beside the start */
    bool is_ultra;     /* two steps from every room, not one */
    int boss_to_avoid; /* number of a room around which nothing new may come; -1: none */
} fl_secret_request;

typedef struct fl_secret_found {
    unsigned spot;       /* FL_SECRET_PLACE_NONE: there is no place */
    unsigned neighbours; /* cells of rooms beside it (or two steps away) that count */
    unsigned open;       /* cells that came into question with three neighbours or more */
} fl_secret_found;

/* The spot a hidden room would take, drawn from the layout's stream. */
void fl_layout_secret_place(const fl_layout_board *draft, const fl_secret_request *wish,
                            fl_rebirth_random *dice, fl_secret_found *out);

#endif
