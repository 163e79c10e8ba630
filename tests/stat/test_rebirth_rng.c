/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `rng: pcg` makes the same decisions as `rng: isaac` (run seeds scattered) with the same chances: equal in
 * distribution on every metric, every gate, the distance of every kind of room and the occupancy of every
 * cell.
 *
 * 310 G-tests for each of ten states, at 3e-10 each: a right generator fails by chance in one of 10^6 seeds,
 * and the seeds are fixed. The planted mistakes show what the comparison catches. */
#include "tests/support/gtest.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 169, BINS = 512, GATE_BINS = 128, FLOORS = 200000, SEED = 8, TEXT = 384 };

static const double alarm = 3e-10;

typedef struct census {
    uint64_t metric[FL_METRIC_COUNT][BINS];
    uint64_t gate[FL_GATE_MAX][GATE_BINS];
    uint64_t filled[CELLS][2];
    uint64_t distance[FL_KIND_COUNT]
                     [BINS]; /* of the first room of a kind; one count a floor, so that tests hold */
} census;

/* Values have a bin each; what is not there has the first, what is beyond shares the last ones. */
static unsigned bin_of(int32_t value)
{
    return value == FL_GENERATOR_FACT_NONE ? 0
           : value < BINS - 1              ? (unsigned)(value < 0 ? 0 : value + 1)
                                           : BINS - 1;
}

static int32_t distance_of(const fl_floor *floor, int kind)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if ((int)floor->rooms[i].kind == kind) {
            return floor->rooms[i].own_distance;
        }
    }
    return FL_GENERATOR_FACT_NONE;
}

static void count_floor(census *out, const maker *m)
{
    const fl_floor *floor = &m->floor;
    for (int i = 0; i < FL_METRIC_COUNT; i++) {
        out->metric[i][bin_of(m->value[i])]++;
    }
    for (int i = 0; i < floor->gates_n; i++) {
        out->gate[i][floor->gate[i]]++;
    }
    for (int i = 0; i < CELLS; i++) {
        out->filled[i][floor->owner[i] != FL_FLOOR_EMPTY]++;
    }
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        out->distance[kind][bin_of(distance_of(floor, kind))]++;
    }
}

/* As if a lot were drawn less often: some floors with a long narrow room are left out. */
static bool is_left_out(const fl_floor *floor, uint32_t number, unsigned one_in)
{
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].shape == FL_SHAPE_IIH) {
            return number % one_in == 0;
        }
    }
    return false;
}

static census *count(const char *settings, const char *rng, uint32_t floors, unsigned lot)
{
    maker m;
    char all[TEXT];
    census *out = calloc(1, sizeof *out);
    cr_assert_not_null(out);
    snprintf(all, sizeof all, "%s %s", settings, rng);
    maker_open(&m, "rebirth", all, SEED);
    for (uint32_t i = 1; i <= floors; i++) {
        maker_make(&m, i);
        if (lot == 0 || !is_left_out(&m.floor, i, lot)) {
            count_floor(out, &m);
        }
    }
    maker_close(&m);
    return out;
}

typedef struct finding {
    double p;
    char where[96];
    unsigned tests;
} finding;

static void test(finding *out, const uint64_t *a, const uint64_t *b, size_t n, const char *what, int number)
{
    double p = gtest_same(a, b, n);
    out->tests++;
    if (p < out->p) {
        out->p = p;
        snprintf(out->where, sizeof out->where, "%s %d", what, number);
    }
}

static finding compare(const census *a, const census *b)
{
    finding out = {.p = 1};
    for (int i = 0; i < FL_METRIC_COUNT; i++) {
        test(&out, a->metric[i], b->metric[i], BINS, fl_metric_of((unsigned)i)->name, i);
    }
    for (int i = 0; i < FL_GATE_MAX; i++) {
        test(&out, a->gate[i], b->gate[i], GATE_BINS, "gate", i);
    }
    for (int i = 0; i < CELLS; i++) {
        test(&out, a->filled[i], b->filled[i], 2, "cell", i);
    }
    for (int i = 0; i < FL_KIND_COUNT; i++) {
        test(&out, a->distance[i], b->distance[i], BINS, fl_kind_of((fl_kind)i)->name, i);
    }
    return out;
}

static finding measure(const char *pcg, const char *isaac, uint32_t floors, unsigned lot)
{
    census *a = count(pcg, "rng=pcg", floors, 0);
    census *b = count(isaac, "rng=isaac seed_order=scattered", floors, lot);
    finding out = compare(a, b);
    free(a);
    free(b);
    return out;
}

static void agree(const char *settings)
{
    finding found = measure(settings, settings, scale_count(FLOORS), 0);
    cr_log_info("%s: least p %g of %u at %s", settings, found.p, found.tests, found.where);
    cr_expect_gt(found.p, alarm, "%s: p = %g at %s", settings, found.p, found.where);
}

#define STATES(X)                                                                                            \
    X(first_floors, "stage=1")                                                                               \
    X(first_floors_fresh, "stage=1 unlocks=fresh hearts=1")                                                  \
    X(second_floors_of_the_rich, "stage=2 hard=on keys=3 coins=9 devil_visited=on book_picked=on")           \
    X(labyrinths, "stage=3 curse=labyrinth items=[fragmented_card]")                                         \
    X(hard_labyrinths, "stage=7 hard=on curse=labyrinth rules=blade")                                        \
    X(public_program, "stage=4 rules=blade stage_type=1 coins=5")                                            \
    X(wombs, "stage=8 items=[silver_dollar,bloody_crown,golden_horseshoe] stage_type=2")                     \
    X(dark_rooms, "stage=11 hard=on")                                                                        \
    X(voids, "stage=12 curse=none")                                                                          \
    X(bare_layouts, "stage=6 specials=off interiors=off rules=repentance")

#define STATE_TEST(name, settings)                                                                           \
    Test(stat, name##_are_alike_with_both_random_numbers, .timeout = 600)                                    \
    {                                                                                                        \
        agree(settings);                                                                                     \
    }
STATES(STATE_TEST)

static void caught(const char *pcg, const char *isaac, uint32_t floors, unsigned lot)
{
    finding found = measure(pcg, isaac, floors, lot);
    cr_expect_lt(found.p, alarm, "%s against %s: p = %g at %s", pcg, isaac, found.p, found.where);
}

Test(stat, other_settings_than_meant_are_caught, .timeout = 600)
{
    caught("stage=5", "stage=6", 6000, 0);
    caught("stage=2 coins=5 keys=2", "stage=2 coins=5 keys=1", 6000, 0);
    caught("stage=3 devil_visited=on", "stage=3", 6000, 0);
    caught("stage=3 hard=on unlocks=terrible", "stage=3 hard=on unlocks=all", 6000, 0);
    caught("stage=8 rules=afterbirth-plus items=[fragmented_card]", "stage=8", 6000, 0);
}

Test(stat, one_lot_of_another_weight_is_caught, .timeout = 600)
{
    caught("stage=6 specials=off interiors=off", "stage=6 specials=off interiors=off", 30000, 6);
}
