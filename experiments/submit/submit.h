/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/submit: a command's shards as the tasks of a job array, put together by a job that waits for
 * them. Slurm does the rest.
 *
 * Everything lies in one folder that all machines share: a plan (which command, how many shards), the
 * scripts, the jobs, the logs, the shards and their checkpoints. Called again, what is whole is left alone.
 */
#ifndef FL_EXPERIMENTS_SUBMIT_SUBMIT_H
#define FL_EXPERIMENTS_SUBMIT_SUBMIT_H

#include "experiments/program/program.h"

#include <stdbool.h>
#include <stdint.h>

/* What a command is submitted with. */
typedef struct fl_submit {
    const char *command;  /* "run": a row of the table in plan.c */
    const char *base;     /* the beginning of all names: that of the experiment */
    const char *identity; /* what is counted, in words */
    const fl_options *options;
} fl_submit;

/* The options of a command that can be submitted. */
#define FL_SUBMIT_OPTIONS                                                                                    \
    {"submit", 0, false, "slurm", "make the shards as a Slurm job array, and put them together"},            \
        {"jobs", 0, false, "N", "of --submit: how many shards (default 10)"},                                \
        {"time", 0, false, "TIME", "of --submit: the time limit of a task, as sbatch takes it"},             \
        {"partition", 0, false, "NAME", "of --submit: the partition"},                                       \
    {                                                                                                        \
        "print", 0, false, NULL, "of --submit: only write the scripts, and print how to submit them"         \
    }

/* Whether the command line asks for it; refuses options that make no sense then, or without it. */
FL_NODISCARD fl_err fl_submit_wanted(const fl_options *options, bool *out, fl_diag *diag);

/* Writes plan and scripts, submits what is missing and says how to watch, cancel and go on. */
FL_NODISCARD fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag);

#endif
