/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The graph of a plan: what the definition of a dungeon plan forbids is refused, with the floor's name. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

typedef struct refusal {
    const char *old, *new;
    const char *where, *what, *hint;
} refusal;

Test(plan_check, every_refusal_names_the_floor)
{
    static const refusal table[] = {
        {"    start: true\n", "", "test.yaml:20", "no floor is the start", "such as 'one'"},
        {"  three: {chapter: 2,", "  three: {chapter: 2, start: true,", "test.yaml:33",
         "floor 'three' is a second start", "'one' is the start already"},
        {"    exit: true\n", "", "test.yaml:34",
         "floor 'four' is not an exit and has no edge without a condition", "'exit: true'"},
        {"edges: [{to: two}]", "edges: [{to: two, when: {chance: 1/2}}]", "test.yaml:20",
         "floor 'one' is not an exit and has no edge without a condition", "without 'when'"},
        {"    edges: [{to: two}]\n", "", "test.yaml:20", "floor 'one' is not an exit", NULL},
        {"edges: [{to: one, when: {chance: 1/8}}]", "edges: [{to: one}]", "test.yaml:34",
         "floor 'four' is an exit where no journey ends", NULL},
        {"edges: [{to: two}]", "edges: [{to: two}, {to: three}]", "test.yaml:25",
         "floor 'one' has an edge that is never taken", "the one before this has none"},
        {"{to: three, when: {chance: 1/3}}", "{to: four, when: {chance: 1/3}}", "test.yaml:33",
         "floor 'three' cannot be reached from the start", "'to: three'"},
        {"three: {chapter: 2, settings: {level: 4}, edges: [{to: four}]}",
         "three: {chapter: 2, settings: {level: 4}, edges: [{to: three}]}", "test.yaml:33",
         "floor 'three' leads to no exit", "a loop that is never left"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const refusal *row = &table[i];
        fl_diag diag;
        fl_journey *plan = NULL;
        cr_expect_eq(small_plan_open(&plan, row->old, row->new, NULL, &diag), FL_ERR_INPUT, "%s", row->new);
        cr_expect_str_eq(diag.where, row->where, "%s: %s: %s", row->new, diag.where, diag.what);
        cr_expect(strstr(diag.what, row->what), "%s: %s", row->new, diag.what);
        cr_expect(!row->hint || strstr(diag.hint, row->hint), "%s: %s", row->new, diag.hint);
        fl_journey_free(plan);
    }
}

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
