/* SPDX-License-Identifier: MIT */
/* Growing a block of attempts. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_GROW_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_GROW_H

#include "gen/classic/kernel/scalar_queue.h"

/* By which rules; all borrowed. */
typedef struct fl_kernel_scalar_grow {
    const fl_kernel_tables *tables;
    const fl_kernel_scalar_queue *queue;
    fl_kernel_streams *floors; /* the stream of each floor of the batch, for a start that returns */
} fl_kernel_scalar_grow;

/* Grows from the coins' words until each attempt has come to its end or has enough rooms, perhaps many too many: a wave or
 * more beyond. */
void fl_kernel_scalar_grow_run(const fl_kernel_scalar_grow *self, fl_kernel_scalar_block *block);

#endif
