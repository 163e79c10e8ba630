/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks without an end, and everything that can follow a stop. That walks are those of code written by hand
 * is held by tests/oracle/test_journey.c. */
#include "gen/journey/journey_private.h"
#include "tests/support/gtest.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_journey_seen nothing = {0};

static void take(fl_journey_walk *walk, const fl_journey *plan)
{
    fl_journey_walk_enter(walk, plan);
    fl_journey_walk_leave(walk, plan, &nothing);
}

Test(walk, one_that_goes_on_and_on_is_unfinished)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_journey_walk walk;
    cr_assert_eq(small_plan_open(&plan, "{chance: 1/8}", "{chance: 99999999/100000000}", "full", &diag),
                 FL_OK, "%s", diag.what);
    fl_journey_walk_begin(&walk, plan, 1, 0);
    for (unsigned step = 1; !walk.is_over; step++) {
        take(&walk, plan);
        cr_expect_eq(walk.is_over, step == FL_JOURNEY_STEPS);
    }
    cr_expect(walk.is_unfinished && walk.step == FL_JOURNEY_STEPS);
    fl_journey_free(plan);
}

Test(walk, a_trip_adds_up_the_rooms_of_its_floors)
{
    fl_journey *plan = small_plan_get("full");
    fl_journey_trip trip = {.visits_n = 9, .rooms = 9, .failed = 9, .kind_n = {9, 9, 9}};
    unsigned floors = 0;
    uint32_t rooms = 0;
    fl_journey_trip_begin(&trip, plan, 3, 1);
    cr_expect(trip.walk.key.seed == 3 && trip.walk.key.index == 1);
    while (!trip.walk.is_over) {
        fl_room room[3] = {{.kind = FL_KIND_SHOP}, {.kind = FL_KIND_BOSS}, {.kind = FL_KIND_SHOP}};
        fl_floor floor = {.rooms = room, .rooms_n = 3, .failure = floors == 1 ? "none" : NULL};
        fl_journey_met met;
        fl_journey_walk_enter(&trip.walk, plan);
        fl_journey_trip_look(&floor, &met);
        cr_expect_eq(met.rooms, floors == 1 ? 0 : 3);
        fl_journey_trip_leave(&trip, plan, &met);
        cr_expect_eq(trip.visit[floors].has_failed, floors == 1);
        rooms += floors++ == 1 ? 0 : 3;
        cr_expect(trip.visits_n == floors && trip.rooms == rooms);
    }
    cr_assert_gt(floors, 2);
    cr_expect_eq(trip.failed, 1);
    cr_expect_eq(trip.kind_n[FL_KIND_SHOP], 2 * rooms / 3);
    cr_expect_eq(trip.kind_n[FL_KIND_BOSS], rooms / 3);
    fl_journey_free(plan);
}

/* ---- the outcomes of a stop ---- */

enum { MOST = 64, RUNS = 40000, DEATH = FL_JOURNEY_END + 1 };

typedef struct outcome {
    fl_journey_state state;
    unsigned to; /* stop, FL_JOURNEY_END or DEATH */
} outcome;

typedef struct outcomes {
    outcome item[MOST];
    double chance[MOST];
    unsigned n;
    unsigned visits, visits_max;
} outcomes;

static unsigned find(outcomes *self, const fl_journey_state *state, unsigned to)
{
    unsigned i = 0;
    while (i < self->n &&
           (self->item[i].to != to || memcmp(&self->item[i].state, state, sizeof *state) != 0)) {
        i++;
    }
    cr_assert_lt(i, MOST);
    self->item[i] = (outcome){*state, to};
    self->n += i == self->n;
    return i;
}

static bool note(void *context, const fl_journey_outcome *branch)
{
    outcomes *self = context;
    double chance = 1;
    for (unsigned i = 0; i < branch->factors_n; i++) {
        chance *= (double)branch->factor[i].hits / branch->factor[i].out_of;
    }
    cr_assert(!branch->has_died || branch->to == FL_JOURNEY_END);
    cr_assert_gt(chance, 0, "what cannot be is no outcome");
    self->chance[find(self, &branch->state, branch->has_died ? DEATH : branch->to)] += chance;
    return ++self->visits < self->visits_max;
}

/* The sum of all chances, or of deaths, must be this. */
static outcomes all_of(const fl_journey *plan, unsigned stop, fl_journey_seen seen, double died)
{
    outcomes out = {.visits_max = 1000};
    double sum[2] = {0};
    fl_journey_outcome_visitor walk = {
        .journey = plan, .stop = stop, .seen = seen, .visit = note, .context = &out};
    cr_expect(fl_journey_outcome_each(&walk, &plan->player[plan->chosen_player].start));
    for (unsigned i = 0; i < out.n; i++) {
        sum[out.item[i].to == DEATH] += out.chance[i];
    }
    cr_expect_float_eq(sum[0] + sum[1], 1, 1e-12, "stop %u", stop);
    cr_expect(died < 0 || (sum[1] > died - 1e-12 && sum[1] < died + 1e-12), "%g die", sum[1]);
    return out;
}

/* Of all answers that a floor can give; then walks take the outcomes as often as they say. False alarm: one
 * fixed seed, p below 1e-4 for a right program. */
static void check_outcomes(fl_journey *plan)
{
    fl_journey_seen seen = {.kinds = 1u << FL_KIND_CURSE | 1u << FL_KIND_SHOP};
    uint64_t counts[MOST] = {0};
    for (unsigned stop = 0; stop < plan->stops_n; stop++) {
        for (unsigned class = 0; class < fl_journey_answer_classes(&plan->stop[stop]); class ++) {
            fl_journey_seen answer;
            fl_journey_answer_seen(&plan->stop[stop], class, &answer);
            (void)all_of(plan, stop, answer, -1);
        }
    }
    outcomes expected = all_of(plan, 1, seen, -1);
    for (uint64_t run = 0; run < RUNS; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 9, run);
        walk.stop = 1;
        fl_journey_walk_enter(&walk, plan);
        fl_journey_walk_leave(&walk, plan, &seen);
        unsigned known = expected.n;
        unsigned to = walk.has_died ? DEATH : walk.is_over ? FL_JOURNEY_END : walk.stop;
        unsigned at = find(&expected, &walk.state, to);
        cr_assert_eq(expected.n, known, "run %u took a branch that is not there", (unsigned)run);
        counts[at]++;
    }
    cr_expect_gt(gtest_fit(counts, expected.chance, expected.n), 1e-4);
    expected.chance[0] += 0.02; /* a planted error is noticed */
    expected.chance[1] -= 0.02;
    cr_expect_lt(gtest_fit(counts, expected.chance, expected.n), 1e-6);
    fl_journey_free(plan);
}

Test(answer_class, walks_take_them_as_often_as_they_say)
{
    check_outcomes(small_plan_get("usual"));
    check_outcomes(small_plan_mortal());
}

Test(answer_class, deaths_are_outcomes_of_their_own)
{
    fl_journey *plan = small_plan_mortal();
    int16_t *hearts = &plan->player[plan->chosen_player].start.variable[0];
    fl_journey_seen seen = {.kinds = 1u << FL_KIND_CURSE};
    (void)all_of(plan, 1, seen, 0.1); /* 2 of 3 hearts are left, so only chance kills */
    *hearts = 2;
    (void)all_of(plan, 1, seen, 0.1 + 0.9 / 2); /* or the loss of the last heart */
    *hearts = 1;
    (void)all_of(plan, 1, seen, 1); /* the door kills */
    fl_journey_free(plan);
}

Test(answer_class, a_visit_can_stop_it)
{
    fl_journey *plan = small_plan_get("usual");
    outcomes out = {.visits_max = 3};
    fl_journey_outcome_visitor walk = {.journey = plan, .stop = 1, .visit = note, .context = &out};
    cr_expect_not(fl_journey_outcome_each(&walk, &plan->player[plan->chosen_player].start));
    cr_expect_eq(out.visits, 3);
    fl_journey_free(plan);
}

Test(answer_class, chances_of_nothing_and_of_one_make_no_branches)
{
    static const char *const table[][2] = {{"{chance: 1/3}", "{chance: 0}"},
                                           {"{chance: 1/3}", "{chance: 1.0}"},
                                           {"{add: minutes, by: 3..6}",
                                            "{add: minutes, by: 3..6}\n      - {gain: "
                                            "torch, when: {chance: 0/5}}"}};
    for (unsigned i = 0; i < 3; i++) {
        fl_diag diag;
        fl_journey *plan = NULL;
        cr_assert_eq(small_plan_open(&plan, table[i][0], table[i][1], "full", &diag), FL_OK);
        outcomes found = all_of(plan, 1, nothing, 0);
        cr_expect_eq(found.n, i < 2 ? 4 : 8, "four values of minutes, one way");
        cr_expect(i != 1 || found.item[0].to == 2);
        fl_journey_free(plan);
    }
}

/* ---- the state graph ---- */

enum { MANY = 200000 };

/* Makes journeys through floors that give random answers; returns how many vertices they visit. */
static unsigned wander(const fl_journey *plan, unsigned runs)
{
    static bool met[MANY];
    unsigned found = 0;
    cr_assert_leq(plan->graph.vertices_n, MANY);
    memset(met, 0, sizeof met);
    for (uint64_t run = 0; run < runs; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 1, run);
        while (!walk.is_over) {
            fl_journey_vertex vertex;
            fl_journey_seen seen = {.curse = (uint8_t)(run % FL_CURSE_COUNT),
                                    .kinds = fl_key_mix(run + walk.step)};
            memset(&vertex, 0, sizeof vertex);
            vertex.state = walk.state;
            vertex.stop = walk.stop;
            unsigned at = fl_journey_state_graph_find(plan, &vertex);
            cr_assert_lt(at, plan->graph.vertices_n, "run %u", (unsigned)run);
            found += !met[at];
            met[at] = true;
            fl_journey_walk_enter(&walk, plan);
            fl_journey_walk_leave(&walk, plan, &seen);
        }
    }
    return found;
}

Test(state_graph, walks_are_on_it_and_come_everywhere)
{
    fl_journey *plan = small_plan_get("usual");
    unsigned found = wander(plan, 200000);
    cr_expect_gt(found * 10, plan->graph.vertices_n * 6, "%u of %u", found, plan->graph.vertices_n);
    fl_journey_free(plan);
    plan = small_plan_mortal();
    (void)wander(plan, 20000);
    for (unsigned i = 0; i < plan->graph.vertices_n; i++) {
        cr_expect(plan->graph.vertex[i].state.variable[0] > 0, "who has no heart is dead");
    }
    fl_journey_free(plan);
}

Test(state_graph, its_arcs_are_counted_once)
{
    static const struct {
        const char *change;
        unsigned vertices, arcs;
    } table[] = {{"{set: minutes, to: 0}", 4, 6}, /* 1-2, 2-3, 2-4, 3-4, 4-1, 4-end */
                 {"{die: 1, on: [one]}", 1, 1},
                 {"{gain: torch, when: {chance: 1/2}}", 7, 14}};
    for (unsigned i = 0; i < 3; i++) {
        fl_diag diag;
        fl_journey *plan = NULL;
        cr_assert_eq(small_plan_open(&plan, "{add: minutes, by: 3..6}", table[i].change, "full", &diag),
                     FL_OK);
        cr_expect(plan->graph.vertices_n == table[i].vertices && plan->graph.arcs_n == table[i].arcs,
                  "%s: %u, %u", table[i].change, plan->graph.vertices_n, plan->graph.arcs_n);
        fl_journey_free(plan);
    }
}
