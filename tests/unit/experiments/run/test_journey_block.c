/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Journeys of a block, compared with those that the generator makes one after the other. */
#include "experiments/run/run_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdlib.h>

enum { RUNS = 700 };

/* In portions of 300, 1 and the rest. */
static void check(const fl_journey *plan, fl_backend backend)
{
    static const unsigned portion[] = {300, 1, RUNS - 301};
    fl_journey_block *block = NULL;
    fl_journey_trip trip;
    fl_key key;
    uint64_t first = 50;
    void *scratch = calloc(1, fl_journey_generator.scratch_size(plan));
    cr_assert_not_null(scratch);
    cr_assert_eq(fl_run_journeys_init(&block, plan, backend), FL_OK);
    fl_key_init(&key, fl_journey_generator.name, fl_journey_generator.version, 3);
    for (unsigned k = 0; k < 3; first += portion[k], k++) {
        fl_run_journeys_walk(block, 3, first, portion[k]);
        for (unsigned i = 0; i < portion[k]; i++) {
            key.index = first + i;
            fl_journey_generator.make(plan, &key, scratch, &trip);
            cr_assert(small_plan_same_trip(&block->trip[i], &trip), "%s, %s: journey %llu", plan->name,
                      fl_backend_name(backend), (unsigned long long)key.index);
        }
    }
    fl_run_journeys_free(block);
    free(scratch);
}

Test(journey_block, lock_step_equals_one_journey_after_the_other)
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

/* Two generators in one plan do not disturb each other; mortals die and pay alike. */
Test(journey_block, plans_of_all_sorts_walk_alike)
{
    fl_diag diag;
    fl_journey *plan[4] = {NULL, small_plan_mortal(), small_plan_shipped("classic_labyrinth", "spender"),
                           small_plan_shipped("isaac", "full")};
    cr_assert_eq(
        small_plan_open(&plan[0], "three: {chapter: 2, settings: {level: 4}",
                        "three: {chapter: 2, generator: rebirth, settings: {stage: 4, interiors: off}",
                        "usual", &diag),
        FL_OK, "%s", diag.what);
    for (unsigned i = 0; i < 4; i++) {
        check(plan[i], fl_backend_best());
        fl_journey_free(plan[i]);
    }
}
