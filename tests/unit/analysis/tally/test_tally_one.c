/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One sample's counts: gates of which some flags are counted, values within and outside the extremes there
 * were, and chunk rooms and journeys against naive counting. */
#include "analysis/tally/tally_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* The number of a spec's event. */
static unsigned event_of(const fl_tally_spec *spec, const char *name)
{
    unsigned i = 0;
    while (i < spec->events_n && strcmp(spec->events[i].name, name) != 0) {
        i++;
    }
    cr_assert_lt(i, spec->events_n, "%s", name);
    return i;
}

/* Counts metrics alone. */
static void init_tally(const maker *m, fl_tally_choice metrics, counting *out, fl_tally *tally)
{
    counting_open(out, m->generator, m->rules,
                  &(fl_tally_request){.metrics = metrics, .events = COUNTING_NONE, .maps = COUNTING_NONE});
    cr_assert_eq(fl_tally_init(tally, &out->spec), FL_OK);
}

Test(tally_one, some_flags_of_a_gate_count_as_among_all)
{
    static const char *const wished[] = {"has_loop", "gate.sacrifice.passed", "gate.sacrifice.placed",
                                         "gate.arcade.first_chance", "gate.curse.rolled"};
    maker m;
    counting all_of;
    counting some_of;
    fl_tally tally[2];
    unsigned number[5];
    maker_open(&m, "classic", "level=3", 11);
    counting_open(&all_of, m.generator, m.rules, NULL);
    counting_begin(&some_of, m.generator, m.rules);
    for (unsigned i = 0; i < 5; i++) {
        number[i] = counting_event(&some_of, wished[i]);
    }
    counting_make(&some_of, &(fl_tally_request){.events = COUNTING_LIST(number)});
    cr_assert(!fl_tally_init(&tally[0], &all_of.spec) && !fl_tally_init(&tally[1], &some_of.spec));
    cr_assert_eq(some_of.spec.events_n, 5);
    for (uint64_t i = 0; i < 1000; i++) {
        maker_make(&m, i);
        fl_tally_one_add(&tally[0], &m.floor, m.value, &m.metric, i);
        fl_tally_one_add(&tally[1], &m.floor, m.value, &m.metric, i);
    }
    for (unsigned i = 0; i < 5; i++) {
        const uint64_t *all = tally[0].count + all_of.spec.events[event_of(&all_of.spec, wished[i])].at;
        const uint64_t *some = tally[1].count + some_of.spec.events[event_of(&some_of.spec, wished[i])].at;
        cr_expect(memcmp(all, some, 2 * FL_TALLY_STEPS * sizeof *all) == 0, "%s", wished[i]);
    }
    fl_tally_free(&tally[0]);
    fl_tally_free(&tally[1]);
    counting_close(&all_of);
    counting_close(&some_of);
    maker_close(&m);
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

Test(tally_one, a_cleared_tally_starts_anew)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS};
    static const int32_t rooms[] = {4, 9, 5, 6};
    maker m;
    counting counting;
    fl_tally tally;
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 0);
    init_tally(&m, (fl_tally_choice)COUNTING_LIST(metrics), &counting, &tally);
    for (unsigned i = 0; i < 4; i++) {
        if (i == 2) {
            fl_tally_clear(&tally);
        }
        m.value[FL_METRIC_ROOMS] = rooms[i];
        fl_tally_one_add(&tally, &m.floor, m.value, &m.metric, i);
    }
    const fl_tally_extreme *e = &tally.extreme[0];
    cr_expect(e->min == 5 && e->argmin == 2 && e->max == 6 && e->argmax == 3);
    cr_expect(tally.count[counting.spec.metrics[0].at + 5] == 1 &&
              tally.count[counting.spec.metrics[0].at + 9] == 0);
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
    init_tally(&m, (fl_tally_choice)COUNTING_LIST(metrics), &counting, &tally);
    for (unsigned i = 0; i < ROOMS; i++) {
        number[i] = i < 600 ? i > 550 : i % 10; /* more of one number than a byte holds */
        expected[number[i]]++;
    }
    const fl_metric_work work = {.clustering = number, .clustering_n = ROOMS};
    fl_tally_one_add(&tally, &m.floor, m.value, &work, 3);
    cr_expect(memcmp(tally.count + counting.spec.metrics[0].at, expected, sizeof expected) == 0);
    cr_expect(tally.extreme[0].min == 0 && tally.extreme[0].max == 9 && tally.extreme[0].argmax == 3);
    fl_tally_free(&tally);
    counting_close(&counting);
    maker_close(&m);
}

/* Chunk rooms or journeys, measured one after the other. */
typedef struct series {
    maker maker;
    counting counting;
    fl_tally tally;
    fl_sample_work work;
    void *sample;
} series;

static void open_series(series *self, const char *generator, const char *settings, size_t size)
{
    static const unsigned joints[][2] = {{0, 1}, {1, 2}};
    maker_open(&self->maker, generator, settings, 5);
    counting_open(&self->counting, self->maker.generator, self->maker.rules,
                  &(fl_tally_request){.events = {.what = FL_TALLY_ALL}, .joints = joints, .joints_n = 2});
    self->sample = calloc(1, size);
    cr_assert_not_null(self->sample);
    cr_assert_eq(fl_tally_init(&self->tally, &self->counting.spec), FL_OK);
    cr_assert_eq(fl_sample_work_init(&self->work, &self->counting.catalogue), FL_OK);
}

static void close_series(series *self)
{
    fl_tally_free(&self->tally);
    fl_sample_work_free(&self->work);
    free(self->sample);
    counting_close(&self->counting);
    maker_close(&self->maker);
}

static void count_next(series *s, uint64_t index)
{
    s->maker.key.index = index;
    s->maker.generator->make(s->maker.rules, &s->maker.key, s->maker.scratch, s->sample);
    fl_sample_measure(&s->work, &s->counting.binding, s->maker.rules, s->sample);
    fl_tally_add_sample(&s->tally, &s->work, index);
}

/* Step k of a trace ends before sample 2^(k+1) - 1. */
static unsigned step_of(uint64_t index)
{
    unsigned step = 0;
    while (index >= ((uint64_t)2 << step) - 1) {
        step++;
    }
    return step;
}

/* Adds the last sample to counts that lie as in a tally. */
static void note(const series *s, uint64_t index, uint64_t *out)
{
    const fl_tally_spec *spec = &s->counting.spec;
    const int32_t *values = s->work.values;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        int32_t value = values[spec->metrics[i].metric];
        if (value != FL_GENERATOR_FACT_NONE) {
            cr_assert(value >= 0 && value < (int32_t)spec->metrics[i].bins, "%s", spec->metrics[i].name);
            out[spec->metrics[i].at + (size_t)value]++;
        }
    }
    for (unsigned i = 0; i < spec->events_n; i++) {
        out[spec->events[i].at + step_of(index)] += s->work.trials[spec->events[i].event];
        out[spec->events[i].at + FL_TALLY_STEPS + step_of(index)] += s->work.hits[spec->events[i].event];
    }
    for (unsigned i = 0; i < spec->joints_n; i++) {
        int32_t a = values[spec->joints[i].a];
        int32_t b = values[spec->joints[i].b];
        if (a != FL_GENERATOR_FACT_NONE && b != FL_GENERATOR_FACT_NONE) {
            out[spec->joints[i].at + (size_t)a * spec->joints[i].b_bins + (size_t)b]++;
        }
    }
}

static void expect_counts(const series *s, const uint64_t *expected, uint64_t samples)
{
    for (size_t i = 0; i < s->counting.spec.counts_n; i++) {
        cr_assert_eq(s->tally.count[i], expected[i], "count %zu", i);
    }
    cr_expect(s->tally.floors == samples && s->tally.failed == 0);
}

Test(tally_one, chunk_rooms_count_as_in_naive_counting)
{
    enum { ROOMS = 2000 };
    static const char *const settings[] = {"rules=kirby doors=random", "size=big doors=random"};
    for (unsigned set = 0; set < 2; set++) {
        static series s;
        open_series(&s, "room", settings[set], sizeof(fl_interior));
        const fl_tally_spec *spec = &s.counting.spec;
        uint64_t *expected = calloc(spec->counts_n, sizeof *expected);
        cr_assert(expected && spec->maps_n == FL_TILE_COUNT && spec->width == FL_ROOM_PART_BIG);
        for (uint64_t i = 0; i < ROOMS; i++) {
            const fl_interior *room = s.sample;
            count_next(&s, i);
            note(&s, i, expected);
            for (unsigned at = 0; at < (unsigned)room->size * room->size; at++) {
                unsigned x = at % room->size;
                unsigned y = at / room->size;
                unsigned tile = fl_room_tile(room, x, y);
                expected[spec->maps[tile].at + (size_t)y * FL_ROOM_PART_BIG + x]++;
            }
        }
        expect_counts(&s, expected, ROOMS);
        free(expected);
        close_series(&s);
    }
}

Test(tally_one, journeys_and_their_visits_count_as_in_naive_counting)
{
    enum { JOURNEYS = 300 };
    static series s;
    open_series(&s, "journey", "plan=classic player=usual", sizeof(fl_journey_trip));
    const fl_tally_spec *spec = &s.counting.spec;
    const fl_journey *plan = s.maker.rules;
    uint64_t *expected = calloc(spec->counts_n, sizeof *expected);
    uint64_t visits = 0;
    cr_assert_not_null(expected);
    for (uint64_t i = 0; i < JOURNEYS; i++) {
        const fl_journey_trip *trip = s.sample;
        count_next(&s, i);
        note(&s, i, expected);
        for (unsigned v = 0; v < trip->visits_n; v++) {
            const fl_journey_visit *visit = &trip->visit[v];
            unsigned class = fl_journey_answer_class(&plan->stop[visit->stop], &visit->seen);
            size_t sort = plan->rules[visit->rule].classes_from + class;
            uint64_t *to = &expected[spec->visits_at + sort * FL_SAMPLE_VISIT];
            to[0]++;
            for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
                to[1 + kind] += visit->seen.kinds >> kind & 1;
            }
            visits++;
        }
    }
    expect_counts(&s, expected, JOURNEYS);
    cr_expect_gt(visits, 5u * JOURNEYS);
    free(expected);
    close_series(&s);
}

Test(tally_one, a_sample_without_a_value_changes_no_extreme)
{
    static series s;
    open_series(&s, "room", "", sizeof(fl_interior));
    count_next(&s, 3);
    const fl_tally_extreme before = s.tally.extreme[0];
    cr_expect(before.argmin == 3 && before.min == before.max && before.min == s.work.values[0]);
    s.work.values[0] = FL_GENERATOR_FACT_NONE;
    fl_tally_add_sample(&s.tally, &s.work, 4);
    s.work.values[0] = before.min;
    fl_tally_add_sample(&s.tally, &s.work, 5);
    cr_expect(s.tally.extreme[0].min == before.min && s.tally.extreme[0].argmax == 3);
    cr_expect_eq(s.tally.count[s.counting.spec.metrics[0].at + (size_t)before.min], 2);
    cr_expect_eq(s.tally.floors, 3);
    close_series(&s);
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
