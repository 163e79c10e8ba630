/* What a floor is to become before its rooms are thought of: curse, number of rooms, dead ends, difficulty; and the
 * streams it is drawn from (spec of the Rebirth floors, sections 1 and 5). */
#ifndef FL_GEN_REBIRTH_ROOMS_STAGE_SIZE_H
#define FL_GEN_REBIRTH_ROOMS_STAGE_SIZE_H

#include "gen/random/key.h"
#include "gen/floor/generator_fact.h"
#include "gen/rebirth/rules/rules.h"

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

/* The 32-bit seed of a stage of a run. */
uint32_t fl_rebirth_rooms_stage_seed(uint32_t run_seed, unsigned stage);

/* The run seed of a floor number, and back. Numbers start at 1. */
uint32_t fl_rebirth_rooms_stage_run_seed(const fl_rebirth_rules *rules, uint64_t index);
uint64_t fl_rebirth_rooms_stage_index(const fl_rebirth_rules *rules, uint32_t run_seed);

/* Begins a floor. */
void fl_rebirth_rooms_stage_begin(fl_stage *self, const fl_rebirth_rules *rules, const fl_key *key);

#endif
