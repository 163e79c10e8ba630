/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ruleset superset, on floors drawn by hand and on a game's. */
#include "analysis/metric/metric_private.h"
#include "gen/grid/grid.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

static int32_t beyond(fl_floor *floor)
{
    int32_t value[FL_METRIC_COUNT];
    struct fl_metric_grid_rules *rules = NULL;
    cr_assert_eq(fl_metric_grid_rules_init(&rules, floor->cells_max), FL_OK);
    fl_metric_grid_rules_count(rules, floor, value);
    fl_metric_grid_rules_free(rules);
    return value[FL_METRIC_BEYOND_GRID];
}

Test(grid_rules, says_which_obstacle_it_is)
{
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, 49), FL_OK);
    fl_floor_clear(&floor, 7, 7);
    (void)fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 2, 2);
    floor.rooms[fl_floor_add(&floor, FL_KIND_BOSS, FL_SHAPE_LTL, 2, 0)].is_end = true;
    (void)fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_IIH, 3, 2);
    fl_floor_link(&floor);
    fl_floor_measure(&floor);
    cr_expect_eq(beyond(&floor), FL_GRID_NO_OBSTACLE);
    (void)fl_floor_add(&floor, FL_KIND_ULTRA_SECRET, FL_SHAPE_1X1, 6, 6);
    cr_expect_eq(beyond(&floor), FL_GRID_APART);
    floor.rooms[1].is_end = false;
    cr_expect_eq(beyond(&floor), FL_GRID_NO_END);
    fl_floor_free(&floor);
}

Test(grid_rules, is_a_metric_of_floors)
{
    maker m;
    maker_open(&m, "rebirth", "stage=6", 1);
    for (unsigned i = 0; i < 100; i++) {
        maker_make(&m, i);
        cr_expect_eq(m.value[FL_METRIC_BEYOND_GRID], 0, "floor %u", i);
    }
    maker_close(&m);
}
