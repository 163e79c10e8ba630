/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who touches whom, on floors by hand and against the board itself on random ones. */
#include "analysis/metric/metric_private.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = 9, MOST = 40 };

typedef struct scene {
    fl_floor floor;
    fl_graph graph;
    uint16_t exits[FL_RANDOM_FLOOR_CELLS];
    int32_t value[FL_METRIC_COUNT];
} scene;

static void open_scene(scene *self)
{
    cr_assert_eq(fl_floor_init(&self->floor, FL_RANDOM_FLOOR_CELLS), FL_OK);
    cr_assert_eq(fl_metric_graph_init(&self->graph, FL_RANDOM_FLOOR_CELLS), FL_OK);
}

static void count(scene *self)
{
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        self->value[i] = FL_GENERATOR_FACT_NONE;
    }
    fl_metric_graph_read(&self->graph, &self->floor);
    fl_metric_adjacency_count(&self->graph, &self->floor, self->exits, self->value);
}

static unsigned add(scene *self, fl_kind kind, fl_shape shape, int x, int y)
{
    unsigned room = fl_floor_add(&self->floor, kind, shape, x, y);
    self->floor.rooms[room].is_added = kind == FL_KIND_SECRET || kind == FL_KIND_ULTRA_SECRET;
    return room;
}

static void finish(scene *self)
{
    fl_floor_link(&self->floor);
    fl_floor_measure(&self->floor);
    count(self);
}

static void begin(scene *self)
{
    open_scene(self);
    fl_floor_clear(&self->floor, SIDE, SIDE);
}

Test(adjacency, columns_count_from_one)
{
    scene s;
    begin(&s);
    add(&s, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    finish(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_COLUMN], FL_GENERATOR_FACT_NONE);
    add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 0, 1);
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_COLUMN], 1);
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}

Test(adjacency, secret_rooms_count_the_doors_to_each_kind)
{
    scene s;
    begin(&s);
    add(&s, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    add(&s, FL_KIND_BOSS, FL_SHAPE_1X2, 3, 1);
    add(&s, FL_KIND_SUPER_SECRET, FL_SHAPE_1X1, 1, 3);
    add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 2, 1);
    add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 2, 2);
    add(&s, FL_KIND_SECRET, FL_SHAPE_1X1, 1, 2);
    finish(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_BY_BOSS], 2);
    cr_expect_eq(s.value[FL_METRIC_SECRET_BY_START], 2);
    cr_expect_eq(s.value[FL_METRIC_SECRET_BY_SECRET], 2);
    cr_expect_eq(s.value[FL_METRIC_SECRET_BY_SUPER_SECRET], 1);
    cr_expect_eq(s.value[FL_METRIC_BOSS_BY_BOSS], 0);
    cr_expect_eq(s.value[FL_METRIC_SECRET_DOORS], 3, "the first: start, boss and the second one");
    cr_expect_eq(s.value[FL_METRIC_ULTRA_SECRET_DOORS], FL_GENERATOR_FACT_NONE);
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}

Test(adjacency, a_missing_kind_has_no_value)
{
    scene s;
    begin(&s);
    add(&s, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    finish(&s);
    cr_expect_eq(s.value[FL_METRIC_SECRET_BY_BOSS], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(s.value[FL_METRIC_BOSS_BY_BOSS], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(s.value[FL_METRIC_SPECIAL_EXITS_MAX], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(s.value[FL_METRIC_BIG_DOUBLE_DOORS], FL_GENERATOR_FACT_NONE);
    cr_expect_eq(s.value[FL_METRIC_EXITS_MAX], 0);
    cr_expect_eq(s.value[FL_METRIC_BOXES], 0);
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}

/* A room of four cells with a room at each of its eight sides, and one that only the secret room joins. */
Test(adjacency, a_large_room_can_have_eight_exits)
{
    static const int8_t around[8][2] = {{3, 4}, {3, 5}, {4, 3}, {5, 3}, {6, 4}, {6, 5}, {4, 6}, {5, 6}};
    scene s;
    begin(&s);
    add(&s, FL_KIND_START, FL_SHAPE_2X2, 4, 4);
    for (unsigned i = 0; i < 8; i++) {
        add(&s, i ? FL_KIND_NORMAL : FL_KIND_SHOP, FL_SHAPE_1X1, around[i][0], around[i][1]);
    }
    finish(&s);
    cr_expect_eq(s.value[FL_METRIC_EXITS_MAX], 8);
    cr_expect_eq(s.value[FL_METRIC_SPECIAL_EXITS_MAX], 2);
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}

Test(adjacency, boxes_are_of_four_single_rooms)
{
    scene s;
    begin(&s);
    add(&s, FL_KIND_START, FL_SHAPE_1X1, 1, 1);
    add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 2, 1);
    add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 1, 2);
    unsigned corner = add(&s, FL_KIND_NORMAL, FL_SHAPE_1X1, 2, 2);
    add(&s, FL_KIND_NORMAL, FL_SHAPE_2X2, 3, 1);
    finish(&s);
    cr_expect_eq(s.value[FL_METRIC_BOXES], 1);
    s.floor.rooms[corner].is_added = true;
    count(&s);
    cr_expect_eq(s.value[FL_METRIC_BOXES], 0);
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}

/* Sides by which two rooms touch, from the board alone. */
static int sides(const fl_floor *floor, int a, int b)
{
    int n = 0;
    for (int cell = 0; cell < floor->width * floor->height; cell++) {
        int x = cell % floor->width;
        int y = cell / floor->width;
        n += fl_floor_room_at(floor, x, y) == a && fl_floor_room_at(floor, x + 1, y) == b;
        n += fl_floor_room_at(floor, x, y) == a && fl_floor_room_at(floor, x - 1, y) == b;
        n += fl_floor_room_at(floor, x, y) == a && fl_floor_room_at(floor, x, y + 1) == b;
        n += fl_floor_room_at(floor, x, y) == a && fl_floor_room_at(floor, x, y - 1) == b;
    }
    return n;
}

typedef struct literal {
    int between[MOST][MOST];
    int32_t by[FL_KIND_COUNT][FL_KIND_COUNT];
    int32_t pairs, doubles, exits, special, secret;
} literal;

static void recount(literal *out, const fl_floor *floor)
{
    memset(out, 0, sizeof *out);
    out->secret = -1;
    for (int a = 0; a < floor->rooms_n; a++) {
        const fl_room *one = &floor->rooms[a];
        int exits = 0;
        int all = 0;
        for (int b = 0; b < floor->rooms_n; b++) {
            const fl_room *two = &floor->rooms[b];
            int n = a == b ? 0 : sides(floor, a, b);
            bool is_plan = !one->is_added && !two->is_added;
            out->by[one->kind][two->kind] += n;
            exits += is_plan ? n : 0;
            all += n;
            out->pairs += a < b && is_plan && n > 0 && one->cells_n > 1 && two->cells_n > 1;
            out->doubles += a < b && is_plan && n > 1 && one->cells_n > 1 && two->cells_n > 1;
        }
        bool is_special =
            one->kind != FL_KIND_NORMAL && one->kind != FL_KIND_START && one->kind != FL_KIND_BOSS;
        out->secret = one->kind == FL_KIND_SECRET && out->secret < 0 ? all : out->secret;
        out->exits = exits > out->exits ? exits : out->exits;
        out->special = is_special && !one->is_added && exits > out->special ? exits : out->special;
    }
}

static int32_t or_none(const scene *s, fl_kind kind, int32_t value)
{
    for (unsigned i = 0; i < s->floor.rooms_n; i++) {
        if (s->floor.rooms[i].kind == kind) {
            return value;
        }
    }
    return FL_GENERATOR_FACT_NONE;
}

Test(adjacency, equals_a_literal_count_on_random_floors)
{
    static literal expected;
    static scene s;
    open_scene(&s);
    for (unsigned i = 0; i < 2000; i++) {
        fl_random_floor_make(&s.floor, i);
        recount(&expected, &s.floor);
        count(&s);
        int32_t boss = expected.by[FL_KIND_SECRET][FL_KIND_BOSS];
        int32_t twins = expected.by[FL_KIND_SECRET][FL_KIND_SECRET] / 2;
        cr_assert_eq(s.value[FL_METRIC_SECRET_BY_BOSS], or_none(&s, FL_KIND_SECRET, boss), "floor %u", i);
        cr_assert_eq(s.value[FL_METRIC_SECRET_BY_SECRET], or_none(&s, FL_KIND_SECRET, twins), "floor %u", i);
        cr_assert_eq(s.value[FL_METRIC_SECRET_DOORS],
                     expected.secret < 0 ? FL_GENERATOR_FACT_NONE : expected.secret);
        cr_assert_eq(s.value[FL_METRIC_EXITS_MAX], expected.exits, "floor %u", i);
        cr_assert_eq(s.value[FL_METRIC_BIG_NEIGHBOURS], expected.pairs, "floor %u", i);
        cr_assert_eq(s.value[FL_METRIC_BIG_DOUBLE_DOORS],
                     expected.pairs ? expected.doubles : FL_GENERATOR_FACT_NONE);
        cr_assert(s.value[FL_METRIC_SPECIAL_EXITS_MAX] == expected.special ||
                  s.value[FL_METRIC_SPECIAL_EXITS_MAX] == FL_GENERATOR_FACT_NONE);
    }
    fl_metric_graph_free(&s.graph);
    fl_floor_free(&s.floor);
}
