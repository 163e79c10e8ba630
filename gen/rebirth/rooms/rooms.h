/* SPDX-License-Identifier: MIT */
/* Contents of a Rebirth floor: the size of the stage, and its special rooms, placed on the dead ends of a
 * layout.
 *
 *     fl_rebirth_rooms_stage_begin(&state.stage, rules, key);   curse, number of rooms, random streams
 *     fl_layout_make(&state.board, …);                          gen/rebirth/layout
 *     fl_rebirth_rooms_place(&state);                           the rule set's table of rolls, step by step
 *
 * gen/rebirth/rebirth.c repeats the last two until an attempt succeeds; fl_rebirth_state is their shared
 * state.
 *
 * Rules: gen/rebirth/RULES.md, "The level's draws", "Special rooms", "Who the boss is". Plain functions with
 * the same results are in tests/oracle: rebirth_naive.c (stage), _specials.c and _optional.c (rolls), _boss.c
 * (boss rooms), _identity.c (which boss), _secret.c (secret rooms). */
#ifndef FL_GEN_REBIRTH_ROOMS_ROOMS_H
#define FL_GEN_REBIRTH_ROOMS_ROOMS_H

#include "gen/random/key.h"
#include "gen/rebirth/layout/layout.h"
#include "gen/rebirth/rules/rules.h"

#include <stdbool.h>
#include <stdint.h>

/* Decisions before any room is placed, and the streams of the floor. */
typedef struct fl_stage {
    fl_rebirth_random level;  /* of the stage: rolls, interiors, bosses */
    fl_rebirth_random layout; /* of layouts and secret rooms */
    fl_curse curse;
    bool is_large;          /* a labyrinth */
    unsigned rooms;         /* besides the start */
    unsigned dead_ends;     /* dead ends needed */
    fl_rebirth_floor floor; /* the floor type that determines its rooms' difficulty */
    uint32_t side_seed;     /* seeds the side stream that some rule sets draw bosses from */
} fl_stage;

/* The game seed of a floor number, and back. Numbers start at 1. */
uint32_t fl_rebirth_rooms_stage_game_seed(const fl_rebirth_rules *rules, uint64_t index);
uint64_t fl_rebirth_rooms_stage_floor_number(const fl_rebirth_rules *rules, uint32_t game_seed);

/* Starts the streams of a floor and draws its curse and its size. */
void fl_rebirth_rooms_stage_begin(fl_stage *self, const fl_rebirth_rules *rules, const fl_key *key);

/* The bosses that occur only once in a game and were met. A floor made alone starts with none met. The flags
 * are kept across the attempts at a floor. */
typedef struct fl_boss_memory {
    uint64_t met[2];             /* bit per boss that comes only once */
    bool flag_a, flag_b, flag_r; /* coins tossed on odd stages and kept for the even ones */
} fl_boss_memory;

/* A floor being made. */
typedef struct fl_rebirth_state {
    const fl_rebirth_rules *rules;
    fl_stage stage;
    fl_layout_board board;
    fl_layout_dead_ends dead_ends;
    fl_boss_memory boss_memory;
    fl_xorshift secret_seed;         /* of secret rooms, with exact draws */
    fl_pool_cache *special, *normal; /* the rooms to choose from; weights are lowered as rooms are chosen */
    fl_roll roll[FL_ROLL_MAX];       /* of the current attempt */
    uint32_t sins_met;               /* bit per sin, the last one Ultra Pride */
    const fl_pool_interior *curse;   /* the current attempt's curse room interior, and its dead end */
    int curse_end;
    const fl_pool_interior
        *miniboss; /* the current attempt's mini-boss interior, placed or not; NULL if there was none */
    unsigned attempts;
    unsigned dead_ends_found; /* of the current attempt */
    unsigned forced;          /* dead ends added by force in all attempts */
    unsigned ultra_secret;    /* its spot, or FL_SECRET_PLACE_NONE */
    bool has_strange_door;    /* the cell above the start stays empty */
    int boss, second_boss;    /* room numbers, -1 = none */
    int boss_identity, second_identity;
    int secrets;
    unsigned secret_open;
    bool leaves_interiors; /* of normal rooms: they will not be read */
    uint32_t drawn;        /* draws from streams that no longer exist */
    const char *failure;
} fl_rebirth_state;

/* True if the interiors of normal rooms can be left out of a floor without any other change to it. */
bool fl_rebirth_rooms_furnishes_last(const fl_rebirth_rules *rules);

/* Does all steps of the table on a layout; false if the attempt failed, with the reason in self->failure. */
bool fl_rebirth_rooms_place(fl_rebirth_state *self);

/* `layout: none`: a floor of a start and a boss room, with the rolls of all special rooms, each as if there
 * were one dead end for it alone. Documents give the chances of rolls; these rolls use the same code and
 * table in a twentieth of the time for a whole floor. The rolls get no flags about placing. */
void fl_rebirth_rooms_rolls_only(fl_rebirth_state *self);

#endif
