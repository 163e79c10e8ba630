/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A condition of the run is a population if the generator and all resolved settings are equal. */
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"

/* The condition that is a population; the number of conditions if there is none. */
static uint64_t find(const fl_run_result *run, const fl_population *population)
{
    const fl_setting_values *wanted = &population->values;
    uint64_t c = 0;
    for (; c < run->setup.conditions && run->experiment.generator == population->generator; c++) {
        const fl_setting_values *values = &run->setup.generators[c].values;
        if (fl_setting_values_are_same(values, wanted)) {
            return c;
        }
    }
    return run->setup.conditions;
}

static fl_err judge(fl_judge_run *self, const fl_run_result *run, fl_finding *finding, fl_diag *diag)
{
    const fl_tally *tallies[FL_CLAIM_SET_POPULATIONS];
    const fl_claim_row *row = finding->row;
    if (row->claim->type == FL_CLAIM_EQUALS && run->experiment.has_shared_streams) {
        return FL_OK; /* needs independent samples */
    }
    for (unsigned i = 0; i < row->populations_n; i++) {
        uint64_t c = find(run, &self->claims->population[row->population[i]]);
        if (c == run->setup.conditions || !fl_claim_counts_has(row, &run->totals[c])) {
            return FL_OK;
        }
        tallies[i] = &run->totals[c];
    }
    fl_claim_judge judge = {row, tallies, self->alpha, self->tolerance};
    return fl_claim_finding_judge(finding, &judge, diag);
}

fl_err fl_verify_judge_run(fl_judge_run *self, const char *path, fl_diag *diag)
{
    fl_run_result run;
    fl_err err = fl_run_result_open(&run, path, diag);
    if (err) {
        return err;
    }
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        err = judge(self, &run, &self->findings[i], diag);
    }
    self->floors = 0;
    for (uint64_t c = 0; c < run.setup.conditions; c++) {
        self->floors += run.totals[c].floors;
    }
    fl_run_result_close(&run);
    return err;
}
