/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seeds as eight signs: published texts, and texts that are none (gen/rebirth/RULES.md, "Seeds"). */
#include "gen/random/game_seed.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    uint32_t seed;
    const char *text;
} published[] = {
    {1, "B911 99AC"},          {2, "B911 992E"},          {3, "B911 99SG"},
    {0x12345678, "D1PW XBN9"}, {UINT32_MAX, "8AJJ AAYH"},
};

static void expect_seed(const char *text, uint32_t seed)
{
    uint32_t found = 0;
    cr_assert_eq(fl_game_seed_read(text, &found, NULL), FL_OK, "%s", text);
    cr_expect_eq(found, seed, "%s is %08X", text, found);
}

static void expect_none(const char *text, const char *why)
{
    fl_diag diag;
    uint32_t found = 0;
    fl_diag_init(&diag);
    cr_expect_eq(fl_game_seed_read(text, &found, &diag), FL_ERR_USAGE, "'%s' is %08X", text, found);
    cr_expect(strstr(diag.what, "invalid seed") && strstr(diag.what, why), "%s", diag.what);
}

Test(game_seed, published_texts_are_written_and_read)
{
    for (unsigned i = 0; i < sizeof published / sizeof published[0]; i++) {
        char text[FL_GAME_SEED_SIZE];
        fl_game_seed_write(published[i].seed, text);
        cr_expect_str_eq(text, published[i].text);
        expect_seed(published[i].text, published[i].seed);
    }
}

Test(game_seed, every_seed_but_0_comes_back)
{
    char text[FL_GAME_SEED_SIZE];
    expect_seed("B91199AC", 1); /* blank and capitals are for people */
    expect_seed("d1pw xbn9", 0x12345678);
    for (uint32_t i = 0; i < 300000; i++) {
        uint32_t seed = i < 100000 ? i + 1 : i * 2654435761u;
        uint32_t back = 0;
        fl_game_seed_write(seed, text);
        cr_assert(fl_game_seed_read(text, &back, NULL) == FL_OK && back == seed, "%08X: %s", seed, text);
    }
    fl_game_seed_write(0, text);
    expect_none(text, "checksum");
}

Test(game_seed, only_eight_signs_and_one_blank_are_a_text)
{
    static const char *const texts[][2] = {
        {"", ""},
        {"B911", ""},
        {"B911 99A", ""},
        {"B911 99ACC", ""},
        {"B911  99AC", ""},
        {" B911 99AC", ""},
        {"B911 99AC ", ""},
        {"B91 199AC", ""},
        {"B911-99AC", ""},
        {"B911 99AC\n", ""},
        {"B911\t99AC", ""},
        {"B911 99\xC3\x84", ""},
        {"I911 99AC", "'I'"},
        {"B9O1 99AC", "'O'"},
        {"B911 U9AC", "'U'"},
        {"B911 99A5", "'5'"},
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_none(texts[i][0], texts[i][1]);
    }
}
