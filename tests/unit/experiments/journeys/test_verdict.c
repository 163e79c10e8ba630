/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on journeys: true claims are confirmed, wrong ones refuted, too few journeys decide nothing. */
#include "experiments/journeys/journeys.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>

static void judge(fl_journey_verdict *verdict, const char *is, uint64_t runs)
{
    char text[256];
    fl_diag diag;
    fl_journey_tally tally;
    fl_journey *plan = NULL;
    snprintf(text, sizeof text,
             "claims: [{id: a, ended: four, is: %s, tolerance: 0.02, source: s}]\nfloors:\n  one:", is);
    cr_assert_eq(small_plan_open(&plan, "floors:\n  one:", text, "full", &diag), FL_OK, "%s", diag.what);
    fl_journey_counting counting = {
        .journey = plan, .seed = 1, .runs = runs, .threads = 1, .backend = fl_backend_best()};
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    cr_assert_eq(fl_journeys_count(&counting, &tally, NULL), FL_OK);
    fl_journeys_verdict_init(verdict, 0.01);
    cr_assert_eq(fl_journeys_verdict_add(verdict, &tally, &diag), FL_OK, "%s", diag.what);
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}

Test(verdict, counts_decide_as_they_should)
{
    static const struct {
        const char *is;
        uint64_t runs;
        unsigned unexpected, undecided;
    } table[] = {{"1", 5000, 0, 0}, {"1", 10, 0, 1}, {"1/2", 5000, 1, 0}, {"0.9", 2000, 1, 0}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        fl_journey_verdict verdict;
        judge(&verdict, table[i].is, table[i].runs);
        cr_expect_eq(verdict.unexpected, table[i].unexpected, "%s", table[i].is);
        cr_expect_eq(verdict.undecided, table[i].undecided, "%s", table[i].is);
        cr_expect_eq(verdict.table.cells_n, 11);
        fl_journeys_verdict_free(&verdict);
    }
}
