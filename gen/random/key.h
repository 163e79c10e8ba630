/* SPDX-License-Identifier: MIT */
/* From (generator, version, seed, floor number) to a random stream.
 *
 * Floor i is floor i for ever: its stream depends on these four and nothing else, never on a thread, a block
 * or a backend. A floor may ask for side streams by number; stream 0 is the one its rooms come from. */
#ifndef FL_GEN_RANDOM_KEY_H
#define FL_GEN_RANDOM_KEY_H

#include "gen/random/pcg.h"

#include <stdint.h>

typedef struct fl_key {
    uint64_t base;  /* hash of generator, version and seed */
    uint64_t seed;  /* as given */
    uint64_t index; /* the floor's number */
} fl_key;

/* Mixes 64 bits so that each input bit changes each output bit about half the time (a bijection). */
static inline uint64_t fl_key_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

void fl_key_init(fl_key *self, const char *generator, unsigned version, uint64_t seed);

/* Stream number `side` of the floor. */
static inline void fl_key_stream(const fl_key *self, uint64_t side, fl_pcg *out)
{
    uint64_t floor = fl_key_mix(self->base ^ fl_key_mix(self->index + 0x9e3779b97f4a7c15ULL));
    uint64_t stream = floor + side * 0xd1342543de82ef95ULL;
    out->state = fl_key_mix(stream ^ 0x2545f4914f6cdd1dULL);
    out->increment = fl_key_mix(stream) | 1;
}

#endif
