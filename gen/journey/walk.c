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
    self->state = journey->player[journey->who].start;
    self->floor = (uint8_t)journey->start;
}

void fl_journey_walk_enter(fl_journey_walk *self, const fl_journey *journey)
{
    const fl_journey_stop *floor = &journey->floor[self->floor];
    self->variant = 0;
    if (floor->variants_n > 1) {
        fl_pcg rng;
        fl_key_stream(&self->key, 2u * self->step, &rng);
        self->variant = (uint8_t)fl_pcg_below(&rng, floor->variants_n);
    }
    self->rule = (uint16_t)fl_journey_rules_of(journey, self->floor, self->variant, &self->state);
    self->floor_seed = fl_journey_walk_seed(self->key.seed, self->step);
}

static bool wins(fl_pcg *rng, fl_journey_chance chance)
{
    return chance.of == 0 || fl_pcg_below(rng, chance.of) < chance.hits;
}

static void change_player(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *sight,
                          fl_pcg *rng)
{
    const fl_journey_player *player = &journey->player[journey->who];
    for (unsigned i = 0; i < player->changes_n; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        if (fl_journey_state_applies(change, self->floor, &self->state, sight) &&
            wins(rng, change->when.chance)) {
            unsigned pick = change->values_n > 1 ? fl_pcg_below(rng, change->values_n) : 0;
            fl_journey_state_change(journey, change, pick, &self->state);
        }
    }
}

void fl_journey_walk_leave(fl_journey_walk *self, const fl_journey *journey, const fl_journey_seen *sight)
{
    fl_pcg rng;
    const fl_journey_stop *floor = &journey->floor[self->floor];
    const fl_journey_edge *edge = &journey->edge[floor->edges_from];
    unsigned i = 0;
    fl_key_stream(&self->key, 2u * self->step + 1, &rng);
    change_player(self, journey, sight, &rng);
    while (i < floor->edges_n &&
           !(fl_journey_state_holds(&edge[i].when, &self->state, sight) && wins(&rng, edge[i].when.chance))) {
        i++;
    }
    self->last = self->floor;
    self->step++;
    self->is_unfinished = i < floor->edges_n && self->step == FL_JOURNEY_STEPS;
    self->is_over = i == floor->edges_n || self->is_unfinished;
    self->floor = i < floor->edges_n ? edge[i].to : self->floor;
}

void fl_journey_walk_look(const fl_floor *floor, fl_journey_seen *out)
{
    int32_t curse = floor->fact[FL_GENERATOR_FACT_CURSE];
    out->curse = (uint8_t)(curse > 0 && curse < FL_CURSE_COUNT ? curse : FL_CURSE_NONE);
    out->kinds = 0;
    for (unsigned i = 0; i < floor->rooms_n && !floor->failure; i++) {
        out->kinds |= 1ull << floor->rooms[i].kind;
    }
}
