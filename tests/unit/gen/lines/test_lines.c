/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator row: floors by number, and what a result keeps of their file. */
#include "gen/lines/lines.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define FL_TEST_TWO                                                                                          \
    "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]}],\"rolls\":{\"dice\":[\"rolled\"]}}\n"              \
    "bad\n"                                                                                                  \
    "{\"rooms\":[{\"cells\":[[4,2]]}]}\n"

static folder here;
static fl_files files;
static fl_diag diag;
static fl_floor made;
static fl_setting_values values;
static char path[256];

static void set_up(void)
{
    folder_open(&here);
    fl_diag_init(&diag);
    files = (fl_files){.n = 0};
    cr_assert_eq(fl_floor_init(&made, fl_lines.cells_max), FL_OK);
    snprintf(path, sizeof path, "%s", folder_path(&here, "mine.jsonl"));
    folder_write(path, FL_TEST_TWO, sizeof FL_TEST_TWO - 1);
}

static void tear_down(void)
{
    fl_files_free(&files);
    fl_floor_free(&made);
    folder_close(&here);
}

TestSuite(lines, .init = set_up, .fini = tear_down);

static fl_err open_rules(const char *skip_bad, fl_files *list, void **rules)
{
    fl_setting_values_init(&values, fl_lines.settings, fl_lines.settings_n);
    cr_assert_eq(fl_setting_values_set(&values, "file", path, "", &diag), FL_OK);
    cr_assert_eq(fl_setting_values_set(&values, "skip_bad", skip_bad, "", &diag), FL_OK);
    values.files = list;
    return fl_lines.init(&values, rules, &diag);
}

static void make(const void *rules, uint64_t index)
{
    fl_key key;
    fl_key_init(&key, "lines", FL_LINES_VERSION, 77);
    key.index = index;
    fl_lines.make(rules, &key, NULL, &made);
}

static void expect_floors(const void *rules)
{
    uint64_t first = 9;
    uint64_t last = 9;
    int width = 0;
    int height = 0;
    const char *const *names = NULL;
    fl_lines.floors(rules, &first, &last);
    fl_lines.board(rules, &width, &height);
    cr_expect(first == 0 && last == 1 && width == 5 && height == 3);
    cr_expect_eq(fl_lines.cells_most(rules), 2u);
    cr_expect_eq(fl_lines.rolls(rules, &names), 1u);
    cr_expect_str_eq(names[0], "dice");
    cr_expect_eq(fl_lines_found_in(rules)->bad, 1u);
}

Test(lines, a_number_is_a_line)
{
    void *rules = NULL;
    cr_assert_eq(open_rules("1", NULL, &rules), FL_OK, "%s", diag.what);
    expect_floors(rules);
    make(rules, 0);
    cr_expect_eq(made.rooms_n, 2);
    make(rules, 1);
    cr_expect_eq(made.rooms_n, 1);
    make(rules, 2);
    cr_expect_eq(made.rooms_n, 2, "after the last the first comes again");
    fl_lines.free(rules);
}

Test(lines, a_result_holds_a_small_file)
{
    void *rules = NULL;
    cr_assert_eq(open_rules("1", &files, &rules), FL_OK, "%s", diag.what);
    cr_assert_eq(files.n, 1u);
    cr_expect_str_eq(files.file[0].data, FL_TEST_TWO);
    fl_lines.free(rules);
    fl_files_free(&files);
    cr_assert_eq(fl_files_restore(&files, path, FL_TEST_TWO, 1, &diag), FL_OK);
    folder_write(path, "gone", 4);
    cr_assert_eq(open_rules("1", &files, &rules), FL_OK, "%s", diag.what);
    expect_floors(rules);
    make(rules, 1);
    cr_expect_eq(made.rooms_n, 1);
    fl_lines.free(rules);
}

Test(lines, of_a_large_file_it_holds_hash_and_summary)
{
    void *rules = NULL;
    fl_text text;
    fl_text_init(&text);
    fl_text_add(&text, FL_TEST_TWO);
    while (text.size <= FL_LINES_KEPT) {
        fl_text_add_char(&text, '\n');
    }
    folder_write(path, fl_text_get(&text), text.size);
    cr_assert_eq(open_rules("1", &files, &rules), FL_OK, "%s", diag.what);
    fl_lines.free(rules);
    cr_assert_eq(files.n, 2u);
    cr_expect_null(files.file[0].data);
    cr_expect_eq(files.file[0].hash, fl_files_hash(fl_text_get(&text), text.size));
    fl_text_clear(&text);
    fl_text_add(&text, files.file[1].data);
    char summary[300];
    snprintf(summary, sizeof summary, "%s", files.file[1].name);
    fl_files_free(&files);
    cr_assert_eq(fl_files_restore(&files, path, NULL, 5, &diag), FL_OK);
    cr_expect_eq(open_rules("1", &files, &rules), FL_ERR_DAMAGED, "the summary is not there");
    cr_assert_eq(fl_files_restore(&files, summary, fl_text_get(&text), 1, &diag), FL_OK);
    cr_assert_eq(open_rules("1", &files, &rules), FL_OK, "%s", diag.what);
    expect_floors(rules);
    make(rules, 0);
    cr_expect_str_eq(made.failure, "the result does not hold its floors");
    cr_expect(!fl_files_can_make(&files));
    fl_lines.free(rules);
    fl_text_free(&text);
}
