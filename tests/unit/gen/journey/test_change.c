/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Changes of a player: rooms that are entered, what their doors take, and deaths. */
#include "gen/floor/door/door.h"
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const char old_change[] = "{add: hearts, by: [-1, 1]}";

/* Opens the small plan with one change in place of the hearts', and all purses. */
static fl_err open_with(fl_journey **out, const char *change, fl_diag *diag)
{
    char text[1024];
    char old[1024];
    const char *from = strstr(small_plan_text, "variables:");
    const char *to = strstr(small_plan_text, old_change) + strlen(old_change);
    snprintf(old, sizeof old, "%.*s", (int)(to - from), from);
    const char *between = strchr(old, '\n');
    snprintf(text, sizeof text,
             "variables: {hearts: 0..6, minutes: 0..30, keys: 1..5, coins: 0..5, bombs: 0..5}%.*s%s",
             (int)(strlen(between) - strlen(old_change)), between, change);
    return small_plan_open(out, old, text, "usual", diag);
}

static void check_price(fl_kind kind, const char *purse, int price, int from)
{
    char change[64];
    fl_diag diag;
    fl_journey *plan = NULL;
    snprintf(change, sizeof change, "{enter: %s}", fl_kind_of(kind)->name);
    cr_assert_eq(open_with(&plan, change, &diag), FL_OK, "%s: %s", change, diag.what);
    const fl_journey_change *made = &plan->change[plan->player[1].changes_from];
    cr_expect(made->verb == FL_JOURNEY_ENTER && made->kind == kind && made->value[0] == -price, "%s", change);
    cr_expect_eq(made->when.kinds, 1ull << kind, "only where there is one");
    cr_expect_eq(plan->enters, 1ull << kind);
    if (price > 0) {
        cr_expect_str_eq(fl_journey_purse_name((fl_journey_purse)made->purse), purse);
        cr_expect_str_eq(plan->variable[made->variable].name, purse);
        cr_expect_eq(made->when.from[made->variable], from, "%s", change);
    } else {
        cr_expect_eq(made->purse, FL_JOURNEY_PURSES_N);
    }
    cr_expect_eq(plan->can_die, kind == FL_KIND_CURSE, "the range of hearts has a 0");
    fl_journey_free(plan);
}

Test(change, doors_take_their_price_from_those_who_have_it)
{
    check_price(FL_KIND_SHOP, "keys", 1, 2); /* keys are never below 1 here */
    check_price(FL_KIND_VAULT, "keys", 2, 3);
    check_price(FL_KIND_ARCADE, "coins", 1, 1);
    check_price(FL_KIND_SECRET, "bombs", 1, 1);
    check_price(FL_KIND_CURSE, "hearts", 1, INT16_MIN);
    check_price(FL_KIND_CHALLENGE, "", 0, 0);
    check_price(FL_KIND_SACRIFICE, "", 0, 0);
}

Test(change, a_condition_of_the_plan_and_the_price_both_hold)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(open_with(&plan, "{enter: shop, when: {keys_from: 4, room: curse}}", &diag), FL_OK, "%s",
                 diag.what);
    const fl_journey_change *made = &plan->change[plan->player[1].changes_from];
    cr_expect_eq(made->when.from[2], 4);
    cr_expect_eq(made->when.kinds, 1ull << FL_KIND_SHOP | 1ull << FL_KIND_CURSE);
    cr_expect_not(plan->can_die);
    fl_journey_free(plan);
}

Test(change, a_death_is_a_chance_on_some_floors)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(open_with(&plan, "{die: 0.05, on: [two], when: {hearts_below: 3}}", &diag), FL_OK, "%s",
                 diag.what);
    const fl_journey_change *made = &plan->change[plan->player[1].changes_from];
    cr_expect(made->verb == FL_JOURNEY_DIE && made->when.chance.hits == 5 && made->when.chance.of == 100);
    cr_expect(made->stops == 2 && made->when.below[0] == 3);
    cr_expect(plan->can_die && plan->enters == 0);
    fl_journey_free(plan);
    plan = small_plan_get("usual");
    cr_expect_not(plan->can_die, "nobody dies unless the plan says so");
    cr_expect_eq(plan->enters, 0u);
    fl_journey_free(plan);
}

Test(change, habits_are_those_of_the_player_who_was_chosen)
{
    fl_journey *plan = small_plan_mortal();
    cr_expect(plan->can_die);
    cr_expect_eq(plan->enters, 1ull << FL_KIND_SHOP | 1ull << FL_KIND_CURSE);
    fl_journey_free(plan);
    plan = small_plan_shipped("classic_labyrinth", "full");
    cr_expect(!plan->can_die && plan->enters == 0, "others of the plan do");
    fl_journey_free(plan);
}

Test(change, refusals_say_what_is_wrong)
{
    static const struct {
        const char *change, *what, *hint;
    } rows[] = {
        {"{enter: shope}", "there is no kind of rooms 'shope'", "'shop'"},
        {"{enter: [shop, curse]}", "'enter' is a list", NULL},
        {"{die: 5/4}", "'die' is a chance", NULL},
        {"{die: sometimes}", "'die' is a chance", NULL},
        {"{die: 1/2, when: {chance: 1/2}}", "'die' has a chance of its own", NULL},
        {"{die: 1/2, enter: shop}", "here are two", NULL},
        {"{enter: shop}\n      - {enter: shop, on: [two]}",
         "line 15 enters the kind 'shop' on the same floors", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_diag diag;
        fl_journey *plan = NULL;
        cr_expect_eq(open_with(&plan, rows[i].change, &diag), FL_ERR_INPUT, "%s", rows[i].change);
        cr_expect(strstr(diag.what, rows[i].what), "%s: %s", rows[i].change, diag.what);
        cr_expect(!rows[i].hint || strstr(diag.hint, rows[i].hint), "%s: %s", rows[i].change, diag.hint);
    }
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_expect_eq(small_plan_open(&plan, old_change, "{enter: arcade}", "usual", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what,
                     "doors of the kind 'arcade' take coins, and the plan has no variable 'coins'");
    cr_expect(strstr(diag.hint, "coins: 0..9"), "%s", diag.hint);
    cr_expect_eq(open_with(&plan, "{enter: shop, on: [one]}\n      - {enter: shop, on: [two]}", &diag), FL_OK,
                 "%s", diag.what);
    fl_journey_free(plan);
}
