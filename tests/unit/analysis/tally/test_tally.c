/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors whose values are given by hand: extremes, values beyond the bins or missing, steps, rolls; sums of
 * sample numbers; what is left unseen; adding without allocating. */
#include "analysis/tally/tally_private.h"
#include "gen/base/text.h"
#include "gen/lanes/backend.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

/* The linker sends all calls of the project's code here (-Wl,--wrap). */
static unsigned long allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    allocations++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

/* A spec of a few metrics, floors whose values are given by hand. */
typedef struct hand {
    maker maker;
    counting counting;
    int32_t value[FL_METRIC_COUNT];
} hand;

static void open_hand(hand *self)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_ATTEMPTS};
    static const unsigned pair[][2] = {{FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS}};
    maker_open(&self->maker, "classic", "", 1);
    maker_make(&self->maker, 0);
    memcpy(self->value, self->maker.value, sizeof self->value);
    counting_open(
        &self->counting, self->maker.generator, self->maker.rules,
        &(fl_tally_request){
            .metrics = COUNTING_LIST(metrics), .maps = COUNTING_NONE, .joints = pair, .joints_n = 1});
}

static void close_hand(hand *self)
{
    counting_close(&self->counting);
    maker_close(&self->maker);
}

static void add_by_hand(hand *self, fl_tally *tally, int32_t rooms, int32_t attempts, uint64_t index)
{
    self->value[FL_METRIC_ROOMS] = rooms;
    self->value[FL_METRIC_ATTEMPTS] = attempts;
    fl_tally_add(tally, &self->maker.floor, self->value, &self->maker.metric, index);
}

static hand h;
static fl_tally tally, other;

static void set_up(void)
{
    open_hand(&h);
    cr_assert(!fl_tally_init(&tally, &h.counting.spec) && !fl_tally_init(&other, &h.counting.spec));
}

static void tear_down(void)
{
    fl_tally_free(&tally);
    fl_tally_free(&other);
    close_hand(&h);
}

TestSuite(tally, .init = set_up, .fini = tear_down);

Test(tally, values_beyond_the_bins_keep_exact_sums)
{
    fl_tally_sum sums[3];
    uint32_t bins = h.counting.spec.metrics[1].bins;
    const int32_t values[] = {1, (int32_t)bins - 1, (int32_t)bins, INT32_MAX, INT32_MAX, INT32_MAX, 20000};
    fl_tally_sum expected[3] = {0, 0, 0};
    for (unsigned i = 0; i < 7; i++) {
        add_by_hand(&h, &tally, 5, values[i], i);
        expected[0]++;
        expected[1] += (fl_tally_sum)values[i];
        expected[2] += (fl_tally_sum)values[i] * (fl_tally_sum)values[i];
    }
    fl_tally_merge(&tally, &tally);
    fl_tally_sums(&tally, 1, sums);
    cr_expect_eq(tally.extreme[1].over_n, 10);
    cr_expect(sums[0] == 2 * expected[0] && sums[1] == 2 * expected[1] && sums[2] == 2 * expected[2]);
    cr_expect((uint64_t)(sums[2] >> 64) > 0, "the squares should pass 64 bits");
    cr_expect_eq(tally.extreme[1].max, INT32_MAX);
    cr_expect_eq(tally.count[h.counting.spec.metrics[1].at + bins - 1], 2);
}

Test(tally, adding_a_floor_allocates_nothing)
{
    fl_text text;
    allocations = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        maker_make(&h.maker, i);
        fl_tally_add(&tally, &h.maker.floor, h.maker.value, &h.maker.metric, i);
    }
    fl_tally_merge(&other, &tally);
    fl_tally_clear(&tally);
    cr_expect_eq(allocations, 0);
    fl_text_init(&text);
    fl_text_add(&text, "a planted allocation, in another file of the project");
    cr_expect_eq(allocations, 1, "the count should notice it");
    fl_text_free(&text);
}

Test(tally_one, a_board_that_is_narrower_than_the_map_fills_its_left_side)
{
    maker m;
    counting counting;
    fl_tally tally;
    maker_open(&m, "classic", "level=3", 11);
    counting_begin(&counting, m.generator, m.rules);
    counting.catalogue.width += 3; /* as if floors of wider boards were counted with these */
    counting_make(&counting, &(fl_tally_request){.metrics = COUNTING_NONE, .events = COUNTING_NONE});
    cr_assert_eq(fl_tally_init(&tally, &counting.spec), FL_OK);
    maker_make(&m, 0);
    fl_tally_add(&tally, &m.floor, m.value, &m.metric, 0);
    const uint64_t *any = tally.count + counting.spec.any_at;
    for (int y = 0; y < m.floor.height; y++) {
        for (int x = 0; x < counting.spec.width; x++) {
            bool is_room = x < m.floor.width && fl_floor_room_at(&m.floor, x, y) >= 0;
            cr_expect_eq(any[y * counting.spec.width + x], is_room, "%d, %d", x, y);
        }
    }
    fl_tally_free(&tally);
    counting_close(&counting);
    maker_close(&m);
}

/* Samples counted twice, left out, or in the place of others: 0, 3, 3 have the sum of 1, 2, 3, but not their
 * squares. */
Test(numbers, tell_whether_each_sample_was_counted_once)
{
    static const struct {
        unsigned n;
        uint64_t number[5], first, samples;
        bool is_right;
    } table[] = {
        {0, {0}, 0, 0, true},           {2, {0, 1}, 0, 2, true},           {2, {0, 1}, 1, 2, false},
        {2, {0, 1}, 0, 1, false},       {3, {4, 5, 6}, 4, 3, true},        {3, {0, 1, 1}, 0, 2, false},
        {3, {0, 1, 1}, 0, 3, false},    {3, {0, 1, 3}, 0, 3, false},       {3, {0, 1, 3}, 0, 4, false},
        {4, {0, 0, 3, 3}, 0, 4, false}, {5, {0, 1, 2, 1, 4}, 0, 5, false}, {2, {1, 2}, 0, 3, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const fl_tally_spec spec = {.counts_n = 0};
        fl_tally found = {.spec = &spec, .floors = table[i].n};
        for (unsigned k = 0; k < table[i].n; k++) {
            fl_tally_numbers_add(&found.numbers, table[i].number[k], 1);
        }
        cr_expect_eq(fl_tally_has_once(&found, table[i].first, table[i].samples), table[i].is_right,
                     "row %zu", i);
    }
}
