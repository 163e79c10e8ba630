/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and opening, with what went wrong in the test's message. */
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <string.h>

const char small_claim_set_head[] = "source: a document\n"
                                    "sources: [{short: s, title: a page}, {short: page, title: a book}]\n"
                                    "scenarios:\n"
                                    "  level_1: {generator: classic, settings: {level: 1}}\n"
                                    "  again: {generator: classic}\n"
                                    "  level_4: {generator: classic, settings: {level: 4}}\n"
                                    "  flash: {generator: classic, settings: {rules: flash}}\n"
                                    "claims:\n";

fl_err small_claim_set_add(fl_claim_set *set, const char *claims, fl_diag *diag)
{
    fl_text text;
    fl_text_init(&text);
    fl_diag_init(diag);
    fl_claim_set_init(set);
    fl_text_add(&text, small_claim_set_head);
    fl_text_add(&text, claims);
    fl_err err = fl_claim_set_add(set, fl_text_get(&text), text.size, "x.yaml", diag);
    fl_text_free(&text);
    return err;
}

void small_claim_set_open(fl_claim_set *set, const char *claims)
{
    fl_diag diag;
    fl_err err = small_claim_set_add(set, claims, &diag);
    err = err ? err : fl_claim_rows_make(set, NULL, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
}
