/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of claims together. */
#include "analysis/claim/claim_private.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <string.h>

#define CLAIM(id, more)                                                                                      \
    "  - {id: " id ", source: s, text: t, type: never, event: has_loop, on: {level_1: confirmed}" more "}\n"

static fl_claim_set book;
static fl_diag diag;

static void tear_down(void)
{
    fl_claim_set_free(&book);
}

TestSuite(claim_set, .fini = tear_down);

Test(claim_set, keeps_claims_and_populations_of_all_files)
{
    static const char more[] =
        "source: another\npopulations: {b: {generator: classic}}\nclaims:\n" CLAIM("two", "");
    cr_assert_eq(small_claim_set_add(&book, CLAIM("one", ""), &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_claim_set_add(&book, more, strlen(more), "y.yaml", &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(book.claims_n, 2u);
    cr_expect_eq(book.populations_n, 5u);
    cr_expect_str_eq(fl_claim_set_find(&book, "two")->document, "another");
    cr_expect_null(fl_claim_set_find(&book, "three"));
    cr_expect_str_eq(fl_claim_set_nearest(&book, "twoo"), "two");
    cr_expect_null(fl_claim_set_nearest(&book, "something else"));
}

Test(claim_set, a_conflict_holds_both_ways)
{
    cr_assert_eq(
        small_claim_set_add(
            &book, CLAIM("one", ", conflicts_with: [three]") CLAIM("two", "") CLAIM("three", ""), &diag),
        FL_OK);
    const fl_claim *one = fl_claim_set_find(&book, "one");
    const fl_claim *three = fl_claim_set_find(&book, "three");
    cr_expect_eq(fl_claim_set_conflict(&book, one, 0), three);
    cr_expect_eq(fl_claim_set_conflict(&book, three, 0), one);
    cr_expect_null(fl_claim_set_conflict(&book, one, 1));
    cr_expect_null(fl_claim_set_conflict(&book, fl_claim_set_find(&book, "two"), 0));
}

Test(claim_set, all_files_that_ship_can_be_read)
{
    fl_diag_init(&diag);
    fl_claim_set_init(&book);
    cr_assert_eq(fl_claim_set_add_shipped(&book, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert_eq(fl_claim_rows_make(&book, NULL, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_expect_geq(book.claims_n, 18u);
    for (size_t i = 0; i < book.rows_n; i++) {
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(book.row[i].id, book.row[k].id);
        }
    }
}
