/* SPDX-License-Identifier: MIT */
/* Stream 2 k is for entering step k, stream 2 k + 1 for leaving it. */
#include "gen/journey/journey_private.h"

#include <string.h>

/* The seed of the floors of a step: the same for all journeys, so that journeys can share batches. */
static uint64_t step_seed(uint64_t seed, unsigned step)
{
    /* 48 bits: short enough to type, and exact as a number in JSON */
    return fl_key_mix(fl_key_mix(seed + 0x9e3779b97f4a7c15ULL) + step) >> 16;
}

void fl_journey_walk_begin(fl_journey_walk *self, const fl_journey *journey, uint64_t seed, uint64_t number)
{
    memset(self, 0, sizeof *self);
    fl_key_init(&self->key, "journey", FL_JOURNEY_VERSION, seed);
    self->key.index = number;
    self->state = journey->player[journey->chosen_player].start;
    self->stop = (uint8_t)journey->start;
}

void fl_journey_walk_enter(fl_journey_walk *self, const fl_journey *journey)
{
    const fl_journey_stop *stop = &journey->stop[self->stop];
    self->variant = 0;
    if (stop->variants_n > 1) {
        fl_pcg rng;
        fl_key_stream(&self->key, 2u * self->step, &rng);
        self->variant = (uint8_t)fl_pcg_below(&rng, stop->variants_n);
    }
    self->rule = (uint16_t)fl_journey_rules_of(journey, self->stop, self->variant, &self->state);
    self->floor_seed = step_seed(self->key.seed, self->step);
}

static bool wins(fl_pcg *rng, fl_journey_chance chance)
{
    return chance.out_of == 0 || fl_pcg_below(rng, chance.out_of) < chance.hits;
}

/* Records the price of an entered room's door. */
static void note_door(fl_journey_walk *self, const fl_journey_change *change, const fl_journey_state *before)
{
    int taken = before->variable[change->variable] - self->state.variable[change->variable];
    self->entered |= 1ull << change->kind;
    self->entered_n++;
    if (change->purse < FL_JOURNEY_PURSES_N) {
        self->paid[change->purse] = (uint16_t)(self->paid[change->purse] + taken);
    }
}

/* Applies the player's changes in their order; returns true if the player lives. */
static bool change_player(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen,
                          fl_pcg *rng)
{
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    bool lives = true;
    for (unsigned i = 0; i < player->changes_n && lives; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        if (fl_journey_state_applies(change, self->stop, &self->state, seen) &&
            wins(rng, change->when.chance)) {
            unsigned pick = change->values_n > 1 ? fl_pcg_below(rng, change->values_n) : 0;
            fl_journey_state before = self->state;
            lives = fl_journey_state_change(journey, change, pick, &self->state);
            if (change->verb == FL_JOURNEY_ENTER) {
                note_door(self, change, &before);
            }
        }
    }
    return lives;
}

void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen)
{
    fl_pcg rng;
    const fl_journey_stop *stop = &journey->stop[self->stop];
    const fl_journey_edge *edge = &journey->edge[stop->edges_from];
    unsigned i = 0;
    fl_key_stream(&self->key, 2u * self->step + 1, &rng);
    self->entered = 0;
    self->has_died = !change_player(self, journey, seen, &rng);
    while (!self->has_died && i < stop->edges_n &&
           !(fl_journey_when_holds(&edge[i].when, &self->state, seen) && wins(&rng, edge[i].when.chance))) {
        i++;
    }
    self->last = self->stop;
    self->step++;
    bool goes_on = !self->has_died && i < stop->edges_n;
    self->is_unfinished = goes_on && self->step == FL_JOURNEY_STEPS;
    self->is_over = !goes_on || self->is_unfinished;
    self->stop = goes_on ? edge[i].to : self->stop;
}

void fl_journey_walk_observe(const fl_floor *stop, fl_journey_seen *out)
{
    int32_t curse = stop->fact[FL_GENERATOR_FACT_CURSE];
    out->curse = (uint8_t)(curse > 0 && curse < FL_CURSE_COUNT ? curse : FL_CURSE_NONE);
    out->kinds = 0;
    for (unsigned i = 0; i < stop->rooms_n && !stop->failure; i++) {
        out->kinds |= 1ull << stop->rooms[i].kind;
    }
}
