/* Rules of a plan: one for each distinct settings of a floor, found for every state. */
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

static int64_t value(const fl_journey *plan, unsigned rule, const char *name)
{
    const fl_setting_values *values = &plan->rules[rule].values;
    return values->number[fl_setting_values_find(values, name)];
}

Test(rules, settings_are_those_of_floor_variant_and_player)
{
    fl_journey *plan = small_plan_get("usual");
    fl_journey_state state = {{4, 0}, 1};
    for (unsigned variant = 0; variant < 2; variant++) {
        unsigned rule = fl_journey_rules_of(plan, 0, variant, &state);
        cr_expect_eq(value(plan, rule, "level"), variant + 1);
        cr_expect_eq(value(plan, rule, "hearts"), 4);
        cr_expect_eq(value(plan, rule, "devil_visited"), 0);
        cr_expect_eq(plan->rules[rule].stop, 0);
    }
    state = (fl_journey_state){{3, 2}, 2};
    unsigned rule = fl_journey_rules_of(plan, 1, 0, &state);
    cr_expect_eq(value(plan, rule, "level"), 3);
    cr_expect_eq(value(plan, rule, "devil_visited"), 1);
    fl_journey_free(plan);
}

Test(rules, what_generators_do_not_see_makes_no_rules)
{
    fl_journey *plan = small_plan_get("full");
    cr_expect_eq(plan->rules_n, 5, "two levels of the first floor, one of the others: %u", plan->rules_n);
    fl_journey_state early = {{6, 3}, 0};
    fl_journey_state late = {{6, 6}, 0};
    cr_expect_eq(fl_journey_rules_of(plan, 1, 0, &early), fl_journey_rules_of(plan, 1, 0, &late));
    fl_journey_free(plan);
}

Test(rules, what_a_floor_sets_beats_the_player)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(small_plan_open(&plan, "{level: 3}", "{level: 3, hearts: 2}", "usual", &diag), FL_OK);
    fl_journey_state state = {{3, 2}, 0};
    cr_expect_eq(value(plan, fl_journey_rules_of(plan, 1, 0, &state), "hearts"), 2);
    fl_journey_free(plan);
}

Test(rules, values_that_generators_cannot_tell_apart_share_their_rules)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(small_plan_open(&plan, "flags: [torch, d", "seen_as: {hearts: [2, 6]}\nflags: [torch, d",
                                 "usual", &diag),
                 FL_OK, "%s", diag.what);
    for (int16_t hearts = 1; hearts <= 6; hearts++) {
        fl_journey_state state = {{hearts, 2}, 0};
        cr_expect_eq(fl_journey_state_seen_value(plan, &state, 0), hearts < 6 ? 2 : 6);
        cr_expect_eq(fl_journey_state_seen_value(plan, &state, 1), 2);
    }
    fl_journey_state state = {{3, 2}, 0};
    cr_expect_eq(plan->stop[1].codes_n, 4);
    cr_expect_eq(value(plan, fl_journey_rules_of(plan, 1, 0, &state), "hearts"), 2);
    fl_journey_free(plan);
}

Test(rules, flags_are_words_of_sets_too)
{
    fl_journey *plan = NULL;
    fl_diag diag;
    const char *old =
        "name: small\ngenerator: classic\nsettings: {rules: article}\nvariables: {hearts: 1..6, "
        "minutes: 0..30}\nflags: [torch, devil_visited]\n";
    const char *new = "name: small\ngenerator: classic\nvariables: {hearts: 1..6, minutes: 0..30}\n"
                      "flags: [torch, devil_visited, luna, sausage]\n";
    cr_assert_eq(small_plan_open(&plan, old, new, "usual", &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(plan->stop[0].flag_setting[2], -1, "the original game has no such item");
    fl_journey_free(plan);
    plan = small_plan_shipped("isaac", "full");
    fl_journey_stop *floor = &plan->stop[0];
    cr_expect_eq(floor->flag_setting[0], fl_setting_values_find(&floor->values, "devil_visited"));
    cr_expect_eq(floor->flag_setting[1], -1);
    fl_journey_free(plan);
}

Test(rules, ranges_must_fit_the_setting)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_expect_eq(small_plan_open(&plan, "hearts: 1..6,", "hearts: 1..60,", "usual", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "test.yaml:20");
    cr_expect(strstr(diag.what, "floor 'one': a variable's range passes that of the setting"), "%s",
              diag.what);
    cr_expect(strstr(diag.hint, "hearts is 1..60 here, and 0..48 for classic"), "%s", diag.hint);
}

Test(rules, what_the_generator_refuses_is_said_with_the_floor)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_err err = small_plan_open(&plan, "{level: 3}", "{level: 3, first_row: 7, rows: 8}", "full", &diag);
    cr_expect_eq(err, FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "test.yaml:26");
    cr_expect(strstr(diag.what, "floor 'two': "), "%s", diag.what);
}

Test(rules, too_many_different_players_are_refused)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_expect_eq(
        small_plan_open(&plan, "hearts: 1..6, minutes: 0..30",
                        "hearts: 0..48, soul_hearts: 0..48, max_hearts: 0..48, coins: 0..99, minutes: 0..30",
                        "full", &diag),
        FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "too many different players for its generator"), "%s", diag.what);
}
