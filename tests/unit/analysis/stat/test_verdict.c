/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on chances: each of the three, for each kind, and the numbers beside them. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double alpha = 1e-5;

static fl_stat_claim claim_of(uint64_t num, uint64_t den, double tolerance)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){num, den}, tolerance, alpha);
    return claim;
}

static fl_verdict_result judged(const fl_stat_claim *claim, uint64_t hits, uint64_t trials)
{
    fl_verdict_result result = {.verdict = FL_VERDICT_UNDECIDED};
    cr_assert_eq(fl_stat_verdict_chance(claim, hits, trials, &result, NULL), FL_OK);
    return result;
}

Test(verdict, an_exact_claim_is_confirmed_refuted_or_open)
{
    fl_stat_claim claim = claim_of(1, 7, 0.002);
    cr_expect_eq(judged(&claim, 1000, 7000).verdict, FL_VERDICT_UNDECIDED);
    cr_expect_eq(judged(&claim, 1000000, 7000000).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(judged(&claim, 1050000, 7000000).verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(judged(&claim, 0, 0).verdict, FL_VERDICT_UNDECIDED);
}

Test(verdict, of_all_samples_there_are_only_two)
{
    static const struct row {
        uint64_t num, den, hits;
        double tolerance;
        fl_verdict_relation relation;
        fl_verdict verdict;
    } rows[] = {
        {5, 14, 357, 0.005, FL_VERDICT_IS, FL_VERDICT_CONFIRMED},
        {5, 14, 363, 0.005, FL_VERDICT_IS, FL_VERDICT_REFUTED},
        {5, 14, 352, 0.005, FL_VERDICT_IS, FL_VERDICT_REFUTED},
        {1, 2, 900, 0.01, FL_VERDICT_AT_LEAST, FL_VERDICT_CONFIRMED},
        {1, 2, 489, 0.01, FL_VERDICT_AT_LEAST, FL_VERDICT_REFUTED},
        {1, 2, 100, 0.01, FL_VERDICT_AT_MOST, FL_VERDICT_CONFIRMED},
        {1, 2, 511, 0.01, FL_VERDICT_AT_MOST, FL_VERDICT_REFUTED},
        {0, 1, 0, 0.01, FL_VERDICT_IS, FL_VERDICT_CONFIRMED},
        {0, 1, 1, 0.01, FL_VERDICT_IS, FL_VERDICT_REFUTED}, /* one exception */
        {1, 1, 999, 0.01, FL_VERDICT_IS, FL_VERDICT_REFUTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_verdict_result result;
        fl_stat_claim claim = claim_of(rows[i].num, rows[i].den, rows[i].tolerance);
        claim.relation = rows[i].relation;
        fl_stat_verdict_exact(&claim, rows[i].hits, 1000, &result);
        cr_expect_eq(result.verdict, rows[i].verdict, "row %zu", i);
        cr_expect(result.limits.lo == result.observed && result.limits.hi == result.observed);
    }
}

/* The trials without a counter-example after which 1/2 + 1/2 B outweighs alpha (1 - p)^n. */
static uint64_t enough_for(double p)
{
    uint64_t n = 1;
    double product = 0.5; /* B: of (2i - 1) / 2i */
    while ((1 + product) / 2 / pow(1 - p, (double)n) < 1 / alpha) {
        n++;
        product *= (2 * (double)n - 1) / (2 * (double)n);
    }
    return n;
}

Test(verdict, never_is_refuted_by_one_and_confirmed_by_the_right_number)
{
    fl_stat_claim claim = claim_of(0, 1, 0.001);
    uint64_t enough = enough_for(0.001);
    cr_expect_eq(judged(&claim, 1, 1000000000).verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(judged(&claim, 1, 1000000000).log_e, INFINITY);
    cr_expect_eq(judged(&claim, 0, enough).verdict, FL_VERDICT_CONFIRMED);
    cr_expect(enough > log(alpha) / log1p(-0.001) && enough < 1.07 * log(alpha) / log1p(-0.001));
    fl_verdict_result open = judged(&claim, 0, enough - 1);
    cr_expect_eq(open.verdict, FL_VERDICT_UNDECIDED);
    cr_expect(open.needed >= 1 && open.needed <= 0.002 * (double)enough, "%g", open.needed);
    cr_expect_float_eq(judged(&claim, 0, 0).needed, (double)enough, 0.002 * (double)enough);
}

/* Before and after a counter-example one mixture bounds the chance, so that both keep one level: what comes
 * after costs log 2 beside the wide prior alone. */
Test(verdict, never_keeps_its_level_after_a_counter_example)
{
    fl_stat_claim never = claim_of(0, 1, 0.001);
    fl_stat_claim always = claim_of(1, 1, 0.001);
    fl_beta_prior wide = fl_stat_beta_wide();
    fl_interval after = fl_stat_beta_limits(&wide, (fl_beta_count){2, 998}, alpha / 2);
    fl_verdict_result found = judged(&never, 2, 1000);
    cr_expect_float_eq(found.limits.lo, after.lo, 1e-12);
    cr_expect_float_eq(found.limits.hi, after.hi, 1e-12);
    fl_verdict_result mirrored = judged(&always, 998, 1000);
    cr_expect_float_eq(mirrored.limits.lo, 1 - after.hi, 1e-12);
    cr_expect_float_eq(mirrored.limits.hi, 1 - after.lo, 1e-12);
    cr_expect(mirrored.log_e == INFINITY && found.limits.lo > 0);
}

Test(verdict, bounds_are_judged_from_their_side_only)
{
    fl_stat_claim least = claim_of(1, 2, 0.01);
    least.relation = FL_VERDICT_AT_LEAST;
    cr_expect_eq(judged(&least, 900000, 1000000).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(judged(&least, 450000, 1000000).verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(judged(&least, 60, 100).verdict, FL_VERDICT_UNDECIDED);
    cr_expect_lt(judged(&least, 60, 100).log_e, 0);
    fl_stat_claim most = claim_of(1, 2, 0.01);
    most.relation = FL_VERDICT_AT_MOST;
    cr_expect_eq(judged(&most, 100000, 1000000).verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(judged(&most, 550000, 1000000).verdict, FL_VERDICT_REFUTED);
}

Test(verdict, what_cannot_be_is_refused_with_its_numbers)
{
    fl_stat_claim good = claim_of(1, 7, 0.01);
    fl_stat_claim bad[6] = {good, good, good, good, good, good};
    bad[0].value = (fl_fraction){1, 0};
    bad[1].value = (fl_fraction){8, 7};
    bad[2].tolerance = -0.01;
    bad[3].tolerance = NAN;
    bad[4].alpha = 1;
    bad[5].part = 1;
    fl_verdict_result result;
    fl_diag diag;
    for (int i = 0; i < 6; i++) {
        fl_diag_init(&diag);
        cr_expect_eq(fl_stat_verdict_chance(&bad[i], 1, 7, &result, &diag), FL_ERR_INPUT, "row %d", i);
        cr_expect_neq(diag.what[0], '\0', "row %d", i);
    }
    cr_expect_eq(fl_stat_verdict_chance(&good, 8, 7, &result, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "8 hits in 7 trials") != NULL, "%s", diag.what);
}

Test(verdict, nothing_seen_so_far_never_refutes_that_something_occurs)
{
    fl_stat_claim claim;
    fl_verdict_result out;
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, 0.001, 0.01);
    cr_assert_eq(fl_stat_verdict_occurs(&claim, 0, 100, &out, NULL), FL_OK);
    cr_expect(out.verdict == FL_VERDICT_UNDECIDED && out.needed == INFINITY);
    claim.is_about = true;
    cr_assert_eq(fl_stat_verdict_occurs(&claim, 0, 100, &out, NULL), FL_OK);
    cr_expect(out.verdict == FL_VERDICT_UNDECIDED && out.needed > 0 && isfinite(out.needed));
    cr_assert_eq(fl_stat_verdict_occurs(&claim, 0, 1000000, &out, NULL), FL_OK);
    cr_expect_eq(out.verdict, FL_VERDICT_REFUTED, "rarer than asked for");
}
