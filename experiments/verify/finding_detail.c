/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The texts for a finding in a table cell, a line of an explanation, and a page. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <string.h>

/* Two digits more than the first one that the interval's half width changes. */
void fl_verify_detail_add_figure(double figure, fl_interval limits, fl_text *out)
{
    double half = (limits.hi - limits.lo) / 2;
    int digits = isfinite(half) && half > 0 ? (int)ceil(-log10(half)) + 1 : 5;
    if (isfinite(figure)) {
        fl_text_add_format(out, "%.*f", digits < 0 ? 0 : digits > 9 ? 9 : digits, figure);
    } else {
        fl_text_add(out, "-");
    }
}

void fl_verify_detail_add_interval(fl_interval limits, fl_text *out)
{
    fl_verify_detail_add_figure(limits.lo, limits, out);
    fl_text_add(out, "…");
    fl_verify_detail_add_figure(limits.hi, limits, out);
}

/* Adds the conflicting claims, each with the finding on the same scenario if there is one, else on any. */
static void add_conflicts(const fl_verdict_table *self, const fl_claim_row *row, fl_text *out)
{
    const fl_claim *other = NULL;
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, row->claim, n)) != NULL; n++) {
        const fl_finding *found = NULL;
        for (size_t i = 0; i < self->findings_n; i++) {
            const fl_finding *finding = &self->findings[i];
            bool is_better = !found || (finding->row->scenario[0] == row->scenario[0] &&
                                        found->row->scenario[0] != row->scenario[0]);
            found = finding->row->claim == other && finding->is_counted && is_better ? finding : found;
        }
        fl_text_add_format(out, "%s%s: ", n > 0 ? "; " : "", other->id);
        fl_claim_print_documented(other, out);
        fl_text_add_format(out, " %s", found ? fl_stat_verdict_name(found->result.found.verdict) : "");
    }
}

static void add_verdict(const fl_finding *finding, fl_text *out)
{
    double more = finding->result.floors_needed;
    fl_text_add(out, fl_stat_verdict_name(finding->result.found.verdict));
    fl_text_add(out, finding->row->claim->is_predicted ? ", preregistered" : "");
    fl_text_add(out, fl_verify_proof_words(finding));
    if (fl_claim_finding_is_unexpected(finding)) {
        fl_text_add(out, " (changed)");
    } else if (fl_claim_finding_is_open(finding) && isfinite(more)) {
        fl_text_add(out, " (+");
        fl_program_format_number(more, out);
        fl_text_add(out, " samples)");
    }
}

const fl_tally *fl_verify_detail_counts(const fl_verdict_table *self, const fl_finding *finding, unsigned i)
{
    uint64_t c = i == 0 ? finding->condition : 0;
    const fl_scenario *scenario = &self->claims->scenario[finding->row->scenario[i]];
    const char *same = self->claims->scenario[scenario->same].name;
    for (; i > 0 && self->totals && c < self->setup->conditions; c++) {
        const char *name = self->setup->condition[c].name;
        if (name && (strcmp(name, scenario->name) == 0 || strcmp(name, same) == 0)) {
            break;
        }
    }
    return self->totals && c < self->setup->conditions ? &self->totals[c] : NULL;
}

/* The name of a row's statistic. */
static const char *measure_of(const fl_claim *claim)
{
    static const char *const names[FL_CLAIM_TYPES_N] = {
        [FL_CLAIM_DISTRIBUTION] = "distance", [FL_CLAIM_EQUALS] = "distance",
        [FL_CLAIM_SUPPORT] = "share outside", [FL_CLAIM_MEAN] = "mean",
        [FL_CLAIM_ORDER] = "smallest rise",   [FL_CLAIM_INDEPENDENT] = "largest difference"};
    return names[claim->type]                             ? names[claim->type]
           : claim->metric && claim->values.pieces_n == 0 ? "mean"
                                                          : "share";
}

/* Adds the values of a metric; a share in per cent, with a decimal if the interval is narrow enough; other
 * figures unchanged. */
static void add_value(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    const fl_claim *claim = finding->row->claim;
    const fl_claim_judge_result *result = &finding->result;
    const fl_tally *counts = fl_verify_detail_counts(self, finding, 0);
    double share = result->found.observed;
    double half = (result->found.limits.hi - result->found.limits.lo) / 2;
    bool is_round = share <= 0 || share >= 1 || half > 0.005;
    if (counts && fl_claim_counts_add_values(finding->row, counts, out)) {
        return;
    }
    if (strncmp(measure_of(claim), "share", 5) != 0 || !isfinite(share)) {
        fl_verify_detail_add_figure(share, result->found.limits, out);
    } else {
        fl_text_add_format(out, "%.*f %%",
                           is_round                         ? 0
                           : share < 0.002 || share > 0.998 ? 2
                                                            : 1,
                           100 * share);
    }
}

static void add_rules(const fl_scenario *scenario, fl_text *out)
{
    const fl_embedded_rules *rules = fl_verify_rules_of(scenario);
    fl_text_add(out, rules ? rules->title : scenario->generator->name);
}

void fl_verify_detail_add(const fl_verdict_table *self, const fl_finding *finding, fl_verdict_detail cell,
                          fl_text *out)
{
    enum { MOST = 8 /* values of a distribution */ };
    const fl_claim_judge_result *result = &finding->result;
    const fl_claim *claim = finding->row->claim;
    const fl_scenario *scenario = &self->claims->scenario[finding->row->scenario[0]];
    const fl_tally *counts = NULL;
    switch (cell) {
    case FL_DETAIL_ID:
        fl_text_add(out, finding->row->id);
        break;
    case FL_DETAIL_HEADLINE:
        fl_text_add(out, claim->headline);
        break;
    case FL_DETAIL_DOCUMENTED:
        fl_claim_print_documented(claim, out);
        break;
    case FL_DETAIL_OBSERVED: /* the distribution that was seen beside the documented one, if it is about one
                              */
        counts = fl_verify_detail_counts(self, finding, 0);
        if (counts && fl_claim_counts_add_law(finding->row, counts, MOST, out)) {
            break;
        } /* fall through */
    case FL_DETAIL_FIGURE:
        fl_verify_detail_add_figure(result->found.observed, result->found.limits, out);
        break;
    case FL_DETAIL_VALUE:
        add_value(self, finding, out);
        break;
    case FL_DETAIL_RULES:
        add_rules(scenario, out);
        break;
    case FL_DETAIL_MEASURE:
        fl_text_add(out, measure_of(claim));
        break;
    case FL_DETAIL_MEASURED:
        fl_text_add(out, claim->type == FL_CLAIM_DISTRIBUTION ? "distance " : ""); /* fall through */
    case FL_DETAIL_INTERVAL:
        if (result->is_exact) {
            fl_text_add_format(out, "exactly %llu of %llu seeds", (unsigned long long)result->hits,
                               (unsigned long long)result->trials);
        } else {
            fl_verify_detail_add_interval(result->found.limits, out);
        }
        break;
    case FL_DETAIL_EXACT:
        fl_text_add(out, finding->exact[0] ? finding->exact : "-");
        break;
    case FL_DETAIL_PER_FLOOR:
        fl_verify_detail_add_figure(result->floor_rate, result->floor_limits, out);
        break;
    case FL_DETAIL_EVIDENCE: /* the e-value; "-" if only the interval decides */
        if (isfinite(result->found.log_e)) {
            fl_text_add_format(out, "10^%.1f", result->found.log_e / log(10));
        } else {
            fl_text_add(out, result->found.log_e > 0 ? "a counter-example" : "-");
        }
        break;
    case FL_DETAIL_BLIND:
        if (isfinite(result->blind.lo) && isfinite(result->blind.hi)) {
            fl_verify_detail_add_interval(result->blind, out);
        } else {
            fl_text_add(out, "-");
        }
        break;
    case FL_DETAIL_TRIALS:
        fl_program_format_number((double)result->trials, out);
        break;
    case FL_DETAIL_SAMPLES:
        fl_program_format_number((double)result->floors, out);
        break;
    case FL_DETAIL_SCENARIO:
        fl_text_add(out, scenario->name);
        break;
    case FL_DETAIL_VERDICT:
        add_verdict(finding, out);
        break;
    case FL_DETAIL_CONFLICTS:
        add_conflicts(self, finding->row, out);
        break;
    }
}
