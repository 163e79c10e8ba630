/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts by name. */
#include "tests/unit/small_tally.h"

#include "gen/registry.h"

#include <criterion/criterion.h>

#include <string.h>

void small_tally_init(small_tally *self)
{
    static const char *const gates[] = {"sacrifice"};
    static const char *const events[] = {"has_loop", "gate.sacrifice.passed", "gate.sacrifice.placed"};
    static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_LOOPS};
    fl_tally_request request = {.generator = fl_registry_find("classic"),
                                .gate_names = gates,
                                .gates_n = 1,
                                .metrics = metrics,
                                .metrics_n = 2,
                                .events = events,
                                .events_n = 3,
                                .with_events = true};
    cr_assert_eq(fl_tally_spec_make(&self->spec, &request, NULL), FL_OK);
    cr_assert_eq(fl_tally_init(&self->tally, &self->spec), FL_OK);
}

void small_tally_free(small_tally *self)
{
    fl_tally_free(&self->tally);
}

void small_tally_metric(small_tally *self, unsigned metric, uint32_t value, uint64_t floors)
{
    for (unsigned i = 0; i < self->spec.metrics_n; i++) {
        if (self->spec.metrics[i].metric == metric) {
            self->tally.count[self->spec.metrics[i].at + value] += floors;
        }
    }
    self->tally.floors += floors;
}

void small_tally_event(small_tally *self, const char *name, uint64_t hits, uint64_t trials)
{
    for (unsigned i = 0; i < self->spec.events_n; i++) {
        if (strcmp(self->spec.events[i].name, name) == 0) {
            self->tally.count[self->spec.events[i].at] += trials;
            self->tally.count[self->spec.events[i].at + FL_TALLY_STEPS + 1] += hits; /* of a later step */
        }
    }
    self->tally.floors += trials;
}
