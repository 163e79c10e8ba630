/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fractions: the distance of a count from its expectation is exact. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>

Test(ratio, excess_is_exact_where_doubles_are_not)
{
    fl_fraction seventh = {1, 7};
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142857u, 999999999999u), 0);
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142856u, 999999999999u), 1);
    cr_expect_eq(fl_stat_fraction_excess(seventh, 142857142858u, 999999999999u), -1);
    cr_expect_eq(fl_stat_fraction_excess((fl_fraction){UINT32_MAX, UINT64_MAX / 2}, 0, 0), 0);
}

Test(ratio, value_and_rest_sum_to_one)
{
    fl_fraction small = {1, 1000000000000000000u};
    cr_expect_eq(fl_stat_fraction_value(small), 1e-18);
    cr_expect_eq(fl_stat_fraction_rest(small), 1);
    cr_expect_eq(fl_stat_fraction_value((fl_fraction){3, 4}) + fl_stat_fraction_rest((fl_fraction){3, 4}), 1);
}
