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

static fl_err read_text(const char *text, uint32_t *seed)
{
    fl_diag diag;
    fl_diag_init(&diag);
    *seed = 0xABABABAB;
    fl_err err = fl_game_seed_read(text, seed, &diag);
    if (err) {
        cr_expect_eq(err, FL_ERR_USAGE, "%s", text);
        cr_expect_not_null(strstr(diag.what, "is no seed"), "%s", diag.what);
    }
    return err;
}

static void expect_seed(const char *text, uint32_t seed)
{
    uint32_t found;
    cr_assert_eq(read_text(text, &found), FL_OK, "%s", text);
    cr_expect_eq(found, seed, "%s is %08X", text, found);
}

static void expect_none(const char *text)
{
    uint32_t found;
    cr_expect_neq(read_text(text, &found), FL_OK, "'%s' is %08X", text, found);
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

Test(game_seed, the_blank_and_capitals_are_for_people)
{
    expect_seed("B91199AC", 1);
    expect_seed("b911 99ac", 1);
    expect_seed("d1pwxbn9", 0x12345678);
}

Test(game_seed, every_seed_comes_back)
{
    for (uint32_t i = 0; i < 300000; i++) {
        char text[FL_GAME_SEED_SIZE];
        uint32_t seed = i < 100000 ? i + 1 : i * 2654435761u;
        uint32_t back = 0;
        fl_game_seed_write(seed, text);
        cr_assert(fl_game_seed_read(text, &back, NULL) == FL_OK && back == seed, "%08X: %s", seed, text);
    }
}

Test(game_seed, seed_0_has_no_text)
{
    char text[FL_GAME_SEED_SIZE];
    fl_game_seed_write(0, text);
    expect_none(text);
}

/* The checksum has eight bits, so that one false text in 256 passes: 5 of 1240, and 19 with a chance below
 * 1e-5. */
Test(game_seed, a_false_sign_is_noticed)
{
    static const char alphabet[] = "ABCDEFGHJKLMNPQRSTWXYZ01234V6789";
    unsigned taken = 0;
    unsigned tried = 0;
    for (unsigned i = 0; i < sizeof published / sizeof published[0]; i++) {
        for (size_t at = 0; at < 9; at++) {
            for (size_t k = 0; at != 4 && k < 32; k++) {
                char text[FL_GAME_SEED_SIZE];
                uint32_t seed;
                memcpy(text, published[i].text, sizeof text);
                bool is_false = text[at] != alphabet[k];
                text[at] = alphabet[k];
                tried += is_false;
                taken += is_false && fl_game_seed_read(text, &seed, NULL) == FL_OK;
            }
        }
    }
    cr_expect_eq(tried, 5u * 8 * 31);
    cr_expect_leq(taken, tried / 64, "%u of %u", taken, tried);
    expect_none("B911 99AD");
    expect_none("C911 99AC");
}

Test(game_seed, signs_that_no_seed_has_are_named)
{
    static const char *const texts[] = {"I911 99AC", "B9O1 99AC", "B911 U9AC", "B911 99A5"};
    static const char *const signs[] = {"'I'", "'O'", "'U'", "'5'"};
    for (unsigned i = 0; i < 4; i++) {
        fl_diag diag;
        uint32_t seed;
        fl_diag_init(&diag);
        cr_expect_eq(fl_game_seed_read(texts[i], &seed, &diag), FL_ERR_USAGE);
        cr_expect_not_null(strstr(diag.what, signs[i]), "%s", diag.what);
    }
}

Test(game_seed, only_eight_signs_and_one_blank_are_a_text)
{
    static const char *const texts[] = {"",           "B911",        "B911 99A",   "B911 99ACC",
                                        "B911  99AC", " B911 99AC",  "B911 99AC ", "B91 199AC",
                                        "B911-99AC",  "B911 99AC\n", "B911\t99AC", "B911 99\xC3\x84"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_none(texts[i]);
    }
}
