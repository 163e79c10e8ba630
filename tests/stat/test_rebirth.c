/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What must hold on every single Rebirth floor: the eight conditions and the promises of the documents, by
 * rule set and stage, with interiors and without. A failure names the floor. Each promise is shown to catch a
 * floor that breaks it. */
#include "gen/floor/check.h"
#include "tests/stat/rebirth_promise.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { FLOORS = 1000000, OTHER_FLOORS = 50000, SEED = 30, TEXT = 256, VOID = 12 };

/* ---- floors ---- */

static void keep_promises(const char *settings, unsigned floors)
{
    maker m;
    rebirth_seen floor;
    fl_diag diag;
    unsigned broken[REBIRTH_PROMISES] = {0};
    fl_diag_init(&diag);
    maker_open(&m, "rebirth", settings, SEED);
    rebirth_promise_open(&floor, &m);
    for (unsigned i = 0; i < floors; i++) {
        maker_make_bare(&m, i);
        cr_assert_null(m.floor.failure, "%s, floor %u: %s", settings, i, m.floor.failure);
        cr_assert_eq(fl_check_floor(&m.floor, settings, &diag), FL_OK, "%s, floor %u: %s", settings, i,
                     diag.what);
        rebirth_promise_look(&floor);
        for (unsigned p = 0; p < REBIRTH_PROMISES; p++) {
            bool holds = rebirth_promises[p].holds(&floor);
            cr_expect(holds || broken[p] > 2, "%s, seed %d, floor %u: not %s", settings, SEED, i,
                      rebirth_promises[p].name);
            broken[p] += !holds;
        }
    }
    for (unsigned p = 0; p < REBIRTH_PROMISES; p++) {
        cr_expect_eq(broken[p], 0, "%s: %u floors of %u: not %s", settings, broken[p], floors,
                     rebirth_promises[p].name);
    }
    maker_close(&m);
}

#define STAGES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(10) X(11) X(12)
#define STAGE_TEST(stage)                                                                                    \
    Test(stat, afterbirth_plus_stage_##stage##_keeps_every_promise, .timeout = 600)                          \
    {                                                                                                        \
        keep_promises("coins=9 keys=2 stage=" #stage, scale_count(FLOORS));                                  \
    }
STAGES(STAGE_TEST)

/* Every stage of the other rule sets, normal and hard by turns. */
static void keep_all(const char *rules, const char *more, unsigned floors)
{
    for (int stage = 1; stage <= VOID; stage++) {
        bool is_there = strcmp(rules, "blade") == 0 ? stage != VOID : stage != 9;
        char settings[TEXT];
        snprintf(settings, sizeof settings, "rules=%s stage=%d stage_type=%d hard=%s %s", rules, stage,
                 stage < 10 ? stage % 3 : stage % 2, stage % 2 ? "on" : "off", more);
        if (is_there) {
            keep_promises(settings, floors);
        }
    }
}

#define RULE_SETS(X)                                                                                         \
    X(blade, "blade")                                                                                        \
    X(afterbirth_plus, "afterbirth-plus")                                                                    \
    X(repentance, "repentance") X(wiki, "wiki") X(wiki_pseudocode, "wiki-pseudocode") X(article, "article")
#define RULES_TEST(name, word)                                                                               \
    Test(stat, name##_keeps_every_promise, .timeout = 600)                                                   \
    {                                                                                                        \
        keep_all(word, "", scale_count(OTHER_FLOORS));                                                       \
    }                                                                                                        \
    Test(stat, name##_without_interiors_keeps_every_promise, .timeout = 600)                                 \
    {                                                                                                        \
        keep_all(word, "interiors=off coins=5", scale_count(OTHER_FLOORS));                                  \
    }
RULE_SETS(RULES_TEST)

/* Every rule set's labyrinths, and floors of the Lost. */
Test(stat, cursed_floors_keep_every_promise, .timeout = 600)
{
#define RULES_WORD(name, word) word,
    static const char *const sets[] = {RULE_SETS(RULES_WORD)};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        for (int stage = 1; stage < 9; stage += 2) {
            char more[TEXT];
            snprintf(more, sizeof more, "rules=%s stage=%d hard=%s curse=labyrinth", sets[i], stage,
                     stage % 4 == 1 ? "on" : "off");
            keep_promises(more, scale_count(OTHER_FLOORS) / 4);
            snprintf(more, sizeof more, "rules=%s stage=%d curse=lost", sets[i], stage + 1);
            keep_promises(more, scale_count(OTHER_FLOORS) / 4);
        }
    }
}

/* ---- planted violations ---- */

static fl_room *first_of(fl_floor *floor, fl_kind kind)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return &floor->rooms[i];
        }
    }
    cr_assert_fail("no room of kind %d", (int)kind);
    return NULL;
}

static void ask_for_fewer(fl_floor *floor)
{
    floor->fact[FL_GENERATOR_FACT_TARGET] -= 7;
}

static void shorten_the_list(fl_floor *floor)
{
    floor->fact[FL_GENERATOR_FACT_END_ROOMS] = 4;
}

static void plant_boss(fl_floor *floor)
{
    first_of(floor, FL_KIND_NORMAL)->kind = FL_KIND_BOSS;
}

static void plant_shop(fl_floor *floor)
{
    first_of(floor, FL_KIND_NORMAL)->kind = FL_KIND_SHOP;
}

static void plant_library(fl_floor *floor)
{
    first_of(floor, FL_KIND_NORMAL)->kind = FL_KIND_LIBRARY;
}

static void plant_ultra_secret(fl_floor *floor)
{
    first_of(floor, FL_KIND_NORMAL)->kind = FL_KIND_ULTRA_SECRET;
}

static void bring_boss_near(fl_floor *floor)
{
    first_of(floor, FL_KIND_BOSS)->own_distance = 1;
}

static void part_bosses(fl_floor *floor)
{
    first_of(floor, FL_KIND_BOSS)->kind = FL_KIND_NORMAL;
}

static void open_super_secret(fl_floor *floor)
{
    first_of(floor, FL_KIND_SUPER_SECRET)->is_own_dead_end = false;
}

static void put_secret_beside_boss(fl_floor *floor)
{
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        if (floor->rooms[floor->doors[i].room_b].kind == FL_KIND_BOSS) {
            floor->rooms[floor->doors[i].room_a].kind = FL_KIND_SECRET;
        }
    }
}

static void lead_all_doors_to_the_start(fl_floor *floor)
{
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        floor->doors[i].room_a = 0;
    }
}

static void empty_a_room(fl_floor *floor)
{
    first_of(floor, FL_KIND_NORMAL)->variant = -1;
}

static void end_at_the_start(fl_floor *floor)
{
    floor->rooms[fl_floor_end(floor)].is_end = false;
    floor->rooms[0].is_end = true;
}

static const struct {
    const char *promise, *settings;
    void (*plant)(fl_floor *floor);
} plants[] = {
    {"has_enough_dead_ends", "stage=1", shorten_the_list},
    {"asks_for_rooms_of_formula", "stage=3", ask_for_fewer},
    {"has_rooms_asked_for", "stage=3", ask_for_fewer},
    {"has_bosses", "stage=3", plant_boss},
    {"has_guaranteed_rooms", "stage=3", plant_shop},
    {"has_guaranteed_rooms", "stage=8", plant_shop},
    {"has_no_room_of_other_stages", "stage=11", plant_library},
    {"boss_is_apart_from_start", "stage=2", bring_boss_near},
    {"labyrinth_bosses_are_neighbours", "stage=3 curse=labyrinth", part_bosses},
    {"super_secret_is_a_dead_end", "stage=2", open_super_secret},
    {"secret_avoids_bosses_and_secrets", "stage=2", put_secret_beside_boss},
    {"ultra_secret_lies_apart", "stage=2", plant_ultra_secret},
    {"has_at_most_eight_exits", "stage=5", lead_all_doors_to_the_start},
    {"every_room_has_an_interior", "stage=5", empty_a_room},
    {"ends_with_the_outer_boss", "stage=5", end_at_the_start},
};

/* The promise holds before and not after. */
static void expect_caught(const rebirth_promise *promise, const char *settings,
                          void (*plant)(fl_floor *floor))
{
    maker m;
    rebirth_seen floor;
    maker_open(&m, "rebirth", settings, SEED);
    rebirth_promise_open(&floor, &m);
    maker_make_bare(&m, 0);
    rebirth_promise_look(&floor);
    cr_expect(promise->holds(&floor), "%s", promise->name);
    plant(&m.floor);
    rebirth_promise_look(&floor);
    cr_expect_not(promise->holds(&floor), "%s holds whatever comes", promise->name);
    maker_close(&m);
}

Test(stat, every_promise_catches_a_floor_that_breaks_it)
{
    for (unsigned p = 0; p < REBIRTH_PROMISES; p++) {
        unsigned planted = 0;
        for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
            if (strcmp(rebirth_promises[p].name, plants[i].promise) == 0) {
                expect_caught(&rebirth_promises[p], plants[i].settings, plants[i].plant);
                planted++;
            }
        }
        cr_expect_gt(planted, 0, "no plant for %s", rebirth_promises[p].name);
    }
}
