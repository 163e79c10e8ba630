/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on a chance. A claim becomes two ranges: where it is true and where it agrees; the verdict follows
 * from them. */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double most_trials = 9007199254740992.0; /* 2^53: counts stay exact */

void fl_stat_claim_init(fl_stat_claim *self, fl_fraction value, double tolerance, double alpha)
{
    *self = (fl_stat_claim){
        .value = value,
        .tolerance = tolerance,
        .alpha = alpha,
        .part = FL_BETA_PART,
        .relation = FL_VERDICT_IS,
    };
}

fl_err fl_stat_claim_check(const fl_stat_claim *self, fl_diag *diag)
{
    if (self->value.den == 0) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "the documented value has denominator 0");
    }
    if (!(self->tolerance >= 0 && self->tolerance <= 1e9)) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "tolerance %g: it must be a number from 0 on",
                           self->tolerance);
    }
    if (!(self->alpha > 0 && self->alpha < 1)) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "alpha %g: it must lie between 0 and 1", self->alpha);
    }
    if (!(self->part >= 0 && self->part < 1)) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "part %g of the prior: it must lie in 0…1, without 1",
                           self->part);
    }
    return FL_OK;
}

const char *fl_stat_verdict_name(fl_verdict verdict)
{
    static const char *const names[] = {"undecided", "confirmed", "refuted"};
    return names[verdict];
}

double fl_stat_verdict_share(double family_alpha, unsigned claims)
{
    return family_alpha / (claims > 0 ? claims : 1);
}

/* A claim about a number between 0 and 1, ready to be judged. */
typedef struct judge {
    fl_fraction value;
    double alpha;
    fl_interval truth, agreeing;
    fl_beta_prior prior;
} judge;

static void judge_init(judge *self, const fl_stat_claim *claim)
{
    double value = fl_stat_fraction_value(claim->value);
    double tolerance = claim->tolerance;
    bool is_equal = claim->relation == FL_VERDICT_IS;
    *self = (judge){.value = claim->value, .alpha = claim->alpha};
    self->agreeing.lo = claim->relation == FL_VERDICT_AT_MOST ? 0 : fmax(0, value - tolerance);
    self->agreeing.hi = claim->relation == FL_VERDICT_AT_LEAST ? 1 : fmin(1, value + tolerance);
    self->truth.lo = claim->relation == FL_VERDICT_AT_MOST ? 0 : value;
    self->truth.hi = claim->relation == FL_VERDICT_AT_LEAST ? 1 : value;
    self->truth = claim->is_about ? self->agreeing : self->truth;
    bool is_sure = self->truth.hi <= 0 || self->truth.lo >= 1; /* `never` and `always`, also as bounds */
    self->prior =
        fl_stat_beta_around(value, FL_BETA_SPREAD * tolerance, is_equal || is_sure ? claim->part : 0);
}

static fl_interval limits_of(const judge *self, fl_beta_count count)
{
    return fl_stat_beta_limits(&self->prior, count, self->alpha);
}

/* Returns the smallest evidence against any chance that makes the claim true: it rises with the distance from
 * the share. */
static double log_e_of(const judge *self, fl_beta_count count, bool are_integers)
{
    double n = count.hits + count.misses;
    double value = fl_stat_fraction_value(self->value);
    if (n <= 0) {
        return 0;
    }
    double nearest = fmin(fmax(count.hits / n, self->truth.lo), self->truth.hi);
    if (nearest == value && are_integers) {
        return fl_stat_beta_log_e(&self->prior, (uint64_t)count.hits, (uint64_t)n, self->value);
    }
    return fl_stat_beta_log_e_near(&self->prior, count, nearest);
}

static fl_verdict decide(const judge *self, double log_e, fl_interval limits)
{
    if (log_e >= -log(self->alpha)) {
        return FL_VERDICT_REFUTED;
    }
    bool is_inside = limits.lo >= self->agreeing.lo && limits.hi <= self->agreeing.hi;
    return is_inside ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
}

/* A count whose shares are assumed to stay. */
typedef struct forecast {
    const judge *judge;
    fl_beta_count count;
} forecast;

static bool is_decided(const void *context, double scale)
{
    const forecast *self = context;
    fl_beta_count count = {self->count.hits * scale, self->count.misses * scale};
    double log_e = log_e_of(self->judge, count, false);
    return decide(self->judge, log_e, limits_of(self->judge, count)) != FL_VERDICT_UNDECIDED;
}

/* Returns how many more trials a verdict needs; before the first trial, assuming the documented value. */
static double more_needed(const judge *self, fl_beta_count count)
{
    double n = count.hits + count.misses;
    double value = fl_stat_fraction_value(self->value);
    forecast forecast = {.judge = self, .count = count};
    if (n <= 0) {
        forecast.count = (fl_beta_count){.hits = value, .misses = 1 - value};
        return ceil(fl_stat_trials_needed_scale(is_decided, &forecast, 1, most_trials));
    }
    return ceil((fl_stat_trials_needed_scale(is_decided, &forecast, 1, most_trials / n) - 1) * n);
}

fl_verdict fl_stat_verdict_at(const fl_stat_claim *claim, fl_beta_count count)
{
    judge judge;
    judge_init(&judge, claim);
    return decide(&judge, log_e_of(&judge, count, false), limits_of(&judge, count));
}

bool fl_stat_verdict_is_refuted(const fl_stat_claim *claim, fl_beta_count count)
{
    judge judge;
    judge_init(&judge, claim);
    return log_e_of(&judge, count, false) >= -log(judge.alpha);
}

void fl_stat_verdict_exact(const fl_stat_claim *claim, uint64_t hits, uint64_t trials, fl_verdict_result *out)
{
    judge judge;
    double share = (double)hits / (double)trials;
    judge_init(&judge, claim);
    bool has_exception = (judge.truth.hi <= 0 && hits > 0) || (judge.truth.lo >= 1 && hits < trials);
    bool agrees = share >= judge.agreeing.lo && share <= judge.agreeing.hi;
    *out =
        (fl_verdict_result){.verdict = agrees && !has_exception ? FL_VERDICT_CONFIRMED : FL_VERDICT_REFUTED,
                            .observed = share,
                            .limits = {share, share},
                            .log_e = has_exception ? INFINITY : 0};
}

fl_err fl_stat_verdict_chance(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                              fl_verdict_result *out, fl_diag *diag)
{
    judge judge;
    fl_err err = fl_stat_claim_check(claim, diag);
    if (!err && claim->value.num > claim->value.den) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "a chance of %llu/%llu is more than 1",
                          (unsigned long long)claim->value.num, (unsigned long long)claim->value.den);
    }
    if (!err && (hits > trials || (double)trials >= most_trials)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "%llu hits in %llu trials cannot be judged",
                          (unsigned long long)hits, (unsigned long long)trials);
    }
    if (!err) {
        judge_init(&judge, claim);
        fl_beta_count count = (fl_beta_count){(double)hits, (double)(trials - hits)};
        double n = count.hits + count.misses;
        out->observed = n > 0 ? count.hits / n : NAN;
        out->limits = limits_of(&judge, count);
        out->log_e = log_e_of(&judge, count, true);
        out->verdict = decide(&judge, out->log_e, out->limits);
        out->needed = out->verdict == FL_VERDICT_UNDECIDED ? more_needed(&judge, count) : 0;
    }
    return err;
}

/* Returns the evidence of so many trials without a hit against the smallest chance that is not too rare. */
static double log_e_of_rare(const fl_stat_claim *claim, uint64_t trials)
{
    fl_beta_prior prior = fl_stat_beta_around(0, 0, claim->part);
    return fl_stat_beta_log_e_near(&prior, (fl_beta_count){0, (double)trials}, fmin(1, claim->tolerance));
}

fl_err fl_stat_verdict_occurs(const fl_stat_claim *claim, uint64_t hits, uint64_t trials,
                              fl_verdict_result *out, fl_diag *diag)
{
    fl_stat_claim never = *claim;
    never.value = (fl_fraction){0, 1};
    never.relation = FL_VERDICT_IS;
    never.is_about = false;
    fl_err err = fl_stat_verdict_chance(&never, hits, trials, out, diag);
    if (err) {
        return err;
    }
    bool is_too_rare = out->verdict == FL_VERDICT_CONFIRMED && claim->is_about;
    out->verdict = hits > 0 ? FL_VERDICT_CONFIRMED : is_too_rare ? FL_VERDICT_REFUTED : FL_VERDICT_UNDECIDED;
    out->log_e = hits > 0 || !claim->is_about ? 0 : log_e_of_rare(claim, trials);
    out->needed = out->verdict ? 0 : claim->is_about ? out->needed : INFINITY;
    return FL_OK;
}
