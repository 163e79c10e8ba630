/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Short numbers and times; when the progress line is written. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <string.h>
#include <unistd.h>

Test(progress, numbers_have_three_digits_and_a_suffix_and_times_are_minutes_or_hours)
{
    static const struct {
        void (*format)(double number, fl_text *out);
        double number;
        const char *expected;
    } rows[] = {
        {fl_program_format_number, 0, "0"},
        {fl_program_format_number, 999, "999"},
        {fl_program_format_number, 999.4, "999"},
        {fl_program_format_number, 999.6, "1.00k"},
        {fl_program_format_number, 1000, "1.00k"},
        {fl_program_format_number, 9994, "9.99k"},
        {fl_program_format_number, 9996, "10.0k"},
        {fl_program_format_number, 99940, "99.9k"},
        {fl_program_format_number, 99960, "100k"},
        {fl_program_format_number, 999499, "999k"},
        {fl_program_format_number, 999960, "1.00M"},
        {fl_program_format_number, 12345678, "12.3M"},
        {fl_program_format_number, 999999999, "1.00G"},
        {fl_program_format_number, 1e12, "1.00T"},
        {fl_program_format_number, 2.5e16, "25000T"},
        {fl_program_format_time, 0.4, "0:00"},
        {fl_program_format_time, 9.6, "0:10"},
        {fl_program_format_time, 59.4, "0:59"},
        {fl_program_format_time, 59.6, "1:00"},
        {fl_program_format_time, 3599.4, "59:59"},
        {fl_program_format_time, 3599.6, "1:00:00"},
        {fl_program_format_time, 36000 + 62, "10:01:02"},
        {fl_program_format_time, 1e30, "999999:00:00"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_text text;
        fl_text_init(&text);
        rows[i].format(rows[i].number, &text);
        cr_expect_str_eq(fl_text_get(&text), rows[i].expected);
        fl_text_free(&text);
    }
}

/* What is written when the last line is so many seconds old. */
static void tell(bool is_quiet, double ago, char out[200])
{
    int ends[2];
    fl_progress progress;
    memset(out, 0, 200);
    cr_assert_eq(pipe(ends), 0);
    fl_program_progress_init(&progress, is_quiet ? -1 : ends[1]);
    progress.total = 4000;
    progress.before = 1000;
    progress.started = fl_program_host_seconds() - ago;
    fl_program_progress_floors(&progress, 2000);
    fl_program_progress_floors(&progress, 2000);
    fl_program_progress_end(&progress);
    close(ends[1]);
    cr_assert_geq(read(ends[0], out, 199), 0);
    close(ends[0]);
}

Test(progress, plain_lines_come_every_ten_seconds)
{
    char text[200];
    tell(false, 5, text);
    cr_expect_str_eq(text, "");
    tell(false, 20, text);
    cr_expect_str_eq(text, "floorlab: 2.00k of 4.00k samples (50 %), 50 samples/s, 0:40 left\n");
    tell(true, 20, text);
    cr_expect_str_eq(text, "");
}

Test(progress, a_word_of_a_command_is_quoted_where_a_shell_needs_it)
{
    fl_text text;
    fl_text_init(&text);
    fl_program_format_word("a-b.h5", &text);
    fl_program_format_word("it's $1", &text);
    cr_expect_str_eq(fl_text_get(&text), "a-b.h5'it'\\''s $1'");
    fl_text_free(&text);
}
