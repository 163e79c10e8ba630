/* What the gates of special rooms have in common: rolls, and dead ends taken and given back (spec of the Rebirth
 * floors, section 6). Each notes in the floor's gates what it did. */
#ifndef FL_GEN_REBIRTH_OFFER_H
#define FL_GEN_REBIRTH_OFFER_H

#include "gen/rebirth/furnish.h"

/* Whether the gate's room comes. */
bool fl_offer_roll(fl_furnish *self, const fl_rebirth_gate *gate);

/* Which of a gate's two kinds it is. */
bool fl_offer_roll_other(fl_furnish *self, const fl_rebirth_gate *gate);

/* Takes a dead end that suits the interior; FL_ENDS_NONE if there is none, or no interior. */
int fl_offer_take(fl_furnish *self, const fl_rebirth_gate *gate, const fl_pick_interior *interior);

/* The dead end if the room comes; otherwise it goes back to the list. */
int fl_offer_keep(fl_furnish *self, int number, bool is_won);

/* Places the room, if there is a dead end for it. */
bool fl_offer_settle(fl_furnish *self, const fl_rebirth_gate *gate, int number,
                     const fl_pick_interior *interior, fl_kind kind);

#endif
