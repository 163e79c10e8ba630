/* What only the files of this folder need: bosses, the rolls of gates, single steps of the table. */
#ifndef FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H
#define FL_GEN_REBIRTH_ROOMS_ROOMS_PRIVATE_H

#include "gen/rebirth/rooms/interiors.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Which boss (gen/rebirth/RULES.md, "Who the boss is") ---- */

typedef struct fl_boss_stage {
    unsigned stage, stage_type;
    bool devil_visited;
} fl_boss_stage;

/* Draws the boss's number and remembers it as met. */
unsigned fl_rebirth_rooms_boss_draw(fl_boss_memory *memory, const fl_boss_stage *at,
                                    fl_rebirth_random *level);

/* Draws whether it is a double trouble room: the first variant of those rooms, or 0. */
int32_t fl_rebirth_rooms_boss_draw_double(unsigned stage, fl_rebirth_random *level);

/* The 32-bit seed of a stage, from the game seed. */
uint32_t fl_rebirth_rooms_stage_seed(uint32_t game_seed, unsigned stage);

/* ---- Boss rooms: one, two on a labyrinth, many in The Void; false if the attempt failed ---- */

bool fl_rebirth_rooms_boss_room_place(fl_rebirth_state *self);

/* The second one of a labyrinth, behind the first. Leaves the level's stream as it was. */
bool fl_rebirth_rooms_boss_room_place_second(fl_rebirth_state *self);

/* The many bosses of The Void. */
bool fl_rebirth_rooms_boss_room_place_many(fl_rebirth_state *self);

/* ---- The parts of a gate (section 6). Each writes into self->gate what it did. ---- */

/* Rolls whether the gate's room is placed. */
bool fl_rebirth_rooms_gate_roll(fl_rebirth_state *self, const fl_rebirth_gate *gate);

/* Rolls which of the gate's two kinds the room is; true = the other one. */
bool fl_rebirth_rooms_gate_roll_other(fl_rebirth_state *self, const fl_rebirth_gate *gate);

/* Takes a dead end that suits the interior; FL_LAYOUT_DEAD_ENDS_NONE if there is none, or no interior. */
static inline int fl_rebirth_rooms_gate_take_dead_end(fl_rebirth_state *self, const fl_rebirth_gate *gate,
                                                      const fl_pool_interior *interior)
{
    int number = interior->is_there ? fl_layout_dead_ends_take(&self->board, &self->dead_ends,
                                                               interior->shape, interior->doors)
                                    : FL_LAYOUT_DEAD_ENDS_NONE;
    self->gate[gate->event] |= number == FL_LAYOUT_DEAD_ENDS_NONE ? FL_GATE_NO_DEAD_END : 0;
    return number;
}

/* Returns the dead end if the roll was won; otherwise puts it back on the list. */
static inline int fl_rebirth_rooms_gate_keep_dead_end(fl_rebirth_state *self, int number, bool is_won)
{
    if (is_won) {
        return number;
    }
    fl_layout_dead_ends_give_back(&self->dead_ends, number);
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

/* Places the room; false if there is no dead end for it. */
static inline bool fl_rebirth_rooms_gate_place(fl_rebirth_state *self, const fl_rebirth_gate *gate,
                                               int number, const fl_pool_interior *interior, fl_kind kind)
{
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return false;
    }
    fl_rebirth_rooms_interiors_apply(self, number, interior, kind);
    self->gate[gate->event] |= FL_GATE_PLACED;
    return true;
}

/* Rolls for the mini-boss: one of six sins, each met once, or Ultra Pride. */
void fl_rebirth_rooms_miniboss_roll(fl_rebirth_state *self, const fl_rebirth_gate *gate);

/* Does one step of the rule set's table; false if the attempt failed. */
bool fl_rebirth_rooms_step(fl_rebirth_state *self, const fl_rebirth_gate *gate);

#endif
