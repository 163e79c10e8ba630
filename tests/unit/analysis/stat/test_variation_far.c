/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The farthest distributions against all distributions of a grid, and against all sets of cells. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

enum { GRID = 240, CELLS = 9 };

static fl_variation open(const uint64_t *a, const uint64_t *b, const double *law, size_t cells)
{
    fl_variation out;
    fl_dirichlet_count left = {.count = a, .cells = cells, .scale = 1};
    fl_dirichlet_count right = {.count = b, .cells = cells, .scale = 1};
    cr_assert_eq(fl_stat_variation_init(&out, &left, b ? &right : NULL, law, NULL), FL_OK);
    return out;
}

Test(variation_far, three_cells_are_the_best_of_a_grid)
{
    static const uint64_t counts[][3] = {{50, 30, 20}, {7, 0, 3}, {1, 60, 400}, {20, 20, 0}};
    static const double laws[][3] = {{0.3, 0.3, 0.4}, {0.5, 0.3, 0.2}, {0.1, 0.85, 0.05}};
    for (int i = 0; i < 12; i++) {
        const uint64_t *count = counts[i / 3];
        const double *law = laws[i % 3];
        fl_variation it = open(count, NULL, law, 3);
        double n = it.n_a;
        for (double t = it.found + 0.02; t < 0.6; t += 0.04) {
            double least = INFINITY;
            for (int j = 1; j < GRID; j++) {
                for (int k = 1; j + k < GRID; k++) {
                    double q[3] = {j / (double)GRID, k / (double)GRID, (GRID - j - k) / (double)GRID};
                    double loss = 0;
                    double apart = 0;
                    for (int c = 0; c < 3; c++) {
                        loss += count[c] > 0 ? (double)count[c] * log((double)count[c] / n / q[c]) : 0;
                        apart += fabs(q[c] - law[c]) / 2;
                    }
                    least = apart >= t ? fmin(least, loss) : least;
                }
            }
            double found = fl_stat_variation_beyond(&it, t);
            cr_expect(found <= least + 1e-9, "%d at %g: %g, grid %g", i, t, found, least);
            cr_expect(found >= 0.75 * least - 1 || isinf(least), "%d at %g: %g, grid %g", i, t, found, least);
        }
        fl_stat_variation_free(&it);
    }
}
