/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on pairs of samples that were made from the same random numbers.
 *
 * A step is a yes-or-no question that is put to both samples of each pair. The difference of the answers is
 * 1, 0 or -1, and its mean is the difference of the two chances: so a step is judged as the mean of a bounded
 * value (bets.c). Against equal chances only the pairs that differ bet, each like a fair coin; so where
 * hardly any differ few pairs are enough. Every step has an equal share of alpha. */
#include "analysis/stat/stat_private.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>

enum { CELLS = 3 }; /* pairs whose difference is -1, 0 and 1 */

/* The claim about one step. */
static fl_stat_claim claim_of_step(const fl_stat_claim *claim, const fl_stat_pairs *found)
{
    fl_stat_claim out = *claim;
    out.value = (fl_fraction){0, 1};
    out.relation = FL_VERDICT_IS;
    out.alpha = claim->alpha / (double)found->steps;
    return out;
}

/* The differences at a step, less those of the second sample. */
static fl_verdict_values values_of_step(const fl_stat_pairs *found, size_t step, uint64_t count[CELLS])
{
    count[0] = found->second[step];
    count[1] = found->n - found->first[step] - found->second[step];
    count[2] = found->first[step];
    return (fl_verdict_values){.count = count, .cells = CELLS, .first = -1, .lowest = -1, .highest = 1};
}

/* Neighbouring steps often count the same, and need to be judged only once. */
static bool is_like_the_last(const fl_stat_pairs *found, size_t step)
{
    return step > 0 && found->first[step] == found->first[step - 1] &&
           found->second[step] == found->second[step - 1];
}

static fl_interval distances(fl_interval difference)
{
    return (fl_interval){fmax(0, fmax(difference.lo, 0 - difference.hi)),
                         fmax(fabs(difference.lo), fabs(difference.hi))};
}

/* Adds a step to the verdict on all: refuted by one, confirmed by all together. */
static void add_step(const fl_verdict_result *step, fl_verdict_result *all)
{
    fl_interval limits = distances(step->limits);
    bool is_refuted = step->verdict == FL_VERDICT_REFUTED || all->verdict == FL_VERDICT_REFUTED;
    bool is_open = step->verdict == FL_VERDICT_UNDECIDED || all->verdict == FL_VERDICT_UNDECIDED;
    all->verdict = is_refuted ? FL_VERDICT_REFUTED : is_open ? FL_VERDICT_UNDECIDED : FL_VERDICT_CONFIRMED;
    all->observed = fmax(all->observed, fabs(step->observed));
    all->limits.lo = fmax(all->limits.lo, limits.lo);
    all->limits.hi = fmax(all->limits.hi, limits.hi);
    all->log_e = fmax(all->log_e, step->log_e);
    all->needed = fmax(all->needed, step->needed);
}

static fl_err check(const fl_stat_pairs *found, fl_diag *diag)
{
    for (size_t i = 0; i < found->steps; i++) {
        if (found->first[i] > found->n || found->second[i] > found->n - found->first[i]) {
            return fl_diag_set(diag, FL_ERR_INPUT, "", "%llu and %llu of %llu pairs cannot be judged",
                               (unsigned long long)found->first[i], (unsigned long long)found->second[i],
                               (unsigned long long)found->n);
        }
    }
    return FL_OK;
}

fl_err fl_stat_verdict_pairs(const fl_stat_claim *claim, const fl_stat_pairs *found, fl_verdict_result *out,
                             fl_diag *diag)
{
    fl_stat_claim single = claim_of_step(claim, found);
    fl_err err = check(found, diag);
    *out = (fl_verdict_result){.observed = NAN, .limits = {0, 1}, .needed = INFINITY};
    if (err || found->n == 0) {
        return err ? err : fl_stat_claim_check(claim, diag);
    }
    *out = (fl_verdict_result){.verdict = FL_VERDICT_CONFIRMED, .log_e = -INFINITY};
    for (size_t i = 0; i < found->steps && !err; i++) {
        uint64_t count[CELLS];
        fl_verdict_values values = values_of_step(found, i, count);
        fl_verdict_result step;
        if (!is_like_the_last(found, i)) {
            err = fl_stat_verdict_mean(&single, &values, &step, diag);
            if (!err) {
                add_step(&step, out);
            }
        }
    }
    out->log_e -= log((double)found->steps);
    out->needed = out->verdict ? 0 : out->needed;
    return err;
}

/* Pairs of which a share differs, and one side has more by a difference that is to be found. */
typedef struct question {
    double n, differing, power, goal, nearest;
} question;

/* The evidence, less what refutes, that is reached with the power where the true difference is this one. */
static double surplus(const void *data, double difference)
{
    const question *self = data;
    double differing = fmax(self->differing, difference);
    double tail = (1 - self->power) / 2;
    double more = qbinom(tail, self->n, (differing + difference) / 2, true, false);
    double less = qbinom(tail, self->n, fmax(0, differing - difference) / 2, false, false);
    less = fmin(less, self->n - more);
    uint64_t count[CELLS] = {(uint64_t)less, (uint64_t)(self->n - more - less), (uint64_t)more};
    fl_verdict_values values = {.count = count, .cells = CELLS, .first = -1, .lowest = -1, .highest = 1};
    fl_bets bets;
    fl_bets_wealth wealth;
    if (!fl_stat_bets_init(&bets, &values) || bets.mean <= self->nearest) {
        return -self->goal;
    }
    fl_stat_bets_at(&bets, self->nearest, &wealth);
    return fl_stat_bets_log_e(&wealth, 1) - self->goal;
}

fl_interval fl_stat_power_blind_pairs(const fl_stat_claim *claim, const fl_stat_pairs *found, double power)
{
    fl_stat_claim single = claim_of_step(claim, found);
    question question = {.n = (double)found->n,
                         .power = power,
                         .goal = -log(single.alpha),
                         .nearest = claim->is_about ? fmin(1, claim->tolerance) : 0};
    for (size_t i = 0; i < found->steps && found->n > 0; i++) {
        double differing = (double)(found->first[i] + found->second[i]) / (double)found->n;
        question.differing = fmax(question.differing, differing);
    }
    return (fl_interval){0, found->n > 0 ? fl_stat_crossing_find(surplus, &question, 0, 1) : 1};
}
