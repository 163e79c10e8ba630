/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on more than one number: a law, two populations, a support, an order.
 *
 * Two populations: the evidence is the product of both mixtures over the largest likelihood that any common
 * law gives both samples, log E = log E(found a) + log E(found b) + G/2. The true common law gives no larger
 * likelihood, so E is at most an e-process of that law (universal inference). */
#include "analysis/stat/stat_private.h"

#include <math.h>

static const double most_trials = 9007199254740992.0;
static const double sum_slack = 1e-9;

/* What is judged: a sample against a law, or (law NULL) against another sample. */
typedef struct question {
    const fl_stat_claim *claim;
    const fl_dirichlet_count *a, *b;
    const double *law;
    double half_g; /* of the two samples */
} question;

static void answer_law(const question *self, double scale, fl_verdict_result *out, fl_distance *distance)
{
    const fl_stat_claim *claim = self->claim;
    fl_dirichlet_count found = *self->a;
    found.scale *= scale;
    fl_dirichlet_prior prior =
        fl_stat_dirichlet_around(self->law, found.cells, FL_BETA_SPREAD * claim->tolerance, claim->part);
    out->log_e = fl_stat_dirichlet_log_e(&prior, &found, self->law);
    *distance = fl_stat_distance_variation_from(&prior, &found, self->law, claim->alpha);
}

static void answer_same(const question *self, double scale, fl_verdict_result *out, fl_distance *distance)
{
    fl_dirichlet_count a = *self->a;
    fl_dirichlet_count b = *self->b;
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    a.scale *= scale;
    b.scale *= scale;
    out->log_e = fl_stat_dirichlet_log_e_found(&wide, &a) + fl_stat_dirichlet_log_e_found(&wide, &b) +
                 scale * self->half_g;
    *distance = fl_stat_distance_variation_between(&a, &b, self->claim->alpha);
}

static void answer(const question *self, double scale, fl_verdict_result *out)
{
    fl_distance distance;
    if (self->law) {
        answer_law(self, scale, out, &distance);
    } else {
        answer_same(self, scale, out, &distance);
    }
    out->observed = distance.found;
    out->limits = distance.limits;
    bool is_refuted = self->claim->is_about ? distance.limits.lo > self->claim->tolerance
                                            : out->log_e >= -log(self->claim->alpha);
    bool is_near = distance.limits.hi <= self->claim->tolerance;
    out->verdict = is_refuted ? FL_VERDICT_REFUTED : is_near ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
}

static bool is_decided(const void *data, double scale)
{
    fl_verdict_result out;
    answer(data, scale, &out);
    return out.verdict != FL_VERDICT_UNDECIDED;
}

/* n: trials so far, of all samples together. */
static void answer_all(const question *self, double n, fl_verdict_result *out)
{
    answer(self, 1, out);
    out->needed = 0;
    if (out->verdict == FL_VERDICT_UNDECIDED) {
        out->needed = n > 0
                          ? ceil((fl_stat_trials_needed_scale(is_decided, self, 1, most_trials / n) - 1) * n)
                          : INFINITY;
    }
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
        answer_all(&question, fl_stat_dirichlet_total(found), out);
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
        answer_all(&question, fl_stat_dirichlet_total(a) + fl_stat_dirichlet_total(b), out);
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

/* The factor by which the trials have to grow until the interval of the rise excludes 0: its width falls with
 * their square root. */
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
        err = fl_diag_set(diag, FL_ERR_INPUT, "", "an order of %zu conditions says nothing", n);
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
