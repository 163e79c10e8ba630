/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts on tallies made up for it: equal, different, undecided, for each sort of row. */
#include "analysis/compare/compare.h"
#include "gen/random/pcg.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static const fl_compare_level level = {.alpha = 1e-5, .tolerance = 0.02};

/* Both sides count rooms, loops, has_loop, the joint of rooms and loops, and the maps. */
static counting counted;
static fl_tally side[2];
static fl_compare_row *rows;
static size_t rows_n;

static void set_up(void)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_LOOPS};
    static const unsigned joints[1][2] = {{FL_METRIC_ROOMS, FL_METRIC_LOOPS}};
    maker maker;
    maker_open(&maker, "classic", "", 1);
    counting_begin(&counted, maker.generator, maker.rules);
    const unsigned events[] = {counting_event(&counted, "has_loop")};
    counting_make(&counted, &(fl_tally_request){.metrics = COUNTING_LIST(metrics),
                                                .events = COUNTING_LIST(events),
                                                .maps = {.what = FL_TALLY_ALL},
                                                .joints = joints,
                                                .joints_n = 1});
    cr_assert_eq(fl_tally_init(&side[0], &counted.spec), FL_OK);
    cr_assert_eq(fl_tally_init(&side[1], &counted.spec), FL_OK);
    maker_close(&maker);
}

static void tear_down(void)
{
    free(rows);
    rows = NULL;
    fl_tally_free(&side[0]);
    fl_tally_free(&side[1]);
    counting_close(&counted);
}

TestSuite(judge, .init = set_up, .fini = tear_down);

static const fl_compare_row *judge(fl_compare_sort sort, const char *name)
{
    const fl_tally *const both[2] = {&side[0], &side[1]};
    fl_diag diag;
    fl_diag_init(&diag);
    free(rows);
    cr_assert_eq(fl_compare_list(both, &rows, &rows_n, &diag), FL_OK);
    for (size_t i = 0; i < rows_n; i++) {
        if (rows[i].sort == sort && strcmp(rows[i].name, name) == 0) {
            cr_assert_eq(fl_compare_judge(&rows[i], both, &level, &diag), FL_OK, "%s", diag.what);
            return &rows[i];
        }
    }
    cr_assert_fail("no row %s", name);
    return NULL;
}

static void add_rooms(unsigned s, uint32_t value, uint64_t floors)
{
    side[s].count[counted.spec.metrics[0].at + value] += floors;
    side[s].floors += floors;
}

Test(judge, equal_laws_are_equal_and_other_ones_different)
{
    for (unsigned s = 0; s < 2; s++) {
        add_rooms(s, 7, 500000 + 300 * s);
        add_rooms(s, 8, 500000 - 300 * s);
    }
    const fl_compare_row *row = judge(FL_COMPARE_METRIC, "rooms");
    cr_expect_eq(row->found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_float_eq(row->found.observed, 0.0003, 1e-9);
    cr_expect(row->found.limits.hi < 0.02 && row->found.limits.lo == 0);
    cr_expect(row->shannon > 0 && row->shannon < 0.001);
    add_rooms(1, 9, 50000);
    row = judge(FL_COMPARE_METRIC, "rooms");
    cr_expect_eq(row->found.verdict, FL_VERDICT_REFUTED);
    cr_expect(row->found.limits.lo > 0.02 && row->found.limits.hi < 0.06);
}

static void add_loops(unsigned s, uint64_t hits, uint64_t trials)
{
    size_t at = counted.spec.events[0].at;
    side[s].count[at] += trials;
    side[s].count[at + FL_TALLY_STEPS] += hits;
    side[s].floors += trials;
}

Test(judge, events_are_compared_by_their_chances)
{
    add_loops(0, 357143, 1000000); /* 5/14 … */
    add_loops(1, 357500, 1000000);
    cr_expect_eq(judge(FL_COMPARE_EVENT, "has_loop")->found.verdict, FL_VERDICT_CONFIRMED);
    add_loops(1, 400000, 800000); /* … and with some 1/2 among it */
    const fl_compare_row *row = judge(FL_COMPARE_EVENT, "has_loop");
    cr_expect_eq(row->found.verdict, FL_VERDICT_REFUTED);
    cr_expect_float_eq(row->found.observed, 757500.0 / 1800000 - 0.357143, 1e-9);
}

/* Floors on the map of all rooms. */
static uint64_t *map_at(unsigned s, unsigned x, unsigned y)
{
    const fl_tally_map *map = &counted.spec.maps[0];
    cr_assert_eq(map->kind, -1);
    return &side[s].count[map->at + (size_t)y * (size_t)counted.spec.width + x];
}

Test(judge, a_map_is_as_different_as_its_worst_cell)
{
    for (unsigned s = 0; s < 2; s++) {
        side[s].floors = 1000000;
        *map_at(s, 2, 3) = 200000;
        *map_at(s, 4, 3) = 100000;
    }
    const char *name = counted.spec.maps[0].name;
    cr_expect_eq(judge(FL_COMPARE_MAP, name)->found.verdict, FL_VERDICT_CONFIRMED);
    *map_at(1, 4, 3) = 60000;
    *map_at(1, 2, 3) = 205000;
    const fl_compare_row *row = judge(FL_COMPARE_MAP, name);
    cr_expect_eq(row->found.verdict, FL_VERDICT_REFUTED);
    cr_expect(row->x == 4 && row->y == 3);
    cr_expect_float_eq(row->value[0], 0.1, 1e-12);
    cr_expect_float_eq(row->value[1], 0.06, 1e-12);
}

static void add_pair(unsigned s, uint32_t a, uint32_t b, uint64_t floors)
{
    const fl_tally_joint *joint = &counted.spec.joints[0];
    side[s].count[joint->at + (size_t)a * joint->b_bins + b] += floors;
    side[s].floors += floors;
}

Test(judge, a_joint_sees_what_its_metrics_alone_do_not)
{
    for (unsigned s = 0; s < 2; s++) {
        add_pair(s, 7, s, 250000); /* the first side: many rooms with few loops; the second: with many */
        add_pair(s, 8, 1 - s, 250000);
        add_pair(s, 7, 1 - s, 150000);
        add_pair(s, 8, s, 150000);
    }
    const fl_compare_row *row = judge(FL_COMPARE_JOINT, "rooms");
    cr_expect_str_eq(row->second, "loops");
    cr_expect_eq(row->n[0], 800000);
    cr_expect_eq(row->found.verdict, FL_VERDICT_REFUTED);
    cr_expect_float_eq(row->found.observed, 0.25, 1e-9);
}

/* Of 400 pairs of samples, with the chances 5/14 and `other`/14, how many are called different at
 * alpha = 1/50 at one of eight looks. */
static unsigned called_different(unsigned other)
{
    enum { PAIRS = 400, LOOKS = 8, STEP = 500 };
    const fl_compare_level loose = {.alpha = 0.02, .tolerance = 1e-6};
    const fl_tally *const both[2] = {&side[0], &side[1]};
    unsigned called = 0;
    fl_diag diag;
    fl_pcg rng;
    fl_key key;
    fl_diag_init(&diag);
    fl_key_init(&key, "compare", 1, 1);
    fl_key_stream(&key, 0, &rng);
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        bool is_different = false;
        fl_tally_clear(&side[0]);
        fl_tally_clear(&side[1]);
        for (unsigned look = 0; look < LOOKS; look++) {
            for (unsigned i = 0; i < STEP; i++) {
                add_loops(0, fl_pcg_below(&rng, 14) < 5, 1);
                add_loops(1, fl_pcg_below(&rng, 14) < other, 1);
            }
            free(rows);
            cr_assert_eq(fl_compare_list(both, &rows, &rows_n, &diag), FL_OK);
            for (size_t i = 0; i < rows_n; i++) {
                if (strcmp(rows[i].name, "has_loop") == 0) {
                    cr_assert_eq(fl_compare_judge(&rows[i], both, &loose, &diag), FL_OK);
                    is_different = is_different || rows[i].found.verdict == FL_VERDICT_REFUTED;
                }
            }
        }
        called += is_different;
    }
    return called;
}

/* At most 8 are expected; more than 19 of a judge that keeps its level has a chance below 1/1000. The planted
 * fault is a chance of 6/14, which such a judge has to find nine times in ten. */
Test(judge, equal_chances_are_seldom_called_different)
{
    unsigned wrong = called_different(5);
    unsigned found = called_different(6);
    cr_expect_leq(wrong, 19, "%u", wrong);
    cr_expect_geq(found, 360, "%u", found);
}
