/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plan says, and the rules that its floors get; what is refused is in tests/refused/plans.txt. */
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static int64_t value(const fl_journey *plan, unsigned rule, const char *name)
{
    const fl_setting_values *values = &plan->rules[rule].values;
    return values->number[fl_setting_values_find(values, name)];
}

Test(plan, what_it_says_is_there)
{
    fl_diag diag;
    fl_journey *plan = small_plan_get("usual");
    cr_expect(plan->stops_n == 4 && plan->edges_n == 6 && plan->players_n == 2 && plan->chosen_player == 1);
    cr_expect(plan->player[1].start.variable[0] == 4 && plan->player[1].start.flags == 1);
    cr_expect(plan->stop[3].chapter == 3 && plan->stop[3].is_exit);
    cr_expect(plan->first == 0 && plan->last == UINT64_MAX);
    cr_expect(!plan->can_die && plan->enters == 0);
    cr_expect_eq(plan->states_n, 6u * 31 * 4);
    cr_expect(plan->stop[0].asked_kinds == 0 && plan->stop[1].asked_kinds == 1u << FL_KIND_CURSE);
    cr_expect_str_eq(fl_journey_label(plan, 0, 0), "One");
    cr_expect_str_eq(fl_journey_label(plan, 0, 1), "Uno");
    cr_expect_str_eq(fl_journey_label(plan, 2, 0), "three");
    fl_journey_free(plan);
    plan = small_plan_get("full");
    cr_expect_eq(plan->stop[1].asked_kinds, 0, "another player asks");
    fl_journey_free(plan);
    plan = small_plan_mortal();
    cr_expect(plan->can_die && plan->enters == (1ull << FL_KIND_SHOP | 1ull << FL_KIND_CURSE));
    fl_journey_free(plan);
    plan = small_plan_shipped("classic_labyrinth", "full");
    cr_expect(!plan->can_die && plan->enters == 0, "others of the plan do");
    fl_journey_free(plan);
    cr_assert_eq(small_plan_open(&plan, "[One, Uno]", "One", NULL, &diag), FL_OK, "%s", diag.what);
    cr_expect_str_eq(fl_journey_label(plan, 0, 1), "One", "one label for all variants");
    fl_journey_free(plan);
    fl_journey_free(NULL);
}

/* ---- changes ---- */

/* Opens the small plan with one change in place of the hearts', and all purses; returns it. */
static const fl_journey_change *open_with(fl_journey **plan, const char *change)
{
    static const char old_change[] = "{add: hearts, by: [-1, 1]}";
    char text[1024];
    char old[1024];
    fl_diag diag;
    const char *from = strstr(small_plan_text, "variables:");
    const char *to = strstr(small_plan_text, old_change) + strlen(old_change);
    snprintf(old, sizeof old, "%.*s", (int)(to - from), from);
    const char *between = strchr(old, '\n');
    snprintf(text, sizeof text,
             "variables: {hearts: 0..6, minutes: 0..30, keys: 1..5, coins: 0..5, bombs: 0..5}%.*s%s",
             (int)(strlen(between) - strlen(old_change)), between, change);
    cr_assert_eq(small_plan_open(plan, old, text, "usual", &diag), FL_OK, "%s: %s", change, diag.what);
    return &(*plan)->change[(*plan)->player[1].changes_from];
}

Test(plan, doors_take_their_price_from_those_who_have_it)
{
    static const struct {
        fl_kind kind;
        const char *purse;
        int price, from;
    } table[] = {
        {FL_KIND_SHOP, "keys", 1, 2}, /* keys are never below 1 here */
        {FL_KIND_VAULT, "keys", 2, 3},   {FL_KIND_ARCADE, "coins", 1, 1},
        {FL_KIND_SECRET, "bombs", 1, 1}, {FL_KIND_CURSE, "hearts", 1, INT16_MIN},
        {FL_KIND_CHALLENGE, "", 0, 0},   {FL_KIND_SACRIFICE, "", 0, 0},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char change[64];
        fl_journey *plan = NULL;
        snprintf(change, sizeof change, "{enter: %s}", fl_kind_of(table[i].kind)->name);
        const fl_journey_change *made = open_with(&plan, change);
        cr_expect(made->verb == FL_JOURNEY_ENTER && made->kind == table[i].kind, "%s", change);
        cr_expect_eq(made->value[0], -table[i].price, "%s", change);
        cr_expect_eq(made->when.kinds, 1ull << table[i].kind, "only where there is one");
        cr_expect_eq(plan->enters, 1ull << table[i].kind);
        cr_expect_eq(made->purse == FL_JOURNEY_PURSES_N, table[i].price == 0);
        if (table[i].price > 0) {
            cr_expect_str_eq(fl_journey_purse_name((fl_journey_purse)made->purse), table[i].purse);
            cr_expect_str_eq(plan->variable[made->variable].name, table[i].purse);
            cr_expect_eq(made->when.from[made->variable], table[i].from, "%s", change);
        }
        cr_expect_eq(plan->can_die, table[i].kind == FL_KIND_CURSE, "the range of hearts has a 0");
        fl_journey_free(plan);
    }
}

Test(plan, conditions_are_those_of_the_plan_and_are_written_in_its_words)
{
    static const char *const table[][2] = {
        {"{add: hearts, by: 1}", ""},
        {"{enter: shop, when: {keys_from: 4, room: curse}}", "a room shop, a room curse, keys from 4"},
        {"{die: 0.05, on: [two], when: {hearts_below: 3}}", "hearts below 3, chance 5/100"},
        {"{gain: torch, when: {curse: labyrinth, room: shop, hearts_from: 2, hearts_below: 5, minutes_below: "
         "20, has: "
         "torch, lacks: devil_visited, chance: 1/4}}",
         "curse labyrinth, a room shop, hearts from 2, hearts below 5, minutes below 20, has torch, lacks "
         "devil_visited, chance 1/4"},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        fl_text text;
        fl_journey *plan = NULL;
        const fl_journey_change *made = open_with(&plan, table[i][0]);
        fl_text_init(&text);
        fl_journey_when_write(plan, &made->when, &text);
        cr_expect_str_eq(fl_text_get(&text), table[i][1], "%s", fl_text_get(&text));
        cr_expect_eq(fl_journey_when_is_empty(&made->when), i == 0);
        cr_expect_eq(made->stops, i == 2 ? 2 : UINT64_MAX);
        fl_text_clear(&text);
        fl_journey_state_write(plan, &(fl_journey_state){{3, 9, 1}, 2}, &text);
        cr_expect_str_eq(fl_text_get(&text), "hearts 3, minutes 9, keys 1, coins 0, bombs 0, devil_visited");
        fl_text_free(&text);
        fl_journey_free(plan);
    }
}

/* ---- rules of floors ---- */

Test(plan, settings_are_those_of_floor_variant_and_player)
{
    fl_diag diag;
    fl_journey *plan = small_plan_get("usual");
    for (unsigned variant = 0; variant < 2; variant++) {
        unsigned rule = fl_journey_rules_of(plan, 0, variant, &(fl_journey_state){{4, 0}, 1});
        cr_expect(value(plan, rule, "level") == variant + 1 && value(plan, rule, "hearts") == 4);
        cr_expect(value(plan, rule, "devil_visited") == 0 && plan->rules[rule].stop == 0);
    }
    unsigned rule = fl_journey_rules_of(plan, 1, 0, &(fl_journey_state){{3, 2}, 2});
    cr_expect(value(plan, rule, "level") == 3 && value(plan, rule, "devil_visited") == 1);
    fl_journey_free(plan);
    plan = small_plan_get("full");
    cr_expect_eq(plan->rules_n, 5, "two levels of the first floor, one of the others");
    cr_expect_eq(fl_journey_rules_of(plan, 1, 0, &(fl_journey_state){{6, 3}, 0}),
                 fl_journey_rules_of(plan, 1, 0, &(fl_journey_state){{6, 6}, 0}), "minutes are not seen");
    fl_journey_free(plan);
    cr_assert_eq(small_plan_open(&plan, "{level: 3}", "{level: 3, hearts: 2}", "usual", &diag), FL_OK);
    rule = fl_journey_rules_of(plan, 1, 0, &(fl_journey_state){{3, 2}, 0});
    cr_expect_eq(value(plan, rule, "hearts"), 2, "what a floor sets beats the player");
    fl_journey_free(plan);
    cr_assert_eq(small_plan_open(&plan, "level: [1, 2]}", "level: [1, 2, 4], coins: [0, 7]}", "full", &diag),
                 FL_ERR_INPUT, "two labels for six variants");
    cr_assert_eq(
        small_plan_open(&plan,
                        "    label: [One, Uno]\n    chapter: 1\n    start: true\n    settings: {level: "
                        "[1, 2]}",
                        "    start: true\n    settings: {level: [1, 2, 4], coins: [0, 7]}", "full", &diag),
        FL_OK, "%s", diag.what);
    for (unsigned i = 0; i < 6; i++) {
        static const int levels[] = {1, 2, 4};
        rule = fl_journey_rules_of(plan, 0, i, &plan->player[0].start);
        cr_expect(value(plan, rule, "level") == levels[i % 3] &&
                  value(plan, rule, "coins") == (i < 3 ? 0 : 7));
    }
    fl_journey_free(plan);
}
