/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms that no doors lead to, on floors made by hand and by rules. */
#include "analysis/metric/metric_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

enum { CELLS = 72, FLOORS = 300 };

Test(grid_conditions, rooms_without_a_way_are_counted)
{
    fl_floor floor;
    cr_assert_eq(fl_floor_init(&floor, CELLS), FL_OK);
    fl_floor_clear(&floor, 9, 1);
    (void)fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    (void)fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 1, 0);
    unsigned beside = fl_floor_add(&floor, FL_KIND_SECRET, FL_SHAPE_1X1, 2, 0);
    unsigned apart = fl_floor_add(&floor, FL_KIND_ULTRA_SECRET, FL_SHAPE_1X1, 4, 0);
    floor.rooms[beside].is_added = true;
    floor.rooms[apart].is_added = true;
    fl_floor_link(&floor);
    fl_floor_measure(&floor);
    cr_expect_eq(fl_metric_apart_count(&floor), 1);
    (void)fl_floor_add(&floor, FL_KIND_ULTRA_SECRET, FL_SHAPE_1X1, 8, 0);
    fl_floor_link(&floor);
    fl_floor_measure(&floor);
    cr_expect_eq(fl_metric_apart_count(&floor), 2);
    fl_floor_free(&floor);
}

/* The wiki's floors have one, those without ultra secret rooms none. */
Test(grid_conditions, the_ultra_secret_room_alone_stands_apart)
{
    static const struct {
        const char *settings;
        int rooms;
    } table[] = {
        {"rules=wiki stage=6", 1}, {"rules=repentance stage=1", 1}, {"stage=6", 0}, {"rules=blade", 0}};
    for (unsigned k = 0; k < sizeof table / sizeof table[0]; k++) {
        maker m;
        maker_open(&m, "rebirth", table[k].settings, 1);
        for (uint64_t i = 0; i < FLOORS; i++) {
            maker_make(&m, i);
            cr_expect_eq(m.value[FL_METRIC_ROOMS_APART], table[k].rooms, "%s", table[k].settings);
            cr_expect_eq(m.value[FL_METRIC_BROKEN_CONDITION], 0);
        }
        maker_close(&m);
    }
}
