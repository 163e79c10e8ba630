/* Opening, running, looking up. */
#include "tests/unit/small_census.h"

#include "tests/unit/small_book.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

void small_census_open(small_census *self, const char *claims)
{
    memset(self, 0, sizeof *self);
    small_book_open(&self->book, claims);
    self->census = (fl_claim_run){.book = &self->book, .seed = 1, .threads = 1, .alpha = 1e-4};
    cr_assert_eq(fl_claim_finding_list(&self->book, &self->census.findings, &self->census.findings_n, NULL),
                 FL_OK);
}

void small_census_close(small_census *self)
{
    free(self->census.findings);
    fl_claim_set_free(&self->book);
}

void small_census_run(small_census *self)
{
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_verify_claims_run(&self->census, &diag), FL_OK, "%s: %s", diag.where, diag.what);
}

const fl_finding *small_census_find(const small_census *self, const char *id)
{
    for (size_t i = 0; i < self->census.findings_n; i++) {
        if (strcmp(self->census.findings[i].row->id, id) == 0) {
            return &self->census.findings[i];
        }
    }
    cr_assert_fail("no row %s", id);
    return NULL;
}
