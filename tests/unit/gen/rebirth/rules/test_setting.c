/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of settings: names, defaults, ranges, and the answers to mistakes. */
#include "gen/base/setting_values.h"
#include "gen/rebirth/rules/rules.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_setting_values values;
static fl_diag diag;

static fl_err assign(const char *word)
{
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_rebirth_rules_settings, FL_REBIRTH_SETTINGS_N);
    return fl_setting_values_assign(&values, word, "test", &diag);
}

static void expect_default(fl_rebirth_setting setting, int64_t value)
{
    cr_expect_eq(fl_setting_values_get(&values, setting), value, "%s",
                 fl_rebirth_rules_settings[setting].name);
}

/* Stage 1, normal, six of six half hearts, nothing held, everything unlocked, curse by chance. */
Test(setting, defaults_are_the_documented_ones)
{
    fl_setting_values_init(&values, fl_rebirth_rules_settings, FL_REBIRTH_SETTINGS_N);
    expect_default(FL_REBIRTH_SET_RULES, 1); /* afterbirth-plus */
    expect_default(FL_REBIRTH_SET_RNG, 0);   /* pcg */
    expect_default(FL_REBIRTH_SET_SEED_ORDER, 0);
    expect_default(FL_REBIRTH_SET_STAGE, 1);
    expect_default(FL_REBIRTH_SET_STAGE_TYPE, 0);
    expect_default(FL_REBIRTH_SET_HARD, 0);
    expect_default(FL_REBIRTH_SET_UNLOCKS, 3);
    expect_default(FL_REBIRTH_SET_CURSE, 0);
    expect_default(FL_REBIRTH_SET_HEARTS, 6);
    expect_default(FL_REBIRTH_SET_MAX_HEARTS, 6);
    expect_default(FL_REBIRTH_SET_SOUL_HEARTS, 0);
    expect_default(FL_REBIRTH_SET_BONE_HEARTS, 0);
    expect_default(FL_REBIRTH_SET_COINS, 0);
    expect_default(FL_REBIRTH_SET_KEYS, 0);
    expect_default(FL_REBIRTH_SET_ITEMS, 0);
    expect_default(FL_REBIRTH_SET_VICTORY_LAP, 0);
    expect_default(FL_REBIRTH_SET_DEVIL_VISITED, 0);
    expect_default(FL_REBIRTH_SET_BOOK_PICKED, 0);
    expect_default(FL_REBIRTH_SET_INTERIORS, 1);
    expect_default(FL_REBIRTH_SET_SPECIALS, 1);
    cr_expect_str_eq(values.text[0], "");
}

Test(setting, rows_stand_in_the_order_of_their_numbers)
{
    static const struct {
        fl_rebirth_setting setting;
        const char *name;
    } table[] = {{FL_REBIRTH_SET_RULES, "rules"},
                 {FL_REBIRTH_SET_RNG, "rng"},
                 {FL_REBIRTH_SET_SEED_ORDER, "seed_order"},
                 {FL_REBIRTH_SET_STAGE_TYPE, "stage_type"},
                 {FL_REBIRTH_SET_UNLOCKS, "unlocks"},
                 {FL_REBIRTH_SET_BONE_HEARTS, "bone_hearts"},
                 {FL_REBIRTH_SET_CHARACTER, "character"},
                 {FL_REBIRTH_SET_VICTORY_LAP, "victory_lap"},
                 {FL_REBIRTH_SET_TREASURE_ENTERED, "treasure_rooms_entered"},
                 {FL_REBIRTH_SET_ROOMS, "rooms"},
                 {FL_REBIRTH_SET_SPECIALS, "specials"}};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_expect_str_eq(fl_rebirth_rules_settings[table[i].setting].name, table[i].name);
    }
    cr_expect_eq(fl_rebirth_rules_settings[FL_REBIRTH_SET_ROOMS].type, FL_SETTING_TEXT);
}

Test(setting, items_are_bits_in_the_order_of_their_words)
{
    static const struct {
        const char *word;
        fl_rebirth_item item;
    } table[] = {
        {"black_candle", FL_REBIRTH_ITEM_BLACK_CANDLE},
        {"silver_dollar", FL_REBIRTH_ITEM_SILVER_DOLLAR},
        {"bloody_crown", FL_REBIRTH_ITEM_BLOODY_CROWN},
        {"golden_horseshoe", FL_REBIRTH_ITEM_GOLDEN_HORSESHOE},
        {"pay_to_win", FL_REBIRTH_ITEM_PAY_TO_WIN},
        {"fragmented_card", FL_REBIRTH_ITEM_FRAGMENTED_CARD},
        {"voodoo_head", FL_REBIRTH_ITEM_VOODOO_HEAD},
        {"luna", FL_REBIRTH_ITEM_LUNA},
        {"holy_crown", FL_REBIRTH_ITEM_HOLY_CROWN},
        {"wicked_crown", FL_REBIRTH_ITEM_WICKED_CROWN},
        {"telescope_lens", FL_REBIRTH_ITEM_TELESCOPE_LENS},
        {"moms_box", FL_REBIRTH_ITEM_MOMS_BOX},
        {"crystal_ball", FL_REBIRTH_ITEM_CRYSTAL_BALL},
        {"magic_8_ball", FL_REBIRTH_ITEM_MAGIC_8_BALL},
        {"sausage", FL_REBIRTH_ITEM_SAUSAGE},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char word[64] = "items=[";
        strcat(strcat(word, table[i].word), "]");
        cr_assert_eq(assign(word), FL_OK, "%s: %s", word, diag.what);
        cr_expect_eq(fl_setting_values_get(&values, FL_REBIRTH_SET_ITEMS), 1 << table[i].item, "%s", word);
    }
    cr_assert_eq(assign("items=[luna,fragmented_card]"), FL_OK);
    cr_expect_eq(fl_setting_values_get(&values, FL_REBIRTH_SET_ITEMS),
                 1 << FL_REBIRTH_ITEM_LUNA | 1 << FL_REBIRTH_ITEM_FRAGMENTED_CARD);
}

Test(setting, slips_are_answered_with_the_nearest_name)
{
    static const char *const table[][2] = {{"stages=3", "stage"},
                                           {"rule=blade", "rules"},
                                           {"max_heart=4", "max_hearts"},
                                           {"devil_visit=on", "devil_visited"},
                                           {"victory_laps=1", "victory_lap"}};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_expect_neq(assign(table[i][0]), FL_OK, "%s", table[i][0]);
        cr_expect_not_null(strstr(diag.hint, table[i][1]), "%s: %s", table[i][0], diag.hint);
    }
}

Test(setting, values_out_of_range_are_refused)
{
    static const char *const words[] = {"stage=0",       "stage=13",        "stage_type=3",  "hearts=-1",
                                        "rules=gist",    "curse=giant",     "items=[lunar]", "unlocks=some",
                                        "character=eve", "interiors=maybe", "coins=1000",    "rng=mersenne"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        cr_expect_neq(assign(words[i]), FL_OK, "%s", words[i]);
        cr_expect_neq(diag.what[0], '\0');
    }
}
