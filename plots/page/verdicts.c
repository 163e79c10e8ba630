/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documented odds beside counts: the slot is a run of one condition, which is judged as `verify RUN.h5`
 * judges a result file, by the same claims and at the same level. */
#include "plots/page/page_private.h"

#include <math.h>
#include <stdlib.h>

enum { LAW = 6 /* values of a law that are shown */ };

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

static fl_err read_claims(fl_page_slot *self, const fl_run_setup *setup, fl_diag *diag)
{
    self->claims = calloc(1, sizeof *self->claims);
    if (!self->claims) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_verify_claims_of(self->claims, setup, diag);
    return err ? err : fl_claim_finding_list(self->claims, &self->findings, &self->findings_n, diag);
}

static void add_text(const char *key, const char *text, fl_text *out)
{
    fl_text_add_format(out, ",\"%s\":", key);
    fl_text_add_json(out, text ? text : "");
}

static void add_number(const char *key, double number, fl_text *out)
{
    fl_text_add_format(out, ",\"%s\":", key);
    fl_page_add_number(number, out);
}

static void add_finding(const fl_finding *finding, const fl_tally *tally, fl_text *out)
{
    const fl_verdict_result *found = &finding->result.found;
    const fl_claim *claim = finding->row->claim;
    fl_text documented, law;
    fl_text_init(&documented);
    fl_text_init(&law);
    fl_claim_counts_add_law(finding->row, tally, LAW, &law);
    fl_claim_print_documented(claim, &documented);
    fl_text_add(out, "{\"id\":");
    fl_text_add_json(out, finding->row->id);
    add_text("text", claim->text, out);
    add_text("source", claim->source, out);
    add_text("documented", fl_text_get(&documented), out);
    add_text("law", fl_text_get(&law), out);
    add_text("verdict", fl_stat_verdict_name(found->verdict), out);
    add_text("expected", fl_stat_verdict_name(finding->row->expected), out);
    add_number("observed", found->observed, out);
    add_number("low", found->limits.lo, out);
    add_number("high", found->limits.hi, out);
    add_number("trials", (double)finding->result.trials, out);
    add_number("needed", finding->result.floors_needed, out);
    fl_text_add_char(out, '}');
    fl_text_free(&documented);
    fl_text_free(&law);
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
    fl_err err = self->claims ? FL_OK : read_claims(self, &setup, &diag);
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
            fl_text_add(out, link);
            add_finding(&self->findings[i], &self->tally, out);
            link = ",";
        }
    }
    fl_text_add(out, err ? "" : "]");
    return fl_page_end(err, &diag);
}
