/* Floors without a layout (`layout: none`): every special room rolls as if a free dead end waited for it alone.
 *
 * What documents say of odds they say of rolls. Here a roll costs a twentieth of what it costs on a whole floor, by the
 * same code and the same table of gates; the floor itself is the start and a boss room. */
#ifndef FL_GEN_REBIRTH_ROOMS_GATES_ONLY_H
#define FL_GEN_REBIRTH_ROOMS_GATES_ONLY_H

#include "gen/rebirth/rooms/interiors.h"

/* All rolls of a floor that was begun; the gates have no flags about places. */
void fl_rebirth_rooms_gates_only(fl_interiors *self);

#endif
