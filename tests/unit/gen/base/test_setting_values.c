/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values: defaults, presets, what a person gave, and who beats whom. */
#include "gen/base/setting_values.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const fl_setting table[] = {
    {"rules", FL_SETTING_CHOICE, 0, 0, "article", "article demo flash", "the rule set"},
    {"level", FL_SETTING_NUMBER, 1, 12, "3", "", "depth of the floor"},
    {"specials", FL_SETTING_FLAG, 0, 0, "on", "", "special rooms"},
    {"kinds", FL_SETTING_SET, 0, 0, "[shop,vault]", "shop library vault", "kinds that may come"},
    {"file", FL_SETTING_TEXT, 0, 0, "", "", "a file of chunks"},
};

enum { RULES, LEVEL, SPECIALS, KINDS, FILE_NAME, ROWS };

static fl_setting_values values;
static fl_diag diag;

static void set_up(void)
{
    fl_setting_values_init(&values, table, ROWS);
    fl_diag_init(&diag);
}

TestSuite(setting_values, .init = set_up);

static void give(const char *name, const char *text)
{
    cr_assert_eq(fl_setting_values_set(&values, name, text, "--set", &diag), FL_OK, "%s", diag.what);
}

static void preset(const char *name, const char *text)
{
    cr_assert_eq(fl_setting_values_preset(&values, name, text, &diag), FL_OK, "%s", diag.what);
}

static void expect_said(const char *text, const char *part)
{
    cr_expect_not_null(strstr(text, part), "'%s' does not say '%s'", text, part);
}

Test(setting_values, begin_with_all_defaults)
{
    static const int64_t expected[ROWS] = {0, 3, 1, 5, 0};
    for (size_t i = 0; i < ROWS; i++) {
        cr_expect_eq(fl_setting_values_get(&values, i), expected[i], "%s", table[i].name);
        cr_expect_eq(values.origin[i], FL_SETTING_VALUES_DEFAULT, "%s", table[i].name);
    }
    cr_expect_str_eq(values.text[0], "");
}

Test(setting_values, setting_one_leaves_the_others_alone)
{
    give("level", "7");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 7);
    cr_expect_eq(values.origin[LEVEL], FL_SETTING_VALUES_GIVEN);
    for (size_t i = 0; i < ROWS; i++) {
        cr_expect(i == LEVEL || values.origin[i] == FL_SETTING_VALUES_DEFAULT, "%s", table[i].name);
    }
}

Test(setting_values, the_last_of_two_given_counts)
{
    give("level", "7");
    give("level", "9");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 9);
}

Test(setting_values, a_preset_replaces_a_default)
{
    preset("level", "5");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 5);
    cr_expect_eq(values.origin[LEVEL], FL_SETTING_VALUES_PRESET);
    preset("level", "6");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 6);
    cr_expect_eq(values.origin[LEVEL], FL_SETTING_VALUES_PRESET);
}

Test(setting_values, a_preset_never_beats_what_was_given)
{
    give("level", "3"); /* the default, but given */
    preset("level", "5");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 3);
    cr_expect_eq(values.origin[LEVEL], FL_SETTING_VALUES_GIVEN);
}

Test(setting_values, what_is_given_beats_an_earlier_preset)
{
    preset("level", "5");
    give("level", "8");
    preset("level", "6");
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 8);
    cr_expect_eq(values.origin[LEVEL], FL_SETTING_VALUES_GIVEN);
}

Test(setting_values, a_wrong_preset_is_refused)
{
    cr_expect_eq(fl_setting_values_preset(&values, "levl", "5", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "rule set");
    cr_expect_eq(fl_setting_values_preset(&values, "level", "13", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "rule set");
}

Test(setting_values, assignments_are_split_at_the_first_sign)
{
    cr_expect_eq(fl_setting_values_assign(&values, "level=12", "--set", &diag), FL_OK);
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 12);
    cr_expect_eq(fl_setting_values_assign(&values, "file=a=b", "--set", &diag), FL_OK);
    cr_expect_str_eq(values.text[0], "a=b");
    cr_expect_eq(fl_setting_values_assign(&values, "file=", "--set", &diag), FL_OK);
    cr_expect_str_eq(values.text[0], "");
}

Test(setting_values, what_is_no_assignment_is_refused)
{
    static const char *const rows[] = {"", "=", "=3", "level", "level 3", "level:3"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_diag_init(&diag);
        cr_expect_eq(fl_setting_values_assign(&values, rows[i], "--set", &diag), FL_ERR_INPUT, "'%s'",
                     rows[i]);
        expect_said(diag.what, "is no setting");
        expect_said(diag.hint, "name=value");
        cr_expect_str_eq(diag.where, "--set");
    }
}

Test(setting_values, names_of_any_length_are_refused_calmly)
{
    static char long_one[20000];
    for (size_t n = 1; n < 200; n++) {
        memset(long_one, 'a', n);
        strcpy(long_one + n, "=1");
        cr_expect_eq(fl_setting_values_assign(&values, long_one, "--set", &diag), FL_ERR_INPUT, "%zu signs",
                     n);
    }
    memset(long_one, 'a', sizeof long_one - 1);
    cr_expect_eq(fl_setting_values_assign(&values, long_one, "--set", &diag), FL_ERR_INPUT);
    cr_expect_lt(strlen(diag.what), 200u);
    cr_expect_eq(fl_setting_values_set(&values, "level", long_one, "--set", &diag), FL_ERR_INPUT);
    cr_expect_lt(strlen(diag.what), 200u);
}

Test(setting_values, an_unknown_name_gets_the_nearest)
{
    cr_expect_eq(fl_setting_values_set(&values, "levle", "3", "job.yaml:4", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "job.yaml:4");
    expect_said(diag.what, "'levle'");
    expect_said(diag.hint, "did you mean 'level'?");
}

Test(setting_values, a_name_like_no_other_gets_no_guess)
{
    cr_expect_eq(fl_setting_values_set(&values, "zzzzzzzz", "3", "--set", &diag), FL_ERR_INPUT);
    cr_expect_null(strstr(diag.hint, "did you mean"), "%s", diag.hint);
    expect_said(diag.hint, "list settings");
}

Test(setting_values, a_wrong_value_is_told_what_would_be_right)
{
    static const struct {
        const char *name, *text, *hint;
    } rows[] = {
        {"level", "13", "1…12"},
        {"level", "deep", "depth of the floor"},
        {"rules", "articel", "article, demo or flash"},
        {"specials", "maybe", "off or on"},
        {"kinds", "[shop,arcade]", "shop, library, vault"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_diag_init(&diag);
        cr_expect_eq(fl_setting_values_set(&values, rows[i].name, rows[i].text, "--set", &diag),
                     FL_ERR_INPUT);
        expect_said(diag.what, rows[i].name);
        expect_said(diag.what, rows[i].text);
        expect_said(diag.hint, rows[i].hint);
    }
}

Test(setting_values, a_refused_value_changes_nothing)
{
    static char too_long[FL_SETTING_VALUES_TEXT + 1];
    memset(too_long, 'x', FL_SETTING_VALUES_TEXT);
    fl_setting_values before = values;
    cr_expect_eq(fl_setting_values_set(&values, "level", "99", "", &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_setting_values_preset(&values, "level", "99", &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_setting_values_set(&values, "file", too_long, "", &diag), FL_ERR_INPUT);
    for (size_t i = 0; i < ROWS; i++) {
        cr_expect_eq(values.number[i], before.number[i], "%s", table[i].name);
        cr_expect_eq(values.origin[i], before.origin[i], "origin of %s", table[i].name);
    }
    cr_expect_str_eq(values.text[0], "");
}

Test(setting_values, text_may_have_255_bytes)
{
    static char text[FL_SETTING_VALUES_TEXT + 1];
    memset(text, 'x', FL_SETTING_VALUES_TEXT - 1);
    give("file", text);
    cr_expect_str_eq(values.text[0], text);
    text[FL_SETTING_VALUES_TEXT - 1] = 'x';
    cr_expect_eq(fl_setting_values_set(&values, "file", text, "", &diag), FL_ERR_INPUT);
    expect_said(diag.what, "255");
    cr_expect_eq(strlen(values.text[0]), (size_t)FL_SETTING_VALUES_TEXT - 1);
}

Test(setting_values, every_value_is_written_as_given)
{
    static const char *const given[ROWS] = {"demo", "11", "off", "[library,vault]", "a b.txt"};
    fl_text text;
    fl_text_init(&text);
    for (size_t i = 0; i < ROWS; i++) {
        give(table[i].name, given[i]);
        fl_text_clear(&text);
        fl_setting_values_write(&values, i, &text);
        cr_expect_str_eq(fl_text_get(&text), given[i]);
    }
    fl_text_free(&text);
}

Test(setting_values, names_are_found_exactly)
{
    cr_expect_eq(fl_setting_values_find(&values, "rules"), RULES);
    cr_expect_eq(fl_setting_values_find(&values, "file"), FILE_NAME);
    cr_expect_eq(fl_setting_values_find(&values, "rule"), -1);
    cr_expect_eq(fl_setting_values_find(&values, "Rules"), -1);
    cr_expect_eq(fl_setting_values_find(&values, ""), -1);
}

Test(setting_values, errors_need_no_listener)
{
    cr_expect_eq(fl_setting_values_set(&values, "levle", "3", "", NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_setting_values_set(&values, "level", "x", "", NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_setting_values_assign(&values, "x", "", NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_setting_values_preset(&values, "x", "1", NULL), FL_ERR_INPUT);
}

Test(setting_values, options_are_those_that_the_user_gave)
{
    fl_text out;
    fl_text_init(&out);
    cr_assert_eq(fl_setting_values_preset(&values, table[0].name, table[0].initial, NULL), FL_OK);
    cr_assert_eq(fl_setting_values_set(&values, "level", "3", "", NULL), FL_OK);
    fl_setting_values_add_options(&values, &out);
    cr_expect_str_eq(fl_text_get(&out), " --set level=3");
    fl_text_free(&out);
}

/* Settings that are handed on. */

static const fl_setting open_table[] = {
    {"command", FL_SETTING_TEXT, 0, 0, "", "", "a program"},
    {"with", FL_SETTING_TEXT, 0, FL_SETTING_OTHERS, "", "", "what it gets"},
};

static void expect_with(const char *name, const char *text, const char *expected)
{
    give(name, text);
    cr_expect_str_eq(fl_setting_values_text(&values, 1), expected, "%s=%s", name, text);
}

Test(setting_values, of_other_names_become_json)
{
    cr_expect_eq(fl_setting_values_others(&values), -1);
    fl_setting_values_init(&values, open_table, 2);
    cr_expect_eq(fl_setting_values_others(&values), 1);
    expect_with("size", "3", "{\"size\":3}");
    expect_with("loops", "yes", "{\"loops\":\"yes\",\"size\":3}");
    expect_with("size", "0.1", "{\"loops\":\"yes\",\"size\":0.1}");
    expect_with("loops", "0.30000000000000004",
                "{\"loops\":0.30000000000000004,\"size\":0.10000000000000001}");
    expect_with("loops", "[1, {\"a\": null}]", "{\"loops\":[1,{\"a\":null}],\"size\":0.1}");
    expect_with("loops", "", "{\"loops\":\"\",\"size\":0.1}");
    expect_with("with", " {\"a\" : 1} ", "{\"a\":1}");
    cr_expect_eq(values.origin[1], FL_SETTING_VALUES_GIVEN);
    cr_expect_eq(values.origin[0], FL_SETTING_VALUES_DEFAULT);
}

Test(setting_values, of_other_names_can_be_wrong)
{
    static const char *const bad[][3] = {{"comand", "x", "there is no setting"},
                                         {"with", "[1]", "cannot be"},
                                         {"with", "{", "cannot be"},
                                         {"", "x", "there is no setting"},
                                         {"size", "\xff", "UTF-8"},
                                         {"\xff\xffname", "1", "cannot be the name"}};
    fl_setting_values_init(&values, open_table, 2);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_eq(fl_setting_values_set(&values, bad[i][0], bad[i][1], "--set", &diag), FL_ERR_INPUT, "%u",
                     i);
        expect_said(diag.what, bad[i][2]);
    }
    cr_expect_eq(fl_setting_values_set(&values, "comand", "x", "--set", &diag), FL_ERR_INPUT);
    expect_said(diag.hint,
                "did you mean 'command'? If it is one of the program's own: with={\"comand\":...}");
    cr_expect_str_eq(fl_setting_values_text(&values, 1), "");
}

Test(setting_values, are_written_as_a_shell_reads_them)
{
    fl_text text;
    fl_text_init(&text);
    fl_setting_values_init(&values, open_table, 2);
    give("command", "sh -c 'a b'");
    give("size", "3");
    fl_setting_values_add_options(&values, &text);
    cr_expect_str_eq(fl_text_get(&text), " --set command='sh -c '\\''a b'\\''' --set with='{\"size\":3}'");
    fl_text_free(&text);
    fl_text_init(&text);
    give("command", "./gen-1.py");
    give("with", "{}");
    fl_setting_values_add_options(&values, &text);
    cr_expect_str_eq(fl_text_get(&text), " --set command=./gen-1.py --set with='{}'");
    fl_text_free(&text);
}
