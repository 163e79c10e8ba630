/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Books and censuses of a test. */
#include "tests/stat/verify_stage.h"

#include "experiments/verify/verify.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

void verify_stage_open(verify_stage *self, const char *text, const char *setting)
{
    fl_diag diag;
    memset(self, 0, sizeof *self);
    fl_diag_init(&diag);
    fl_claim_set_init(&self->book);
    fl_err err = fl_claim_set_add(&self->book, text, strlen(text), "family", &diag);
    err = err || !setting ? err : fl_claim_rows_set(&self->book, setting, &diag);
    err = err ? err : fl_claim_rows_make(&self->book, NULL, &diag);
    self->census = (fl_claim_run){.claims = &self->book, .threads = 2};
    err = err ? err
              : fl_claim_finding_list(&self->book, &self->census.findings, &self->census.findings_n, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
}

void verify_stage_close(verify_stage *self)
{
    fl_verify_claims_free(&self->census);
    free(self->census.findings);
    fl_claim_set_free(&self->book);
}

unsigned verify_stage_refuted(verify_stage *self, uint64_t seed, uint64_t floors)
{
    unsigned n = 0;
    self->census.seed = seed;
    self->census.limit = floors;
    for (size_t i = 0; i < self->census.findings_n; i++) {
        self->census.findings[i] = (fl_finding){.row = self->census.findings[i].row};
    }
    cr_assert_eq(fl_verify_claims(&self->census, NULL), FL_OK);
    for (size_t i = 0; i < self->census.findings_n; i++) {
        n += self->census.findings[i].result.found.verdict == FL_VERDICT_REFUTED;
    }
    return n;
}
