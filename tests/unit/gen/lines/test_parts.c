/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A large file read in parts has the floors that it has when it is read from its beginning; where the parts
 * do not fit together nothing is given. */
#include "gen/lines/lines.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 36000, PARTS = 5 };

static folder here;
static fl_files files[2];
static fl_diag diag;
static fl_floor made[2];
static char path[256];
static const char *fields;
static fl_text text;

static void set_up(void)
{
    folder_open(&here);
    fl_diag_init(&diag);
    fl_text_init(&text);
    fields = "";
    for (unsigned i = 0; i < 2; i++) {
        files[i] = (fl_files){.n = 0};
        cr_assert_eq(fl_floor_init(&made[i], fl_lines.cells_max), FL_OK);
    }
    snprintf(path, sizeof path, "%s", folder_path(&here, "large.jsonl"));
}

static void tear_down(void)
{
    for (unsigned i = 0; i < 2; i++) {
        fl_files_free(&files[i]);
        fl_floor_free(&made[i]);
    }
    fl_text_free(&text);
    folder_close(&here);
}

TestSuite(parts, .init = set_up, .fini = tear_down);

/* Floors of two rooms that can be told apart, about 250 bytes each; one line is replaced by another text. */
static void write_lines(unsigned odd, const char *other)
{
    fl_text_clear(&text);
    for (unsigned i = 0; i < LINES; i++) {
        if (i == odd) {
            fl_text_add(&text, other);
        } else {
            fl_text_add_format(
                &text,
                "{\"rooms\":[{\"cells\":[[%u,%u]]},{\"cells\":[[%u,%u]],\"kind\":\"hut\"}],"
                "\"rolls\":{\"dice\":[\"rolled\"]},\"seed_text\":\"%s\",\"settings\":{\"part\":%u},"
                "\"x\":\"%150u\"}\n",
                i % 180, i / 250, i % 180 + 1, i / 250, i % 2 ? "B911 99AC" : "B911 992E", i % 3, i);
        }
    }
    folder_write(path, fl_text_get(&text), text.size);
}

static void prepare(fl_setting_values *values, const char *name)
{
    fl_setting_values_init(values, fl_lines.settings, fl_lines.settings_n);
    cr_assert_eq(fl_setting_values_set(values, "file", name, "", &diag), FL_OK);
    cr_assert_eq(fl_setting_values_set(values, "fields", fields, "", &diag), FL_OK);
}

static fl_err begin(fl_lines_parts **parts, const char *name)
{
    fl_setting_values values;
    prepare(&values, name);
    return fl_lines_parts_begin(parts, &values, PARTS, &diag);
}

static void read_parts(fl_files *list)
{
    fl_lines_parts *parts = NULL;
    cr_assert_eq(begin(&parts, path), FL_OK, "%s", diag.what);
    cr_assert_not_null(parts);
    for (size_t i = PARTS + 1; i > 0; i--) {
        cr_expect_eq(fl_lines_parts_read(parts, i - 1), FL_OK);
    }
    cr_expect_eq(fl_lines_parts_end(parts, list, &diag), FL_OK, "%s", diag.what);
    fl_lines_parts_free(parts);
}

static fl_err open_rules(fl_files *list, void **rules)
{
    fl_setting_values values;
    prepare(&values, path);
    values.files = list;
    return fl_lines.init(&values, rules, &diag);
}

/* Both ways of reading give the same floors, and what a result knows of them. */
static void expect_same(void)
{
    void *rules[2] = {NULL, NULL};
    fl_key key;
    fl_key_init(&key, "lines", FL_LINES_VERSION, 1);
    for (unsigned i = 0; i < 2; i++) {
        cr_assert_eq(open_rules(&files[i], &rules[i]), FL_OK, "%s", diag.what);
    }
    const fl_lines_found *found[2] = {fl_lines_found_in(rules[0]), fl_lines_found_in(rules[1])};
    cr_expect(found[0]->floors == LINES && found[1]->floors == LINES);
    cr_expect(found[0]->other_kinds == found[1]->other_kinds && found[0]->other_keys == found[1]->other_keys);
    cr_expect_str_eq(found[0]->other_kind, found[1]->other_kind);
    cr_expect_eq(fl_lines.cells_most(rules[0]), fl_lines.cells_most(rules[1]));
    for (uint64_t i = 0; i < LINES; i += 7) {
        key.index = i;
        for (unsigned k = 0; k < 2; k++) {
            fl_lines.make(rules[k], &key, NULL, &made[k]);
        }
        bool is_same = made[0].rooms_n == 2 && made[1].rooms_n == 2 && made[0].width == made[1].width &&
                       made[0].cells[0] == made[1].cells[0] && made[0].cells[1] == made[1].cells[1] &&
                       strcmp(made[0].rooms[1].tag, made[1].rooms[1].tag) == 0 &&
                       made[0].roll[0] == made[1].roll[0];
        char seed[2][FL_ROW_SEED_TEXT];
        for (unsigned k = 0; k < 2; k++) {
            fl_lines.text_of(rules[k], i, seed[k]);
        }
        is_same = is_same && strcmp(seed[0], seed[1]) == 0 && (seed[0][0] || i >= LINES - 3);
        cr_assert(is_same, "floor %llu", (unsigned long long)i);
    }
    const fl_named_file *file[2] = {fl_files_find(&files[0], path), fl_files_find(&files[1], path)};
    cr_expect_eq(file[0]->hash, file[1]->hash);
    cr_expect_null(file[0]->data, "too large to be kept");
    fl_lines.free(rules[0]);
    fl_lines.free(rules[1]);
}

Test(parts, fields_are_those_of_one_reading)
{
    void *rules = NULL;
    uint64_t first = 1;
    uint64_t last = 0;
    fl_setting_values values;
    fields = "part";
    write_lines(LINES, "");
    read_parts(&files[0]);
    cr_assert_not_null(fl_files_find(&files[0], path), "the list has them");
    expect_same();
    prepare(&values, path);
    cr_assert_eq(fl_setting_values_set(&values, "part", "2", "", &diag), FL_OK);
    values.files = &files[0];
    cr_assert_eq(fl_lines.init(&values, &rules, &diag), FL_OK, "%s", diag.what);
    fl_lines.floors(rules, &first, &last);
    cr_expect(first == 0 && last == LINES / 3 - 1);
    fl_lines.free(rules);
}

Test(parts, a_bad_line_is_for_the_other_reading_to_tell)
{
    void *rules = NULL;
    write_lines(LINES - 3, "{\"rooms\":[]}\n");
    read_parts(&files[0]);
    cr_expect_null(fl_files_find(&files[0], path));
    cr_expect_eq(open_rules(&files[0], &rules), FL_ERR_INPUT);
    cr_expect_not_null(strstr(diag.where, "large.jsonl:35998"), "%s", diag.where);
}

Test(parts, a_file_that_changes_meanwhile_is_read_again)
{
    fl_lines_parts *parts = NULL;
    write_lines(LINES, "");
    cr_assert_eq(begin(&parts, path), FL_OK);
    for (size_t i = 0; i <= PARTS; i++) {
        cr_expect_eq(fl_lines_parts_read(parts, i), FL_OK);
    }
    write_lines(5, "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]}]}\n");
    cr_expect_eq(fl_lines_parts_end(parts, &files[0], &diag), FL_OK);
    cr_expect_null(fl_files_find(&files[0], path));
    fl_lines_parts_free(parts);
}
