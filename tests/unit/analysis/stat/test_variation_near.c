/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nearest distributions against all distributions of a grid. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

enum { GRID = 120 };

static double divergence(const uint64_t *count, const double *q)
{
    double n = (double)(count[0] + count[1] + count[2]);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += count[i] > 0 ? (double)count[i] * log((double)count[i] / n / q[i]) : 0;
    }
    return sum;
}

static double apart(const double *p, const double *q)
{
    return (fabs(p[0] - q[0]) + fabs(p[1] - q[1]) + fabs(p[2] - q[2])) / 2;
}

static fl_variation of_law(const uint64_t *count, const double *law, size_t cells)
{
    fl_variation out;
    fl_dirichlet_count found = {.count = count, .cells = cells, .scale = 1};
    cr_assert_eq(fl_stat_variation_init(&out, &found, NULL, law, NULL), FL_OK);
    return out;
}

/* The best of the grid is never better, and nearly as good. */
Test(variation_near, no_law_of_a_grid_is_nearer_at_less_loss)
{
    static const uint64_t counts[][3] = {{50, 30, 20}, {7, 0, 3}, {1, 60, 400}, {20, 20, 0}};
    static const double laws[][3] = {{0.2, 0.3, 0.5}, {0.4, 0.4, 0.2}, {0.1, 0.85, 0.05}};
    for (int i = 0; i < 12; i++) {
        const uint64_t *count = counts[i / 3];
        const double *law = laws[i % 3];
        fl_variation it = of_law(count, law, 3);
        for (double t = 0.05; t < it.found; t += 0.05) {
            double least = INFINITY;
            for (int j = 1; j < GRID; j++) {
                for (int k = 1; j + k < GRID; k++) {
                    double q[3] = {j / (double)GRID, k / (double)GRID, (GRID - j - k) / (double)GRID};
                    least = apart(q, law) <= t ? fmin(least, divergence(count, q)) : least;
                }
            }
            double found = fl_stat_variation_within(&it, t);
            cr_expect(found <= least * (1 + 1e-7), "%d at %g: %g, grid %g", i, t, found, least);
            cr_expect(found >= 0.8 * least - 2, "%d at %g: %g, grid %g", i, t, found, least);
        }
        fl_stat_variation_free(&it);
    }
}
