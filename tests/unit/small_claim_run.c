/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening, running, looking up. */
#include "tests/unit/small_claim_run.h"

#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

void small_claim_run_open(small_claim_run *self, const char *claims)
{
    memset(self, 0, sizeof *self);
    small_claim_set_open(&self->claims, claims);
    self->run = (fl_claim_run){.claims = &self->claims, .seed = 1, .threads = 1, .alpha = 1e-4};
    cr_assert_eq(fl_claim_finding_list(&self->claims, &self->run.findings, &self->run.findings_n, NULL),
                 FL_OK);
}

void small_claim_run_close(small_claim_run *self)
{
    fl_verify_claims_free(&self->run);
    free(self->run.findings);
    fl_claim_set_free(&self->claims);
}

void small_claim_run_run(small_claim_run *self)
{
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_verify_claims(&self->run, &diag), FL_OK, "%s: %s", diag.where, diag.what);
}

const fl_finding *small_claim_run_find(const small_claim_run *self, const char *id)
{
    for (size_t i = 0; i < self->run.findings_n; i++) {
        if (strcmp(self->run.findings[i].row->id, id) == 0) {
            return &self->run.findings[i];
        }
    }
    cr_assert_fail("no row %s", id);
    return NULL;
}
