/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares verdicts with the expected ones. */
#include "analysis/claim/claim_private.h"

#include <math.h>
#include <stdlib.h>

enum { EXIT_DIFFERENT = 1, EXIT_UNDECIDED = 4 };

fl_err fl_claim_finding_list(const fl_claim_set *set, fl_finding **out, size_t *n, fl_diag *diag)
{
    *n = 0;
    *out = calloc(set->rows_n + 1, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    for (size_t i = 0; i < set->rows_n; i++) {
        if (set->row[i].is_chosen) {
            (*out)[(*n)++].row = &set->row[i];
        }
    }
    return FL_OK;
}

fl_err fl_claim_finding_judge(fl_finding *self, const fl_claim_judge *judge, fl_diag *diag)
{
    fl_claim_judge_result result;
    fl_err err = fl_claim_judge_row(judge, &result, diag);
    if (err) {
        return err;
    }
    if (self->result.found.verdict == FL_VERDICT_REFUTED) {
        result.found.verdict = FL_VERDICT_REFUTED;
        result.floors_needed = 0;
        result.blind = (fl_interval){NAN, NAN};
    }
    self->result = result;
    self->is_counted = true;
    if (self->points_n < FL_FINDING_POINTS) {
        self->point[self->points_n++] = (fl_finding_point){
            .floors = result.floors,
            .trials = result.trials,
            .observed = result.found.observed,
            .limits = result.found.limits,
            .verdict = result.found.verdict,
        };
    }
    return FL_OK;
}

bool fl_claim_finding_is_open(const fl_finding *self)
{
    return self->result.found.verdict == FL_VERDICT_UNDECIDED;
}

bool fl_claim_finding_is_unexpected(const fl_finding *self)
{
    return self->is_counted && !fl_claim_finding_is_open(self) &&
           self->row->expected != FL_VERDICT_UNDECIDED && self->row->expected != self->result.found.verdict;
}

fl_finding_sum fl_claim_finding_count(const fl_finding *all, size_t n)
{
    fl_finding_sum sum = {.left_out = 0};
    for (size_t i = 0; i < n; i++) {
        fl_verdict verdict = all[i].result.found.verdict;
        if (!all[i].is_counted) {
            sum.left_out++;
            continue;
        }
        sum.confirmed += verdict == FL_VERDICT_CONFIRMED;
        sum.refuted += verdict == FL_VERDICT_REFUTED;
        sum.undecided += verdict == FL_VERDICT_UNDECIDED;
        sum.unexpected += fl_claim_finding_is_unexpected(&all[i]);
        sum.waiting += verdict == FL_VERDICT_UNDECIDED && all[i].row->expected != FL_VERDICT_UNDECIDED;
    }
    return sum;
}

int fl_claim_finding_exit_code(const fl_finding_sum *sum)
{
    bool is_any = sum->confirmed + sum->refuted + sum->undecided > 0;
    return sum->unexpected > 0 ? EXIT_DIFFERENT : sum->waiting > 0 || !is_any ? EXIT_UNDECIDED : 0;
}
