/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums by part against a tally for each part that gets its samples alone. Batches are compared with single
 * floors in test_tally_batch.c and tests/oracle/test_kernel.c. */
#include "analysis/tally/tally_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 2500, FIRST = 1000 };

/* Samples of some rules, counted all together and part by part. */
typedef struct stage {
    maker maker;
    counting counting;
    fl_sample_work work; /* of chunk rooms and journeys */
    void *sample;
    fl_tally all, alone[FL_TALLY_PARTS];
} stage;

static void open_stage(stage *self, const char *generator, const char *settings, size_t size)
{
    memset(self, 0, sizeof *self);
    maker_open(&self->maker, generator, settings, 8);
    counting_open(&self->counting, self->maker.generator, self->maker.rules,
                  &(fl_tally_request){.metrics = {.what = FL_TALLY_ALL},
                                      .events = {.what = FL_TALLY_ALL},
                                      .has_parts = true});
    cr_assert_eq(fl_tally_init(&self->all, &self->counting.spec), FL_OK);
    for (unsigned i = 0; i < FL_TALLY_PARTS; i++) {
        cr_assert_eq(fl_tally_init(&self->alone[i], &self->counting.spec), FL_OK);
    }
    if (size > 0) {
        self->sample = calloc(1, size);
        cr_assert_not_null(self->sample);
        cr_assert_eq(fl_sample_work_init(&self->work, &self->counting.catalogue), FL_OK);
    }
}

static void close_stage(stage *self)
{
    fl_tally_free(&self->all);
    for (unsigned i = 0; i < FL_TALLY_PARTS; i++) {
        fl_tally_free(&self->alone[i]);
    }
    if (self->sample) {
        fl_sample_work_free(&self->work);
        free(self->sample);
    }
    counting_close(&self->counting);
    maker_close(&self->maker);
}

static void count(stage *self, uint64_t index)
{
    fl_tally *const to[2] = {&self->all, &self->alone[index / 64 % 32]};
    maker *m = &self->maker;
    if (self->sample) {
        m->key.index = index;
        m->generator->make(m->rules, &m->key, m->scratch, self->sample);
        fl_sample_measure(&self->work, &self->counting.binding, m->rules, self->sample);
    } else {
        maker_make(m, index);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (self->sample) {
            fl_tally_add_sample(to[i], &self->work, index);
        } else {
            fl_tally_add(to[i], &m->floor, m->value, &m->metric, index);
        }
    }
}

/* Compares one part; returns what its samples had of metrics and events together. */
static uint64_t compare(const stage *self, unsigned part)
{
    const fl_tally_spec *spec = &self->counting.spec;
    const fl_tally *alone = &self->alone[part];
    uint64_t seen = 0;
    for (unsigned i = 0; i < spec->metrics_n; i++) {
        const uint64_t *found = self->all.count + fl_tally_metric_parts(spec, i) + part;
        fl_tally_sum sums[3];
        fl_tally_sums(alone, i, sums);
        cr_assert_eq(found[0], (uint64_t)sums[0], "%s, part %u", spec->metrics[i].name, part);
        cr_assert_eq(found[FL_TALLY_PARTS], (uint64_t)sums[1], "%s, part %u", spec->metrics[i].name, part);
        seen += found[FL_TALLY_PARTS];
    }
    for (unsigned i = 0; i < spec->events_n; i++) {
        const uint64_t *found = self->all.count + fl_tally_event_parts(spec, i) + part;
        uint64_t trials = 0;
        uint64_t hits = 0;
        counting_answers(alone, spec->events[i].name, &trials, &hits);
        cr_assert_eq(found[0], trials, "%s, part %u", spec->events[i].name, part);
        cr_assert_eq(found[FL_TALLY_PARTS], hits, "%s, part %u", spec->events[i].name, part);
        seen += hits;
    }
    return seen;
}

static void agree(const char *generator, const char *settings, size_t size)
{
    stage s;
    open_stage(&s, generator, settings, size);
    for (uint64_t i = FIRST; i < FIRST + SAMPLES; i++) {
        count(&s, i);
    }
    for (unsigned part = 0; part < FL_TALLY_PARTS; part++) {
        cr_assert_gt(compare(&s, part), 0u, "%s", generator);
    }
    close_stage(&s);
}

Test(tally_parts, sums_are_those_of_the_parts_counted_alone)
{
    agree("classic", "level=4 max_attempts=2", 0); /* some floors fail */
    agree("rebirth", "stage=2", 0);
    agree("grid", "rules=maze", 0); /* with clustering numbers that are not 0 */
    agree("room", "budget=20", sizeof(fl_interior));
    agree("journey", "", sizeof(fl_journey_trip));
}

Test(tally_parts, cost_nothing_where_they_are_not_wanted)
{
    maker m;
    counting with;
    counting without;
    maker_open(&m, "classic", "", 1);
    counting_open(&with, m.generator, m.rules, &(fl_tally_request){.has_parts = true});
    counting_open(&without, m.generator, m.rules, NULL);
    cr_expect_eq(without.spec.parts_at, FL_TALLY_NOT_COUNTED);
    cr_expect_eq(with.spec.parts_at, without.spec.counts_n);
    cr_expect_eq(with.spec.counts_n - without.spec.counts_n,
                 64 * (size_t)(without.spec.metrics_n + without.spec.events_n));
    counting_close(&with);
    counting_close(&without);
    maker_close(&m);
}

Test(tally_parts, merge_with_tallies_that_have_them)
{
    maker m;
    counting spec;
    fl_tally tally[2];
    maker_open(&m, "classic", "", 1);
    maker_make(&m, 70);
    counting_open(&spec, m.generator, m.rules, &(fl_tally_request){.maps = COUNTING_NONE, .has_parts = true});
    for (unsigned i = 0; i < 2; i++) {
        cr_assert_eq(fl_tally_init(&tally[i], &spec.spec), FL_OK);
        fl_tally_add(&tally[i], &m.floor, m.value, &m.metric, 70);
    }
    fl_tally_merge(&tally[0], &tally[1]);
    cr_expect_eq(tally[0].count[spec.spec.parts_at + 1], 2u);
    for (unsigned i = 0; i < 2; i++) {
        fl_tally_free(&tally[i]);
    }
    counting_close(&spec);
    maker_close(&m);
}
