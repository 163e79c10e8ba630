/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gates of every rule set: rolls against the documented odds, rooms against the page's sentences (wiki
 * "Level Generation"; gen/rebirth/RULES.md, "Special rooms", "Repentance", "The wiki page"). One layout with
 * many dead ends is furnished again and again, without interiors. G-tests at 1e-6 with fixed seeds. */
#include "gen/floor/gate.h"
#include "gen/floor/kind.h"
#include "tests/support/gtest.h"
#include "tests/support/scale.h"
#include "tests/unit/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const double alarm = 1e-6;

/* The documented chances of a gate: first, second where it counts (0: none). */
typedef struct odds {
    const char *event;
    double first, second;
} odds;

static double judge(const uint64_t *flags, double chance)
{
    return gtest_fit(flags, (const double[]){1 - chance, chance}, 2);
}

/* found[event][0]: first chance; [1]: second, where it was rolled; [2]: passed. */
static uint64_t found[FL_GATE_MAX][3][2];

static void count(uint32_t floors)
{
    memset(found, 0, sizeof found);
    for (uint32_t i = 0; i < floors; i++) {
        cr_assert(scene_furnish(), "%s", scene_work.failure);
        for (unsigned e = 0; e < FL_GATE_MAX; e++) {
            unsigned gate = scene_work.gate[e];
            if (gate & FL_GATE_ROLLED) {
                found[e][0][(gate & FL_GATE_FIRST) != 0]++;
                found[e][2][(gate & FL_GATE_PASSED) != 0]++;
            }
            if (gate & FL_GATE_SECOND_ROLLED) {
                found[e][1][(gate & FL_GATE_SECOND) != 0]++;
            }
        }
    }
}

static void expect_odds(const char *settings, const odds *table, unsigned n)
{
    scene_open(settings);
    count(scale_count(600000));
    for (unsigned i = 0; i < n; i++) {
        const odds *one = &table[i];
        uint64_t(*counts)[2] = found[scene_event(one->event)];
        double both = one->first + (1 - one->first) * one->second;
        cr_expect_gt(counts[0][0] + counts[0][1], 1000u, "%s %s", settings, one->event);
        cr_expect(judge(counts[0], one->first) > alarm, "%s %s: first chance", settings, one->event);
        cr_expect(judge(counts[2], both) > alarm, "%s %s: in all", settings, one->event);
        cr_expect_eq(counts[1][0] + counts[1][1], one->second > 0 ? counts[0][0] : 0, "%s %s", settings,
                     one->event);
        cr_expect(one->second == 0 || judge(counts[1], one->second) > alarm, "%s %s: second chance", settings,
                  one->event);
        cr_expect(judge(counts[2], both * 1.3) < alarm, "%s %s: a wrong chance passes", settings, one->event);
    }
    maker_close(&scene_maker);
}

#define FL_POPCOUNT(table) (sizeof(table) / sizeof(table)[0])

/* How many rooms of a kind 2,000 floors have; the mini-boss rooms of a floor must be the same room. */
static unsigned count_kind(const char *settings, fl_kind kind, unsigned *most)
{
    unsigned n = 0;
    maker m;
    *most = 0;
    maker_open(&m, "rebirth", settings, 1);
    for (uint64_t i = 0; i < 2000; i++) {
        unsigned here = 0;
        int32_t variant = -1;
        maker_make_bare(&m, i);
        for (unsigned k = 0; k < m.floor.rooms_n; k++) {
            const fl_room *room = &m.floor.rooms[k];
            if (room->kind == kind) {
                cr_assert(here == 0 || room->variant == variant, "%s: another room", settings);
                variant = room->variant;
                here++;
            }
        }
        *most = here > *most ? here : *most;
        n += here;
    }
    maker_close(&m);
    return n;
}

/* "PlaceRoom(boss, deadend)": by default a slip, otherwise the mini-boss room once more, on half of the
 * second floors and on all later ones that have a dead end left; never without full health. */
Test(special_rooms, the_challenge_line_can_be_taken_at_its_word)
{
    static const char *const stage = "rules=wiki-pseudocode curse=none stage=4";
    char literal[128];
    unsigned most = 0;
    unsigned plain = count_kind(stage, FL_KIND_MINIBOSS, &most);
    cr_expect_eq(most, 1);
    cr_expect_gt(
        count_kind(stage, FL_KIND_CHALLENGE, &most) + count_kind(stage, FL_KIND_BOSS_CHALLENGE, &most), 0);
    snprintf(literal, sizeof literal, "%s challenge_line=boss", stage);
    cr_expect_eq(count_kind(literal, FL_KIND_CHALLENGE, &most), 0);
    cr_expect_eq(count_kind(literal, FL_KIND_BOSS_CHALLENGE, &most), 0);
    unsigned more = count_kind(literal, FL_KIND_MINIBOSS, &most);
    cr_expect_eq(most, 2);
    cr_expect_gt(more, plain + 500, "%u, %u", more, plain);
    snprintf(literal, sizeof literal, "%s preset=hurt challenge_line=boss", stage);
    (void)count_kind(literal, FL_KIND_MINIBOSS, &most);
    cr_expect_eq(most, 1);
}

/* Hurt, poor and without visits: first chances alone; the bedroom's second counts. */
Test(special_rooms, hurt_players_have_the_first_chances)
{
    static const char *const sets[] = {"blade", "afterbirth-plus", "wiki-pseudocode", "wiki"};
    for (unsigned k = 0; k < 4; k++) {
        const odds table[] = {{"dice_or_sacrifice", 1.0 / 7, 0}, {"dice", 1.0 / 50, 0},
                              {"library", 1.0 / 20, 0},          {"curse", 1.0 / 2, 0},
                              {"miniboss", 1.0 / 4, 0},          {"ultra_pride", 1.0 / 10, 0},
                              {"bedroom", 1.0 / 50, 1.0 / 5},    {"clean_bedroom", 1.0 / 2, 0},
                              {"treasure_more", 1.0 / 100, 0},   {"vault", 1.0 / 10, 0}};
        char settings[96];
        snprintf(settings, sizeof settings, "rules=%s stage=5 curse=none preset=hurt", sets[k]);
        expect_odds(settings, table,
                    FL_POPCOUNT(table) - (k == 3)); /* the prose asks for a second floor first */
    }
}

/* 5/14, 27/125, 23/80, 5/8 and 2/5 in all; challenges one in two on the second floor. */
Test(special_rooms, healthy_and_rich_players_have_second_chances)
{
    static const char *const sets[] = {"blade", "afterbirth-plus", "wiki-pseudocode", "wiki"};
    for (unsigned k = 0; k < 4; k++) {
        const odds table[] = {{"dice_or_sacrifice", 1.0 / 7, 1.0 / 4},
                              {"dice", 1.0 / 50, 1.0 / 5},
                              {"curse", 1.0 / 2, 1.0 / 4},
                              {"miniboss", 1.0 / 4, 0},
                              {"challenge", 1.0 / 2, 0},
                              {"vault", 1.0 / 10, 1.0 / 3},
                              {"bedroom", 1.0 / 50, 0},
                              {"treasure_more", 1.0 / 100, 0.15},
                              {"library", 1.0 / 20, k == 3 ? 0 : 1.0 / 4}};
        char settings[160];
        snprintf(settings, sizeof settings,
                 "rules=%s stage=2 curse=none preset=rich devil_visited=on book_picked=on "
                 "items=[golden_horseshoe]",
                 sets[k]);
        expect_odds(settings, table, FL_POPCOUNT(table));
    }
}

/* 1/2 in all by the prose and the game, 5/8 by the pseudo-code. */
Test(special_rooms, the_first_stage_has_a_second_chance_for_mini_bosses)
{
    const odds game[] = {{"miniboss", 1.0 / 4, 1.0 / 3}, {"treasure_more", 1.0 / 100, 0}};
    const odds pseudo[] = {{"miniboss", 1.0 / 4, 1.0 / 2}};
    expect_odds("rules=blade stage=1 curse=none preset=hurt", game, 1);
    expect_odds("rules=repentance stage=1 curse=none preset=hurt", game, 1);
    expect_odds("rules=wiki stage=1 curse=none preset=hurt", game, 1);
    expect_odds("rules=wiki-pseudocode stage=1 curse=none preset=hurt", pseudo, 1);
}

Test(special_rooms, repentance_has_its_own_odds)
{
    const odds table[] = {{"dice_or_sacrifice", 1.0 / 7, 1.0 / 4},
                          {"vault", 1.0 / 10, 1.0 / 3},
                          {"planetarium", 0.21, 0},
                          {"challenge", 1.0 / 2, 0},
                          {"treasure_more", 1.0 / 100, 15.0 / 50}};
    expect_odds(
        "rules=repentance stage=2 curse=none hearts=1 character=lazarus keys=2 treasure_rooms_entered=0 "
        "items=[golden_horseshoe,moms_box]",
        table, FL_POPCOUNT(table));
}

Test(special_rooms, planetariums_come_one_time_in_a_hundred)
{
    const odds table[] = {{"planetarium", 0.01, 0}};
    expect_odds("rules=wiki stage=5 curse=none", table, 1);
}

/* How many rooms of a kind there are, at least and at most, of the floors furnished. */
static void expect_rooms(const char *settings, fl_kind kind, unsigned least, unsigned most)
{
    unsigned fewest = 99;
    unsigned highest = 0;
    unsigned floors = 0;
    scene_open(settings);
    for (unsigned i = 0; i < 600; i++) {
        unsigned n = 0;
        if (!scene_furnish()) {
            continue;
        }
        for (unsigned k = 0; k < scene_work.board.rooms_n; k++) {
            n += scene_work.board.room[k].kind == (uint8_t)kind;
        }
        fewest = n < fewest ? n : fewest;
        highest = n > highest ? n : highest;
        floors++;
    }
    cr_expect_gt(floors, 300u, "%s", settings);
    cr_expect(fewest == least && highest == most, "%s: %u to %u of kind %d", settings, fewest, highest, kind);
    maker_close(&scene_maker);
}

Test(special_rooms, guaranteed_rooms_come_in_their_chapters)
{
    expect_rooms("rules=wiki stage=6 victory_lap=2", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki stage=6 victory_lap=3", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=wiki stage=7", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=wiki stage=8 items=[silver_dollar]", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki stage=10 items=[holy_crown]", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki stage=10", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=wiki stage=10 items=[wicked_crown]", FL_KIND_TREASURE, 1, 1);
    expect_rooms("rules=wiki stage=7", FL_KIND_TREASURE, 0, 0);
    expect_rooms("rules=wiki stage=7 curse=none items=[bloody_crown]", FL_KIND_TREASURE, 1, 1);
    expect_rooms("rules=wiki stage=6", FL_KIND_TREASURE, 1, 1);
    expect_rooms("rules=wiki stage=3 curse=labyrinth", FL_KIND_TREASURE, 2, 2);
    expect_rooms("rules=repentance stage=10 items=[holy_crown]", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=repentance stage=10 stage_type=1 items=[holy_crown]", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki stage=6 treasure_rooms_entered=0", FL_KIND_PLANETARIUM, 1, 1);
    expect_rooms("rules=wiki stage=8 treasure_rooms_entered=0 items=[telescope_lens]", FL_KIND_PLANETARIUM, 0,
                 0);
}

/* "A or B and C": the laps count only in chapter four, and no crown helps later. */
Test(special_rooms, the_pseudo_code_is_taken_at_its_word)
{
    expect_rooms("rules=wiki-pseudocode stage=6 victory_lap=3", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki-pseudocode stage=7 victory_lap=3 items=[silver_dollar]", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=wiki-pseudocode stage=7 victory_lap=2 items=[silver_dollar]", FL_KIND_SHOP, 1, 1);
    expect_rooms("rules=wiki-pseudocode stage=10 items=[holy_crown]", FL_KIND_SHOP, 0, 0);
    expect_rooms("rules=wiki-pseudocode stage=11", FL_KIND_SACRIFICE, 0, 1);
    expect_rooms("rules=wiki-pseudocode stage=12", FL_KIND_SACRIFICE, 0, 0);
    expect_rooms("rules=wiki-pseudocode stage=12", FL_KIND_CURSE, 0, 1);
    expect_rooms("rules=wiki-pseudocode stage=12", FL_KIND_BOSS, 1, 1);
    expect_rooms("rules=wiki-pseudocode stage=6 items=[voodoo_head]", FL_KIND_CURSE, 0, 1);
    expect_rooms("rules=wiki-pseudocode stage=6 items=[luna,fragmented_card]", FL_KIND_SECRET, 2, 2);
    expect_rooms("rules=wiki-pseudocode stage=6 items=[luna]", FL_KIND_SUPER_SECRET, 1, 1);
    expect_rooms("rules=wiki-pseudocode stage=6", FL_KIND_ULTRA_SECRET, 0, 0);
    expect_rooms("rules=wiki-pseudocode stage=4 keys=2 coins=4", FL_KIND_VAULT, 0, 0);
    expect_rooms("rules=wiki-pseudocode stage=4 coins=5", FL_KIND_VAULT, 0, 1);
}

Test(special_rooms, items_add_rooms)
{
    expect_rooms("rules=wiki stage=6", FL_KIND_SECRET, 1, 1);
    expect_rooms("rules=wiki stage=6 items=[luna]", FL_KIND_SECRET, 2, 2);
    expect_rooms("rules=wiki stage=6 items=[luna,fragmented_card]", FL_KIND_SECRET, 3, 3);
    expect_rooms("rules=repentance stage=6 items=[luna,fragmented_card]", FL_KIND_SECRET, 3, 3);
    expect_rooms("rules=blade stage=6 items=[luna,fragmented_card]", FL_KIND_SECRET, 2, 2);
    expect_rooms("rules=wiki stage=6 items=[luna]", FL_KIND_SUPER_SECRET, 2, 2);
    expect_rooms("rules=repentance stage=6 items=[luna]", FL_KIND_SUPER_SECRET, 2, 2);
    expect_rooms("rules=afterbirth-plus stage=6 items=[luna]", FL_KIND_SUPER_SECRET, 1, 1);
    expect_rooms("rules=wiki stage=6 items=[voodoo_head]", FL_KIND_CURSE, 1, 2);
    expect_rooms("rules=wiki stage=6", FL_KIND_CURSE, 0, 1);
    expect_rooms("rules=repentance stage=6 items=[voodoo_head]", FL_KIND_CURSE, 2, 2);
    expect_rooms("rules=repentance stage=6", FL_KIND_CURSE, 1, 1);
    expect_rooms("rules=wiki stage=6", FL_KIND_ULTRA_SECRET, 1, 1);
}

/* Chest, Dark Room and The Void have bosses, hidden rooms and the grave alone. */
Test(special_rooms, last_stages_have_few_sorts_of_rooms)
{
    static const char *const stages[] = {"stage=11", "stage=11 stage_type=1", "stage=12"};
    static const fl_kind none[] = {FL_KIND_SHOP,   FL_KIND_TREASURE,  FL_KIND_PLANETARIUM,
                                   FL_KIND_DICE,   FL_KIND_SACRIFICE, FL_KIND_LIBRARY,
                                   FL_KIND_CURSE,  FL_KIND_MINIBOSS,  FL_KIND_CHALLENGE,
                                   FL_KIND_ARCADE, FL_KIND_VAULT,     FL_KIND_CLEAN_BEDROOM};
    for (unsigned i = 0; i < 3; i++) {
        char settings[128];
        snprintf(settings, sizeof settings, "rules=wiki preset=rich devil_visited=on %s", stages[i]);
        for (unsigned k = 0; k < FL_POPCOUNT(none); k++) {
            expect_rooms(settings, none[k], 0, 0);
        }
        expect_rooms(settings, FL_KIND_GRAVE, i == 0, i == 0);
        expect_rooms(settings, FL_KIND_SUPER_SECRET, 1, 1);
    }
    expect_rooms("rules=wiki stage=12", FL_KIND_BOSS, 6, 9);
    expect_rooms("rules=afterbirth-plus stage=12", FL_KIND_BOSS, 6, 9);
    expect_rooms("rules=wiki stage=3 curse=labyrinth", FL_KIND_BOSS, 2, 2);
    expect_rooms("rules=wiki stage=3 curse=none", FL_KIND_BOSS, 1, 1);
}

Test(special_rooms, rooms_that_ask_for_something_come_only_then)
{
    expect_rooms("rules=wiki stage=4", FL_KIND_BOSS_CHALLENGE, 1, 1);
    expect_rooms("rules=wiki stage=4", FL_KIND_CHALLENGE, 0, 0);
    expect_rooms("rules=wiki stage=3 curse=none", FL_KIND_CHALLENGE, 1, 1);
    expect_rooms("rules=wiki stage=2", FL_KIND_BOSS_CHALLENGE, 0, 1);
    expect_rooms("rules=wiki stage=4 preset=hurt", FL_KIND_BOSS_CHALLENGE, 0, 0);
    expect_rooms("rules=blade stage=1 curse=labyrinth", FL_KIND_CHALLENGE, 0, 0);
    expect_rooms("rules=blade stage=4 coins=4 keys=2", FL_KIND_VAULT, 0, 0);
    expect_rooms("rules=blade stage=4 coins=5", FL_KIND_VAULT, 0, 1);
    expect_rooms("rules=wiki stage=4 coins=4", FL_KIND_ARCADE, 0, 0);
    expect_rooms("rules=wiki stage=4 coins=5", FL_KIND_ARCADE, 0, 1);
    expect_rooms("rules=wiki stage=4 coins=5 keys=1", FL_KIND_VAULT, 0,
                 0); /* and no arcade one time in ten */
    expect_rooms("rules=wiki stage=4 coins=4 keys=2", FL_KIND_VAULT, 0, 1);
    expect_rooms("rules=wiki stage=5 curse=none preset=rich", FL_KIND_ARCADE, 0, 0);
    expect_rooms("rules=repentance stage=5 curse=none preset=rich character=cain birthright=on",
                 FL_KIND_ARCADE, 0, 1);
    expect_rooms("rules=wiki stage=7 curse=none preset=hurt", FL_KIND_DIRTY_BEDROOM, 0, 0);
    expect_rooms("rules=wiki stage=6 preset=hurt", FL_KIND_DIRTY_BEDROOM, 0, 1);
}
