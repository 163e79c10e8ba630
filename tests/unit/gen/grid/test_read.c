/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ruleset files: what is kept of what they say. */
#include "gen/grid/grid.h"
#include "tests/support/grid_group.h"

#include <criterion/criterion.h>

Test(read, everything_written_is_kept)
{
    grid_group g;
    grid_group_try_edited(
        &g, grid_group_small, "    neighbours: [{n: 1, p: 0.5}",
        "    ignore_connections: true\n    probability: 0.75\n    neighbours: [{n: 1, p: 0.5, "
        "priority: -3}");
    cr_assert_eq(g.err, FL_OK, "%s: %s", g.diag.where, g.diag.what);
    const fl_grid_ruleset *rules = &g.rules->rulesets[0];
    cr_expect_str_eq(g.rules->name, "small");
    cr_expect_eq(g.rules->passes_n, 1u);
    cr_expect_str_eq(g.rules->passes[0].name, "main");
    cr_expect_eq(g.rules->passes[0].tiles_min, 4u);
    cr_expect_eq(g.rules->passes[0].tiles_max, 6u);
    cr_expect_eq(g.rules->passes[0].first, 1u);
    cr_expect_eq(g.rules->passes[0].n, 2u);
    cr_expect(rules->propagates_higher && rules->ignores_connections);
    cr_expect_eq(rules->probability, 750000000);
    cr_expect_eq(rules->params_n, 2u);
    cr_expect_eq(rules->params[0].p, 500000000);
    cr_expect_eq(rules->params[0].priority, -3);
    cr_expect_eq(rules->params[1].priority, 0);
    grid_group_close(&g);
}

Test(read, tags_of_the_file_join_the_kinds)
{
    grid_group g;
    grid_group_try_edited(&g, grid_group_small, "normal: 0}", "normal: 0, oasis: 7, secret: 3}");
    cr_assert_eq(g.err, FL_OK);
    cr_expect_eq(g.rules->tags_n, (unsigned)FL_KIND_COUNT + 1);
    cr_expect_str_eq(g.rules->tags[FL_KIND_COUNT].name, "oasis");
    cr_expect_eq(g.rules->tags[FL_KIND_COUNT].kind, FL_KIND_SPECIAL);
    cr_expect_eq(g.rules->tags[FL_KIND_COUNT].rank, 7);
    cr_expect_eq(g.rules->tags[FL_KIND_SECRET].rank, 3);
    cr_expect_eq(g.rules->tags[FL_KIND_SHOP].rank, fl_kind_of(FL_KIND_SHOP)->rank);
    grid_group_close(&g);
}
