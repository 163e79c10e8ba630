/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exact pieces of likelihood ratios. log(1 + u) - u of small u comes from libRmath (log1pmx); the rest of
 * Stirling's formula is its asymptotic series from 10 on (Abramowitz and Stegun 6.1.41; the first term left
 * out is below 4e-17) and libRmath's lgamma below. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>

/* Beyond this quotient of excess and count the plain logarithm loses no precision. */
static const double far = 0.5;

/* Deviances up to this one are right to 10^-10. */
static const double large = 1e5;

static const double half_log_two_pi = 0.918938533204672741780329736406;

double fl_stat_logspace_add(double a, double b)
{
    double larger = fmax(a, b);
    if (isinf(larger)) {
        return larger;
    }
    return larger + log1p(exp(fmin(a, b) - larger));
}

double fl_stat_logspace_rest(double z)
{
    static const double series[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                    1.0 / 1188, -691.0 / 360360, 1.0 / 156};
    if (z < 10) {
        return lgammafn(z) - ((z - 0.5) * log(z) - z + half_log_two_pi);
    }
    double square = 1 / (z * z);
    double sum = 0;
    for (int i = (int)(sizeof series / sizeof series[0]) - 1; i >= 0; i--) {
        sum = sum * square + series[i];
    }
    return sum / z;
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
    return fabs(u) > far ? x * log(x / expected) + excess : -x * log1pmx(u);
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
    return gain_of_deviances(cell, n, mass) - log1p(cell->count / cell->shape) / 2 +
           fl_stat_logspace_rest(x) - fl_stat_logspace_rest(cell->shape);
}

double fl_stat_logspace_frame(double n, double mass)
{
    return log1p(n / mass) / 2 - fl_stat_logspace_rest(n + mass) + fl_stat_logspace_rest(mass);
}
