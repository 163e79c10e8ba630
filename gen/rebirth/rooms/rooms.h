/* gen/rebirth/rooms: what the rest of the program may use of this folder. */
#ifndef FL_GEN_REBIRTH_ROOMS_ROOMS_H
#define FL_GEN_REBIRTH_ROOMS_ROOMS_H

#include "gen/random/key.h"
#include "gen/rebirth/layout/layout.h"
#include "gen/rebirth/rules/rules.h"

#include <stdbool.h>
#include <stdint.h>

/* Who the boss is (gen/rebirth/RULES.md, "Who the boss is").
 *
 * Some bosses come once a run; a floor alone starts with nobody met. The flags go on across the attempts of a floor. */

typedef struct fl_boss_memory {
    uint64_t met[2];             /* bit per boss that comes once */
    bool flag_a, flag_b, flag_r; /* coins thrown on odd stages and kept for the even ones */
} fl_boss_memory;

/* What a floor is to become before its rooms are thought of: curse, number of rooms, dead ends, difficulty; and the
 * streams it is drawn from (gen/rebirth/RULES.md, "The level's draws" and "Curses"). */

typedef struct fl_stage {
    fl_rebirth_random level;  /* the stage's stream */
    fl_rebirth_random layout; /* of layouts and secret rooms */
    fl_curse curse;
    bool is_large;          /* a labyrinth */
    unsigned rooms;         /* besides the start */
    unsigned ends;          /* dead ends needed */
    fl_rebirth_floor floor; /* whose difficulty it has */
    uint32_t side_seed;     /* of side streams that do not take their seed from the level's */
} fl_stage;

/* The run seed of a floor number, and back. Numbers start at 1. */
uint32_t fl_rebirth_rooms_stage_run_seed(const fl_rebirth_rules *rules, uint64_t index);
uint64_t fl_rebirth_rooms_stage_index(const fl_rebirth_rules *rules, uint32_t run_seed);

/* Begins a floor. */
void fl_rebirth_rooms_stage_begin(fl_stage *self, const fl_rebirth_rules *rules, const fl_key *key);

/* A Rebirth floor being furnished: the state that goes on from attempt to attempt, and the interiors of its rooms. */

typedef struct fl_interiors {
    const fl_rebirth_rules *rules;
    fl_stage stage;
    fl_layout_board draft;
    fl_layout_dead_ends ends;
    fl_boss_memory run;
    fl_xorshift secret_seed; /* of secret rooms, in the exact mode */
    fl_pool_choice_lists *special,
        *normal;                   /* the rooms to choose from, their weights lowered as they are chosen */
    fl_gate gate[FL_GATE_MAX];     /* of the attempt at hand */
    uint32_t sins_met;             /* bit per sin, the last one Ultra Pride */
    const fl_pool_interior *curse; /* chosen for the curse room of the attempt at hand, and its dead end */
    int curse_end;
    unsigned attempts;
    unsigned end_rooms, forced; /* of the attempt at hand */
    int boss, second_boss;      /* room numbers, -1 = none */
    int boss_identity, second_identity;
    int secrets;
    unsigned secret_open;
    uint32_t drawn; /* draws of streams that are gone */
    const char *failure;
} fl_interiors;

/* Floors without a layout (`layout: none`): every special room rolls as if a free dead end waited for it alone.
 *
 * What documents say of odds they say of rolls. Here a roll costs a twentieth of what it costs on a whole floor, by the
 * same code and the same table of gates; the floor itself is the start and a boss room. */

/* All rolls of a floor that was begun; the gates have no flags about places. */
void fl_rebirth_rooms_gates_only(fl_interiors *self);

/* Special rooms of a Rebirth floor: the rule set's table of gates, step by step (gen/rebirth/RULES.md,
 * "Special rooms"). */

/* Does all steps on a layout; false if the attempt failed, with the reason in self->failure. */
bool fl_rebirth_rooms_place(fl_interiors *self);

#endif
