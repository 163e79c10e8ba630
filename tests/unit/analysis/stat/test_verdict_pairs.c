/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on pairs: known answers, the level over 1000 repetitions of true claims, and the power. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

static fl_stat_claim claim_at(double tolerance, double alpha)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, tolerance, alpha);
    return claim;
}

static fl_verdict_result judged(const fl_stat_claim *claim, const fl_stat_pairs *pairs)
{
    fl_verdict_result result;
    cr_assert_eq(fl_stat_verdict_pairs(claim, pairs, &result, NULL), FL_OK);
    return result;
}

static fl_verdict_result judged_single(double tolerance, uint64_t first, uint64_t second, uint64_t n)
{
    fl_stat_claim claim = claim_at(tolerance, 1e-5);
    return judged(&claim, &(fl_stat_pairs){&first, &second, 1, n});
}

Test(verdict_pairs, pairs_that_are_all_alike_confirm_soon)
{
    fl_verdict_result found = judged_single(0.01, 0, 0, 2000);
    cr_expect_eq(found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect(found.observed == 0 && found.limits.lo == 0 && found.limits.hi < 0.01 && found.needed == 0);
    found = judged_single(0.01, 0, 0, 1000);
    cr_expect_eq(found.verdict, FL_VERDICT_UNDECIDED);
    cr_expect(found.needed > 100 && found.needed < 1000, "%g", found.needed);
}

Test(verdict_pairs, only_the_pairs_that_differ_speak_against_equality)
{
    fl_verdict_result few = judged_single(0.001, 40, 0, 100);
    fl_verdict_result many = judged_single(0.001, 40, 0, 1000000);
    cr_expect_eq(few.verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(many.verdict, FL_VERDICT_REFUTED);
    cr_expect_float_eq(few.log_e, many.log_e, 1e-9);
    cr_expect(many.limits.lo > 0 && many.limits.hi < 0.001);
    cr_expect_float_eq(many.observed, 40e-6, 1e-15);
}

Test(verdict_pairs, the_evidence_is_a_mixture_of_bets_on_a_fair_coin)
{
    double sum = 0;
    for (int k = 0; k < FL_BETS_SIZES; k++) {
        double share = ldexp(1, -k);
        sum += pow(1 + share, 30) * pow(1 - share, 10) + pow(1 - share, 30) * pow(1 + share, 10);
    }
    fl_verdict_result found = judged_single(0.5, 30, 10, 50);
    cr_expect_float_eq(found.log_e, log(sum / FL_BETS), 1e-9);
    cr_expect_float_eq(judged_single(0.5, 10, 30, 50).log_e, found.log_e, 1e-12); /* either side */
}

Test(verdict_pairs, one_step_that_differs_refutes_and_all_must_agree)
{
    static const uint64_t first[4] = {0, 0, 90, 0};
    static const uint64_t second[4] = {0, 0, 10, 0};
    fl_stat_claim claim = claim_at(0.05, 1e-5);
    fl_verdict_result all = judged(&claim, &(fl_stat_pairs){first, second, 4, 4000});
    cr_expect_eq(all.verdict, FL_VERDICT_REFUTED);
    cr_expect_float_eq(all.observed, 0.02, 1e-12);
    fl_verdict_result one = judged_single(0.05, 90, 10, 4000);
    cr_expect_float_eq(all.log_e, one.log_e - log(4), 1e-9); /* the price of four questions */
    cr_expect_lt(all.limits.lo, one.limits.lo);
    claim.is_about = true; /* 0.02 is within 0.05 */
    cr_expect_eq(judged(&claim, &(fl_stat_pairs){first, second, 4, 4000}).verdict, FL_VERDICT_CONFIRMED);
    claim.tolerance = 0.001;
    cr_expect_eq(judged(&claim, &(fl_stat_pairs){first, second, 4, 4000}).verdict, FL_VERDICT_REFUTED);
}

Test(verdict_pairs, neighbouring_steps_that_differ_on_one_side_only_are_both_judged)
{
    static const uint64_t few[2] = {10, 10};
    static const uint64_t more[2] = {12, 90};
    fl_stat_claim claim = claim_at(0.05, 1e-5);
    cr_expect_eq(judged(&claim, &(fl_stat_pairs){more, few, 2, 4000}).verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(judged(&claim, &(fl_stat_pairs){few, more, 2, 4000}).verdict, FL_VERDICT_REFUTED);
}

Test(verdict_pairs, no_pairs_say_nothing_and_impossible_ones_are_refused)
{
    static const uint64_t none = 0;
    static const uint64_t seven = 7;
    fl_stat_claim claim = claim_at(0.01, 1e-5);
    fl_verdict_result found = judged(&claim, &(fl_stat_pairs){&none, &none, 1, 0});
    cr_expect(found.verdict == FL_VERDICT_UNDECIDED && isnan(found.observed) && isinf(found.needed));
    fl_diag diag;
    fl_diag_init(&diag);
    cr_expect_eq(fl_stat_verdict_pairs(&claim, &(fl_stat_pairs){&seven, &seven, 1, 13}, &found, &diag),
                 FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "7 and 7 of 13 pairs cannot be judged");
}

/* Random numbers below 1. */
static double draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

enum { STEPS = 16, LOOKS = 12, FIRST_LOOK = 50 };

/* Pairs of which a share has more on one side, or on the other; judged again and again. */
static fl_verdict run(uint64_t seed, const double chance[2], unsigned steps, double alpha)
{
    uint64_t first[STEPS] = {0};
    uint64_t second[STEPS] = {0};
    fl_stat_pairs pairs = {first, second, steps, 0};
    fl_stat_claim claim = claim_at(1e-9, alpha); /* never confirmed */
    uint64_t state = seed;
    uint64_t until = FIRST_LOOK;
    for (unsigned look = 0; look < LOOKS; look++) {
        for (; pairs.n < until; pairs.n++) {
            for (unsigned k = 0; k < steps; k++) {
                double at = draw(&state);
                first[k] += at < chance[0];
                second[k] += at >= chance[0] && at < chance[0] + chance[1];
            }
        }
        if (judged(&claim, &pairs).verdict == FL_VERDICT_REFUTED) {
            return FL_VERDICT_REFUTED;
        }
        until += until / 2;
    }
    return FL_VERDICT_UNDECIDED;
}

static unsigned refuted(unsigned runs, const double chance[2], unsigned steps, double alpha)
{
    unsigned n = 0;
    for (unsigned i = 0; i < runs; i++) {
        n += run(1000 * i + steps, chance, steps, alpha) == FL_VERDICT_REFUTED;
    }
    return n;
}

/* At most 5 % of them; 72 of 1000 are three standard deviations more. The single step is looked at for
 * itself, so that a level that is never used up would show. */
Test(verdict_pairs, true_claims_are_refuted_no_more_often_than_promised, .timeout = 300)
{
    static const double many[2] = {0.2, 0.2};
    static const double few[2] = {0.01, 0.01};
    unsigned n[] = {refuted(1000, many, 1, 0.05), refuted(1000, few, 1, 0.05),
                    refuted(1000, many, STEPS, 0.05)};
    for (unsigned i = 0; i < 3; i++) {
        cr_expect_leq(n[i], 72u, "%u of 1000", n[i]);
    }
    cr_expect_geq(n[0], 1u);
}

/* 4 % have more on one side, 1 % on the other, of 50 to 4325 pairs. */
Test(verdict_pairs, a_planted_difference_is_found, .timeout = 300)
{
    static const double differs[2] = {0.04, 0.01};
    unsigned n = refuted(100, differs, 1, 1e-5);
    cr_expect_geq(n, 95u, "%u of 100", n);
}

/* What lies at the end of the blind zone is found as often as stated, or somewhat more often. */
Test(verdict_pairs, the_end_of_the_blind_zone_is_found_nine_times_in_ten, .timeout = 300)
{
    enum { RUNS = 1000, N = 2000 };
    static const uint64_t seen[][2] = {{0, 0}, {3, 5}, {210, 190}};
    fl_stat_claim claim = claim_at(0.2, 1e-5);
    for (unsigned c = 0; c < 3; c++) {
        fl_stat_pairs pairs = {&seen[c][0], &seen[c][1], 1, N};
        fl_interval blind = fl_stat_power_blind_pairs(&claim, &pairs, FL_STAT_POWER);
        double differing = fmax((double)(seen[c][0] + seen[c][1]) / N, blind.hi);
        uint64_t state = c;
        unsigned found = 0;
        cr_expect(blind.lo == 0 && blind.hi > 0.005 && blind.hi < 0.1, "%g", blind.hi);
        for (unsigned run = 0; run < RUNS; run++) {
            uint64_t count[2] = {0, 0};
            for (unsigned i = 0; i < N; i++) {
                double at = draw(&state);
                count[0] += at < (differing + blind.hi) / 2;
                count[1] += at >= (differing + blind.hi) / 2 && at < differing;
            }
            fl_stat_pairs here = {&count[0], &count[1], 1, N};
            found += judged(&claim, &here).verdict == FL_VERDICT_REFUTED;
        }
        cr_expect(found >= 880 && found < 1000, "case %u: %u of %d, %g", c, found, RUNS, blind.hi);
    }
}
