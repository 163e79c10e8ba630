/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Journeys: repeatable by seed and number, and limited in length. */
#include "gen/journey/journey_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_journey_seen nothing = {0};

static void take(fl_journey_walk *walk, const fl_journey *plan)
{
    fl_journey_walk_enter(walk, plan);
    fl_journey_walk_leave(walk, plan, &nothing);
}

Test(walk, a_run_is_known_by_seed_and_number)
{
    fl_journey *plan = small_plan_get("usual");
    unsigned differ = 0;
    for (uint64_t run = 0; run < 100; run++) {
        fl_journey_walk a;
        fl_journey_walk b;
        fl_journey_walk c;
        fl_journey_walk_begin(&a, plan, 5, run);
        fl_journey_walk_begin(&b, plan, 5, run);
        fl_journey_walk_begin(&c, plan, 6, run);
        while (!a.is_over) {
            take(&a, plan);
            take(&b, plan);
            cr_expect_eq(memcmp(&a.state, &b.state, sizeof a.state), 0);
            cr_expect_eq(a.stop, b.stop);
            cr_expect_eq(a.floor_seed, b.floor_seed);
        }
        while (!c.is_over) {
            take(&c, plan);
        }
        differ += memcmp(&a.state, &c.state, sizeof a.state) != 0;
    }
    cr_expect_gt(differ, 20);
    fl_journey_free(plan);
}

Test(walk, all_runs_share_the_seed_of_a_step_and_no_two_steps_do)
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

Test(walk, a_run_ends_on_an_exit)
{
    fl_journey *plan = small_plan_get("full");
    for (uint64_t run = 0; run < 200; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 1, run);
        while (!walk.is_over) {
            take(&walk, plan);
        }
        cr_expect_not(walk.is_unfinished);
        cr_expect_eq(walk.last, 3);
        cr_expect_geq(walk.step, 3);
    }
    fl_journey_free(plan);
}

Test(walk, a_run_that_goes_on_and_on_is_unfinished)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_journey_walk walk;
    cr_assert_eq(small_plan_open(&plan, "{chance: 1/8}", "{chance: 999999999/1000000000}", "full", &diag),
                 FL_ERR_INPUT);
    cr_assert_eq(small_plan_open(&plan, "{chance: 1/8}", "{chance: 99999999/100000000}", "full", &diag),
                 FL_OK, "%s", diag.what);
    fl_journey_walk_begin(&walk, plan, 1, 0);
    while (!walk.is_over) {
        take(&walk, plan);
    }
    cr_expect(walk.is_unfinished);
    cr_expect_eq(walk.step, FL_JOURNEY_STEPS);
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

Test(walk, a_death_of_no_chance_changes_no_journey)
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
        cr_expect(b.is_over && !b.has_died && a.last == b.last);
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
    cr_assert_eq(small_plan_open(&plan,
                                 "minutes: 0..30}\n"
                                 "flags: [torch, devil_visited]\n"
                                 "players:\n",
                                 "minutes: 0..30, keys: 0..3}\n"
                                 "flags: [torch, devil_visited]\n"
                                 "players:\n"
                                 "  payer:\n"
                                 "    start: {hearts: 2, keys: 1}\n"
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

Test(walk, floors_are_looked_at)
{
    fl_floor floor;
    fl_journey_seen sight;
    cr_assert_eq(fl_floor_init(&floor, 100), FL_OK);
    fl_floor_clear(&floor, 10, 10);
    fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor, FL_KIND_SHOP, FL_SHAPE_1X1, 1, 0);
    floor.fact[FL_GENERATOR_FACT_CURSE] = FL_CURSE_LABYRINTH;
    fl_journey_walk_observe(&floor, &sight);
    cr_expect_eq(sight.curse, FL_CURSE_LABYRINTH);
    cr_expect_eq(sight.kinds, 1u << FL_KIND_START | 1u << FL_KIND_SHOP);
    floor.fact[FL_GENERATOR_FACT_CURSE] = FL_GENERATOR_FACT_NONE;
    floor.failure = "for a test";
    fl_journey_walk_observe(&floor, &sight);
    cr_expect_eq(sight.curse, FL_CURSE_NONE);
    cr_expect_eq(sight.kinds, 0);
    fl_floor_free(&floor);
}
