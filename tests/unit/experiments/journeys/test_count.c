/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many threads, shards and backends: one digest. */
#include "experiments/journeys/journeys_private.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

enum { RUNS = 5000 };

static void count(const fl_journey *plan, fl_journey_counting counting, fl_journey_tally *out)
{
    fl_diag diag;
    fl_diag_init(&diag);
    counting.journey = plan;
    counting.seed = 1;
    cr_assert_eq(fl_journeys_count(&counting, out, &diag), FL_OK, "%s", diag.what);
}

Test(count, threads_backends_and_shards_leave_no_trace)
{
    static const fl_journey_counting countings[] = {
        {.runs = RUNS, .threads = 1, .backend = FL_BACKEND_REFERENCE},
        {.runs = RUNS, .threads = 3, .backend = FL_BACKEND_PORTABLE},
        {.runs = RUNS, .threads = 8, .backend = FL_BACKEND_PORTABLE},
    };
    char first[FL_JOURNEY_TALLY_DIGEST];
    char other[FL_JOURNEY_TALLY_DIGEST];
    fl_journey_tally tally;
    fl_journey *plan = small_plan_get("usual");
    for (unsigned i = 0; i < sizeof countings / sizeof countings[0]; i++) {
        cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
        count(plan, countings[i], &tally);
        fl_tally_journey_digest(&tally, i == 0 ? first : other);
        cr_expect(i == 0 || strcmp(first, other) == 0, "%u threads", countings[i].threads);
        fl_tally_journey_free(&tally);
    }
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    count(plan, (fl_journey_counting){.runs = 1234, .threads = 2, .backend = FL_BACKEND_PORTABLE}, &tally);
    count(plan,
          (fl_journey_counting){
              .first = 1234, .runs = RUNS - 1234, .threads = 1, .backend = FL_BACKEND_PORTABLE},
          &tally);
    fl_tally_journey_digest(&tally, other);
    cr_expect_str_eq(first, other);
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}

static bool refuse(void *context, uint64_t runs)
{
    *(uint64_t *)context = runs;
    return false;
}

Test(count, a_watcher_can_stop_it)
{
    uint64_t seen = 0;
    fl_journey_tally tally;
    fl_journey *plan = small_plan_get("full");
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    fl_journey_counting counting = {.journey = plan,
                                    .seed = 1,
                                    .runs = 100000,
                                    .threads = 2,
                                    .backend = FL_BACKEND_PORTABLE,
                                    .context = &seen,
                                    .watch = refuse};
    cr_expect_eq(fl_journeys_count(&counting, &tally, NULL), FL_ERR_STOPPED);
    cr_expect_eq(seen, FL_JOURNEY_BLOCK_RUNS);
    cr_expect_eq(tally.journeys, 0, "nothing half counted");
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}
