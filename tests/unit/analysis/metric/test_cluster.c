/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clustering numbers against a slow literal version of Gao's definition, on floors of any form. */
#include "analysis/metric/metric_private.h"
#include "gen/random/pcg.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

enum { SIDE = FL_RANDOM_FLOOR_SIDE };

static fl_floor floor_;
static fl_cluster_work work;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, SIDE * SIDE), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, SIDE * SIDE), FL_OK);
}

static void tear_down(void)
{
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor_);
}

TestSuite(cluster, .init = set_up, .fini = tear_down);

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

/* Rooms of one cell side by side. */
static void make_square(int side)
{
    fl_floor_clear(&floor_, 9, 8);
    for (int i = 0; i < side * side; i++) {
        (void)fl_floor_add(&floor_, FL_KIND_NORMAL, FL_SHAPE_1X1, 3 + i % side, 3 + i / side);
    }
}

Test(cluster, equals_the_literal_definition_on_random_floors)
{
    fl_pcg rng;
    unsigned largest = 0;
    fl_pcg_init(&rng, 3, 9);
    for (int i = 0; i < 100000; i++) {
        fl_random_floor_make(&floor_, (uint64_t)i);
        unsigned room = fl_pcg_below(&rng, floor_.rooms_n);
        bool with_added = fl_pcg_below(&rng, 2);
        unsigned found = fl_metric_cluster_number(&work, &floor_, room, with_added);
        unsigned expected = literal(&floor_, room, with_added);
        cr_assert_eq(found, expected, "floor %d, room %u: %u is not %u", i, room, found, expected);
        largest = found > largest ? found : largest;
    }
    cr_expect_geq(largest, 5u, "rooms of several cells may pass four");
}

Test(cluster, a_full_square_gives_each_cell_one)
{
    make_square(2);
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(fl_metric_cluster_number(&work, &floor_, i, false), 1u);
    }
    floor_.rooms[3].is_added = true;
    cr_expect_eq(fl_metric_cluster_number(&work, &floor_, 0, false), 0u);
    cr_expect_eq(fl_metric_cluster_number(&work, &floor_, 0, true), 1u);
}

Test(cluster, a_single_cell_has_four_at_most)
{
    make_square(3);
    cr_expect_eq(fl_metric_cluster_number(&work, &floor_, 4, false), 4u);
}

/* The counters are cleared by moving on; when the marks run out everything is cleared for good. */
Test(cluster, survives_the_end_of_its_marks)
{
    make_square(2);
    work.now = (1u << 29) - 3;
    for (unsigned i = 0; i < 8; i++) {
        cr_expect_eq(fl_metric_cluster_number(&work, &floor_, i % 4, false), 1u);
    }
    cr_expect_lt(work.now, 100u);
}

/* Figure 9: R in the corner of a square has R1 and R2 beside it, and C across the corner. */
Test(cluster, parts_are_those_of_figure_9)
{
    static const int at[5][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}}; /* R, R1, R2, C, another */
    static const uint8_t expected[5] = {FL_CLUSTER_ROOM, FL_CLUSTER_BESIDE, FL_CLUSTER_BESIDE, FL_CLUSTER_SET,
                                        FL_CLUSTER_APART};
    uint8_t part[5];
    fl_floor floor;
    fl_cluster_work work;
    cr_assert_eq(fl_floor_init(&floor, 16), FL_OK);
    cr_assert_eq(fl_metric_cluster_init(&work, 16), FL_OK);
    fl_floor_clear(&floor, 4, 4);
    for (int i = 0; i < 5; i++) {
        fl_floor_add(&floor, FL_KIND_NORMAL, FL_SHAPE_1X1, at[i][0], at[i][1]);
    }
    cr_expect_eq(fl_metric_cluster_parts(&work, &floor, 0, part), 1u);
    cr_expect_arr_eq(part, expected, sizeof part);
    floor.rooms[3].is_added = true;
    cr_expect_eq(fl_metric_cluster_parts(&work, &floor, 0, part), 0u,
                 "an added room counts for added rooms only");
    cr_expect_eq(fl_metric_cluster_parts(&work, &floor, 3, part), 1u);
    cr_expect_eq(part[0], FL_CLUSTER_SET);
    fl_metric_cluster_free(&work);
    fl_floor_free(&floor);
}
