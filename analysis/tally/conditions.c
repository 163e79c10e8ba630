/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-defined conditions: the filter of samples, and events. Each such event is asked about every counted
 * sample, including failed ones; a condition without a value is a miss. */
#include "analysis/tally/tally_private.h"

#include <string.h>

/* Adds trials and hits of event number `i`, and its sums by part. */
static void add_answer(fl_tally *self, unsigned i, bool is_hit, uint64_t index)
{
    const fl_tally_spec *spec = self->spec;
    uint64_t *count = self->count + spec->events[i].at + fl_tally_step(index - self->start);
    count[0]++;
    count[FL_TALLY_STEPS] += is_hit;
    if (spec->parts_at != FL_TALLY_NOT_COUNTED) {
        count = self->count + fl_tally_event_parts(spec, i) + fl_tally_part(index - self->start);
        count[0]++;
        count[FL_TALLY_PARTS] += is_hit;
    }
}

void fl_tally_conditions_add(fl_tally *self, const fl_expression_sample *sample, uint64_t index)
{
    for (unsigned i = self->spec->built_in_n; i < self->spec->events_n; i++) {
        add_answer(self, i, fl_expression_test(self->spec->events[i].condition, sample), index);
    }
}

/* Asks a condition; not inlined, because it needs a large stack. */
__attribute__((noinline)) static void ask(const fl_tally *self, const fl_expression *condition,
                                          const fl_columns *columns, uint8_t *truth)
{
    fl_expression_stack stack;
    fl_expression_test_columns(condition, &(fl_expression_floors){columns, self->roll_of, &stack}, truth);
}

void fl_tally_conditions_add_batch(fl_tally *self, const fl_columns *columns, const uint8_t *wanted)
{
    uint8_t truth[FL_CLASSIC_BATCH_FLOORS];
    for (unsigned i = self->spec->built_in_n; i < self->spec->events_n; i++) {
        ask(self, self->spec->events[i].condition, columns, truth);
        for (unsigned floor = 0; floor < columns->batch->n; floor++) {
            if (wanted[floor]) {
                add_answer(self, i, truth[floor], columns->batch->first + floor);
            }
        }
    }
}

unsigned fl_tally_batch_wanted(const fl_tally *self, const fl_columns *columns,
                               uint8_t wanted[FL_CLASSIC_BATCH_FLOORS])
{
    unsigned n = columns->batch->n;
    if (!self->spec->where) {
        memset(wanted, 1, n);
        return n;
    }
    unsigned wanted_n = 0;
    ask(self, self->spec->where, columns, wanted);
    for (unsigned floor = 0; floor < n; floor++) {
        wanted_n += wanted[floor];
    }
    return wanted_n;
}
