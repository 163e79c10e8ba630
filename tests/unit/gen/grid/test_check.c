/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules that are just within what can work; those just outside are in tests/refused/rulesets.txt. */
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

static void accepts(const char *old, const char *new)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, old, new);
    cr_expect_eq(g.err, FL_OK, "%s: %s", new, g.diag.what);
    grid_group_close(&g);
}

Test(check, totals_that_the_rooms_reach_are_accepted)
{
    accepts("shape: [\"#\"], weight: 1, connections: 4", "shape: [\"####\"], weight: 1, connections: 4");
}

Test(check, minimum_counts_up_to_the_maximum_are_accepted)
{
    accepts("weight: 1, connections: 4", "weight: 1, min: 5");
}

Test(check, a_minimum_that_others_meet_is_not_counted_twice)
{
    accepts("connections: 4}", "connections: 4, min: 4, subordinates: [two]}\n"
                               "      - {name: two, shape: [\"#\"], weight: 1, min: 4}");
}

Test(check, an_end_may_have_a_weight)
{
    accepts("weight: 0, min: 1, max: 1, tag: end", "weight: 1, min: 1, max: 1, tag: end");
}

/* Two entries tagged end, with these words in place of the one. */
static const char one_end[] = "weight: 0, min: 1, max: 1, tag: end}";

Test(check, ends_that_count_for_each_other_are_one)
{
    accepts(one_end, "min: 1, max: 1, tag: end, subordinates: [exit]}\n      - {name: exit, shape: [\"##\"], "
                     "min: 1, max: 1, tag: end, subordinates: [end]}");
}

Test(check, floors_may_fill_their_board)
{
    accepts("start: {shape", "board: {width: 7, height: 1}\nstart: {shape");
}
