/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What trials can find out: regions, power and the trials needed hang together. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <criterion/criterion.h>
#include <math.h>

static fl_stat_claim claim_of(uint64_t num, uint64_t den, double tolerance)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){num, den}, tolerance, 0.001);
    return claim;
}

Test(power, the_region_is_where_the_verdict_changes)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    fl_power_region region = fl_stat_power_refuting(&claim, 1000);
    for (uint64_t k = 0; k <= 1000; k++) {
        fl_verdict_result result;
        cr_assert_eq(fl_stat_verdict_chance(&claim, k, 1000, &result, NULL), FL_OK);
        bool is_in = (double)k <= region.lo || (double)k >= region.hi;
        cr_expect_eq(is_in, result.verdict == FL_VERDICT_REFUTED, "%d hits", (int)k);
    }
}

Test(power, the_truth_is_hardly_ever_refuted)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    cr_expect_leq(fl_stat_power_at(&claim, 1000, 1.0 / 7), 0.001);
    cr_expect_leq(fl_stat_power_at(&claim, 1000000, 1.0 / 7), 0.001);
}

Test(power, detectable_chances_are_refuted_with_the_power_asked_for)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    fl_interval effect = fl_stat_power_detectable(&claim, 20000, 0.9);
    cr_expect(effect.lo < 1.0 / 7 && effect.hi > 1.0 / 7);
    cr_expect_float_eq(fl_stat_power_at(&claim, 20000, effect.lo), 0.9, 1e-9);
    cr_expect_float_eq(fl_stat_power_at(&claim, 20000, effect.hi), 0.9, 1e-9);
}

Test(power, too_few_trials_detect_nothing_below)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    fl_interval effect = fl_stat_power_detectable(&claim, 20, 0.9);
    cr_expect(isnan(effect.lo));
    cr_expect(effect.hi > 0.5 && effect.hi < 1, "%g", effect.hi);
}

Test(power, trials_have_the_power_they_were_asked_for)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    double n = fl_stat_power_trials(&claim, 0.16, 0.9);
    cr_assert(isfinite(n));
    cr_expect_geq(fl_stat_power_at(&claim, (uint64_t)n, 0.16), 0.89);
    cr_expect_lt(fl_stat_power_at(&claim, (uint64_t)(0.9 * n), 0.16), 0.9);
    cr_expect_eq(fl_stat_power_trials(&claim, 1.0 / 7, 0.9), INFINITY);
}

Test(power, one_counter_example_is_enough)
{
    fl_stat_claim never = claim_of(0, 1, 0.001);
    cr_expect_float_eq(fl_stat_power_at(&never, 1000, 0.002), 1 - pow(0.998, 1000), 1e-12);
    double n = fl_stat_power_trials(&never, 0.002, 0.99);
    cr_expect_float_eq(n, log(0.01) / log(0.998), 0.002 * n);
}

/* Counted over all outcomes. */
Test(power, a_right_claim_is_confirmed_with_the_chance_asked_for)
{
    fl_stat_claim claim = claim_of(1, 7, 0.02);
    double n = fl_stat_power_confirming(&claim, 0.9);
    cr_assert(isfinite(n) && n < 1e6);
    double chance = 0;
    for (double k = 0; k <= n; k++) {
        bool is_confirmed = fl_stat_verdict_at(&claim, (fl_beta_count){k, n - k}) == FL_VERDICT_CONFIRMED;
        chance += is_confirmed ? dbinom(k, n, 1.0 / 7, 0) : 0;
    }
    cr_expect(chance >= 0.9 && chance < 0.95, "%g of %g trials", chance, n);
}
