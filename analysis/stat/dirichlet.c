/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dirichlet mixtures: one pass over the cells for each part of the prior. */
#include "analysis/stat/stat_private.h"

#include <assert.h>
#include <math.h>

static const double most_mass = 1e13; /* as in beta.c */

static const double root_two_pi = 2.50662827463100050241576528481;

fl_dirichlet_prior fl_stat_dirichlet_wide(void)
{
    return (fl_dirichlet_prior){.centre = NULL, .part = 0, .mass = 0};
}

fl_dirichlet_prior fl_stat_dirichlet_around(const double *centre, size_t cells, double spread, double part)
{
    if (spread <= 0 || part <= 0) {
        return fl_stat_dirichlet_wide();
    }
    assert(part < 1);
    /* the mean distance of a cell is about sqrt(2/pi) standard deviations; half their sum is the total
     * variation */
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += sqrt(centre[i] * (1 - centre[i]));
    }
    double root = sum / (root_two_pi * spread);
    return (fl_dirichlet_prior){
        .centre = centre, .part = part, .mass = fmin(fmax(root * root, 1), most_mass)};
}

double fl_stat_dirichlet_total(const fl_dirichlet_count *found)
{
    uint64_t total = 0;
    for (size_t i = 0; i < found->cells; i++) {
        total += found->count[i];
    }
    return (double)total * found->scale;
}

/* log E of one part of the prior; centre NULL: the wide part; p NULL: the shares found. */
static double part_log_e(const double *centre, double mass, const fl_dirichlet_count *found, const double *p)
{
    double n = fl_stat_dirichlet_total(found);
    double sum = fl_stat_logspace_frame(n, mass);
    for (size_t i = 0; i < found->cells && sum > -INFINITY; i++) {
        double count = (double)found->count[i] * found->scale;
        fl_logspace_term cell = {.count = count, .shape = centre ? mass * centre[i] : 0.5};
        cell.p = p ? p[i] : n > 0 ? count / n : 0;
        cell.excess = p ? fma(n, p[i], -count) : 0;
        double gain = fl_stat_logspace_gain(&cell, n, mass);
        if (gain == INFINITY) {
            return INFINITY;
        }
        sum += gain;
    }
    return sum;
}

static double log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found, const double *p)
{
    double wide = part_log_e(NULL, 0.5 * (double)found->cells, found, p);
    if (!prior->centre) {
        return wide;
    }
    double narrow = part_log_e(prior->centre, prior->mass, found, p);
    return fl_stat_logspace_add(log1p(-prior->part) + wide, log(prior->part) + narrow);
}

double fl_stat_dirichlet_log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                               const double *p)
{
    return log_e(prior, found, p);
}

double fl_stat_dirichlet_log_e_found(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found)
{
    return log_e(prior, found, NULL);
}

double fl_stat_dirichlet_log_e_pooled(const fl_dirichlet_count *a, const fl_dirichlet_count *b)
{
    double n = fl_stat_dirichlet_total(a) + fl_stat_dirichlet_total(b);
    double mass = 0.5 * (double)a->cells;
    double sum = fl_stat_logspace_frame(n, mass);
    for (size_t i = 0; i < a->cells; i++) {
        double count = ((double)a->count[i] + (double)b->count[i]) * a->scale;
        fl_logspace_term cell = {.count = count, .shape = 0.5, .p = n > 0 ? count / n : 0};
        sum += fl_stat_logspace_gain(&cell, n, mass);
    }
    return sum;
}
