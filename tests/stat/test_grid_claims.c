/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Gao 2022 promises about grid floors: on every floor of every shipped ruleset, or as an order of means.
 * A failure names the command that draws the floor. */
#include "analysis/metric/metric.h"
#include "gen/floor/check.h"
#include "gen/floor/floor_json.h"
#include "tests/support/grid_group.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 21, BASEMENT = 0 };

typedef struct promise {
    const char *name;
    bool (*holds)(const maker *m);
} promise;

/* A single tile has four neighbours, and each two of them have one other tile in common. */
static bool single_tiles_cluster_four_at_most(const maker *m)
{
    unsigned board = 0;
    for (unsigned i = 0; i < m->floor.rooms_n; i++) {
        if (m->floor.rooms[i].is_added) {
            continue;
        }
        if (m->floor.rooms[i].cells_n == 1 && m->metric.clustering[board] > 4) {
            return false;
        }
        board++;
    }
    return board == m->metric.clustering_n;
}

static int room_of(const fl_floor *floor, fl_kind kind)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return i;
        }
    }
    return FL_FLOOR_NO_ROOM;
}

/* Rooms below `limit` around a cell, each tile counted. */
static unsigned around(const fl_floor *floor, int x, int y, int limit)
{
    unsigned n = 0;
    for (unsigned d = 0; d < 4; d++) {
        int other = fl_floor_room_at(floor, x + fl_shape_step(d).x, y + fl_shape_step(d).y);
        n += other >= 0 && other < limit;
    }
    return n;
}

/* As many tiles beside it as any empty tile had when it was placed. */
static bool secret_has_the_most_neighbours(const maker *m)
{
    const fl_floor *floor = &m->floor;
    int secret = room_of(floor, FL_KIND_SECRET);
    if (secret < 0) {
        return false;
    }
    unsigned own = around(floor, floor->rooms[secret].origin_x, floor->rooms[secret].origin_y, secret);
    for (unsigned i = 0; i < floor->cells_n; i++) {
        int x = floor->cells[i] % floor->width;
        int y = floor->cells[i] / floor->width;
        for (unsigned d = 0; d < 4; d++) {
            int beside_x = x + fl_shape_step(d).x;
            int beside_y = y + fl_shape_step(d).y;
            int here = fl_floor_room_at(floor, beside_x, beside_y);
            if ((here < 0 || here >= secret) && around(floor, beside_x, beside_y, secret) > own) {
                return false;
            }
        }
    }
    return true;
}

static bool super_secret_had_one_neighbour(const maker *m)
{
    const fl_floor *floor = &m->floor;
    int room = room_of(floor, FL_KIND_SUPER_SECRET);
    return room >= 0 && around(floor, floor->rooms[room].origin_x, floor->rooms[room].origin_y, room) == 1;
}

static bool end_is_farther_than_zero(const maker *m)
{
    return m->floor.rooms[fl_floor_end(&m->floor)].distance > 4;
}

static bool specials_had_one_neighbour(const maker *m)
{
    const fl_floor *floor = &m->floor;
    for (int i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_special = room->kind == FL_KIND_SPECIAL || room->kind == FL_KIND_END;
        if (is_special && around(floor, room->origin_x, room->origin_y, i) != 1) {
            return false;
        }
    }
    return true;
}

static bool has_the_rooms_of_the_appendix(const maker *m)
{
    const int32_t *kind = m->value + FL_METRIC_FIRST_KIND;
    int base = m->value[FL_METRIC_TILES] - 1 - 5 - 2;
    return base >= 13 && base <= 17 && kind[FL_KIND_SPECIAL] == 4 && kind[FL_KIND_END] == 1 &&
           kind[FL_KIND_SECRET] == 1 && kind[FL_KIND_SUPER_SECRET] == 1;
}

static const promise all[] = {{"single_tiles_cluster_four_at_most", single_tiles_cluster_four_at_most},
                              {NULL, NULL}};

static const promise basement[] = {
    {"secret_has_the_most_neighbours", secret_has_the_most_neighbours},
    {"super_secret_had_one_neighbour", super_secret_had_one_neighbour},
    {"end_is_farther_than_zero", end_is_farther_than_zero},
    {"specials_had_one_neighbour", specials_had_one_neighbour},
    {"has_the_rooms_of_the_appendix", has_the_rooms_of_the_appendix},
    {NULL, NULL},
};

static const char *broken(maker *m, const promise *promises)
{
    for (const promise *p = promises; p->name; p++) {
        if (!p->holds(m)) {
            return p->name;
        }
    }
    return NULL;
}

static void keep_promises(const char *name, unsigned floors, const promise *more)
{
    maker m;
    char settings[64];
    fl_diag diag;
    fl_diag_init(&diag);
    snprintf(settings, sizeof settings, "rules=%s", name);
    maker_open(&m, "grid", settings, SEED);
    for (unsigned i = 0; i < floors; i++) {
        maker_make_bare(&m, i);
        fl_err err = fl_check_floor(&m.floor, "floor", &diag);
        fl_metric_compute(&m.metric, &m.floor, 1u << FL_METRIC_COUNTS | 1u << FL_METRIC_CLUSTERING, m.value);
        const char *what = err ? diag.what : broken(&m, all);
        what = what ? what : broken(&m, more);
        cr_assert_null(what, "floorlab show grid --seed %d --set rules=%s --floor %u: %s", SEED, name, i,
                       what);
    }
    maker_close(&m);
}

Test(stat, grid_basement_keeps_every_promise)
{
    keep_promises("basement", scale_count(1000000), basement);
}

#define RULESETS(X)                                                                                          \
    X(cave, 30000)                                                                                           \
    X(facade, 100000)                                                                                        \
    X(halls, 30000)                                                                                          \
    X(maze, 30000)                                                                                           \
    X(ring_city, 10000)                                                                                      \
    X(spine, 30000)                                                                                          \
    X(underworld, 20)                                                                                        \
    X(walk, 100000)                                                                                          \
    X(basement_fitted, 100000)                                                                               \
    X(spelunky, 100000)                                                                                      \
    X(spelunky_fitted, 100000)
#define RULESET(name, floors)                                                                                \
    Test(stat, grid_##name##_keeps_every_promise)                                                            \
    {                                                                                                        \
        keep_promises(#name, scale_count(floors), all);                                                      \
    }

RULESETS(RULESET)

/* Each promise must be able to fail: other rules break it within some floors. */
Test(stat, grid_promises_catch_other_rules)
{
    static const struct {
        const char *settings, *expected;
    } table[] = {{"rules=cave", "secret_has_the_most_neighbours"},
                 {"rules=basement size=60", "has_the_rooms_of_the_appendix"},
                 {"rules=facade", "end_is_farther_than_zero"}};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        maker m;
        bool is_caught = false;
        maker_open(&m, "grid", table[i].settings, SEED);
        for (unsigned k = 0; k < 1000 && !is_caught; k++) {
            maker_make(&m, k);
            for (const promise *p = basement; p->name && !is_caught; p++) {
                is_caught = strcmp(p->name, table[i].expected) == 0 && !p->holds(&m);
            }
        }
        cr_expect(is_caught, "%s: %s", table[i].settings, table[i].expected);
        maker_close(&m);
    }
}

/* Mean of a metric over floors 0…n-1, and its standard error. */
typedef struct mean {
    double value, error;
} mean;

static mean mean_of(const char *settings, fl_metric metric, unsigned floors)
{
    maker m;
    double sum = 0;
    double square = 0;
    maker_open(&m, "grid", settings, SEED);
    for (unsigned i = 0; i < floors; i++) {
        maker_make_bare(&m, i);
        cr_assert_null(m.floor.failure, "%s, floor %u", settings, i);
        fl_metric_compute(&m.metric, &m.floor, 1u << fl_metric_of(metric)->group, m.value);
        sum += m.value[metric];
        square += (double)m.value[metric] * m.value[metric];
    }
    maker_close(&m);
    double value = sum / floors;
    return (mean){value, sqrt((square / floors - value * value) / floors)};
}

/* Turning a setting up raises a metric's mean, by more than chance, at every step. The smallest step there is
 * lies ten standard errors high on 3,000 floors; four are asked for. */
static void rises(const char *settings, const char *knob, fl_metric metric, unsigned floors)
{
    static const int quarters[] = {0, 25, 50, 75, 100, -1};
    mean before = {-1e9, 0};
    for (const int *steps = quarters; *steps >= 0; steps++) {
        char all_settings[128];
        snprintf(all_settings, sizeof all_settings, "%s %s=%d", settings, knob, *steps);
        mean now = mean_of(all_settings, metric, floors);
        double margin = 4 * sqrt(now.error * now.error + before.error * before.error);
        cr_expect_gt(now.value, before.value + margin, "%s: %s %.3f after %.3f", all_settings,
                     fl_metric_of(metric)->name, now.value, before.value);
        before = now;
    }
}

Test(stat, grid_clustering_follows_its_knob)
{
    rises("rules=facade", "clustering", FL_METRIC_CLUSTERING_SUM, 3000);
    rises("rules=basement", "clustering", FL_METRIC_CLUSTERING_SUM, 3000);
}

Test(stat, grid_branching_follows_its_knob)
{
    rises("rules=facade", "branching", FL_METRIC_BRANCHING, 3000);
    rises("rules=facade snaking=0 clustering=0", "branching", FL_METRIC_BRANCHING, 3000);
}

Test(stat, grid_snaking_follows_its_knob)
{
    rises("rules=facade", "snaking", FL_METRIC_DEGREE_2, 3000);
    rises("rules=facade clustering=0 branching=100", "snaking", FL_METRIC_DEGREE_2, 3000);
}

Test(stat, grid_size_follows_its_knob)
{
    rises("rules=facade", "size", FL_METRIC_TILES, 3000);
    rises("rules=cave", "size", FL_METRIC_TILES, 500);
}

/* 8.1: a lower universal modifier creates more branches. */
Test(stat, grid_a_lower_modifier_branches_more)
{
    static const int thousandths[] = {950, 700, 450, 200, -1};
    mean before = {-1e9, 0};
    for (const int *p = thousandths; *p >= 0; p++) {
        char settings[96];
        snprintf(settings, sizeof settings, "rules=facade clustering=0 snaking=20 probability=%d", *p);
        mean now = mean_of(settings, FL_METRIC_BRANCHING, 3000);
        cr_expect_gt(now.value, before.value + 4 * sqrt(now.error * now.error + before.error * before.error));
        before = now;
    }
}

/* 7.3: distance modifiers are ignored in the first pass, so the floors are the same with them. */
Test(stat, grid_first_pass_ignores_distances)
{
    grid_group with;
    grid_group without;
    fl_text a;
    fl_text b;
    fl_floor_json_head head = {.generator = "grid", .rules = "test", .seed = 1};
    fl_text_init(&a);
    fl_text_init(&b);
    grid_group_open(&without, grid_group_small, "");
    grid_group_try_edited(&with, grid_group_small, "    neighbours",
                          "    distance: {zero: 1, one: 3}\n    neighbours");
    cr_assert_eq(with.err, FL_OK);
    for (unsigned i = 0; i < 2000; i++) {
        fl_text_clear(&a);
        fl_text_clear(&b);
        grid_group_make(&with, i);
        fl_floor_json_write(&head, &with.floor, &a);
        grid_group_make(&without, i);
        fl_floor_json_write(&head, &without.floor, &b);
        cr_assert_str_eq(fl_text_get(&a), fl_text_get(&b), "floor %u", i);
    }
    fl_text_free(&a);
    fl_text_free(&b);
    grid_group_close(&with);
    grid_group_close(&without);
}
