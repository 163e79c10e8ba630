/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single settings: what is read, what is refused, and that writing gives back what was read. */
#include "gen/base/setting.h"

#include "gen/registry.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const fl_setting flag = {"shiny", FL_SETTING_FLAG, 0, 0, "off", "", "whether it shines"};
static const fl_setting number = {"depth", FL_SETTING_NUMBER, -3, 2000, "1", "", "how deep"};
static const fl_setting choice = {"rules", FL_SETTING_CHOICE, 0, 0, "demo", "article demo flash", "rule set"};
static const fl_setting set = {"rooms", FL_SETTING_SET, 0, 0, "[]", "shop library vault", "which rooms"};
static const fl_setting path = {"file", FL_SETTING_TEXT, 0, 0, "", "", "a path"};
static const fl_setting chance = {"champions", FL_SETTING_CHANCE, 0, 0, "off", "", "a chance"};
static const fl_setting *const all[] = {&flag, &number, &choice, &set, &path, &chance};

enum { ALL = sizeof all / sizeof all[0] };

static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
}

static void tear_down(void)
{
    fl_text_free(&text);
}

TestSuite(setting, .init = set_up, .fini = tear_down);

static void expect_value(const fl_setting *row, const char *given, int64_t expected)
{
    int64_t value = -77;
    cr_expect_eq(fl_setting_read(row, given, &value), FL_OK, "%s=%s", row->name, given);
    cr_expect_eq(value, expected, "%s=%s gives %lld", row->name, given, (long long)value);
}

static void expect_refused(const fl_setting *row, const char *const *given)
{
    for (; *given; given++) {
        int64_t value = 0;
        cr_expect_eq(fl_setting_read(row, *given, &value), FL_ERR_INPUT, "%s='%s'", row->name, *given);
    }
}

static const char *written(const fl_setting *row, int64_t value)
{
    fl_text_clear(&text);
    fl_setting_write(row, value, &text);
    return fl_text_get(&text);
}

static const char *range(const fl_setting *row)
{
    fl_text_clear(&text);
    fl_setting_range(row, &text);
    return fl_text_get(&text);
}

Test(setting, types_have_names)
{
    static const char *const names[ALL] = {"flag", "number", "choice", "set", "text", "chance"};
    for (int i = 0; i < ALL; i++) {
        cr_expect_str_eq(fl_setting_type_name(all[i]->type), names[i]);
    }
}

Test(setting, ranges_are_written_for_people)
{
    cr_expect_str_eq(range(&flag), "off or on");
    cr_expect_str_eq(range(&number), "-3…2000");
    cr_expect_str_eq(range(&choice), "article, demo or flash");
    cr_expect_str_eq(range(&set), "any of shop, library, vault");
    cr_expect_str_eq(range(&path), "text");
    cr_expect_str_eq(range(&chance), "off or 0…1");
}

Test(setting, a_choice_of_one_or_two_words_reads_well)
{
    fl_setting row = choice;
    row.choices = "only";
    cr_expect_str_eq(range(&row), "only");
    row.choices = "left right";
    cr_expect_str_eq(range(&row), "left or right");
}

Test(setting, flags_take_four_ways_to_say_it)
{
    static const char *const yes[] = {"on", "true", "yes", "1"};
    static const char *const no[] = {"off", "false", "no", "0"};
    for (int i = 0; i < 4; i++) {
        expect_value(&flag, yes[i], 1);
        expect_value(&flag, no[i], 0);
    }
    expect_refused(&flag, (const char *const[]){"", "ON", "o", "onn", "2", "off on", " on", "on ", NULL});
}

Test(setting, numbers_stay_between_their_limits)
{
    expect_value(&number, "-3", -3);
    expect_value(&number, "0", 0);
    expect_value(&number, "2000", 2000);
    expect_value(&number, "2k", 2000);
    expect_value(&number, "1_000", 1000);
    expect_value(&number, "0x10", 16);
    expect_refused(&number, (const char *const[]){"-4", "2001", "3k", "", "1.5", "one", " 1", "1 ", "--1",
                                                  "99999999999999999999", "-99999999999999999999", NULL});
}

Test(setting, choices_are_whole_words)
{
    expect_value(&choice, "article", 0);
    expect_value(&choice, "demo", 1);
    expect_value(&choice, "flash", 2);
    expect_refused(&choice, (const char *const[]){"", " ", "art", "articles", "Demo", "demo ", " demo",
                                                  "article demo", "1", "[demo]", NULL});
}

Test(setting, sets_may_be_written_with_or_without_brackets)
{
    expect_value(&set, "[]", 0);
    expect_value(&set, "", 0);
    expect_value(&set, "[shop]", 1);
    expect_value(&set, "vault", 4);
    expect_value(&set, "[vault,shop]", 5);
    expect_value(&set, "shop,library", 3);
    expect_value(&set, "[shop, library, vault]", 7);
    expect_value(&set, "shop shop", 1);
    expect_refused(&set, (const char *const[]){"[shop", "shop]", "[sho]", "[shop;vault]", "none", "[[shop]]",
                                               "shops", NULL});
}

Test(setting, text_is_not_read_as_a_number)
{
    expect_refused(&path, (const char *const[]){"", "1", "rooms.txt", NULL});
}

Test(setting, chances_are_decimals_or_fractions)
{
    expect_value(&chance, "off", -1);
    expect_value(&chance, "0", 0);
    expect_value(&chance, "1", 1000000);
    expect_value(&chance, "0.45", 450000);
    expect_value(&chance, "1/3", 333333);
    expect_value(&chance, "2/3", 666667);
    expect_value(&chance, "98/125", 784000);
    expect_value(&chance, "0.0000005", 1);
    expect_value(&chance, "999999999/999999999", 1000000);
    expect_refused(&chance,
                   (const char *const[]){"", "1.5", "2", "3/2", "1/0", "0/0", ".5", "1.", "1/", "-1", "0,5",
                                         "1/3 ", " 1", "on", "1e-3", "0.1234567890", "1/2/3", NULL});
    cr_expect_str_eq(written(&chance, -1), "off");
    cr_expect_str_eq(written(&chance, 0), "0");
    cr_expect_str_eq(written(&chance, 1000000), "1");
    cr_expect_str_eq(written(&chance, 450000), "0.45");
    cr_expect_str_eq(written(&chance, 1), "0.000001");
}

Test(setting, values_are_written_as_they_are_read)
{
    cr_expect_str_eq(written(&flag, 0), "off");
    cr_expect_str_eq(written(&flag, 1), "on");
    cr_expect_str_eq(written(&number, -3), "-3");
    cr_expect_str_eq(written(&choice, 2), "flash");
    cr_expect_str_eq(written(&set, 0), "[]");
    cr_expect_str_eq(written(&set, 5), "[shop,vault]");
}

Test(setting, what_is_written_is_read_back)
{
    enum { PLAIN = 4 }; /* before the text */
    for (int i = 0; i < PLAIN; i++) {
        static const int64_t last[PLAIN] = {1, 2000, 2, 7};
        for (int64_t value = all[i] == &number ? -3 : 0; value <= last[i]; value++) {
            expect_value(all[i], written(all[i], value), value);
        }
    }
}

Test(setting, words_are_found_whole_only)
{
    cr_expect_eq(fl_setting_word("one two three", "two", 3), 1);
    cr_expect_eq(fl_setting_word("one two three", "twofold", 3), 1);
    cr_expect_eq(fl_setting_word("one two three", "tw", 2), -1);
    cr_expect_eq(fl_setting_word("one two three", "three", 5), 2);
    cr_expect_eq(fl_setting_word("one two three", "threes", 6), -1);
    cr_expect_eq(fl_setting_word("", "", 0), -1);
    cr_expect_eq(fl_setting_word("", "one", 3), -1);
}

Test(setting, words_come_by_number)
{
    char word[16];
    static const char *const words[] = {"one", "two", "three", "", ""};
    for (unsigned i = 0; i < 5; i++) {
        memset(word, 'x', sizeof word);
        fl_setting_word_at("one two three", i, word, sizeof word);
        cr_expect_str_eq(word, words[i]);
    }
}

Test(setting, a_word_too_long_for_its_buffer_is_cut)
{
    char word[8] = "xxxxxxx";
    fl_setting_word_at("one twofold three", 1, word, 4);
    cr_expect_str_eq(word, "two");
    cr_expect_eq(word[4], 'x');
    fl_setting_word_at("one", 0, word, 1);
    cr_expect_str_eq(word, "");
}

/* The first and last value of a row and one in between. */
static int64_t sample(const fl_setting *row, int which)
{
    int64_t last = row->max;
    if (row->type == FL_SETTING_CHANCE) {
        return which == 0 ? -1 : which == 1 ? FL_SETTING_MILLION : 123456;
    }
    if (row->type != FL_SETTING_NUMBER) {
        char word[64];
        int64_t n = row->type == FL_SETTING_FLAG ? 2 : 0;
        do {
            fl_setting_word_at(row->choices ? row->choices : "", (unsigned)n, word, sizeof word);
            n += word[0] != 0;
        } while (word[0]);
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
        for (size_t i = 0; i < generators[g]->settings_n; i++) {
            const fl_setting *row = &generators[g]->settings[i];
            for (int which = 0; which < 3 && row->type != FL_SETTING_TEXT; which++) {
                expect_value(row, written(row, sample(row, which)), sample(row, which));
            }
            rows++;
        }
    }
    cr_expect_geq(rows, 20u);
}
