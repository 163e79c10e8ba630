/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intervals of the library beside the definition of their ends, and what is refused. */
#include "gen/floorlab.h"

#include <criterion/criterion.h>
#include <math.h>

/* The logarithm of the evidence against a chance: the mixture of likelihoods over beta(1/2, 1/2). */
static double log_evidence(double hits, double misses, double chance)
{
    const double mixture = lgamma(hits + 0.5) + lgamma(misses + 0.5) - lgamma(hits + misses + 1) - log(M_PI);
    return mixture - hits * log(chance) - misses * log1p(-chance);
}

Test(interval, ends_are_where_the_evidence_is_one_over_alpha)
{
    static const uint64_t counts[][2] = {{1, 1},       {3, 10},       {9, 10},
                                         {3301, 9316}, {17, 1000000}, {999000, 1000000}};
    static const double alphas[] = {0.5, 0.05, 1e-6};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (size_t k = 0; k < sizeof alphas / sizeof alphas[0]; k++) {
            double limits[2];
            floorlab_error error;
            const double hits = (double)counts[i][0];
            const double misses = (double)(counts[i][1] - counts[i][0]);
            cr_assert_eq(floorlab_interval(counts[i][0], counts[i][1], alphas[k], limits, &error),
                         FLOORLAB_OK);
            cr_expect(limits[0] < hits / (hits + misses) && error.what[0] == '\0');
            for (int end = 0; end < 2; end++) {
                const double found = log_evidence(hits, misses, limits[end]);
                cr_expect(limits[end] >= 1 || fabs(found + log(alphas[k])) < 1e-6, "%g of %g at %g: %g", hits,
                          hits + misses, limits[end], found);
            }
        }
    }
}

Test(interval, what_no_count_can_be_is_refused)
{
    double limits[2];
    floorlab_error error;
    cr_expect_eq(floorlab_interval(3, 2, 0.05, limits, &error), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "hits");
    cr_expect_eq(floorlab_interval(3, UINT64_MAX, 0.05, limits, &error), FLOORLAB_REFUSED);
    cr_expect_str_eq(error.where, "trials");
    static const double wrong[] = {0, 1, -0.05, 95, NAN, INFINITY, 1e-200};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_expect_eq(floorlab_interval(1, 2, wrong[i], limits, &error), FLOORLAB_REFUSED, "%g", wrong[i]);
        cr_expect_str_eq(error.where, "alpha");
    }
    cr_expect_eq(floorlab_interval(1, 2, 0.05, NULL, NULL), FLOORLAB_REFUSED);
}
