/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_METRIC_COLUMN_COLUMN_PRIVATE_H
#define FL_ANALYSIS_METRIC_COLUMN_COLUMN_PRIVATE_H

#include "analysis/metric/column/column.h"

#include <stdint.h>

/* The part of the columns that is worked out in lanes. Built once per backend from one source. */

/* Where a kernel writes; NULL = nobody asked. */
typedef struct fl_column_kernel_out {
    uint8_t *byte[FL_COLUMN_TABLE]; /* by metric */
    int32_t *
        word[FL_COLUMN_TABLE]; /* where the values of a metric may not fit bytes; its bytes are filled, too */
    uint64_t *high;            /* [FL_COLUMN_TABLE] out: every bit that a value of such a metric has */
    uint8_t *event[FL_EVENT_ROWS];
    uint8_t *kind[FL_KIND_COUNT]; /* rooms of a gate's kind, and of the kind normal */
} fl_column_kernel_out;

typedef void fl_column_kernel_fill(const fl_classic_batch *batch, const fl_column_kernel_out *out);

void fl_column_kernel_portable(const fl_classic_batch *batch, const fl_column_kernel_out *out);
void fl_column_kernel_avx2(const fl_classic_batch *batch, const fl_column_kernel_out *out);
void fl_column_kernel_avx512(const fl_classic_batch *batch, const fl_column_kernel_out *out);

#endif
