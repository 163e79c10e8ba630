/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fixed-n intervals and p-values against published and exact values. */
#include "analysis/stat/stat.h"
#include "tests/unit/stat_reference.h"

#include <criterion/criterion.h>
#include <math.h>

#define FL_CLAIM_ROWS(table) (sizeof(table) / sizeof(table)[0])

/* Newcombe, Statistics in Medicine 17 (1998) 857, table I: score interval without continuity correction, and
 * exact. */
Test(interval, wilson_and_clopper_pearson_as_published)
{
    static const struct row {
        uint64_t hits, trials;
        fl_interval wilson, exact;
    } rows[] = {
        {81, 263, {0.2553, 0.3662}, {0.2527, 0.3676}},
        {15, 148, {0.0624, 0.1605}, {0.0578, 0.1617}},
        {0, 20, {0, 0.1611}, {0, 0.1684}},
        {1, 29, {0.0061, 0.1718}, {0.0009, 0.1776}},
    };
    for (size_t i = 0; i < FL_CLAIM_ROWS(rows); i++) {
        fl_interval wilson = fl_stat_interval_wilson(rows[i].hits, rows[i].trials, 0.05);
        fl_interval exact = fl_stat_interval_exact(rows[i].hits, rows[i].trials, 0.05);
        cr_expect_float_eq(wilson.lo, rows[i].wilson.lo, 5e-5, "row %zu: %g", i, wilson.lo);
        cr_expect_float_eq(wilson.hi, rows[i].wilson.hi, 5e-5, "row %zu: %g", i, wilson.hi);
        cr_expect_float_eq(exact.lo, rows[i].exact.lo, 5e-5, "row %zu: %g", i, exact.lo);
        cr_expect_float_eq(exact.hi, rows[i].exact.hi, 5e-5, "row %zu: %g", i, exact.hi);
    }
}

Test(interval, clopper_pearson_equals_sixty_digits_up_to_a_trillion)
{
    for (size_t i = 0; i < FL_CLAIM_ROWS(stat_clopper); i++) {
        const fl_stat_limit_row *row = &stat_clopper[i];
        fl_interval found = fl_stat_interval_exact(row->hits, row->trials, row->alpha);
        cr_expect_leq(fabs(found.lo - row->lo), 1e-12 * row->lo, "row %zu: %.17g", i, found.lo);
        cr_expect_leq(fabs(found.hi - row->hi), 1e-12 * row->hi, "row %zu: %.17g", i, found.hi);
    }
}

Test(interval, binomial_p_equals_exact_fractions)
{
    for (size_t i = 0; i < FL_CLAIM_ROWS(stat_binomial); i++) {
        const fl_stat_p_row *row = &stat_binomial[i];
        double found = fl_stat_interval_p(row->hits, row->trials, row->p);
        cr_expect_leq(fabs(found - row->value), 1e-12 * row->value, "row %zu: %.17g", i, found);
    }
}
