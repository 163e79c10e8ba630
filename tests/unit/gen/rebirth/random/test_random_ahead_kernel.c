/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many draws at once, on every backend that this machine has, against single draws. */
#include "gen/random/xorshift.h"
#include "gen/rebirth/random/random.h"

#include <criterion/criterion.h>
#include <string.h>

enum { SEEDS = 3000 };

static fl_rebirth_random_ahead tables[FL_BACKEND_COUNT];

static void set_up(void)
{
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        if (fl_backend_is_here((fl_backend)i)) {
            fl_rebirth_random_ahead_init(&tables[i], (fl_backend)i);
        }
    }
}

TestSuite(random_ahead_kernel, .init = set_up);

/* The tables of backend i; NULL (draws one by one) for a backend that this machine does not have. */
static const fl_rebirth_random_ahead *table_of(unsigned i)
{
    return i < FL_BACKEND_COUNT && fl_backend_is_here((fl_backend)i) ? &tables[i] : NULL;
}

static uint32_t seed_of(uint32_t i)
{
    return i < 32 ? 1u << i : i * 2654435761u;
}

Test(random_ahead_kernel, lots_are_those_of_single_draws)
{
    uint64_t wins = 0;
    for (uint32_t i = 0; i < SEEDS; i++) {
        for (unsigned backend = 0; backend <= FL_BACKEND_COUNT; backend++) {
            uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS] = {0};
            unsigned doors = i % (FL_REBIRTH_RANDOM_AHEAD_DOORS + 1);
            uint32_t state = seed_of(i);
            fl_xorshift twin = FL_XORSHIFT_LEVEL(state);
            fl_rebirth_random_ahead_lottery(table_of(backend), &state, doors, won);
            for (unsigned lot = 0; lot < doors * FL_REBIRTH_RANDOM_AHEAD_OPTIONS; lot++) {
                unsigned k = lot % FL_REBIRTH_RANDOM_AHEAD_OPTIONS;
                bool is_won = fl_xorshift_next(&twin) % fl_rebirth_random_ahead_weight[k] == 0;
                cr_assert_eq(won[lot / FL_REBIRTH_RANDOM_AHEAD_OPTIONS] >> k & 1, is_won);
                wins += is_won;
            }
            cr_assert_eq(state, twin.state);
        }
    }
    cr_expect_gt(wins, 10000u);
}

Test(random_ahead_kernel, fifths_are_those_of_single_draws)
{
    for (uint32_t i = 0; i < SEEDS; i++) {
        for (unsigned backend = 0; backend <= FL_BACKEND_COUNT; backend++) {
            uint8_t out[FL_REBIRTH_RANDOM_AHEAD_FIFTHS];
            unsigned n = i % (FL_REBIRTH_RANDOM_AHEAD_FIFTHS + 1);
            uint32_t state = seed_of(i);
            fl_xorshift twin = FL_XORSHIFT_LEVEL(state);
            fl_rebirth_random_ahead_fifths(table_of(backend), &state, n, out);
            for (unsigned k = 0; k < n; k++) {
                cr_assert_eq(out[k], fl_xorshift_next(&twin) % 5);
            }
            cr_assert_eq(state, twin.state);
        }
    }
}
