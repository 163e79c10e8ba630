/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people are told about an error. */
#include "gen/base/diag.h"

#include <criterion/criterion.h>
#include <string.h>

Test(diag, setting_returns_the_code_and_keeps_all_parts)
{
    fl_diag diag;
    cr_expect_eq(fl_diag_set(&diag, FL_ERR_INPUT, "a.yaml:3", "found %d, expected %s", 7, "eight"),
                 FL_ERR_INPUT);
    fl_diag_hint(&diag, "write %s", "eight");
    cr_expect_eq(diag.code, FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "a.yaml:3");
    cr_expect_str_eq(diag.what, "found 7, expected eight");
    cr_expect_str_eq(diag.hint, "write eight");
}

Test(diag, nobody_need_listen)
{
    cr_expect_eq(fl_diag_set(NULL, FL_ERR_IO, "x", "y"), FL_ERR_IO);
    fl_diag_hint(NULL, "z");
    cr_expect_eq(fl_diag_memory(NULL), FL_ERR_MEMORY);
}

Test(diag, a_new_error_forgets_the_old_hint)
{
    fl_diag diag;
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, "a", "b"), FL_ERR_INPUT);
    fl_diag_hint(&diag, "c");
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_IO, NULL, "d"), FL_ERR_IO);
    cr_expect_str_empty(diag.hint);
    cr_expect_str_empty(diag.where);
    cr_expect_str_eq(diag.what, "d");
}

Test(diag, long_texts_are_cut_to_fit)
{
    fl_diag diag;
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, text, "%s", text), FL_ERR_INPUT);
    fl_diag_hint(&diag, "%s", text);
    cr_expect_eq(strlen(diag.where), sizeof diag.where - 1);
    cr_expect_eq(strlen(diag.what), sizeof diag.what - 1);
    cr_expect_eq(strlen(diag.hint), sizeof diag.hint - 1);
}

Test(diag, control_characters_never_reach_a_terminal)
{
    fl_diag diag;
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, "a\033[2J", "b\r\n%s", "\x7f"), FL_ERR_INPUT);
    fl_diag_hint(&diag, "c\a");
    cr_expect_str_eq(diag.where, "a?[2J");
    cr_expect_str_eq(diag.what, "b???");
    cr_expect_str_eq(diag.hint, "c?");
}

Test(diag, running_out_of_memory_is_said_the_same_everywhere)
{
    fl_diag diag;
    cr_expect_eq(fl_diag_memory(&diag), FL_ERR_MEMORY);
    cr_expect_eq(diag.code, FL_ERR_MEMORY);
    cr_expect_str_eq(diag.what, "out of memory");
}
