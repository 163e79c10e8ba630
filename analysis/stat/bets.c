/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wealth of every bet at one mean: one logarithm for each value and bet. The many small bets share the
 * moments about the mean instead: log(1 + x) is its series to MOMENTS terms as long as no |x| exceeds 1/16
 * (the first omitted term is 2·10^-17). Log wealth is concave in the size of the bet, so once it is far below
 * the best so far, larger bets add nothing to the mixture. */
#include "analysis/stat/stat_private.h"

#include <assert.h>
#include <math.h>

enum { MOMENTS = 12 };

static const double small = 1.0 / 16;

/* The mixture's log wealth is at most log FL_BETS below that of its best bet. */
static const double price = 4;

/* Terms below e^-36 of the total do not change a double. */
static const double negligible = 36;

bool fl_stat_bets_init(fl_bets *self, const fl_verdict_values *values)
{
    bool is_inside = true;
    fl_fraction_wide sum = 0;
    uint64_t n = 0;
    *self = (fl_bets){.values = values, .least = values->highest, .most = values->lowest};
    for (size_t i = 0; i < values->cells; i++) {
        int64_t value = (int64_t)values->first + (int64_t)i;
        if (values->count[i] > 0) {
            is_inside = is_inside && value >= values->lowest && value <= values->highest;
            self->least = fmin(self->least, (double)value);
            self->most = fmax(self->most, (double)value);
            n += values->count[i];
            sum += (fl_fraction_wide)values->count[i] * value;
        }
    }
    self->n = (double)n;
    self->mean = n > 0 ? (double)sum / (double)n : NAN;
    for (size_t i = 0; i < values->cells && is_inside; i++) {
        double away = (double)values->first + (double)i - self->mean;
        self->squares += values->count[i] > 0 ? (double)values->count[i] * away * away : 0;
    }
    return is_inside;
}

/* The logarithm of the wealth by the series; x is the bet on a value one unit away. */
static double series(const double *moment, double x)
{
    double sum = 0;
    for (int k = MOMENTS; k > 0; k--) {
        sum = moment[k - 1] / k - x * sum;
    }
    return x * sum;
}

/* Computes it value by value; `edge` is the end of the range at which the largest bet loses everything. */
static double product(const fl_bets *self, double mean, double edge, double size)
{
    const fl_verdict_values *values = self->values;
    double sum = 0;
    for (size_t i = 0; i < values->cells; i++) {
        if (values->count[i] > 0) {
            double away = (double)values->first + (double)i - mean;
            sum += (double)values->count[i] * log1p(size * (away / (mean - edge)));
        }
    }
    return sum;
}

/* Computes the bets towards one side of the mean, the smallest first; returns the larger of their best and
 * `best`. A mean at the very edge allows no value but the edge itself. */
static double bet(const fl_bets *self, double mean, double edge, double best, double *log_wealth)
{
    double moment[MOMENTS];
    double unit = fmax(self->most - mean, mean - self->least);
    double largest = unit / fabs(mean - edge);
    double size = ldexp(1, 1 - FL_BETS_SIZES);
    bool is_sure = mean == edge || unit <= 0;
    for (int i = 0; i < FL_BETS_SIZES; i++) {
        log_wealth[i] = !is_sure ? -INFINITY : unit > 0 ? INFINITY : 0;
    }
    if (is_sure) {
        return fmax(best, log_wealth[0]);
    }
    /* Sums of count × (distance from the mean in units of `unit`)^k, for k = 1 … MOMENTS. */
    const fl_verdict_values *values = self->values;
    for (int k = 0; k < MOMENTS; k++) {
        moment[k] = 0;
    }
    for (size_t i = 0; i < values->cells; i++) {
        if (values->count[i] > 0) {
            double away = ((double)values->first + (double)i - mean) / unit;
            double power = (double)values->count[i];
            for (int k = 0; k < MOMENTS; k++) {
                power *= away;
                moment[k] += power;
            }
        }
    }
    for (int i = 0; i < FL_BETS_SIZES; i++) {
        bool is_small = size * largest <= small;
        log_wealth[i] =
            is_small ? series(moment, size * unit / (mean - edge)) : product(self, mean, edge, size);
        if (log_wealth[i] < best - negligible) {
            break;
        }
        best = fmax(best, log_wealth[i]);
        size *= 2;
    }
    return best;
}

void fl_stat_bets_at(const fl_bets *self, double mean, fl_bets_wealth *out)
{
    assert(mean >= self->values->lowest && mean <= self->values->highest);
    double *up = out->log_wealth;
    double *down = out->log_wealth + FL_BETS_SIZES;
    bool is_above = self->mean > mean; /* the winning side first: then the other side can stop sooner */
    double best =
        bet(self, mean, is_above ? self->values->lowest : self->values->highest, 0, is_above ? up : down);
    (void)bet(self, mean, is_above ? self->values->highest : self->values->lowest, best,
              is_above ? down : up);
}

double fl_stat_bets_log_e(const fl_bets_wealth *self, double scale)
{
    double best = -INFINITY;
    double sum = 0;
    for (int i = 0; i < FL_BETS; i++) {
        best = fmax(best, self->log_wealth[i]);
    }
    if (isinf(best)) {
        return best;
    }
    for (int i = 0; i < FL_BETS; i++) {
        double below = scale * (self->log_wealth[i] - best);
        sum += below > -negligible ? exp(below) : 0;
    }
    return scale * best + log(sum / FL_BETS);
}

typedef struct question {
    const fl_bets *bets;
    double goal;
} question;

/* Returns a root that is nearly straight: the evidence grows about as the square of the distance from the
 * sample mean. */
static double root(double log_e)
{
    return sqrt(fmax(0, log_e + price));
}

static double surplus(const void *context, double mean)
{
    const question *self = context;
    fl_bets_wealth wealth;
    fl_stat_bets_at(self->bets, mean, &wealth);
    return root(fl_stat_bets_log_e(&wealth, 1)) - root(self->goal);
}

/* Returns the end of the set on the side of `edge`. */
static double end_of(const question *self, double edge)
{
    const fl_bets *bets = self->bets;
    double sign = edge < bets->mean ? -1 : 1;
    double step = sqrt(2 * (self->goal + price) * (bets->squares / bets->n + 1 / bets->n) / bets->n);
    double inside = bets->mean;
    double outside = bets->mean + sign * step;
    while (sign * (edge - outside) > 0 && surplus(self, outside) < 0) {
        inside = outside;
        step *= 2;
        outside = bets->mean + sign * step;
    }
    outside = sign * (edge - outside) > 0 ? outside : edge;
    return fl_stat_crossing_find(surplus, self, inside, outside);
}

fl_interval fl_stat_bets_limits(const fl_bets *self, double alpha)
{
    question question = {.bets = self, .goal = -log(alpha)};
    assert(alpha > 0 && alpha < 1);
    if (self->n <= 0) {
        return (fl_interval){self->values->lowest, self->values->highest};
    }
    return (fl_interval){end_of(&question, self->values->lowest), end_of(&question, self->values->highest)};
}
