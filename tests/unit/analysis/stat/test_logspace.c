/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pieces of likelihood ratios against 60-digit arithmetic and their limits. */
#include "analysis/stat/stat_private.h"
#include "tests/unit/stat_reference.h"

#include <criterion/criterion.h>
#include <math.h>

Test(logspace, rest_of_stirling_equals_sixty_digits)
{
    for (size_t i = 0; i < sizeof stat_rest / sizeof stat_rest[0]; i++) {
        double found = fl_stat_logspace_rest(stat_rest[i].z);
        cr_expect_float_eq(found, stat_rest[i].value, 3e-15 * fmax(1, stat_rest[i].value), "z = %g: %.17g",
                           stat_rest[i].z, found);
    }
}

/* x log(x/M) + M - x for M = x + d is d^2/2x - d^3/6x^2 + … */
Test(logspace, deviance_keeps_its_digits_next_to_the_minimum)
{
    double x = 1e12;
    double d = 1e4;
    double expected = d * d / (2 * x) - d * d * d / (6 * x * x) + d * d * d * d / (12 * x * x * x);
    double wanted = expected - d * d * d / (6 * x * x); /* -log(1 + u) + u = u^2/2 - u^3/3 + … */
    cr_expect_float_eq(fl_stat_logspace_deviance(x, x + d, d), wanted, 1e-13 * wanted);
    cr_expect_eq(fl_stat_logspace_deviance(x, x, 0), 0);
}

Test(logspace, deviance_joins_its_two_forms_without_a_step)
{
    for (double u = -0.52; u <= 0.52; u += 0.01) {
        double plain = 100 * log(1 / (1 + u)) + 100 * u;
        cr_expect_float_eq(fl_stat_logspace_deviance(100, 100 * (1 + u), 100 * u), plain, 1e-12, "u = %g", u);
    }
}

Test(logspace, deviance_at_the_ends_of_the_range)
{
    cr_expect_eq(fl_stat_logspace_deviance(0, 7, 7), 7);
    cr_expect_eq(fl_stat_logspace_deviance(0, 0, 0), 0);
    cr_expect_eq(fl_stat_logspace_deviance(3, 0, -3), INFINITY);
}

Test(logspace, what_the_prior_rules_out_and_what_the_law_rules_out)
{
    fl_logspace_term by_prior = {.count = 2, .shape = 0, .p = 0.5, .excess = 3};
    fl_logspace_term by_law = {.count = 2, .shape = 1, .p = 0, .excess = -2};
    fl_logspace_term by_both = {.count = 0, .shape = 0, .p = 0, .excess = 0};
    cr_expect_eq(fl_stat_logspace_gain(&by_prior, 10, 4), -INFINITY);
    cr_expect_eq(fl_stat_logspace_gain(&by_law, 10, 4), INFINITY);
    cr_expect_eq(fl_stat_logspace_gain(&by_both, 10, 4), 0);
}
