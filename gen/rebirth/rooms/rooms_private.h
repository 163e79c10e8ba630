/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H
#define FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H

#include "gen/rebirth/rooms/interiors.h"

#include <stdbool.h>
#include <stdint.h>

/* Who the boss is (gen/rebirth/RULES.md, "Who the boss is").
 *
 * Some bosses come once a run; a floor alone starts with nobody met. The flags go on across the attempts of a floor. */

typedef struct fl_boss_stage {
    unsigned stage, stage_type;
    bool devil_visited;
} fl_boss_stage;

/* The boss's number. */
unsigned fl_rebirth_rooms_boss_draw(fl_boss_memory *run, const fl_boss_stage *at, fl_rebirth_random *level);

/* The first variant of a double trouble room, or 0. */
int32_t fl_rebirth_rooms_boss_draw_double(unsigned stage, fl_rebirth_random *level);

/* What a floor is to become before its rooms are thought of: curse, number of rooms, dead ends, difficulty; and the
 * streams it is drawn from (gen/rebirth/RULES.md, "The level's draws" and "Curses"). */

/* The 32-bit seed of a stage of a run. */
uint32_t fl_rebirth_rooms_stage_seed(uint32_t run_seed, unsigned stage);

/* Boss rooms: one, two on a labyrinth floor, many in The Void. */

bool fl_rebirth_rooms_boss_room_place(fl_interiors *self);

/* Behind the first, on labyrinth floors. The level's stream goes on as if this had not been. */
bool fl_rebirth_rooms_boss_room_place_second(fl_interiors *self);

/* The Void's many bosses. */
bool fl_rebirth_rooms_boss_room_place_many(fl_interiors *self);

/* What the gates of special rooms have in common: rolls, and dead ends taken and given back (gen/rebirth/RULES.md,
 * "Special rooms"). Each notes in the floor's gates what it did. */

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

/* The mini-boss of a Rebirth floor: one of six sins, each met once, or Ultra Pride. */

void fl_rebirth_rooms_miniboss_offer(fl_interiors *self, const fl_rebirth_gate *gate);

/* Special rooms of a Rebirth floor: the rule set's table of gates, step by step (gen/rebirth/RULES.md,
 * "Special rooms"). */

/* Does one step of the table; false as above. */
bool fl_rebirth_rooms_step(fl_interiors *self, const fl_rebirth_gate *gate);

#endif
