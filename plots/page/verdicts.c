/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documented odds beside counts: the slot is judged as a run of one configuration, as by `verify RUN.h5`,
 * with the same claims at the same level. */
#include "plots/page/page_private.h"

#include <stdlib.h>

enum { LAW = 6 /* limit of values of a distribution */ };

void fl_page_verdicts_end(fl_page_slot *self)
{
    if (self->claims) {
        fl_claim_set_free(self->claims);
    }
    free(self->claims);
    free(self->findings);
    self->claims = NULL;
    self->findings = NULL;
}

int fl_page_verdicts(unsigned slot)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    const char *link = "";
    if (!self || !self->is_counting) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_experiment experiment = {.generator = self->opened.generator, .files = &self->files};
    fl_run_condition condition = {
        .opened = self->opened, .binding = self->binding, .name = "", .spec = &self->spec};
    fl_run_setup setup = {.experiment = &experiment,
                          .conditions = 1,
                          .condition = &condition,
                          .catalogue = &self->catalogue,
                          .catalogues_n = 1};
    fl_err err = FL_OK;
    if (!self->claims) {
        self->claims = calloc(1, sizeof *self->claims);
        err = self->claims ? fl_verify_claims_of(self->claims, &setup, &diag) : fl_diag_memory(&diag);
        err = err ? err : fl_claim_finding_list(self->claims, &self->findings, &self->findings_n, &diag);
    }
    fl_judge_run judge = {.claims = self->claims, .findings = self->findings, .findings_n = self->findings_n};
    if (!err) {
        judge.alpha = fl_stat_verdict_share(FL_VERIFY_ALPHA, (unsigned)self->claims->rows_n);
        err = fl_verify_judge_counts(&judge, &setup, &self->tally, &diag);
    }
    fl_text *out = fl_page_begin();
    if (!err) {
        fl_verify_leave_out_unsaid(&judge, &self->tally);
        fl_text_add_char(out, '[');
    }
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        if (self->findings[i].is_counted) {
            fl_text law;
            fl_text_init(&law);
            fl_claim_counts_add_law(self->findings[i].row, &self->tally, LAW, &law);
            fl_text_add_format(out, "%s{\"distribution\": ", link);
            fl_text_add_json(out, fl_text_get(&law));
            fl_text_add(out, ", ");
            fl_verify_finding_add_json(self->claims, &self->findings[i], out);
            fl_text_add_char(out, '}');
            fl_text_free(&law);
            link = ",";
        }
    }
    fl_text_add(out, err ? "" : "]");
    return fl_page_end(err, &diag);
}
