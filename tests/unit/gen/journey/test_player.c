/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players, variables, flags, changes and conditions: what is read. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(player, an_unknown_player_gets_the_nearest)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_expect_eq(small_plan_open(&plan, NULL, NULL, "usal", &diag), FL_ERR_USAGE);
    cr_expect(strstr(diag.what, "the plan 'small' has no player 'usal'"), "%s", diag.what);
    cr_expect_str_eq(diag.hint, "did you mean 'usual'?");
}

Test(player, who_is_not_described_starts_with_nothing)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    const char *players = strstr(small_plan_text, "players:");
    const char *floors = strstr(small_plan_text, "floors:");
    char old[1024];
    snprintf(old, sizeof old, "%.*s", (int)(floors - players), players);
    cr_assert_eq(small_plan_open(&plan, old, "", NULL, &diag), FL_OK, "%s", diag.what);
    cr_expect_str_eq(plan->player[0].name, "usual");
    cr_expect_eq(plan->player[0].start.variable[0], 1, "the least of 1..6");
    cr_expect_eq(plan->player[0].changes_n, 0);
    fl_journey_free(plan);
}
