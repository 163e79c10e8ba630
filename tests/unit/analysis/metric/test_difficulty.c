/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The difficulty of one normal room of a floor, on rooms in a row. */
#include "analysis/metric/metric_private.h"

#include <criterion/criterion.h>

enum { ROOMS = 5, CELLS = 72, FLOORS = 4000 };

static fl_floor floor_;
static int32_t value[FL_METRIC_COUNT];

/* A start, three normal rooms and a boss; the third has no interior. */
static void set_up(void)
{
    static const int16_t difficulty[ROOMS] = {1, 7, -1, 3, 15};
    cr_assert_eq(fl_floor_init(&floor_, CELLS), FL_OK);
    fl_floor_clear(&floor_, ROOMS, 1);
    for (int x = 0; x < ROOMS; x++) {
        fl_kind kind = x == 0 ? FL_KIND_START : x == ROOMS - 1 ? FL_KIND_BOSS : FL_KIND_NORMAL;
        (void)fl_floor_add(&floor_, kind, FL_SHAPE_1X1, x, 0);
        floor_.rooms[x].difficulty = difficulty[x];
    }
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

Test(metric, every_normal_room_is_picked_equally_often, .init = set_up, .fini = tear_down)
{
    unsigned found[16] = {0};
    for (floor_.key.index = 0; floor_.key.index < FLOORS; floor_.key.index++) {
        fl_metric_difficulty_measure(&floor_, value);
        cr_assert(value[FL_METRIC_DIFFICULTY_OF_ONE] == 7 || value[FL_METRIC_DIFFICULTY_OF_ONE] == 3);
        found[value[FL_METRIC_DIFFICULTY_OF_ONE]]++;
    }
    cr_expect(found[7] > FLOORS / 2 - 200 && found[7] < FLOORS / 2 + 200, "%u", found[7]);
}

Test(metric, the_same_floor_has_the_same_room, .init = set_up, .fini = tear_down)
{
    floor_.key.index = 12;
    fl_metric_difficulty_measure(&floor_, value);
    int32_t first = value[FL_METRIC_DIFFICULTY_OF_ONE];
    fl_metric_difficulty_measure(&floor_, value);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_OF_ONE], first);
}

Test(metric, there_is_no_value_without_interiors, .init = set_up, .fini = tear_down)
{
    for (unsigned i = 0; i < ROOMS; i++) {
        floor_.rooms[i].difficulty = -1;
    }
    fl_metric_difficulty_measure(&floor_, value);
    cr_expect_eq(value[FL_METRIC_DIFFICULTY_OF_ONE], FL_GENERATOR_FACT_NONE);
}
