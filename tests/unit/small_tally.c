/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts by name. */
#include "tests/unit/small_tally.h"

#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

void small_tally_init(small_tally *self)
{
    static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_LOOPS};
    maker maker;
    maker_open(&maker, "classic", "", 1);
    counting_begin(&self->counting, maker.generator, maker.rules);
    const unsigned events[] = {counting_event(&self->counting, "has_loop"),
                               counting_event(&self->counting, "roll.sacrifice.won"),
                               counting_event(&self->counting, "roll.sacrifice.placed")};
    counting_make(&self->counting, &(fl_tally_request){.metrics = COUNTING_LIST(metrics),
                                                       .events = COUNTING_LIST(events),
                                                       .maps = COUNTING_NONE});
    cr_assert_eq(fl_tally_init(&self->tally, &self->counting.spec), FL_OK);
    maker_close(&maker);
}

void small_tally_free(small_tally *self)
{
    fl_tally_free(&self->tally);
    counting_close(&self->counting);
}

void small_tally_metric(small_tally *self, unsigned metric, uint32_t value, uint64_t floors)
{
    for (unsigned i = 0; i < self->counting.spec.metrics_n; i++) {
        if (self->counting.spec.metrics[i].metric == metric) {
            self->tally.count[self->counting.spec.metrics[i].at + value] += floors;
        }
    }
    self->tally.floors += floors;
}

void small_tally_event(small_tally *self, const char *name, uint64_t hits, uint64_t trials)
{
    for (unsigned i = 0; i < self->counting.spec.events_n; i++) {
        if (strcmp(self->counting.spec.events[i].name, name) == 0) {
            self->tally.count[self->counting.spec.events[i].at] += trials;
            self->tally.count[self->counting.spec.events[i].at + FL_TALLY_STEPS + 1] +=
                hits; /* of a later step */
        }
    }
    self->tally.floors += trials;
}
