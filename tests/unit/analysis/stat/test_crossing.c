/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Crossings of functions that are smooth, steep, infinite or never cross. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

static unsigned asked;

static double square(const void *goal, double x)
{
    asked++;
    return x * x - *(const double *)goal;
}

static double wall(const void *goal, double x)
{
    return x > *(const double *)goal ? INFINITY : -1;
}

static double reciprocal(const void *goal, double x)
{
    return 1 / x - *(const double *)goal;
}

Test(crossing, smooth_functions_need_few_steps)
{
    double goal = 2;
    asked = 0;
    double found = fl_stat_crossing_find(square, &goal, 0, 10);
    cr_expect(found * found < 2 && found > sqrt(2) - 2e-9, "%.17g", found);
    cr_expect_leq(asked, 16u);
}

Test(crossing, infinite_values_are_walls)
{
    double goal = 0.3;
    double found = fl_stat_crossing_find(wall, &goal, 0, 1);
    cr_expect(found <= 0.3 && found > 0.3 - 1e-9, "%.17g", found);
    goal = 1e6;
    found = fl_stat_crossing_find(reciprocal, &goal, 1, 0);
    cr_expect(found > 1e-6 && found < 1.001e-6, "%.17g", found);
}

Test(crossing, without_a_crossing_the_far_end_is_returned)
{
    double goal = 200;
    cr_expect_eq(fl_stat_crossing_find(square, &goal, 0, 10), 10);
    cr_expect_eq(fl_stat_crossing_find(square, &goal, 3, 3), 3);
}
