/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The graph of a plan: what the definition of a dungeon plan allows. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

/* Gao 2022, 4.1: zero or more exit floors. */
Test(plan_check, a_plan_may_have_no_exit)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    const char *old = "    exit: true\n    settings: {level: 5}\n    edges: [{to: one, when: {chance: 1/8}}]";
    cr_assert_eq(small_plan_open(&plan, old, "    settings: {level: 5}\n    edges: [{to: one}]", NULL, &diag),
                 FL_OK, "%s", diag.what);
    fl_journey_free(plan);
}

Test(plan_check, one_floor_is_a_plan)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    const char *old = strstr(small_plan_text, "players:");
    cr_assert_eq(small_plan_open(&plan, old, "floors: {only: {start: true, exit: true}}\n", NULL, &diag),
                 FL_OK, "%s", diag.what);
    cr_expect_eq(plan->graph.vertices_n, 1);
    fl_journey_free(plan);
}
