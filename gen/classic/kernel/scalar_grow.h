/* SPDX-License-Identifier: MIT */
/* Growing a block of attempts. The readable counterpart is fl_classic_grow_layout (gen/classic/grow.c). */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_GROW_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_GROW_H

#include "gen/classic/kernel/scalar_queue.h"

/* The input of growing; all borrowed. */
typedef struct fl_kernel_scalar_grow {
    const fl_kernel_tables *tables;
    const fl_kernel_scalar_queue *queue;
    fl_kernel_streams *floors; /* the streams of the batch's floors, for a start that returns */
} fl_kernel_scalar_grow;

/* Grows all attempts of the block from their coins until they end or have enough rooms. They may grow some
 * waves beyond the limit. */
void fl_kernel_scalar_grow_run(const fl_kernel_scalar_grow *self, fl_kernel_scalar_block *block);

#endif
