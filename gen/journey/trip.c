/* SPDX-License-Identifier: MIT */
/* A trip is recorded floor by floor: the code that walks the journey passes the contents of each floor. */
#include "gen/journey/journey_private.h"

#include <string.h>

void fl_journey_trip_begin(fl_journey_trip *self, const fl_journey *journey, uint64_t seed, uint64_t number)
{
    self->visits_n = 0;
    self->rooms = 0;
    self->failed = 0;
    memset(self->kind_n, 0, sizeof self->kind_n);
    fl_journey_walk_begin(&self->walk, journey, seed, number);
}

void fl_journey_trip_leave(fl_journey_trip *self, const fl_journey *journey, const fl_journey_met *met)
{
    fl_journey_visit *visit = &self->visit[self->visits_n++];
    *visit = (fl_journey_visit){.rule = self->walk.rule,
                                .stop = self->walk.stop,
                                .variant = self->walk.variant,
                                .has_failed = met->has_failed,
                                .seen = met->seen};
    self->rooms += met->rooms;
    self->failed = (uint8_t)(self->failed + met->has_failed);
    for (uint64_t kinds = met->seen.kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        self->kind_n[kind] = (uint16_t)(self->kind_n[kind] + met->kind_n[kind]);
    }
    fl_journey_walk_leave(&self->walk, journey, &met->seen);
    visit->state = self->walk.state;
    visit->entered = self->walk.entered;
}

void fl_journey_trip_look(const fl_floor *floor, fl_journey_met *out)
{
    memset(out->kind_n, 0, sizeof out->kind_n);
    fl_journey_walk_observe(floor, &out->seen);
    out->has_failed = floor->failure != NULL;
    out->rooms = out->has_failed ? 0 : floor->rooms_n;
    for (unsigned i = 0; i < out->rooms; i++) {
        out->kind_n[floor->rooms[i].kind]++;
    }
}
