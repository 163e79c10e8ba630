/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fields: where they stand in a line, what their values are, which floors they choose. */
#include "gen/lines/lines_private.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define FL_TEST_LINE(more) "{\"rooms\":[{\"cells\":[[0,0]]}]" more "}\n"

static fl_lines_floors floors;
static fl_diag diag;
static fl_text kept;

static void set_up(void)
{
    fl_diag_init(&diag);
    fl_text_init(&kept);
}

static void tear_down(void)
{
    fl_lines_floors_free(&floors);
    fl_text_free(&kept);
}

TestSuite(fields, .init = set_up, .fini = tear_down);

static fl_err read_text(const char *fields, const char *text)
{
    fl_lines_file file = {.name = "mine", .data = text, .size = strlen(text), .kept = &kept};
    fl_err err = fl_lines_fields_init(&floors, fields, &diag);
    return err ? err : fl_lines_read(&floors, &file, &diag);
}

Test(fields, a_number_is_one_value)
{
    cr_assert_eq(read_text("a",
                           FL_TEST_LINE(",\"a\":3") FL_TEST_LINE(",\"a\":\"3\"") FL_TEST_LINE(",\"a\":3.0")
                               FL_TEST_LINE(",\"a\":true") FL_TEST_LINE(",\"a\":\"0.10\"")),
                 FL_OK, "%s", diag.what);
    cr_assert_eq(floors.field[0].value.n, 3u);
    cr_expect_str_eq(floors.field[0].value.word[0], "3");
    cr_expect_str_eq(floors.field[0].value.word[1], "true");
    cr_expect_str_eq(floors.field[0].value.word[2], "0.1");
    cr_expect(floors.parts_n == 3 && floors.part[0] == 3 && floors.part[1] == 1);
}

Test(fields, all_lines_have_it_in_one_place)
{
    cr_expect_eq(read_text("a", FL_TEST_LINE(",\"settings\":{\"a\":2}") FL_TEST_LINE(",\"a\":1")),
                 FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "mine:2");
    cr_expect_str_eq(diag.what, "a: the line has no 'a' in its settings");
}

Test(fields, they_choose_floors)
{
    fl_lines_choice choice;
    cr_assert_eq(read_text("a b", FL_TEST_LINE(",\"a\":1,\"b\":\"x\"") FL_TEST_LINE(",\"a\":2,\"b\":\"x\"")
                                      FL_TEST_LINE(",\"a\":1,\"b\":\"y\"")),
                 FL_OK, "%s", diag.what);
    cr_assert_eq(fl_lines_fields_choose(&floors, "", &choice, &diag), FL_OK);
    cr_expect(choice.n == 3 && !choice.is_some);
    cr_assert_eq(fl_lines_fields_choose(&floors, "{\"a\":1}", &choice, &diag), FL_OK, "%s", diag.what);
    cr_expect(choice.n == 2 && choice.floor[0] == 0 && choice.floor[1] == 2);
    free(choice.floor);
    cr_assert_eq(fl_lines_fields_choose(&floors, "{\"a\":\"2\",\"b\":\"y\"}", &choice, &diag), FL_OK);
    cr_expect_eq(choice.n, 0u, "no floor has both");
    free(choice.floor);
    cr_expect_eq(fl_lines_fields_choose(&floors, "{\"a\":3}", &choice, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "no floor has a=3");
    cr_expect_eq(fl_lines_fields_choose(&floors, "{\"c\":3}", &choice, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "c");
}

Test(fields, a_line_that_is_left_out_has_no_value)
{
    fl_lines_file file = {.name = "mine", .skip_bad = 3, .kept = &kept};
    file.data = FL_TEST_LINE(",\"a\":1,\"b\":1") FL_TEST_LINE(",\"a\":2") FL_TEST_LINE(",\"a\":3,\"b\":[]");
    file.size = strlen(file.data);
    cr_assert_eq(fl_lines_fields_init(&floors, "a b", &diag), FL_OK);
    cr_assert_eq(fl_lines_read(&floors, &file, &diag), FL_OK, "%s", diag.what);
    cr_expect(floors.found.bad == 2 && floors.field[0].value.n == 1 && floors.parts_n == 1);
}
