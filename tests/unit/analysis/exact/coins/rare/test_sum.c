/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/exact/coins/rare/rare.h"

#include <criterion/criterion.h>

Test(sum, the_interval_is_that_of_students_law)
{
    static const double estimates[] = {1, 2, 3, 4};
    fl_rare_sum sum;
    fl_rare_sum_up(estimates, 4, &sum);
    cr_expect_float_eq(sum.mean, 2.5, 1e-12);
    cr_expect_float_eq(sum.error, 0.6454972243679028, 1e-12);
    cr_expect_float_eq(sum.high, 2.5 + 3.182446305284263 * 0.6454972243679028, 1e-9);
    cr_expect_eq(sum.none, 0);
}

Test(sum, chances_are_never_below_zero)
{
    static const double estimates[] = {0, 0, 0, 1e-9};
    fl_rare_sum sum;
    fl_rare_sum_up(estimates, 4, &sum);
    cr_expect_eq(sum.low, 0);
    cr_expect_eq(sum.none, 3);
    cr_expect_eq(sum.runs, 4);
}
