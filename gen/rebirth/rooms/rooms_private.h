/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder: choosing the boss, and its place. */
#ifndef FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H
#define FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H

#include "gen/rebirth/rooms/interiors.h"

#include <stdbool.h>
#include <stdint.h>

/* Records why the attempt failed; returns false. */
static inline bool fl_rebirth_rooms_fail(fl_rebirth_state *self, const char *why)
{
    self->failure = why;
    return false;
}

/* ---- Which boss (gen/rebirth/RULES.md, "Who the boss is") ---- */

typedef struct fl_boss_stage {
    unsigned stage, stage_type;
    bool devil_visited;
} fl_boss_stage;

/* Draws the boss's number and remembers it as met. */
unsigned fl_rebirth_rooms_boss_draw(fl_boss_memory *memory, const fl_boss_stage *at,
                                    fl_rebirth_random *level);

/* Draws if it is a double trouble room: the first variant of those rooms, or 0. */
int32_t fl_rebirth_rooms_boss_draw_double(unsigned stage, fl_rebirth_random *level);

/* ---- Boss rooms: one, two on a labyrinth, many in The Void; false if the attempt failed ---- */

bool fl_rebirth_rooms_boss_room_place(fl_rebirth_state *self);

/* The second one of a labyrinth, behind the first. Leaves the level's stream as it was. */
bool fl_rebirth_rooms_boss_room_place_second(fl_rebirth_state *self);

/* The many bosses of The Void. */
bool fl_rebirth_rooms_boss_room_place_many(fl_rebirth_state *self);

#endif
