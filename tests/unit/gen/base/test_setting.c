/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single settings: what is read, what is refused, and that writing gives back what was read. */
#include "gen/base/setting.h"

#include <criterion/criterion.h>
#include <string.h>

static const fl_setting flag = {"shiny", FL_SETTING_FLAG, 0, 0, "off", "", "whether it shines"};
static const fl_setting number = {"depth", FL_SETTING_NUMBER, -3, 2000, "1", "", "how deep"};
static const fl_setting choice = {"rules", FL_SETTING_CHOICE, 0, 0, "demo", "article demo flash", "rule set"};
static const fl_setting set = {"rooms", FL_SETTING_SET, 0, 0, "[]", "shop library vault", "which rooms"};
static const fl_setting path = {"file", FL_SETTING_TEXT, 0, 0, "", "", "a path"};
static const fl_setting chance = {"champions", FL_SETTING_CHANCE, 0, 0, "off", "", "a chance"};

static fl_text text;

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(setting, .fini = tear_down);

static void expect_value(const fl_setting *row, const char *given, int64_t expected)
{
    int64_t value = -77;
    int64_t again = -77;
    cr_expect_eq(fl_setting_read(row, given, &value), FL_OK, "%s=%s", row->name, given);
    cr_expect_eq(value, expected, "%s=%s gives %lld", row->name, given, (long long)value);
    fl_text_clear(&text);
    fl_setting_write(row, value, &text);
    cr_expect_eq(fl_setting_read(row, fl_text_get(&text), &again), FL_OK, "%s", fl_text_get(&text));
    cr_expect_eq(again, expected, "%s is written as %s", given, fl_text_get(&text));
}

Test(setting, values_are_read_as_people_write_them)
{
    static const struct {
        const fl_setting *row;
        const char *text;
        int64_t value;
    } rows[] = {{&flag, "on", 1},
                {&flag, "true", 1},
                {&flag, "yes", 1},
                {&flag, "1", 1},
                {&flag, "off", 0},
                {&flag, "false", 0},
                {&flag, "no", 0},
                {&flag, "0", 0},
                {&number, "-3", -3},
                {&number, "0", 0},
                {&number, "2000", 2000},
                {&number, "2k", 2000},
                {&number, "1_000", 1000},
                {&number, "0x10", 16},
                {&choice, "article", 0},
                {&choice, "demo", 1},
                {&choice, "flash", 2},
                {&set, "[]", 0},
                {&set, "", 0},
                {&set, "[shop]", 1},
                {&set, "vault", 4},
                {&set, "[vault,shop]", 5},
                {&set, "shop,library", 3},
                {&set, "[shop, library, vault]", 7},
                {&set, "shop shop", 1},
                {&chance, "off", -1},
                {&chance, "0", 0},
                {&chance, "1", 1000000},
                {&chance, "0.45", 450000},
                {&chance, "1/3", 333333},
                {&chance, "2/3", 666667},
                {&chance, "98/125", 784000},
                {&chance, "0.0000005", 1},
                {&chance, "999999999/999999999", 1000000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        expect_value(rows[i].row, rows[i].text, rows[i].value);
    }
}

Test(setting, other_texts_are_refused)
{
    static const struct {
        const fl_setting *row;
        const char *bad; /* between bars */
    } rows[] = {
        {&flag, "|ON|o|onn|2|off on| on|on |"},
        {&number, "|-4|2001|3k||1.5|one| 1|1 |--1|99999999999999999999|-99999999999999999999|"},
        {&choice, "|| |art|articles|Demo|demo | demo|article demo|1|[demo]|"},
        {&set, "|[shop|shop]|[sho]|[shop;vault]|none|[[shop]]|shops|"},
        {&path, "||1|rooms.txt|"},
        {&chance, "||1.5|2|3/2|1/0|0/0|.5|1.|1/|-1|0,5|1/3 | 1|on|1e-3|0.1234567890|1/2/3|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (const char *p = rows[i].bad + 1; *p; p += strcspn(p, "|") + 1) {
            char given[32] = "";
            int64_t value = 0;
            memcpy(given, p, strcspn(p, "|"));
            cr_expect_eq(fl_setting_read(rows[i].row, given, &value), FL_ERR_INPUT, "%s='%s'",
                         rows[i].row->name, given);
        }
    }
}
