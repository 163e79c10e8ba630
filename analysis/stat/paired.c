/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences of two means from sums by part, by the jackknife with one part left out at a time (Efron and
 * Stein, The Jackknife Estimate of Variance, Annals of Statistics 9, 1981). Both means are ratios of sums, so
 * the numbers of values may differ from part to part and between the two.
 *
 * Leaving out a part with n of N values and s of their sum S changes the mean by (S n - N s) / (N (N - n)).
 * The products are formed without rounding: where all pairs differ by the same amount the error is exactly
 * 0. */
#include "analysis/stat/stat.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <assert.h>
#include <math.h>

__extension__ typedef unsigned __int128 product;

static uint64_t total(const uint64_t *part, unsigned parts)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < parts; i++) {
        sum += part[i];
    }
    return sum;
}

/* a - b as a double that is rounded once. */
static double minus(product a, product b)
{
    return a >= b ? (double)(a - b) : -(double)(b - a);
}

/* One side with its totals. */
typedef struct side {
    const fl_paired_sums *sums;
    uint64_t n, sum;
} side;

/* Returns the change of the mean when part i is left out; 0 for a part without values. */
static double influence(const side *self, unsigned i)
{
    uint64_t n = self->sums->n[i];
    double change = minus((product)self->sum * n, (product)self->n * self->sums->sum[i]);
    return n > 0 ? change / ((double)self->n * (double)(self->n - n)) : 0;
}

/* Sums and squares of the influences of each side, and of their difference. */
typedef struct spread {
    double sum[3], squares[3];
    unsigned parts; /* that have values */
} spread;

static spread spread_of(const side side[2], unsigned parts)
{
    spread out = {.parts = 0};
    for (unsigned i = 0; i < parts; i++) {
        double change[3] = {influence(&side[0], i), influence(&side[1], i), 0};
        change[2] = change[1] - change[0];
        out.parts += side[0].sums->n[i] > 0 || side[1].sums->n[i] > 0;
        for (unsigned k = 0; k < 3; k++) {
            out.sum[k] += change[k];
            out.squares[k] += change[k] * change[k];
        }
    }
    return out;
}

static double variance_of(const spread *self, unsigned k)
{
    double parts = self->parts;
    return fmax(0, self->squares[k] - self->sum[k] * self->sum[k] / parts) * (parts - 1) / parts;
}

/* True if a mean remains whichever part is left out. */
static bool has_rest(const side *self, unsigned parts)
{
    bool has = self->n > 0;
    for (unsigned i = 0; i < parts; i++) {
        has = has && self->sums->n[i] < self->n;
    }
    return has;
}

fl_paired fl_stat_paired(const fl_paired_sums *base, const fl_paired_sums *other, unsigned parts)
{
    const side side[2] = {{base, total(base->n, parts), total(base->sum, parts)},
                          {other, total(other->n, parts), total(other->sum, parts)}};
    fl_paired out = {.difference = NAN, .error = NAN, .unpaired_error = NAN, .freedom = 0};
    if (side[0].n == 0 || side[1].n == 0) {
        return out;
    }
    out.difference = minus((product)side[1].sum * side[0].n, (product)side[0].sum * side[1].n) /
                     ((double)side[0].n * (double)side[1].n);
    if (has_rest(&side[0], parts) && has_rest(&side[1], parts)) {
        spread spread = spread_of(side, parts);
        out.freedom = spread.parts - 1;
        out.error = sqrt(variance_of(&spread, 2));
        out.unpaired_error = sqrt(variance_of(&spread, 0) + variance_of(&spread, 1));
    }
    return out;
}

double fl_stat_paired_reach(double error, double freedom, double alpha)
{
    assert(alpha > 0 && alpha < 1);
    return freedom > 0 && error >= 0 ? error * qt(alpha / 2, freedom, false, false) : NAN;
}
