/* SPDX-License-Identifier: GPL-2.0-or-later */
/* G-tests of published counts; pooling; impossible cells; sizes where rounding used to matter. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

/* Mendel's 556 peas against 9:3:3:1. */
Test(goodness, mendels_peas_as_in_the_books)
{
    static const uint64_t peas[4] = {315, 108, 101, 32};
    static const double law[4] = {9 / 16.0, 3 / 16.0, 3 / 16.0, 1 / 16.0};
    fl_goodness found = fl_stat_goodness_fit(peas, law, 4);
    cr_expect_float_eq(found.g, 0.4754, 5e-5, "%.6f", found.g);
    cr_expect_float_eq(found.p, 0.9243, 5e-5, "%.6f", found.p);
    cr_expect_eq(found.freedom, 3);
    cr_expect_float_eq(exp(found.log_p), found.p, 1e-12);
}

Test(goodness, small_cells_are_pooled_by_expectation)
{
    static const uint64_t count[5] = {50, 44, 2, 1, 3};
    static const double law[5] = {0.5, 0.4, 0.04, 0.03, 0.03};
    fl_goodness found = fl_stat_goodness_fit(count, law, 5);
    /* 4, 3 and 3 are expected: together 10 */
    double by_hand = 2 * (50 * log(50 / 50.0) + 44 * log(44 / 40.0) + 6 * log(6 / 10.0));
    cr_expect_eq(found.cells, 3);
    cr_expect_float_eq(found.g, by_hand, 1e-12);
}

/* (10^6)^2 / (n/2) twice, up to a millionth of it: a sum of logarithms would leave nothing of it. */
Test(goodness, a_trillion_counts_lose_no_digits)
{
    static const uint64_t count[2] = {500001000000u, 499999000000u};
    static const double law[2] = {0.5, 0.5};
    cr_expect_float_eq(fl_stat_goodness_fit(count, law, 2).g, 4, 1e-10);
    static const uint64_t table[4] = {500001000000u, 499999000000u, 500000000000u, 500000000000u};
    cr_expect_float_eq(fl_stat_goodness_same(table, 2, 2).g, 2, 1e-10);
}
