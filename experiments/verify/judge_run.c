/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A configuration of a run is a scenario if the generator is the same and all resolved settings are equal,
 * except those that do not affect what is counted (data/indifferent.yaml, and `indifferent` of the claim). A
 * setting that only chooses presets does not matter either: the settings it changes are compared. */
#include "analysis/metric/metric.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A configuration compared with a scenario. */
typedef struct match {
    uint64_t condition;
    unsigned exact;       /* settings that are equal */
    unsigned others;      /* settings that differ and matter */
    bool is_of_generator; /* a configuration with the scenario's generator exists */
    char needs[FL_FINDING_REASON];
} match;

static bool is_equal(const fl_setting_values *a, const fl_setting_values *b, size_t i)
{
    return a->number[i] == b->number[i] &&
           (a->table[i].type != FL_SETTING_TEXT ||
            strcmp(fl_setting_values_text(a, i), fl_setting_values_text(b, i)) == 0);
}

/* For a scenario that is not opened only the given settings are known, not what follows from its rules. */
static void compare(const fl_claim_set *claims, const fl_claim_row *row, const fl_scenario *scenario,
                    const fl_setting_values *found, match *out)
{
    const fl_setting_values *wanted = &scenario->values;
    for (size_t i = 0; i < wanted->n; i++) {
        bool is_known = scenario->is_opened || wanted->origin[i] == FL_SETTING_VALUES_GIVEN;
        if (is_equal(wanted, found, i)) {
            out->exact++;
        } else if (is_known && !fl_claim_is_indifferent(claims, row, wanted->table[i].name)) {
            bool is_preset = wanted->origin[i] == FL_SETTING_VALUES_PRESET; /* follows from the rules */
            out->others++;
            if (!is_preset || out->others == 1) { /* as many as fit */
                size_t at = strlen(out->needs);
                fl_text value;
                fl_text_init(&value);
                fl_setting_values_write(wanted, i, &value);
                int n = snprintf(out->needs + at, sizeof out->needs - at, "%s%s=%s", at > 0 ? ", " : "needs ",
                                 wanted->table[i].name, fl_text_get(&value));
                out->needs[n < 0 || (size_t)n >= sizeof out->needs - at ? at : at + (size_t)n] = '\0';
                fl_text_free(&value);
            }
        }
    }
}

/* The configuration that matches a scenario, or the closest one. */
static match find(const fl_claim_set *claims, const fl_run_setup *setup, const fl_claim_row *row,
                  const fl_scenario *scenario)
{
    match best = {.condition = setup->conditions, .others = UINT32_MAX};
    for (uint64_t c = 0; c < setup->conditions; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        match candidate = {.condition = c, .is_of_generator = true};
        if (opened->generator != scenario->generator) {
            continue;
        }
        compare(claims, row, scenario, &opened->values, &candidate);
        if (setup->condition[c].spec->where) { /* its samples are not those of the scenario */
            candidate.others++;
            snprintf(candidate.needs, sizeof candidate.needs, "needs all samples, not only those of 'where'");
        }
        bool is_better = candidate.others < best.others ||
                         (candidate.others == best.others && candidate.exact > best.exact);
        best = is_better ? candidate : best;
    }
    return best;
}

/* Returns false and records why nothing was counted. */
static bool leave_out(fl_finding *finding, const char *format, const char *word)
{
    snprintf(finding->reason, sizeof finding->reason, format, word);
    return false;
}

static bool leave_out_uncounted(fl_finding *finding)
{
    const fl_claim *claim = finding->row->claim;
    return leave_out(finding, claim->event ? "needs the event %s" : "needs the metric %s",
                     claim->event ? claim->event : finding->row->metric);
}

/* Finds the counts for a row; false, with the reason, if there are none. Does not look at their values. */
static bool applies(const fl_claim_set *claims, const fl_run_setup *setup, const fl_tally *totals,
                    fl_finding *finding, const fl_tally *tallies[FL_CLAIM_SET_SCENARIOS])
{
    const fl_claim_row *row = finding->row;
    bool has_twice = false; /* the same floors would be compared with themselves */
    for (unsigned i = 0; i < row->scenarios_n; i++) {
        const fl_scenario *scenario = &claims->scenario[row->scenario[i]];
        match found = find(claims, setup, row, scenario);
        if (!found.is_of_generator) {
            return leave_out(finding, "needs the generator %s", scenario->generator->name);
        }
        if (found.others > 0) {
            return leave_out(finding, "%s", found.needs);
        }
        if (!fl_claim_counts_has(row, &totals[found.condition])) {
            return leave_out_uncounted(finding);
        }
        tallies[i] = &totals[found.condition];
        finding->condition = i == 0 ? found.condition : finding->condition;
        for (unsigned k = 0; k < i; k++) {
            has_twice = has_twice || tallies[i] == tallies[k];
        }
    }
    if (row->claim->type == FL_CLAIM_EQUALS && setup->experiment->has_shared_streams) {
        return leave_out(finding, "needs streams: %s", "independent");
    }
    return !has_twice || leave_out(finding, "needs %s", "floors of their own for its scenarios");
}

size_t fl_verify_rows_that_apply(const fl_claim_set *claims, const fl_run_setup *setup,
                                 const fl_tally *totals)
{
    const fl_tally *unused[FL_CLAIM_SET_SCENARIOS];
    size_t n = 0;
    for (size_t i = 0; i < claims->rows_n; i++) {
        fl_finding finding = {.row = &claims->row[i]};
        n += applies(claims, setup, totals, &finding, unused);
    }
    return n;
}

static fl_err judge(fl_judge_run *self, const fl_run_setup *setup, const fl_tally *totals,
                    fl_finding *finding, fl_diag *diag)
{
    const fl_tally *tallies[FL_CLAIM_SET_SCENARIOS];
    const fl_claim_row *row = finding->row;
    if (!applies(self->claims, setup, totals, finding, tallies)) {
        return FL_OK;
    }
    fl_claim_judge judge = {row, tallies, self->alpha, self->tolerance, false};
    uint64_t seeds = fl_run_setup_seeds(setup, finding->condition);
    judge.is_census = row->scenarios_n == 1 && seeds > 0 && tallies[0]->floors == seeds;
    return fl_claim_finding_judge(finding, &judge, diag);
}

/* True if a claim is about a generator's own distances, defined by other rules, and the floors do not contain
 * them. */
static bool lacks_own_measure(const fl_judge_run *self, const fl_finding *finding, const fl_tally *totals)
{
    const fl_claim_row *row = finding->row;
    const fl_tally *tally = &totals[finding->condition];
    const char *generator = self->claims->scenario[row->scenario[0]].generator->name;
    const char *metric_name = fl_metric_of(FL_METRIC_BOSS_OWN_RANK)->name;
    bool is_about = row->metric && (strcmp(row->metric, fl_metric_of(FL_METRIC_ORDER_BROKEN)->name) == 0 ||
                                    strcmp(row->metric, fl_metric_of(FL_METRIC_ORDER_BROKEN_ALL)->name) == 0);
    for (unsigned i = 0; i < tally->spec->metrics_n && is_about; i++) {
        if (strcmp(tally->spec->metrics[i].name, metric_name) == 0) {
            return strcmp(generator, "rebirth") == 0 && tally->extreme[i].min > tally->extreme[i].max;
        }
    }
    return false;
}

void fl_verify_leave_out_unsaid(fl_judge_run *self, const fl_tally *totals)
{
    for (size_t i = 0; i < self->findings_n; i++) {
        fl_finding *finding = &self->findings[i];
        if (finding->is_counted && finding->result.trials == 0) {
            finding->is_counted = false;
            (void)leave_out_uncounted(finding);
        } else if (finding->is_counted && lacks_own_measure(self, finding, totals)) {
            finding->is_counted = false;
            (void)leave_out(finding, "needs %s of every room", "distance and dead_end");
        }
    }
}

fl_err fl_verify_judge_counts(fl_judge_run *self, const fl_run_setup *setup, const fl_tally *totals,
                              fl_diag *diag)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        err = judge(self, setup, totals, &self->findings[i], diag);
    }
    self->floors = 0;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        self->floors += totals[c].floors;
    }
    return err;
}

/* Rule sets. */

static int rules_setting(const fl_setting_values *values)
{
    return fl_setting_values_find(values, "rules");
}

/* True if a configuration is a scenario with another rule set: nothing else that matters differs. */
static bool is_by_other_rules(const fl_claim_set *claims, const fl_claim_row *row,
                              const fl_scenario *scenario, const fl_opened_generator *opened)
{
    int rules = rules_setting(&opened->values);
    if (opened->generator != scenario->generator || rules < 0 ||
        is_equal(&scenario->values, &opened->values, (size_t)rules)) {
        return false;
    }
    for (size_t i = 0; i < opened->values.n; i++) {
        bool is_given = scenario->values.origin[i] == FL_SETTING_VALUES_GIVEN ||
                        opened->values.origin[i] == FL_SETTING_VALUES_GIVEN;
        if (i != (size_t)rules && is_given && !is_equal(&scenario->values, &opened->values, i) &&
            !fl_claim_is_indifferent(claims, row, opened->values.table[i].name)) {
            return false;
        }
    }
    return true;
}

static bool has_scenario(const fl_claim_set *claims, const fl_claim *claim, const fl_run_setup *setup,
                         uint64_t condition)
{
    for (size_t i = 0; i < claims->rows_n; i++) {
        const fl_claim_row *row = &claims->row[i];
        if (row->claim == claim && row->scenarios_n == 1) {
            match found = {.others = 0};
            const fl_scenario *scenario = &claims->scenario[row->scenario[0]];
            const fl_opened_generator *opened = &setup->condition[condition].opened;
            bool has_all = !setup->condition[condition].spec->where;
            if (scenario->generator == opened->generator && scenario->rules && has_all) {
                compare(claims, row, scenario, &opened->values, &found);
                if (found.others == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Adds a row for each configuration that differs from a row's scenario only by its rule set, so that a claim
 * is judged with all rule sets of the run. */
static fl_err add_variants(fl_claim_set *claims, const fl_run_setup *setup, fl_diag *diag)
{
    fl_err err = FL_OK;
    size_t rows = claims->rows_n;
    for (size_t i = 0; i < rows && !err; i++) {
        for (uint64_t c = 0; c < setup->conditions && !err; c++) {
            const fl_claim_row *row = &claims->row[i];
            const fl_scenario *scenario = &claims->scenario[row->scenario[0]];
            if (row->is_chosen && row->scenarios_n == 1 && scenario->rules &&
                is_by_other_rules(claims, row, scenario, &setup->condition[c].opened) &&
                !has_scenario(claims, row->claim, setup, c)) {
                const fl_setting_values *values = &setup->condition[c].opened.values;
                fl_text rules;
                fl_text_init(&rules);
                fl_setting_values_write(values, (size_t)rules_setting(values), &rules);
                err = fl_text_check(&rules) ? fl_diag_memory(diag)
                                            : fl_claim_rows_add_variant(claims, i, fl_text_get(&rules), diag);
                fl_text_free(&rules);
            }
        }
    }
    return err;
}

/* The built-in claims, in the file of a run. */

static bool is_of_setup(const void *setup_of, const fl_generator *generator)
{
    const fl_run_setup *setup = setup_of;
    for (unsigned i = 0; i < setup->catalogues_n; i++) {
        if (setup->catalogue[i].generator == generator) {
            return true;
        }
    }
    return false;
}

/* True if a configuration can be a scenario: no given setting of the scenario differs, except those that do
 * not matter to the row, and the rule set, in which variants differ. */
static bool can_be_counted(const void *setup_of, const fl_claim_set *set, const fl_claim_row *row,
                           const fl_scenario *scenario)
{
    const fl_run_setup *setup = setup_of;
    const fl_setting_values *wanted = &scenario->values;
    bool can = false;
    for (uint64_t c = 0; c < setup->conditions && !can; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        can = scenario->generator == opened->generator;
        for (size_t i = 0; i < wanted->n && can; i++) {
            can = wanted->origin[i] != FL_SETTING_VALUES_GIVEN || is_equal(wanted, &opened->values, i) ||
                  (int)i == rules_setting(wanted) || fl_claim_is_indifferent(set, row, wanted->table[i].name);
        }
    }
    return can;
}

fl_err fl_verify_claims_of(fl_claim_set *claims, const fl_run_setup *setup, fl_diag *diag)
{
    fl_claim_set_init(claims);
    claims->is_wanted = is_of_setup;
    claims->can_be = can_be_counted;
    claims->wanted_context = setup;
    claims->files = setup->experiment->files;
    fl_err err = fl_claim_set_add_shipped(claims, diag);
    err = err ? err : fl_claim_rows_make(claims, NULL, diag);
    if (!err && setup->experiment->generator) { /* otherwise its scenarios are those of claims */
        err = add_variants(claims, setup, diag);
    }
    return err;
}

fl_err fl_verify_extend(void *sum_of, const fl_run_setup *setup, const fl_tally *totals, fl_store *out,
                        fl_diag *diag)
{
    fl_claim_set claims;
    fl_finding *findings = NULL;
    size_t n = 0;
    fl_err err = fl_verify_claims_of(&claims, setup, diag);
    err = err ? err : fl_claim_finding_list(&claims, &findings, &n, diag);
    fl_judged judged = {.claims = &claims,
                        .findings = findings,
                        .findings_n = n,
                        .family_alpha = FL_VERIFY_ALPHA,
                        .alpha = fl_stat_verdict_share(FL_VERIFY_ALPHA, (unsigned)claims.rows_n),
                        .options = "",
                        .settings = ""};
    fl_judge_run by = {&claims, findings, n, judged.alpha, 0, 0};
    err = err ? err : fl_verify_judge_counts(&by, setup, totals, diag);
    judged.floors = by.floors;
    err = err ? err : fl_verify_judged_add(&judged, out, diag);
    if (!err && sum_of) {
        *(fl_finding_sum *)sum_of = fl_claim_finding_count(findings, n);
    }
    free(findings);
    fl_claim_set_free(&claims);
    return err;
}
