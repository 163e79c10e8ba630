/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics of normal rooms' interiors, on a floor of six rooms. */
#include "analysis/metric/metric_private.h"

#include <criterion/criterion.h>

enum { ROOMS = 6, CELLS = 72 };

static fl_floor floor_;
static int32_t value[FL_METRIC_COUNT];

/* A start, four normal rooms and a boss in a row. */
static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, CELLS), FL_OK);
    fl_floor_clear(&floor_, ROOMS, 1);
    for (int x = 0; x < ROOMS; x++) {
        fl_kind kind = x == 0 ? FL_KIND_START : x == ROOMS - 1 ? FL_KIND_BOSS : FL_KIND_NORMAL;
        (void)fl_floor_add(&floor_, kind, FL_SHAPE_1X1, x, 0);
    }
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

TestSuite(interior, .init = set_up, .fini = tear_down);

static void furnish(int16_t type)
{
    static const int16_t difficulty[ROOMS] = {1, 7, -1, 3, 12, 15};
    static const int32_t number[ROOMS] = {1, 70, -1, 120, 80, 999};
    static const int16_t bits[ROOMS] = {7, 1, 7, 3, -1, 7};
    for (unsigned i = 0; i < ROOMS; i++) {
        floor_.rooms[i].difficulty = difficulty[i];
        floor_.rooms[i].variant = number[i];
        floor_.rooms[i].subtype = bits[i];
        floor_.rooms[i].type = type;
    }
    fl_metric_interior_count(&floor_, value);
}

static void expect(int32_t wanted, unsigned first, unsigned last)
{
    for (unsigned metric = first; metric <= last; metric++) {
        cr_expect_eq(value[metric], wanted, "%s is %d", fl_metric_of(metric)->name, (int)value[metric]);
    }
}

Test(interior, there_is_no_value_without_interiors)
{
    fl_metric_interior_count(&floor_, value);
    fl_metric_difficulty_measure(&floor_, value);
    expect(FL_GENERATOR_FACT_NONE, FL_METRIC_DIFFICULTY_LEAST, FL_METRIC_DIFFICULTY_MOST);
    expect(FL_GENERATOR_FACT_NONE, FL_METRIC_INTERIOR_FIRST, FL_METRIC_DIFFICULTY_OF_ONE);
    expect(FL_GENERATOR_FACT_NONE, FL_METRIC_INTERIOR_REPEATS, FL_METRIC_DIFFICULTY_15_SHARE);
}

Test(interior, values_are_those_of_normal_rooms)
{
    furnish(0);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_LEAST], 3);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_MOST], 12);
    cr_expect_eq(value[FL_METRIC_INTERIOR_FIRST], 70);
    cr_expect_eq(value[FL_METRIC_INTERIOR_LAST], 120);
    cr_expect_eq(value[FL_METRIC_CHAMPION_ROOMS], 2);
    cr_expect_eq(value[FL_METRIC_TINTED_ROOMS], 1);
    cr_expect_eq(value[FL_METRIC_RED_FIRE_ROOMS], 0);
    cr_expect_eq(value[FL_METRIC_INTERIOR_REPEATS], 0);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_5_SHARE], 0);
    expect(FL_GENERATOR_FACT_NONE, FL_METRIC_ROCK_ROOMS, FL_METRIC_ENEMY_ROOMS); /* no chunk rooms */
    furnish(1);
    cr_expect_eq(value[FL_METRIC_CHAMPION_ROOMS], FL_GENERATOR_FACT_NONE,
                 "subtypes of other games say nothing");
    cr_expect_eq(value[FL_METRIC_INTERIOR_LAST], 120);
}

Test(interior, chunk_rooms_say_what_stands_in_them)
{
    furnish(0);
    floor_.rooms[1].subtype = 64 + 8 + 1;   /* a bit of each, but no chapter */
    floor_.rooms[3].subtype = 128 + 32 + 8; /* fires, rocks */
    floor_.rooms[4].subtype = 128;
    fl_metric_interior_count(&floor_, value);
    cr_expect_eq(value[FL_METRIC_ROCK_ROOMS], 2);
    cr_expect_eq(value[FL_METRIC_PIT_ROOMS], 0);
    cr_expect_eq(value[FL_METRIC_FIRE_ROOMS], 1);
    cr_expect_eq(value[FL_METRIC_ENEMY_ROOMS], 1);
    cr_expect_eq(value[FL_METRIC_CHAMPION_ROOMS], 1);
    floor_.rooms[3].subtype = 0;
    fl_metric_interior_count(&floor_, value);
    cr_expect_eq(value[FL_METRIC_PIT_ROOMS], 0, "a chapter of 128 makes a chunk room");
}

Test(interior, shares_and_repeats_are_of_normal_rooms_that_have_one)
{
    furnish(0);
    floor_.rooms[1].difficulty = floor_.rooms[3].difficulty = 15;
    floor_.rooms[4].difficulty = 1;
    floor_.rooms[3].variant = floor_.rooms[4].variant = floor_.rooms[1].variant;
    fl_metric_interior_count(&floor_, value);
    cr_expect_eq(value[FL_METRIC_INTERIOR_REPEATS], 2);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_15_SHARE], 666);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_1_SHARE], 333);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_10_SHARE], 0);
    floor_.rooms[3].type = 1;
    floor_.rooms[4].shape = FL_SHAPE_IH;
    fl_metric_interior_count(&floor_, value);
    cr_expect_eq(value[FL_METRIC_INTERIOR_REPEATS], 0, "another type or shape is another interior");
}
