/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Doors counted by price, on a row of rooms. */
#include "analysis/metric/metric_private.h"
#include "gen/floor/door/door.h"

#include <criterion/criterion.h>

Test(gate_slots, counts_every_door_once)
{
    static const fl_kind row[] = {FL_KIND_START,  FL_KIND_NORMAL,    FL_KIND_SHOP,   FL_KIND_NORMAL,
                                  FL_KIND_ARCADE, FL_KIND_NORMAL,    FL_KIND_CURSE,  FL_KIND_VAULT,
                                  FL_KIND_NORMAL, FL_KIND_CHALLENGE, FL_KIND_NORMAL, FL_KIND_SECRET,
                                  FL_KIND_END};
    enum { N = sizeof row / sizeof row[0] };
    int32_t value[FL_METRIC_COUNT];
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, N), FL_OK);
    fl_floor_clear(&floor, N, 1);
    for (int i = 0; i < N; i++) {
        fl_floor_add(&floor, row[i], FL_SHAPE_1X1, i, 0);
    }
    floor.rooms[1].price = FL_DOOR_COIN + FL_FLOOR_PRICE; /* the rules say so of this one */
    fl_floor_link(&floor);
    floor.doors[N - 2].is_wall = true;
    fl_metric_door_prices_count(&floor, value);
    cr_expect_eq(value[FL_METRIC_OPEN_DOORS], 0);
    cr_expect_eq(value[FL_METRIC_COIN_DOORS], 3);
    cr_expect_eq(value[FL_METRIC_KEY_DOORS], 3);
    cr_expect_eq(value[FL_METRIC_HEARTS_DOORS], 2);
    cr_expect_eq(value[FL_METRIC_HEALTH_DOORS], 2);
    cr_expect_eq(value[FL_METRIC_BOMB_DOORS], 1);
    cr_expect_eq(value[FL_METRIC_WALLS], 1);
    fl_floor_free(&floor);
}
