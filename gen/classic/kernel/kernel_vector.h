/* SPDX-License-Identifier: MIT */
/* The vector kernel: a floor per lane, many layouts tried at once. Built once per backend from one source. */
#ifndef FL_GEN_CLASSIC_KERNEL_KERNEL_VECTOR_H
#define FL_GEN_CLASSIC_KERNEL_KERNEL_VECTOR_H

#include "gen/classic/kernel/tables.h"
#include "gen/random/key.h"

/* The floors' streams, where a kernel goes through all floors again and again. */
typedef struct fl_kernel_vector_floors {
    uint64_t state[FL_CLASSIC_BATCH_FLOORS];
    uint64_t increment[FL_CLASSIC_BATCH_FLOORS];
} fl_kernel_vector_floors;

/* Beside the columns: what only some floors need. */
typedef struct fl_kernel_vector_notes {
    fl_kernel_vector_floors floors;         /* scratch */
    uint16_t rare[FL_CLASSIC_BATCH_FLOORS]; /* floors that the reference shall make */
    unsigned rare_n;
    uint8_t open[FL_CLASSIC_BATCH_FLOORS]; /* cells that met the secret room's criterion */
} fl_kernel_vector_notes;

/* Fills the columns of all floors but the rare ones. */
typedef void fl_kernel_vector_make(const fl_kernel_tables *setup, const fl_key *key, fl_classic_batch *out,
                                   fl_kernel_vector_notes *notes);

void fl_kernel_vector_avx2(const fl_kernel_tables *setup, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_vector_notes *notes);
void fl_kernel_vector_avx512(const fl_kernel_tables *setup, const fl_key *key, fl_classic_batch *out,
                             fl_kernel_vector_notes *notes);

#endif
