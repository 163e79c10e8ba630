/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/submit: the shards of a run as the tasks of a Slurm job array, put together by a job that waits
 * for them.
 *
 * Everything is in one folder that all machines share: a plan (which experiment, how many shards), the
 * scripts, the logs, the shards and their checkpoints. A second call submits only what is incomplete. */
#ifndef FL_EXPERIMENTS_SUBMIT_SUBMIT_H
#define FL_EXPERIMENTS_SUBMIT_SUBMIT_H

#include "experiments/program/program.h"

#include <stdbool.h>

typedef struct fl_submit {
    const char *base;     /* the prefix of all file names: that of the experiment */
    const char *identity; /* what is counted, as text */
    const fl_options *options;
} fl_submit;

/* True if the command line has --submit; refuses options that contradict it, or need it. */
FL_NODISCARD fl_err fl_submit_wanted(const fl_options *options, bool *out, fl_diag *diag);

/* Writes plan and scripts, submits the missing shards, and says how to watch, cancel and resume. */
FL_NODISCARD fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag);

#endif
