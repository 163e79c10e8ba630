/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The error table, and what people are told about an error. */
#include "gen/base/diag.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

#define FL_TEST_CODE(code, number, exit_code, text) code,
static const fl_err codes[] = {FL_ERR_TABLE(FL_TEST_CODE)};
#undef FL_TEST_CODE
enum { CODES = sizeof codes / sizeof codes[0] };

static fl_diag diag;

/* Sets an error, and expects its parts. */
static void expect_parts(const char *where, const char *what, const char *hint)
{
    cr_expect_str_eq(diag.where, where);
    cr_expect_str_eq(diag.what, what);
    cr_expect_str_eq(diag.hint, hint);
}

Test(diag, every_code_has_a_text_of_its_own_and_the_exit_code_of_the_page)
{
    static const int exits[] = {0, 2, 2, 2, 2, 2, 2, 3, 3, 128 + 13, 128 + 2, 3, 3};
    for (int i = 0; i < CODES; i++) {
        cr_expect(i == 0 ? codes[i] == FL_OK : (int)codes[i] < 0);
        cr_expect_eq(fl_diag_exit_code(codes[i]), exits[i]);
        for (int k = 0; k < i; k++) {
            cr_expect(codes[i] != codes[k] && strcmp(fl_diag_text(codes[i]), fl_diag_text(codes[k])) != 0);
        }
    }
    cr_expect_str_eq(fl_diag_text((fl_err)-99), "unknown error");
    cr_expect_eq(fl_diag_exit_code((fl_err)-99), 3);
}

Test(diag, a_new_error_returns_its_code_and_forgets_the_old_hint)
{
    cr_expect_eq(fl_diag_set(&diag, FL_ERR_INPUT, "a.yaml:3", "found %d", 7), FL_ERR_INPUT);
    fl_diag_hint(&diag, "write %s", "eight");
    expect_parts("a.yaml:3", "found 7", "write eight");
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_IO, NULL, "d"), FL_ERR_IO);
    expect_parts("", "d", "");
    cr_expect_eq(fl_diag_memory(&diag), FL_ERR_MEMORY);
    expect_parts("", "out of memory", "");
    cr_expect_eq(diag.code, FL_ERR_MEMORY);
    cr_expect_eq(fl_diag_set(NULL, FL_ERR_IO, "x", "y"), FL_ERR_IO);
    fl_diag_hint(NULL, "z");
}

Test(diag, long_texts_are_cut_to_fit)
{
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, text, "%s", text), FL_ERR_INPUT);
    fl_diag_hint(&diag, "%s", text);
    cr_expect_eq(strlen(diag.where), sizeof diag.where - 1);
    cr_expect_eq(strlen(diag.what), sizeof diag.what - 1);
    cr_expect_eq(strlen(diag.hint), sizeof diag.hint - 1);
}

Test(diag, what_controls_a_terminal_or_turns_its_text_never_reaches_it)
{
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, "a\033[2J", "b\r\n%s", "\x7f"), FL_ERR_INPUT);
    fl_diag_hint(&diag, "c\a");
    expect_parts("a?[2J", "b???", "c?");
    static const char *const rows[][2] = {{"a\u202eb\u2028c\ufeffd\u200be", "a???b???c???d???e"},
                                          {"\u2066f…é\xc2\x85g\xc2\x80\xc2\xa0", "???f…é??g??\xc2\xa0"},
                                          {"x\xe2\x80", "x\xe2\x80"} /* the end is not passed */};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[32];
        fl_diag_mask(strcpy(text, rows[i][0]));
        cr_expect_str_eq(text, rows[i][1]);
    }
}

Test(diag, an_error_is_moved_to_the_file_that_named_its_place)
{
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_INPUT, "rules.yaml:3", "too many doors"), FL_ERR_INPUT);
    fl_diag_hint(&diag, "close one");
    fl_diag_move(&diag, "run\a.yaml:7");
    expect_parts("run?.yaml:7", "rules.yaml:3: too many doors", "close one");
    cr_assert_eq(fl_diag_set(&diag, FL_ERR_USAGE, "", "no"), FL_ERR_USAGE);
    fl_diag_move(&diag, "run.yaml:7");
    expect_parts("run.yaml:7", "no", "");
    cr_assert_eq(fl_diag_memory(&diag), FL_ERR_MEMORY);
    fl_diag_move(&diag, "run.yaml:7");
    cr_expect_str_eq(diag.where, "", "no line of a file is to blame");
    fl_diag_move(NULL, "run.yaml:7");
}
