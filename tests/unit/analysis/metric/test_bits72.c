/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bit tricks against the plain counting, floor by floor. */
#include "analysis/metric/metric_private.h"
#include "gen/random/pcg.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <string.h>

/* A floor of single cells, connected or not, loops and squares and all; some rooms are added ones. */
static void make_floor(fl_floor *floor, fl_pcg *rng)
{
    unsigned density = 1 + fl_pcg_below(rng, 9);
    fl_floor_clear(floor, FL_BOARD_COLUMNS, FL_BOARD_ROWS);
    for (uint16_t cell = 0; cell < 72; cell++) {
        if (floor->rooms_n == 0 || fl_pcg_below(rng, 10) < density) {
            unsigned choice = fl_pcg_below(rng, 12);
            fl_kind kind = floor->rooms_n == 0 ? FL_KIND_START
                           : choice == 0       ? FL_KIND_SECRET
                           : choice == 1       ? FL_KIND_SUPER_SECRET
                                               : FL_KIND_NORMAL;
            unsigned room = fl_floor_add_cells(floor, kind, &cell, 1);
            floor->rooms[room].is_added = kind == FL_KIND_SECRET;
        }
    }
    floor->rooms[floor->rooms_n - 1].is_end = true;
    fl_floor_link(floor);
    fl_floor_measure(floor);
}

static void count_values(const fl_metric_work *work, unsigned out[8])
{
    memset(out, 0, 8 * sizeof *out);
    for (unsigned i = 0; i < work->clustering_n; i++) {
        out[work->clustering[i]]++;
    }
}

Test(bits72, equals_the_plain_counting_on_random_boards)
{
    fl_pcg rng;
    fl_floor floor;
    fl_metric_work work;
    int32_t fast[FL_METRIC_COUNT];
    int32_t plain[FL_METRIC_COUNT];
    unsigned fast_rooms[8];
    unsigned plain_rooms[8];
    fl_pcg_init(&rng, 7, 7);
    cr_assert_eq(fl_floor_init(&floor, 72), FL_OK);
    cr_assert_eq(fl_metric_init(&work, 72), FL_OK);
    for (int i = 0; i < 100000 / SCALE_LEAN; i++) {
        make_floor(&floor, &rng);
        fl_metric_compute(&work, &floor, FL_METRIC_ALL_GROUPS, fast);
        count_values(&work, fast_rooms);
        fl_metric_compute_plain(&work, &floor, FL_METRIC_ALL_GROUPS, plain);
        count_values(&work, plain_rooms);
        for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
            cr_assert_eq(fast[m], plain[m], "floor %d: %s is %d, plainly %d", i, fl_metric_of(m)->name,
                         fast[m], plain[m]);
        }
        cr_assert_eq(memcmp(fast_rooms, plain_rooms, sizeof fast_rooms), 0, "clustering numbers of floor %d",
                     i);
    }
    fl_metric_free(&work);
    fl_floor_free(&floor);
}

Test(bits72, leaves_other_floors_alone)
{
    fl_floor floor;
    fl_metric_bits72 small;
    cr_assert_eq(fl_floor_init(&floor, 200), FL_OK);
    fl_floor_clear(&floor, 9, 8);
    (void)fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_2X1, 3, 3);
    cr_expect_not(fl_metric_bits72_read(&small, &floor));
    fl_floor_clear(&floor, 13, 13);
    (void)fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 6, 6);
    cr_expect_not(fl_metric_bits72_read(&small, &floor));
    fl_floor_clear(&floor, 9, 8);
    (void)fl_floor_add(&floor, FL_KIND_START, FL_SHAPE_1X1, 8, 7);
    cr_expect(fl_metric_bits72_read(&small, &floor));
    fl_floor_free(&floor);
}
