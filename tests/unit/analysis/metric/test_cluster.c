/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clustering numbers against a slow literal version of Gao's definition, on floors of any form. */
#include "analysis/metric/metric_private.h"
#include "gen/random/pcg.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = FL_RANDOM_FLOOR_SIDE };

/* Whether a cell belongs to another room than `room` that counts. */
static bool is_other(const fl_floor *floor, int x, int y, unsigned room, bool with_added)
{
    int other = fl_floor_room_at(floor, x, y);
    return other >= 0 && other != (int)room && (with_added || !floor->rooms[other].is_added);
}

static bool touches_room(const fl_floor *floor, int x, int y, unsigned room)
{
    return fl_floor_room_at(floor, x - 1, y) == (int)room || fl_floor_room_at(floor, x + 1, y) == (int)room ||
           fl_floor_room_at(floor, x, y - 1) == (int)room || fl_floor_room_at(floor, x, y + 1) == (int)room;
}

/* R_A: other rooms' cells beside the room. R_C: other rooms' cells beside at least two cells of R_A. Its
 * size. */
static unsigned literal(const fl_floor *floor, unsigned room, bool with_added)
{
    unsigned number = 0;
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int y = 0; y < floor->height; y++) {
        for (int x = 0; x < floor->width; x++) {
            unsigned beside = 0;
            for (int i = 0; i < 4; i++) {
                int nx = x + steps[i][0];
                int ny = y + steps[i][1];
                beside += is_other(floor, nx, ny, room, with_added) && touches_room(floor, nx, ny, room);
            }
            number += is_other(floor, x, y, room, with_added) && beside >= 2;
        }
    }
    return number;
}

Test(cluster, equals_the_literal_definition_on_random_floors)
{
    fl_pcg rng;
    fl_floor floor;
    fl_cluster_work work;
    unsigned largest = 0;
    fl_pcg_init(&rng, 3, 9);
    cr_assert_eq(fl_floor_init(&floor, SIDE * SIDE), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, SIDE * SIDE), FL_OK);
    for (int i = 0; i < 100000; i++) {
        fl_random_floor_make(&floor, (uint64_t)i);
        unsigned room = fl_pcg_below(&rng, floor.rooms_n);
        bool with_added = fl_pcg_below(&rng, 2);
        unsigned found = fl_metric_cluster_number(&work, &floor, room, with_added);
        unsigned expected = literal(&floor, room, with_added);
        cr_assert_eq(found, expected, "floor %d, room %u: %u is not %u", i, room, found, expected);
        largest = found > largest ? found : largest;
    }
    cr_expect_geq(largest, 5u, "rooms of several cells may pass four");
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}

Test(cluster, a_full_square_gives_each_cell_one)
{
    fl_floor floor;
    fl_cluster_work work;
    cr_assert_eq(fl_floor_init(&floor, 72), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, 72), FL_OK);
    fl_floor_clear(&floor, 9, 8);
    for (int i = 0; i < 4; i++) {
        (void)fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 3 + i % 2, 3 + i / 2);
    }
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(fl_metric_cluster_number(&work, &floor, i, false), 1u);
    }
    floor.rooms[3].is_added = true;
    cr_expect_eq(fl_metric_cluster_number(&work, &floor, 0, false), 0u);
    cr_expect_eq(fl_metric_cluster_number(&work, &floor, 0, true), 1u);
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}

Test(cluster, a_single_cell_has_four_at_most)
{
    fl_floor floor;
    fl_cluster_work work;
    cr_assert_eq(fl_floor_init(&floor, 72), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, 72), FL_OK);
    fl_floor_clear(&floor, 9, 8);
    for (int i = 0; i < 9; i++) {
        (void)fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 3 + i % 3, 3 + i / 3);
    }
    cr_expect_eq(fl_metric_cluster_number(&work, &floor, 4, false), 4u);
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}

/* The counters are cleared by moving on; when the marks run out everything is cleared for good. */
Test(cluster, survives_the_end_of_its_marks)
{
    fl_floor floor;
    fl_cluster_work work;
    cr_assert_eq(fl_floor_init(&floor, 72), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, 72), FL_OK);
    fl_floor_clear(&floor, 9, 8);
    for (int i = 0; i < 4; i++) {
        (void)fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_1X1, 3 + i % 2, 3 + i / 2);
    }
    work.now = (1u << 29) - 3;
    for (unsigned i = 0; i < 8; i++) {
        cr_expect_eq(fl_metric_cluster_number(&work, &floor, i % 4, false), 1u);
    }
    cr_expect_lt(work.now, 100u);
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}
