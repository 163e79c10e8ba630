/* SPDX-License-Identifier: MIT */
/* Keys: from generator, version, seed and number to the random stream of a sample.
 *
 * The same four always give the same stream. It does not depend on the thread, the block or the backend that
 * makes the sample. A sample has many independent, numbered streams; a floor's layout is drawn from stream 0.
 *
 *     fl_key key;
 *     fl_key_init(&key, "classic", FL_CLASSIC_VERSION, seed);
 *     key.index = 7;
 *     fl_key_stream(&key, 0, &rng); */
#ifndef FL_GEN_RANDOM_KEY_H
#define FL_GEN_RANDOM_KEY_H

#include "gen/base/setting_values.h"
#include "gen/random/pcg.h"

#include <stdint.h>

typedef struct fl_key {
    uint64_t base;  /* hash of generator, version and seed */
    uint64_t seed;  /* as given */
    uint64_t index; /* the sample's number */

    /* Only for messages; borrowed, NULL if unknown. */
    const char *generator;
    const fl_setting_values *settings;
} fl_key;

/* A bijection of 64 bits in which each input bit changes each output bit about half the time: the
 * finalizer of SplitMix64. */
static inline uint64_t fl_key_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/* The key of sample 0. `generator` is borrowed. */
void fl_key_init(fl_key *self, const char *generator, unsigned version, uint64_t seed);

/* Stream number `number` of the sample. */
static inline void fl_key_stream(const fl_key *self, uint64_t number, fl_pcg *out)
{
    uint64_t sample = fl_key_mix(self->base ^ fl_key_mix(self->index + 0x9e3779b97f4a7c15ULL));
    uint64_t stream = sample + number * 0xd1342543de82ef95ULL;
    out->state = fl_key_mix(stream ^ 0x2545f4914f6cdd1dULL);
    out->increment = fl_key_mix(stream) | 1;
}

/* Appends the command that reproduces the sample, "floorlab show classic --floor 7 --seed 1 --set level=3",
 * and marks unknown parts. */
void fl_key_add_command(const fl_key *self, fl_text *out);

/* Reports a defect of the program itself and ends the process; see fl_bug_report. */
void fl_key_bug(const char *place, const char *condition, const fl_key *key, const char *options)
    __attribute__((noreturn));

/* An fl_bug_assert for code that makes or shows the sample of a key: the message ends with the command that
 * reproduces the sample, followed by `options`, such as " --format svg". */
#define fl_bug_assert_sample(condition, key, options)                                                        \
    ((condition) ? (void)0 : fl_key_bug(__FILE__ ":" FL_ERR_LINE(__LINE__), #condition, (key), (options)))

#endif
