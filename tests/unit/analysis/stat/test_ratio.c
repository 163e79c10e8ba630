/* Fractions: the distance of a count from its expectation is exact. */
#include "analysis/stat/ratio.h"

#include <criterion/criterion.h>

Test(ratio, excess_is_exact_where_doubles_are_not)
{
    fl_ratio seventh = {1, 7};
    cr_expect_eq(fl_ratio_excess(seventh, 142857142857u, 999999999999u), 0);
    cr_expect_eq(fl_ratio_excess(seventh, 142857142856u, 999999999999u), 1);
    cr_expect_eq(fl_ratio_excess(seventh, 142857142858u, 999999999999u), -1);
    cr_expect_eq(fl_ratio_excess((fl_ratio){UINT32_MAX, UINT64_MAX / 2}, 0, 0), 0);
}

Test(ratio, value_and_rest_sum_to_one)
{
    fl_ratio small = {1, 1000000000000000000u};
    cr_expect_eq(fl_ratio_value(small), 1e-18);
    cr_expect_eq(fl_ratio_rest(small), 1);
    cr_expect_eq(fl_ratio_value((fl_ratio){3, 4}) + fl_ratio_rest((fl_ratio){3, 4}), 1);
}
