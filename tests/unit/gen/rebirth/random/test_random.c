/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws from the game's generator or from PCG. Odds are judged by G-tests at 1e-6 with fixed seeds. */
#include "gen/rebirth/random/random.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>

enum { ROLLS = 200000 };

static const double alarm = 1e-6;

static fl_rebirth_random exact(uint32_t state)
{
    return (fl_rebirth_random){.exact = FL_XORSHIFT_LEVEL(state), .is_exact = true};
}

static fl_rebirth_random fair(uint64_t seed)
{
    fl_rebirth_random stream = {.is_exact = false};
    fl_pcg_init(&stream.fair, seed, 1);
    return stream;
}

Test(random, the_exact_way_is_a_remainder_of_the_next_output)
{
    fl_rebirth_random stream = exact(0x00100001); /* of which the outputs are published */
    cr_expect_eq(fl_rebirth_random_next(&stream), 0x2152A305u);
    cr_expect_eq(fl_rebirth_random_below(&stream, 1000), 0x91146405u % 1000);
    cr_expect_eq(fl_rebirth_random_hit(&stream, 3), 0xAD4AA83Fu % 3 == 0);
    cr_expect(fl_rebirth_random_weight(&stream) == fl_xorshift_weight(0xE809B57C));
    cr_expect_eq(stream.drawn, 4u);
}

Test(random, the_fair_way_takes_pcgs_outputs)
{
    fl_rebirth_random stream = fair(5);
    fl_pcg twin = stream.fair;
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(fl_rebirth_random_next(&stream), fl_pcg_next(&twin));
        cr_assert_eq(fl_rebirth_random_below(&stream, 16), fl_pcg_next(&twin) % 16);
        cr_assert(fl_rebirth_random_weight(&stream) == (fl_weight)(fl_pcg_next(&twin) >> 8) / 16777216.0f);
    }
    cr_expect_eq(stream.drawn, 3000u);
}

/* With the bound 3 · 2^30 a plain remainder would favour the lowest third, 1/2 to 1/4 and 1/4. */
Test(random, the_fair_way_favours_no_remainder)
{
    const double even[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    const double remainder[3] = {1.0 / 2, 1.0 / 4, 1.0 / 4};
    uint64_t found[3] = {0};
    uint64_t plain[3] = {0};
    fl_rebirth_random stream = fair(6);
    for (int i = 0; i < ROLLS; i++) {
        found[fl_rebirth_random_below(&stream, 3u << 30) >> 30]++;
        plain[fl_rebirth_random_next(&stream) % (3u << 30) >> 30]++;
    }
    cr_expect(gtest_fit(found, even, 3) > alarm);
    cr_expect(gtest_fit(plain, remainder, 3) > alarm);
    cr_expect(gtest_fit(plain, even, 3) < alarm);
}

/* Both ways, by a bound and by a weight. */
Test(random, both_ways_are_even)
{
    const double law[10] = {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1};
    for (unsigned way = 0; way < 4; way++) {
        fl_rebirth_random stream = way % 2 ? exact(777) : fair(8);
        uint64_t found[10] = {0};
        for (int i = 0; i < ROLLS; i++) {
            fl_weight weight = way < 2 ? fl_rebirth_random_weight(&stream) : 0;
            cr_assert(weight >= 0 && weight < 1);
            found[way < 2 ? (unsigned)(weight * 10) : fl_rebirth_random_below(&stream, 10)]++;
        }
        cr_expect(gtest_fit(found, law, 10) > alarm, "%u", way);
    }
}
