/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Coins out of a buffer of bits. */
#include "gen/random/coin.h"

#include <criterion/criterion.h>

Test(coin, tosses_are_the_bits_of_the_draws_in_order)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 3, 4);
    fl_pcg copy = rng;
    fl_coin coin;
    fl_coin_init(&coin);
    for (int draw = 0; draw < 100; draw++) {
        uint32_t word = fl_pcg_next(&copy);
        for (unsigned bit = 0; bit < 32; bit++) {
            cr_assert_eq(fl_coin_toss(&coin, &rng), (word >> bit & 1) != 0, "draw %d, bit %u", draw, bit);
        }
    }
    cr_expect_eq(rng.state, copy.state);
}

Test(coin, thirty_two_tosses_cost_one_draw)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 3, 4);
    fl_pcg after = rng;
    (void)fl_pcg_next(&after);
    fl_coin coin;
    fl_coin_init(&coin);
    for (int i = 0; i < 32; i++) {
        (void)fl_coin_toss(&coin, &rng);
        cr_assert_eq(rng.state, after.state);
    }
    (void)fl_coin_toss(&coin, &rng);
    cr_expect_neq(rng.state, after.state);
}

/* Five standard deviations: a fair coin fails for one seed in 1.7 million; this seed is fixed. */
Test(coin, a_million_tosses_are_fair)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 5, 6);
    fl_coin coin;
    fl_coin_init(&coin);
    int heads = 0;
    for (int i = 0; i < 1000000; i++) {
        heads += fl_coin_toss(&coin, &rng);
    }
    cr_expect(heads > 497500 && heads < 502500, "%d heads", heads);
}
