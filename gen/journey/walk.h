/* Walking a plan: enter a floor, have its generator make it, leave it with what it showed.
 *
 *     fl_journey_walk_begin(&walk, journey, seed, number);
 *     while (!walk.is_over) {
 *         fl_journey_walk_enter(&walk);            // walk.floor, .variant, .rule, .floor_seed
 *         … the floor `walk.number` of that rule and seed …
 *         fl_journey_walk_leave(&walk, &sight);
 *     }
 *
 * Nothing is allocated. What chance decides comes from streams of (version, seed, number, step). */
#ifndef FL_GEN_JOURNEY_WALK_H
#define FL_GEN_JOURNEY_WALK_H

#include "gen/journey/journey.h"

typedef struct fl_journey_walk {
    fl_key key; /* of the walk: version, seed, number */
    fl_journey_state state;
    uint64_t floor_seed; /* of the floor of this step; its number is that of the run */
    uint16_t rule;
    uint8_t floor, variant;
    uint8_t step; /* 0… */
    uint8_t last; /* the floor where the run ended */
    bool is_over;
    bool is_unfinished; /* after FL_JOURNEY_STEPS floors */
} fl_journey_walk;

void fl_journey_walk_begin(fl_journey_walk *self, const fl_journey *journey, uint64_t seed, uint64_t number);

/* Draws the floor's variant. */
void fl_journey_walk_enter(fl_journey_walk *self, const fl_journey *journey);

/* Changes the player and goes on, or ends the run. */
void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *sight);

/* The seed of the floors of a step: the same for all runs, so that runs can share batches. */
uint64_t fl_journey_walk_seed(uint64_t seed, unsigned step);

/* What a floor shows. */
void fl_journey_walk_look(const fl_floor *floor, fl_journey_seen *out);

#endif
