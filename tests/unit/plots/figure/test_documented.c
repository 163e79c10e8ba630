/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What figures mark as documented is what the claims say. */
#include "analysis/claim/claim.h"
#include "plots/figure/figure_private.h"

#include <criterion/criterion.h>

#include <string.h>

static bool is_claimed(const fl_claim_set *book, const fl_documented_odd *odd)
{
    for (size_t i = 0; i < book->claims_n; i++) {
        const fl_claim *claim = book->claim[i];
        if (claim->type == FL_CLAIM_PROBABILITY && claim->event && strcmp(claim->event, odd->event) == 0 &&
            claim->value.num * odd->chance.den == odd->chance.num * claim->value.den) {
            return true;
        }
    }
    return false;
}

Test(documented, every_odd_of_a_figure_is_a_claim)
{
    fl_claim_set book;
    fl_diag diag;
    size_t n = 0;
    const fl_documented_odd *odds = fl_figure_documented_odds(&n);
    fl_diag_init(&diag);
    fl_claim_set_init(&book);
    cr_assert_eq(fl_claim_set_add_shipped(&book, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert_gt(n, 20u);
    for (size_t i = 0; i < n; i++) {
        cr_expect(is_claimed(&book, &odds[i]), "%s: %s", odds[i].event, odds[i].label);
    }
    fl_claim_set_free(&book);
}
