/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on more than one number: a distribution, two scenarios, a support, an order.
 *
 * Two scenarios: the prior of both distributions is a mixture, too. Part of it (claim.part) makes the
 * distributions equal, with a Dirichlet for the common distribution; the rest draws each distribution from a
 * Dirichlet of its own. Both are priors of the pair that are fixed beforehand, so the evidence against any
 * pair is valid however the samples grow; a prior for b around the counts of a would use counts that come
 * after some of b's, and is not. The evidence against equal distributions is that against the common
 * distribution that fits best: no other common distribution has less (universal inference). Equal
 * distributions confirm sooner, as the pair pays for its common distribution once, not twice. */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double most_trials = 9007199254740992.0;
static const double sum_slack = 1e-9;

/* A sample judged against a distribution, or (distribution NULL) against another sample. */
typedef struct question {
    const fl_stat_claim *claim;
    const fl_dirichlet_count *a, *b;
    const double *law;
    double half_g;  /* of the two samples */
    double nearest; /* log E less that of the shares found: against the nearest distribution that makes the
                       claim true */
    double away;    /* and against the nearest one that does not agree; both grow with the counts */
} question;

static fl_dirichlet_prior prior_of(const question *self)
{
    const fl_stat_claim *claim = self->claim;
    return fl_stat_dirichlet_around(self->law, self->a->cells, FL_BETA_SPREAD * claim->tolerance,
                                    claim->part);
}

/* log E of the shares found, if there were `scale` times as many counts. */
static double log_e_found(const question *self, double scale)
{
    const fl_stat_claim *claim = self->claim;
    fl_dirichlet_count a = *self->a;
    a.scale *= scale;
    if (self->law) {
        fl_dirichlet_prior prior = prior_of(self);
        return fl_stat_dirichlet_log_e_found(&prior, &a);
    }
    fl_dirichlet_count b = *self->b;
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    b.scale *= scale;
    double apart = fl_stat_dirichlet_log_e_found(&wide, &a) + fl_stat_dirichlet_log_e_found(&wide, &b);
    double common = fl_stat_dirichlet_log_e_pooled(&a, &b) - scale * self->half_g;
    return fl_stat_logspace_add(log1p(-claim->part) + apart, log(claim->part) + common);
}

static bool is_decided(const void *context, double scale)
{
    const question *self = context;
    return log_e_found(self, scale) + scale * fmax(self->nearest, self->away) >= -log(self->claim->alpha);
}

static fl_err answer_all(question *self, double n, fl_verdict_result *out, fl_diag *diag)
{
    fl_variation variation;
    fl_err err = fl_stat_variation_init(&variation, self->a, self->b, self->law, diag);
    if (!err) {
        /* n: trials so far, of all samples together. */
        double goal = -log(self->claim->alpha);
        double found = log_e_found(self, 1);
        self->nearest = self->claim->is_about ? fl_stat_variation_within(&variation, self->claim->tolerance)
                        : self->law           ? fl_stat_variation_within(&variation, 0)
                                              : self->half_g;
        self->away = fl_stat_variation_beyond(&variation, self->claim->tolerance);
        *out = (fl_verdict_result){.observed = variation.found, .log_e = found + self->nearest};
        if (self->law && !self->claim->is_about) {
            /* the same, in full precision */
            fl_dirichlet_prior prior = prior_of(self);
            out->log_e = fl_stat_dirichlet_log_e(&prior, self->a, self->law);
        }
        bool is_refuted = out->log_e >= goal;
        out->verdict = is_refuted                   ? FL_VERDICT_REFUTED
                       : found + self->away >= goal ? FL_VERDICT_CONFIRMED
                                                    : FL_VERDICT_UNDECIDED;
        /* refutes at the last digit of the evidence, too */
        double reach = goal - found;
        out->limits = fl_stat_variation_limits(&variation, is_refuted ? fmin(reach, self->nearest) : reach);
        if (!out->verdict) {
            double scale =
                n > 0 ? fl_stat_trials_needed_scale(is_decided, self, 1, most_trials / n) : INFINITY;
            out->needed = isfinite(scale) ? ceil((scale - 1) * n) : INFINITY;
        }
        fl_stat_variation_free(&variation);
    }
    return err;
}

static fl_err check_found(const fl_stat_claim *claim, const fl_dirichlet_count *found, fl_diag *diag)
{
    fl_err err = fl_stat_claim_check(claim, diag);
    if (!err && (found->cells == 0 || !(fl_stat_dirichlet_total(found) < most_trials))) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "%zu cells with %g counts cannot be judged", found->cells,
                          fl_stat_dirichlet_total(found));
    }
    return err;
}

fl_err fl_stat_verdict_law(const fl_stat_claim *claim, const fl_dirichlet_count *found, const double *law,
                           fl_verdict_result *out, fl_diag *diag)
{
    fl_err err = check_found(claim, found, diag);
    double sum = 0;
    bool is_law = true;
    for (size_t i = 0; !err && i < found->cells; i++) {
        is_law = is_law && law[i] >= 0;
        sum += law[i];
    }
    if (!err && !(is_law && fabs(sum - 1) < sum_slack)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "",
                          "the documented chances sum to %.12g; they must be 0 or more and sum to 1", sum);
    }
    if (!err) {
        question question = {.claim = claim, .a = found, .law = law};
        err = answer_all(&question, fl_stat_dirichlet_total(found), out, diag);
    }
    return err;
}

fl_err fl_stat_verdict_same(const fl_stat_claim *claim, const fl_dirichlet_count *a,
                            const fl_dirichlet_count *b, fl_verdict_result *out, fl_diag *diag)
{
    fl_err err = check_found(claim, a, diag);
    err = err ? err : check_found(claim, b, diag);
    if (!err && a->cells != b->cells) {
        err =
            fl_diag_set(diag, FL_ERR_MISMATCH, "", "the samples have %zu and %zu cells", a->cells, b->cells);
    }
    if (!err) {
        question question = {.claim = claim, .a = a, .b = b};
        question.half_g = fl_stat_goodness_half(a->count, b->count, a->cells);
        err = answer_all(&question, fl_stat_dirichlet_total(a) + fl_stat_dirichlet_total(b), out, diag);
    }
    return err;
}

fl_err fl_stat_verdict_support(const fl_stat_claim *claim, const fl_dirichlet_count *found,
                               const bool *is_documented, fl_verdict_result *out, fl_diag *diag)
{
    fl_stat_claim never;
    uint64_t outside = 0;
    uint64_t total = 0;
    bool is_full = true;
    fl_err err = check_found(claim, found, diag);
    for (size_t i = 0; !err && i < found->cells; i++) {
        total += found->count[i];
        outside += is_documented[i] ? 0 : found->count[i];
        is_full = is_full && (!is_documented[i] || found->count[i] > 0);
    }
    fl_stat_claim_init(&never, (fl_fraction){0, 1}, claim->tolerance, claim->alpha);
    err = err ? err : fl_stat_verdict_chance(&never, outside, total, out, diag);
    if (!err && claim->is_complete && !is_full && out->verdict != FL_VERDICT_REFUTED) {
        out->verdict = FL_VERDICT_UNDECIDED;
        out->needed = INFINITY;
    }
    return err;
}

/* Returns the factor by which the trials must grow until the interval of the rise excludes 0: its width falls
 * with their square root. */
static double growth(const fl_verdict_law_step *low, const fl_verdict_law_step *high, double tolerance)
{
    double rise = high->observed - low->observed + tolerance;
    double width = low->limits.hi - low->observed + high->observed - high->limits.lo;
    return rise > 0 ? width * width / (rise * rise) : INFINITY;
}

fl_err fl_stat_verdict_order(const fl_stat_claim *claim, const fl_verdict_law_step *step, size_t n,
                             fl_verdict_result *out, fl_diag *diag)
{
    fl_err err = fl_stat_claim_check(claim, diag);
    if (!err && n < 2) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "an order needs two conditions or more, not %zu", n);
    }
    if (err) {
        return err;
    }
    double trials = step[0].trials;
    double factor = 1;
    *out = (fl_verdict_result){.observed = INFINITY, .limits = {INFINITY, INFINITY}, .log_e = NAN};
    for (size_t i = 1; i < n; i++) {
        out->observed = fmin(out->observed, step[i].observed - step[i - 1].observed);
        out->limits.lo = fmin(out->limits.lo, step[i].limits.lo - step[i - 1].limits.hi);
        out->limits.hi = fmin(out->limits.hi, step[i].limits.hi - step[i - 1].limits.lo);
        factor = fmax(factor, growth(&step[i - 1], &step[i], claim->tolerance));
        trials += step[i].trials;
    }
    bool is_refuted = out->limits.hi < (claim->is_about ? -claim->tolerance : 0);
    bool is_risen = out->limits.lo >= -claim->tolerance;
    out->verdict = is_refuted ? FL_VERDICT_REFUTED : is_risen ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
    out->needed = out->verdict == FL_VERDICT_UNDECIDED ? ceil((factor - 1) * trials) : 0;
    return FL_OK;
}
