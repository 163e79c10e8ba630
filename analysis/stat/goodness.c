/* SPDX-License-Identifier: GPL-2.0-or-later */
/* O log(O/E) is summed as deviances O log(O/E) + E - O. Each is positive and needs only E - O, which is
 * formed without rounding, so that G is also right at 10^12 counts. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <assert.h>
#include <math.h>
#include <stdbool.h>

static fl_goodness judge(double g, size_t cells, size_t rows)
{
    size_t freedom = cells > 1 ? (cells - 1) * (rows - 1) : 0;
    fl_goodness out = {.g = g, .cells = cells, .freedom = freedom, .p = 1, .log_p = 0};
    if (isinf(g)) {
        out.p = 0;
        out.log_p = -INFINITY;
    } else if (freedom > 0) {
        out.p = pchisq(g, (double)freedom, false, false);
        out.log_p = pchisq(g, (double)freedom, false, true);
    }
    return out;
}

/* The pooled cells: all that expect fewer than FL_GOODNESS_LEAST, and cell `host`. Decided cell by cell, so
 * that nothing is allocated. */
typedef struct pool {
    const double *expected; /* by cell; or NULL: margins below */
    const uint64_t *count;
    size_t rows, cells;
    double total, smallest_row; /* of the whole table */
    size_t host;                /* the cell that joins the pool; `cells` = none */
} pool;

static double expectation(const pool *self, size_t cell)
{
    if (self->expected) {
        return self->expected[cell] * self->total;
    }
    double sum = 0;
    for (size_t r = 0; r < self->rows; r++) {
        sum += (double)self->count[r * self->cells + cell];
    }
    return sum * self->smallest_row / self->total;
}

static bool is_pooled(const pool *self, size_t cell)
{
    return cell == self->host || expectation(self, cell) < FL_GOODNESS_LEAST;
}

/* Finds the cell that joins the pool if the small cells together still expect too few. */
static void find_host(pool *self)
{
    double pooled = 0;
    double smallest = INFINITY;
    size_t at = self->cells;
    self->host = self->cells;
    for (size_t i = 0; i < self->cells; i++) {
        double e = expectation(self, i);
        if (e < FL_GOODNESS_LEAST) {
            pooled += e;
        } else if (e < smallest) {
            smallest = e;
            at = i;
        }
    }
    if (pooled > 0 && pooled < FL_GOODNESS_LEAST) {
        self->host = at;
    }
}

fl_goodness fl_stat_goodness_fit(const uint64_t *count, const double *p, size_t cells)
{
    pool pool = {.expected = p, .count = count, .rows = 1, .cells = cells, .host = cells};
    for (size_t i = 0; i < cells; i++) {
        pool.total += (double)count[i];
        if (p[i] <= 0 && count[i] > 0) {
            return judge(INFINITY, cells, 2);
        }
    }
    find_host(&pool);
    double g = 0;
    double found = 0;
    double expected = 0;
    double excess = 0;
    size_t kept = 0;
    for (size_t i = 0; i < cells; i++) {
        double o = (double)count[i];
        double e = p[i] * pool.total;
        double more = fma(p[i], pool.total, -o);
        if (is_pooled(&pool, i)) {
            found += o;
            expected += e;
            excess += more;
        } else {
            g += fl_stat_logspace_deviance(o, e, more);
            kept++;
        }
    }
    g += expected > 0 ? fl_stat_logspace_deviance(found, expected, excess) : 0;
    return judge(2 * g, kept + (expected > 0), 2);
}

/* Returns the deviance of one entry of the table from its expectation by the margins. */
static double entry_deviance(uint64_t found, uint64_t row, uint64_t column, uint64_t total)
{
    fl_fraction_wide product = (fl_fraction_wide)row * (fl_fraction_wide)column;
    fl_fraction_wide excess = product - (fl_fraction_wide)found * (fl_fraction_wide)total;
    return fl_stat_logspace_deviance((double)found, (double)product / (double)total,
                                     (double)excess / (double)total);
}

static uint64_t row_sum(const pool *self, size_t row, bool is_of_pool)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < self->cells; i++) {
        sum += is_of_pool && !is_pooled(self, i) ? 0 : self->count[row * self->cells + i];
    }
    return sum;
}

static uint64_t column_sum(const pool *self, size_t cell)
{
    uint64_t sum = 0;
    for (size_t r = 0; r < self->rows; r++) {
        sum += self->count[r * self->cells + cell];
    }
    return sum;
}

/* Returns the rows that have any count: the others add no degrees of freedom. */
static size_t measure_rows(pool *self, uint64_t *total)
{
    size_t rows = 0;
    uint64_t smallest = UINT64_MAX;
    *total = 0;
    for (size_t r = 0; r < self->rows; r++) {
        uint64_t sum = row_sum(self, r, false);
        *total += sum;
        rows += sum > 0;
        smallest = sum > 0 && sum < smallest ? sum : smallest;
    }
    self->total = (double)*total;
    self->smallest_row = (double)smallest;
    return rows;
}

fl_goodness fl_stat_goodness_same(const uint64_t *count, size_t rows, size_t cells)
{
    pool pool = {.count = count, .rows = rows, .cells = cells, .host = cells};
    uint64_t total;
    size_t filled = measure_rows(&pool, &total);
    if (filled < 2) {
        return judge(0, 0, 1);
    }
    find_host(&pool);
    uint64_t pooled = 0;
    size_t kept = 0;
    for (size_t i = 0; i < cells; i++) {
        bool is_small = is_pooled(&pool, i);
        pooled += is_small ? column_sum(&pool, i) : 0;
        kept += !is_small;
    }
    double g = 0;
    for (size_t r = 0; r < rows; r++) {
        uint64_t row = row_sum(&pool, r, false);
        for (size_t i = 0; i < cells; i++) {
            if (!is_pooled(&pool, i)) {
                g += entry_deviance(count[r * cells + i], row, column_sum(&pool, i), total);
            }
        }
        g += pooled ? entry_deviance(row_sum(&pool, r, true), row, pooled, total) : 0;
    }
    return judge(2 * g, kept + (pooled > 0), filled);
}

double fl_stat_goodness_half(const uint64_t *a, const uint64_t *b, size_t cells)
{
    uint64_t total_a = 0;
    uint64_t total_b = 0;
    double sum = 0;
    for (size_t i = 0; i < cells; i++) {
        total_a += a[i];
        total_b += b[i];
    }
    for (size_t i = 0; i < cells && total_a + total_b > 0; i++) {
        sum += entry_deviance(a[i], total_a, a[i] + b[i], total_a + total_b);
        sum += entry_deviance(b[i], total_b, a[i] + b[i], total_a + total_b);
    }
    return sum;
}

static const double log_two = 0.693147180559945309417232121458;

double fl_stat_distance_shannon(const double *p, const double *q, size_t cells)
{
    double sum = 0; /* in bits; D(p, m) + D(q, m) equals p log(p/m) + q log(q/m), but each term is positive */
    for (size_t i = 0; i < cells; i++) {
        double m = (p[i] + q[i]) / 2;
        double half = (q[i] - p[i]) / 2;
        sum += (fl_stat_logspace_deviance(p[i], m, half) + fl_stat_logspace_deviance(q[i], m, -half)) /
               (2 * log_two);
    }
    return fmin(1, sqrt(sum));
}
