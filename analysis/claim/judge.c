/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A function for each kind: counts in, verdict out; the statistics are analysis/stat's. */
#include "analysis/claim/claim_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct hearing {
    const fl_claim_judge *judge;
    const fl_claim *claim;
    fl_stat_claim wording;
    fl_claim_judge_result *out;
    fl_diag *diag;
} hearing;

fl_stat_claim fl_claim_judge_claim(const fl_claim_judge *self)
{
    const fl_claim *claim = self->row->claim;
    fl_stat_claim out;
    bool is_override = self->tolerance > 0 && !claim->is_about && claim->kind != FL_CLAIM_MEAN &&
                       claim->kind != FL_CLAIM_ORDER &&
                       (claim->kind != FL_CLAIM_BOUND || fl_claim_is_chance(claim));
    fl_fraction value = claim->kind == FL_CLAIM_ALWAYS ? (fl_fraction){1, 1} : claim->value;
    fl_stat_claim_init(&out, value, is_override ? self->tolerance : claim->tolerance, self->alpha);
    out.relation = claim->relation;
    out.is_about = claim->is_about;
    out.is_complete = claim->is_complete;
    return out;
}

static fl_err refuse(const hearing *h)
{
    return fl_diag_set(h->diag, FL_ERR_MISMATCH, h->judge->row->id, "the tally does not count what it needs");
}

static fl_err find(const hearing *h, unsigned i, fl_claim_counts *out)
{
    return fl_claim_counts_find(out, h->judge->tallies[i], h->judge->row->metric) ? FL_OK : refuse(h);
}

static fl_err find_chance(const hearing *h, unsigned i, uint64_t *hits, uint64_t *trials)
{
    return fl_claim_counts_chance(h->claim, h->judge->row->metric, h->judge->tallies[i], hits, trials)
               ? FL_OK
               : refuse(h);
}

static fl_err hear_chance(hearing *h)
{
    fl_claim_judge_result *out = h->out;
    fl_err err = find_chance(h, 0, &out->hits, &out->trials);
    if (err) {
        return err;
    }
    return h->claim->kind == FL_CLAIM_OCCURS
               ? fl_stat_verdict_occurs(&h->wording, out->hits, out->trials, &out->found, h->diag)
               : fl_stat_verdict_chance(&h->wording, out->hits, out->trials, &out->found, h->diag);
}

/* Number and sum of a metric's values; false if one lies outside of what it can be. */
static bool add_up(const hearing *h, const fl_claim_counts *sample, fl_verdict_sum *out)
{
    const fl_claim *claim = h->claim;
    bool is_any = claim->given.pieces_n == 0;
    bool has_range = claim->values.pieces_n > 0;
    bool is_inside = !is_any || sample->over_n == 0;
    fl_value_set_piece range = {0, (int32_t)sample->bins - 1};
    range = has_range ? fl_claim_value_set_span(&claim->values) : range;
    *out = (fl_verdict_sum){.lowest = range.first, .highest = range.last};
    for (uint32_t value = 0; value < sample->bins; value++) {
        uint64_t n = is_any || fl_claim_value_set_has(&claim->given, value) ? sample->count[value] : 0;
        is_inside = is_inside && (n == 0 || ((int32_t)value >= range.first && (int32_t)value <= range.last));
        out->n += n;
        out->sum += (fl_fraction_wide)n * value;
    }
    return is_inside;
}

static fl_err hear_mean(hearing *h)
{
    fl_claim_counts sample;
    fl_verdict_sum sum;
    fl_err err = find(h, 0, &sample);
    if (err) {
        return err;
    }
    bool is_inside = add_up(h, &sample, &sum);
    h->out->trials = sum.n;
    if (is_inside) {
        return fl_stat_verdict_mean(&h->wording, &sum, &h->out->found, h->diag);
    }
    /* the documented range is part of the claim; without one there is no telling how far away the mean may be */
    bool has_range = h->claim->values.pieces_n > 0;
    h->out->found = (fl_verdict_result){
        .verdict = has_range ? FL_VERDICT_REFUTED : FL_VERDICT_UNDECIDED,
        .observed = sum.n > 0 ? (double)sum.sum / (double)sum.n : NAN,
        .limits = {NAN, NAN},
        .log_e = has_range ? INFINITY : 0,
        .needed = has_range ? 0 : INFINITY,
    };
    return FL_OK;
}

static bool is_given(const fl_claim *claim, uint32_t value)
{
    return claim->given.pieces_n == 0 || fl_claim_value_set_has(&claim->given, value);
}

/* The documented values, then everything else. */
static fl_err hear_law(hearing *h)
{
    uint64_t count[FL_CLAIM_CELLS + 1] = {0};
    double law[FL_CLAIM_CELLS + 1] = {0};
    const fl_claim_law *documented = &h->claim->law;
    unsigned n = documented->cells_n;
    fl_claim_counts sample;
    fl_err err = find(h, 0, &sample);
    for (uint32_t value = 0; !err && value < sample.bins; value++) {
        unsigned cell = 0;
        while (cell < n && documented->value[cell] != (int32_t)value) {
            cell++;
        }
        count[cell] += is_given(h->claim, value) ? sample.count[value] : 0;
    }
    if (err) {
        return err;
    }
    count[n] += h->claim->given.pieces_n == 0 ? sample.over_n : 0;
    for (unsigned i = 0; i <= n; i++) {
        law[i] = i < n ? fl_stat_fraction_value(documented->chance[i]) : 0;
        h->out->trials += count[i];
    }
    fl_dirichlet_count found = {.count = count, .cells = n + 1, .scale = 1};
    return fl_stat_verdict_law(&h->wording, &found, law, &h->out->found, h->diag);
}

static fl_err hear_support(hearing *h)
{
    fl_claim_counts sample;
    fl_err err = find(h, 0, &sample);
    uint64_t *count = err ? NULL : calloc(sample.bins + 1, sizeof *count);
    bool *is_documented = err ? NULL : calloc(sample.bins + 1, sizeof *is_documented);
    if (!err && (!count || !is_documented)) {
        err = fl_diag_memory(h->diag);
    }
    for (uint32_t value = 0; !err && value < sample.bins; value++) {
        count[value] = is_given(h->claim, value) ? sample.count[value] : 0;
        is_documented[value] = fl_claim_value_set_has(&h->claim->values, value);
        h->out->trials += count[value];
    }
    if (!err) {
        count[sample.bins] = h->claim->given.pieces_n == 0 ? sample.over_n : 0;
        h->out->trials += count[sample.bins];
        fl_dirichlet_count found = {.count = count, .cells = sample.bins + 1, .scale = 1};
        err = fl_stat_verdict_support(&h->wording, &found, is_documented, &h->out->found, h->diag);
    }
    free(count);
    free(is_documented);
    return err;
}

static fl_err hear_same(hearing *h)
{
    uint64_t count[2][FL_BINNING_CELLS];
    fl_dirichlet_count found[2] = {{.count = count[0], .cells = 2, .scale = 1},
                                   {.count = count[1], .cells = 2, .scale = 1}};
    fl_claim_counts sample[2];
    fl_binning binning;
    fl_err err = FL_OK;
    bool is_chance = fl_claim_is_chance(h->claim);
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = is_chance ? find_chance(h, i, &count[i][0], &count[i][1]) : find(h, i, &sample[i]);
        count[i][1] -= is_chance ? count[i][0] : 0;
    }
    if (err) {
        return err;
    }
    if (!is_chance) {
        fl_claim_binning_choose(&binning, &sample[0], &sample[1], &h->claim->given);
        h->wording.alpha *= binning.share;
        for (unsigned i = 0; i < 2; i++) {
            fl_claim_binning_fill(&binning, &sample[i], &h->claim->given, count[i]);
            found[i].cells = binning.cells_n;
        }
    }
    h->out->trials = (uint64_t)(fl_stat_dirichlet_total(&found[0]) + fl_stat_dirichlet_total(&found[1]));
    return fl_stat_verdict_same(&h->wording, &found[0], &found[1], &h->out->found, h->diag);
}

/* Share or mean of one population of an order. */
static fl_err hear_step(hearing *h, unsigned i, fl_verdict_law_step *out)
{
    fl_stat_claim any;
    fl_verdict_result result;
    uint64_t hits = 0;
    uint64_t trials = 0;
    fl_claim_counts sample;
    fl_verdict_sum sum;
    fl_stat_claim_init(&any, (fl_fraction){0, 1}, 1, h->wording.alpha / h->judge->row->populations_n);
    any.relation = FL_VERDICT_AT_LEAST; /* true of everything: only the limits matter */
    any.part = 0;
    fl_err err = FL_OK;
    if (fl_claim_is_chance(h->claim)) {
        err = find_chance(h, i, &hits, &trials);
        err = err ? err : fl_stat_verdict_chance(&any, hits, trials, &result, h->diag);
    } else {
        err = find(h, i, &sample);
        bool is_inside = !err && add_up(h, &sample, &sum);
        any.value.num = err ? 0 : (uint64_t)sum.lowest;
        trials = err ? 0 : sum.n;
        if (!err && !is_inside) {
            return fl_diag_set(h->diag, FL_ERR_INPUT, h->judge->row->id,
                               "values outside of the range 'values'");
        }
        err = err ? err : fl_stat_verdict_mean(&any, &sum, &result, h->diag);
    }
    if (!err) {
        *out = (fl_verdict_law_step){result.observed, result.limits, (double)trials};
        h->out->trials += trials;
    }
    return err;
}

static fl_err hear_order(hearing *h)
{
    fl_verdict_law_step step[FL_CLAIM_SET_POPULATIONS];
    unsigned n = h->judge->row->populations_n;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < n && !err; i++) {
        err = hear_step(h, i, &step[i]);
        if (!err && step[i].trials == 0) { /* nothing to say yet */
            h->out->found = (fl_verdict_result){.observed = NAN, .limits = {NAN, NAN}, .needed = INFINITY};
            return FL_OK;
        }
    }
    return err ? err : fl_stat_verdict_order(&h->wording, step, n, &h->out->found, h->diag);
}

/* Figures about floors instead of trials. */
static void count_floors(const hearing *h)
{
    char name[FL_EVENT_NAME];
    fl_claim_judge_result *out = h->out;
    uint64_t hits = 0;
    uint64_t trials = 0;
    for (unsigned i = 0; i < h->judge->row->populations_n; i++) {
        out->floors += h->judge->tallies[i]->floors;
    }
    fl_claim_floor_event(h->claim, name);
    out->floor_rate = NAN;
    if (name[0] && out->floors > 0 && fl_claim_counts_event(h->judge->tallies[0], name, &hits, &trials)) {
        out->floor_rate = (double)hits / (double)out->floors;
    }
    bool has_none = out->trials == 0 && out->found.needed > 0;
    out->floors_needed = has_none ? INFINITY : 0;
    if (!has_none && out->found.needed > 0) {
        out->floors_needed = ceil(out->found.needed * (double)out->floors / (double)out->trials);
    }
}

fl_err fl_claim_judge_row(const fl_claim_judge *self, fl_claim_judge_result *out, fl_diag *diag)
{
    static fl_err (*const hear[FL_CLAIM_KINDS_N])(hearing *) = {
        [FL_CLAIM_PROBABILITY] = hear_chance, [FL_CLAIM_DISTRIBUTION] = hear_law,
        [FL_CLAIM_SUPPORT] = hear_support,    [FL_CLAIM_NEVER] = hear_chance,
        [FL_CLAIM_ALWAYS] = hear_chance,      [FL_CLAIM_OCCURS] = hear_chance,
        [FL_CLAIM_BOUND] = hear_chance,       [FL_CLAIM_MEAN] = hear_mean,
        [FL_CLAIM_EQUALS] = hear_same,        [FL_CLAIM_ORDER] = hear_order,
    };
    hearing h = {.judge = self, .claim = self->row->claim, .out = out, .diag = diag};
    *out = (fl_claim_judge_result){.hits = FL_CLAIM_JUDGE_NO_HITS};
    h.wording = fl_claim_judge_claim(self);
    bool is_mean = h.claim->kind == FL_CLAIM_BOUND && !fl_claim_is_chance(h.claim);
    fl_err err = is_mean ? hear_mean(&h) : hear[h.claim->kind](&h);
    if (!err) {
        count_floors(&h);
    }
    return err;
}
