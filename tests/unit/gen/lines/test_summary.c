/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Summaries come back, and nothing else is one. */
#include "gen/lines/lines_private.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static fl_lines_floors made, back;
static fl_diag diag;

#define FL_TEST_SUMMARY "floors 10\nfailed 2\nbad 3\nwidth 9\nheight 8\ncells 20\n"

Test(summary, what_is_written_comes_back)
{
    fl_text text;
    unsigned number = 0;
    made.found.floors = 10;
    made.found.failed = 2;
    made.found.bad = 3;
    made.known.width = 9;
    made.known.height = 8;
    made.known.cells_most = 20;
    cr_assert_eq(fl_foreign_roll(&made.known, "dice", &number, &diag), FL_OK);
    fl_text_init(&text);
    fl_lines_summary_write(&made, &text);
    cr_expect_str_eq(fl_text_get(&text), FL_TEST_SUMMARY "roll dice\n");
    cr_assert_eq(fl_lines_summary_read(&back, fl_text_get(&text), "x", &diag), FL_OK, "%s", diag.what);
    cr_expect(back.found.floors == 10 && back.found.failed == 2 && back.found.bad == 3);
    cr_expect(back.known.width == 9 && back.known.height == 8 && back.known.cells_most == 20 && back.n == 0);
    cr_expect(back.known.rolls_n == 1 && strcmp(back.known.roll_names[0], "dice") == 0);
    fl_text_free(&text);
}

Test(summary, anything_else_is_refused)
{
    static const char *const bad[] = {
        "",
        "floors 10\n",
        FL_TEST_SUMMARY "door 3\n",
        FL_TEST_SUMMARY "roll\n",
        FL_TEST_SUMMARY "roll a b\n",
        "floors 0\nfailed 2\nbad 3\nwidth 9\nheight 8\ncells 20\n",
        "floors x\nfailed 2\nbad 3\nwidth 9\nheight 8\ncells 20\n",
        "floors 10\nfailed 2\nbad 3\nwidth 201\nheight 8\ncells 20\n",
        "floors 10\nfailed 2\nbad 3\nwidth 9\nheight 8\ncells 40001\n",
        FL_TEST_SUMMARY "part 10\n",
        FL_TEST_SUMMARY "value 1\n",
        FL_TEST_SUMMARY "field a\nvalue 1\n",
        FL_TEST_SUMMARY "field a\nvalue 1\npart 9\n",
        FL_TEST_SUMMARY "field a\nvalue 1\npart 5\npart 5\n",
        FL_TEST_SUMMARY "field a\nvalue 1\nvalue 1\npart 5\npart 5\n",
        FL_TEST_SUMMARY "field a\nvalue 1\nfield a\nvalue 1\npart 10\n",
        FL_TEST_SUMMARY "field file\nvalue 1\npart 10\n",
        FL_TEST_SUMMARY "roll abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        back = (fl_lines_floors){.n = 0};
        cr_expect_eq(fl_lines_summary_read(&back, bad[i], "mine (summary)", &diag), FL_ERR_DAMAGED, "%s",
                     bad[i]);
        cr_expect_str_eq(diag.where, "mine (summary)");
        fl_lines_floors_free(&back);
    }
}
