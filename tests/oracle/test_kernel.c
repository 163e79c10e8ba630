/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The vector kernel against the reference, floor by floor: layout, rooms, rolls, every metric, every event;
 * and the tallies made from columns against those made from floors. In a full test 20,000 floors of each
 * setting (4,000 on the levels whose floors take ten times as long), ten million when FLOORLAB_THOROUGH is
 * set, on every backend that the machine has. */
#include "analysis/metric/metric_private.h"
#include "analysis/tally/tally.h"
#include "gen/classic/kernel/kernel_private.h"
#include "tests/support/batch_maker.h"
#include "tests/support/counting.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FULL = 20000, FULL_SLOW = 4000, THOROUGH = 10000000 };

static uint64_t floors_of_level(unsigned level)
{
    return scale_is_thorough() ? THOROUGH : scale_oracle(level < 10 ? FULL : FULL_SLOW);
}

/* Both ways of counting the same floors. */
typedef struct books {
    counting counting;
    fl_tally by_floor, by_column[FL_BACKEND_COUNT];
} books;

static void open_books(books *b, const maker *m)
{
    static const unsigned joints[2][2] = {{FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS},
                                          {FL_METRIC_BOSS_DISTANCE, FL_METRIC_SECRET_NEIGHBOURS}};
    counting_open(&b->counting, m->generator, m->rules,
                  &(fl_tally_request){.joints = joints, .joints_n = 2, .has_parts = true});
    cr_assert_eq(fl_tally_init(&b->by_floor, &b->counting.spec), FL_OK);
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        cr_assert_eq(fl_tally_init(&b->by_column[i], &b->counting.spec), FL_OK);
    }
}

static void close_books(books *b)
{
    fl_tally_free(&b->by_floor);
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        fl_tally_free(&b->by_column[i]);
    }
    counting_close(&b->counting);
}

static bool are_same(const fl_tally *a, const fl_tally *b)
{
    return a->floors == b->floors && a->failed == b->failed &&
           memcmp(a->count, b->count, a->spec->counts_n * sizeof *a->count) == 0 &&
           memcmp(a->extreme, b->extreme, a->spec->metrics_n * sizeof *a->extreme) == 0;
}

/* Compares floors [first, first + n) of all backends with the reference's. */
static void compare_block(batch_maker *sides[], unsigned sides_n, maker *reference, books *b, unsigned n)
{
    uint64_t first = sides[0]->batch.first;
    for (unsigned i = 0; i < n; i++) {
        maker_make_bare(reference, first + i);
        fl_metric_compute_plain(&reference->metric, &reference->floor, FL_METRIC_ALL_GROUPS,
                                reference->value);
        fl_tally_add(&b->by_floor, &reference->floor, reference->value, &reference->metric, first + i);
        for (unsigned side = 0; side < sides_n; side++) {
            const char *what = batch_maker_difference(sides[side], i, reference);
            cr_assert_null(what, "%s, floor %llu: %s", fl_backend_name(sides[side]->batch.backend),
                           (unsigned long long)(first + i), what);
        }
    }
}

/* Batches of all sizes in turns: full ones, ones of a vector more or less, and small ones after larger ones,
 * so that what is left behind their end is seen. */
static unsigned size_of(unsigned batch)
{
    static const unsigned sizes[] = {
        1025, 1, 63, 64, 65, 1000, FL_CLASSIC_BATCH_FLOORS - 1, FL_CLASSIC_BATCH_FLOORS};
    return sizes[batch % (sizeof sizes / sizeof sizes[0])];
}

static void agree(const char *settings, uint64_t floors)
{
    fl_backend backends[FL_BACKEND_COUNT];
    batch_maker *sides[FL_BACKEND_COUNT];
    unsigned sides_n = batch_maker_backends(backends);
    maker reference;
    books b;
    maker_open(&reference, "classic", settings, 3);
    open_books(&b, &reference);
    for (unsigned side = 0; side < sides_n; side++) {
        sides[side] = batch_maker_open(settings, 3);
    }
    uint64_t first = 0;
    for (unsigned batch = 0; first < floors; batch++) {
        unsigned n = size_of(batch);
        for (unsigned side = 0; side < sides_n; side++) {
            batch_maker_make(sides[side], backends[side], first, n);
            fl_tally_batch_add(&b.by_column[side], &sides[side]->columns);
        }
        compare_block(sides, sides_n, &reference, &b, n);
        first += n;
    }
    for (unsigned side = 0; side < sides_n; side++) {
        cr_assert(are_same(&b.by_floor, &b.by_column[side]), "%s: the tallies of %s differ", settings,
                  fl_backend_name(backends[side]));
        batch_maker_close(sides[side]);
    }
    close_books(&b);
    maker_close(&reference);
}

static void agree_on_levels(unsigned from, unsigned to)
{
    for (unsigned level = from; level <= to; level++) {
        char settings[64];
        snprintf(settings, sizeof settings, "level=%u", level);
        agree(settings, floors_of_level(level));
        snprintf(settings, sizeof settings, "level=%u reseed_every_waves=0", level);
        agree(settings, floors_of_level(level));
    }
}

#define LEVELS(from, to)                                                                                     \
    Test(kernel_vector, equals_the_reference_on_levels_##from##_to_##to)                                     \
    {                                                                                                        \
        agree_on_levels(from, to);                                                                           \
    }
LEVELS(1, 6)
LEVELS(7, 9)
LEVELS(10, 11)
LEVELS(12, 12)

Test(kernel_vector, equals_the_reference_under_other_rules)
{
    static const char *const settings[] = {
        "rules=demo secret_tries=on",
        "rules=demo reseed_every_waves=2 reseed_above=7",
        "level=4 specials=off",
        "level=3 secret_forbids=boss secret_weakest=2",
        "level=3 secret_tries=on max_attempts=2",
        "level=7 min_end_rooms=1 rows=5 start=22 order=lurd coins=9 hearts=3",
        "level=9 reseed_above=0 start=71 order=ruld",
        "level=2 max_rooms=12 min_rooms=9 boss_may_touch_start=on",
        "level=2 max_rooms=12",
        "rooms=3 min_end_rooms=1",
        "level=1 min_end_rooms=1",
        "min_rooms=1 max_rooms=60 min_end_rooms=1",
        "level=1 max_attempts=1",
        "rules=demo max_rooms=5 min_rooms=1 min_end_rooms=1",
        "rooms=60 max_attempts=300",
        "level=4 coins=9 hearts=3 devil_visited=on book_picked=on",
        "level=4 curse=random",
        "interiors=on",
        "level=2 interiors=on rooms=6 champions=off tinted_rocks=1/3 red_fires=off",
        "level=8 interiors=on chapter=alternative max_attempts=3",
        "level=9 interiors=on chunk_rooms=on",
        "level=10 interiors=on chapter=main",
        "rules=demo interiors=on pools=article chapter=main",
        "level=3 interiors=on specials=off",
    };
    for (unsigned i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        agree(settings[i], i == 14 ? scale_oracle(2000) : floors_of_level(1) / 5);
    }
}

/* Where the curse is random: the floors before, between and behind the labyrinths. */
static void agree_on_runs(const char *settings, uint64_t floors, unsigned least, unsigned most)
{
    fl_backend backends[FL_BACKEND_COUNT];
    batch_maker *side = batch_maker_open(settings, 3);
    unsigned backends_n = batch_maker_backends(backends);
    unsigned alone = 0;
    maker reference;
    maker_open(&reference, "classic", settings, 3);
    fl_key key = reference.key;
    cr_assert_not(reference.generator->fits_batch(reference.rules));
    cr_assert(reference.generator->fits_runs(reference.rules));
    for (uint64_t first = 0; first < floors;) {
        key.index = first;
        unsigned n = reference.generator->batch_run(reference.rules, &key, size_of((unsigned)first));
        for (unsigned b = 0; b < backends_n && n > 0; b++) {
            batch_maker_make(side, backends[b], first, n);
            for (unsigned i = 0; i < n; i++) {
                maker_make(&reference, first + i);
                const char *what = batch_maker_difference(side, i, &reference);
                cr_assert_null(what, "%s, floor %llu: %s", fl_backend_name(backends[b]),
                               (unsigned long long)(first + i), what);
            }
        }
        if (n == 0) {
            maker_make_bare(&reference, first);
            cr_assert_eq(reference.floor.fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_LABYRINTH);
            alone++;
        }
        first += n > 0 ? n : 1;
    }
    cr_expect(alone >= least && alone <= most, "%s: %u labyrinths", settings, alone);
    maker_close(&reference);
    batch_maker_close(side);
}

Test(kernel_vector, equals_the_reference_between_labyrinths)
{
    agree_on_runs("level=1 curse=random", 8000, 60, 150);
    agree_on_runs("level=3 curse=random curse_odds=3 secret_tries=on", 2000, 500, 850);
    agree_on_runs("level=7 curse=random curse_odds=1000", 2000, 0, 12);
    agree_on_runs("level=5 curse=random curse_odds=40 interiors=on", 2000, 20, 90);
}

/* The comparison notices one bit, one byte, one number. */
Test(kernel_vector, a_planted_difference_is_caught)
{
    maker reference;
    batch_maker *side = batch_maker_open("level=3", 3);
    maker_open(&reference, "classic", "level=3", 3);
    maker_make(&reference, 5);
    batch_maker_make(side, FL_BACKEND_PORTABLE, 0, 64);
    cr_expect_null(batch_maker_difference(side, 5, &reference));
    side->batch.even[5] ^= 1ull << 7;
    cr_expect_str_eq(batch_maker_difference(side, 5, &reference), "the plan");
    batch_maker_make(side, FL_BACKEND_PORTABLE, 0, 64);
    side->batch.rolls[0][5] ^= FL_ROLL_FIRST;
    cr_expect_str_eq(batch_maker_difference(side, 5, &reference), "a roll's flags");
    batch_maker_make(side, FL_BACKEND_PORTABLE, 0, 64);
    ((uint8_t *)side->columns.metric[FL_METRIC_DEAD_ENDS].bytes)[5]++;
    cr_expect_str_eq(batch_maker_difference(side, 5, &reference), "dead_ends");
    batch_maker_close(side);
    maker_close(&reference);
}

/* Floors with a close draw are made by the reference; some of the floors here must be such. With about 14
 * draws per floor at level 4, each close with a chance of 16384 in 2^32, about 65 of 1.2 million floors
 * are. */
Test(kernel, some_floors_are_left_to_the_reference)
{
    fl_backend backends[FL_BACKEND_COUNT];
    unsigned backends_n = batch_maker_backends(backends);
    batch_maker *side = batch_maker_open("level=4", 3);
    const fl_kernel_scratch *scratch = side->maker.scratch;
    for (unsigned i = 0; i < backends_n; i++) {
        unsigned rare = 0;
        for (uint64_t first = 0; first < 1200000; first += FL_CLASSIC_BATCH_FLOORS) {
            batch_maker_make(side, backends[i], first, FL_CLASSIC_BATCH_FLOORS);
            rare += scratch->work.reference_n;
        }
        cr_expect_gt(rare, 20, "%s: %u", fl_backend_name(backends[i]), rare);
        cr_expect_lt(rare, 1200, "%s: %u", fl_backend_name(backends[i]), rare);
    }
    batch_maker_close(side);
}
