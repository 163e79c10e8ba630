/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that are too long for a terminal; what "-" means. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines are broken at a blank, and go on below their beginning; characters are counted, not bytes. */
Test(output, long_lines_are_broken)
{
    static const struct {
        const char *text;
        unsigned columns;
        const char *expected;
    } rows[] = {
        {"one two three\n", 8, "one two\nthree\n"},
        {"  one two three", 10, "  one two\n  three"},
        {"mean   of all the trials there are\n", 20, "mean   of all the\n       trials there\n       are\n"},
        {"one two three\n", 0, "one two three\n"},
        {"one two\n\nthree\n", 7, "one two\n\nthree\n"},
        {"größe größe\n", 5, "größe\ngröße\n"},
        {"abcdefgh ij\n", 4, "abcd\nefgh\nij\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_text in;
        fl_text out;
        fl_text_init(&in);
        fl_text_init(&out);
        fl_text_add(&in, rows[i].text);
        fl_program_output_wrap(&in, rows[i].columns, &out);
        cr_expect_str_eq(fl_text_get(&out), rows[i].expected);
        fl_text_free(&in);
        fl_text_free(&out);
    }
}

Test(output, a_dash_is_never_a_file_that_may_not_be_replaced)
{
    cr_expect(fl_program_file_is_stream("-"));
    cr_expect_not(fl_program_file_is_stream("./-"));
    cr_expect_eq(fl_program_output_guard("-", NULL, false, NULL), FL_OK);
    cr_expect_eq(fl_program_output_guard("/dev/null", NULL, false, NULL), FL_ERR_USAGE);
}

Test(output, a_dash_is_read_to_its_end)
{
    enum { SIZE = 200000 };
    int ends[2];
    char *text = NULL;
    size_t size = 0;
    char block[1000];
    memset(block, 'x', sizeof block);
    cr_assert_eq(pipe(ends), 0);
    if (fork() == 0) {
        for (int i = 0; i < SIZE / (int)sizeof block; i++) {
            ssize_t n = write(ends[1], block, sizeof block);
            (void)n;
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    cr_assert_eq(fl_program_file_read("-", &text, &size, NULL), FL_OK);
    cr_expect_eq(size, SIZE);
    cr_expect_eq(strlen(text), SIZE);
    free(text);
}
