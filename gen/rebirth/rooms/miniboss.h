/* The mini-boss of a Rebirth floor: one of six sins, each met once, or Ultra Pride. */
#ifndef FL_GEN_REBIRTH_ROOMS_MINIBOSS_H
#define FL_GEN_REBIRTH_ROOMS_MINIBOSS_H

#include "gen/rebirth/rooms/interiors.h"

void fl_rebirth_rooms_miniboss_offer(fl_interiors *self, const fl_rebirth_gate *gate);

#endif
