/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Beta mixtures and their confidence sequence against exact fractions and 60-digit arithmetic. */
#include "analysis/stat/stat_private.h"
#include "tests/unit/stat_reference.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <criterion/criterion.h>
#include <math.h>

#define FL_CLAIM_ROWS(table) (sizeof(table) / sizeof(table)[0])

static const double promised = 1e-10;

static double off(double found, double wanted)
{
    return found == wanted ? 0 : fabs(found - wanted) / fmax(1, fabs(wanted));
}

static fl_beta_count count_of(uint64_t hits, uint64_t trials)
{
    return (fl_beta_count){(double)hits, (double)(trials - hits)};
}

static double log_e_of(const fl_stat_beta_row *row)
{
    fl_beta_prior prior = {.part = {{.a = row->a, .b = row->b, .log_weight = 0}}, .parts = 1};
    return fl_stat_beta_log_e(&prior, row->hits, row->trials, row->p);
}

Test(beta, evidence_equals_exact_arithmetic_up_to_a_trillion_trials)
{
    for (size_t i = 0; i < FL_CLAIM_ROWS(stat_beta); i++) {
        double error = off(log_e_of(&stat_beta[i]), stat_beta[i].log_e);
        cr_expect(error < promised / 1000, "row %zu: %g", i, error);
    }
}

Test(beta, evidence_of_narrow_priors_equals_sixty_digits)
{
    for (size_t i = 0; i < FL_CLAIM_ROWS(stat_narrow); i++) {
        const fl_stat_beta_row *row = &stat_narrow[i];
        double error = off(log_e_of(row), row->log_e);
        cr_expect_lt(error, promised, "row %zu: %g", i, error);
    }
}

Test(beta, limits_equal_sixty_digits)
{
    fl_beta_prior prior = fl_stat_beta_wide();
    for (size_t i = 0; i < FL_CLAIM_ROWS(stat_limits); i++) {
        const fl_stat_limit_row *row = &stat_limits[i];
        fl_interval found = fl_stat_beta_limits(&prior, count_of(row->hits, row->trials), row->alpha);
        cr_expect_leq(fabs(found.lo - row->lo), 1e-12 * row->lo, "row %zu: %.17g", i, found.lo);
        cr_expect_leq(fabs(found.hi - row->hi), 1e-12 * row->hi, "row %zu: %.17g", i, found.hi);
    }
}

Test(beta, evidence_at_the_limits_is_one_over_alpha)
{
    static const uint64_t counts[][2] = {{1, 3}, {20, 141}, {999, 1000}, {70001, 500000}, {3, 1000000000}};
    fl_beta_prior prior = fl_stat_beta_around(1.0 / 7, 0.001, 0.5);
    for (size_t i = 0; i < FL_CLAIM_ROWS(counts); i++) {
        fl_beta_count count = count_of(counts[i][0], counts[i][1]);
        fl_interval limits = fl_stat_beta_limits(&prior, count, 0.001);
        cr_expect_float_eq(fl_stat_beta_log_e_near(&prior, count, limits.lo), log(1000), 1e-8, "row %zu", i);
        cr_expect_float_eq(fl_stat_beta_log_e_near(&prior, count, limits.hi), log(1000), 1e-4, "row %zu", i);
        cr_expect(limits.lo < count.hits / (count.hits + count.misses));
        cr_expect(limits.hi > count.hits / (count.hits + count.misses));
    }
}

Test(beta, nothing_seen_says_nothing)
{
    fl_beta_prior prior = fl_stat_beta_around(0.25, 0.01, 0.5);
    fl_interval limits = fl_stat_beta_limits(&prior, (fl_beta_count){0, 0}, 0.05);
    cr_expect_eq(limits.lo, 0);
    cr_expect_eq(limits.hi, 1);
    cr_expect_eq(fl_stat_beta_log_e(&prior, 0, 0, (fl_fraction){1, 4}), 0);
}

Test(beta, the_impossible_is_infinite_evidence)
{
    fl_beta_prior prior = fl_stat_beta_wide();
    cr_expect_eq(fl_stat_beta_log_e(&prior, 1, 1000000000000u, (fl_fraction){0, 1}), INFINITY);
    cr_expect_eq(fl_stat_beta_log_e(&prior, 999, 1000, (fl_fraction){1, 1}), INFINITY);
    cr_expect_lt(fl_stat_beta_log_e(&prior, 0, 1000, (fl_fraction){0, 1}), 0);
    cr_expect_lt(fl_stat_beta_log_e(&prior, 1000, 1000, (fl_fraction){1, 1}), 0);
}

Test(beta, a_prior_without_a_centre_is_wide)
{
    cr_expect_eq(fl_stat_beta_around(0, 0.01, 0).parts, 1);
    cr_expect_eq(fl_stat_beta_around(1, 0.01, 0).parts, 1);
    cr_expect_eq(fl_stat_beta_around(0.5, 0, 0.5).parts, 1);
    cr_expect_eq(fl_stat_beta_around(0.5, 0.01, 0).parts, 1);
    fl_beta_prior prior = fl_stat_beta_around(0.5, 0.01, 0.25);
    cr_expect_eq(prior.parts, 2);
    cr_expect_float_eq(exp(prior.part[0].log_weight) + exp(prior.part[1].log_weight), 1, 1e-15);
    double a = prior.part[1].a;
    double b = prior.part[1].b;
    cr_expect_float_eq(sqrt(a * b / ((a + b) * (a + b) * (a + b + 1))), 0.01, 1e-12);
}

/* Half a point mass at 0: 1/2 (1 - p)^-n + 1/2 E, until a hit takes the first half away. */
Test(beta, a_centre_at_the_end_is_a_point_mass)
{
    fl_beta_prior wide = fl_stat_beta_wide();
    fl_beta_prior never = fl_stat_beta_around(0, 0, 0.5);
    fl_beta_prior always = fl_stat_beta_around(1, 0, 0.5);
    for (uint64_t n = 1; n < 2000000000; n *= 11) {
        fl_fraction p = {1, 3 * n};
        fl_fraction rest = {3 * n - 1, 3 * n};
        double point = -(double)n * log1p(-1 / (3.0 * (double)n));
        double before = fl_stat_logspace_add(point, fl_stat_beta_log_e(&wide, 0, n, p)) - log(2);
        double after = fl_stat_beta_log_e(&wide, 1, n, p) - log(2);
        cr_expect_float_eq(fl_stat_beta_log_e(&never, 0, n, p), before, 1e-12, "%g", (double)n);
        cr_expect_float_eq(fl_stat_beta_log_e(&never, 1, n, p), after, 1e-12, "%g", (double)n);
        cr_expect_float_eq(fl_stat_beta_log_e(&always, n, n, rest), before, 1e-12, "%g", (double)n);
        cr_expect_float_eq(fl_stat_beta_log_e(&always, n - 1, n, rest), after, 1e-12, "%g", (double)n);
    }
    cr_expect_eq(fl_stat_beta_log_e(&never, 1, 1000, (fl_fraction){0, 1}), INFINITY);
    cr_expect_leq(fl_stat_beta_log_e(&never, 0, 1000, (fl_fraction){0, 1}), 0);
}
