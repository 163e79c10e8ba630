/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What trials can find out: regions, power and the trials needed hang together. */
#include "analysis/stat/stat_private.h"
#include "gen/random/pcg.h"

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

Test(power, detectable_chances_are_refuted_with_the_power_asked_for)
{
    fl_stat_claim claim = claim_of(1, 7, 0.01);
    fl_interval effect = fl_stat_power_detectable(&claim, 20000, 0.9);
    cr_expect(effect.lo < 1.0 / 7 && effect.hi > 1.0 / 7);
    cr_expect_float_eq(fl_stat_power_at(&claim, 20000, effect.lo), 0.9, 1e-9);
    cr_expect_float_eq(fl_stat_power_at(&claim, 20000, effect.hi), 0.9, 1e-9);
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

enum { DRAWS = 400 };

static double uniform(fl_pcg *rng)
{
    return (double)fl_pcg_next(rng) / 4294967296.0;
}

/* How often samples of three values with these chances refute the claim; as a mean, or as even thirds. */
static double refuted_share(const fl_stat_claim *claim, const double *chance, unsigned n, bool is_mean)
{
    static const double thirds[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    fl_pcg rng;
    unsigned refuted = 0;
    fl_pcg_init(&rng, 5, n);
    for (int draw = 0; draw < DRAWS; draw++) {
        uint64_t count[3] = {0};
        fl_verdict_result result;
        for (unsigned i = 0; i < n; i++) {
            double at = uniform(&rng);
            count[at < chance[0] ? 0 : at < chance[0] + chance[1] ? 1 : 2]++;
        }
        fl_verdict_values values = {.count = count, .cells = 3, .lowest = 0, .highest = 2};
        fl_dirichlet_count found = {.count = count, .cells = 3, .scale = 1};
        fl_err err = is_mean ? fl_stat_verdict_mean(claim, &values, &result, NULL)
                             : fl_stat_verdict_law(claim, &found, thirds, &result, NULL);
        cr_assert_eq(err, FL_OK);
        refuted += result.verdict == FL_VERDICT_REFUTED;
    }
    return (double)refuted / DRAWS;
}

Test(power, a_mean_at_the_edge_of_its_blind_zone_is_refuted_nine_times_in_ten)
{
    static const uint64_t thirds[3] = {1000, 1000, 1000};
    fl_stat_claim claim = claim_of(1, 1, 0.1);
    fl_verdict_values sample = {.count = thirds, .cells = 3, .lowest = 0, .highest = 2};
    fl_verdict_result found;
    cr_assert_eq(fl_stat_verdict_mean(&claim, &sample, &found, NULL), FL_OK);
    fl_interval zone = fl_stat_power_blind_mean(&claim, &sample, &found, 0.9);
    cr_expect_float_eq(zone.hi + zone.lo, 2, 1e-6);
    double more = (zone.hi - 1) / 2;
    double edge[3] = {1 / 3.0 - more, 1 / 3.0, 1 / 3.0 + more};
    double inner[3] = {1 / 3.0 - more / 2, 1 / 3.0, 1 / 3.0 + more / 2};
    double share = refuted_share(&claim, edge, 3000, true);
    cr_expect(share > 0.85 && share < 0.95, "%g", share);
    cr_expect_lt(refuted_share(&claim, inner, 3000, true), 0.2);
    claim.relation = FL_VERDICT_AT_LEAST;
    fl_interval least = fl_stat_power_blind_mean(&claim, &sample, &found, 0.9);
    cr_expect(least.lo == zone.lo && least.hi == 1);
}

Test(power, a_law_beyond_its_blind_zone_is_refuted_nine_times_in_ten)
{
    static const uint64_t count[3] = {1000, 1000, 1000};
    static const double thirds[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    fl_stat_claim claim = claim_of(0, 1, 0.1);
    fl_dirichlet_count found = {.count = count, .cells = 3, .scale = 1};
    fl_interval zone = fl_stat_power_blind_law(&claim, &found, thirds, 0.9);
    cr_expect(zone.lo == 0 && zone.hi > 0.02 && zone.hi < 0.2, "%g", zone.hi);
    double one_up[3] = {1 / 3.0 + zone.hi, 1 / 3.0 - zone.hi / 2, 1 / 3.0 - zone.hi / 2};
    double swapped[3] = {1 / 3.0 + zone.hi, 1 / 3.0, 1 / 3.0 - zone.hi};
    double inner[3] = {1 / 3.0 + zone.hi / 3, 1 / 3.0 - zone.hi / 6, 1 / 3.0 - zone.hi / 6};
    cr_expect_geq(refuted_share(&claim, one_up, 3000, false), 0.9);
    cr_expect_geq(refuted_share(&claim, swapped, 3000, false), 0.9);
    cr_expect_lt(refuted_share(&claim, inner, 3000, false), 0.2);
    claim.is_about = true;
    cr_expect_float_eq(fl_stat_power_blind_law(&claim, &found, thirds, 0.9).hi, zone.hi + 0.1, 1e-12);
}

/* Shares of three conditions, each so much above the one before, and what an order makes of them. */
static fl_verdict_result order_of(const fl_stat_claim *claim, double rise, fl_pcg *rng, fl_interval *blind)
{
    enum { TRIALS = 5000, STEPS = 3 };
    fl_verdict_law_step step[STEPS];
    fl_verdict_result result;
    fl_stat_claim any = claim_of(0, 1, 1);
    any.relation = FL_VERDICT_AT_LEAST;
    any.part = 0;
    any.alpha = claim->alpha / STEPS;
    for (int i = 0; i < STEPS; i++) {
        uint64_t hits = 0;
        for (int k = 0; k < TRIALS; k++) {
            hits += uniform(rng) < 0.5 + (i == 2 ? rise : 0.2 * (i - 1));
        }
        cr_assert_eq(fl_stat_verdict_chance(&any, hits, TRIALS, &result, NULL), FL_OK);
        step[i] = (fl_verdict_law_step){result.observed, result.limits, TRIALS};
    }
    cr_assert_eq(fl_stat_verdict_order(claim, step, STEPS, &result, NULL), FL_OK);
    *blind = fl_stat_power_blind_order(claim, step, STEPS, 0.9);
    return result;
}

Test(power, a_fall_beyond_the_blind_zone_of_an_order_is_refuted_nine_times_in_ten)
{
    fl_stat_claim claim = claim_of(0, 1, 0);
    fl_interval zone;
    fl_interval ignored;
    unsigned refuted[2] = {0, 0};
    fl_pcg rng;
    fl_pcg_init(&rng, 7, 0);
    cr_assert_eq(order_of(&claim, 0.2, &rng, &zone).verdict, FL_VERDICT_CONFIRMED);
    cr_expect(zone.hi == 0 && zone.lo < -0.05 && zone.lo > -0.15, "%g", zone.lo);
    for (int draw = 0; draw < DRAWS; draw++) {
        refuted[0] += order_of(&claim, zone.lo, &rng, &ignored).verdict == FL_VERDICT_REFUTED;
        refuted[1] += order_of(&claim, zone.lo / 2, &rng, &ignored).verdict == FL_VERDICT_REFUTED;
    }
    cr_expect_geq(refuted[0], 0.9 * DRAWS, "%u", refuted[0]);
    cr_expect_lt(refuted[1], 0.3 * DRAWS, "%u", refuted[1]);
    claim.is_about = true;
    claim.tolerance = 0.02;
    fl_interval about;
    (void)order_of(&claim, 0.2, &rng, &about);
    cr_expect(about.hi == -0.02 && about.lo < -0.07, "%g", about.lo);
}

/* Of today's formulas: a factor of two in one of them is no rounding. */
Test(power, what_is_not_excluded_has_known_limits)
{
    static const uint64_t many[3] = {2000, 2000, 2000};
    static const uint64_t few[3] = {100, 100, 100};
    static const double thirds[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    const fl_verdict_law_step step[2] = {{0.3, {0.28, 0.32}, 1000}, {0.6, {0.58, 0.62}, 1000}};
    fl_stat_claim claim = claim_of(1, 2, 0.02);
    fl_dirichlet_count a = {.count = many, .cells = 3, .scale = 1};
    fl_dirichlet_count b = {.count = few, .cells = 3, .scale = 1};
    cr_expect_float_eq(fl_stat_power_blind_law(&claim, &a, thirds, 0.9).hi, 0.0450296139, 1e-9);
    cr_expect_float_eq(fl_stat_power_blind_same(&claim, &a, &b, 0.9).hi, 0.233717104, 1e-9);
    cr_expect_float_eq(fl_stat_power_blind_order(&claim, step, 2, 0.9).lo, -0.0504137572, 1e-9);
    cr_expect_eq(fl_stat_power_confirming(&claim, 0.9), 21378);
    claim.relation = FL_VERDICT_AT_MOST;
    claim.is_about = true;
    cr_expect_float_eq(fl_stat_power_blind_chance(&claim, 100000, 0.9).lo, 0.52, 1e-12);
}

/* Of a rare event the most hits that are likely decide, of a common one the fewest: both ends count. */
Test(power, confirming_counts_both_ends)
{
    fl_stat_claim rare = claim_of(1, 10, 0.02);
    fl_stat_claim common = claim_of(9, 10, 0.02);
    cr_expect_eq(fl_stat_power_confirming(&rare, 0.9), 8515);
    cr_expect_eq(fl_stat_power_confirming(&common, 0.9), 8515);
}
