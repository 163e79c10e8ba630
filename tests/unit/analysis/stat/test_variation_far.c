/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The farthest laws against all laws of a grid, and against all sets of cells. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

enum { GRID = 240, CELLS = 9 };

static double of_two(double hits, double n, double p)
{
    return fl_stat_logspace_deviance(hits, n * p, n * p - hits) +
           fl_stat_logspace_deviance(n - hits, n * (1 - p), hits - n * p);
}

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

/* The best set of nine cells, all 512 tried. */
static double best_set(const fl_variation *it, double t)
{
    double least = INFINITY;
    for (unsigned set = 0; set < 1u << it->cells; set++) {
        double a = 0;
        double b = 0;
        for (size_t i = 0; i < it->cells; i++) {
            a += set >> i & 1 ? it->cell[i].a : 0;
            b += set >> i & 1 ? it->cell[i].b : 0;
        }
        double y = b / it->n_b;
        if (it->is_law) {
            least = y + t < 1 ? fmin(least, of_two(a, it->n_a, y + t)) : least;
            continue;
        }
        for (double q = 0.0005; q + t < 1; q += 0.0005) {
            least = fmin(least, of_two(a, it->n_a, q + t) + of_two(b, it->n_b, q));
        }
    }
    return least;
}

Test(variation_far, taking_cells_in_parts_loses_little_and_is_never_too_much)
{
    static const uint64_t a[CELLS] = {700, 40, 60, 30, 50, 20, 30, 30, 40};
    static const uint64_t b[CELLS] = {1300, 100, 90, 80, 90, 60, 40, 80, 160};
    static const double law[CELLS] = {0.66, 0.05, 0.05, 0.04, 0.05, 0.03, 0.02, 0.04, 0.06};
    fl_variation from = open(a, NULL, law, CELLS);
    fl_variation between = open(a, b, NULL, CELLS);
    for (double t = 0.07; t < 0.3; t += 0.02) {
        double found = fl_stat_variation_beyond(&from, t);
        double exact = best_set(&from, t);
        cr_expect(found <= exact * (1 + 1e-9) && found >= 0.97 * exact, "%g: %g of %g", t, found, exact);
    }
    for (double t = 0.1; t < 0.3; t += 0.04) {
        double found = fl_stat_variation_beyond(&between, t);
        double exact = best_set(&between, t);
        cr_expect(found <= exact * (1 + 1e-9) && found >= 0.97 * exact, "pair %g: %g of %g", t, found, exact);
    }
    fl_stat_variation_free(&from);
    fl_stat_variation_free(&between);
}

Test(variation_far, what_cannot_be_that_far_away_is_ruled_out)
{
    static const uint64_t count[2] = {40, 60};
    static const double law[2] = {0.4, 0.6};
    fl_variation it = open(count, NULL, law, 2);
    cr_expect(isfinite(fl_stat_variation_beyond(&it, 0.59)));
    cr_expect_eq(fl_stat_variation_beyond(&it, 0.61), INFINITY);
    cr_expect_eq(fl_stat_variation_beyond(&it, 0), 0);
    fl_stat_variation_free(&it);
}
