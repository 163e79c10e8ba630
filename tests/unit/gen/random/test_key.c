/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Streams of floors: fixed for ever, and every input bit counts. */
#include "gen/random/key.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>

enum { ROUNDS = 3000 };

static fl_pcg stream_of(const char *generator, uint64_t seed, uint64_t index, uint64_t side)
{
    fl_key key;
    fl_pcg rng;
    fl_key_init(&key, generator, 1, seed);
    key.index = index;
    fl_key_stream(&key, side, &rng);
    return rng;
}

/* These values may never change: every golden floor hangs on them. */
Test(key, streams_stay_what_they_are)
{
    fl_pcg rng = stream_of("classic", 42, 7, 0);
    cr_expect_eq(rng.state, 0xa20a8c9b0834ab0bu, "%llx", (unsigned long long)rng.state);
    cr_expect_eq(rng.increment, 0xb5fa30607dbcf8f5u, "%llx", (unsigned long long)rng.increment);
    rng = stream_of("rebirth", 0, UINT64_MAX, 3);
    cr_expect_eq(rng.state, 0x69328a43720f3803u, "%llx", (unsigned long long)rng.state);
    cr_expect_eq(rng.increment, 0x694b9739e54c9d69u, "%llx", (unsigned long long)rng.increment);
}

static void count_flips(unsigned flips[64], uint64_t a, uint64_t b)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        flips[bit] += (unsigned)((a ^ b) >> bit & 1);
    }
}

/* 4096 pairs of bits, each flipped about half of 3000 times. The limit is six standard deviations of a fair
 * coin; the state only, because a bit of the increment is fixed. */
static void expect_avalanche(bool is_seed)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 11, is_seed);
    for (unsigned in = 0; in < 64; in++) {
        unsigned flips[64] = {0};
        for (int i = 0; i < ROUNDS; i++) {
            uint64_t seed = (uint64_t)fl_pcg_next(&rng) << 32 | fl_pcg_next(&rng);
            uint64_t index = fl_pcg_next(&rng);
            uint64_t bit = (uint64_t)1 << in;
            fl_pcg a = stream_of("classic", seed, index, 0);
            fl_pcg b = is_seed ? stream_of("classic", seed ^ bit, index, 0)
                               : stream_of("classic", seed, index ^ bit, 0);
            count_flips(flips, a.state, b.state);
        }
        for (unsigned out = 0; out < 64; out++) {
            int off = (int)flips[out] - ROUNDS / 2;
            cr_assert(abs(off) < 165, "input bit %u flips output bit %u %u times", in, out, flips[out]);
        }
    }
}

Test(key, each_bit_of_seed_and_number_flips_half_of_the_state)
{
    expect_avalanche(true);
    expect_avalanche(false);
}

static void expect_command(const fl_key *key, const char *command)
{
    fl_text out;
    fl_text_init(&out);
    fl_key_add_command(key, &out);
    cr_expect_str_eq(fl_text_get(&out), command);
    fl_text_free(&out);
}

Test(key, the_command_says_which_of_its_parts_are_unknown)
{
    static const fl_setting table[] = {{"level", FL_SETTING_NUMBER, 1, 9, "1", "", ""},
                                       {"curse", FL_SETTING_FLAG, 0, 0, "off", "", ""}};
    fl_setting_values values;
    fl_key key = {.index = 3};
    expect_command(&key, "floorlab show GENERATOR (generator, settings, seed and number are not known here)");
    fl_key_init(&key, "classic", 1, 7);
    key.index = 3;
    expect_command(&key,
                   "floorlab show classic --floor 3 --seed 7 --set ... (the settings are not known here)");
    fl_setting_values_init(&values, table, 2);
    key.settings = &values;
    expect_command(&key, "floorlab show classic --floor 3 --seed 7");
    cr_assert_eq(fl_setting_values_set(&values, "level", "4", "", NULL), FL_OK);
    expect_command(&key, "floorlab show classic --floor 3 --seed 7 --set level=4");
}

Test(key, a_defect_of_a_sample_ends_the_process, .signal = SIGABRT)
{
    fl_key key = {.index = 3};
    fl_bug_assert_sample(key.index != 3, &key, "");
}
