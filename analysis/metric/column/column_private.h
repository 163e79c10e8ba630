/* SPDX-License-Identifier: MIT */
/* The part of the columns that is computed in lanes, built once per backend from one source. */
#ifndef FL_ANALYSIS_METRIC_COLUMN_COLUMN_PRIVATE_H
#define FL_ANALYSIS_METRIC_COLUMN_COLUMN_PRIVATE_H

#include "analysis/metric/column/column.h"

#include <stdint.h>

/* Output arrays of a kernel; NULL = not requested. */
typedef struct fl_column_kernel_out {
    uint8_t *byte[FL_COLUMN_TABLE]; /* by metric */
    int32_t *word[FL_COLUMN_TABLE]; /* by metric that may exceed a byte; its bytes are written, too */
    uint64_t *high;                 /* [FL_COLUMN_TABLE] out: the bits of all values of such a metric */
    uint8_t *event[FL_EVENT_ROWS];
    uint8_t *kind[FL_KIND_COUNT]; /* rooms of each roll's kind, and of the kind normal */
} fl_column_kernel_out;

typedef void fl_column_kernel_fill(const fl_classic_batch *batch, const fl_column_kernel_out *out);

void fl_column_kernel_portable(const fl_classic_batch *batch, const fl_column_kernel_out *out);
void fl_column_kernel_avx2(const fl_classic_batch *batch, const fl_column_kernel_out *out);
void fl_column_kernel_avx512(const fl_classic_batch *batch, const fl_column_kernel_out *out);

#endif
