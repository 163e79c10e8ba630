/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What doors ask for, on two rooms side by side. */
#include "gen/floor/door/door.h"

#include <criterion/criterion.h>

#include <string.h>

/* The price of the door between rooms of two kinds. */
static fl_door_price between(fl_kind a, fl_kind b)
{
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, 4), FL_OK);
    fl_floor_clear(&floor, 2, 1);
    fl_floor_add(&floor, a, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor, b, FL_SHAPE_1X1, 1, 0);
    fl_floor_link(&floor);
    cr_assert_eq(floor.doors_n, 1u);
    fl_door_price price = fl_door_price_of(&floor, &floor.doors[0]);
    fl_floor_free(&floor);
    return price;
}

Test(price, a_door_asks_for_the_dearer_price_of_its_rooms)
{
    cr_expect_eq(between(FL_KIND_START, FL_KIND_NORMAL), FL_DOOR_OPEN);
    cr_expect_eq(between(FL_KIND_START, FL_KIND_SECRET), FL_DOOR_BOMB, "although the start's tag is higher");
    cr_expect_eq(between(FL_KIND_CURSE, FL_KIND_SHOP), FL_DOOR_HEARTS);
    cr_expect_eq(between(FL_KIND_ARCADE, FL_KIND_NORMAL), FL_DOOR_COIN);
    cr_expect_eq(between(FL_KIND_CHALLENGE, FL_KIND_BOSS), FL_DOOR_HEALTH);
}

Test(price, names_are_unique_and_the_layout_asks_for_nothing)
{
    for (int i = 0; i < FL_DOOR_PRICES; i++) {
        for (int k = 0; k < i; k++) {
            cr_expect_str_neq(fl_door_row_of((fl_door_price)i)->name, fl_door_row_of((fl_door_price)k)->name);
        }
    }
    static const fl_kind open[] = {FL_KIND_NORMAL, FL_KIND_START, FL_KIND_BOSS, FL_KIND_END};
    for (unsigned i = 0; i < sizeof open / sizeof open[0]; i++) {
        cr_expect_eq(fl_door_of_kind(open[i]), FL_DOOR_OPEN);
    }
}
