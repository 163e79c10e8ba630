/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of whole numbers. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

Test(value_set, takes_numbers_and_ranges)
{
    fl_value_set e = {.pieces_n = 0};
    fl_text text;
    fl_text_init(&text);
    cr_expect_eq(fl_claim_value_set_add(&e, "7"), FL_OK);
    cr_expect_eq(fl_claim_value_set_add(&e, "50..59"), FL_OK);
    cr_expect(fl_claim_value_set_has(&e, 7) && fl_claim_value_set_has(&e, 50) &&
              fl_claim_value_set_has(&e, 59));
    cr_expect_not(fl_claim_value_set_has(&e, 6) || fl_claim_value_set_has(&e, 8) ||
                  fl_claim_value_set_has(&e, 60) || fl_claim_value_set_has(&e, -7));
    cr_expect(fl_claim_value_set_span(&e).first == 7 && fl_claim_value_set_span(&e).last == 59);
    fl_claim_value_set_print(&e, &text);
    cr_expect_str_eq(fl_text_get(&text), "7, 50…59");
    fl_text_free(&text);
}

Test(value_set, the_span_does_not_ask_for_an_order)
{
    fl_value_set e = {.pieces_n = 0};
    cr_expect_eq(fl_claim_value_set_add(&e, "9..12"), FL_OK);
    cr_expect_eq(fl_claim_value_set_add(&e, "2"), FL_OK);
    cr_expect(fl_claim_value_set_span(&e).first == 2 && fl_claim_value_set_span(&e).last == 12);
}

Test(value_set, what_is_no_range_changes_nothing)
{
    static const char *const wrong[] = {"",  "..",  "1..",   "..2",     "3..2",      "-1",
                                        "a", "1.5", "1...3", "1..2..3", "9999999999"};
    fl_value_set e = {.pieces_n = 0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_expect_eq(fl_claim_value_set_add(&e, wrong[i]), FL_ERR_INPUT, "'%s'", wrong[i]);
    }
    cr_expect_eq(e.pieces_n, 0u);
    for (unsigned i = 0; i < FL_VALUE_SET_PIECES; i++) {
        cr_expect_eq(fl_claim_value_set_add(&e, "1"), FL_OK);
    }
    cr_expect_eq(fl_claim_value_set_add(&e, "1"), FL_ERR_INPUT, "no room for more");
}
