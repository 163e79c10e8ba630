/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The growing text and its three kinds of escapes. */
#include "gen/base/text.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(text, .init = set_up, .fini = tear_down);

Test(text, an_empty_text_can_be_read)
{
    cr_expect_str_empty(fl_text_get(&text));
    fl_text_clear(&text);
    cr_expect_str_empty(fl_text_get(&text));
    cr_expect_eq(fl_text_check(&text), FL_OK);
}

Test(text, pieces_stand_one_behind_the_other)
{
    fl_text_add(&text, "a");
    fl_text_add_char(&text, 'b');
    fl_text_add_bytes(&text, "cdef", 2);
    fl_text_add_format(&text, "%s%03d", "e", 7);
    fl_text_add_number(&text, -42);
    cr_expect_str_eq(fl_text_get(&text), "abcde007-42");
    cr_expect_eq(text.size, 11u);
}

Test(text, numbers_are_those_of_printf)
{
    static const int64_t numbers[] = {0, 1, 9, 10, 99, 100, 12345, -1, -10, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "%lld", (long long)numbers[i]);
        fl_text_clear(&text);
        fl_text_add_number(&text, numbers[i]);
        cr_expect_str_eq(fl_text_get(&text), expected);
    }
}

Test(text, growing_loses_nothing)
{
    for (int i = 0; i < 100000; i++) {
        fl_text_add_char(&text, (char)('a' + i % 26));
        cr_assert_eq(text.data[text.size], '\0');
    }
    cr_assert_eq(text.size, 100000u);
    for (int i = 0; i < 100000; i++) {
        cr_assert_eq(text.data[i], (char)('a' + i % 26));
    }
}

Test(text, clearing_keeps_the_memory)
{
    fl_text_add(&text, "something long enough");
    const char *data = text.data;
    size_t capacity = text.capacity;
    fl_text_clear(&text);
    cr_expect_str_empty(fl_text_get(&text));
    fl_text_add(&text, "short");
    cr_expect_eq(text.data, data);
    cr_expect_eq(text.capacity, capacity);
    cr_expect_str_eq(fl_text_get(&text), "short");
}

Test(text, a_loss_is_remembered_until_init)
{
    fl_text_add(&text, "x");
    text.is_short_of_memory = true;
    fl_text_add(&text, "y");
    fl_text_clear(&text);
    cr_expect_eq(fl_text_check(&text), FL_ERR_MEMORY);
}

Test(text, freeing_twice_is_harmless)
{
    fl_text_add(&text, "x");
    fl_text_free(&text);
    fl_text_free(&text);
    cr_expect_str_empty(fl_text_get(&text));
}

static void expect_escape(void (*add)(fl_text *, const char *), const char *raw, const char *expected)
{
    fl_text_clear(&text);
    add(&text, raw);
    cr_expect_str_eq(fl_text_get(&text), expected, "'%s' became '%s', not '%s'", raw, fl_text_get(&text),
                     expected);
}

Test(text, json_escapes_quotes_and_controls)
{
    expect_escape(fl_text_add_json, "", "\"\"");
    expect_escape(fl_text_add_json, "plain", "\"plain\"");
    expect_escape(fl_text_add_json, "a\"b\\c", "\"a\\\"b\\\\c\"");
    expect_escape(fl_text_add_json, "a\nb\tc\x7f", "\"a\\u000ab\\u0009c\\u007f\"");
    expect_escape(fl_text_add_json, "</script>", "\"</script>\"");
}

Test(text, json_keeps_whole_signs_and_replaces_broken_ones)
{
    expect_escape(fl_text_add_json, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
                  "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
    expect_escape(fl_text_add_json, "a\xff", "\"a\\ufffd\"");
    expect_escape(fl_text_add_json, "\xc0\xaf", "\"\\ufffd\\ufffd\"");
    expect_escape(fl_text_add_json, "\xe2\x82", "\"\\ufffd\\ufffd\"");
    expect_escape(fl_text_add_json, "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_escape(fl_text_add_json, "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    expect_escape(fl_text_add_json, "\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_escape(fl_text_add_json, "\x80z", "\"\\ufffdz\"");
}

Test(text, xml_escapes_markup_and_drops_controls)
{
    expect_escape(fl_text_add_xml, "a<b>&\"'", "a&#60;b&#62;&#38;&#34;&#39;");
    expect_escape(fl_text_add_xml, "a\nb\tc", "a b c");
    expect_escape(fl_text_add_xml, "\x01\xff", "\xef\xbf\xbd\xef\xbf\xbd");
    expect_escape(fl_text_add_xml, "\xc3\xa9", "\xc3\xa9");
}

Test(text, xml_has_no_signs_that_xml_forbids)
{
    fl_text text;
    fl_text_init(&text);
    fl_text_add_xml(&text, "a\xef\xbf\xbe"
                           "b\xef\xbf\xbf"
                           "c\xef\xbf\xbd");
    cr_expect_str_eq(fl_text_get(&text), "a\xef\xbf\xbd"
                                         "b\xef\xbf\xbd"
                                         "c\xef\xbf\xbd");
    fl_text_free(&text);
}

Test(text, a_file_replaces_the_content_byte_for_byte)
{
    folder here;
    folder_open(&here);
    folder_write(folder_path(&here, "five"), "a\0b\nc", 5);
    fl_text_add(&text, "before");
    cr_assert_eq(fl_text_read_file(&text, folder_path(&here, "five"), "a plan", 5, NULL), FL_OK);
    cr_expect(text.size == 5 && memcmp(text.data, "a\0b\nc", 6) == 0);
    folder_write(folder_path(&here, "none"), "", 0);
    cr_assert_eq(fl_text_read_file(&text, folder_path(&here, "none"), "a plan", 5, NULL), FL_OK);
    cr_expect_str_eq(fl_text_get(&text), "");
    folder_close(&here);
}

Test(text, a_file_that_cannot_be_read_or_is_too_long_is_refused_by_name)
{
    folder here;
    fl_diag diag;
    folder_open(&here);
    folder_write(folder_path(&here, "six"), "123456", 6);
    fl_diag_init(&diag);
    cr_expect_eq(fl_text_read_file(&text, folder_path(&here, "six"), "a plan", 5, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "a plan has at most 5 bytes");
    cr_expect_str_eq(diag.where, folder_path(&here, "six"));
    cr_expect_eq(text.size, 0u);
    cr_expect_eq(fl_text_read_file(&text, folder_path(&here, "gone"), "a plan", 5, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "cannot be read: No such file"), "%s", diag.what);
    cr_expect_eq(fl_text_read_file(&text, here.path, "a plan", 5, &diag), FL_ERR_INPUT, "a folder");
    cr_expect(strstr(diag.what, "cannot be read: this is a folder"), "%s", diag.what);
    cr_assert_eq(mkfifo(folder_path(&here, "pipe"), 0600), 0);
    cr_expect_eq(fl_text_read_file(&text, folder_path(&here, "pipe"), "a plan", 5, &diag), FL_ERR_INPUT,
                 "nobody writes to it, so a reader would wait for ever");
    cr_expect(strstr(diag.what, "this is a device or pipe"), "%s", diag.what);
    unlink(folder_path(&here, "pipe"));
    folder_close(&here);
}

Test(text, names_of_files_have_a_slash_or_an_end)
{
    cr_expect(fl_text_is_path("mine.yaml", ".yaml") && fl_text_is_path("./mine", ".yaml"));
    cr_expect_not(fl_text_is_path("mine", ".yaml") || fl_text_is_path(".yaml", ".yaml"));
    cr_expect_not(fl_text_is_path("mine.yaml.txt", ".yaml") || fl_text_is_path("", ".yaml"));
}

Test(text, trouble_of_the_machine_is_no_bad_input)
{
    struct rlimit none = {0, 0};
    struct rlimit before;
    folder here;
    fl_diag diag;
    folder_open(&here);
    const char *path = folder_path(&here, "five");
    folder_write(path, "12345", 5);
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    none.rlim_max = before.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    fl_err err = fl_text_read_file(&text, path, "a plan", 5, &diag);
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    cr_expect_eq(err, FL_ERR_IO);
    cr_expect(strstr(diag.what, "Too many open files"), "%s", diag.what);
    cr_expect_eq(fl_diag_of_errno(ENOENT), FL_ERR_INPUT);
    cr_expect_eq(fl_diag_of_errno(ENOMEM), FL_ERR_MEMORY);
    folder_close(&here);
}

Test(text, names_are_added_without_what_controls_a_terminal)
{
    fl_text_add(&text, "a\x1b");
    fl_text_add_masked(&text, "b\x1b[2Jc\u202e");
    cr_expect_str_eq(fl_text_get(&text), "a\x1b"
                                         "b?[2Jc???");
    fl_text_free(&text);
}

Test(text, drop_frees_and_remembers_what_was_lost)
{
    fl_text whole;
    fl_text part;
    fl_text_init(&whole);
    fl_text_init(&part);
    fl_text_add(&part, "dead ends");
    fl_text_drop(&part, &whole);
    cr_assert_eq(part.size, 0);
    cr_assert_eq(fl_text_check(&whole), FL_OK);
    part.is_short_of_memory = true;
    fl_text_drop(&part, &whole);
    cr_assert_eq(fl_text_check(&whole), FL_ERR_MEMORY);
    fl_text_free(&whole);
}
