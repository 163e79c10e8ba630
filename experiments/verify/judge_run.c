/* A condition is a population when generator and all resolved settings are equal. */
#include "experiments/verify/judge_run.h"

#include "experiments/run/result_read.h"

#include <string.h>

/* The condition of a population; the number of conditions when there is none. */
static uint64_t find(const fl_reread *run, const fl_book_population *population)
{
    const fl_values *wanted = &population->values;
    uint64_t c = 0;
    for (; c < run->plan.conditions && run->experiment.generator == population->generator; c++) {
        const fl_values *values = &run->plan.sources[c].values;
        if (strcmp(values->text, wanted->text) == 0 &&
            memcmp(values->number, wanted->number, wanted->n * sizeof wanted->number[0]) == 0) {
            return c;
        }
    }
    return run->plan.conditions;
}

static fl_err judge(fl_rejudge *self, const fl_reread *run, fl_finding *finding, fl_diag *diag)
{
    const fl_tally *tallies[FL_BOOK_POPULATIONS];
    const fl_book_row *row = finding->row;
    if (row->claim->kind == FL_CLAIM_EQUALS) {
        return FL_OK; /* the conditions of a run share their random numbers */
    }
    for (unsigned i = 0; i < row->populations_n; i++) {
        uint64_t c = find(run, &self->book->population[row->population[i]]);
        if (c == run->plan.conditions || !fl_sample_has(row->claim, row->metric, &run->totals[c])) {
            return FL_OK;
        }
        tallies[i] = &run->totals[c];
    }
    fl_judge judge = {row, tallies, self->alpha, self->tolerance};
    return fl_finding_judge(finding, &judge, diag);
}

fl_err fl_rejudge_run(fl_rejudge *self, const char *path, fl_diag *diag)
{
    fl_reread run;
    fl_err err = fl_reread_open(&run, path, diag);
    if (err) {
        return err;
    }
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        err = judge(self, &run, &self->findings[i], diag);
    }
    self->floors = 0;
    for (uint64_t c = 0; c < run.plan.conditions; c++) {
        self->floors += run.totals[c].floors;
    }
    fl_reread_free(&run);
    return err;
}
