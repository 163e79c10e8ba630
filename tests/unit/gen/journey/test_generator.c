/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Journeys as a row of the registry: scratch memory, draws, beginnings. */
#include "gen/journey/journey_private.h"
#include "tests/support/maker.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The walk written down a second time, each floor with scratch memory of its own; returns the draws. */
static uint64_t walk_plainly(const fl_journey *plan, uint64_t seed, uint64_t number, fl_journey_trip *out)
{
    uint64_t draws = 0;
    fl_journey_trip_begin(out, plan, seed, number);
    while (!out->walk.is_over) {
        fl_floor floor;
        fl_key key;
        fl_journey_met met;
        fl_journey_walk_enter(&out->walk, plan);
        const fl_journey_rule *rule = &plan->rules[out->walk.rule];
        void *scratch = calloc(1, rule->generator->scratch_size(rule->rules));
        cr_assert(scratch && !fl_floor_init(&floor, rule->generator->cells_max));
        fl_key_init(&key, rule->generator->name, rule->generator->version, out->walk.floor_seed);
        key.index = number;
        key.settings = &rule->values;
        rule->generator->make(rule->rules, &key, scratch, &floor);
        draws += rule->generator->draws(rule->rules, &key, scratch);
        fl_journey_trip_look(&floor, &met);
        fl_journey_trip_leave(out, plan, &met);
        fl_floor_free(&floor);
        free(scratch);
    }
    return draws;
}

static void compare(const char *settings)
{
    maker m;
    fl_journey_trip trip;
    fl_journey_trip plain;
    maker_open(&m, "journey", settings, 9);
    for (m.key.index = 0; m.key.index < 30; m.key.index++) {
        m.generator->make(m.rules, &m.key, m.scratch, &trip);
        uint64_t draws = walk_plainly(m.rules, 9, m.key.index, &plain);
        cr_assert(small_plan_same_trip(&trip, &plain), "%s, journey %u", settings, (unsigned)m.key.index);
        cr_expect_eq(m.generator->draws(m.rules, &m.key, m.scratch), draws, "%s", settings);
    }
    maker_close(&m);
}

/* Journeys that end early have the floors of whole ones up to there: those on which a whole journey comes to
 * a stop that is not in `goes_on`, that one included. */
static void expect_beginnings(const char *settings, const char *until, const char *goes_on)
{
    maker m[2];
    fl_journey_trip trip[2];
    char with[100];
    unsigned shorter = 0;
    snprintf(with, sizeof with, "%s until=%s", settings, until);
    maker_open(&m[0], "journey", settings, 9);
    maker_open(&m[1], "journey", with, 9);
    const fl_journey *plan[2] = {m[0].rules, m[1].rules};
    for (uint64_t number = 0; number < 40; number++) {
        unsigned n = 0;
        bool is_over = false;
        for (unsigned k = 0; k < 2; k++) {
            m[k].key.index = number;
            m[k].generator->make(m[k].rules, &m[k].key, m[k].scratch, &trip[k]);
        }
        for (; n < trip[0].visits_n && !is_over; n++) {
            const fl_journey_stop *whole = &plan[0]->stop[trip[0].visit[n].stop];
            const fl_journey_visit *visit = &trip[1].visit[n];
            cr_assert_lt(n, trip[1].visits_n, "%s, journey %u", with, (unsigned)number);
            cr_expect_str_eq(plan[1]->stop[visit->stop].name, whole->name, "%s", with);
            cr_expect(visit->seen.kinds == trip[0].visit[n].seen.kinds &&
                          memcmp(&visit->state, &trip[0].visit[n].state, sizeof visit->state) == 0,
                      "%s, journey %u, floor %u", with, (unsigned)number, n);
            is_over = !strstr(goes_on, whole->name);
        }
        cr_expect_eq(trip[1].visits_n, n, "%s, journey %u", with, (unsigned)number);
        cr_expect_not(trip[1].walk.is_unfinished);
        shorter += n < trip[0].visits_n;
    }
    cr_expect_gt(shorter, 20, "%s", with);
    maker_close(&m[0]);
    maker_close(&m[1]);
}

Test(generator, journeys_until_a_floor_are_beginnings_of_whole_ones)
{
    expect_beginnings("plan=isaac player=mortal", "basement_1", "");
    expect_beginnings("plan=isaac player=usual", "caves_2", "basement_1 basement_2 caves_1");
    expect_beginnings("plan=classic_labyrinth player=mortal floors=curse_odds=2", "caves_2",
                      "basement_1 basement_2 caves_1");
}

Test(generator, journeys_and_their_draws_are_those_of_floors_made_one_by_one)
{
    compare("plan=classic player=usual");
    compare("plan=isaac player=full");
}

/* A worker has one piece of memory for all plans of a run, large enough for each. */
Test(generator, memory_of_another_plan_starts_anew)
{
    static const char *const plans[] = {"plan=isaac", "plan=classic", "plan=classic_labyrinth"};
    maker m[3];
    fl_journey_trip trip;
    fl_journey_trip again;
    size_t most = 0;
    for (unsigned i = 0; i < 3; i++) {
        maker_open(&m[i], "journey", plans[i], 9);
        size_t size = m[i].generator->scratch_size(m[i].rules);
        most = size > most ? size : most;
    }
    void *shared = calloc(1, most);
    cr_assert_not_null(shared);
    for (unsigned i = 0; i < 30; i++) {
        maker *now = &m[i % 3];
        now->key.index = i;
        now->generator->make(now->rules, &now->key, now->scratch, &trip);
        now->generator->make(now->rules, &now->key, shared, &again);
        cr_assert(small_plan_same_trip(&trip, &again), "journey %u", i);
    }
    free(shared);
    for (unsigned i = 0; i < 3; i++) {
        maker_close(&m[i]);
    }
}
