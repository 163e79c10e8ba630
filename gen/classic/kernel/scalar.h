/* The kernel for any machine: one floor after the other, with the same columns as the vector kernel. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_H

#include "gen/classic/kernel/kernel_vector.h"

/* An fl_classic_kernel_make. */
void fl_classic_scalar_make(const fl_classic_setup *setup, const fl_key *key, fl_batch *out,
                            fl_classic_kernel_notes *notes);

#endif
