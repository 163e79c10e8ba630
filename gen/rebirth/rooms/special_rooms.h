/* Special rooms of a Rebirth floor: the rule set's table of gates, step by step (spec of the Rebirth floors, section
 * 6; generator facts, section 7). */
#ifndef FL_GEN_REBIRTH_ROOMS_SPECIAL_ROOMS_H
#define FL_GEN_REBIRTH_ROOMS_SPECIAL_ROOMS_H

#include "gen/rebirth/rooms/interiors.h"

/* Does all steps on a layout; false if the attempt failed, with the reason in self->failure. */
bool fl_rebirth_rooms_place(fl_interiors *self);

/* Does one step of the table; false as above. */
bool fl_rebirth_rooms_step(fl_interiors *self, const fl_rebirth_gate *gate);

#endif
