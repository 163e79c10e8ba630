/* SPDX-License-Identifier: MIT */
/* How difficult normal rooms are, one by one. Rooms of a floor are drawn from the same rooms of a pool, so
 * they are no independent trials; one room of each floor is. Which one, the floor's number decides. */
#include "analysis/metric/metric_private.h"

#include "gen/random/key.h"

static inline bool counts(const fl_room *room)
{
    return room->kind == FL_KIND_NORMAL && room->difficulty >= 0;
}

void fl_metric_difficulty_measure(const fl_floor *floor, int32_t *out)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        n += counts(&floor->rooms[i]);
    }
    out[FL_METRIC_DIFFICULTY_OF_ONE] = FL_GENERATOR_FACT_NONE;
    uint64_t left = n ? fl_key_mix(floor->key.index + 1) % n : 0;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (counts(room) && left-- == 0) {
            out[FL_METRIC_DIFFICULTY_OF_ONE] = room->difficulty;
        }
    }
}
