/* SPDX-License-Identifier: MIT */
/* From layouts with enough rooms to floors: are they accepted, where is the secret room, which rolls pass.
 * The readable counterparts are `attempt` in gen/classic/classic.c, gen/classic/secret.c and
 * gen/classic/special.c. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_FINISH_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_FINISH_H

#include "gen/classic/kernel/scalar_queue.h"

/* The input of finishing; pointers are borrowed. */
typedef struct fl_kernel_scalar_finish {
    const fl_kernel_tables *tables;
    const fl_kernel_scalar_queue *queue;
    fl_kernel_work *work;
    fl_classic_batch *out;
    unsigned attempt;  /* the number of the block's attempts, from 1 */
    uint16_t *refused; /* floors that need another attempt are appended here */
    unsigned refused_n;
} fl_kernel_scalar_finish;

/* Finishes all layouts: each floor goes into the columns, to the reference or to the refused floors. */
void fl_kernel_scalar_finish_run(fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *layouts);

#endif
