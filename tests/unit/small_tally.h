/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies filled by hand. */
#ifndef FL_TESTS_UNIT_SMALL_TALLY_H
#define FL_TESTS_UNIT_SMALL_TALLY_H

#include "tests/support/counting.h"

typedef struct small_tally {
    counting counting;
    fl_tally tally;
} small_tally;

/* Counts classic floors' rooms, loops, has_loop and the sacrifice roll. */
void small_tally_init(small_tally *self);
void small_tally_free(small_tally *self);

/* So many floors with this value of a metric. */
void small_tally_metric(small_tally *self, unsigned metric, uint32_t value, uint64_t floors);

/* So many trials and hits of an event. */
void small_tally_event(small_tally *self, const char *name, uint64_t hits, uint64_t trials);

#endif
