/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The farthest distributions. Total variation is the largest excess p(A) - q(A) over sets A of cells, so
 * distributions at least t apart differ by t on some A, and the least evidence against those is that of two
 * cells, A and the rest. It is convex in the shares x, y that were found in A, falls with x and rises with y.
 * Over all sets it is bounded from below by letting cells be taken in parts: then the best A takes them by
 * falling ratio, and only the last in part, which leaves a convex function along one path. For few cells
 * parts would be too generous, so the FL_VARIATION_HEAVY heaviest ones are taken in all combinations, in
 * whole. */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double rounding = 1e-15;

/* Shares of both sides in A; of a distribution, y is its chance. */
typedef struct place {
    double x, y;
} place;

/* `more`: the chance less the share. */
static double of_cell(double share, double more)
{
    return fl_stat_logspace_deviance(share, share + more, more) +
           fl_stat_logspace_deviance(1 - share, 1 - share - more, -more);
}

/* The chance of A in the second distribution, in the first it is t higher: where the evidence is least, a
 * balance of two rising functions, found by Newton's method in a bracket. */
static double chance_of(const fl_variation *self, place at, double t)
{
    enum { STEPS = 60 };
    double low = fmax(0, at.x - t);
    double high = fmin(at.y, 1 - t);
    if (self->is_law || low >= high) {
        return self->is_law ? at.y : low;
    }
    double q = low + (high - low) * (self->n_b / (self->n_a + self->n_b));
    for (int i = 0; i < STEPS; i++) {
        double p = q + t;
        double wide_p = p * (1 - p);
        double wide_q = q * (1 - q);
        double slope_p = (p - at.x) / wide_p;
        double slope_q = (q - at.y) / wide_q;
        double slope = self->n_a * slope_p + self->n_b * slope_q;
        double bend = self->n_a * (1 - slope_p * (1 - 2 * p)) / wide_p +
                      self->n_b * (1 - slope_q * (1 - 2 * q)) / wide_q;
        low = slope < 0 ? q : low;
        high = slope < 0 ? high : q;
        double next = q - slope / bend;
        next = next > low && next < high ? next : low + (high - low) / 2;
        if (fabs(next - q) <= 1e-15 * q) {
            break;
        }
        q = next;
    }
    return q;
}

/* A cell that is being taken: how the evidence changes with the part of it. */
typedef struct step {
    const fl_variation *variation;
    place from;
    double x, y; /* shares of the whole cell */
    double t;
} step;

static double slope_at(const void *context, double part)
{
    const step *self = context;
    place at = {self->from.x + part * self->x, self->from.y + part * self->y};
    double q = chance_of(self->variation, at, self->t);
    double p = q + self->t;
    if (p >= 1) {
        return INFINITY;
    }
    if (at.x <= 0) {
        return -INFINITY;
    }
    double by_x = log1p((at.x - p) / p) - log1p((p - at.x) / (1 - p));
    double by_y =
        self->variation->is_law ? (p - at.x) / (p * (1 - p)) : log(at.y / q) - log((1 - at.y) / (1 - q));
    double weight = self->variation->is_law ? self->variation->n_a : self->variation->n_b;
    return self->variation->n_a * by_x * self->x + (self->y > 0 ? weight * by_y * self->y : 0);
}

/* The least evidence along the path of the light cells, with some heavy cells taken. */
static double least_with(const fl_variation *self, unsigned heavy, double t)
{
    step step = {.variation = self, .t = t};
    for (size_t i = 0; i < self->cells; i++) {
        const fl_variation_pair *cell = &self->cell[i];
        if (cell->heavy & heavy) {
            step.from.x += cell->a / self->n_a;
            step.from.y += cell->b / self->n_b;
        }
    }
    for (size_t i = 0; i < self->cells; i++) {
        const fl_variation_pair *cell = &self->cell[i];
        if (cell->heavy) {
            continue;
        }
        step.x = cell->a / self->n_a;
        step.y = cell->b / self->n_b;
        if (slope_at(&step, 1) >= 0) {
            double part = slope_at(&step, 0) < 0 ? fl_stat_crossing_find(slope_at, &step, 0, 1) : 0;
            step.from.x += part * step.x;
            step.from.y += part * step.y;
            break;
        }
        step.from.x += step.x;
        step.from.y += step.y;
    }
    double q = chance_of(self, step.from, t);
    if (q + t > 1 + rounding) {
        return INFINITY;
    }
    double by_b = self->is_law ? 0 : self->n_b * of_cell(step.from.y, q - step.from.y);
    return self->n_a * of_cell(step.from.x, fmin(1, q + t) - step.from.x) + by_b;
}

double fl_stat_variation_beyond(const fl_variation *self, double distance)
{
    double least = INFINITY;
    if (self->is_empty || distance <= self->found) {
        return 0;
    }
    unsigned first = self->cells > self->heavy_n ? 0 : 1; /* no cell at all is no excess */
    for (unsigned heavy = first; heavy < 1u << self->heavy_n; heavy++) {
        least = fmin(least, least_with(self, heavy, distance));
    }
    return least;
}
