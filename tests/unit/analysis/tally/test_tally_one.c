/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One floor's counts: gates of which some flags are counted, and values within and outside the extremes there
 * were. */
#include "analysis/tally/tally_private.h"
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

static void init_tally(const maker *m, fl_tally_request request, fl_tally_spec *spec, fl_tally *out)
{
    request.generator = m->generator;
    request.gates_n = m->generator->gates(m->rules, &request.gate_names);
    cr_assert_eq(fl_tally_spec_make(spec, &request, NULL), FL_OK);
    cr_assert_eq(fl_tally_init(out, spec), FL_OK);
}

Test(tally_one, some_flags_of_a_gate_count_as_among_all)
{
    static const char *const wished[] = {"has_loop", "gate.sacrifice.passed", "gate.sacrifice.placed",
                                         "gate.arcade.first_chance", "gate.curse.rolled"};
    maker m;
    fl_tally_spec spec[2];
    fl_tally tally[2];
    maker_open(&m, "classic", "level=3", 11);
    init_tally(&m, (fl_tally_request){.with_events = true}, &spec[0], &tally[0]);
    init_tally(&m, (fl_tally_request){.with_events = true, .events = wished, .events_n = 5}, &spec[1],
               &tally[1]);
    cr_assert_eq(spec[1].events_n, 5);
    for (uint64_t i = 0; i < 1000; i++) {
        maker_make(&m, i);
        fl_tally_one_add(&tally[0], &m.floor, m.value, &m.metric, i);
        fl_tally_one_add(&tally[1], &m.floor, m.value, &m.metric, i);
    }
    for (unsigned i = 0; i < 5; i++) {
        const uint64_t *all = tally[0].count + spec[0].events[event_of(&spec[0], wished[i])].at;
        const uint64_t *some = tally[1].count + spec[1].events[event_of(&spec[1], wished[i])].at;
        cr_expect(memcmp(all, some, 2 * FL_TALLY_STEPS * sizeof *all) == 0, "%s", wished[i]);
    }
    fl_tally_free(&tally[0]);
    fl_tally_free(&tally[1]);
    maker_close(&m);
}

Test(tally_one, a_cleared_tally_starts_anew)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS};
    static const int32_t rooms[] = {4, 9, 5, 6};
    maker m;
    fl_tally_spec spec;
    fl_tally tally;
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 0);
    init_tally(&m, (fl_tally_request){.metrics = metrics, .metrics_n = 1}, &spec, &tally);
    for (unsigned i = 0; i < 4; i++) {
        if (i == 2) {
            fl_tally_clear(&tally);
        }
        m.value[FL_METRIC_ROOMS] = rooms[i];
        fl_tally_one_add(&tally, &m.floor, m.value, &m.metric, i);
    }
    const fl_tally_extreme *e = &tally.extreme[0];
    cr_expect(e->min == 5 && e->argmin == 2 && e->max == 6 && e->argmax == 3);
    cr_expect(tally.count[spec.metrics[0].at + 5] == 1 && tally.count[spec.metrics[0].at + 9] == 0);
    fl_tally_free(&tally);
    maker_close(&m);
}

/* Clustering numbers of as many rooms as no floor has, small and large ones. */
Test(tally_one, numbers_of_many_rooms_are_all_counted)
{
    enum { ROOMS = 700 };
    static const unsigned metrics[] = {FL_METRIC_COUNT};
    static uint16_t number[ROOMS];
    maker m;
    fl_tally_spec spec;
    fl_tally tally;
    uint64_t expected[10] = {0};
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 0);
    init_tally(&m, (fl_tally_request){.metrics = metrics, .metrics_n = 1}, &spec, &tally);
    for (unsigned i = 0; i < ROOMS; i++) {
        number[i] = i < 600 ? i > 550 : i % 10; /* more of one number than a byte holds */
        expected[number[i]]++;
    }
    const fl_metric_work work = {.clustering = number, .clustering_n = ROOMS};
    fl_tally_one_add(&tally, &m.floor, m.value, &work, 3);
    cr_expect(memcmp(tally.count + spec.metrics[0].at, expected, sizeof expected) == 0);
    cr_expect(tally.extreme[0].min == 0 && tally.extreme[0].max == 9 && tally.extreme[0].argmax == 3);
    fl_tally_free(&tally);
    maker_close(&m);
}
