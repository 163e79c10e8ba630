/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms as bits against the plain counting, floor by floor, and the limits of what they hold. */
#include "analysis/metric/metric_private.h"
#include "tests/support/maker.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>

#include <string.h>

/* Both ways of counting a floor; `sketched` counts the floors that fit. */
static void compare(fl_metric_work *work, const fl_floor *floor, const char *what, uint64_t index,
                    unsigned *sketched)
{
    int32_t fast[FL_METRIC_COUNT];
    int32_t plain[FL_METRIC_COUNT];
    uint16_t clusters[FL_RANDOM_FLOOR_CELLS];
    fl_metric_bits64 bits;
    *sketched +=
        fl_metric_bits64_read(&bits, floor) && fl_metric_bits64_join(&bits) && fl_metric_bits64_spread(&bits);
    fl_metric_compute(work, floor, FL_METRIC_ALL_GROUPS, fast);
    unsigned n = work->clustering_n;
    memcpy(clusters, work->clustering, n * sizeof clusters[0]);
    fl_metric_compute_plain(work, floor, FL_METRIC_ALL_GROUPS, plain);
    for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
        cr_assert_eq(fast[m], plain[m], "%s, floor %u: %s is %d, plainly %d", what, (unsigned)index,
                     fl_metric_of(m)->name, fast[m], plain[m]);
    }
    cr_assert_eq(n, work->clustering_n);
    cr_assert_eq(memcmp(clusters, work->clustering, n * sizeof clusters[0]), 0, "%s, floor %u", what,
                 (unsigned)index);
}

Test(bits64, equals_the_plain_counting_on_random_floors)
{
    enum { FLOORS = 20000 };
    fl_floor floor;
    fl_metric_work work;
    unsigned sketched = 0;
    cr_assert_eq(fl_floor_init(&floor, FL_RANDOM_FLOOR_CELLS), FL_OK);
    cr_assert_eq(fl_metric_init(&work, FL_RANDOM_FLOOR_CELLS), FL_OK);
    for (uint64_t seed = 0; seed < FLOORS; seed++) {
        fl_random_floor_make(&floor, seed);
        for (unsigned i = 1; i < floor.rooms_n; i++) { /* some rooms joined the finished plan */
            floor.rooms[i].is_added |= (seed + i) % 7 == 0;
        }
        compare(&work, &floor, "random", seed, &sketched);
    }
    cr_expect_gt(sketched, FLOORS / 10u);
    cr_expect_lt(sketched, (unsigned)FLOORS);
    fl_metric_free(&work);
    fl_floor_free(&floor);
}

Test(bits64, equals_the_plain_counting_on_the_remakes_floors)
{
    static const char *const settings[] = {"stage=1", "stage=8", "stage=3 curse=labyrinth", "stage=12",
                                           "rules=repentance stage=2 preset=full"};
    enum { FLOORS = 2000, ROWS = sizeof settings / sizeof settings[0] };
    for (unsigned i = 0; i < ROWS; i++) {
        maker m;
        unsigned sketched = 0;
        maker_open(&m, "rebirth", settings[i], 3);
        for (uint64_t index = 0; index < FLOORS; index++) {
            maker_make_bare(&m, index);
            compare(&m.metric, &m.floor, settings[i], index, &sketched);
        }
        cr_expect_gt(sketched, FLOORS * 9u / 10u, "%s: %u", settings[i], sketched);
        maker_close(&m);
    }
}

/* A row of rooms of `length` cells; the board is just as wide. */
static void lay_row(fl_floor *floor, unsigned rooms, unsigned length)
{
    uint16_t cells[8];
    fl_floor_clear(floor, (int)(rooms < 20 ? rooms * length : 20), (int)(rooms < 20 ? 1 : rooms / 20 + 1));
    for (unsigned i = 0; i < rooms; i++) {
        for (unsigned k = 0; k < length; k++) {
            cells[k] = (uint16_t)(i * length + k);
        }
        fl_floor_add_cells(floor, i ? FL_KIND_NORMAL : FL_KIND_START, cells, length);
    }
    fl_floor_link(floor);
    fl_floor_measure(floor);
}

Test(bits64, leaves_other_floors_alone)
{
    fl_floor floor;
    fl_metric_bits64 bits;
    cr_assert_eq(fl_floor_init(&floor, FL_RANDOM_FLOOR_CELLS), FL_OK);
    lay_row(&floor, FL_METRIC_BITS64_ROOMS, 1);
    cr_expect(fl_metric_bits64_read(&bits, &floor));
    lay_row(&floor, FL_METRIC_BITS64_ROOMS + 1, 1);
    cr_expect_not(fl_metric_bits64_read(&bits, &floor));
    lay_row(&floor, 2, FL_METRIC_BITS64_BOX);
    cr_assert(fl_metric_bits64_read(&bits, &floor));
    cr_expect(fl_metric_bits64_spread(&bits));
    lay_row(&floor, 2, FL_METRIC_BITS64_BOX + 1);
    cr_assert(fl_metric_bits64_read(&bits, &floor));
    cr_expect_not(fl_metric_bits64_spread(&bits));
    fl_floor_clear(&floor, FL_METRIC_BITS64_SIDE, 1);
    cr_expect(fl_metric_bits64_read(&bits, &floor));
    fl_floor_clear(&floor, FL_METRIC_BITS64_SIDE + 1, 1);
    cr_expect_not(fl_metric_bits64_read(&bits, &floor));
    lay_row(&floor, 2, 1);
    cr_expect(fl_metric_bits64_read(&bits, &floor) && fl_metric_bits64_join(&bits));
    floor.doors[0].room_a = 1;
    cr_expect(fl_metric_bits64_read(&bits, &floor));
    cr_expect_not(fl_metric_bits64_join(&bits));
    fl_floor_free(&floor);
}

Test(bits64, finds_the_diameter_of_trees_and_of_rings)
{
    static const uint8_t ring[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    fl_floor floor;
    fl_metric_bits64 bits;
    cr_assert_eq(fl_floor_init(&floor, FL_RANDOM_FLOOR_CELLS), FL_OK);
    lay_row(&floor, 7, 1);
    cr_assert(fl_metric_bits64_read(&bits, &floor) && fl_metric_bits64_join(&bits));
    cr_expect_eq(fl_metric_bits64_diameter(&bits), 6u);
    fl_floor_clear(&floor, 3, 3);
    for (unsigned i = 0; i < 8; i++) {
        fl_floor_add(&floor, i ? FL_KIND_NORMAL : FL_KIND_START, FL_SHAPE_1X1, ring[i][0], ring[i][1]);
    }
    fl_floor_link(&floor);
    cr_assert(fl_metric_bits64_read(&bits, &floor) && fl_metric_bits64_join(&bits));
    cr_expect_eq(fl_metric_bits64_diameter(&bits), 4u);
    fl_floor_free(&floor);
}
