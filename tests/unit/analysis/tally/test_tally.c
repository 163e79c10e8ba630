/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies against naive counting of the same floors; merging in any order; adding without allocating. */
#include "analysis/tally/tally.h"
#include "gen/base/text.h"
#include "gen/random/pcg.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 10000, PARTS = 5 };

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

/* Many floors at hand. */
typedef struct sample {
    maker maker;
    counting counting;
} sample;

static const unsigned joints[][2] = {{FL_METRIC_DEAD_ENDS, FL_METRIC_BOSS_DISTANCE},
                                     {FL_METRIC_SECRET_NEIGHBOURS, FL_METRIC_CURSE}};

static void open_sample(sample *self)
{
    maker_open(&self->maker, "classic", "level=3 curse=random curse_odds=3 max_attempts=3 secret_tries=on",
               11);
    counting_open(&self->counting, self->maker.generator, self->maker.rules,
                  &(fl_tally_request){.joints = joints, .joints_n = 2});
}

static void close_sample(sample *self)
{
    counting_close(&self->counting);
    maker_close(&self->maker);
}

static void add_floor(sample *s, fl_tally *tally, uint64_t index)
{
    maker_make(&s->maker, index);
    fl_tally_add(tally, &s->maker.floor, s->maker.value, &s->maker.metric, index);
}

static bool is_same(const fl_tally *a, const fl_tally *b)
{
    return a->floors == b->floors && a->failed == b->failed &&
           memcmp(a->count, b->count, a->spec->counts_n * sizeof *a->count) == 0 &&
           memcmp(a->extreme, b->extreme, a->spec->metrics_n * sizeof *a->extreme) == 0;
}

/* The naive count of one metric: all values it has on the good floors, in order. */
typedef struct naive {
    uint64_t count[1 << 14], n, sum, square, argmin, argmax;
    int32_t min, max;
} naive;

static void note(naive *self, int32_t value, uint64_t index)
{
    cr_assert_lt(value, 1 << 14);
    self->count[value]++;
    self->sum += (uint64_t)value;
    self->square += (uint64_t)value * (uint64_t)value;
    if (self->n == 0 || value < self->min) {
        self->min = value;
        self->argmin = index;
    }
    if (self->n == 0 || value > self->max) {
        self->max = value;
        self->argmax = index;
    }
    self->n++;
}

/* What one floor adds to a metric. */
static void note_floor(const sample *s, unsigned metric, uint64_t index, naive *out)
{
    if (metric < FL_METRIC_COUNT && s->maker.value[metric] != FL_GENERATOR_FACT_NONE) {
        note(out, s->maker.value[metric], index);
    }
    for (unsigned room = 0; metric == FL_METRIC_COUNT && room < s->maker.metric.clustering_n; room++) {
        note(out, s->maker.metric.clustering[room], index);
    }
}

/* One of each metric of the spec. */
static naive *count_naively(sample *s)
{
    naive *out = calloc(s->counting.spec.metrics_n, sizeof *out);
    cr_assert_not_null(out);
    for (uint64_t i = 0; i < FLOORS; i++) {
        maker_make(&s->maker, i);
        for (unsigned k = 0; k < s->counting.spec.metrics_n && !s->maker.floor.failure; k++) {
            note_floor(s, s->counting.spec.metrics[k].metric, i, &out[k]);
        }
    }
    return out;
}

static void compare_metric(const fl_tally *tally, unsigned i, const naive *expected)
{
    const fl_tally_metric *metric = &tally->spec->metrics[i];
    const fl_tally_extreme *e = &tally->extreme[i];
    const char *name = fl_tally_metric_name(metric);
    fl_tally_sum sums[3];
    fl_tally_sums(tally, i, sums);
    cr_expect(memcmp(tally->count + metric->at, expected->count, metric->bins * sizeof(uint64_t)) == 0, "%s",
              name);
    cr_expect(sums[0] == expected->n && sums[1] == expected->sum && sums[2] == expected->square, "%s", name);
    cr_expect_eq(e->over_n, 0, "%s", name);
    if (expected->n == 0) {
        cr_expect(e->min > e->max, "%s", name);
        return;
    }
    cr_expect(e->min == expected->min && e->max == expected->max, "%s", name);
    cr_expect(e->argmin == expected->argmin && e->argmax == expected->argmax, "%s", name);
}

Test(tally, counts_of_every_metric_equal_naive_counting)
{
    sample s;
    fl_tally tally;
    open_sample(&s);
    naive *expected = count_naively(&s);
    cr_assert_eq(fl_tally_init(&tally, &s.counting.spec), FL_OK);
    for (uint64_t i = 0; i < FLOORS; i++) {
        add_floor(&s, &tally, i);
    }
    cr_expect_gt(tally.failed, 100, "the sample should have failed floors");
    for (unsigned i = 0; i < s.counting.spec.metrics_n; i++) {
        compare_metric(&tally, i, &expected[i]);
    }
    cr_expect_eq(tally.floors, FLOORS);
    free(expected);
    fl_tally_free(&tally);
    close_sample(&s);
}

/* Step k of a trace ends before floor 2^(k+1) - 1. */
static unsigned step_of(uint64_t floor)
{
    unsigned step = 0;
    while (step + 1 < FL_TALLY_STEPS && floor >= ((uint64_t)2 << step) - 1) {
        step++;
    }
    return step;
}

static fl_event_answer ask(const sample *s, unsigned event)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    if (event < n) {
        return rows[event].ask(&s->maker.floor, s->maker.value);
    }
    unsigned gate = (event - (unsigned)n) / FL_GATE_FLAGS;
    return gate < s->maker.floor.gates_n
               ? fl_metric_event_ask_gate(s->maker.floor.gate[gate], (event - (unsigned)n) % FL_GATE_FLAGS)
               : FL_EVENT_NOT_ASKED;
}

Test(tally, trials_and_hits_equal_naive_counting_by_step)
{
    sample s;
    fl_tally tally;
    open_sample(&s);
    cr_assert_eq(fl_tally_init(&tally, &s.counting.spec), FL_OK);
    uint64_t(*expected)[2][FL_TALLY_STEPS] = calloc(s.counting.spec.events_n, sizeof *expected);
    for (uint64_t i = 0; i < FLOORS; i++) {
        add_floor(&s, &tally, i);
        for (unsigned e = 0; e < s.counting.spec.events_n; e++) {
            fl_event_answer answer = ask(&s, e);
            expected[e][0][step_of(i)] += answer != FL_EVENT_NOT_ASKED;
            expected[e][1][step_of(i)] += answer == FL_EVENT_HIT;
        }
    }
    for (unsigned e = 0; e < s.counting.spec.events_n; e++) {
        cr_expect(memcmp(tally.count + s.counting.spec.events[e].at, expected[e], sizeof *expected) == 0,
                  "%s", s.counting.spec.events[e].name);
    }
    cr_expect_str_eq(s.counting.spec.events[s.counting.spec.events_n - 1].name, "gate.arcade.placed");
    free(expected);
    fl_tally_free(&tally);
    close_sample(&s);
}

/* One count of a plane. */
static uint64_t at(const fl_tally *tally, size_t from, size_t place)
{
    return tally->count[from + place];
}

Test(tally, joints_hold_the_floors_that_have_both_values)
{
    sample s;
    fl_tally tally;
    open_sample(&s);
    cr_assert_eq(fl_tally_init(&tally, &s.counting.spec), FL_OK);
    static uint64_t expected[2][200][200];
    uint64_t n = 0;
    for (uint64_t i = 0; i < FLOORS; i++) {
        add_floor(&s, &tally, i);
        for (unsigned j = 0; j < 2 && !s.maker.floor.failure; j++) {
            int32_t a = s.maker.value[joints[j][0]];
            int32_t b = s.maker.value[joints[j][1]];
            if (a != FL_GENERATOR_FACT_NONE && b != FL_GENERATOR_FACT_NONE) {
                expected[j][a][b]++;
                n++;
            }
        }
    }
    for (unsigned j = 0; j < 2; j++) {
        const fl_tally_joint *joint = &s.counting.spec.joints[j];
        for (uint32_t place = 0; place < joint->a_bins * joint->b_bins; place++) {
            uint64_t found = at(&tally, joint->at, place);
            cr_expect_eq(found, expected[j][place / joint->b_bins][place % joint->b_bins]);
            n -= found;
        }
    }
    cr_expect_eq(n, 0);
    fl_tally_free(&tally);
    close_sample(&s);
}

Test(tally, maps_hold_the_cells_of_each_kind)
{
    sample s;
    fl_tally tally;
    open_sample(&s);
    cr_assert_eq(fl_tally_init(&tally, &s.counting.spec), FL_OK);
    static uint64_t expected[FL_KIND_COUNT + 1][72];
    for (uint64_t i = 0; i < 2000; i++) {
        add_floor(&s, &tally, i);
        for (int cell = 0; cell < 72; cell++) {
            int room = fl_floor_room_at(&s.maker.floor, cell % 9, cell / 9);
            if (room >= 0) {
                expected[0][cell]++;
                expected[1 + s.maker.floor.rooms[room].kind][cell]++;
            }
        }
    }
    cr_expect_eq(s.counting.spec.maps_n, 14);
    for (unsigned i = 0; i < s.counting.spec.maps_n; i++) {
        cr_expect(memcmp(tally.count + s.counting.spec.maps[i].at, expected[1 + s.counting.spec.maps[i].kind],
                         sizeof expected[0]) == 0,
                  "kind %d", s.counting.spec.maps[i].kind);
    }
    fl_tally_free(&tally);
    close_sample(&s);
}

static void shuffle(unsigned *order, unsigned n, fl_pcg *rng)
{
    for (unsigned i = 0; i < n; i++) {
        order[i] = i;
    }
    for (unsigned i = n; i-- > 1;) {
        unsigned k = fl_pcg_below(rng, i + 1);
        unsigned old = order[i];
        order[i] = order[k];
        order[k] = old;
    }
}

Test(tally, any_split_merged_in_any_order_is_the_whole)
{
    sample s;
    fl_tally whole;
    fl_tally part[PARTS];
    fl_tally sum;
    fl_pcg rng;
    unsigned order[PARTS];
    open_sample(&s);
    fl_pcg_init(&rng, 3, 3);
    cr_assert(!fl_tally_init(&whole, &s.counting.spec) && !fl_tally_init(&sum, &s.counting.spec));
    for (unsigned p = 0; p < PARTS; p++) {
        cr_assert_eq(fl_tally_init(&part[p], &s.counting.spec), FL_OK);
    }
    for (unsigned round = 0; round < 10; round++) {
        fl_tally_clear(&whole);
        fl_tally_clear(&sum);
        for (unsigned p = 0; p < PARTS; p++) {
            fl_tally_clear(&part[p]);
        }
        for (uint64_t i = 0; i < 1000; i++) { /* with each round fewer parts, so that some stay empty */
            add_floor(&s, &whole, i);
            add_floor(&s, &part[fl_pcg_below(&rng, 1 + round % PARTS)], i);
        }
        shuffle(order, PARTS, &rng);
        for (unsigned p = 0; p < PARTS; p++) {
            fl_tally_merge(&sum, &part[order[p]]);
        }
        cr_expect(is_same(&sum, &whole), "round %u", round);
    }
    part[0].count[5]++;
    cr_expect_not(is_same(&part[0], &whole));
    for (unsigned p = 0; p < PARTS; p++) {
        fl_tally_free(&part[p]);
    }
    fl_tally_free(&sum);
    fl_tally_free(&whole);
    close_sample(&s);
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

Test(tally, smallest_floor_number_wins_a_tie)
{
    hand h;
    fl_tally a;
    fl_tally b;
    open_hand(&h);
    for (unsigned turn = 0; turn < 2; turn++) {
        cr_assert(!fl_tally_init(&a, &h.counting.spec) && !fl_tally_init(&b, &h.counting.spec));
        add_by_hand(&h, &a, 9, 5, 10);
        add_by_hand(&h, &a, 4, 5, 11);
        add_by_hand(&h, &a, 9, 5, 12);
        add_by_hand(&h, &b, 9, 5, 3);
        add_by_hand(&h, &b, 4, 6, 40);
        fl_tally_merge(turn ? &b : &a, turn ? &a : &b);
        const fl_tally_extreme *e = turn ? b.extreme : a.extreme;
        cr_expect(e[0].min == 4 && e[0].argmin == 11 && e[0].max == 9 && e[0].argmax == 3);
        cr_expect(e[1].min == 5 && e[1].argmin == 3 && e[1].max == 6 && e[1].argmax == 40);
        fl_tally_free(&a);
        fl_tally_free(&b);
    }
    close_hand(&h);
}

Test(tally, values_beyond_the_bins_keep_exact_sums)
{
    hand h;
    fl_tally tally;
    fl_tally_sum sums[3];
    open_hand(&h);
    cr_assert_eq(fl_tally_init(&tally, &h.counting.spec), FL_OK);
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
    fl_tally_free(&tally);
    close_hand(&h);
}

Test(tally, values_a_floor_lacks_are_counted_nowhere)
{
    hand h;
    fl_tally tally;
    fl_tally_sum sums[3];
    open_hand(&h);
    cr_assert_eq(fl_tally_init(&tally, &h.counting.spec), FL_OK);
    add_by_hand(&h, &tally, FL_GENERATOR_FACT_NONE, 2, 0);
    add_by_hand(&h, &tally, (int32_t)h.counting.spec.metrics[0].bins, 2, 1);
    fl_tally_sums(&tally, 0, sums);
    cr_expect(sums[0] == 1 && tally.extreme[0].argmin == 1);
    for (uint32_t i = 0; i < h.counting.spec.joints[0].a_bins * h.counting.spec.joints[0].b_bins; i++) {
        cr_assert_eq(at(&tally, h.counting.spec.joints[0].at, i), 0);
    }
    add_by_hand(&h, &tally, 3, 2, 2);
    size_t place = 3 * (size_t)h.counting.spec.joints[0].b_bins + (size_t)h.value[FL_METRIC_DEAD_ENDS];
    cr_expect_eq(at(&tally, h.counting.spec.joints[0].at, place), 1);
    fl_tally_free(&tally);
    close_hand(&h);
}

Test(tally, trace_steps_end_at_powers_of_two)
{
    static const struct {
        uint64_t index;
        unsigned step;
    } cases[] = {{0, 0}, {1, 1},  {2, 1},           {3, 2},           {6, 2},
                 {7, 3}, {14, 3}, {1ull << 46, 46}, {1ull << 62, 47}, {UINT64_MAX, 47}};
    hand h;
    open_hand(&h);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fl_tally tally;
        cr_assert_eq(fl_tally_init(&tally, &h.counting.spec), FL_OK);
        add_by_hand(&h, &tally, 5, 5, cases[i].index);
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            cr_expect_eq(tally.count[h.counting.spec.events[0].at + step], step == cases[i].step,
                         "floor %llu step %u", (unsigned long long)cases[i].index, step);
        }
        fl_tally_free(&tally);
    }
    close_hand(&h);
}

/* A floor that numbers the gates from the last to the first, and lacks the catalogue's first. */
Test(tally, gates_follow_the_numbering_of_the_floors)
{
    hand h;
    fl_tally tally;
    uint64_t trials;
    uint64_t hits;
    uint8_t gate_of[FL_GATE_MAX] = {FL_SAMPLE_NO_GATE};
    open_hand(&h);
    unsigned n = h.counting.catalogue.gates_n;
    cr_assert_gt(n, 3);
    for (unsigned gate = 1; gate < n; gate++) {
        gate_of[gate] = (uint8_t)(n - 1 - gate);
    }
    cr_assert_eq(fl_tally_init(&tally, &h.counting.spec), FL_OK);
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
    fl_tally_free(&tally);
    close_hand(&h);
}

Test(tally, joints_of_too_many_cells_are_refused)
{
    static const unsigned pair[][2] = {{FL_METRIC_LINEARITY, FL_METRIC_ATTEMPTS}};
    hand h;
    fl_tally_spec spec;
    fl_diag diag;
    fl_diag_init(&diag);
    open_hand(&h);
    fl_tally_request request = {.catalogue = &h.counting.catalogue, .joints = pair, .joints_n = 1};
    cr_expect_eq(fl_tally_spec_make(&spec, &request, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "linearity with attempts"), "%s", diag.what);
    close_hand(&h);
}

Test(tally, adding_a_floor_allocates_nothing)
{
    sample s;
    fl_tally tally;
    fl_tally other;
    fl_text text;
    open_sample(&s);
    cr_assert(!fl_tally_init(&tally, &s.counting.spec) && !fl_tally_init(&other, &s.counting.spec));
    allocations = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        add_floor(&s, &tally, i);
    }
    fl_tally_merge(&other, &tally);
    fl_tally_clear(&tally);
    cr_expect_eq(allocations, 0);
    fl_text_init(&text);
    fl_text_add(&text, "a planted allocation, in another file of the project");
    cr_expect_eq(allocations, 1, "the count should notice it");
    fl_text_free(&text);
    fl_tally_free(&tally);
    fl_tally_free(&other);
    close_sample(&s);
}
