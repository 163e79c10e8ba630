/* Growing a block of attempts. */
#ifndef FL_GEN_CLASSIC_CLASSIC_SCALAR_GROW_H
#define FL_GEN_CLASSIC_CLASSIC_SCALAR_GROW_H

#include "gen/classic/classic_scalar_queue.h"

/* Grows from the coins' words until each attempt has come to its end or has enough rooms, perhaps many too many: a wave or
 * more beyond. `floors` has the stream of each floor of the batch, for a start that returns. */
void fl_classic_scalar_grow_run(const fl_classic_setup *setup, const fl_classic_scalar_queue *queue,
                                fl_classic_kernel_floors *floors, fl_classic_scalar_block *block);

#endif
