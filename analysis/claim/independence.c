/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims about several questions to one floor: their pairs, the counts of a pair, and the verdict.
 *
 * The questions are in the order of the rules. For each pair, the chance of the later question is compared
 * between floors where the earlier one is true and the others; a roll's question counts only where the roll
 * was rolled, which may depend on everything before. So a chain of rolls is independent in this sense even if
 * earlier rooms use up the dead ends. With documented odds both sides must have them: then the joint
 * distribution of the rooms is the product of the odds along the chain.
 *
 * Each pair is judged at its share of the claim's alpha, with the evidence of two samples (or of a chance),
 * so the promise holds for all pairs together and at every number of floors. */
#include "analysis/claim/claim_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static fl_err refuse(const fl_claim *claim, const fl_yaml_node *node, const char *what, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_INPUT, fl_yaml_where(claim->yaml, node), "'%.60s': %s",
                       node->key ? node->key : node->text, what);
}

/* Returns the chance of a question by its name under `odds`; den 0: missing. */
static fl_fraction odds_of(const fl_claim *claim, const char *name)
{
    const fl_yaml_node *odds = fl_yaml_get(claim->node, "odds");
    const fl_yaml_node *node = odds ? fl_yaml_get(odds, name) : NULL;
    fl_fraction out = {0, 0};
    return node && !fl_stat_fraction_read(node->text, &out) ? out : (fl_fraction){0, 0};
}

/* Adds a question about a variable: `number` distinguishes several, from 1 on; 0 = the only one. */
static fl_err add(const fl_claim *claim, const fl_claim_question *form, const fl_yaml_node *text,
                  fl_claim_questions *out, fl_diag *diag)
{
    if (!text->text || out->n == FL_CLAIM_QUESTIONS || strlen(text->text) + 16 > FL_CLAIM_QUESTION) {
        return refuse(claim, text, "expected a short text, and at most 24 questions in all", diag);
    }
    fl_claim_question *to = &out->all[out->n++];
    *to = *form;
    to->odds = odds_of(claim, to->name);
    snprintf(to->text, sizeof to->text, to->is_roll ? "roll.%.120s.won" : "%.140s", text->text);
    return FL_OK;
}

static fl_err add_variable(const fl_claim *claim, const fl_yaml_node *node, fl_claim_questions *out,
                           fl_diag *diag)
{
    fl_claim_question form = {.is_roll = strcmp(node->key, "rolls") == 0};
    bool is_list = node->type == FL_YAML_LIST;
    unsigned number = 0;
    fl_err err = FL_OK;
    if (form.is_roll && !is_list) {
        return refuse(claim, node, "expected a list of rolls such as [library, curse]", diag);
    }
    form.variable = out->n;
    for (const fl_yaml_node *text = is_list ? node->first : node; text && !err;
         text = is_list ? text->next : NULL) {
        const char *name = form.is_roll && text->text ? text->text : node->key;
        bool is_numbered = is_list && !form.is_roll;
        form.variable = form.is_roll ? out->n : form.variable;
        if (strlen(name) >= FL_CLAIM_QUESTION_NAME) {
            return refuse(claim, text, "names of questions have at most 19 letters", diag);
        }
        snprintf(form.name, sizeof form.name, is_numbered ? "%s_%u" : "%s", name, ++number);
        err = add(claim, &form, text, out, diag);
    }
    return err;
}

fl_err fl_claim_independence_questions(const fl_claim *claim, fl_claim_questions *out, fl_diag *diag)
{
    const fl_yaml_node *odds = fl_yaml_get(claim->node, "odds");
    fl_err err = FL_OK;
    out->n = 0;
    for (const fl_yaml_node *node = fl_yaml_get(claim->node, "among")->first; node && !err;
         node = node->next) {
        err = add_variable(claim, node, out, diag);
    }
    for (const fl_yaml_node *node = odds ? odds->first : NULL; node && !err; node = node->next) {
        unsigned i = 0;
        while (i < out->n && strcmp(out->all[i].name, node->key) != 0) {
            i++;
        }
        err = i == out->n ? refuse(claim, node, "odds need a question of this name under 'among'", diag)
                          : FL_OK;
    }
    return err;
}

/* If there are odds, only questions that have some are judged, given those before them. */
unsigned fl_claim_independence_pairs(const fl_claim_questions *self,
                                     fl_claim_pair_counts out[FL_CLAIM_PAIRS_MOST])
{
    unsigned n = 0;
    bool has_odds = false;
    for (unsigned i = 0; i < self->n; i++) {
        has_odds = has_odds || self->all[i].odds.den > 0;
    }
    for (unsigned second = 1; second < self->n; second++) {
        for (unsigned first = 0; first < second; first++) {
            if (self->all[first].variable != self->all[second].variable &&
                (!has_odds || self->all[second].odds.den > 0)) {
                out[n++] = (fl_claim_pair_counts){.first = first, .second = second};
            }
        }
    }
    return n;
}

void fl_claim_independence_event(const fl_claim_questions *self, const fl_claim_pair_counts *pair,
                                 fl_claim_pair_part which, fl_claim_pair_question *out)
{
    const fl_claim_question *a = &self->all[pair->first];
    const fl_claim_question *b = &self->all[pair->second];
    out->text[0] = '\0';
    if (which == FL_CLAIM_PAIR_LAST && b->is_roll) {
        snprintf(out->name, sizeof out->name, "%s", b->text);
        return;
    }
    if (which == FL_CLAIM_PAIR_BOTH) {
        snprintf(out->text, sizeof out->text, "(%s) && (%s)", a->text, b->text);
    } else if (which == FL_CLAIM_PAIR_FIRST && b->is_roll) {
        snprintf(out->text, sizeof out->text, "(%s) && has(%s)", a->text, b->text);
    } else {
        snprintf(out->text, sizeof out->text, "%s", which == FL_CLAIM_PAIR_FIRST ? a->text : b->text);
    }
    uint32_t mark = 0; /* hash of each text, unique in practice among so few */
    for (const char *text = out->text; *text; text++) {
        mark = mark * 31 + (unsigned char)*text;
    }
    snprintf(out->name, sizeof out->name, "%.20s_%.20s_%08x",
             which == FL_CLAIM_PAIR_BOTH    ? a->name
             : which == FL_CLAIM_PAIR_FIRST ? a->name
                                            : "only",
             which == FL_CLAIM_PAIR_FIRST && !b->is_roll ? "alone" : b->name, (unsigned)mark);
}

static bool count(const fl_claim_questions *self, const fl_tally *tally, fl_claim_pair_counts *pair)
{
    uint64_t hits[FL_CLAIM_PAIR_EVENTS];
    uint64_t trials[FL_CLAIM_PAIR_EVENTS];
    bool has = true;
    for (unsigned i = 0; i < FL_CLAIM_PAIR_EVENTS && has; i++) {
        fl_claim_pair_question event;
        fl_claim_independence_event(self, pair, (fl_claim_pair_part)i, &event);
        has =
            fl_claim_counts_event(tally, event.name, event.text[0] ? event.text : NULL, &hits[i], &trials[i]);
    }
    if (has) {
        pair->trials[1] = hits[FL_CLAIM_PAIR_FIRST];
        pair->hits[1] = hits[FL_CLAIM_PAIR_BOTH];
        pair->trials[0] = trials[FL_CLAIM_PAIR_LAST] - pair->trials[1];
        pair->hits[0] = hits[FL_CLAIM_PAIR_LAST] - pair->hits[1];
    }
    return has;
}

/* Lists the pairs of a row with their counts; 0 if the tally does not count them. */
static unsigned list(const fl_claim_row *row, const fl_tally *tally, fl_claim_questions *questions,
                     fl_claim_pair_counts *pairs)
{
    unsigned n = fl_claim_independence_questions(row->claim, questions, NULL)
                     ? 0
                     : fl_claim_independence_pairs(questions, pairs);
    bool has = true;
    for (unsigned i = 0; i < n && has; i++) {
        has = count(questions, tally, &pairs[i]);
    }
    return has ? n : 0;
}

bool fl_claim_independence_has(const fl_claim_row *row, const fl_tally *tally)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    return list(row, tally, &questions, pairs) > 0;
}

static double share(const fl_claim_pair_counts *pair, unsigned side)
{
    return (double)pair->hits[side] / (double)pair->trials[side];
}

/* Returns the difference of a pair's two chances, or from the odds if there are any. */
static double difference(const fl_claim_questions *self, const fl_claim_pair_counts *pair)
{
    fl_fraction odds = self->all[pair->second].odds;
    double value = odds.den > 0 ? fl_stat_fraction_value(odds) : share(pair, 0);
    double off = fabs(share(pair, 1) - value);
    return odds.den > 0 ? fmax(off, fabs(share(pair, 0) - value)) : off;
}

static bool is_constant(const fl_claim_pair_counts *pair)
{
    return pair->trials[0] == 0 || pair->trials[1] == 0;
}

/* Adds "curse given library roll"; a floor's curse and the roll for a Curse Room differ. */
static void add_pair(const fl_claim_questions *questions, const fl_claim_pair_counts *pair, fl_text *out)
{
    const fl_claim_question *second = &questions->all[pair->second];
    const fl_claim_question *first = &questions->all[pair->first];
    fl_text_add_format(out, "%s%s given %s%s", second->name, second->is_roll ? " roll" : "", first->name,
                       first->is_roll ? " roll" : "");
}

void fl_claim_independence_add_json(const fl_claim_row *row, const fl_tally *tally, fl_text *out)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    unsigned n = list(row, tally, &questions, pairs);
    if (n == 0) {
        fl_text_add(out, "null");
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        fl_text_add(out, i > 0 ? ", \"" : "{\"");
        add_pair(&questions, &pairs[i], out);
        fl_text_add_format(out, "\": {\"true\": [%llu, %llu], \"else\": [%llu, %llu]}",
                           (unsigned long long)pairs[i].hits[1], (unsigned long long)pairs[i].trials[1],
                           (unsigned long long)pairs[i].hits[0], (unsigned long long)pairs[i].trials[0]);
    }
    fl_text_add_char(out, '}');
}

bool fl_claim_independence_add_widest(const fl_claim_row *row, const fl_tally *tally, fl_text *out)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    unsigned n = row->claim->type == FL_CLAIM_INDEPENDENT ? list(row, tally, &questions, pairs) : 0;
    const fl_claim_pair_counts *widest = NULL;
    for (unsigned i = 0; i < n; i++) {
        bool is_wider = !is_constant(&pairs[i]) &&
                        (!widest || difference(&questions, &pairs[i]) > difference(&questions, widest));
        widest = is_wider ? &pairs[i] : widest;
    }
    if (!widest) {
        return false;
    }
    add_pair(&questions, widest, out);
    fl_text_add_format(out, ": %.4f, else %.4f; the widest of %u pairs", share(widest, 1), share(widest, 0),
                       n);
    return true;
}

/* Judges if both sides of a pair have the documented odds: a claim each, at half the share. */
static fl_err judge_odds(const fl_stat_claim *statement, const fl_claim_pair_counts *pair, fl_fraction odds,
                         fl_verdict_result *out, fl_diag *diag)
{
    fl_stat_claim half = *statement;
    double value = fl_stat_fraction_value(odds);
    fl_verdict_result side[2];
    fl_err err = FL_OK;
    half.value = odds;
    half.alpha /= 2;
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = fl_stat_verdict_chance(&half, pair->hits[i], pair->trials[i], &side[i], diag);
        fl_interval at = side[i].limits; /* becomes the distance from the value */
        side[i].limits.lo = fmax(fmax(at.lo - value, value - at.hi), 0);
        side[i].limits.hi = fmax(fabs(at.lo - value), fabs(at.hi - value));
        side[i].observed = fabs(side[i].observed - value);
        side[i].needed *= (double)(pair->trials[0] + pair->trials[1]) / (double)pair->trials[i];
    }
    if (err) {
        return err;
    }
    *out = side[side[1].observed > side[0].observed];
    for (unsigned i = 0; i < 2; i++) {
        out->log_e = fmax(out->log_e, side[i].log_e);
        out->limits.lo = fmax(out->limits.lo, side[i].limits.lo);
        out->limits.hi = fmax(out->limits.hi, side[i].limits.hi);
        out->needed = fmax(out->needed, side[i].needed);
    }
    out->log_e -= log(2);
    out->verdict = side[0].verdict == FL_VERDICT_REFUTED || side[1].verdict == FL_VERDICT_REFUTED
                       ? FL_VERDICT_REFUTED
                   : side[0].verdict == side[1].verdict ? side[0].verdict
                                                        : FL_VERDICT_UNDECIDED;
    return FL_OK;
}

fl_err fl_claim_independence_judge(const fl_claim_row *row, const fl_tally *tally,
                                   const fl_stat_claim *statement, fl_verdict_result *out, fl_diag *diag)
{
    fl_claim_questions questions;
    fl_claim_pair_counts pairs[FL_CLAIM_PAIRS_MOST];
    unsigned n = list(row, tally, &questions, pairs);
    unsigned judged = 0;
    fl_stat_claim shared = *statement;
    fl_err err = FL_OK;
    shared.alpha /= n > 0 ? n : 1;
    *out = (fl_verdict_result){.observed = NAN, .limits = {NAN, NAN}, .needed = INFINITY};
    for (unsigned i = 0; i < n && !err; i++) {
        fl_verdict_result pair;
        fl_fraction odds = questions.all[pairs[i].second].odds;
        if (is_constant(&pairs[i])) {
            continue;
        }
        uint64_t cell[2][2];
        fl_dirichlet_count found[2];
        for (unsigned k = 0; k < 2; k++) {
            cell[k][0] = pairs[i].hits[k];
            cell[k][1] = pairs[i].trials[k] - pairs[i].hits[k];
            found[k] = (fl_dirichlet_count){.count = cell[k], .cells = 2, .scale = 1};
        }
        err = odds.den > 0 ? judge_odds(&shared, &pairs[i], odds, &pair, diag)
                           : fl_stat_verdict_same(&shared, &found[0], &found[1], &pair, diag);
        if (err) {
            break;
        }
        pair.needed *= (double)tally->floors / (double)(pairs[i].trials[0] + pairs[i].trials[1]);
        pair.log_e -= log(n);
        if (judged++ == 0) {
            *out = pair;
            continue;
        }
        /* one refuted pair refutes the claim, and all must be confirmed */
        bool is_refuted = out->verdict == FL_VERDICT_REFUTED || pair.verdict == FL_VERDICT_REFUTED;
        bool is_open = out->verdict == FL_VERDICT_UNDECIDED || pair.verdict == FL_VERDICT_UNDECIDED;
        out->verdict = is_refuted ? FL_VERDICT_REFUTED
                       : is_open  ? FL_VERDICT_UNDECIDED
                                  : FL_VERDICT_CONFIRMED;
        out->observed = fmax(out->observed, pair.observed);
        out->limits.lo = fmax(out->limits.lo, pair.limits.lo);
        out->limits.hi = fmax(out->limits.hi, pair.limits.hi);
        out->log_e = fmax(out->log_e, pair.log_e);
        out->needed = is_refuted ? 0 : fmax(out->needed, pair.needed);
    }
    return err;
}
