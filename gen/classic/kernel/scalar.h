/* SPDX-License-Identifier: MIT */
/* The kernel for any machine: one floor after the other, with the same columns as the vector kernel. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_H

#include "gen/classic/kernel/kernel_vector.h"

/* An fl_kernel_vector_make. */
void fl_kernel_scalar_make(const fl_kernel_tables *setup, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_vector_notes *notes);

#endif
