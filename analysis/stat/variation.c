/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cells in order, and the questions about distances; variation_near.c and variation_far.c find the
 * nearest and farthest distributions. */
#include "analysis/stat/stat_private.h"

#include <math.h>
#include <stdlib.h>

static int by_falling_ratio(const void *left, const void *right)
{
    const fl_variation_pair *a = left;
    const fl_variation_pair *b = right;
    double first = a->a * b->b;
    double second = b->a * a->b;
    return first > second ? -1 : first < second;
}

fl_err fl_stat_variation_init(fl_variation *self, const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                              const double *law, fl_diag *diag)
{
    double n_a = fl_stat_dirichlet_total(a);
    *self = (fl_variation){.n_a = n_a, .n_b = law ? n_a : fl_stat_dirichlet_total(b), .is_law = law != NULL};
    self->cell = calloc(a->cells, sizeof *self->cell);
    if (!self->cell) {
        return fl_diag_memory(diag);
    }
    self->is_empty = self->n_a <= 0 || self->n_b <= 0;
    for (size_t i = 0; i < a->cells && !self->is_empty; i++) {
        fl_variation_pair cell = {.a = (double)a->count[i] * a->scale};
        cell.b = law ? n_a * law[i] : (double)b->count[i] * b->scale;
        self->found += fabs(cell.a / self->n_a - cell.b / self->n_b) / 2;
        if (cell.a > 0 || cell.b > 0) {
            self->cell[self->cells++] = cell;
        }
    }
    self->found = fmin(1, self->found);
    qsort(self->cell, self->cells, sizeof *self->cell, by_falling_ratio);
    /* puts the heaviest cells where `beyond` finds them */
    for (size_t k = 0; k < FL_VARIATION_HEAVY && k < self->cells; k++) {
        size_t heaviest = self->cells;
        double most = -1;
        for (size_t i = 0; i < self->cells; i++) {
            const fl_variation_pair *cell = &self->cell[i];
            double weight = cell->a / self->n_a + cell->b / self->n_b;
            if (!cell->heavy && weight > most) {
                most = weight;
                heaviest = i;
            }
        }
        self->cell[heaviest].heavy = 1u << k;
        self->heavy_n = (unsigned)k + 1;
    }
    return FL_OK;
}

void fl_stat_variation_free(fl_variation *self)
{
    free(self->cell);
    *self = (fl_variation){.is_empty = true};
}

typedef struct question {
    const fl_variation *variation;
    double goal;
} question;

static double distance_surplus(const void *context, double share)
{
    const question *self = context;
    double distance;
    (void)fl_stat_variation_near(self->variation, share, &distance);
    return distance - self->goal;
}

double fl_stat_variation_within(const fl_variation *self, double distance)
{
    question question = {.variation = self, .goal = distance};
    double share = 0;
    if (distance >= self->found) {
        return 0;
    }
    if (distance > 0) {
        share =
            self->is_law ? distance / self->found : fl_stat_crossing_find(distance_surplus, &question, 0, 1);
    }
    return fl_stat_variation_near(self, share, &distance);
}

/* Uses the square root of the evidence, which is nearly linear. */
static double near_surplus(const void *context, double share)
{
    const question *self = context;
    double distance;
    return sqrt(fl_stat_variation_near(self->variation, share, &distance)) - self->goal;
}

static double far_surplus(const void *context, double distance)
{
    const question *self = context;
    return sqrt(fl_stat_variation_beyond(self->variation, distance)) - self->goal;
}

fl_interval fl_stat_variation_limits(const fl_variation *self, double reach)
{
    question question = {.variation = self, .goal = sqrt(fmax(0, reach))};
    fl_interval out = {.lo = self->found, .hi = self->found};
    if (self->is_empty) {
        return (fl_interval){0, 1};
    }
    if (reach <= 0) { /* only rounding excludes everything */
        return out;
    }
    if (self->found > 0) {
        double share = fl_stat_crossing_find(near_surplus, &question, 1, 0);
        (void)fl_stat_variation_near(self, share, &out.lo);
    }
    /* by Pinsker's inequality nothing is farther away than this */
    double radius = sqrt(reach / 2 * (1 / self->n_a + (self->is_law ? 0 : 1 / self->n_b)));
    out.hi = fl_stat_crossing_find(far_surplus, &question, self->found, fmin(1, self->found + radius));
    return out;
}
