/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/coins.h"
#include "tests/unit/analysis/exact/coins/small_law.h"

#include <criterion/criterion.h>

#include <string.h>

static void refuses(const char *settings, const char *why)
{
    small_law law;
    fl_diag diag;
    fl_coins_wish wish = {.detail = FL_COINS_LAYOUTS};
    fl_diag_init(&diag);
    small_law_open_rules(&law, settings);
    cr_expect_eq(fl_coins_init(&law.coins, &law.terms, &wish, &diag), FL_ERR_INPUT, "%s", settings);
    cr_expect(strstr(diag.what, why), "%s: %s", settings, diag.what);
    cr_expect_gt(strlen(diag.hint), 0);
    fl_coins_free(&law.coins);
    fl_classic.free(law.rules);
}

Test(coins, rules_without_a_finite_tree_are_refused_with_the_reason)
{
    refuses("rules=flash", "up to 300 rounds");
    refuses("curse=labyrinth", "labyrinth");
    refuses("level=1 curse=random", "labyrinth");
    refuses("level=3 challenge_mode=large_marge", "labyrinth");
    refuses("rooms=40", "too many");
}

Test(coins, what_layouts_do_not_tell_cannot_be_asked)
{
    fl_coins_wish wish = {.detail = FL_COINS_LAYOUTS};
    small_law law;
    small_law_open_rules(&law, "level=1");
    cr_expect_not(fl_coins_wish_add(&wish, FL_METRIC_SHOP_RANK, &law.terms));
    cr_expect_not(fl_coins_wish_add(&wish, FL_METRIC_SECRET_TRIES, &law.terms));
    cr_expect_not(fl_coins_wish_add(&wish, FL_METRIC_FIRST_KIND + FL_KIND_DICE, &law.terms));
    cr_expect(fl_coins_wish_add(&wish, FL_METRIC_DEAD_ENDS, &law.terms));
    cr_expect_eq(wish.detail, FL_COINS_LAYOUTS);
    cr_expect(fl_coins_wish_add(&wish, FL_METRIC_SECRET_NEIGHBOURS, &law.terms));
    cr_expect_eq(wish.detail, FL_COINS_DEGREES);
    cr_expect(fl_coins_wish_add(&wish, FL_METRIC_WIDTH, &law.terms));
    cr_expect_eq(wish.detail, FL_COINS_CELLS);
    cr_expect_eq(fl_coins_wish_find("dead_ends"), FL_METRIC_DEAD_ENDS);
    cr_expect_eq(fl_coins_wish_find("nosuch"), FL_COINS_ASKED);
    fl_classic.free(law.rules);
}

Test(coins, a_plan_has_a_block_above_the_cut_and_one_below_each_node)
{
    small_law law;
    small_law_plan(&law, "level=1", false);
    cr_expect_eq(law.coins.terms.sizes_n, 2);
    cr_expect_eq(law.coins.tree[0].nodes_n, 0, "seven rooms are one block");
    cr_expect_gt(law.coins.tree[1].nodes_n, 100);
    cr_expect_eq(law.coins.blocks, 2 + law.coins.tree[1].nodes_n);
    small_law_close(&law);
}
