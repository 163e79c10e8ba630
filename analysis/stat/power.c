/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict changes only once as the hits move away from the documented share, so the numbers of hits that
 * refute are found by bisection; binomial tails and their quantiles are libRmath's. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <assert.h>
#include <math.h>

static const double most_trials = 1e15;

static bool is_refuted(const fl_stat_claim *claim, double hits, double trials)
{
    return fl_stat_verdict_at(claim, (fl_beta_count){hits, trials - hits}) == FL_VERDICT_REFUTED;
}

/* The number of hits nearest to `inside` that refutes. `inside` itself does not refute, `outside` does. */
static double nearest_refuted(const fl_stat_claim *claim, double trials, double inside, double outside)
{
    while (fabs(outside - inside) > 1) {
        double middle = floor((inside + outside) / 2);
        bool is_out = is_refuted(claim, middle, trials);
        outside = is_out ? middle : outside;
        inside = is_out ? inside : middle;
    }
    return outside;
}

fl_power_region fl_stat_power_refuting(const fl_stat_claim *claim, uint64_t trials)
{
    double n = (double)trials;
    double lower = floor(n * fl_stat_fraction_value(claim->value));
    double upper = fmin(n, ceil(n * fl_stat_fraction_value(claim->value)));
    fl_power_region region = {.lo = -1, .hi = n + 1};
    if (is_refuted(claim, 0, n)) {
        region.lo = is_refuted(claim, lower, n) ? lower : nearest_refuted(claim, n, lower, 0);
    }
    if (is_refuted(claim, n, n)) {
        region.hi = is_refuted(claim, upper, n) ? upper : nearest_refuted(claim, n, upper, n);
    }
    return region;
}

double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth)
{
    double n = (double)trials;
    fl_power_region region = fl_stat_power_refuting(claim, trials);
    double below = region.lo >= 0 ? pbinom(region.lo, n, truth, true, false) : 0;
    double above = region.hi <= n ? pbinom(region.hi - 1, n, truth, false, false) : 0;
    return fmin(1, below + above);
}

fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power)
{
    double n = (double)trials;
    assert(power > 0 && power < 1);
    fl_power_region region = fl_stat_power_refuting(claim, trials);
    fl_interval out = {.lo = NAN, .hi = NAN};
    /* P(hits >= k) as a function of the chance is the beta(k, n - k + 1) law */
    if (region.lo >= 0) {
        out.lo = qbeta(power, region.lo + 1, n - region.lo, false, false);
    }
    if (region.hi <= n) {
        out.hi = qbeta(power, region.hi, n - region.hi + 1, true, false);
    }
    return out;
}

/* Whether a claim is refuted, or confirmed, with this power if the true chance is `truth`. */
typedef struct question {
    const fl_stat_claim *claim;
    double truth, power;
} question;

static bool is_refuted_with_power(const void *data, double trials)
{
    const question *self = data;
    return fl_stat_power_at(self->claim, (uint64_t)ceil(trials), self->truth) >= self->power;
}

double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power)
{
    question question = {.claim = claim, .truth = truth, .power = power};
    return ceil(fl_stat_trials_needed_scale(is_refuted_with_power, &question, 1, most_trials));
}

/* Confirmed at both ends of the numbers of hits to be expected, and so at all in between. */
static bool is_confirmed_with_power(const void *data, double trials)
{
    const question *self = data;
    double n = ceil(trials);
    double lower = qbinom((1 - self->power) / 2, n, self->truth, true, false);
    double upper = qbinom((1 - self->power) / 2, n, self->truth, false, false);
    return fl_stat_verdict_at(self->claim, (fl_beta_count){lower, n - lower}) == FL_VERDICT_CONFIRMED &&
           fl_stat_verdict_at(self->claim, (fl_beta_count){upper, n - upper}) == FL_VERDICT_CONFIRMED;
}

double fl_stat_power_confirming(const fl_stat_claim *claim, double chance)
{
    question question = {.claim = claim, .truth = fl_stat_fraction_value(claim->value), .power = chance};
    return ceil(fl_stat_trials_needed_scale(is_confirmed_with_power, &question, 1, most_trials));
}
