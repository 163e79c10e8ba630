/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics and events of many floors at once, a column each, from the boards of an fl_classic_batch.
 *
 * The same numbers as fl_metric_compute and the table of events give floor by floor; tests hold them against each other.
 * Nothing that is not asked for is worked out. What all floors of a batch share is no column but a constant. */
#ifndef FL_ANALYSIS_METRIC_COLUMN_COLUMN_H
#define FL_ANALYSIS_METRIC_COLUMN_COLUMN_H

#include "analysis/metric/metric.h"
#include "gen/floor/classic_batch.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_COLUMN_TABLE = 64,                           /* metrics of FL_METRIC_TABLE at most */
    FL_COLUMN_BYTES = FL_CLASSIC_BATCH_FLOORS + 64, /* whole vectors of bytes */
    FL_COLUMN_STORES = 32 + FL_CLASSIC_BATCH_GATES, /* columns of bytes at once */
    FL_COLUMN_WIDE = 4,
};

/* One column. */
typedef struct fl_column {
    const uint8_t *bytes;
    const int32_t *words; /* where bytes may not suffice; as long as they do, both are there */
    int32_t constant;     /* where neither is: the value of every floor */
} fl_column;

typedef struct fl_columns {
    const fl_classic_batch *batch; /* borrowed */
    /* Asked by the caller: fl_column_want. */
    uint64_t wants;      /* bit set of the metrics of FL_METRIC_TABLE */
    uint64_t want_kinds; /* bit set of the kinds */
    bool wants_events;
    /* Answers; a failed floor's values mean nothing here. */
    fl_column metric[FL_METRIC_COUNT];
    fl_column event[FL_EVENT_ROWS]; /* fl_event_answer */
    unsigned stores_n, wide_n;
    _Alignas(64) uint8_t store[FL_COLUMN_STORES][FL_COLUMN_BYTES];
    int32_t wide[FL_COLUMN_WIDE][FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    _Alignas(64) uint8_t narrow[FL_COLUMN_WIDE][FL_COLUMN_BYTES]; /* bytes of the wide ones */
} fl_columns;

/* Whether there are columns of a metric; of others no floor has a value here. */
bool fl_column_knows(unsigned metric);

/* Asks for a metric. */
void fl_column_want(fl_columns *self, unsigned metric);

/* Asks for what the events look at. */
void fl_column_want_events(fl_columns *self);

/* Works out the columns of a batch. */
void fl_column_fill(fl_columns *self, const fl_classic_batch *batch);

/* The value of a column for floor i. */
static inline int32_t fl_column_at(const fl_column *self, unsigned i)
{
    return self->bytes ? self->bytes[i] : self->words ? self->words[i] : self->constant;
}

/* The values of a floor as fl_metric_compute gives them, as far as they were asked for. */
void fl_column_values(const fl_columns *self, unsigned i, int32_t out[FL_METRIC_COUNT]);

#endif
