/* SPDX-License-Identifier: GPL-2.0-or-later */
/* States: conditions, changes within ranges, numbers. */
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

static const fl_journey_seen dark = {.curse = FL_CURSE_DARKNESS, .kinds = 1u << FL_KIND_SHOP};

Test(state, no_condition_holds_always_and_is_known)
{
    fl_journey_when when;
    fl_journey_state state = {{-9999}, 0};
    fl_journey_when_init(&when);
    cr_expect(fl_journey_when_is_empty(&when));
    cr_expect(fl_journey_when_holds(&when, &state, &dark));
    when.chance = (fl_journey_chance){1, 2};
    cr_expect_not(fl_journey_when_is_empty(&when));
    cr_expect(fl_journey_when_holds(&when, &state, &dark), "the chance is for others");
}

Test(state, each_condition_can_fail_alone)
{
    fl_journey_when when;
    fl_journey_state state = {{5, 7}, 3};
    fl_journey_when_init(&when);
    when.from[0] = 5;
    when.below[1] = 8;
    when.has = 1;
    when.lacks = 4;
    when.curse = FL_CURSE_DARKNESS;
    when.kinds = 1u << FL_KIND_SHOP;
    cr_expect(fl_journey_when_holds(&when, &state, &dark));
    for (int i = 0; i < 6; i++) {
        fl_journey_when other = when;
        other.from[0] = i == 0 ? 6 : other.from[0];
        other.below[1] = i == 1 ? 7 : other.below[1];
        other.has = i == 2 ? 8 : other.has;
        other.lacks = i == 3 ? 2 : other.lacks;
        other.curse = i == 4 ? FL_CURSE_LABYRINTH : other.curse;
        other.kinds = i == 5 ? other.kinds | 1u << FL_KIND_CURSE : other.kinds;
        cr_expect_not(fl_journey_when_holds(&other, &state, &dark), "%d", i);
        cr_expect_not(fl_journey_when_is_empty(&other));
    }
}

Test(state, doors_and_deaths_tell_whether_the_player_lives)
{
    fl_journey *plan = small_plan_mortal();
    fl_journey_state state = {{2, 0, 2}, 0};
    fl_journey_change door = {.verb = FL_JOURNEY_ENTER,
                              .kind = FL_KIND_CURSE,
                              .purse = FL_JOURNEY_HEARTS,
                              .variable = 0,
                              .value = {-1},
                              .values_n = 1};
    cr_expect(fl_journey_state_change(plan, &door, 0, &state));
    cr_expect_eq(state.variable[0], 1);
    cr_expect_not(fl_journey_state_change(plan, &door, 0, &state), "the last heart");
    cr_expect_eq(state.variable[0], 0);
    cr_expect_not(fl_journey_state_change(plan, &door, 0, &state));
    cr_expect_eq(state.variable[0], 0, "never below");
    fl_journey_change key = door;
    key.purse = FL_JOURNEY_KEYS;
    key.variable = 2;
    key.value[0] = -2;
    cr_expect(fl_journey_state_change(plan, &key, 0, &state), "the last key is not the last heart");
    cr_expect_eq(state.variable[2], 0);
    fl_journey_change hurt = {.verb = FL_JOURNEY_ADD, .variable = 0, .value = {-1}, .values_n = 1};
    cr_expect(fl_journey_state_change(plan, &hurt, 0, &state), "only doors and deaths kill");
    fl_journey_change die = {.verb = FL_JOURNEY_DIE};
    cr_expect_not(fl_journey_state_change(plan, &die, 0, &state));
    fl_journey_free(plan);
}

Test(state, doors_leave_the_last_heart_where_the_range_does)
{
    fl_journey *plan = small_plan_get("usual"); /* hearts: 1..6 */
    fl_journey_state state = {{1, 0}, 0};
    fl_journey_change door = {
        .verb = FL_JOURNEY_ENTER, .purse = FL_JOURNEY_HEARTS, .value = {-1}, .values_n = 1};
    cr_expect(fl_journey_state_change(plan, &door, 0, &state));
    cr_expect_eq(state.variable[0], 1);
    fl_journey_free(plan);
}

Test(state, variables_stay_in_their_ranges)
{
    fl_journey *plan = small_plan_get(NULL);
    fl_journey_state state = {{6, 30}, 0};
    fl_journey_change add = {.verb = FL_JOURNEY_ADD, .variable = 0, .value = {3, -20}, .values_n = 2};
    fl_journey_state_change(plan, &add, 0, &state);
    cr_expect_eq(state.variable[0], 6);
    fl_journey_state_change(plan, &add, 1, &state);
    cr_expect_eq(state.variable[0], 1);
    fl_journey_change set = {.verb = FL_JOURNEY_SET, .variable = 1, .value = {31}, .values_n = 1};
    fl_journey_state_change(plan, &set, 0, &state);
    cr_expect_eq(state.variable[1], 30);
    fl_journey_change gain = {.verb = FL_JOURNEY_GAIN, .flags = 3};
    fl_journey_state_change(plan, &gain, 0, &state);
    fl_journey_change lose = {.verb = FL_JOURNEY_LOSE, .flags = 1};
    fl_journey_state_change(plan, &lose, 0, &state);
    cr_expect_eq(state.flags, 2);
    fl_journey_free(plan);
}

Test(state, every_state_has_a_number_of_its_own)
{
    static bool seen[6 * 31 * 4];
    fl_journey *plan = small_plan_get(NULL);
    cr_assert_eq(plan->states_n, sizeof seen);
    for (int hearts = 1; hearts <= 6; hearts++) {
        for (int minutes = 0; minutes <= 30; minutes++) {
            for (unsigned flags = 0; flags < 4; flags++) {
                fl_journey_state state = {{(int16_t)hearts, (int16_t)minutes}, flags};
                uint64_t code = fl_journey_state_code(plan, &state);
                cr_assert_lt(code, plan->states_n);
                cr_expect_not(seen[code]);
                seen[code] = true;
            }
        }
    }
    fl_journey_free(plan);
}

Test(state, generators_see_what_they_have_settings_for)
{
    fl_journey *plan = small_plan_get(NULL);
    const fl_journey_stop *floor = &plan->stop[0];
    fl_journey_state state = {{3, 9}, 0};
    uint32_t seen = fl_journey_state_seen_code(plan, floor, &state);
    cr_expect_eq(floor->codes_n, 12, "hearts and devil_visited, not minutes nor the torch");
    state.variable[1] = 10;
    state.flags = 1;
    cr_expect_eq(fl_journey_state_seen_code(plan, floor, &state), seen);
    state.flags = 2;
    cr_expect_neq(fl_journey_state_seen_code(plan, floor, &state), seen);
    fl_journey_free(plan);
}

Test(state, it_is_written_for_people)
{
    fl_text out;
    fl_journey *plan = small_plan_get(NULL);
    fl_journey_state state = {{3, 9}, 2};
    fl_text_init(&out);
    fl_journey_state_write(plan, &state, &out);
    cr_expect_str_eq(fl_text_get(&out), "hearts 3, minutes 9, devil_visited");
    fl_text_free(&out);
    fl_journey_free(plan);
}

Test(state, a_change_knows_its_floors)
{
    fl_journey *plan = small_plan_get("usual");
    const fl_journey_change *lose = &plan->change[plan->player[1].changes_from + 3];
    fl_journey_seen cursed = {.kinds = 1u << FL_KIND_CURSE};
    fl_journey_state state = plan->player[1].start;
    cr_expect(fl_journey_state_applies(lose, 1, &state, &cursed));
    cr_expect_not(fl_journey_state_applies(lose, 2, &state, &cursed));
    cr_expect_not(fl_journey_state_applies(lose, 1, &state, &dark));
    fl_journey_free(plan);
}

Test(state, conditions_are_written_in_the_words_of_plans)
{
    fl_journey *plan = small_plan_get(NULL);
    fl_journey_when when;
    fl_text text;
    fl_text_init(&text);
    fl_journey_when_init(&when);
    fl_journey_when_write(plan, &when, &text);
    cr_expect_str_eq(fl_text_get(&text), "");
    when.curse = FL_CURSE_LABYRINTH;
    when.kinds = 1ULL << FL_KIND_SHOP;
    when.from[0] = 2;
    when.below[1] = 20;
    when.lacks = 1;
    when.chance = (fl_journey_chance){1, 4};
    fl_journey_when_write(plan, &when, &text);
    fl_text expected;
    fl_text_init(&expected);
    fl_text_add_format(&expected,
                       "curse labyrinth, a room shop, %s from 2, %s below 20, lacks %s, chance 1/4",
                       plan->variable[0].name, plan->variable[1].name, plan->flag[0]);
    cr_expect_str_eq(fl_text_get(&text), fl_text_get(&expected));
    fl_text_free(&expected);
    fl_text_free(&text);
    fl_journey_free(plan);
}
