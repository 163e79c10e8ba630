/* SPDX-License-Identifier: MIT */
/* Exact pieces of likelihood ratios, from the C library's logarithms alone, so that libfloorlab can have
 * them, too. The rest of Stirling's formula is its asymptotic series from 10 on (Abramowitz and Stegun
 * 6.1.41; the first omitted term is below 4e-17); below, lgamma(z + 1) = lgamma(z) + log z leads to it. */
#include "analysis/stat/stat_private.h"

#include <math.h>

/* Above this quotient of excess and count the plain logarithm loses no precision. */
static const double far = 0.5;

/* Terms of the series of log1p_rest, which fall by 9 or more. */
enum { TERMS = 18 };

/* Deviances up to this one are right to 10^-10. */
static const double large = 1e5;

double fl_stat_logspace_add(double a, double b)
{
    double larger = fmax(a, b);
    if (isinf(larger)) {
        return larger;
    }
    return larger + log1p(exp(fmin(a, b) - larger));
}

/* lgamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), for z > 0. */
static double rest_of(double z)
{
    static const double series[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                    1.0 / 1188, -691.0 / 360360, 1.0 / 156};
    double below = 0;
    for (; z < 10; z++) {
        below += (z + 0.5) * log1p(1 / z) - 1;
    }
    double square = 1 / (z * z);
    double sum = 0;
    for (int i = (int)(sizeof series / sizeof series[0]) - 1; i >= 0; i--) {
        sum = sum * square + series[i];
    }
    return below + sum / z;
}

/* log(1 + u) - u for |u| up to `far`. With r = u / (2 + u), log(1 + u) is 2 (r + r^3/3 + r^5/5 + …), and
 * 2 r - u is -r u: what cancels is gone before it is computed. */
static double log1p_rest(double u)
{
    double r = u / (2 + u);
    double square = r * r;
    double sum = 0;
    for (int k = TERMS; k >= 1; k--) {
        sum = sum * square + 1.0 / (2 * k + 1);
    }
    return r * (2 * square * sum - u);
}

double fl_stat_logspace_deviance(double x, double expected, double excess)
{
    if (x <= 0) {
        return expected;
    }
    if (expected <= 0) {
        return INFINITY;
    }
    double u = excess / x;
    return fabs(u) > far ? x * log(x / expected) + excess : -x * log1p_rest(u);
}

/* D(x, N p) - D(shape, mass p). With a prior of many floors and p far from it both are large and nearly the
 * same; then count log(x / (N p)) + n p - count + shape log((x / shape) / (N / mass)) is the same number in
 * smaller terms. */
static double gain_of_deviances(const fl_logspace_term *cell, double n, double mass)
{
    double x = cell->count + cell->shape;
    double offset = mass * cell->p - cell->shape;
    double excess = cell->excess + offset;
    double expected = (n + mass) * cell->p;
    double after = fl_stat_logspace_deviance(x, expected, excess);
    double before = fl_stat_logspace_deviance(cell->shape, mass * cell->p, offset);
    double ratio = fabs(excess / x) > far ? log(x / expected) : -log1p(excess / x);
    if (mass < n || after + before < large) {
        return after - before;
    }
    double surplus = cell->count - n * (cell->shape / mass);
    return cell->count * ratio + cell->excess + cell->shape * log1p(surplus / (1 + n / mass) / cell->shape);
}

double fl_stat_logspace_gain(const fl_logspace_term *cell, double n, double mass)
{
    if (cell->count <= 0) {
        return -cell->shape * log1p(n / mass) + n * cell->p;
    }
    if (cell->shape <= 0) {
        return -INFINITY;
    }
    if (cell->p <= 0) {
        return INFINITY;
    }
    double x = cell->count + cell->shape;
    return gain_of_deviances(cell, n, mass) - log1p(cell->count / cell->shape) / 2 + rest_of(x) -
           rest_of(cell->shape);
}

double fl_stat_logspace_frame(double n, double mass)
{
    return log1p(n / mass) / 2 - rest_of(n + mass) + rest_of(mass);
}
