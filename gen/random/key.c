/* SPDX-License-Identifier: MIT */
/* The part of a key that is the same for all floors of a run. The mixing constants are those of SplitMix64. */
#include "gen/random/key.h"

void fl_key_init(fl_key *self, const char *generator, unsigned version, uint64_t seed)
{
    uint64_t hash = 0x9e3779b97f4a7c15ULL;
    for (const char *p = generator; *p; p++) {
        hash = fl_key_mix(hash ^ (unsigned char)*p);
    }
    hash = fl_key_mix(hash ^ version);
    self->base = fl_key_mix(hash ^ fl_key_mix(seed + 0x632be59bd9b4e019ULL));
    self->seed = seed;
    self->index = 0;
}
