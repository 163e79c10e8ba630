/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plan files: what is kept of what they say. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

Test(read, lists_become_variants_and_settings_of_the_plan_are_common)
{
    fl_journey *plan = small_plan_get(NULL);
    const fl_journey_stop *one = &plan->stop[0];
    cr_expect_eq(one->variants_n, 2);
    cr_expect_eq(one->lists_n, 1);
    cr_expect_eq(one->list[0].value[1], 2);
    int rules = fl_setting_values_find(&one->values, "rules");
    cr_expect_eq(one->values.origin[rules], FL_SETTING_VALUES_GIVEN);
    fl_journey_free(plan);
}

Test(read, settings_from_outside_beat_the_file)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    static const char *const sets[] = {"rules=demo"};
    static const char *const drawn[] = {"level=3"};
    fl_journey_text text = {.name = "test.yaml",
                            .data = small_plan_text,
                            .size = strlen(small_plan_text),
                            .set = sets,
                            .set_n = 1};
    fl_journey *usual = small_plan_get(NULL);
    const fl_generator *const all[] = {usual->stop[0].generator};
    text.generators = all;
    text.generators_n = 1;
    fl_diag_init(&diag);
    cr_assert_eq(fl_journey_open(&plan, &text, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(plan->stop[3].values.number[fl_setting_values_find(&plan->stop[3].values, "rules")], 1);
    fl_journey_free(plan);
    text.set = drawn;
    cr_expect_eq(fl_journey_open(&plan, &text, &diag), FL_ERR_USAGE);
    cr_expect(strstr(diag.what, "the plan draws 'level' on floor 'one'"), "%s", diag.what);
    fl_journey_free(usual);
}

Test(read, what_conditions_ask_is_known_of_each_floor)
{
    fl_journey *plan = small_plan_get("usual");
    cr_expect_eq(plan->stop[0].asked_kinds, 0);
    cr_expect_eq(plan->stop[1].asked_kinds, 1u << FL_KIND_CURSE);
    cr_expect_eq(plan->stop[1].asked_curses, 0);
    fl_journey_free(plan);
    plan = small_plan_get("full");
    cr_expect_eq(plan->stop[1].asked_kinds, 0, "another player asks");
    fl_journey_free(plan);
}
