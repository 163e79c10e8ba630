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

Test(verdict_mean, about_a_mean_means_within_the_tolerance)
{
    static const uint64_t count[3] = {30000, 40000, 32000};
    fl_stat_claim claim = claim_of(8, 1, 0.05);
    claim.is_about = true;
    cr_expect_eq(judged(&claim, &(fl_verdict_values){count, 3, 7, 0, 168}).verdict, FL_VERDICT_CONFIRMED);
    claim.value = (fl_fraction){79, 10};
    cr_expect_eq(judged(&claim, &(fl_verdict_values){count, 3, 7, 0, 168}).verdict, FL_VERDICT_REFUTED);
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

Test(verdict_mean, refuted_and_outside_of_the_limits_are_the_same)
{
    static const uint64_t count[4] = {100, 300, 200, 30};
    fl_verdict_values sample = {count, 4, 5, 0, 40};
    for (uint64_t tenths = 50; tenths < 80; tenths++) {
        fl_stat_claim claim = claim_of(tenths, 10, 0.01);
        fl_verdict_result result = judged(&claim, &sample);
        double value = (double)tenths / 10;
        bool is_outside = result.limits.lo > value || result.limits.hi < value;
        cr_expect_eq(result.verdict == FL_VERDICT_REFUTED, is_outside, "%g", value);
    }
}

/* With as many more values of the same shares there is a verdict; with nine tenths of them there is none. */
Test(verdict_mean, the_trials_needed_are_those_that_decide)
{
    static const uint64_t shares[][3] = {{30, 40, 30}, {30, 40, 31}, {20, 60, 25}};
    fl_stat_claim claim = claim_of(8, 1, 0.02);
    for (int i = 0; i < 3; i++) {
        fl_verdict_result now = judged(&claim, &(fl_verdict_values){shares[i], 3, 7, 0, 60});
        cr_assert(now.verdict == FL_VERDICT_UNDECIDED && isfinite(now.needed) && now.needed > 0);
        double n = (double)(shares[i][0] + shares[i][1] + shares[i][2]);
        uint64_t then[3];
        uint64_t before[3];
        for (int k = 0; k < 3; k++) {
            then[k] = (uint64_t)((double)shares[i][k] * (n + 1.01 * now.needed) / n);
            before[k] = (uint64_t)((double)shares[i][k] * (n + 0.9 * now.needed) / n);
        }
        cr_expect_neq(judged(&claim, &(fl_verdict_values){then, 3, 7, 0, 60}).verdict, FL_VERDICT_UNDECIDED);
        cr_expect_eq(judged(&claim, &(fl_verdict_values){before, 3, 7, 0, 60}).verdict, FL_VERDICT_UNDECIDED);
    }
}

Test(verdict_mean, without_values_nothing_is_known)
{
    static const uint64_t none[3] = {0, 0, 0};
    fl_stat_claim claim = claim_of(8, 1, 0.02);
    fl_verdict_result result = judged(&claim, &(fl_verdict_values){none, 3, 7, 0, 60});
    cr_expect(result.verdict == FL_VERDICT_UNDECIDED && isnan(result.observed) && isinf(result.needed));
    cr_expect(result.limits.lo == 0 && result.limits.hi == 60 && result.log_e == 0);
}

Test(verdict_mean, values_that_cannot_be_are_refused)
{
    static const uint64_t count[3] = {1, 2, 3};
    static const fl_verdict_values bad[] = {
        {count, 3, 5, 0, 6},  /* 7 was seen */
        {count, 3, -1, 0, 7}, /* -1 was seen */
        {count, 3, 5, 5, 5},  /* no range */
        {count, 3, 5, 5, 7},  /* a mean of 3 is outside */
    };
    fl_stat_claim claim = claim_of(3, 1, 0.01);
    fl_verdict_result result;
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(fl_stat_verdict_mean(&claim, &bad[i], &result, NULL), FL_ERR_INPUT, "row %d", i);
    }
}
