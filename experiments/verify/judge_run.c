/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A condition of the run is a population if the generator and all resolved settings are equal. */
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

#include <string.h>

/* The condition that is a population; the number of conditions if there is none. */
static uint64_t find(const fl_run_setup *setup, const fl_population *population)
{
    const fl_setting_values *wanted = &population->values;
    uint64_t c = 0;
    for (; c < setup->conditions; c++) {
        const fl_opened_generator *opened = &setup->condition[c].opened;
        if (opened->generator == population->generator &&
            fl_setting_values_are_same(&opened->values, wanted)) {
            return c;
        }
    }
    return setup->conditions;
}

/* Why there is no condition for a population. */
static fl_judge_reason reason_of(const fl_run_setup *setup, const fl_population *population)
{
    for (uint64_t c = 0; c < setup->conditions; c++) {
        if (setup->condition[c].opened.generator == population->generator) {
            return FL_JUDGE_OTHER_SETTINGS;
        }
    }
    return FL_JUDGE_OTHER_GENERATOR;
}

static fl_err judge(fl_judge_run *self, const fl_run_setup *setup, const fl_tally *totals,
                    fl_finding *finding, fl_diag *diag)
{
    const fl_tally *tallies[FL_CLAIM_SET_POPULATIONS];
    const fl_claim_row *row = finding->row;
    for (unsigned i = 0; i < row->populations_n; i++) {
        const fl_population *population = &self->claims->population[row->population[i]];
        uint64_t c = find(setup, population);
        if (c == setup->conditions) {
            self->left_out[reason_of(setup, population)]++;
            return FL_OK;
        }
        if (!fl_claim_counts_has(row, &totals[c])) {
            self->left_out[FL_JUDGE_NOT_MEASURED]++;
            return FL_OK;
        }
        tallies[i] = &totals[c];
        finding->condition = i == 0 ? c : finding->condition;
    }
    if (row->claim->type == FL_CLAIM_EQUALS && setup->experiment->has_shared_streams) {
        self->left_out[FL_JUDGE_SHARED_FLOORS]++;
        return FL_OK;
    }
    fl_claim_judge judge = {row, tallies, self->alpha, self->tolerance};
    return fl_claim_finding_judge(finding, &judge, diag);
}

fl_err fl_verify_judge_counts(fl_judge_run *self, const fl_run_setup *setup, const fl_tally *totals,
                              fl_diag *diag)
{
    fl_err err = FL_OK;
    memset(self->left_out, 0, sizeof self->left_out);
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        err = judge(self, setup, totals, &self->findings[i], diag);
    }
    self->floors = 0;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        self->floors += totals[c].floors;
    }
    return err;
}
