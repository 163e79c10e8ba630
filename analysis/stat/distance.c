/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both distances are sums over cells of a function of the two shares. */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double log_two = 0.693147180559945309417232121458;

static double variation(double p, double q)
{
    return fabs(p - q) / 2;
}

/* In bits. D(p, m) + D(q, m) equals p log(p/m) + q log(q/m), but each term is positive. */
static double shannon(double p, double q)
{
    double m = (p + q) / 2;
    double half = (q - p) / 2;
    return (fl_stat_logspace_deviance(p, m, half) + fl_stat_logspace_deviance(q, m, -half)) / (2 * log_two);
}

double fl_stat_distance_variation(const double *p, const double *q, size_t cells)
{
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += variation(p[i], q[i]);
    }
    return fmin(1, sum);
}

double fl_stat_distance_shannon(const double *p, const double *q, size_t cells)
{
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += shannon(p[i], q[i]);
    }
    return fmin(1, sqrt(sum));
}
