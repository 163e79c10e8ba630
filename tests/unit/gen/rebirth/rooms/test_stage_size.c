/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How large a floor is to be, its curse and its streams, against  numbers of gen/rebirth/RULES.md ("Seeds" to
 * "Difficulty") and of the wiki "Level Generation". Odds are G-tests at 1e-6 with fixed seeds. */
#include "gen/rebirth/rooms/rooms_private.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 100000, ROOMS_MOST = 80 };

static const double alarm = 1e-6;

static maker m;

static const fl_rebirth_rules *open_rules(const char *settings)
{
    char all[512];
    snprintf(all, sizeof all, "specials=off interiors=off %s", settings);
    maker_open(&m, "rebirth", all, 1);
    return m.rules;
}

static fl_stage begin(const fl_rebirth_rules *rules, uint64_t index)
{
    fl_stage stage;
    m.key.index = index;
    fl_rebirth_rooms_stage_begin(&stage, rules, &m.key);
    return stage;
}

Test(stage_size, run_seeds_have_their_published_stage_seeds)
{
    static const uint32_t of_1[] = {0x00800001, 0x00100001, 0x00920001, 0x00004001, 0x00804801,
                                    0x80104141, 0x2492497B, 0x0A000051, 0x26C00048, 0x02980040,
                                    0x26CB005B, 0x0A126055, 0x24D02C4D, 0xC24A29A5};
    for (unsigned stage = 0; stage < 14; stage++) {
        cr_expect_eq(fl_rebirth_rooms_stage_seed(1, stage), of_1[stage], "stage %u", stage);
    }
    cr_expect_eq(fl_rebirth_rooms_stage_seed(0x12345678, 0), 0x4BF2DC92u);
    cr_expect_eq(fl_rebirth_rooms_stage_seed(0x12345678, 1), 0xC28C8761u);
    cr_expect_eq(fl_rebirth_rooms_stage_seed(0x12345678, 13), 0xF77B3543u);
}

/* Run seed 1, stage 1: the base bit is the low one of AD4AA83F, the layout starts from E809B57C. */
Test(stage_size, the_worked_example_comes_out)
{
    const fl_rebirth_rules *rules = open_rules("rules=blade rng=isaac");
    fl_stage stage = begin(rules, 1);
    cr_expect_eq(stage.level.exact.state, 0xE809B57Cu);
    cr_expect_eq(stage.layout.exact.state, 0xE809B57Cu);
    cr_expect(stage.layout.exact.a == 5 && stage.layout.exact.b == 9 && stage.layout.exact.c == 7);
    cr_expect_eq(stage.rooms, 9u);
    cr_expect_eq(stage.dead_ends, 5u);
    cr_expect_eq(stage.curse, FL_CURSE_NONE); /* AD4AA83F is no multiple of five */
    maker_close(&m);
}

Test(stage_size, scattered_numbers_are_all_run_seeds_once)
{
    const fl_rebirth_rules *rules = open_rules("rng=isaac seed_order=scattered");
    unsigned fixed = 0;
    cr_expect_eq(fl_rebirth_rooms_stage_game_seed(rules, 0), 0u);
    for (uint64_t i = 0; i < 2000000; i++) {
        uint32_t index = i < 1000000 ? (uint32_t)i : UINT32_MAX - (uint32_t)(i * 40503);
        uint32_t seed = fl_rebirth_rooms_stage_game_seed(rules, index);
        cr_assert_eq(fl_rebirth_rooms_stage_floor_number(rules, seed), index, "%u", index);
        cr_assert(index == 0 || seed != 0, "%u", index);
        fixed += seed == index;
    }
    cr_expect_leq(fixed, 10u);
    maker_close(&m);
}

Test(stage_size, sequential_numbers_are_run_seeds)
{
    const fl_rebirth_rules *rules = open_rules("rng=isaac seed_order=sequential");
    cr_expect_eq(fl_rebirth_rooms_stage_game_seed(rules, 0x12345678), 0x12345678u);
    cr_expect_eq(fl_rebirth_rooms_stage_floor_number(rules, UINT32_MAX), UINT32_MAX);
    maker_close(&m);
}

/* The numbers of rooms are these, all equally likely. */
static void expect_rooms(const char *settings, const char *numbers)
{
    double law[ROOMS_MOST] = {0};
    uint64_t found[ROOMS_MOST] = {0};
    unsigned number;
    unsigned n = 0;
    int used;
    for (const char *p = numbers; sscanf(p, "%u%n", &number, &used) == 1; p += used) {
        law[number] += 1;
        n++;
    }
    for (unsigned i = 0; i < ROOMS_MOST; i++) {
        law[i] /= n;
    }
    const fl_rebirth_rules *rules = open_rules(settings);
    for (uint64_t i = 0; i < FLOORS / 10; i++) {
        unsigned rooms = begin(rules, i).rooms;
        cr_assert_lt(rooms, (unsigned)ROOMS_MOST);
        found[rooms]++;
    }
    cr_expect(gtest_fit(found, law, ROOMS_MOST) > alarm, "%s", settings);
    maker_close(&m);
}

static const char *const sets[] = {"blade", "afterbirth-plus", "repentance", "wiki-pseudocode"};

Test(stage_size, rooms_are_those_of_the_formula)
{
    static const char *const table[][2] = {
        {"stage=1 curse=none", "8 9"},
        {"stage=2 curse=none", "11 12"},
        {"stage=3 curse=none", "15 16"},
        {"stage=4 curse=none", "18 19"},
        {"stage=5 curse=none", "20"},
        {"stage=8 curse=blind", "20"},
        {"stage=10 curse=none", "20"},
        {"stage=11 curse=none", "20"},
        {"stage=1 curse=lost", "12 13"},
        {"stage=8 curse=lost", "24"},
        {"stage=1 curse=labyrinth", "14 16"},
        {"stage=3 curse=labyrinth", "27 28"},
        {"stage=5 curse=labyrinth", "36"},
        {"stage=7 curse=labyrinth", "36"},
        {"stage=6 hard=on curse=none", "22 23"},
        {"stage=7 hard=on curse=labyrinth", "38 39"},
    };
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
            char settings[128];
            snprintf(settings, sizeof settings, "rules=%s %s", sets[k], table[i][0]);
            expect_rooms(settings, table[i][1]);
        }
    }
}

/* In blade the base bit and hard mode's bit are the first draws of a stream and of its copy: without a draw
 * for a curse in between, they are equal. Elsewhere the roll for a curse is made, and thrown away. */
Test(stage_size, hard_modes_bit_is_free_where_the_curse_is_set_by_hand)
{
    static const char *const free_sets[] = {"afterbirth-plus", "repentance", "wiki-pseudocode", "wiki",
                                            "article"};
    expect_rooms("rules=blade stage=1 hard=on curse=none", "10 12");
    expect_rooms("rules=blade stage=2 hard=on curse=lost", "17 19");
    expect_rooms("rules=blade stage=1 hard=on curse=none rng=isaac seed_order=scattered", "10 12");
    for (unsigned i = 0; i < sizeof free_sets / sizeof free_sets[0]; i++) {
        char settings[128];
        snprintf(settings, sizeof settings, "rules=%s stage=1 hard=on curse=none", free_sets[i]);
        expect_rooms(settings, "10 11 11 12");
        snprintf(settings, sizeof settings, "rules=%s stage=2 hard=on curse=lost", free_sets[i]);
        expect_rooms(settings, "17 18 18 19");
        snprintf(settings, sizeof settings,
                 "rules=%s stage=1 hard=on curse=none rng=isaac seed_order=scattered", free_sets[i]);
        expect_rooms(settings, "10 11 11 12");
    }
}

/* With Black Candle the games draw nothing for a curse; the documents know nothing of a tie. */
Test(stage_size, black_candle_ties_the_bits_in_the_games_alone)
{
    expect_rooms("rules=afterbirth-plus stage=1 hard=on items=[black_candle]", "10 12");
    expect_rooms("rules=repentance stage=1 hard=on items=[black_candle] curse=lost", "14 16");
    expect_rooms("rules=wiki stage=1 hard=on items=[black_candle]", "10 11 11 12");
    expect_rooms("rules=wiki-pseudocode stage=1 hard=on items=[black_candle] curse=none", "10 11 11 12");
}

static void expect_rooms_without_curse(const char *settings, const double *law)
{
    uint64_t found[ROOMS_MOST] = {0};
    const fl_rebirth_rules *rules = open_rules(settings);
    for (uint64_t i = 0; i < FLOORS; i++) {
        fl_stage stage = begin(rules, i);
        if (stage.curse == FL_CURSE_NONE) {
            found[stage.rooms]++;
        }
    }
    cr_expect(gtest_fit(found, law, ROOMS_MOST) > alarm, "%s", settings);
    maker_close(&m);
}

/* After the draw for a curse hard mode's bit is independent. But one draw decides both base bit and curse:
 * with a chance of one in two, the floors without a curse have the higher number, or are lifted
 * labyrinths. */
Test(stage_size, hard_mode_adds_two_or_three)
{
    const double free[ROOMS_MOST] = {[10] = 0.25, [11] = 0.5, [12] = 0.25};
    const double tied[ROOMS_MOST] = {[13] = 1.0 / 14, [14] = 1.0 / 2, [15] = 3.0 / 7};
    expect_rooms_without_curse("rules=repentance stage=1 hard=on", free);
    expect_rooms_without_curse("rules=blade stage=2 hard=on", tied);
    expect_rooms_without_curse("rules=blade rng=isaac seed_order=scattered stage=2 hard=on", tied);
}

Test(stage_size, the_void_has_fifty_rooms_and_more)
{
    expect_rooms("rules=afterbirth-plus stage=12 curse=lost", "50 51 52 53 54");
    expect_rooms("rules=repentance stage=12 hard=on curse=none", "52 53 54 55 56 53 54 55 56 57");
    expect_rooms("rules=wiki-pseudocode stage=12 curse=lost", "50 51 52 53 54 55 56 57 58 59");
    expect_rooms("rules=wiki stage=12 curse=none", "50 51 52 53 54 55 56 57 58 59");
    expect_rooms("rules=wiki stage=12 curse=lost", "54 55 56 57 58 59 60 61 62 63");
}

/* 3.33 x depth + 5 or 6, cut to whole rooms, at most 20; labyrinths 1.8 times the uncut number, at most
 * 45. */
Test(stage_size, the_wikis_prose_is_taken_at_its_word)
{
    expect_rooms("rules=wiki stage=1 curse=none", "8 9");
    expect_rooms("rules=wiki stage=2 curse=none", "11 12");
    expect_rooms("rules=wiki stage=3 curse=none", "14 15");
    expect_rooms("rules=wiki stage=4 curse=none", "18 19");
    expect_rooms("rules=wiki stage=5 curse=none", "20");
    expect_rooms("rules=wiki stage=8 curse=lost", "24");
    expect_rooms("rules=wiki stage=3 hard=on curse=none", "16 17 17 18");
    expect_rooms("rules=wiki stage=1 curse=labyrinth", "14 16");
    expect_rooms("rules=wiki stage=5 curse=labyrinth", "38 40");
    expect_rooms("rules=wiki stage=7 curse=labyrinth", "45");
}

static unsigned ends_of(const char *settings)
{
    const fl_rebirth_rules *rules = open_rules(settings);
    unsigned dead_ends = begin(rules, 1).dead_ends;
    maker_close(&m);
    return dead_ends;
}

Test(stage_size, dead_ends_are_counted_as_documented)
{
    for (unsigned k = 0; k < 4; k++) {
        char all[3][96];
        for (unsigned i = 0; i < 3; i++) {
            static const char *const stages[] = {"stage=1 curse=none", "stage=8 curse=none",
                                                 "stage=3 curse=labyrinth"};
            snprintf(all[i], sizeof all[i], "rules=%s %s", sets[k], stages[i]);
            cr_expect_eq(ends_of(all[i]), 5 + i, "%s", all[i]);
        }
    }
    cr_expect_eq(ends_of("rules=repentance stage=1 curse=labyrinth"), 6u);
    cr_expect_eq(ends_of("rules=afterbirth-plus stage=12"), 8u);
    cr_expect_eq(ends_of("rules=wiki stage=12"), 8u);
    cr_expect_eq(ends_of("rules=wiki stage=1 items=[voodoo_head] curse=none"), 6u);
    cr_expect_eq(ends_of("rules=repentance stage=2 items=[voodoo_head] curse=none"), 7u);
    cr_expect_eq(ends_of("rules=afterbirth-plus stage=1 items=[voodoo_head] curse=none"), 5u);
    cr_expect_eq(ends_of("rules=wiki-pseudocode stage=1 items=[voodoo_head] curse=none"), 5u);
}

/* One in `odds` has a curse; on even or late floors what would be a labyrinth is none. */
static void expect_curses(const char *settings, unsigned odds, bool can_be_large)
{
    uint64_t found[FL_CURSE_COUNT] = {0};
    double law[FL_CURSE_COUNT];
    for (unsigned i = 0; i < FL_CURSE_COUNT; i++) {
        law[i] = odds ? 1.0 / (6.0 * odds) : 0;
    }
    law[FL_CURSE_LABYRINTH] *= can_be_large;
    law[FL_CURSE_NONE] = odds ? 1 - (can_be_large ? 1.0 : 5.0 / 6) / odds : 1;
    const fl_rebirth_rules *rules = open_rules(settings);
    for (uint64_t i = 0; i < FLOORS; i++) {
        fl_stage stage = begin(rules, i + 1);
        cr_assert_eq(stage.is_large, stage.curse == FL_CURSE_LABYRINTH);
        found[stage.curse]++;
    }
    cr_expect(gtest_fit(found, law, FL_CURSE_COUNT) > alarm, "%s", settings);
    maker_close(&m);
}

Test(stage_size, curses_have_their_documented_chances)
{
    expect_curses("rules=blade stage=7", 5, true);
    expect_curses("rules=blade stage=2 hard=on", 2, false);
    expect_curses("rules=afterbirth-plus stage=3 unlocks=fresh", 80, true);
    expect_curses("rules=afterbirth-plus stage=4 unlocks=womb hard=on", 5, false);
    expect_curses("rules=afterbirth-plus stage=5 unlocks=terrible hard=on", 3, true);
    expect_curses("rules=afterbirth-plus stage=10 unlocks=terrible", 10, false);
    expect_curses("rules=repentance stage=3 unlocks=womb", 30, true);
    expect_curses("rules=repentance stage=3 unlocks=fresh hard=on", 40, true);
    expect_curses("rules=repentance stage=6 unlocks=terrible hard=on", 6, false);
    expect_curses("rules=repentance stage=1 unlocks=all hard=on", 3, true);
    expect_curses("rules=blade stage=1 items=[black_candle]", 0, true);
    expect_curses("rules=blade rng=isaac seed_order=scattered stage=7 hard=on", 2, true);
}

Test(stage_size, a_forced_curse_is_set_without_a_draw)
{
    static const char *const names[] = {"none", "labyrinth", "lost", "darkness", "unknown", "maze", "blind"};
    for (int i = 0; i < FL_CURSE_COUNT; i++) {
        char settings[96];
        snprintf(settings, sizeof settings, "rules=blade rng=isaac items=[black_candle] curse=%s", names[i]);
        fl_stage forced = begin(open_rules(settings), 77);
        maker_close(&m);
        fl_stage candle = begin(open_rules("rules=blade rng=isaac items=[black_candle]"), 77);
        cr_expect_eq((int)forced.curse, i);
        cr_expect_eq(forced.layout.exact.state, candle.layout.exact.state, "%s", names[i]);
        maker_close(&m);
    }
}

Test(stage_size, floors_are_told_apart_by_their_difficulty)
{
    static const struct {
        const char *settings;
        fl_rebirth_floor floor;
    } table[] = {
        {"stage=1 curse=none", FL_REBIRTH_ODD},
        {"stage=7 curse=lost", FL_REBIRTH_ODD},
        {"stage=2", FL_REBIRTH_EVEN},
        {"stage=8", FL_REBIRTH_EVEN},
        {"stage=7 curse=labyrinth", FL_REBIRTH_LARGE},
        {"rules=blade stage=9", FL_REBIRTH_LATE},
        {"stage=10", FL_REBIRTH_LATE},
        {"stage=11", FL_REBIRTH_LATE},
        {"stage=12", FL_REBIRTH_VOID},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        const fl_rebirth_rules *rules = open_rules(table[i].settings);
        cr_expect_eq(begin(rules, 3).floor, table[i].floor, "%s", table[i].settings);
        maker_close(&m);
    }
}
