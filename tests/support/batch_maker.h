/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: floors of a maker in batches, and what one floor of a batch is beside the reference's. */
#ifndef FL_TESTS_SUPPORT_BATCH_MAKER_H
#define FL_TESTS_SUPPORT_BATCH_MAKER_H

#include "analysis/metric/column/column.h"
#include "tests/support/maker.h"

typedef struct batch_maker {
    maker maker;
    fl_classic_batch batch;
    fl_columns columns;
} batch_maker;

/* One on the heap, all columns wanted; fails the test when the settings do not fit the kernel. */
batch_maker *batch_maker_open(const char *settings, uint64_t seed);
void batch_maker_close(batch_maker *self);

/* Makes floors first…first + n - 1 with their columns. */
void batch_maker_make(batch_maker *self, fl_backend backend, uint64_t first, unsigned n);

/* What differs between floor i of the batch and the reference's floor in `of`; NULL when they are the same.
 */
const char *batch_maker_difference(const batch_maker *self, unsigned i, const maker *of);

/* The backends of this machine beside the reference; says so when some are missing. */
unsigned batch_maker_backends(fl_backend out[FL_BACKEND_COUNT]);

#endif
