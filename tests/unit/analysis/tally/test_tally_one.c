/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One floor's counts: gates of which some flags are counted, and values within and outside the extremes there
 * were. */
#include "analysis/tally/tally_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

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
