/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plans as a whole. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

Test(journey, what_a_plan_says_is_there)
{
    fl_journey *plan = small_plan_get("usual");
    cr_expect_str_eq(plan->name, "small");
    cr_expect_eq(plan->stops_n, 4);
    cr_expect_eq(plan->edges_n, 6);
    cr_expect_eq(plan->players_n, 2);
    cr_expect_eq(plan->chosen_player, 1);
    cr_expect_eq(plan->player[1].start.variable[0], 4);
    cr_expect_eq(plan->player[1].start.flags, 1);
    cr_expect_eq(plan->stop[3].chapter, 3);
    cr_expect(plan->stop[3].is_exit);
    cr_expect_eq(plan->first, 0);
    cr_expect_eq(plan->last, UINT64_MAX);
    fl_journey_free(plan);
}

Test(journey, labels_belong_to_variants_or_to_all)
{
    fl_journey *plan = small_plan_get(NULL);
    cr_expect_str_eq(fl_journey_label(plan, 0, 0), "One");
    cr_expect_str_eq(fl_journey_label(plan, 0, 1), "Uno");
    cr_expect_str_eq(fl_journey_label(plan, 2, 0), "three");
    fl_journey_free(plan);
    plan = small_plan_shipped("classic", NULL);
    cr_expect_str_eq(fl_journey_label(plan, 0, 0), "Basement I");
    fl_journey_free(plan);
}

Test(journey, every_shipped_plan_opens_for_every_player)
{
    static const char *const plans[][4] = {{"classic", "full", "usual", NULL},
                                           {"isaac", "usual", "full", "hurt"}};
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 1; k < 4 && plans[i][k]; k++) {
            fl_journey *plan = small_plan_shipped(plans[i][0], plans[i][k]);
            cr_expect_gt(plan->rules_n, 9);
            cr_expect_gt(plan->graph.vertices_n, plan->stops_n);
            fl_journey_free(plan);
        }
    }
}

Test(journey, run_seeds_of_the_game_are_run_numbers)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_err err = small_plan_open(&plan, "name: small\ngenerator: classic\nsettings: {rules: article}",
                                 "name: small\ngenerator: rebirth\nsettings: {rng: isaac}", "full", &diag);
    cr_assert_eq(err, FL_ERR_INPUT); /* that generator has no setting `level` */
    cr_expect_str_eq(diag.where, "test.yaml:24");
    cr_expect(strstr(diag.what, "there is no setting 'level'"), "%s", diag.what);
}

Test(journey, freeing_nothing_does_no_harm)
{
    fl_journey_free(NULL);
}
