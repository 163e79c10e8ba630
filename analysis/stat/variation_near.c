/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nearest distributions. To reduce the distance with the least loss of likelihood, the cells with the
 * highest ratios form one block and those with the lowest another; in each block all chances are scaled by a
 * common factor, and between the blocks the two distributions are equal (the conditions of Karush, Kuhn and
 * Tucker). The moved amount determines the blocks, so the nearest distributions form a path with one
 * parameter. Of two samples, with moved amount T and sums a and b of the top block,
 *
 *     s u = a (1 + z),  s v = b (1 + 1/z),  s u - s v = T,
 *
 * u and v the chances of the block in both distributions; the bottom block likewise with a and b exchanged;
 * the other cells have the chances (a + b) / s, and s makes everything sum to 1. The distance is T / s. */
#include "analysis/stat/stat_private.h"

#include <math.h>

/* The cells of a block and their sums. */
typedef struct block {
    size_t cells;
    double a, b;
    double factor; /* z; of a distribution: the documented chance over the share found */
} block;

/* Returns, for two samples, the root z of (1 + 1/z) (a z - b) = moved, without cancellation. */
static double factor_of(const fl_variation *self, double a, double b, double moved)
{
    if (self->is_law) {
        return (b + moved) / a;
    }
    double half = a - b - moved;
    double root = sqrt(half * half + 4 * a * b);
    return half > 0 ? 2 * b / (half + root) : (root - half) / (2 * a);
}

/* Returns the block where a is too large. */
static block top_of(const fl_variation *self, double moved)
{
    block out = {0};
    for (size_t i = 0; i < self->cells; i++) {
        const fl_variation_pair *cell = &self->cell[i];
        if (i > 0 && out.factor * cell->a <= cell->b) {
            break;
        }
        out.a += cell->a;
        out.b += cell->b;
        out.cells++;
        out.factor = factor_of(self, out.a, out.b, moved);
    }
    return out;
}

/* Returns the block where b is too large; for two samples with a and b exchanged. */
static block bottom_of(const fl_variation *self, double moved)
{
    block out = {0};
    for (size_t i = self->cells; i-- > 0;) {
        const fl_variation_pair *cell = &self->cell[i];
        bool is_next = self->is_law ? out.b - moved <= 0 || cell->a * (out.b - moved) < out.a * cell->b
                                    : out.factor * cell->b > cell->a;
        if (out.cells > 0 && !is_next) {
            break;
        }
        out.a += self->is_law ? cell->a : cell->b;
        out.b += self->is_law ? cell->b : cell->a;
        out.cells++;
        out.factor = self->is_law ? 0 : factor_of(self, out.a, out.b, moved);
    }
    return out;
}

static double deviance(double found, double expected)
{
    return fl_stat_logspace_deviance(found, expected, expected - found);
}

static double of_law(const fl_variation *self, double moved)
{
    block top = top_of(self, moved);
    block bottom = bottom_of(self, moved);
    double sum = deviance(top.a, top.b + moved) + deviance(bottom.a, fmax(0, bottom.b - moved));
    for (size_t i = top.cells; i + bottom.cells < self->cells; i++) {
        sum += deviance(self->cell[i].a, self->cell[i].b);
    }
    return sum;
}

/* `n_large`: the trials of the sample with the larger chance. */
static double of_block(const block *self, double n_large, double n_small, double moved, double s)
{
    double large = self->a * (1 + self->factor);
    double small = fmax(0, large - moved);
    return deviance(self->a, n_large * large / s) + deviance(self->b, n_small * small / s);
}

static double of_pair(const fl_variation *self, double moved, double *distance)
{
    block top = top_of(self, moved);
    block bottom = bottom_of(self, moved);
    double s = top.a * (1 + top.factor) + bottom.a * (1 + bottom.factor) - moved;
    for (size_t i = top.cells; i + bottom.cells < self->cells; i++) {
        s += self->cell[i].a + self->cell[i].b;
    }
    double sum =
        of_block(&top, self->n_a, self->n_b, moved, s) + of_block(&bottom, self->n_b, self->n_a, moved, s);
    for (size_t i = top.cells; i + bottom.cells < self->cells; i++) {
        double share = (self->cell[i].a + self->cell[i].b) / s;
        sum += deviance(self->cell[i].a, self->n_a * share) + deviance(self->cell[i].b, self->n_b * share);
    }
    *distance = moved / s;
    return sum;
}

double fl_stat_variation_near(const fl_variation *self, double share, double *distance)
{
    double n = self->is_law ? self->n_a : self->n_a + self->n_b;
    double moved = share * self->found * n;
    *distance = share * self->found;
    if (share >= 1 || self->is_empty) {
        return 0;
    }
    return self->is_law ? of_law(self, moved) : of_pair(self, moved, distance);
}
