/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on a mean. The evidence against a mean rises with its distance from the sample mean, so three
 * means decide: the nearest one that makes the claim true, and the two ends of the agreeing range. */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double most_trials = 9007199254740992.0; /* 2^53: counts stay exact */

typedef struct judge {
    fl_bets bets;
    double goal;
    fl_interval truth, agreeing; /* inside the range of the values */
    bool has_low, has_high;      /* the range extends below, above the agreeing part */
    fl_bets_wealth nearest, low, high;
} judge;

static void set_ranges(judge *self, const fl_stat_claim *claim)
{
    const fl_verdict_values *values = self->bets.values;
    double value = fl_stat_fraction_value(claim->value);
    bool is_most = claim->relation == FL_VERDICT_AT_MOST;
    bool is_least = claim->relation == FL_VERDICT_AT_LEAST;
    self->has_low = !is_most && value - claim->tolerance > values->lowest;
    self->has_high = !is_least && value + claim->tolerance < values->highest;
    self->agreeing.lo = self->has_low ? value - claim->tolerance : values->lowest;
    self->agreeing.hi = self->has_high ? value + claim->tolerance : values->highest;
    self->truth.lo = is_most ? values->lowest : value;
    self->truth.hi = is_least ? values->highest : value;
    self->truth = claim->is_about ? self->agreeing : self->truth;
}

static fl_err judge_init(judge *self, const fl_stat_claim *claim, const fl_verdict_values *sample,
                         fl_diag *diag)
{
    double value = fl_stat_fraction_value(claim->value);
    if (sample->lowest >= sample->highest || value < sample->lowest || value > sample->highest) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "a mean of %g of values in %ld…%ld cannot be judged",
                           value, (long)sample->lowest, (long)sample->highest);
    }
    *self = (judge){.goal = -log(claim->alpha)};
    if (!fl_stat_bets_init(&self->bets, sample) || self->bets.n >= most_trials) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "the %g values do not all lie in %ld…%ld", self->bets.n,
                           (long)sample->lowest, (long)sample->highest);
    }
    set_ranges(self, claim);
    if (self->bets.n > 0) {
        fl_stat_bets_at(&self->bets, fmin(fmax(self->bets.mean, self->truth.lo), self->truth.hi),
                        &self->nearest);
        fl_stat_bets_at(&self->bets, self->agreeing.lo, &self->low);
        fl_stat_bets_at(&self->bets, self->agreeing.hi, &self->high);
    }
    return FL_OK;
}

/* Returns the verdict for `scale` times as many values with the same shares; scale >= 1. */
static fl_verdict decide(const judge *self, double scale)
{
    if (fl_stat_bets_log_e(&self->nearest, scale) >= self->goal) {
        return FL_VERDICT_REFUTED;
    }
    bool is_above = !self->has_low || (self->bets.mean > self->agreeing.lo &&
                                       fl_stat_bets_log_e(&self->low, scale) >= self->goal);
    bool is_below = !self->has_high || (self->bets.mean < self->agreeing.hi &&
                                        fl_stat_bets_log_e(&self->high, scale) >= self->goal);
    return is_above && is_below ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
}

static bool is_decided(const void *context, double scale)
{
    return decide(context, scale) != FL_VERDICT_UNDECIDED;
}

fl_err fl_stat_verdict_mean(const fl_stat_claim *claim, const fl_verdict_values *sample,
                            fl_verdict_result *out, fl_diag *diag)
{
    judge judge;
    fl_err err = fl_stat_claim_check(claim, diag);
    err = err ? err : judge_init(&judge, claim, sample, diag);
    if (err) {
        return err;
    }
    double n = judge.bets.n;
    *out = (fl_verdict_result){.observed = judge.bets.mean, .needed = INFINITY};
    out->limits = fl_stat_bets_limits(&judge.bets, claim->alpha);
    if (n > 0) {
        out->log_e = fl_stat_bets_log_e(&judge.nearest, 1);
        out->verdict = decide(&judge, 1);
        double scale = fl_stat_trials_needed_scale(is_decided, &judge, 1, most_trials / n);
        out->needed = out->verdict ? 0 : ceil((scale - 1) * n);
    }
    return FL_OK;
}
