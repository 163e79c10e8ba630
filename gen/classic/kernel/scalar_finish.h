/* SPDX-License-Identifier: MIT */
/* From layouts with enough rooms to floors: are they accepted, the secret room, what is drawn behind it. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_FINISH_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_FINISH_H

#include "gen/classic/kernel/scalar_queue.h"

/* Whose floors they are; all borrowed. */
typedef struct fl_kernel_scalar_finish {
    const fl_kernel_tables *tables;
    const fl_kernel_scalar_queue *queue;
    fl_kernel_work *work;
    fl_classic_batch *out;
    unsigned attempt;  /* its number */
    uint16_t *refused; /* floors that need another one are put here */
    unsigned refused_n;
} fl_kernel_scalar_finish;

/* Finishes all layouts: into the columns, to the reference floors, or to the refused ones. */
void fl_kernel_scalar_finish_run(fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *layouts);

#endif
