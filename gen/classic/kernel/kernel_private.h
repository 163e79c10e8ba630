/* SPDX-License-Identifier: MIT */
/* Shared by the kernels: their scratch memory, and the signature of a kernel. */
#ifndef FL_GEN_CLASSIC_KERNEL_KERNEL_PRIVATE_H
#define FL_GEN_CLASSIC_KERNEL_KERNEL_PRIVATE_H

#include "gen/classic/classic_private.h"
#include "gen/classic/kernel/kernel.h"
#include "gen/classic/kernel/tables.h"

/* The stream of each floor of a batch. */
typedef struct fl_kernel_streams {
    uint64_t state[FL_CLASSIC_BATCH_FLOORS];
    uint64_t increment[FL_CLASSIC_BATCH_FLOORS];
} fl_kernel_streams;

/* Input and output of a kernel besides the columns. */
typedef struct fl_kernel_work {
    fl_kernel_streams floors; /* of the scalar kernel, which visits all floors repeatedly */
    uint16_t reference[FL_CLASSIC_BATCH_FLOORS]; /* floors that the reference must make */
    unsigned reference_n;
    uint8_t open[FL_CLASSIC_BATCH_FLOORS]; /* cells that met the demand which found the secret room */
} fl_kernel_work;

typedef struct fl_kernel_scratch {
    fl_classic_board board; /* first: fl_generator.draws reads it */
    fl_kernel_work work;
} fl_kernel_scratch;

/* A kernel: fills the columns of all floors but those it lists in work->reference. */
typedef void fl_kernel_make(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                            fl_kernel_work *work);

/* One floor per lane (kernel_vector.c); plain C, one floor after the other (scalar.c). */
void fl_kernel_vector_avx2(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_work *work);
void fl_kernel_vector_avx512(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                             fl_kernel_work *work);
void fl_kernel_scalar_make(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_work *work);

/* fl_kernel_flash_pass by each backend (flash_vector.c). */
typedef unsigned fl_kernel_flash(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                                 unsigned most, fl_pcg *rng);
unsigned fl_kernel_flash_portable(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                                  unsigned most, fl_pcg *rng);
unsigned fl_kernel_flash_avx2(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                              unsigned most, fl_pcg *rng);
unsigned fl_kernel_flash_avx512(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                                unsigned most, fl_pcg *rng);

#endif
