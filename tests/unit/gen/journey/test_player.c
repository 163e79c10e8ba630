/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players, variables, flags, changes and conditions: what is refused, and what is read. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

typedef struct refusal {
    const char *old, *new;
    unsigned line;
    const char *what, *hint;
} refusal;

Test(player, every_refusal_says_where_and_what)
{
    static const refusal table[] = {
        {"hearts: 1..6,", "hearts: 6,", 4, "the variable 'hearts' needs a range", NULL},
        {"hearts: 1..6,", "hearts: 6..1,", 4, "needs a range", NULL},
        {"hearts: 1..6,", "hearts: 1..10000,", 4, "needs a range", NULL},
        {"hearts: 1..6,", "hearts: 0..9999, a: 0..9999, b: 0..9999, c: 0..9999,", 4,
         "more than 2^40 different players", "narrow"},
        {"[torch, devil_visited]", "[torch, torch]", 5, "the name 'torch' is used twice", NULL},
        {"[torch, devil_visited]", "[torch, hearts]", 5, "the name 'hearts' is used twice", NULL},
        {"flags: [torch, d", "seen_as: {herts: [1, 6]}\nflags: [torch, d", 5, "there is no variable 'herts'",
         "'hearts'"},
        {"flags: [torch, d", "seen_as: {hearts: [6, 1]}\nflags: [torch, d", 5,
         "the values seen of 'hearts' must rise within its range 1..6", NULL},
        {"flags: [torch, d", "seen_as: {hearts: [0, 1]}\nflags: [torch, d", 5, "must rise within its range",
         NULL},
        {"start: {hearts: 4}", "start: {heart: 4}", 12, "there is no variable 'heart'", "'hearts'"},
        {"start: {hearts: 4}", "start: {hearts: 7}", 12, "'hearts' starts with 7, and its range is 1..6",
         NULL},
        {"start: {hearts: 4}", "start: {hearts: x}", 12, "'hearts' is a whole number", NULL},
        {"flags: [torch]\n    after", "flags: [tortch]\n    after", 13, "there is no flag 'tortch'",
         "did you mean 'torch'?"},
        {"{add: hearts, by: [-1, 1]}", "{add: harts, by: 1}", 15, "there is no variable 'harts'", "'hearts'"},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts}", 15, "the key 'by' is missing", NULL},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts, by: []}", 15, "a list has 1 to 16 values", NULL},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts, by: 1..40}", 15, "holds at most 16 values", NULL},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts, by: 5..1}", 15, "a range rises", NULL},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts, bye: 1}", 15, "there is no key 'bye'", "'by'"},
        {"{add: hearts, by: [-1, 1]}", "{add: hearts, set: hearts, by: 1}", 15, "here are two", NULL},
        {"{add: hearts, by: [-1, 1]}", "{by: 1}", 15, "needs one of add, set, gain, lose, enter or die",
         NULL},
        {"{add: hearts, by: [-1, 1]}", "{add: [hearts], by: 1}", 15,
         "'add' is a list, expected a single value", NULL},
        {"{add: hearts, by: [-1, 1]}", "hearts", 15, "expected a map of keys", NULL},
        {"{gain: devil_visited,", "{gain: devil,", 17, "there is no flag 'devil'", NULL},
        {"on: [two]", "on: [tow]", 18, "there is no floor 'tow'", "did you mean 'two'?"},
        {"{room: curse}", "{room: cruse}", 18, "there is no kind of rooms 'cruse'", "did you mean 'curse'?"},
        {"{room: curse}", "{curse: labyrint}", 18, "there is no curse 'labyrint'", "'labyrinth'"},
        {"{chance: 1/4}", "{chance: 5/4}", 17, "'chance' is a chance such as 1/3", NULL},
        {"{chance: 1/4}", "{chance: 1/0}", 17, "'chance' is a chance", NULL},
        {"{chance: 1/4}", "{chance: -1}", 17, "'chance' is a chance", NULL},
        {"{chance: 1/4}", "{chance: 1.5}", 17, "'chance' is a chance", NULL},
        {"{chance: 1/4}", "{chance: 1/12345678901}", 17, "'chance' is a chance", NULL},
        {"{chance: 1/4}", "{chanse: 1/4}", 17, "there is no key 'chanse' here", "did you mean 'chance'?"},
        {"minutes_below: 5", "minuts_below: 5", 30, "there is no key", "did you mean 'minutes_below'?"},
        {"minutes_below: 5", "minutes_below: soon", 30, "'minutes_below' is a whole number", NULL},
        {"{has: torch, minutes_below: 5}", "torch", 30, "expected a map", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const refusal *row = &table[i];
        fl_diag diag;
        char where[32];
        fl_journey *plan = NULL;
        snprintf(where, sizeof where, "test.yaml:%u", row->line);
        cr_expect_eq(small_plan_open(&plan, row->old, row->new, "usual", &diag), FL_ERR_INPUT, "%s",
                     row->new);
        cr_expect_str_eq(diag.where, where, "%s: %s: %s", row->new, diag.where, diag.what);
        cr_expect(strstr(diag.what, row->what), "%s: %s", row->new, diag.what);
        cr_expect(!row->hint || strstr(diag.hint, row->hint), "%s: %s", row->new, diag.hint);
        fl_journey_free(plan);
    }
}

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
