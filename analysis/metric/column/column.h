/* SPDX-License-Identifier: MIT */
/* Metrics and events of many floors at once, a column each, from the boards of an fl_classic_batch.
 *
 *     fl_column_want, fl_column_want_events    say what is needed; nothing else is computed
 *     fl_column_fill                           computes the columns of a batch
 *     fl_column_at, fl_column_values           values of a floor
 *
 * The numbers equal those of fl_metric_compute and of the table of events floor by floor; tests compare them.
 * A value that all floors of a batch share is a constant instead of a column. */
#ifndef FL_ANALYSIS_METRIC_COLUMN_COLUMN_H
#define FL_ANALYSIS_METRIC_COLUMN_COLUMN_H

#include "analysis/metric/metric.h"
#include "gen/floor/classic_batch.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_COLUMN_TABLE = 64, /* the first metrics of FL_METRIC_TABLE, which have columns */
    FL_COLUMN_BYTES = FL_CLASSIC_BATCH_FLOORS + 64, /* whole vectors of bytes */
    FL_COLUMN_STORES = 32 + FL_CLASSIC_BATCH_ROLLS, /* most columns of bytes */
    FL_COLUMN_WIDE = 4,                             /* most columns of words */
};

/* A column, or a constant where both pointers are NULL. */
typedef struct fl_column {
    const uint8_t *bytes;
    const int32_t *words; /* for metrics that may exceed a byte; bytes is set as well while they do not */
    int32_t constant;     /* the value of every floor */
} fl_column;

typedef struct fl_columns {
    const fl_classic_batch *batch; /* borrowed */
    /* Set by fl_column_want and fl_column_want_events. */
    uint64_t wants;      /* bit set of the metrics of FL_METRIC_TABLE */
    uint64_t want_kinds; /* bit set of the kinds */
    bool wants_events;
    /* Set by fl_column_fill. The values of a failed floor are undefined. */
    fl_column metric[FL_METRIC_COUNT];
    fl_column event[FL_EVENT_ROWS]; /* fl_event_answer */
    unsigned stores_n, wide_n;
    _Alignas(64) uint8_t store[FL_COLUMN_STORES][FL_COLUMN_BYTES];
    int32_t wide[FL_COLUMN_WIDE][FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    _Alignas(64) uint8_t narrow[FL_COLUMN_WIDE][FL_COLUMN_BYTES]; /* the same values as bytes */
} fl_columns;

/* True if a metric has a column. */
bool fl_column_knows(unsigned metric);

/* Requests a metric. */
void fl_column_want(fl_columns *self, unsigned metric);

/* Requests the events, and the metrics they need. */
void fl_column_want_events(fl_columns *self);

/* Computes the requested columns of a batch. */
void fl_column_fill(fl_columns *self, const fl_classic_batch *batch);

/* Returns the value of a column for floor i. */
static inline int32_t fl_column_at(const fl_column *self, unsigned i)
{
    return self->bytes ? self->bytes[i] : self->words ? self->words[i] : self->constant;
}

/* Writes the values of a floor as fl_metric_compute gives them; only requested ones are set. */
void fl_column_values(const fl_columns *self, unsigned i, int32_t out[FL_METRIC_COUNT]);

#endif
