/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The growing text, its escapes, and files as texts. */
#include "gen/base/text.h"

#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static fl_text text;

static void tear_down(void)
{
    fl_text_free(&text);
    fl_text_free(&text);
    cr_expect_str_empty(fl_text_get(&text), "freed twice");
}

TestSuite(text, .fini = tear_down);

Test(text, pieces_stand_one_behind_the_other)
{
    fl_text_clear(&text);
    cr_expect_str_empty(fl_text_get(&text));
    fl_text_add(&text, "a");
    fl_text_add_char(&text, 'b');
    fl_text_add_bytes(&text, "cdef", 2);
    fl_text_add_format(&text, "%s%03d", "e", 7);
    fl_text_add_masked(&text, "b\x1b[2Jc\u202e");
    cr_expect_str_eq(fl_text_get(&text), "abcde007b?[2Jc???");
    cr_expect_eq(text.size, 17u);
}

Test(text, numbers_are_those_of_printf)
{
    static const int64_t numbers[] = {0, 9, 10, 99, 100, 12345, -1, -10, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fl_text_clear(&text);
        fl_text_add_number(&text, numbers[i]);
        size_t size = text.size;
        fl_text_add_format(&text, "%lld", (long long)numbers[i]);
        cr_expect(text.size == 2 * size && memcmp(text.data, text.data + size, size) == 0, "%s", text.data);
    }
}

Test(text, a_loss_is_remembered_and_passed_on)
{
    fl_text part = {.is_short_of_memory = false};
    fl_text_add(&part, "x");
    fl_text_drop(&part, &text);
    cr_assert(part.size == 0 && fl_text_check(&text) == FL_OK);
    part.is_short_of_memory = true;
    fl_text_drop(&part, &text);
    fl_text_drop(&part, &text);
    fl_text_add(&text, "y");
    fl_text_clear(&text);
    cr_expect_eq(fl_text_check(&text), FL_ERR_MEMORY);
}

Test(text, json_and_xml_have_escapes)
{
    static const struct {
        void (*add)(fl_text *, const char *);
        const char *raw, *expected;
    } rows[] = {
        {fl_text_add_json, "", "\"\""},
        {fl_text_add_json, "a\"b\\c</", "\"a\\\"b\\\\c</\""},
        {fl_text_add_json, "a\nb\tc\x7f", "\"a\\u000ab\\u0009c\\u007f\""},
        {fl_text_add_json, "é€😀", "\"é€😀\""},
        {fl_text_add_json, "a\xff", "\"a\\ufffd\""},
        {fl_text_add_json, "\xc0\xaf", "\"\\ufffd\\ufffd\""},
        {fl_text_add_json, "\xe2\x82", "\"\\ufffd\\ufffd\""},
        {fl_text_add_json, "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
        {fl_text_add_json, "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
        {fl_text_add_json, "\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\""},
        {fl_text_add_json, "\xf0\x80\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""},
        {fl_text_add_json, "\x80z", "\"\\ufffdz\""},
        {fl_text_add_xml, "a<b>&\"'", "a&#60;b&#62;&#38;&#34;&#39;"},
        {fl_text_add_xml, "a\nb\tc", "a b c"},
        {fl_text_add_xml, "\x01\xffé", "\xef\xbf\xbd\xef\xbf\xbdé"},
        {fl_text_add_xml, "a\xef\xbf\xbe.\xef\xbf\xbf", "a\xef\xbf\xbd.\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_text_clear(&text);
        rows[i].add(&text, rows[i].raw);
        cr_expect_str_eq(fl_text_get(&text), rows[i].expected, "row %zu", i);
    }
}

static folder here;
static fl_diag diag;

static void expect_read(const char *name, fl_err err, const char *what)
{
    cr_expect_eq(fl_text_read_file(&text, folder_path(&here, name), "a plan", 5, &diag), err, "%s", name);
    cr_expect_eq(diag.code, err);
    cr_expect(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
    cr_expect_eq(text.size, err ? 0u : 5u);
}

Test(text, a_file_replaces_the_content_byte_for_byte)
{
    struct rlimit limit;
    folder_open(&here);
    fl_diag_init(&diag);
    folder_write(folder_path(&here, "five"), "a\0b\nc", 5);
    folder_write(folder_path(&here, "six"), "123456", 6);
    folder_write(folder_path(&here, "none"), "", 0);
    cr_assert_eq(mkfifo(folder_path(&here, "pipe"), 0600), 0);
    fl_text_add(&text, "before");
    expect_read("five", FL_OK, "");
    cr_expect_eq(memcmp(text.data, "a\0b\nc", 6), 0);
    cr_assert_eq(fl_text_read_file(&text, folder_path(&here, "none"), "a plan", 5, NULL), FL_OK);
    cr_expect_str_eq(fl_text_get(&text), "");
    expect_read("six", FL_ERR_INPUT, "a plan has at most 5 bytes");
    cr_expect_str_eq(diag.where, folder_path(&here, "six"));
    expect_read("gone", FL_ERR_INPUT, "cannot be read: No such file");
    expect_read(".", FL_ERR_INPUT, "cannot be read: this is a folder");
    expect_read("pipe", FL_ERR_INPUT, "this is a device or pipe");
    /* Trouble of the machine is no bad input. */
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = 0;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    expect_read("five", FL_ERR_IO, "Too many open files");
    limit.rlim_cur = before;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    folder_close(&here);
}
