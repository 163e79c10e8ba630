/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict changes only once as the hits move away from the documented share, so bisection finds the
 * numbers of hits that refute; binomial tails and their quantiles are libRmath's. For means, the values
 * not excluded assume that other samples have the spread of this one; those of distributions use only the
 * wide part of the prior and are therefore a little too large. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <assert.h>
#include <math.h>

static const double most_trials = 1e15;

static bool is_refuted(const fl_stat_claim *claim, double hits, double trials)
{
    return fl_stat_verdict_is_refuted(claim, (fl_beta_count){hits, trials - hits});
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

/* The numbers of hits that refute: `lo` and fewer, `hi` and more. */
typedef struct region {
    double lo; /* -1: no number of hits is too small */
    double hi; /* trials + 1: none is too large */
} region;

static region refuting(const fl_stat_claim *claim, uint64_t trials)
{
    double n = (double)trials;
    double lower = floor(n * fl_stat_fraction_value(claim->value));
    double upper = fmin(n, ceil(n * fl_stat_fraction_value(claim->value)));
    region out = {.lo = -1, .hi = n + 1};
    if (is_refuted(claim, 0, n)) {
        out.lo = is_refuted(claim, lower, n) ? lower : nearest_refuted(claim, n, lower, 0);
    }
    if (is_refuted(claim, n, n)) {
        out.hi = is_refuted(claim, upper, n) ? upper : nearest_refuted(claim, n, upper, n);
    }
    return out;
}

double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth)
{
    double n = (double)trials;
    region refuted = refuting(claim, trials);
    double below = refuted.lo >= 0 ? pbinom(refuted.lo, n, truth, true, false) : 0;
    double above = refuted.hi <= n ? pbinom(refuted.hi - 1, n, truth, false, false) : 0;
    return fmin(1, below + above);
}

fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power)
{
    double n = (double)trials;
    assert(power > 0 && power < 1);
    region refuted = refuting(claim, trials);
    fl_interval out = {.lo = NAN, .hi = NAN};
    /* P(hits >= k) as a function of the chance is the beta(k, n - k + 1) distribution */
    if (refuted.lo >= 0) {
        out.lo = qbeta(power, refuted.lo + 1, n - refuted.lo, false, false);
    }
    if (refuted.hi <= n) {
        out.hi = qbeta(power, refuted.hi, n - refuted.hi + 1, true, false);
    }
    return out;
}

/* Returns what is not excluded of a side. It ends at the claim if all true values on this side are allowed,
 * or at the range if no value is found. */
static fl_interval zone_of(const fl_stat_claim *claim, fl_interval found, fl_interval range)
{
    double value = fl_stat_fraction_value(claim->value);
    double slack = claim->is_about ? claim->tolerance : 0;
    fl_interval out = {isnan(found.lo) ? range.lo : fmax(range.lo, found.lo),
                       isnan(found.hi) ? range.hi : fmin(range.hi, found.hi)};
    if (claim->relation == FL_VERDICT_AT_MOST) {
        out.lo = fmin(value + slack, out.hi);
    }
    if (claim->relation == FL_VERDICT_AT_LEAST) {
        out.hi = fmax(value - slack, out.lo);
    }
    return out;
}

fl_interval fl_stat_power_blind_chance(const fl_stat_claim *claim, uint64_t trials, double power)
{
    fl_interval range = {0, 1};
    return trials > 0 ? zone_of(claim, fl_stat_power_detectable(claim, trials, power), range) : range;
}

fl_interval fl_stat_power_blind_mean(const fl_stat_claim *claim, const fl_verdict_values *sample,
                                     const fl_verdict_result *found, double power)
{
    fl_bets bets;
    fl_interval range = {sample->lowest, sample->highest};
    if (!fl_stat_bets_init(&bets, sample) || bets.n <= 0) {
        return range;
    }
    double value = fl_stat_fraction_value(claim->value);
    double slack = claim->is_about ? claim->tolerance : 0;
    double chance = qnorm(power, 0, 1, true, false) * sqrt(bets.squares) / bets.n;
    fl_interval detectable = {value - slack - (found->limits.hi - found->observed) - chance,
                              value + slack + (found->observed - found->limits.lo) + chance};
    return zone_of(claim, detectable, range);
}

/* Returns the total variation from which on twice n KL of `samples` samples reaches 2 `reach` with the power,
 * for any distribution: it is a chi-square variable with noncentrality c >= 4 samples distance^2 (Pinsker).
 * The normal approximation asks for a little more. */
static double blind_distance(double reach, double freedom, double samples, double power)
{
    double z = qnorm(power, 0, 1, true, false);
    double root = 2 * z + 2 * sqrt(fmax(0, z * z + 2 * reach - freedom / 2));
    double noncentrality = fmax(0, (root * root - 2 * freedom) / 4);
    return sqrt(noncentrality / (4 * samples));
}

/* Returns the evidence that the wide part of the prior has to reach alone. */
static double wide_goal(const fl_stat_claim *claim)
{
    return -log(claim->alpha) - log1p(-claim->part);
}

static fl_interval zone_to(const fl_stat_claim *claim, double distance)
{
    return (fl_interval){0, fmin(1, distance + (claim->is_about ? claim->tolerance : 0))};
}

fl_interval fl_stat_power_blind_law(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                                    const double *law, double power)
{
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    double n = fl_stat_dirichlet_total(found);
    double possible = 0;
    for (size_t i = 0; i < found->cells; i++) {
        possible += law[i] > 0;
    }
    if (n <= 0) {
        return (fl_interval){0, 1};
    }
    double by_example = -expm1(log1p(-power) / n); /* of a cell with chance 0 */
    double reach = wide_goal(claim) - fl_stat_dirichlet_log_e_found(&wide, found);
    return zone_to(claim, possible > 1 ? blind_distance(reach, possible - 1, n, power) : by_example);
}

fl_interval fl_stat_power_blind_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                                     const fl_dirichlet_count *b, double power)
{
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    double n_a = fl_stat_dirichlet_total(a);
    double n_b = fl_stat_dirichlet_total(b);
    double seen = 0;
    for (size_t i = 0; i < a->cells; i++) {
        seen += a->count[i] > 0 || b->count[i] > 0;
    }
    if (n_a <= 0 || n_b <= 0) {
        return (fl_interval){0, 1};
    }
    double reach =
        wide_goal(claim) - fl_stat_dirichlet_log_e_found(&wide, a) - fl_stat_dirichlet_log_e_found(&wide, b);
    return zone_to(claim, blind_distance(reach, fmax(1, seen - 1), n_a * n_b / (n_a + n_b), power));
}

/* A confidence sequence is nowhere narrower than the fixed-n interval, so its half width holds at least as
 * many standard deviations as the level requires. */
fl_interval fl_stat_power_blind_order(const fl_stat_claim *claim, const fl_verdict_law_step *step, size_t n,
                                      double power)
{
    double usual = qnorm(claim->alpha / (2 * (double)n), 0, 1, false, false);
    double slack = claim->is_about ? claim->tolerance : 0;
    double widest = 0;
    for (size_t i = 1; i < n; i++) {
        double up = step[i].limits.hi - step[i].observed;
        double down = step[i - 1].observed - step[i - 1].limits.lo;
        widest = fmax(widest, up + down + qnorm(power, 0, 1, true, false) * hypot(up, down) / usual);
    }
    return (fl_interval){0 - slack - widest, 0 - slack}; /* no minus before a zero */
}

/* True if a claim is refuted, or confirmed, with this power if the true chance is `truth`. */
typedef struct question {
    const fl_stat_claim *claim;
    double truth, power;
} question;

static bool is_refuted_with_power(const void *context, double trials)
{
    const question *self = context;
    return fl_stat_power_at(self->claim, (uint64_t)ceil(trials), self->truth) >= self->power;
}

double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power)
{
    question question = {.claim = claim, .truth = truth, .power = power};
    return ceil(fl_stat_trials_needed_scale(is_refuted_with_power, &question, 1, most_trials));
}

/* Confirmed at both ends of the expected numbers of hits, and so everywhere in between. */
static bool is_confirmed_with_power(const void *context, double trials)
{
    const question *self = context;
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
