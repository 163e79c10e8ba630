/* Streams: 2 k for entering step k, 2 k + 1 for leaving it. */
#include "gen/journey/journey_private.h"

#include <string.h>

uint64_t fl_journey_walk_seed(uint64_t seed, unsigned step)
{
    /* 48 bits: short enough to type, and exact in every reader of JSON */
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
    self->floor_seed = fl_journey_walk_seed(self->key.seed, self->step);
}

static bool wins(fl_pcg *rng, fl_journey_chance chance)
{
    return chance.of == 0 || fl_pcg_below(rng, chance.of) < chance.hits;
}

static void change_player(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen,
                          fl_pcg *rng)
{
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    for (unsigned i = 0; i < player->changes_n; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        if (fl_journey_state_applies(change, self->stop, &self->state, seen) &&
            wins(rng, change->when.chance)) {
            unsigned pick = change->values_n > 1 ? fl_pcg_below(rng, change->values_n) : 0;
            fl_journey_state_change(journey, change, pick, &self->state);
        }
    }
}

void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *seen)
{
    fl_pcg rng;
    const fl_journey_stop *stop = &journey->stop[self->stop];
    const fl_journey_edge *edge = &journey->edge[stop->edges_from];
    unsigned i = 0;
    fl_key_stream(&self->key, 2u * self->step + 1, &rng);
    change_player(self, journey, seen, &rng);
    while (i < stop->edges_n &&
           !(fl_journey_when_holds(&edge[i].when, &self->state, seen) && wins(&rng, edge[i].when.chance))) {
        i++;
    }
    self->last = self->stop;
    self->step++;
    self->is_unfinished = i < stop->edges_n && self->step == FL_JOURNEY_STEPS;
    self->is_over = i == stop->edges_n || self->is_unfinished;
    self->stop = i < stop->edges_n ? edge[i].to : self->stop;
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
