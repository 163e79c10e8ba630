/* Boss rooms: one, two on a labyrinth floor, many in The Void. */
#ifndef FL_GEN_REBIRTH_ROOMS_BOSS_ROOM_H
#define FL_GEN_REBIRTH_ROOMS_BOSS_ROOM_H

#include "gen/rebirth/rooms/interiors.h"

bool fl_rebirth_rooms_boss_room_place(fl_interiors *self);

/* Behind the first, on labyrinth floors. The level's stream goes on as if this had not been. */
bool fl_rebirth_rooms_boss_room_place_second(fl_interiors *self);

/* The Void's many bosses. */
bool fl_rebirth_rooms_boss_room_place_many(fl_interiors *self);

#endif
