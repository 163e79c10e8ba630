/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What must hold on every single floor: the eight conditions and the documented promises, on 10^6 floors of
 * each rule set and level (in a full test a million of the levels of a rule set together, the fewer the
 * longer they take). A failure names the command that draws the floor. */
#include "gen/floor/board.h"
#include "gen/floor/check.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { FLOORS = 1000000, SEED = 20 };

static const unsigned groups = 1u << FL_METRIC_COUNTS | 1u << FL_METRIC_FACTS | 1u << FL_METRIC_DEGREES |
                               1u << FL_METRIC_DISTANCES | 1u << FL_METRIC_CLUSTERING;

typedef struct promise {
    const char *name;
    bool (*holds)(const maker *m);
} promise;

static int kind_count(const maker *m, fl_kind kind)
{
    return m->value[FL_METRIC_FIRST_KIND + (int)kind];
}

static bool has_rooms_of_formula(const maker *m)
{
    int base = 5 + 26 * (int)m->values.number[1] / 10;
    int rooms = m->value[FL_METRIC_PLAN_ROOMS];
    return rooms == base || rooms == base + 1;
}

static bool has_rooms_of_demo(const maker *m)
{
    return m->value[FL_METRIC_PLAN_ROOMS] >= 7 && m->value[FL_METRIC_PLAN_ROOMS] <= 15;
}

static bool has_rooms_of_flash(const maker *m)
{
    int size = 500 + 260 * (int)m->values.number[1];
    int low = size < 2000 ? size : 2000;
    int high = size + 100 < 2000 ? size + 100 : 2000;
    int rooms = m->value[FL_METRIC_PLAN_ROOMS] - 1;
    return rooms == (low + 99) / 100 || rooms == (high + 99) / 100;
}

static bool never_loops(const maker *m)
{
    return m->value[FL_METRIC_LOOPS] == 0 && m->value[FL_METRIC_DOUBLE_DOORS] == 0;
}

static bool never_clusters(const maker *m)
{
    return m->value[FL_METRIC_CLUSTERING_MAX] == 0;
}

/* A room placed beside two filled cells would close a loop or, on a tree, join nothing: each plan room has
 * exactly one neighbour among those placed before it. */
static bool joins_one_neighbour_each(const maker *m)
{
    const fl_floor *floor = &m->floor;
    int before[FL_BOARD_BITS] = {0};
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        before[floor->doors[i].room_b]++;
    }
    for (int i = 1; i < floor->rooms_n; i++) {
        if (!floor->rooms[i].is_added && before[i] != 1) {
            return false;
        }
    }
    return before[0] == 0;
}

static bool boss_is_apart_from_start(const maker *m)
{
    return m->value[FL_METRIC_BOSS_DISTANCE] > 1;
}

static bool boss_is_a_dead_end(const maker *m)
{
    return m->floor.rooms[fl_floor_end(&m->floor)].is_dead_end;
}

static bool boss_is_farthest(const maker *m)
{
    return m->value[FL_METRIC_BOSS_DISTANCE] == m->value[FL_METRIC_ECCENTRICITY] ||
           m->value[FL_METRIC_PLAN_ROOMS] > 16; /* only a returned start can change that */
}

static bool has_guaranteed_rooms(const maker *m)
{
    return kind_count(m, FL_KIND_START) == 1 && kind_count(m, FL_KIND_BOSS) == 1 &&
           kind_count(m, FL_KIND_SHOP) == 1 && kind_count(m, FL_KIND_TREASURE) == 1 &&
           kind_count(m, FL_KIND_SECRET) == 1;
}

static bool specials_are_dead_ends(const maker *m)
{
    for (int i = 0; i < m->floor.rooms_n; i++) {
        const fl_room *room = &m->floor.rooms[i];
        bool is_special = room->kind != FL_KIND_NORMAL && room->kind != FL_KIND_START && !room->is_added;
        if (is_special && !room->is_dead_end) {
            return false;
        }
    }
    return true;
}

static bool secret_avoids_end_rooms(const maker *m)
{
    for (uint32_t i = 0; i < m->floor.doors_n; i++) {
        const fl_door *door = &m->floor.doors[i];
        bool is_secret = m->floor.rooms[door->room_b].is_added;
        if (is_secret && m->floor.rooms[door->room_a].is_dead_end) {
            return false;
        }
    }
    return true;
}

static bool secret_meets_its_criterion(const maker *m)
{
    return m->value[FL_METRIC_SECRET_NEIGHBOURS] >= m->value[FL_METRIC_SECRET_CRITERION];
}

static bool secret_has_three_or_four(const maker *m)
{
    return m->value[FL_METRIC_SECRET_NEIGHBOURS] >= 3 && m->value[FL_METRIC_SECRET_NEIGHBOURS] <= 4;
}

static bool secret_never_has_one(const maker *m)
{
    return m->value[FL_METRIC_SECRET_NEIGHBOURS] != 1;
}

static bool end_list_is_the_dead_ends(const maker *m)
{
    return m->value[FL_METRIC_END_ROOMS] == m->value[FL_METRIC_DEAD_ENDS];
}

static bool secret_is_there_on_first_levels(const maker *m)
{
    return kind_count(m, FL_KIND_SECRET) == 1 || m->values.number[1] >= 3;
}

static bool has_one_super_secret(const maker *m)
{
    return kind_count(m, FL_KIND_SUPER_SECRET) == 1;
}

static const promise article[] = {
    {"has_rooms_of_formula", has_rooms_of_formula},
    {"never_loops", never_loops},
    {"never_clusters", never_clusters},
    {"joins_one_neighbour_each", joins_one_neighbour_each},
    {"boss_is_apart_from_start", boss_is_apart_from_start},
    {"boss_is_a_dead_end", boss_is_a_dead_end},
    {"boss_is_farthest", boss_is_farthest},
    {"has_guaranteed_rooms", has_guaranteed_rooms},
    {"specials_are_dead_ends", specials_are_dead_ends},
    {"secret_avoids_end_rooms", secret_avoids_end_rooms},
    {"secret_meets_its_criterion", secret_meets_its_criterion},
    {"end_list_is_the_dead_ends", end_list_is_the_dead_ends},
    {NULL, NULL},
};

static const promise demo[] = {
    {"has_rooms_of_demo", has_rooms_of_demo},
    {"never_loops", never_loops},
    {"never_clusters", never_clusters},
    {"joins_one_neighbour_each", joins_one_neighbour_each},
    {"boss_is_a_dead_end", boss_is_a_dead_end},
    {"boss_is_farthest", boss_is_farthest},
    {"has_guaranteed_rooms", has_guaranteed_rooms},
    {"specials_are_dead_ends", specials_are_dead_ends},
    {"secret_has_three_or_four", secret_has_three_or_four},
    {NULL, NULL},
};

static const promise flash[] = {
    {"has_rooms_of_flash", has_rooms_of_flash},
    {"never_loops", never_loops},
    {"never_clusters", never_clusters},
    {"joins_one_neighbour_each", joins_one_neighbour_each},
    {"boss_is_apart_from_start", boss_is_apart_from_start},
    {"boss_is_a_dead_end", boss_is_a_dead_end},
    {"specials_are_dead_ends", specials_are_dead_ends},
    {"secret_never_has_one", secret_never_has_one},
    {"secret_is_there_on_first_levels", secret_is_there_on_first_levels},
    {"has_one_super_secret", has_one_super_secret},
    {NULL, NULL},
};

static const promise *const by_set[] = {article, demo, flash};
static const char *const set_names[] = {"article", "demo", "flash"};

/* All promises on one floor, or the name of the first that does not hold. */
static const char *broken(maker *m, const promise *promises, const char *where, fl_diag *diag)
{
    if (m->floor.failure) {
        return m->floor.failure;
    }
    if (fl_check_floor(&m->floor, where, diag)) {
        return diag->what;
    }
    fl_metric_compute(&m->metric, &m->floor, groups, m->value);
    for (const promise *p = promises; p->name; p++) {
        if (!p->holds(m)) {
            return p->name;
        }
    }
    return NULL;
}

static void keep_promises(unsigned set, unsigned level, unsigned floors)
{
    maker m;
    char settings[64];
    char where[128];
    fl_diag diag;
    fl_diag_init(&diag);
    snprintf(settings, sizeof settings, "rules=%s level=%u", set_names[set], level);
    maker_open(&m, "classic", settings, SEED);
    for (unsigned i = 0; i < floors; i++) {
        maker_make_bare(&m, i);
        const char *what = broken(&m, by_set[set], "floor", &diag);
        snprintf(where, sizeof where,
                 "floorlab show classic --seed %d --set rules=%s --set level=%u --floor %u", SEED,
                 set_names[set], level, i);
        cr_assert_null(what, "%s: %s", where, what);
    }
    maker_close(&m);
}

/* Floors of a level in a full test: of twelve levels a million. A promise that one in 3,000 floors breaks is
 * caught with 95 % on the slowest level alone. */
static unsigned floors_of(unsigned level)
{
    unsigned fewer = level <= 6 ? 140000 : level <= 9 ? 40000 : level <= 11 ? 20000 : 10000;
    return scale_is_thorough() ? FLOORS : fewer;
}

/* The game itself throws away what needs 399 tries: those floors are failed, and rare. */
#define LEVELS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
#define ARTICLE(level)                                                                                       \
    Test(stat, article_level_##level##_keeps_every_promise)                                                  \
    {                                                                                                        \
        keep_promises(0, level, floors_of(level));                                                           \
    }
#define FLASH(level)                                                                                         \
    Test(stat, flash_level_##level##_keeps_every_promise)                                                    \
    {                                                                                                        \
        keep_promises(2, level, floors_of(level));                                                           \
    }

LEVELS(ARTICLE)
LEVELS(FLASH)

Test(stat, demo_keeps_every_promise)
{
    keep_promises(1, 1, scale_count(FLOORS));
}

/* Each promise must be able to fail: floors of rules that break it are caught. */
static void catches(unsigned set, const char *settings, const char *expected)
{
    maker m;
    fl_diag diag;
    fl_diag_init(&diag);
    maker_open(&m, "classic", settings, SEED);
    unsigned caught = 0;
    for (unsigned i = 0; i < 20000 && !caught; i++) {
        maker_make_bare(&m, i);
        fl_metric_compute(&m.metric, &m.floor, groups, m.value);
        for (const promise *p = by_set[set]; p->name; p++) {
            caught += strcmp(p->name, expected) == 0 && !p->holds(&m);
        }
    }
    maker_close(&m);
    cr_assert_gt(caught, 0, "%s never catches %s", expected, settings);
}

Test(stat, promises_catch_other_rules)
{
    catches(0, "rooms=9", "has_rooms_of_formula");
    catches(0, "level=5 curse=labyrinth", "never_loops");
    catches(0, "level=5 curse=labyrinth", "never_clusters");
    catches(0, "level=5 curse=labyrinth", "joins_one_neighbour_each");
    catches(0, "boss_may_touch_start=on rooms=4 min_end_rooms=1", "boss_is_apart_from_start");
    catches(0, "level=5 curse=labyrinth", "has_guaranteed_rooms");
    catches(0, "level=5 curse=labyrinth", "specials_are_dead_ends");
    catches(0, "secret_forbids=boss", "secret_avoids_end_rooms");
    catches(1, "max_rooms=16 min_rooms=7", "has_rooms_of_demo");
    catches(1, "rules=article", "secret_has_three_or_four");
    catches(2, "rules=article", "has_one_super_secret");
    catches(2, "rules=article", "secret_never_has_one");
    catches(2, "rules=flash curse=lost", "has_rooms_of_flash");
}
