/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of floors: what is taken, what is left out, what is refused. */
#include "gen/base/files.h"
#include "gen/lines/lines_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define FL_TEST_GOOD "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]}]}"
#define FL_TEST_OTHER "{\"rooms\":[{\"cells\":[[0,0]]}]}"

static fl_lines_floors floors;
static fl_lines_file file;
static fl_text kept;
static fl_diag diag;

static void set_up(void)
{
    fl_text_init(&kept);
    fl_diag_init(&diag);
    file = (fl_lines_file){.name = "mine.jsonl", .kept = &kept};
}

static void tear_down(void)
{
    fl_lines_floors_free(&floors);
    fl_text_free(&kept);
}

TestSuite(read, .init = set_up, .fini = tear_down);

static fl_err read_bytes(const char *data, size_t size, uint64_t skip_bad)
{
    fl_lines_floors_free(&floors);
    fl_text_clear(&kept);
    fl_diag_init(&diag);
    file.data = data;
    file.size = size;
    file.skip_bad = skip_bad;
    return fl_lines_read(&floors, &file, &diag);
}

static fl_err read_text(const char *text, uint64_t skip_bad)
{
    return read_bytes(text, strlen(text), skip_bad);
}

Test(read, a_line_is_a_floor)
{
    cr_assert_eq(read_text(FL_TEST_GOOD "\n" FL_TEST_OTHER "\n", 0), FL_OK, "%s", diag.what);
    cr_expect_eq(floors.n, 2u);
    cr_expect(floors.found.floors == 2 && floors.found.bad == 0 && floors.found.failed == 0);
    cr_expect(file.is_kept && strcmp(fl_text_get(&kept), file.data) == 0);
    cr_expect_eq(file.hash, fl_files_hash(file.data, file.size));
}

Test(read, empty_lines_marks_and_ends_of_lines_do_not_matter)
{
    cr_assert_eq(read_text("\xef\xbb\xbf" FL_TEST_GOOD "\r\n\n \t\r\n" FL_TEST_OTHER, 0), FL_OK, "%s",
                 diag.what);
    cr_expect_eq(floors.n, 2u);
}

Test(read, bad_lines_are_left_out_as_long_as_that_is_allowed)
{
    static const char text[] = "x\n" FL_TEST_GOOD "\n[]\n" FL_TEST_GOOD "\ny\n";
    cr_assert_eq(read_text(text, 3), FL_OK, "%s", diag.what);
    cr_expect(floors.n == 2 && floors.found.bad == 3);
    const char *told = fl_text_get(&floors.found.told);
    cr_expect(strstr(told, "mine.jsonl:1: not JSON") && strstr(told, "\nmine.jsonl:3: found a list"), "%s",
              told);
    cr_expect_eq(read_text(text, 2), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "mine.jsonl:5");
}

Test(read, only_the_first_bad_lines_are_told)
{
    cr_assert_eq(read_text("1\n2\n3\n4\n5\n6\n7\n" FL_TEST_GOOD "\n", 100), FL_OK, "%s", diag.what);
    const char *told = fl_text_get(&floors.found.told);
    cr_expect(strstr(told, "mine.jsonl:5:") && !strstr(told, "mine.jsonl:6:"), "%s", told);
}

/* A good floor in a line of n bytes. */
static size_t add_line(char *out, size_t n)
{
    memset(out, ' ', n);
    memcpy(out, FL_TEST_GOOD, sizeof FL_TEST_GOOD - 1);
    out[n] = '\n';
    return n + 1;
}

Test(read, lines_have_a_greatest_length)
{
    enum { FAR_TOO_LONG = 9000000 };
    char *text = malloc(2 * FL_LINES_LONGEST + FAR_TOO_LONG + 100);
    cr_assert_not_null(text);
    size_t n = add_line(text, FL_LINES_LONGEST);
    cr_expect_eq(read_bytes(text, n, 0), FL_OK, "%s", diag.what);
    n += add_line(text + n, FL_LINES_LONGEST + 1);
    cr_expect_eq(read_bytes(text, n, 0), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "mine.jsonl:2");
    cr_expect_str_eq(diag.what, "a line of more than 999999 bytes");
    n = add_line(text, FAR_TOO_LONG);
    n += add_line(text + n, 100);
    cr_expect_eq(read_bytes(text, n, 0), FL_ERR_INPUT);
    cr_assert_eq(read_bytes(text, n, 1), FL_OK, "%s", diag.what);
    cr_expect(floors.n == 1 && floors.found.bad == 1, "it is one bad line, however long");
    n = add_line(text, FAR_TOO_LONG) - 1;
    cr_expect_eq(read_bytes(text, n, 1), FL_ERR_INPUT, "nothing else is there");
    cr_expect_str_eq(diag.what, "there is no floor in it");
    free(text);
}

Test(read, large_files_and_bytes_that_are_no_text_are_not_kept)
{
    char *text = malloc(FL_LINES_KEPT + 1);
    cr_assert_not_null(text);
    size_t n = 0;
    while (n + 1000 < FL_LINES_KEPT) {
        n += add_line(text + n, 900);
    }
    memset(text + n, '\n', FL_LINES_KEPT + 1 - n);
    cr_assert_eq(read_bytes(text, FL_LINES_KEPT, 0), FL_OK, "%s", diag.what);
    cr_expect(file.is_kept && kept.size == FL_LINES_KEPT);
    cr_assert_eq(read_bytes(text, FL_LINES_KEPT + 1, 0), FL_OK, "%s", diag.what);
    cr_expect(!file.is_kept);
    cr_expect_eq(file.hash, fl_files_hash(text, FL_LINES_KEPT + 1));
    free(text);
    cr_assert_eq(read_text(FL_TEST_GOOD "\n\xff\n", 1), FL_OK, "%s", diag.what);
    cr_expect(!file.is_kept);
}

Test(read, kinds_and_keys_that_are_not_known_are_noted)
{
    cr_assert_eq(read_text(FL_TEST_GOOD
                           "\n{\"mood\":1,\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"hut\"},{\"cells\":[[1,0]],"
                           "\"kind\":\"inn\",\"smell\":2}]}\n{\"rooms\":[{\"cells\":[[0,0]],\"light\":3}]}\n",
                           0),
                 FL_OK, "%s", diag.what);
    cr_expect(floors.found.other_kinds == 1 && floors.found.other_keys == 2);
    cr_expect_str_eq(floors.found.other_kind, "hut");
    cr_expect_str_eq(floors.found.other_key, "mood");
}

Test(read, failed_floors_are_floors)
{
    cr_assert_eq(read_text("{\"failed\":true,\"reason\":\"no luck\"}\n" FL_TEST_GOOD "\n", 0), FL_OK, "%s",
                 diag.what);
    cr_expect(floors.found.floors == 2 && floors.found.failed == 1);
}

Test(read, files_are_read_and_closed)
{
    folder here;
    folder_open(&here);
    unsigned open = folder_open_files();
    file.name = folder_path(&here, "f");
    cr_expect_eq(read_bytes(NULL, 0, 0), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "cannot open it"), "%s", diag.what);
    folder_write(file.name, FL_TEST_GOOD "\n", sizeof FL_TEST_GOOD);
    cr_assert_eq(read_bytes(NULL, 0, 0), FL_OK, "%s", diag.what);
    cr_expect_eq(floors.n, 1u);
    cr_expect_eq(file.hash, fl_files_hash(FL_TEST_GOOD "\n", sizeof FL_TEST_GOOD));
    cr_expect_eq(read_text("x", 0), FL_ERR_INPUT);
    cr_expect_eq(folder_open_files(), open);
    folder_close(&here);
}
