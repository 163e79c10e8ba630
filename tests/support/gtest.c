/* SPDX-License-Identifier: GPL-2.0-or-later */
/* G = 2 sum O ln(O / E), against the chi-square distribution with one degree of freedom less than cells. */
#include "tests/support/gtest.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>

/* Cells that expect fewer are put together with the next. */
static const double least_expected = 10;

static double term(double observed, double expected)
{
    return observed > 0 ? 2 * observed * log(observed / expected) : 0;
}

static double tail(double g, int cells)
{
    return cells < 2 ? 1 : pchisq(fmax(g, 0), cells - 1, 0, 0);
}

double gtest_fit(const uint64_t *found, const double *expected, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++) {
        total += (double)found[i];
    }
    double g = 0;
    double pooled_found = 0;
    double pooled_expected = 0;
    int cells = 0;
    for (size_t i = 0; i < n; i++) {
        if (expected[i] <= 0 && found[i] > 0) {
            return 0;
        }
        pooled_found += (double)found[i];
        pooled_expected += expected[i] * total;
        if (pooled_expected >= least_expected) {
            g += term(pooled_found, pooled_expected);
            cells++;
            pooled_found = 0;
            pooled_expected = 0;
        }
    }
    if (pooled_expected > 0) {
        g += term(pooled_found, pooled_expected);
        cells++;
    }
    return tail(g, cells);
}

double gtest_same(const uint64_t *a, const uint64_t *b, size_t n)
{
    double total_a = 0;
    double total_b = 0;
    for (size_t i = 0; i < n; i++) {
        total_a += (double)a[i];
        total_b += (double)b[i];
    }
    double total = total_a + total_b;
    if (total_a == 0 || total_b == 0) {
        return total_a == total_b ? 1 : 0;
    }
    double g = 0;
    double pooled_a = 0;
    double pooled_b = 0;
    int cells = 0;
    for (size_t i = 0; i < n; i++) {
        pooled_a += (double)a[i];
        pooled_b += (double)b[i];
        double both = pooled_a + pooled_b;
        double smaller = both * fmin(total_a, total_b) / total;
        if (smaller >= least_expected || (i + 1 == n && both > 0)) {
            g += term(pooled_a, both * total_a / total) + term(pooled_b, both * total_b / total);
            cells++;
            pooled_a = 0;
            pooled_b = 0;
        }
    }
    return tail(g, cells);
}
