/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks, their trips, and everything that can follow a stop. That walks are those of code written by hand is
 * held by tests/oracle/test_journey.c. */
#include "gen/journey/journey_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_journey_seen nothing = {0};

static void take(fl_journey_walk *walk, const fl_journey *plan)
{
    fl_journey_walk_enter(walk, plan);
    fl_journey_walk_leave(walk, plan, &nothing);
}

Test(walk, all_walks_share_the_seed_of_a_step_and_no_two_steps_do)
{
    for (unsigned step = 0; step < FL_JOURNEY_STEPS; step++) {
        cr_expect_lt(fl_journey_walk_seed(1, step), 1ull << 48);
        cr_expect_neq(fl_journey_walk_seed(1, step), fl_journey_walk_seed(2, step));
        cr_expect_neq(fl_journey_walk_seed(1, step), fl_journey_walk_seed(2, step + 1));
        for (unsigned other = 0; other < step; other++) {
            cr_expect_neq(fl_journey_walk_seed(1, step), fl_journey_walk_seed(1, other));
        }
    }
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

Test(walk, who_dies_goes_no_further)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_journey_walk walk;
    cr_assert_eq(small_plan_open(&plan, "{add: minutes, by: 3..6}", "{die: 1, on: [two]}", "full", &diag),
                 FL_OK, "%s", diag.what);
    fl_journey_walk_begin(&walk, plan, 1, 0);
    take(&walk, plan);
    cr_expect(!walk.is_over && !walk.has_died && walk.stop == 1);
    take(&walk, plan);
    cr_expect(walk.is_over && walk.has_died && !walk.is_unfinished);
    cr_expect(walk.last == 1 && walk.stop == 1 && walk.step == 2);
    fl_journey_free(plan);
}

/* A chance that nobody comes to takes no draw. */
Test(walk, a_death_of_no_chance_changes_no_walk)
{
    fl_diag diag;
    fl_journey *plan = small_plan_get("full");
    fl_journey *careful = NULL;
    cr_assert_eq(small_plan_open(&careful, "{add: minutes, by: 3..6}",
                                 "{add: minutes, by: 3..6}\n      - {die: 1/2, when: {minutes_from: 99}}",
                                 "full", &diag),
                 FL_OK, "%s", diag.what);
    for (uint64_t run = 0; run < 100; run++) {
        fl_journey_walk a;
        fl_journey_walk b;
        fl_journey_walk_begin(&a, plan, 5, run);
        fl_journey_walk_begin(&b, careful, 5, run);
        while (!a.is_over) {
            take(&a, plan);
            take(&b, careful);
        }
        cr_expect(b.is_over && !b.has_died && a.last == b.last && !a.is_unfinished);
        cr_expect_eq(memcmp(&a.state, &b.state, sizeof a.state), 0);
    }
    fl_journey_free(plan);
    fl_journey_free(careful);
}

Test(walk, doors_are_paid_and_noted_floor_by_floor)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_journey_walk walk;
    const fl_journey_seen both = {.kinds = 1ull << FL_KIND_SHOP | 1ull << FL_KIND_CURSE};
    cr_assert_eq(small_plan_open(&plan, "minutes: 0..30}\nflags: [torch, devil_visited]\nplayers:\n",
                                 "minutes: 0..30, keys: 0..3}\nflags: [torch, devil_visited]\nplayers:\n"
                                 "  payer:\n    start: {hearts: 2, keys: 1}\n"
                                 "    after: [{enter: shop}, {enter: curse}]\n",
                                 "payer", &diag),
                 FL_OK, "%s", diag.what);
    fl_journey_walk_begin(&walk, plan, 1, 0);
    fl_journey_walk_enter(&walk, plan);
    fl_journey_walk_leave(&walk, plan, &both);
    cr_expect_eq(walk.entered, both.kinds);
    cr_expect(walk.paid[FL_JOURNEY_KEYS] == 1 && walk.paid[FL_JOURNEY_HEARTS] == 1 && walk.entered_n == 2);
    cr_expect(walk.state.variable[0] == 1 && walk.state.variable[2] == 0);
    fl_journey_walk_enter(&walk, plan);
    fl_journey_walk_leave(&walk, plan, &both);
    cr_expect_eq(walk.entered, 1ull << FL_KIND_CURSE, "no key is left");
    cr_expect(walk.paid[FL_JOURNEY_HEARTS] == 1 && walk.entered_n == 3,
              "nor a heart to take: the range is 1..6");
    take(&walk, plan);
    cr_expect(walk.entered == 0 && walk.entered_n == 3, "there is neither room");
    fl_journey_free(plan);
}

/* ---- trips ---- */

static const fl_journey_met shop = {
    .seen = {.kinds = 1ull << FL_KIND_SHOP | 1ull << FL_KIND_BOSS},
    .rooms = 9,
    .kind_n = {[FL_KIND_SHOP] = 2, [FL_KIND_BOSS] = 1},
};
static const fl_journey_met failed = {.has_failed = true};

/* Beside a walk that is shown the same; the second and the fourth floor have failed. */
static unsigned follow(const fl_journey *plan, uint64_t number)
{
    fl_journey_trip trip;
    fl_journey_walk walk;
    unsigned good = 0;
    unsigned entered = 0;
    memset(&trip, 0xff, sizeof trip);
    fl_journey_trip_begin(&trip, plan, 3, number);
    fl_journey_walk_begin(&walk, plan, 3, number);
    for (unsigned i = 0; !trip.walk.is_over; i++) {
        bool fails = i == 1 || i == 3;
        const fl_journey_met *met = fails ? &failed : &shop;
        fl_journey_walk_enter(&trip.walk, plan);
        fl_journey_walk_enter(&walk, plan);
        fl_journey_trip_leave(&trip, plan, met);
        const fl_journey_visit *visit = &trip.visit[i];
        cr_assert_eq(trip.visits_n, i + 1);
        cr_expect(visit->stop == walk.stop && visit->variant == walk.variant && visit->rule == walk.rule);
        fl_journey_walk_leave(&walk, plan, &met->seen);
        cr_expect_eq(memcmp(&visit->state, &walk.state, sizeof walk.state), 0);
        cr_expect(visit->has_failed == fails && visit->seen.kinds == met->seen.kinds);
        cr_expect(visit->entered == 0 || (visit->entered == 1ull << FL_KIND_SHOP && !fails));
        entered += visit->entered != 0;
        good += !fails;
    }
    cr_expect(walk.is_over && trip.walk.last == walk.last);
    cr_expect(trip.rooms == 9 * good && trip.failed == trip.visits_n - good);
    cr_expect(trip.kind_n[FL_KIND_SHOP] == 2 * good && trip.kind_n[FL_KIND_BOSS] == good);
    cr_expect_eq(trip.kind_n[FL_KIND_START], 0);
    cr_expect(entered == trip.walk.entered_n && entered == trip.walk.paid[FL_JOURNEY_KEYS]);
    return entered;
}

Test(walk, trips_hold_what_the_floors_had_and_where_the_walk_was)
{
    fl_journey *plan = small_plan_mortal();
    unsigned entered = 0;
    for (uint64_t number = 0; number < 50; number++) {
        entered += follow(plan, number);
    }
    cr_expect_gt(entered, 20u);
    fl_journey_free(plan);
    plan = small_plan_get("usual");
    cr_expect_eq(follow(plan, 7), 0u);
    fl_journey_free(plan);
}

Test(walk, a_floor_is_seen_room_by_room_and_one_that_failed_has_nothing)
{
    static const char *const settings[] = {"level=4", "curse=labyrinth level=1", "rooms=60 max_attempts=3"};
    for (uint64_t i = 0; i < 60; i++) {
        maker m;
        fl_journey_met met;
        unsigned kind_n[FL_KIND_COUNT] = {0};
        maker_open(&m, "classic", settings[i / 20], 1);
        maker_make_bare(&m, i);
        cr_assert_eq(m.floor.failure != NULL, i >= 40);
        for (unsigned room = 0; room < m.floor.rooms_n; room++) {
            kind_n[m.floor.rooms[room].kind]++;
        }
        m.floor.rooms_n += i >= 40; /* what is left of an attempt */
        memset(&met, 0xff, sizeof met);
        fl_journey_trip_look(&m.floor, &met);
        cr_expect(met.has_failed == (i >= 40) && met.rooms == (i < 40 ? m.floor.rooms_n : 0));
        cr_expect_eq(met.seen.curse, i / 20 == 1 ? FL_CURSE_LABYRINTH : FL_CURSE_NONE);
        for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
            cr_expect_eq(met.kind_n[kind], kind_n[kind]);
            cr_expect_eq(met.seen.kinds >> kind & 1, kind_n[kind] > 0);
        }
        maker_close(&m);
    }
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
        chance *= (double)branch->factor[i].hits / branch->factor[i].of;
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

Test(answer_class, answers_and_their_classes_are_inverse)
{
    fl_journey_stop stop = {.asked_curses = 1u << FL_CURSE_LABYRINTH | 1u << FL_CURSE_BLIND,
                            .asked_kinds = 1ull << FL_KIND_CURSE | 1ull << FL_KIND_SHOP};
    cr_assert_eq(fl_journey_answer_classes(&stop), 12);
    for (unsigned class = 0; class < 12; class ++) {
        fl_journey_seen seen;
        fl_journey_answer_seen(&stop, class, &seen);
        cr_expect_eq(fl_journey_answer_class(&stop, &seen), class);
        seen.kinds |= 1ull << FL_KIND_BOSS; /* no condition asks about it */
        cr_expect_eq(fl_journey_answer_class(&stop, &seen), class);
    }
    cr_expect_eq(fl_journey_answer_class(&stop, &(fl_journey_seen){.curse = FL_CURSE_LOST}),
                 fl_journey_answer_class(&stop, &nothing));
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
