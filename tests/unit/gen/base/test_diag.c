/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The error table: every code has a text and an exit code of its own kind. What people are told about an
 * error. */
#include "gen/base/diag.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#define FL_TEST_CODE(code, number, exit_code, text) code,
static const fl_err codes[] = {FL_ERR_TABLE(FL_TEST_CODE)};
#undef FL_TEST_CODE
enum { CODES = sizeof codes / sizeof codes[0] };

Test(diag, success_is_zero_and_errors_are_negative)
{
    cr_assert_eq(FL_OK, 0);
    for (int i = 0; i < CODES; i++) {
        cr_expect(codes[i] == FL_OK || (int)codes[i] < 0, "code %d", codes[i]);
    }
}

Test(diag, every_code_has_a_text_of_its_own)
{
    for (int i = 0; i < CODES; i++) {
        cr_expect_gt(strlen(fl_diag_text(codes[i])), 5u);
        cr_expect_str_neq(fl_diag_text(codes[i]), fl_diag_text((fl_err)-99));
        for (int k = 0; k < i; k++) {
            cr_expect_neq(codes[i], codes[k]);
            cr_expect_str_neq(fl_diag_text(codes[i]), fl_diag_text(codes[k]));
        }
    }
}

Test(diag, exit_codes_are_those_of_the_command_line_page)
{
    cr_expect_eq(fl_diag_exit_code(FL_OK), 0);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_USAGE), 2);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_INPUT), 2);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_MEMORY), 3);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_IO), 3);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_CLOSED), 128 + SIGPIPE);
    cr_expect_eq(fl_diag_exit_code(FL_ERR_STOPPED), 128 + SIGINT);
}

Test(diag, an_unknown_code_is_still_a_failure)
{
    cr_expect_str_eq(fl_diag_text((fl_err)-99), "unknown error");
    cr_expect_neq(fl_diag_exit_code((fl_err)-99), 0);
}

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

Test(diag, what_turns_or_hides_text_does_not_reach_a_terminal_either)
{
    char text[] = "a\u202eb\u2028c\ufeffd\u200be\u2066f…é\xc2\x85";
    fl_diag_mask(text);
    cr_expect_str_eq(text, "a???b???c???d???e???f…é??");
    char cut[] = "x\xe2\x80";
    fl_diag_mask(cut);
    cr_expect_str_eq(cut, "x\xe2\x80", "the end of a text is not passed");
}

Test(diag, an_error_is_moved_to_the_file_that_named_its_place)
{
    fl_diag diag;
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, "rules.yaml:3", "too many doors"), FL_ERR_INPUT);
    fl_diag_hint(&diag, "close one");
    fl_diag_move(&diag, "run\a.yaml:7");
    cr_expect_str_eq(diag.where, "run?.yaml:7");
    cr_expect_str_eq(diag.what, "rules.yaml:3: too many doors");
    cr_expect_str_eq(diag.hint, "close one");
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_USAGE, "", "no"), FL_ERR_USAGE);
    fl_diag_move(&diag, "run.yaml:7");
    cr_expect_str_eq(diag.what, "no");
    cr_assert_eq(fl_diag_memory(&diag), FL_ERR_MEMORY);
    fl_diag_move(&diag, "run.yaml:7");
    cr_expect_str_eq(diag.where, "", "no line of a file is to blame");
    fl_diag_move(NULL, "run.yaml:7");
}
