/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What exact distributions say about claims, on the distribution of level 1 that ships. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct page {
    fl_claim_set claims;
    fl_finding *findings;
    size_t n;
} page;

/* Findings that were counted, with what is exact about them. */
static void open_page(page *self, const char *claims)
{
    fl_diag diag;
    fl_diag_init(&diag);
    small_claim_set_open(&self->claims, claims);
    cr_assert_eq(fl_claim_finding_list(&self->claims, &self->findings, &self->n, &diag), FL_OK);
    for (size_t i = 0; i < self->n; i++) {
        self->findings[i].is_counted = true;
        self->findings[i].result.found.verdict = FL_VERDICT_UNDECIDED;
    }
    cr_assert_eq(fl_verify_add_exact(&self->claims, self->findings, self->n, &diag), FL_OK, "%s", diag.what);
}

static void close_page(page *self)
{
    free(self->findings);
    fl_claim_set_free(&self->claims);
}

static void expect(const char *claim, const char *exact, fl_finding_proof proof)
{
    page p;
    char text[512];
    snprintf(text, sizeof text, "  - {id: a, source: s, text: t, %s, on: {level_1: confirmed}}\n", claim);
    open_page(&p, text);
    cr_assert_eq(p.n, 1);
    cr_expect(strncmp(p.findings[0].exact, exact, strlen(exact)) == 0 &&
                  (exact[0] || !p.findings[0].exact[0]),
              "%s: '%s'", claim, p.findings[0].exact);
    cr_expect_eq(p.findings[0].proof, proof, "%s", claim);
    close_page(&p);
}

Test(exact_value, chances_of_values_and_events_are_told)
{
    expect("type: probability, metric: end_rooms, values: 3, value: 1/2", "0.549478462",
           FL_FINDING_NOT_PROVED);
    expect("type: probability, metric: end_rooms, values: 3, given: 3..4, value: 1/2", "0.5601837",
           FL_FINDING_NOT_PROVED);
    expect("type: probability, event: roll.sacrifice.won, value: 5/14", "5/14, per floor 0.1609005493",
           FL_FINDING_NOT_PROVED);
    expect("type: distribution, metric: plan_rooms, distribution: {7: 1/2, 8: 1/2}", "7: 0.5000, 8: 0.5000",
           FL_FINDING_NOT_PROVED);
    expect("type: mean, metric: end_rooms, value: 3", "3.469631824", FL_FINDING_NOT_PROVED);
    expect("type: probability, metric: shop_rank, values: 3, value: 1/2", "", FL_FINDING_NOT_PROVED);
}

Test(exact_value, what_never_or_always_happens_is_proved_or_disproved)
{
    expect("type: never, event: has_loop", "0", FL_FINDING_PROVED);
    expect("type: always, event: has_secret", "1", FL_FINDING_PROVED);
    expect("type: always, metric: plan_rooms, values: 7..8", "1", FL_FINDING_PROVED);
    expect("type: always, metric: plan_rooms, values: 7", "1/2", FL_FINDING_DISPROVED);
    expect("type: never, metric: end_rooms, values: 5", "0.01911028646", FL_FINDING_DISPROVED);
    expect("type: occurs, metric: end_rooms, values: 6", "0", FL_FINDING_DISPROVED);
    expect("type: occurs, metric: end_rooms, values: 5", "0.01911028646", FL_FINDING_PROVED);
    expect("type: support, metric: end_rooms, values: 3..5", "0", FL_FINDING_PROVED);
    expect("type: support, metric: end_rooms, values: 3..4", "0.0191102864", FL_FINDING_DISPROVED);
    expect("type: support, metric: end_rooms, values: 3..6, complete: yes", "0", FL_FINDING_DISPROVED);
    /* attempts go on: that is not listed to the end */
    expect("type: always, metric: attempts, values: 1..9", "0.999", FL_FINDING_DISPROVED);
}
