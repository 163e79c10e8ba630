/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fast ways of measuring against the plain one, floor by floor, and the limits of what they take. */
#include "analysis/metric/metric_private.h"
#include "gen/random/pcg.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static fl_floor floor_;
static fl_metric_work work;

static void set_up(void)
{
    cr_assert(!fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS) &&
              !fl_metric_init(&work, FL_RANDOM_FLOOR_CELLS));
}

static void tear_down(void)
{
    fl_metric_free(&work);
    fl_floor_free(&floor_);
}

TestSuite(bits64, .init = set_up, .fini = tear_down);

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Both ways of counting a floor; whether bits64 takes it. */
static bool compare(const fl_floor *floor, const char *what, uint64_t index)
{
    int32_t fast[FL_METRIC_COUNT];
    int32_t plain[FL_METRIC_COUNT];
    uint16_t clusters[FL_RANDOM_FLOOR_CELLS];
    fl_metric_bits64 bits;
    fl_metric_compute(&work, floor, FL_METRIC_ALL_GROUPS, fast);
    unsigned n = work.clustering_n;
    memcpy(clusters, work.clustering, n * sizeof clusters[0]);
    fl_metric_compute_plain(&work, floor, FL_METRIC_ALL_GROUPS, plain);
    for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
        cr_assert_eq(fast[m], plain[m], "%s, floor %u: %s is %d, plainly %d", what, (unsigned)index,
                     fl_metric_of(m)->name, fast[m], plain[m]);
    }
    cr_assert_eq(n, work.clustering_n);
    qsort(clusters, n, sizeof clusters[0], by_number);
    qsort(work.clustering, n, sizeof clusters[0], by_number);
    cr_assert_arr_eq(clusters, work.clustering, n * sizeof clusters[0], "%s, floor %u", what,
                     (unsigned)index);
    return fl_metric_bits64_read(&bits, floor) && fl_metric_bits64_join(&bits) &&
           fl_metric_bits64_spread(&bits);
}

Test(bits64, equal_the_plain_counting_on_random_floors)
{
    enum { FLOORS = 20000 };
    unsigned taken = 0;
    for (uint64_t seed = 0; seed < FLOORS; seed++) {
        fl_random_floor_make(&floor_, seed);
        for (unsigned i = 1; i < floor_.rooms_n; i++) { /* some rooms joined the finished layout */
            floor_.rooms[i].is_added |= (seed + i) % 7 == 0;
        }
        taken += compare(&floor_, "random", seed);
    }
    cr_expect(taken > FLOORS / 10u && taken < (unsigned)FLOORS, "%u", taken);
}

/* Floors of single cells, connected or not, with loops and squares; some rooms are added ones. */
Test(bits64, equal_the_plain_counting_on_random_boards)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 7, 7);
    for (unsigned i = 0; i < scale_attempts(100000 / SCALE_LEAN); i++) {
        unsigned density = 1 + fl_pcg_below(&rng, 9);
        fl_floor_clear(&floor_, FL_BOARD_COLUMNS, FL_BOARD_ROWS);
        for (uint16_t cell = 0; cell < 72; cell++) {
            if (floor_.rooms_n == 0 || fl_pcg_below(&rng, 10) < density) {
                unsigned choice = fl_pcg_below(&rng, 12);
                fl_kind kind = floor_.rooms_n == 0 ? FL_KIND_START
                               : choice == 0       ? FL_KIND_SECRET
                               : choice == 1       ? FL_KIND_SUPER_SECRET
                                                   : FL_KIND_NORMAL;
                unsigned room = fl_floor_add_cells(&floor_, kind, &cell, 1);
                floor_.rooms[room].is_added = kind == FL_KIND_SECRET;
            }
        }
        floor_.rooms[floor_.rooms_n - 1].is_end = true;
        fl_floor_link(&floor_);
        fl_floor_measure(&floor_);
        compare(&floor_, "board", i);
    }
}

Test(bits64, equal_the_plain_counting_on_the_remakes_floors)
{
    static const char *const settings[] = {"stage=1", "stage=8", "stage=3 curse=labyrinth", "stage=12",
                                           "rules=repentance stage=2 preset=full"};
    enum { FLOORS = 2000, ROWS = sizeof settings / sizeof settings[0] };
    for (unsigned i = 0; i < ROWS; i++) {
        maker m;
        unsigned taken = 0;
        maker_open(&m, "rebirth", settings[i], 3);
        for (uint64_t index = 0; index < FLOORS; index++) {
            maker_make_bare(&m, index);
            taken += compare(&m.floor, settings[i], index);
        }
        cr_expect_gt(taken, FLOORS * 9u / 10u, "%s: %u", settings[i], taken);
        maker_close(&m);
    }
}

/* A row of rooms of `length` cells; a short one fills the board's width. */
static void lay_row(unsigned rooms, unsigned length)
{
    uint16_t cells[8];
    fl_floor_clear(&floor_, (int)(rooms < 20 ? rooms * length : 20), (int)(rooms < 20 ? 1 : rooms / 20 + 1));
    for (unsigned i = 0; i < rooms; i++) {
        for (unsigned k = 0; k < length; k++) {
            cells[k] = (uint16_t)(i * length + k);
        }
        fl_floor_add_cells(&floor_, i ? FL_KIND_NORMAL : FL_KIND_START, cells, length);
    }
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
}

Test(bits64, leave_other_floors_alone)
{
    fl_metric_bits64 bits;
    fl_metric_bits72 board;
    lay_row(FL_METRIC_BITS64_ROOMS, 1);
    cr_expect(fl_metric_bits64_read(&bits, &floor_));
    floor_.doors_n = FL_METRIC_BITS64_DOORS;
    cr_expect(fl_metric_bits64_read(&bits, &floor_));
    floor_.doors_n++;
    cr_expect_not(fl_metric_bits64_read(&bits, &floor_));
    lay_row(FL_METRIC_BITS64_ROOMS + 1, 1);
    cr_expect_not(fl_metric_bits64_read(&bits, &floor_));
    for (unsigned more = 0; more < 2; more++) {
        lay_row(2, FL_METRIC_BITS64_BOX + more);
        cr_assert(fl_metric_bits64_read(&bits, &floor_));
        cr_expect_eq(fl_metric_bits64_spread(&bits), more == 0);
        fl_floor_clear(&floor_, FL_METRIC_BITS64_SIDE + (int)more, 1);
        cr_expect_eq(fl_metric_bits64_read(&bits, &floor_), more == 0);
        fl_floor_clear(&floor_, 1, FL_METRIC_BITS64_SIDE + (int)more);
        cr_expect_eq(fl_metric_bits64_read(&bits, &floor_), more == 0);
    }
    lay_row(2, 1);
    cr_expect(fl_metric_bits64_read(&bits, &floor_) && fl_metric_bits64_join(&bits));
    floor_.doors[0].room_a = 1;
    cr_expect(fl_metric_bits64_read(&bits, &floor_) && !fl_metric_bits64_join(&bits));
    fl_floor_clear(&floor_, 9, 8);
    (void)fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_2X1, 3, 3);
    cr_expect_not(fl_metric_bits72_read(&board, &floor_));
    fl_floor_clear(&floor_, 13, 13);
    (void)fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 6, 6);
    cr_expect_not(fl_metric_bits72_read(&board, &floor_));
}

/* A comb of 199 teeth on the largest board, and a room that only an added room joins to it. */
Test(bits64, the_largest_floor_has_its_diameter)
{
    enum { SIDE = FL_FLOOR_SIDE_MAX };
    fl_floor large;
    fl_metric_work its;
    int32_t value[FL_METRIC_COUNT];
    cr_assert(!fl_floor_init(&large, SIDE * SIDE) && !fl_metric_init(&its, SIDE * SIDE));
    fl_floor_clear(&large, SIDE, SIDE);
    for (int x = 0; x < SIDE - 1; x++) {
        for (int y = 0; y < (x % 2 ? 1 : SIDE - 2); y++) {
            (void)fl_floor_add(&large, x + y ? FL_KIND_NORMAL : FL_KIND_START, FL_SHAPE_1X1, x, y);
        }
    }
    large.rooms[fl_floor_add(&large, FL_KIND_SECRET, FL_SHAPE_1X1, 0, SIDE - 2)].is_added = true;
    (void)fl_floor_add(&large, FL_KIND_NORMAL, FL_SHAPE_1X1, 0, SIDE - 1);
    fl_floor_link(&large);
    fl_metric_compute(&its, &large, 1u << FL_METRIC_DIAMETER, value);
    cr_expect_eq(value[FL_METRIC_DIAMETER_STEPS], 2 * (SIDE - 3) + SIDE - 2);
    fl_metric_free(&its);
    fl_floor_free(&large);
}
