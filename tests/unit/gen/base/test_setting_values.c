/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values: defaults, presets, what a person gave, and who beats whom. */
#include "gen/base/setting_values.h"

#include <criterion/criterion.h>
#include <string.h>

static const fl_setting table[] = {
    {"rules", FL_SETTING_CHOICE, 0, 0, "article", "article demo flash", "the rule set"},
    {"level", FL_SETTING_NUMBER, 1, 12, "3", "", "depth of the floor"},
    {"specials", FL_SETTING_FLAG, 0, 0, "on", "", "special rooms"},
    {"kinds", FL_SETTING_SET, 0, 0, "[shop,vault]", "shop library vault", "kinds that may come"},
    {"file", FL_SETTING_TEXT, 0, 0, "", "", "a file of chunks"},
};
static const fl_setting open_table[] = {
    {"command", FL_SETTING_TEXT, 0, 0, "", "", "a program"},
    {"with", FL_SETTING_TEXT, 0, FL_SETTING_OTHERS, "", "", "what it gets"},
};

enum { RULES, LEVEL, SPECIALS, KINDS, FILE_NAME, ROWS };

static fl_setting_values values;
static fl_diag diag;
static fl_text text;

static void set_up(void)
{
    fl_setting_values_init(&values, table, ROWS);
    fl_diag_init(&diag);
    fl_text_init(&text);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(setting_values, .init = set_up, .fini = tear_down);

static void give(const char *name, const char *given)
{
    cr_assert_eq(fl_setting_values_set(&values, name, given, "--set", &diag), FL_OK, "%s", diag.what);
}

/* All values, each with D, P or G for a default, a preset or one that was given. */
static void expect_values(const char *expected)
{
    fl_text_clear(&text);
    for (size_t i = 0; i < values.n; i++) {
        fl_text_add(&text, i > 0 ? " " : "");
        fl_setting_values_write(&values, i, &text);
        fl_text_add_char(&text, "DPG"[values.origin[i]]);
    }
    cr_expect_str_eq(fl_text_get(&text), expected, "%s, not %s", fl_text_get(&text), expected);
}

static void expect_options(const char *expected)
{
    fl_text_clear(&text);
    fl_setting_values_add_options(&values, &text);
    cr_expect_str_eq(fl_text_get(&text), expected, "%s", fl_text_get(&text));
}

/* Who beats whom: "=" is given, ":" a preset. */
Test(setting_values, what_is_given_beats_a_preset_and_a_preset_a_default)
{
    static const char *const rows[][2] = {
        {"", "articleD 3D onD [shop,vault]D D"},      {"=7", "articleD 7G onD [shop,vault]D D"},
        {"=7 =9", "articleD 9G onD [shop,vault]D D"}, {":5 :6", "articleD 6P onD [shop,vault]D D"},
        {"=3 :5", "articleD 3G onD [shop,vault]D D"}, {":5 =8 :6", "articleD 8G onD [shop,vault]D D"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tear_down();
        set_up();
        for (const char *p = rows[i][0]; *p; p += 2 + (p[2] == ' ')) {
            const char level[] = {p[1], '\0'};
            cr_assert_eq(*p == '=' ? fl_setting_values_set(&values, "level", level, "--set", &diag)
                                   : fl_setting_values_preset(&values, "level", level, &diag),
                         FL_OK);
        }
        expect_values(rows[i][1]);
    }
    cr_expect_eq(fl_setting_values_get(&values, LEVEL), 8);
    expect_options(" --set level=8");
}

Test(setting_values, assignments_are_split_at_the_first_sign)
{
    static const char *const good[] = {"rules=demo",      "level=12",     "specials=off",
                                       "kinds=[library]", "file=a=b.txt", "file=./a b=\"'$x"};
    static const char *const bad[] = {"", "=", "=3", "level", "level 3", "level:3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cr_expect_eq(fl_setting_values_assign(&values, good[i], "--set", &diag), FL_OK, "%s", good[i]);
    }
    expect_values("demoG 12G offG [library]G ./a b=\"'$xG");
    expect_options(" --set rules=demo --set level=12 --set specials=off --set kinds=[library]"
                   " --set file='./a b=\"'\\''$x'");
    fl_text_clear(&text);
    fl_setting_values_add_json(&values, &text);
    cr_expect_str_eq(fl_text_get(&text), "{\"rules\":\"demo\",\"level\":\"12\",\"specials\":\"off\","
                                         "\"kinds\":\"[library]\",\"file\":\"./a b=\\\"'$x\"}");
    cr_expect_eq(fl_setting_values_assign(&values, "file=", "--set", &diag), FL_OK);
    cr_expect_str_eq(fl_setting_values_text(&values, FILE_NAME), "");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        fl_diag_init(&diag);
        cr_expect_eq(fl_setting_values_assign(&values, bad[i], "--set", &diag), FL_ERR_INPUT, "%s", bad[i]);
        cr_expect(strstr(diag.what, "is not a setting") && strstr(diag.hint, "name=value"), "%s", diag.what);
    }
}

Test(setting_values, sets_of_values_are_compared_and_marked)
{
    fl_setting_values other = values;
    uint32_t mark[3];
    cr_assert_eq(fl_setting_values_mark(&values, "classic", &mark[0]), FL_OK);
    cr_expect_eq(mark[0], 0x48246d53u, "FNV-1a of the generator's name alone");
    give("level", "3");
    cr_assert_eq(fl_setting_values_mark(&values, "classic", &mark[1]), FL_OK);
    cr_expect(fl_setting_values_are_same(&values, &other) && mark[0] == mark[1], "as by default");
    for (size_t i = 0; i < 2; i++) {
        give(i ? "file" : "level", "4");
        cr_expect_not(fl_setting_values_are_same(&values, &other));
        other = values;
        cr_assert_eq(fl_setting_values_mark(&values, "classic", &mark[2]), FL_OK);
        cr_expect(mark[2] != mark[1]);
        mark[1] = mark[2];
    }
}

Test(setting_values, of_other_names_become_json)
{
    static const char *const rows[][3] = {
        {"size", "3", "{\"size\":3}"},
        {"loops", "yes", "{\"loops\":\"yes\",\"size\":3}"},
        {"size", "0.1", "{\"loops\":\"yes\",\"size\":0.1}"},
        {"loops", "0.30000000000000004", "{\"loops\":0.30000000000000004,\"size\":0.10000000000000001}"},
        {"loops", "[1, {\"a\": null}]", "{\"loops\":[1,{\"a\":null}],\"size\":0.1}"},
        {"loops", "", "{\"loops\":\"\",\"size\":0.1}"},
        {"with", " {\"a\" : 1, \"b\":\"c\"} ", "{\"a\":1,\"b\":\"c\"}"},
    };
    cr_expect_eq(fl_setting_values_others(&values), -1);
    fl_setting_values_init(&values, open_table, 2);
    cr_expect_eq(fl_setting_values_others(&values), 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        give(rows[i][0], rows[i][1]);
        cr_expect_str_eq(fl_setting_values_text(&values, 1), rows[i][2]);
    }
    expect_options(" --set with='{\"a\":1,\"b\":\"c\"}'");
    fl_text_clear(&text);
    cr_expect(fl_setting_values_write_named(&values, "a", &text));
    cr_expect(fl_setting_values_write_named(&values, "b", &text));
    cr_expect_not(fl_setting_values_write_named(&values, "d", &text));
    cr_expect_str_eq(fl_text_get(&text), "1c");
}
