/* What the gates of special rooms have in common: rolls, and dead ends taken and given back (spec of the Rebirth
 * floors, section 6). Each notes in the floor's gates what it did. */
#ifndef FL_GEN_REBIRTH_ROOMS_GATE_ROLL_H
#define FL_GEN_REBIRTH_ROOMS_GATE_ROLL_H

#include "gen/rebirth/rooms/interiors.h"

/* Whether the gate's room comes. */
bool fl_rebirth_rooms_gate_roll_roll(fl_interiors *self, const fl_rebirth_gate *gate);

/* Which of a gate's two kinds it is. */
bool fl_rebirth_rooms_gate_roll_roll_other(fl_interiors *self, const fl_rebirth_gate *gate);

/* Takes a dead end that suits the interior; FL_LAYOUT_DEAD_ENDS_NONE if there is none, or no interior. */
static inline int fl_rebirth_rooms_gate_roll_take(fl_interiors *self, const fl_rebirth_gate *gate,
                                                  const fl_pool_interior *interior)
{
    int number = interior->is_there
                     ? fl_layout_dead_ends_take(&self->draft, &self->ends, interior->shape, interior->doors)
                     : FL_LAYOUT_DEAD_ENDS_NONE;
    self->gate[gate->event] |= number == FL_LAYOUT_DEAD_ENDS_NONE ? FL_GATE_NO_DEAD_END : 0;
    return number;
}

/* The dead end if the room comes; otherwise it goes back to the list. */
static inline int fl_rebirth_rooms_gate_roll_keep(fl_interiors *self, int number, bool is_won)
{
    if (is_won) {
        return number;
    }
    fl_layout_dead_ends_give_back(&self->ends, number);
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

/* Places the room, if there is a dead end for it. */
static inline bool fl_rebirth_rooms_gate_roll_settle(fl_interiors *self, const fl_rebirth_gate *gate,
                                                     int number, const fl_pool_interior *interior,
                                                     fl_kind kind)
{
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return false;
    }
    fl_rebirth_rooms_interiors_apply(self, number, interior, kind);
    self->gate[gate->event] |= FL_GATE_PLACED;
    return true;
}

#endif
