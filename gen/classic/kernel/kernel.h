/* SPDX-License-Identifier: MIT */
/* Floors of the article and the demo in columns: the vector kernel, with the reference for what it leaves over. */
#ifndef FL_GEN_CLASSIC_KERNEL_KERNEL_H
#define FL_GEN_CLASSIC_KERNEL_KERNEL_H

#include "gen/classic/classic_private.h"
#include "gen/classic/kernel/kernel_vector.h"

/* What make_batch works in. */
typedef struct fl_kernel {
    fl_classic_board plan; /* first: fl_generator.draws looks here */
    fl_kernel_vector_notes notes;
} fl_kernel;

/* Makes a plan of the key's floor; false when no layout was accepted. The reference, see classic.c. */
typedef bool fl_classic_batch_reference(const fl_classic_rules *rules, const fl_key *key,
                                        fl_classic_board *plan);

/* Who makes what: `key` is of the run, the floors' numbers are the batch's. All borrowed. */
typedef struct fl_kernel_job {
    const fl_classic_rules *rules;
    const fl_kernel_tables *setup;
    const fl_key *key;
    fl_classic_batch_reference *reference;
} fl_kernel_job;

void fl_kernel_fill(const fl_kernel_job *job, fl_kernel *scratch, fl_classic_batch *out);

#endif
