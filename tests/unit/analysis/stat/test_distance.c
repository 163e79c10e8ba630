/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distances of known pairs. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

Test(goodness, known_pairs_have_known_distances)
{
    double even[2] = {0.5, 0.5};
    double one[2] = {1, 0};
    double other[2] = {0, 1};
    cr_expect_eq(fl_stat_distance_shannon(even, even, 2), 0);
    cr_expect_float_eq(fl_stat_distance_shannon(one, other, 2), 1, 1e-15);
    /* entropy of (3/4, 1/4) less the mean of 0 and 1 bit */
    cr_expect_float_eq(fl_stat_distance_shannon(one, even, 2), sqrt(2 - 0.75 * log2(3) - 0.5), 1e-15);
}

Test(goodness, small_differences_keep_their_digits)
{
    double p[2] = {0.5, 0.5};
    double q[2] = {0.5 + 1e-9, 0.5 - 1e-9};
    /* chi-square / 8 in nats: (2e-9)^2 / 8 */
    cr_expect_float_eq(fl_stat_distance_shannon(p, q, 2), sqrt(5e-19 / log(2)), 1e-16);
}
