/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors whose values are given by hand: extremes, values beyond the bins or missing, steps, gates; sums of
 * sample numbers; what is left unseen; adding without allocating. */
#include "analysis/tally/tally_private.h"
#include "gen/base/text.h"
#include "gen/lanes/backend.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
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

Test(tally, smallest_floor_number_wins_a_tie)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        fl_tally_clear(&tally);
        fl_tally_clear(&other);
        add_by_hand(&h, &tally, 9, 5, 10);
        add_by_hand(&h, &tally, 4, 5, 11);
        add_by_hand(&h, &tally, 9, 5, 12);
        add_by_hand(&h, &other, 9, 5, 3);
        add_by_hand(&h, &other, 4, 6, 40);
        fl_tally_merge(turn ? &other : &tally, turn ? &tally : &other);
        const fl_tally_extreme *e = turn ? other.extreme : tally.extreme;
        cr_expect(e[0].min == 4 && e[0].argmin == 11 && e[0].max == 9 && e[0].argmax == 3);
        cr_expect(e[1].min == 5 && e[1].argmin == 3 && e[1].max == 6 && e[1].argmax == 40);
    }
}

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

Test(tally, values_a_floor_lacks_are_counted_nowhere)
{
    fl_tally_sum sums[3];
    add_by_hand(&h, &tally, FL_GENERATOR_FACT_NONE, 2, 0);
    add_by_hand(&h, &tally, (int32_t)h.counting.spec.metrics[0].bins, 2, 1);
    fl_tally_sums(&tally, 0, sums);
    cr_expect(sums[0] == 1 && tally.extreme[0].argmin == 1);
    for (uint32_t i = 0; i < h.counting.spec.joints[0].a_bins * h.counting.spec.joints[0].b_bins; i++) {
        cr_assert_eq(tally.count[h.counting.spec.joints[0].at + i], 0);
    }
    add_by_hand(&h, &tally, 3, 2, 2);
    size_t place = 3 * (size_t)h.counting.spec.joints[0].b_bins + (size_t)h.value[FL_METRIC_DEAD_ENDS];
    cr_expect_eq(tally.count[h.counting.spec.joints[0].at + place], 1);
}

Test(tally, trace_steps_end_at_powers_of_two)
{
    static const struct {
        uint64_t index;
        unsigned step;
    } cases[] = {{0, 0}, {1, 1},  {2, 1},           {3, 2},           {6, 2},
                 {7, 3}, {14, 3}, {1ull << 46, 46}, {1ull << 62, 47}, {UINT64_MAX, 47}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fl_tally_clear(&tally);
        add_by_hand(&h, &tally, 5, 5, cases[i].index);
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            cr_expect_eq(tally.count[h.counting.spec.events[0].at + step], step == cases[i].step,
                         "floor %llu step %u", (unsigned long long)cases[i].index, step);
        }
    }
}

/* A floor that numbers the gates from the last to the first, and lacks the catalogue's first. */
Test(tally, gates_follow_the_numbering_of_the_floors)
{
    uint64_t trials;
    uint64_t hits;
    uint8_t gate_of[FL_GATE_MAX] = {FL_SAMPLE_NO_GATE};
    unsigned n = h.counting.catalogue.gates_n;
    cr_assert_gt(n, 3);
    for (unsigned gate = 1; gate < n; gate++) {
        gate_of[gate] = (uint8_t)(n - 1 - gate);
    }
    tally.gate_of = gate_of;
    memset(h.maker.floor.gate, 0, sizeof h.maker.floor.gate);
    h.maker.floor.gate[n - 2] = FL_GATE_ROLLED;
    add_by_hand(&h, &tally, 5, 5, 0);
    for (unsigned gate = 0; gate < n; gate++) {
        char name[FL_EVENT_NAME];
        snprintf(name, sizeof name, "gate.%s.rolled", h.counting.catalogue.gate_names[gate]);
        counting_answers(&tally, name, &trials, &hits);
        cr_expect(trials == (gate > 0) && hits == (gate == 1), "%s", name);
    }
}

/* A cleared tally knows no extremes. */
Test(tally, starts_anew_when_it_is_cleared)
{
    static const int32_t rooms[] = {4, 9, 5, 6};
    for (unsigned i = 0; i < 4; i++) {
        if (i == 2) {
            fl_tally_clear(&tally);
        }
        add_by_hand(&h, &tally, rooms[i], 1, i);
    }
    const fl_tally_extreme *e = &tally.extreme[0];
    cr_expect(e->min == 5 && e->argmin == 2 && e->max == 6 && e->argmax == 3);
    cr_expect(tally.count[h.counting.spec.metrics[0].at + 5] == 1 && tally.floors == 2 &&
              fl_tally_has_once(&tally, 2, 2));
}

Test(tally, refuses_large_joints_and_wrong_conditions)
{
    static const unsigned pair[][2] = {{FL_METRIC_LINEARITY, FL_METRIC_ATTEMPTS}};
    fl_tally_spec spec;
    fl_diag diag;
    fl_diag_init(&diag);
    fl_tally_request request = {.catalogue = &h.counting.catalogue, .joints = pair, .joints_n = 1};
    cr_expect_eq(fl_tally_spec_make(&spec, &request, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "linearity with attempts"), "%s", diag.what);
    request = (fl_tally_request){.catalogue = &h.counting.catalogue, .where = {"rooms >", "here", true}};
    cr_expect_eq(fl_tally_spec_make(&spec, &request, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "here, column 8");
    cr_expect(!spec.where && !spec.events);
}

Test(tally, sums_by_part_cost_nothing_where_they_are_not_wanted)
{
    counting with;
    counting without;
    counting_open(&with, h.maker.generator, h.maker.rules, &(fl_tally_request){.has_parts = true});
    counting_open(&without, h.maker.generator, h.maker.rules, NULL);
    cr_expect_eq(without.spec.parts_at, FL_TALLY_NOT_COUNTED);
    cr_expect_eq(with.spec.counts_n - without.spec.counts_n,
                 64 * (size_t)(without.spec.metrics_n + without.spec.events_n));
    counting_close(&with);
    counting_close(&without);
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

/* Clustering numbers of as many rooms as no floor has, small and large ones. */
Test(tally_one, numbers_of_many_rooms_are_all_counted)
{
    enum { ROOMS = 700 };
    static const unsigned metrics[] = {FL_METRIC_COUNT};
    static uint16_t number[ROOMS];
    maker m;
    counting counting;
    fl_tally tally;
    uint64_t expected[10] = {0};
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 0);
    counting_open(&counting, m.generator, m.rules,
                  &(fl_tally_request){
                      .metrics = COUNTING_LIST(metrics), .events = COUNTING_NONE, .maps = COUNTING_NONE});
    cr_assert_eq(fl_tally_init(&tally, &counting.spec), FL_OK);
    for (unsigned i = 0; i < ROOMS; i++) {
        number[i] = i < 600 ? i > 550 : i % 10; /* more of one number than a byte holds */
        expected[number[i]]++;
    }
    const fl_metric_work work = {.clustering = number, .clustering_n = ROOMS};
    fl_tally_one_add(&tally, &m.floor, m.value, &work, 3);
    cr_expect(memcmp(tally.count + counting.spec.metrics[0].at, expected, sizeof expected) == 0);
    cr_expect(tally.extreme[0].min == 0 && tally.extreme[0].max == 9 && tally.extreme[0].argmax == 3);
    number[0] = 8; /* alone */
    fl_tally_one_add(&tally, &m.floor, m.value, &(fl_metric_work){.clustering = number, .clustering_n = 1},
                     4);
    cr_expect_eq(tally.count[counting.spec.metrics[0].at + 8], expected[8] + 1);
    fl_tally_free(&tally);
    counting_close(&counting);
    maker_close(&m);
}

/* Floors without the parts that nothing is counted from. */
Test(tally_one, what_is_called_unseen_is_counted_by_nothing)
{
    enum { FLOORS = 300, WHOLE = 0, BARE = FL_FLOOR_INTERIORS, FACTS = FL_FLOOR_INTERIORS | FL_FLOOR_ROOMS };
    static const unsigned attempts[] = {FL_METRIC_ATTEMPTS, FL_METRIC_BOSS_IDENTITY};
    static const unsigned rooms[] = {FL_METRIC_ATTEMPTS, FL_METRIC_CLUSTERING_MAX};
    static const unsigned difficulty[] = {FL_METRIC_DIFFICULTY_MOST};
    const fl_tally_choice all = {.what = FL_TALLY_DEFAULT};
    const struct {
        fl_tally_choice metrics, events, maps;
        unsigned unseen;
    } table[] = {
        {{FL_TALLY_LIST, attempts, 2}, COUNTING_NONE, COUNTING_NONE, FACTS},
        {{FL_TALLY_LIST, rooms, 2}, COUNTING_NONE, COUNTING_NONE, BARE},
        {{FL_TALLY_LIST, attempts, 2}, all, COUNTING_NONE, BARE},
        {{FL_TALLY_LIST, attempts, 2}, COUNTING_NONE, all, BARE},
        {{FL_TALLY_LIST, difficulty, 1}, COUNTING_NONE, COUNTING_NONE, WHOLE},
        {all, all, all, WHOLE},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        maker m[2];
        counting counts;
        fl_tally tally[2];
        for (unsigned k = 0; k < 2; k++) {
            maker_open(&m[k], "rebirth", "stage=3 rng=isaac rules=blade", 5);
        }
        counting_open(&counts, m[0].generator, m[0].rules,
                      &(fl_tally_request){
                          .metrics = table[i].metrics, .events = table[i].events, .maps = table[i].maps});
        cr_expect_eq(fl_tally_unseen(&counts.spec), table[i].unseen, "row %u", i);
        m[1].floor.unseen = fl_tally_unseen(&counts.spec);
        for (unsigned k = 0; k < 2; k++) {
            cr_assert_eq(fl_tally_init(&tally[k], &counts.spec), FL_OK);
            for (uint64_t number = 1; number <= FLOORS; number++) {
                maker_make(&m[k], number);
                fl_tally_add(&tally[k], &m[k].floor, m[k].value, &m[k].metric, number);
            }
        }
        cr_expect(memcmp(tally[0].count, tally[1].count, counts.spec.counts_n * sizeof *tally[0].count) ==
                          0 &&
                      tally[0].failed == tally[1].failed,
                  "row %u", i);
        for (unsigned k = 0; k < 2; k++) {
            fl_tally_free(&tally[k]);
            maker_close(&m[k]);
        }
        counting_close(&counts);
    }
}

Test(batch_kernel, counts_a_value_that_all_have)
{
    static const fl_backend backends[] = {FL_BACKEND_PORTABLE, FL_BACKEND_AVX2, FL_BACKEND_AVX512};
    for (unsigned i = 0; i < 3; i++) {
        uint8_t bytes[FL_CLASSIC_BATCH_FLOORS];
        const uint8_t range[2] = {7, 7};
        uint32_t count[256] = {0};
        uint32_t cells[256] = {0};
        memset(bytes, 7, sizeof bytes);
        if (fl_backend_is_here(backends[i])) {
            fl_tally_batch_kernel_of(backends[i])->add(bytes, sizeof bytes, range, count);
            fl_tally_batch_kernel_of(backends[i])->cells(bytes, sizeof bytes, cells);
            cr_expect_eq(count[7], (uint32_t)FL_CLASSIC_BATCH_FLOORS);
            cr_expect_eq(cells[7], (uint32_t)FL_CLASSIC_BATCH_FLOORS);
        }
    }
}

Test(numbers, a_range_has_the_sums_of_a_loop)
{
    static const uint64_t first[] = {
        0, 1, 2, 3, 1000003, 1ull << 31, 1ull << 32, 1ull << 63, UINT64_MAX - 4000};
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) {
        fl_tally_numbers loop = {0, 0};
        for (uint64_t n = 0; n < 4000; n++) {
            fl_tally_numbers range = {0, 0};
            fl_tally_numbers_add(&range, first[i], n);
            cr_assert(loop.sum == range.sum && loop.squares == range.squares, "%llu from %llu",
                      (unsigned long long)n, (unsigned long long)first[i]);
            loop.sum += (fl_tally_sum)first[i] + n;
            loop.squares += ((fl_tally_sum)first[i] + n) * ((fl_tally_sum)first[i] + n);
        }
    }
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
