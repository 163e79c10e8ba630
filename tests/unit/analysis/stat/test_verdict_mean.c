/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on means: each of the three, for each relation, and the numbers beside them. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

static const double alpha = 1e-5;

static fl_stat_claim claim_of(uint64_t num, uint64_t den, double tolerance)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){num, den}, tolerance, alpha);
    return claim;
}

static fl_verdict_result judged(const fl_stat_claim *claim, const fl_verdict_values *sample)
{
    fl_verdict_result result;
    cr_assert_eq(fl_stat_verdict_mean(claim, sample, &result, NULL), FL_OK);
    return result;
}

/* 7, 8, 9 rooms of 0…168, mean 8. */
Test(verdict_mean, an_exact_mean_is_confirmed_refuted_or_open)
{
    static const uint64_t right[3] = {30000, 40000, 30000};
    static const uint64_t wrong[3] = {30000, 40000, 32000};
    static const uint64_t few[3] = {30, 40, 30};
    fl_stat_claim claim = claim_of(8, 1, 0.05);
    fl_verdict_result confirmed = judged(&claim, &(fl_verdict_values){right, 3, 7, 0, 168});
    cr_expect_eq(confirmed.verdict, FL_VERDICT_CONFIRMED);
    cr_expect(confirmed.observed == 8 && confirmed.needed == 0 && confirmed.log_e < 0);
    cr_expect(confirmed.limits.lo > 7.95 && confirmed.limits.hi < 8.05);
    fl_verdict_result refuted = judged(&claim, &(fl_verdict_values){wrong, 3, 7, 0, 168});
    cr_expect_eq(refuted.verdict, FL_VERDICT_REFUTED);
    cr_expect(refuted.log_e >= -log(alpha) && refuted.limits.lo > 8);
    cr_expect_eq(judged(&claim, &(fl_verdict_values){few, 3, 7, 0, 168}).verdict, FL_VERDICT_UNDECIDED);
}

Test(verdict_mean, means_may_have_negative_values_and_bounds)
{
    static const uint64_t count[9] = {375000, 0, 0, 0, 0, 0, 0, 0, 625000}; /* -3 and 5: mean 2 */
    fl_verdict_values sample = {count, 9, -3, -3, 5};
    fl_stat_claim mean = claim_of(1, 2, 0.1);
    mean.relation = FL_VERDICT_AT_LEAST;
    cr_expect_eq(judged(&mean, &sample).verdict, FL_VERDICT_CONFIRMED);
    mean.relation = FL_VERDICT_AT_MOST;
    cr_expect_eq(judged(&mean, &sample).verdict, FL_VERDICT_REFUTED);
    cr_expect_float_eq(judged(&mean, &sample).observed, 2, 1e-12);
}
