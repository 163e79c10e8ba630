/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single settings: what is read, what is refused, and that writing gives back what was read. */
#include "gen/base/setting.h"

#include "gen/registry.h"

#include <criterion/criterion.h>
#include <string.h>

static const fl_setting flag = {"shiny", FL_SETTING_FLAG, 0, 0, "off", "", "whether it shines"};
static const fl_setting number = {"depth", FL_SETTING_NUMBER, -3, 2000, "1", "", "how deep"};
static const fl_setting choice = {"rules", FL_SETTING_CHOICE, 0, 0, "demo", "article demo flash", "rule set"};
static const fl_setting set = {"rooms", FL_SETTING_SET, 0, 0, "[]", "shop library vault", "which rooms"};
static const fl_setting path = {"file", FL_SETTING_TEXT, 0, 0, "", "", "a path"};
static const fl_setting one = {.type = FL_SETTING_CHOICE, .choices = "only"};
static const fl_setting two = {.type = FL_SETTING_CHOICE, .choices = "left right"};
static const fl_setting chance = {"champions", FL_SETTING_CHANCE, 0, 0, "off", "", "a chance"};

static fl_text text;

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(setting, .fini = tear_down);

static const char *written(const fl_setting *row, int64_t value)
{
    fl_text_clear(&text);
    fl_setting_write(row, value, &text);
    return fl_text_get(&text);
}

static void expect_value(const fl_setting *row, const char *given, int64_t expected)
{
    int64_t value = -77;
    cr_expect_eq(fl_setting_read(row, given, &value), FL_OK, "%s=%s", row->name, given);
    cr_expect_eq(value, expected, "%s=%s gives %lld", row->name, given, (long long)value);
}

Test(setting, types_and_ranges_are_written_for_people)
{
    static const struct {
        const fl_setting *row;
        const char *type, *range;
    } rows[] = {{&flag, "flag", "off or on"},
                {&number, "number", "-3…2000"},
                {&choice, "choice", "article, demo or flash"},
                {&set, "set", "any of shop, library, vault"},
                {&path, "text", "text"},
                {&chance, "chance", "off or 0…1"},
                {&one, "choice", "only"},
                {&two, "choice", "left or right"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_text_clear(&text);
        fl_setting_range(rows[i].row, &text);
        cr_expect_str_eq(fl_text_get(&text), rows[i].range);
        cr_expect_str_eq(fl_setting_type_name(rows[i].row->type), rows[i].type);
    }
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

Test(setting, values_are_written_in_the_shortest_way)
{
    static const struct {
        const fl_setting *row;
        int64_t value;
        const char *text;
    } rows[] = {{&flag, 0, "off"},         {&flag, 1, "on"},        {&number, -3, "-3"},
                {&choice, 2, "flash"},     {&set, 0, "[]"},         {&set, 5, "[shop,vault]"},
                {&chance, -1, "off"},      {&chance, 0, "0"},       {&chance, 1000000, "1"},
                {&chance, 450000, "0.45"}, {&chance, 1, "0.000001"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_str_eq(written(rows[i].row, rows[i].value), rows[i].text);
    }
}

Test(setting, words_are_found_whole_and_cut_to_their_buffer)
{
    static const char *const words[] = {"one", "two", "three", "", ""};
    char word[8];
    for (int i = 0; i < 5; i++) {
        fl_setting_word_at("one two three", (unsigned)i, word, sizeof word);
        cr_expect_str_eq(word, words[i]);
        cr_expect(!words[i][0] || fl_setting_word("one two three", words[i], strlen(words[i])) == i);
    }
    cr_expect_eq(fl_setting_word("one two three", "twofold", 3), 1);
    cr_expect_eq(fl_setting_word("one two three", "tw", 2), -1);
    cr_expect_eq(fl_setting_word("one two three", "threes", 6), -1);
    cr_expect_eq(fl_setting_word("", "", 0), -1);
    memset(word, 'x', sizeof word);
    fl_setting_word_at("one twofold three", 1, word, 4);
    cr_expect(strcmp(word, "two") == 0 && word[4] == 'x');
}

/* The first and last value of a row and one in between. */
static int64_t sample(const fl_setting *row, int which)
{
    int64_t last = row->max;
    if (row->type == FL_SETTING_CHANCE) {
        return which == 0 ? -1 : which == 1 ? FL_SETTING_MILLION : 123456;
    }
    if (row->type != FL_SETTING_NUMBER) {
        int64_t n = row->type == FL_SETTING_FLAG ? 2 : 0;
        for (const char *p = row->choices ? row->choices : ""; *p; p++) {
            n += p[1] == ' ' || p[1] == '\0';
        }
        last = row->type == FL_SETTING_SET ? ((int64_t)1 << n) - 1 : n - 1;
    }
    return which == 0 ? row->min : which == 1 ? last : row->min + (last - row->min) / 2;
}

Test(setting, every_row_of_every_generator_is_read_back)
{
    size_t n = 0;
    unsigned rows = 0;
    const fl_generator *const *generators = fl_registry_all(&n);
    for (size_t g = 0; g < n; g++) {
        for (size_t i = 0; i < generators[g]->settings_n; i++, rows++) {
            const fl_setting *row = &generators[g]->settings[i];
            for (int which = 0; which < 3 && row->type != FL_SETTING_TEXT; which++) {
                expect_value(row, written(row, sample(row, which)), sample(row, which));
            }
        }
    }
    cr_expect_geq(rows, 20u);
}
