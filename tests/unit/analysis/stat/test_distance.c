/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distances of known pairs, and what their intervals promise. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

Test(distance, known_pairs_have_known_distances)
{
    double even[2] = {0.5, 0.5};
    double one[2] = {1, 0};
    double other[2] = {0, 1};
    cr_expect_eq(fl_stat_distance_variation(even, even, 2), 0);
    cr_expect_eq(fl_stat_distance_shannon(even, even, 2), 0);
    cr_expect_eq(fl_stat_distance_variation(one, other, 2), 1);
    cr_expect_float_eq(fl_stat_distance_shannon(one, other, 2), 1, 1e-15);
    cr_expect_eq(fl_stat_distance_variation(one, even, 2), 0.5);
    /* entropy of (3/4, 1/4) less the mean of 0 and 1 bit */
    cr_expect_float_eq(fl_stat_distance_shannon(one, even, 2), sqrt(2 - 0.75 * log2(3) - 0.5), 1e-15);
}

Test(distance, small_differences_keep_their_digits)
{
    double p[2] = {0.5, 0.5};
    double q[2] = {0.5 + 1e-9, 0.5 - 1e-9};
    /* chi-square / 8 in nats: (2e-9)^2 / 8 */
    cr_expect_float_eq(fl_stat_distance_shannon(p, q, 2), sqrt(5e-19 / log(2)), 1e-16);
}

Test(distance, intervals_hold_the_distance_found_and_stay_in_range)
{
    uint64_t a[3] = {500, 300, 200};
    uint64_t b[3] = {400, 350, 250};
    fl_dirichlet_count left = {.count = a, .cells = 3, .scale = 1};
    fl_dirichlet_count right = {.count = b, .cells = 3, .scale = 1};
    fl_distance variation = fl_stat_distance_variation_between(&left, &right, 0.01);
    cr_expect_float_eq(variation.found, 0.1, 1e-15);
    cr_expect(variation.limits.lo >= 0 && variation.limits.lo < 0.1);
    cr_expect(variation.limits.hi > 0.1 && variation.limits.hi <= 1);
}

Test(distance, no_floors_leave_the_whole_range)
{
    uint64_t none[2] = {0, 0};
    uint64_t some[2] = {7, 9};
    fl_dirichlet_count left = {.count = none, .cells = 2, .scale = 1};
    fl_dirichlet_count right = {.count = some, .cells = 2, .scale = 1};
    fl_distance variation = fl_stat_distance_variation_between(&left, &right, 0.01);
    cr_expect(variation.limits.lo == 0 && variation.limits.hi == 1);
}

Test(distance, from_a_law_is_narrower_than_from_a_sample)
{
    uint64_t a[3] = {500000, 300000, 200000};
    double law[3] = {0.5, 0.3, 0.2};
    fl_dirichlet_count left = {.count = a, .cells = 3, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_around(law, 3, 0.001, 0.5);
    fl_distance from = fl_stat_distance_variation_from(&prior, &left, law, 0.001);
    fl_distance between = fl_stat_distance_variation_between(&left, &left, 0.001);
    cr_expect_eq(from.found, 0);
    cr_expect_eq(between.found, 0);
    cr_expect_lt(from.limits.hi, 0.5 * between.limits.hi);
}

Test(distance, two_samples_share_the_level)
{
    uint64_t a[2] = {5000, 5000};
    uint64_t b[2] = {700, 900};
    fl_dirichlet_count left = {.count = a, .cells = 2, .scale = 1};
    fl_dirichlet_count right = {.count = b, .cells = 2, .scale = 1};
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    double radius =
        fl_stat_dirichlet_radius(&wide, &left, 0.005) + fl_stat_dirichlet_radius(&wide, &right, 0.005);
    fl_distance variation = fl_stat_distance_variation_between(&left, &right, 0.01);
    cr_expect_float_eq(variation.limits.hi, variation.found + radius, 1e-14);
}
