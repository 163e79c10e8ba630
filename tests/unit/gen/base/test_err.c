/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The error table: every code has a text and an exit code of its own kind. */
#include "gen/base/err.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#define FL_TEST_CODE(code, number, exit_code, text) code,
static const fl_err codes[] = {FL_ERR_TABLE(FL_TEST_CODE)};
#undef FL_TEST_CODE
enum { CODES = sizeof codes / sizeof codes[0] };

Test(err, success_is_zero_and_errors_are_negative)
{
    cr_assert_eq(FL_OK, 0);
    for (int i = 0; i < CODES; i++) {
        cr_expect(codes[i] == FL_OK || (int)codes[i] < 0, "code %d", codes[i]);
    }
}

Test(err, every_code_has_a_text_of_its_own)
{
    for (int i = 0; i < CODES; i++) {
        cr_expect_gt(strlen(fl_err_text(codes[i])), 5u);
        cr_expect_str_neq(fl_err_text(codes[i]), fl_err_text((fl_err)-99));
        for (int k = 0; k < i; k++) {
            cr_expect_neq(codes[i], codes[k]);
            cr_expect_str_neq(fl_err_text(codes[i]), fl_err_text(codes[k]));
        }
    }
}

Test(err, exit_codes_are_those_of_the_command_line_page)
{
    cr_expect_eq(fl_err_exit_code(FL_OK), 0);
    cr_expect_eq(fl_err_exit_code(FL_ERR_USAGE), 2);
    cr_expect_eq(fl_err_exit_code(FL_ERR_INPUT), 2);
    cr_expect_eq(fl_err_exit_code(FL_ERR_MEMORY), 3);
    cr_expect_eq(fl_err_exit_code(FL_ERR_IO), 3);
    cr_expect_eq(fl_err_exit_code(FL_ERR_CLOSED), 128 + SIGPIPE);
    cr_expect_eq(fl_err_exit_code(FL_ERR_STOPPED), 128 + SIGINT);
}

Test(err, an_unknown_code_is_still_a_failure)
{
    cr_expect_str_eq(fl_err_text((fl_err)-99), "unknown error");
    cr_expect_neq(fl_err_exit_code((fl_err)-99), 0);
}

Test(err, a_defect_ends_the_process, .signal = SIGABRT)
{
    fl_bug_assert(CODES == 0, "this test");
}

Test(err, a_condition_that_holds_goes_on)
{
    fl_bug_assert(CODES > 0, "this test");
    cr_expect(CODES > 0);
}
