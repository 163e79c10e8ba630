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

static fl_distance around(double found, double radius)
{
    return (fl_distance){
        .found = found,
        .limits = {.lo = fmax(0, found - radius), .hi = fmin(1, found + radius)},
    };
}

static double variation_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b)
{
    double total_a = fmax(fl_stat_dirichlet_total(a), 1);
    double total_b = fmax(fl_stat_dirichlet_total(b), 1);
    double sum = 0;
    for (size_t i = 0; i < a->cells; i++) {
        sum += variation((double)a->count[i] * a->scale / total_a, (double)b->count[i] * b->scale / total_b);
    }
    return fmin(1, sum);
}

static double radius_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b, double alpha)
{
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    return fl_stat_dirichlet_radius(&wide, a, alpha / 2) + fl_stat_dirichlet_radius(&wide, b, alpha / 2);
}

fl_distance fl_stat_distance_variation_from(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                            const double *law, double alpha)
{
    double total = fmax(fl_stat_dirichlet_total(found), 1);
    double sum = 0;
    for (size_t i = 0; i < found->cells; i++) {
        sum += variation((double)found->count[i] * found->scale / total, law[i]);
    }
    return around(fmin(1, sum), fl_stat_dirichlet_radius(prior, found, alpha));
}

fl_distance fl_stat_distance_variation_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                               double alpha)
{
    return around(variation_between(a, b), radius_between(a, b, alpha));
}
