/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins_private.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

enum { SACRIFICE = 0, LIBRARY = 1, PASSED = 4, NO_DEAD_END = 5, PLACED = 6 };

/* A chain for floors with so many end rooms. */
static void walk(fl_coins_chain *chain, small_law *law, const char *settings, unsigned ends)
{
    small_law_open_rules(law, settings);
    fl_coins_chain_init(chain);
    mpq_set_ui(chain->ends[ends], 1, 1);
    fl_coins_chain_walk(chain, &law->terms);
}

static void leave(fl_coins_chain *chain, small_law *law)
{
    fl_coins_chain_free(chain);
    fl_classic.free(law->rules);
}

Test(chain, one_free_end_room_gives_the_first_gate_its_odds)
{
    fl_coins_chain chain;
    small_law law;
    walk(&chain, &law, "level=1", 4);
    cr_expect_eq(mpq_cmp_ui(chain.happens[SACRIFICE][PLACED], 5, 14), 0);
    cr_expect_eq(mpq_cmp_ui(chain.asked[SACRIFICE][PASSED], 1, 1), 0);
    /* the library is rolled where the sacrifice room did not pass: 9/14 x 1/20 */
    cr_expect_eq(mpq_cmp_ui(chain.asked[LIBRARY][PASSED], 9, 14), 0);
    cr_expect_eq(mpq_cmp_ui(chain.happens[LIBRARY][PLACED], 9, 280), 0);
    cr_expect_eq(mpq_cmp_ui(chain.happens[LIBRARY][NO_DEAD_END], 5, 14), 0);
    leave(&chain, &law);
}

Test(chain, without_a_free_end_room_no_gate_is_rolled)
{
    fl_coins_chain chain;
    small_law law;
    walk(&chain, &law, "level=1", 3);
    cr_expect_eq(mpq_sgn(chain.asked[SACRIFICE][PASSED]), 0);
    cr_expect_eq(mpq_cmp_ui(chain.happens[SACRIFICE][NO_DEAD_END], 1, 1), 0);
    cr_assert(fl_coins_chain_metric(&chain, FL_METRIC_SPECIAL_ROOMS));
    cr_expect_eq(mpq_cmp_ui(chain.value[4], 1, 1), 0);
    leave(&chain, &law);
}

Test(chain, chances_of_the_number_of_rooms_are_one_together)
{
    fl_coins_chain chain;
    small_law law;
    mpq_t sum;
    mpq_init(sum);
    walk(&chain, &law, "level=2 coins=9 hearts=2", 6);
    cr_assert(fl_coins_chain_metric(&chain, FL_METRIC_SPECIAL_ROOMS));
    for (unsigned i = 0; i < FL_COINS_VALUES; i++) {
        mpq_add(sum, sum, chain.value[i]);
    }
    cr_expect_eq(mpq_cmp_ui(sum, 1, 1), 0);
    cr_expect_eq(mpq_sgn(chain.value[8]), 0, "three are free");
    mpq_clear(sum);
    leave(&chain, &law);
}
