/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A function for each type of claim: from counts to a verdict, with the statistics of analysis/stat. */
#include "analysis/claim/claim_private.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The row being judged. */
typedef struct verdict_case {
    const fl_claim_judge *judge;
    const fl_claim *claim;
    fl_stat_claim statement;
    fl_claim_judge_result *out;
    fl_diag *diag;
} verdict_case;

fl_stat_claim fl_claim_judge_claim(const fl_claim_judge *self)
{
    const fl_claim *claim = self->row->claim;
    fl_stat_claim out;
    bool is_override = self->tolerance > 0 && !claim->is_about && claim->type != FL_CLAIM_MEAN &&
                       claim->type != FL_CLAIM_ORDER &&
                       (claim->type != FL_CLAIM_BOUND || fl_claim_is_chance(claim));
    fl_fraction value = claim->type == FL_CLAIM_ALWAYS ? (fl_fraction){1, 1} : claim->value;
    fl_stat_claim_init(&out, value, is_override ? self->tolerance : claim->tolerance, self->alpha);
    out.relation = claim->relation;
    out.is_about = claim->is_about;
    out.is_complete = claim->is_complete;
    return out;
}

static fl_err refuse(const verdict_case *c)
{
    return fl_diag_set(c->diag, FL_ERR_MISMATCH, c->judge->row->id, "the tally does not count what it needs");
}

static fl_err find(const verdict_case *c, unsigned i, fl_claim_counts *out)
{
    return fl_claim_counts_find(out, c->judge->tallies[i], c->judge->row->metric) ? FL_OK : refuse(c);
}

static fl_err find_chance(const verdict_case *c, unsigned i, uint64_t *hits, uint64_t *trials)
{
    return fl_claim_counts_chance(c->judge->row, c->judge->tallies[i], hits, trials) ? FL_OK : refuse(c);
}

/* True if values that are not excluded exists: only a confirmed claim has one. */
static bool is_confirmed(const verdict_case *c, fl_err err)
{
    return !err && c->out->found.verdict == FL_VERDICT_CONFIRMED;
}

/* Judges by all possible samples: a share is exact, and "something occurs" needs one hit. */
static void judge_census(verdict_case *c)
{
    fl_claim_judge_result *out = c->out;
    fl_stat_verdict_exact(&c->statement, out->hits, out->trials, &out->found);
    if (c->claim->type == FL_CLAIM_OCCURS) {
        out->found.verdict = out->hits > 0 ? FL_VERDICT_CONFIRMED : FL_VERDICT_REFUTED;
    }
    out->is_exact = true;
}

static fl_err judge_chance(verdict_case *c)
{
    fl_claim_judge_result *out = c->out;
    fl_err err = find_chance(c, 0, &out->hits, &out->trials);
    if (err) {
        return err;
    }
    if (c->judge->is_census && out->trials > 0) {
        judge_census(c);
        return FL_OK;
    }
    if (c->claim->type == FL_CLAIM_OCCURS) {
        return fl_stat_verdict_occurs(&c->statement, out->hits, out->trials, &out->found, c->diag);
    }
    err = fl_stat_verdict_chance(&c->statement, out->hits, out->trials, &out->found, c->diag);
    if (is_confirmed(c, err)) {
        out->blind = fl_stat_power_blind_chance(&c->statement, out->trials, FL_STAT_POWER);
    }
    return err;
}

/* A metric's values, those of `given` only; `copy` is to be freed. */
typedef struct values_given {
    fl_verdict_values values;
    uint64_t *copy;
    uint64_t n;
    double sum;
    bool is_inside; /* no value outside the possible range */
} values_given;

static fl_err add_up(const verdict_case *c, const fl_claim_counts *sample, values_given *out)
{
    const fl_claim *claim = c->claim;
    bool is_any = claim->given.pieces_n == 0;
    fl_value_set_piece range = {0, (int32_t)sample->bins - 1};
    range = claim->values.pieces_n > 0 ? fl_claim_value_set_span(&claim->values) : range;
    *out = (values_given){.is_inside = !is_any || sample->over_n == 0};
    out->copy = calloc(sample->bins, sizeof *out->copy);
    if (!out->copy) {
        return fl_diag_memory(c->diag);
    }
    for (uint32_t value = 0; value < sample->bins; value++) {
        uint64_t n = is_any || fl_claim_value_set_has(&claim->given, value) ? sample->count[value] : 0;
        bool is_in_range = (int32_t)value >= range.first && (int32_t)value <= range.last;
        out->is_inside = out->is_inside && (n == 0 || is_in_range);
        out->copy[value] = n;
        out->n += n;
        out->sum += (double)n * value;
    }
    out->values = (fl_verdict_values){
        .count = out->copy, .cells = sample->bins, .lowest = range.first, .highest = range.last};
    return FL_OK;
}

static fl_err judge_mean(verdict_case *c)
{
    fl_claim_counts sample;
    values_given given;
    fl_err err = find(c, 0, &sample);
    err = err ? err : add_up(c, &sample, &given);
    if (err) {
        return err;
    }
    /* A value outside a documented range refutes the claim. Without a documented range the values beyond the
     * bins are unbounded, and nothing can be said about their mean. */
    bool has_range = c->claim->values.pieces_n > 0;
    c->out->trials = given.n;
    c->out->found = (fl_verdict_result){
        .verdict = has_range ? FL_VERDICT_REFUTED : FL_VERDICT_UNDECIDED,
        .observed = given.n > 0 ? given.sum / (double)given.n : NAN,
        .limits = {NAN, NAN},
        .log_e = has_range ? INFINITY : 0,
        .needed = has_range ? 0 : INFINITY,
    };
    if (given.is_inside) {
        err = fl_stat_verdict_mean(&c->statement, &given.values, &c->out->found, c->diag);
    }
    if (is_confirmed(c, err)) {
        c->out->blind = fl_stat_power_blind_mean(&c->statement, &given.values, &c->out->found, FL_STAT_POWER);
    }
    free(given.copy);
    return err;
}

static bool is_given(const fl_claim *claim, uint32_t value)
{
    return claim->given.pieces_n == 0 || fl_claim_value_set_has(&claim->given, value);
}

/* Judges cells: the documented values, then everything else. */
static fl_err judge_law(verdict_case *c)
{
    uint64_t count[FL_CLAIM_CELLS + 1] = {0};
    double law[FL_CLAIM_CELLS + 1] = {0};
    const fl_claim_law *documented = &c->claim->law;
    unsigned n = documented->cells_n;
    fl_claim_counts sample;
    fl_err err = find(c, 0, &sample);
    for (uint32_t value = 0; !err && value < sample.bins; value++) {
        unsigned cell = 0;
        while (cell < n && documented->value[cell] != (int32_t)value) {
            cell++;
        }
        count[cell] += is_given(c->claim, value) ? sample.count[value] : 0;
    }
    if (err) {
        return err;
    }
    count[n] += c->claim->given.pieces_n == 0 ? sample.over_n : 0;
    for (unsigned i = 0; i <= n; i++) {
        law[i] = i < n ? fl_stat_fraction_value(documented->chance[i]) : 0;
        c->out->trials += count[i];
    }
    fl_dirichlet_count found = {.count = count, .cells = n + 1, .scale = 1};
    err = fl_stat_verdict_law(&c->statement, &found, law, &c->out->found, c->diag);
    if (is_confirmed(c, err)) {
        c->out->blind = fl_stat_power_blind_law(&c->statement, &found, law, FL_STAT_POWER);
    }
    return err;
}

static fl_err judge_support(verdict_case *c)
{
    fl_claim_counts sample;
    fl_err err = find(c, 0, &sample);
    uint64_t *count = err ? NULL : calloc(sample.bins + 1, sizeof *count);
    bool *is_documented = err ? NULL : calloc(sample.bins + 1, sizeof *is_documented);
    if (!err && (!count || !is_documented)) {
        err = fl_diag_memory(c->diag);
    }
    for (uint32_t value = 0; !err && value < sample.bins; value++) {
        count[value] = is_given(c->claim, value) ? sample.count[value] : 0;
        is_documented[value] = fl_claim_value_set_has(&c->claim->values, value);
        c->out->trials += count[value];
    }
    if (!err) {
        count[sample.bins] = c->claim->given.pieces_n == 0 ? sample.over_n : 0;
        c->out->trials += count[sample.bins];
        fl_dirichlet_count found = {.count = count, .cells = sample.bins + 1, .scale = 1};
        err = fl_stat_verdict_support(&c->statement, &found, is_documented, &c->out->found, c->diag);
    }
    if (is_confirmed(c, err)) {
        fl_stat_claim never;
        fl_stat_claim_init(&never, (fl_fraction){0, 1}, c->statement.tolerance, c->statement.alpha);
        c->out->blind = fl_stat_power_blind_chance(&never, c->out->trials, FL_STAT_POWER);
    }
    free(count);
    free(is_documented);
    return err;
}

static fl_err judge_same(verdict_case *c)
{
    uint64_t count[2][FL_BINNING_CELLS];
    fl_dirichlet_count found[2] = {{.count = count[0], .cells = 2, .scale = 1},
                                   {.count = count[1], .cells = 2, .scale = 1}};
    fl_claim_counts sample[2];
    fl_binning binning;
    fl_err err = FL_OK;
    bool is_chance = fl_claim_is_chance(c->claim);
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = is_chance ? find_chance(c, i, &count[i][0], &count[i][1]) : find(c, i, &sample[i]);
        count[i][1] -= is_chance ? count[i][0] : 0;
    }
    if (err) {
        return err;
    }
    if (!is_chance) {
        fl_claim_binning_choose(&binning, &sample[0], &sample[1], &c->claim->given, FL_BINNING_CELLS);
        c->statement.alpha *= binning.share;
        for (unsigned i = 0; i < 2; i++) {
            fl_claim_binning_fill(&binning, &sample[i], &c->claim->given, count[i]);
            found[i].cells = binning.cells_n;
        }
    }
    c->out->trials = (uint64_t)(fl_stat_dirichlet_total(&found[0]) + fl_stat_dirichlet_total(&found[1]));
    err = fl_stat_verdict_same(&c->statement, &found[0], &found[1], &c->out->found, c->diag);
    if (is_confirmed(c, err)) {
        c->out->blind = fl_stat_power_blind_same(&c->statement, &found[0], &found[1], FL_STAT_POWER);
    }
    return err;
}

/* Judges share or mean of one scenario of an order, at its part of alpha. */
static fl_err judge_step(verdict_case *c, unsigned i, fl_verdict_law_step *out)
{
    fl_stat_claim any = fl_claim_always(c->statement.alpha / c->judge->row->scenarios_n);
    fl_verdict_result result;
    uint64_t hits = 0;
    uint64_t trials = 0;
    fl_err err = FL_OK;
    if (fl_claim_is_chance(c->claim)) {
        err = find_chance(c, i, &hits, &trials);
        err = err ? err : fl_stat_verdict_chance(&any, hits, trials, &result, c->diag);
    } else {
        fl_claim_counts sample;
        values_given given;
        err = find(c, i, &sample);
        err = err ? err : add_up(c, &sample, &given);
        if (err) {
            return err;
        }
        any.value.num = (uint64_t)given.values.lowest; /* only its limits are used, so any claim will do */
        trials = given.n;
        err = given.is_inside ? fl_stat_verdict_mean(&any, &given.values, &result, c->diag)
                              : fl_diag_set(c->diag, FL_ERR_INPUT, c->judge->row->id,
                                            "values outside of the range 'values'");
        free(given.copy);
    }
    if (!err) {
        *out = (fl_verdict_law_step){result.observed, result.limits, (double)trials};
        c->out->trials += trials;
    }
    return err;
}

static fl_err judge_order(verdict_case *c)
{
    fl_verdict_law_step step[FL_CLAIM_SET_SCENARIOS];
    unsigned n = c->judge->row->scenarios_n;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < n && !err; i++) {
        err = judge_step(c, i, &step[i]);
        if (!err && step[i].trials == 0) { /* no result yet */
            c->out->found = (fl_verdict_result){.observed = NAN, .limits = {NAN, NAN}, .needed = INFINITY};
            return FL_OK;
        }
    }
    err = err ? err : fl_stat_verdict_order(&c->statement, step, n, &c->out->found, c->diag);
    if (is_confirmed(c, err)) {
        c->out->blind = fl_stat_power_blind_order(&c->statement, step, n, FL_STAT_POWER);
    }
    return err;
}

static fl_err judge_independent(verdict_case *c)
{
    const fl_tally *tally = c->judge->tallies[0];
    c->out->trials = tally->floors;
    return fl_claim_counts_has(c->judge->row, tally)
               ? fl_claim_independence_judge(c->judge->row, tally, &c->statement, &c->out->found, c->diag)
               : refuse(c);
}

fl_err fl_claim_judge_row(const fl_claim_judge *self, fl_claim_judge_result *out, fl_diag *diag)
{
    static fl_err (*const functions[FL_CLAIM_TYPES_N])(verdict_case *) = {
        [FL_CLAIM_PROBABILITY] = judge_chance,
        [FL_CLAIM_DISTRIBUTION] = judge_law,
        [FL_CLAIM_SUPPORT] = judge_support,
        [FL_CLAIM_NEVER] = judge_chance,
        [FL_CLAIM_ALWAYS] = judge_chance,
        [FL_CLAIM_OCCURS] = judge_chance,
        [FL_CLAIM_BOUND] = judge_chance,
        [FL_CLAIM_MEAN] = judge_mean,
        [FL_CLAIM_EQUALS] = judge_same,
        [FL_CLAIM_ORDER] = judge_order,
        [FL_CLAIM_INDEPENDENT] = judge_independent,
    };
    verdict_case c = {.judge = self, .claim = self->row->claim, .out = out, .diag = diag};
    assert(self->alpha > 0 && self->alpha < 1 && self->row->scenarios_n > 0);
    *out = (fl_claim_judge_result){.hits = FL_CLAIM_JUDGE_NO_HITS, .blind = {NAN, NAN}};
    c.statement = fl_claim_judge_claim(self);
    bool is_mean = c.claim->type == FL_CLAIM_BOUND && !fl_claim_is_chance(c.claim);
    fl_err err = is_mean ? judge_mean(&c) : functions[c.claim->type](&c);
    if (err) {
        return err;
    }
    for (unsigned i = 0; i < self->row->scenarios_n; i++) { /* numbers that count floors instead of trials */
        out->floors += self->tallies[i]->floors;
    }
    double needed = out->found.needed;
    out->floors_needed = !(needed > 0)      ? 0
                         : out->trials == 0 ? INFINITY
                                            : ceil(needed * (double)out->floors / (double)out->trials);
    return fl_claim_floor_rate(self, out, diag);
}
