/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/submit: the shards of a run as the tasks of a Slurm job array, put together by a job that waits
 * for them.
 *
 * Everything lies in one folder that all machines share: a plan (which experiment, how many shards), the
 * scripts, the logs, the shards and their checkpoints. Called again, what is whole is left alone.
 */
#ifndef FL_EXPERIMENTS_SUBMIT_SUBMIT_H
#define FL_EXPERIMENTS_SUBMIT_SUBMIT_H

#include "experiments/program/program.h"

#include <stdbool.h>

typedef struct fl_submit {
    const char *base;     /* the beginning of all names: that of the experiment */
    const char *identity; /* what is counted, in words */
    const fl_options *options;
} fl_submit;

/* Whether the command line asks for it; refuses options that make no sense then, or without it. */
FL_NODISCARD fl_err fl_submit_wanted(const fl_options *options, bool *out, fl_diag *diag);

/* Writes plan and scripts, submits what is missing and says how to watch, cancel and go on. */
FL_NODISCARD fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag);

#endif
