/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A label and a text per line. Lines are not wrapped, so that they can be searched and quoted. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <limits.h>
#include <math.h>

static void label(fl_text *out, const char *name)
{
    fl_text_add_format(out, "%-14s", name);
}

static void line(fl_text *out, const char *name, const char *text)
{
    if (text && text[0]) {
        label(out, name);
        fl_text_add_format(out, "%s\n", text);
    }
}

/* Adds "rebirth stage=3 hard=on", as in the options of `show`. */
static void add_scenario(const fl_scenario *scenario, fl_text *out)
{
    fl_text_add(out, scenario->generator->name);
    for (size_t i = 0; i < scenario->values.n; i++) {
        if (scenario->values.origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_add_format(out, " %s=", scenario->values.table[i].name);
            fl_setting_values_write(&scenario->values, i, out);
        }
    }
}

static void add_interval(fl_text *out, const char *name, fl_interval limits, const char *what)
{
    label(out, name);
    fl_verify_detail_add_interval(limits, out);
    fl_text_add_format(out, "  %s\n", what);
}

/* Adds "p = 0.03"; a chance too small for a number of the machine is not zero. */
static void add_p(fl_text *out, const char *name, double p)
{
    fl_text_add_format(out, p > 0 ? "%s = %.3g" : "%s below 1e-300", name, p);
}

/* Adds classical statistics, which are only valid for a number of trials fixed in advance. */
static void add_companions(const fl_explain *self, fl_text *out)
{
    const fl_claim_judge_result *result = &self->finding->result;
    const fl_claim *claim = self->finding->row->claim;
    if (result->hits == FL_CLAIM_JUDGE_NO_HITS || result->trials == 0) {
        return;
    }
    add_interval(out, "fixed n", fl_stat_interval_exact(result->hits, result->trials, 0.05),
                 "Clopper-Pearson at 95 %, right for a number of trials set beforehand");
    if (claim->type == FL_CLAIM_PROBABILITY && claim->value.num > 0 && claim->value.num < claim->value.den) {
        double p = fl_stat_fraction_value(claim->value);
        uint64_t count[2] = {result->hits, result->trials - result->hits};
        double law[2] = {p, 1 - p};
        fl_goodness test = fl_stat_goodness_fit(count, law, 2);
        label(out, "");
        add_p(out, "exact binomial p", fl_stat_interval_p(result->hits, result->trials, claim->value));
        fl_text_add_format(out, "; G = %.3f, ", test.g);
        add_p(out, "p", test.p);
        fl_text_add_char(out, '\n');
    }
}

static void add_figures(const fl_explain *self, fl_text *out)
{
    const fl_claim_judge_result *result = &self->finding->result;
    const fl_claim_row *row = self->finding->row;
    label(out, "counted");
    fl_claim_print_counted(row->claim, row->metric, out);
    fl_text_add_char(out, '\n');
    label(out, "observed");
    fl_verify_detail_add_figure(result->found.observed, result->found.limits, out);
    if (result->hits != FL_CLAIM_JUDGE_NO_HITS) {
        fl_text_add_format(out, "  %llu of %llu", (unsigned long long)result->hits,
                           (unsigned long long)result->trials);
    } else {
        fl_text_add_format(out, "  %llu values", (unsigned long long)result->trials);
    }
    fl_text_add_format(out, " on %llu samples\n", (unsigned long long)result->floors);
    if (self->counts) {
        fl_text words;
        fl_text_init(&words);
        if (fl_claim_counts_add_law(row, self->counts, UINT_MAX - 1, &words)) {
            fl_text_add(&words, "  of which the observed figure is the distance");
            line(out, "seen", fl_text_get(&words));
        }
        fl_text_clear(&words);
        if (fl_claim_independence_add_widest(row, self->counts, &words)) {
            line(out, "pairs", fl_text_get(&words));
        }
        fl_text_drop(&words, out);
    }
    if (isfinite(result->floor_rate)) {
        label(out, "per floor");
        fl_verify_detail_add_figure(result->floor_rate, result->floor_limits, out);
        fl_text_add(out, "  ");
        fl_verify_detail_add_interval(result->floor_limits, out);
        fl_text_add(out, "  of this scenario's floors\n");
    }
    if (result->is_exact) {
        label(out, "interval");
        fl_text_add(out, "none: these are all seeds that there are\n");
    } else {
        add_interval(out, "interval", result->found.limits, "at any time, with the row's share of alpha");
    }
    if (self->finding->exact[0]) {
        label(out, "exact");
        fl_text_add_format(out, "%s  by all sequences of coins: 'floorlab help distributions'\n",
                           self->finding->exact);
    }
    add_companions(self, out);
    label(out, "evidence");
    if (isfinite(result->found.log_e)) {
        fl_text_add_format(out, "against the claim: e-value 10^%.2f; refuted from 10^%.2f on\n",
                           result->found.log_e / log(10), -log10(self->alpha));
    } else if (result->found.log_e > 0) {
        fl_text_add(out, "against the claim: a counter-example\n");
    } else {
        fl_text_add_format(out, "by the interval alone, at level 1 - %.3g\n", self->alpha);
    }
    if (isfinite(result->blind.lo) && isfinite(result->blind.hi)) {
        add_interval(out, "not excluded", result->blind,
                     "true values that would have been missed more often than 1 time in 10");
    }
}

/* Adds the answer in a sentence. */
static void add_answer(const fl_explain *self, fl_text *out)
{
    const fl_claim_row *row = self->finding->row;
    const fl_claim_judge_result *result = &self->finding->result;
    const fl_scenario *scenario = &self->claims->scenario[row->scenario[0]];
    const fl_embedded_rules *rules = fl_verify_rules_of(scenario);
    fl_text_add_format(out, "%s (%s): documented ", fl_stat_verdict_name(result->found.verdict),
                       rules ? rules->title : scenario->generator->name);
    fl_claim_print_documented(row->claim, out);
    fl_text_add(out, "; counted ");
    if (!self->counts || !fl_claim_counts_add_law(row, self->counts, 8, out)) {
        fl_verify_detail_add_figure(result->found.observed, result->found.limits, out);
    }
    fl_text_add(out, ".\n\n");
}

/* Adds the document with its title and place of publication, the section, and the sentence. */
static void add_source(const fl_claim *claim, fl_text *out)
{
    const fl_claim_source *cited = claim->cited;
    label(out, "document");
    fl_text_add_format(out, "%s%s%s", cited->author ? cited->author : "", cited->author ? ": " : "",
                       cited->title);
    fl_text_add_format(out, "%s%s%s%s\n", cited->where ? ", " : "", cited->where ? cited->where : "",
                       cited->date ? ", " : "", cited->date ? cited->date : "");
    line(out, "source", claim->source);
    if (claim->quote) {
        label(out, "quote");
        fl_text_add_format(out, "\"%s\"\n", claim->quote);
    }
}

void fl_verify_explain_print(const fl_explain *self, fl_text *out)
{
    const fl_claim_row *row = self->finding->row;
    const fl_claim *claim = row->claim;
    const fl_claim_judge_result *result = &self->finding->result;
    const fl_scenario *scenario = NULL;
    const fl_claim *other = NULL;
    fl_claim_judge judge = {.row = row, .alpha = self->alpha, .tolerance = self->tolerance};
    fl_text_add_format(out, "%s\n", row->id);
    add_answer(self, out);
    add_source(claim, out);
    line(out, "claim", claim->text);
    line(out, "reading", claim->reading);
    line(out, "note", claim->note);
    label(out, "type");
    fl_text_add_format(out, "%s: %s\n", fl_claim_type_of(claim->type)->name,
                       fl_claim_type_of(claim->type)->meaning);
    label(out, "documented");
    fl_claim_print_documented(claim, out);
    fl_text_add_format(out, "; agrees within %g; share of alpha %.3g of %g\n",
                       fl_claim_judge_claim(&judge).tolerance, self->alpha, self->family_alpha);
    for (unsigned i = 0; i < row->scenarios_n; i++) {
        scenario = &self->claims->scenario[row->scenario[i]];
        label(out, i == 0 ? "scenario" : "");
        fl_text_add_format(out, "%s: ", scenario->name);
        add_scenario(scenario, out);
        if (self->seed > 0) {
            fl_text_add_format(out, ", seed %llu", (unsigned long long)(self->seed + scenario->mark));
        }
        fl_text_add_char(out, '\n');
    }
    add_figures(self, out);
    label(out, "verdict");
    fl_text_add_format(out, "%s%s (expected: %s)", fl_stat_verdict_name(result->found.verdict),
                       fl_verify_proof_words(self->finding), fl_stat_verdict_name(row->expected));
    if (isfinite(result->floors_needed) && result->floors_needed > 0) {
        fl_text_add(out, ", some ");
        fl_program_format_number(result->floors_needed, out);
        fl_text_add(out, " samples more would decide");
    }
    fl_text_add_char(out, '\n');
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, claim, n)) != NULL; n++) {
        label(out, n == 0 ? "conflicts" : "");
        fl_text_add_format(out, "%s: ", other->id);
        fl_claim_print_documented(other, out);
        fl_text_add_format(out, " (%s)\n", other->source);
    }
    label(out, "again");
    fl_text_add_format(out, "floorlab verify%s --only ", self->options);
    fl_program_format_word(row->id, out);
    scenario = &self->claims->scenario[row->scenario[0]];
    fl_text_add_char(out, '\n');
    label(out, "a floor");
    fl_text_add_format(out, "floorlab show %s", scenario->generator->name);
    fl_setting_values_add_options(&scenario->values, out);
    fl_text_add_format(out, " --seed %llu --floor 1\n\n", (unsigned long long)(self->seed + scenario->mark));
}
