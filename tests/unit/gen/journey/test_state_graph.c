/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state graph: everything that can happen, nothing else, and a way out of every vertex. */
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { MANY = 200000 };

/* Makes journeys through floors that give random answers, and marks the vertices they visit. */
static void wander(const fl_journey *plan, bool *met, unsigned runs)
{
    for (uint64_t run = 0; run < runs; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 1, run);
        while (!walk.is_over) {
            fl_journey_vertex vertex;
            fl_journey_seen sight = {.curse = (uint8_t)(run % FL_CURSE_COUNT),
                                     .kinds = fl_key_mix(run + walk.step)};
            memset(&vertex, 0, sizeof vertex);
            vertex.state = walk.state;
            vertex.stop = walk.stop;
            unsigned at = fl_journey_state_graph_find(plan, &vertex);
            cr_assert_lt(at, plan->graph.vertices_n, "run %u", (unsigned)run);
            met[at] = true;
            fl_journey_walk_enter(&walk, plan);
            fl_journey_walk_leave(&walk, plan, &sight);
        }
    }
}

Test(state_graph, walks_are_on_it_and_come_everywhere)
{
    static bool met[MANY];
    fl_journey *plan = small_plan_get("usual");
    cr_assert_leq(plan->graph.vertices_n, MANY);
    wander(plan, met, 200000);
    unsigned found = 0;
    for (unsigned i = 0; i < plan->graph.vertices_n; i++) {
        found += met[i];
    }
    cr_expect_gt(found * 10, plan->graph.vertices_n * 6, "%u of %u", found, plan->graph.vertices_n);
    fl_journey_free(plan);
}

Test(state_graph, a_player_who_never_changes_meets_each_floor_once)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(small_plan_open(&plan, "{add: minutes, by: 3..6}", "{set: minutes, to: 0}", "full", &diag),
                 FL_OK);
    cr_expect_eq(plan->graph.vertices_n, 4);
    cr_expect_eq(plan->graph.arcs_n, 6, "%u: 1-2, 2-3, 2-4, 3-4, 4-1, 4-end", plan->graph.arcs_n);
    fl_journey_free(plan);
}

Test(state_graph, walks_of_mortals_are_on_it_and_their_deaths_are_ends)
{
    static bool met[MANY];
    fl_diag diag;
    fl_journey *plan = small_plan_mortal();
    wander(plan, met, 20000);
    for (unsigned i = 0; i < plan->graph.vertices_n; i++) {
        cr_expect(plan->graph.vertex[i].state.variable[0] > 0, "who has no heart is dead");
    }
    fl_journey_free(plan);
    cr_assert_eq(small_plan_open(&plan, "{add: minutes, by: 3..6}", "{die: 1, on: [one]}", "full", &diag),
                 FL_OK);
    cr_expect(plan->graph.vertices_n == 1 && plan->graph.arcs_n == 1, "%u, %u", plan->graph.vertices_n,
              plan->graph.arcs_n);
    fl_journey_free(plan);
}

Test(state_graph, a_loop_that_this_player_never_leaves_is_refused)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    const char *old = "three: {chapter: 2, settings: {level: 4}, edges: [{to: four}]}";
    const char *new =
        "three: {chapter: 2, settings: {level: 4}, edges: [{to: four, when: {has: devil_visited}}, "
        "{to: three}]}";
    cr_expect_eq(small_plan_open(&plan, old, new, "usual", &diag), FL_OK, "%s", diag.what);
    fl_journey_free(plan);
    cr_expect_eq(small_plan_open(&plan, old, new, "full", &diag), FL_ERR_INPUT, "who never gains the flag");
    cr_expect(strstr(diag.what, "floor 'three': a journey that comes here with hearts 6"), "%s", diag.what);
    cr_expect(strstr(diag.what, "can never end"), "%s", diag.what);
    cr_expect_str_eq(diag.where, "test.yaml:33");
}

Test(state_graph, too_many_players_are_refused)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    char text[4096];
    const char *start = strstr(small_plan_text, "variables:");
    const char *end = strstr(small_plan_text, "      - {gain: devil_visited");
    snprintf(text, sizeof text, "%.*s", (int)(end - start), start);
    cr_expect_eq(small_plan_open(&plan, text,
                                 "variables: {hearts: 1..6, minutes: 0..9999, gold: 0..9999}\n"
                                 "flags: [torch, devil_visited]\n"
                                 "players:\n"
                                 "  usual:\n"
                                 "    start: {hearts: 4}\n"
                                 "    after:\n"
                                 "      - {add: minutes, by: 0..15}\n"
                                 "      - {add: gold, by: 0..15}\n",
                                 "usual", &diag),
                 FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "journeys can have more than"), "%s", diag.what);
    cr_expect(strstr(diag.hint, "narrow the ranges"), "%s", diag.hint);
}
