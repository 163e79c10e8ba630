/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Journeys of a block, compared with journeys walked one after the other. */
#include "experiments/journeys/journeys_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

enum { RUNS = 700 };

/* Run after run, floor after floor, each made by itself. */
static void count_plainly(fl_journey_block *block, const fl_journey *plan, fl_journey_tally *tally)
{
    for (uint64_t run = 0; run < RUNS; run++) {
        fl_journey_walk walk;
        fl_journey_counts note;
        fl_visit_counts visit;
        fl_journey_walk_begin(&walk, plan, 3, 50 + run);
        fl_tally_journey_begin(&note);
        while (!walk.is_over) {
            fl_journey_walk_enter(&walk, plan);
            fl_journeys_block_make(block, &walk);
            fl_tally_journey_look(&block->floor, &visit);
            fl_tally_journey_visit(tally, &note, &walk, &visit);
            fl_journey_walk_leave(&walk, plan, &visit.seen);
        }
        fl_tally_journey_end(tally, &note, &walk);
    }
}

static void check(const fl_journey *plan, fl_backend backend)
{
    fl_journey_block *block = NULL;
    fl_journey_tally plain;
    fl_journey_tally tally;
    char expected[FL_JOURNEY_TALLY_DIGEST];
    char found[FL_JOURNEY_TALLY_DIGEST];
    cr_assert_eq(fl_journeys_block_init(&block, plan, 3, backend), FL_OK);
    cr_assert_eq(fl_tally_journey_init(&plain, plan), FL_OK);
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    count_plainly(block, plan, &plain);
    fl_journeys_block_run(block, 50, 300, &tally);
    fl_journeys_block_run(block, 350, 1, &tally);
    fl_journeys_block_run(block, 351, RUNS - 301, &tally);
    fl_tally_journey_digest(&plain, expected);
    fl_tally_journey_digest(&tally, found);
    cr_expect_eq(tally.journeys, RUNS);
    cr_expect_str_eq(found, expected, "%s: %s", plan->name, fl_backend_name(backend));
    cr_expect_eq(memcmp(tally.kind, plain.kind, sizeof plain.kind), 0);
    fl_tally_journey_free(&plain);
    fl_tally_journey_free(&tally);
    fl_journeys_block_free(block);
}

Test(block, lock_step_equals_one_run_after_the_other)
{
    static const char *const players[] = {"full", "usual"};
    for (unsigned i = 0; i < 2; i++) {
        fl_journey *plan = small_plan_get(players[i]);
        for (fl_backend backend = FL_BACKEND_REFERENCE; backend < FL_BACKEND_COUNT; backend++) {
            if (fl_backend_is_here(backend)) {
                check(plan, backend);
            }
        }
        fl_journey_free(plan);
    }
}

Test(block, two_generators_in_one_plan_do_not_disturb_each_other)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    cr_assert_eq(
        small_plan_open(&plan, "three: {chapter: 2, settings: {level: 4}",
                        "three: {chapter: 2, generator: rebirth, settings: {stage: 4, interiors: off}",
                        "usual", &diag),
        FL_OK, "%s", diag.what);
    check(plan, fl_backend_best());
    fl_journey_free(plan);
}

Test(block, remade_floors_walk_alike)
{
    fl_journey *plan = small_plan_shipped("isaac", "full");
    check(plan, fl_backend_best());
    fl_journey_free(plan);
}
