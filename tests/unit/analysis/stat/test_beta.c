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
