/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fixed-n intervals and tests; quantiles and tails are libRmath's. */
#include "analysis/stat/stat.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <assert.h>
#include <math.h>
#include <stdbool.h>

/* Two outcomes whose chances differ by less than this share count as equally likely: the difference is
 * rounding. */
static const double tie = 1e-7;

fl_interval fl_stat_interval_exact(uint64_t hits, uint64_t trials, double alpha)
{
    double k = (double)hits;
    double m = (double)(trials - hits);
    assert(hits <= trials && alpha > 0 && alpha < 1);
    return (fl_interval){
        .lo = k > 0 ? qbeta(alpha / 2, k, m + 1, true, false) : 0,
        .hi = m > 0 ? qbeta(alpha / 2, k + 1, m, false, false) : 1,
    };
}

fl_interval fl_stat_interval_wilson(uint64_t hits, uint64_t trials, double alpha)
{
    assert(hits <= trials && alpha > 0 && alpha < 1);
    if (trials == 0) {
        return (fl_interval){.lo = 0, .hi = 1};
    }
    double n = (double)trials;
    double k = (double)hits;
    double z = qnorm(alpha / 2, 0, 1, false, false);
    double square = z * z;
    double centre = k + square / 2;
    double radius = z * sqrt(k * (n - k) / n + square / 4);
    /* (centre - radius) / (n + square) would cancel; this is the same number */
    return (fl_interval){
        .lo = k / n * (k / (centre + radius)),
        .hi = fmin(1, (centre + radius) / (n + square)),
    };
}

/* Returns the start of the tail on the other side of the mean: the outcome nearest to the mean whose log
 * chance is at most `limit`; trials + 1 or -1 if there is none. The chances fall from the mode outwards. */
static double far_end(double inner, double outer, double limit, double n, double p)
{
    if (dbinom(outer, n, p, true) > limit) {
        return outer > inner ? n + 1 : -1;
    }
    while (fabs(outer - inner) > 1) {
        double middle = floor((inner + outer) / 2);
        bool is_unlikely = dbinom(middle, n, p, true) <= limit;
        outer = is_unlikely ? middle : outer;
        inner = is_unlikely ? inner : middle;
    }
    return outer;
}

double fl_stat_interval_p(uint64_t hits, uint64_t trials, fl_fraction documented)
{
    double n = (double)trials;
    double k = (double)hits;
    double p = fl_stat_fraction_value(documented);
    assert(hits <= trials && documented.num <= documented.den);
    if (documented.num == 0 || documented.num == documented.den) {
        return hits == (documented.num ? trials : 0) ? 1 : 0;
    }
    double mode = floor((n + 1) * p);
    double limit = dbinom(k, n, p, true) + tie;
    if (dbinom(mode, n, p, true) <= limit) {
        return 1;
    }
    if (k < mode) {
        double far = far_end(mode, n, limit, n, p);
        return fmin(1, pbinom(k, n, p, true, false) + (far > n ? 0 : pbinom(far - 1, n, p, false, false)));
    }
    double far = far_end(mode, 0, limit, n, p);
    return fmin(1, pbinom(k - 1, n, p, false, false) + (far < 0 ? 0 : pbinom(far, n, p, true, false)));
}
