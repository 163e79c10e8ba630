/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on distributions, pairs of scenarios, supports and orders. */
#include "analysis/stat/stat.h"

#include <criterion/criterion.h>
#include <math.h>

static const double law[4] = {0.25, 0.125, 0.5, 0.125};

static fl_stat_claim claim_of(double tolerance)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, tolerance, 1e-5);
    return claim;
}

static fl_dirichlet_count counts(const uint64_t *count, size_t cells)
{
    return (fl_dirichlet_count){.count = count, .cells = cells, .scale = 1};
}

static fl_verdict_result law_of(const fl_stat_claim *claim, const uint64_t *count)
{
    fl_verdict_result result;
    fl_dirichlet_count found = counts(count, 4);
    cr_assert_eq(fl_stat_verdict_law(claim, &found, law, &result, NULL), FL_OK);
    return result;
}

Test(verdict_law, a_law_is_confirmed_refuted_or_open)
{
    fl_stat_claim claim = claim_of(0.005);
    static const uint64_t few[4] = {25, 13, 50, 12};
    static const uint64_t right[4] = {2500000, 1250300, 4999800, 1249900};
    static const uint64_t wrong[4] = {2510000, 1240000, 5000000, 1250000};
    cr_expect_eq(law_of(&claim, few).verdict, FL_VERDICT_UNDECIDED);
    cr_expect_eq(law_of(&claim, right).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(law_of(&claim, wrong).verdict, FL_VERDICT_REFUTED);
}

static fl_verdict_result same_of(const fl_stat_claim *claim, const uint64_t *a, const uint64_t *b)
{
    fl_verdict_result result;
    fl_dirichlet_count left = counts(a, 3);
    fl_dirichlet_count right = counts(b, 3);
    cr_assert_eq(fl_stat_verdict_same(claim, &left, &right, &result, NULL), FL_OK);
    return result;
}

Test(verdict_law, two_scenarios_are_the_same_different_or_open)
{
    fl_stat_claim claim = claim_of(0.01);
    static const uint64_t small[3] = {50, 30, 20};
    static const uint64_t a[3] = {5000000, 3000000, 2000000};
    static const uint64_t b[3] = {5001000, 2999500, 1999500};
    static const uint64_t c[3] = {5030000, 2985000, 1985000};
    cr_expect_eq(same_of(&claim, small, small).verdict, FL_VERDICT_UNDECIDED);
    cr_expect_gt(same_of(&claim, small, small).needed, 0);
    cr_expect_eq(same_of(&claim, a, b).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(same_of(&claim, a, c).verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(same_of(&claim, c, a).verdict, FL_VERDICT_REFUTED);
    claim.is_about = true;
    cr_expect_eq(same_of(&claim, a, c).verdict, FL_VERDICT_CONFIRMED);
}

Test(verdict_law, a_support_is_broken_by_one_value_outside)
{
    static const bool is_documented[4] = {true, true, false, true};
    uint64_t count[4] = {500000, 400000, 0, 0};
    fl_stat_claim claim = claim_of(0.001);
    fl_dirichlet_count found = counts(count, 4);
    fl_verdict_result result;
    cr_assert_eq(fl_stat_verdict_support(&claim, &found, is_documented, &result, NULL), FL_OK);
    cr_expect_eq(result.verdict, FL_VERDICT_CONFIRMED);
    claim.is_complete = true;
    cr_assert_eq(fl_stat_verdict_support(&claim, &found, is_documented, &result, NULL), FL_OK);
    cr_expect_eq(result.verdict, FL_VERDICT_UNDECIDED);
    cr_expect_eq(result.needed, INFINITY);
    count[3] = 1;
    cr_assert_eq(fl_stat_verdict_support(&claim, &found, is_documented, &result, NULL), FL_OK);
    cr_expect_eq(result.verdict, FL_VERDICT_CONFIRMED);
    count[2] = 1;
    cr_assert_eq(fl_stat_verdict_support(&claim, &found, is_documented, &result, NULL), FL_OK);
    cr_expect_eq(result.verdict, FL_VERDICT_REFUTED);
}

static fl_verdict_result order_of(const fl_stat_claim *claim, const double *mean, double radius)
{
    fl_verdict_law_step step[3];
    fl_verdict_result result;
    for (int i = 0; i < 3; i++) {
        step[i] = (fl_verdict_law_step){
            .observed = mean[i],
            .limits = {mean[i] - radius, mean[i] + radius},
            .trials = 1000,
        };
    }
    cr_assert_eq(fl_stat_verdict_order(claim, step, 3, &result, NULL), FL_OK);
    return result;
}

Test(verdict_law, an_order_rises_falls_or_is_open)
{
    static const double rising[3] = {1, 2, 4};
    static const double falling[3] = {1, 4, 2};
    fl_stat_claim claim = claim_of(0);
    cr_expect_eq(order_of(&claim, rising, 0.4).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(order_of(&claim, falling, 0.4).verdict, FL_VERDICT_REFUTED);
    fl_verdict_result open = order_of(&claim, rising, 1);
    cr_expect_eq(open.verdict, FL_VERDICT_UNDECIDED);
    /* half the width, four times the trials */
    cr_expect_float_eq(open.needed, 9000, 1e-6);
    cr_expect_eq(order_of(&claim, falling, 2).needed, INFINITY);
}
