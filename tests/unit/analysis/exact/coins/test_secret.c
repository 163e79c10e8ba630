/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins_private.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>

/* A cross of five rooms in the middle: all four arms are end rooms. */
static fl_coins_leaf cross(void)
{
    fl_coins_leaf leaf = {.boss = 25};
    leaf.place.ends = fl_board_cell(25) | fl_board_cell(45) | fl_board_cell(34) | fl_board_cell(36);
    leaf.place.filled = leaf.place.ends | fl_board_cell(35);
    leaf.place.rooms = 5;
    leaf.place.ends_n = 4;
    return leaf;
}

static double share(fl_board number)
{
    return ldexp((double)number, -FL_COINS_SHARE_BITS);
}

static void find(const char *settings, fl_coins_secret *out, fl_coins_secret_shares *shares)
{
    small_law law;
    fl_coins_leaf leaf = cross();
    fl_coins_secret_cache *cache = calloc(1, sizeof *cache);
    small_law_open_rules(&law, settings);
    fl_coins_secret_find(&law.terms, &leaf, cache, out);
    *shares = *out->shares;
    fl_coins_secret_find(&law.terms, &leaf, cache, out); /* from the cache */
    cr_assert_eq(out->shares->all, shares->all);
    free(cache);
    fl_classic.free(law.rules);
}

Test(secret, beside_end_rooms_there_is_no_cell)
{
    fl_coins_secret found;
    fl_coins_secret_shares shares;
    find("rooms=7", &found, &shares);
    cr_expect_eq(found.n[2], 0);
    cr_expect_eq(shares.all, 0);
}

/* Only the boss forbids: two of the cells between the arms are left, and two cells behind each of the other
 * arms' ends. */
Test(secret, shares_are_those_of_the_random_tries)
{
    fl_coins_secret found;
    fl_coins_secret_shares shares;
    find("rooms=7 secret_forbids=boss secret_tries_each=40", &found, &shares);
    cr_expect_eq(found.n[0], 0);
    cr_expect_eq(found.n[1], 2);
    cr_expect_eq(found.n[2], 5);
    double missed = pow(70.0 / 72, 40);
    cr_expect_float_eq(share(shares.cell[1]), (1 - missed) / 2, 1e-14);
    cr_expect_float_eq(share(shares.cell[2]), missed * (1 - pow(67.0 / 72, 40)) / 5, 1e-14);
    cr_expect_eq(shares.all, 2 * shares.cell[1] + 5 * shares.cell[2]);
}
