/* A run from its first block to its file: checkpoints, signals, progress, the result. */
#ifndef FL_EXPERIMENTS_RUN_RUN_H
#define FL_EXPERIMENTS_RUN_RUN_H

#include "experiments/run/checkpoint.h"
#include "experiments/program/progress.h"
#include "experiments/run/result_write.h"
#include "experiments/run/worker_pool.h"
#include "experiments/run/kept_floors.h"

typedef struct fl_run_options {
    const char *output;
    const char *command; /* the command line, for provenance */
    unsigned threads;
    fl_backend backend;
    double checkpoint_seconds; /* 0 = only when stopped */
    bool resumes, begins_anew; /* neither: an unfinished run's checkpoint is refused */
    bool keeps_floors;
    fl_progress progress;
} fl_run_options;

/* What came of it. */
typedef struct fl_run_outcome {
    char digest[FL_DIGEST_TEXT];
    uint64_t floors, failed; /* over all conditions, those of an earlier part of the run included */
    double seconds;          /* of this part */
    uint64_t floors_now;     /* made in this part */
    bool was_stopped;        /* by a signal: the file holds what was done, the checkpoint goes on */
    int signal;
} fl_run_outcome;

/* Runs a plan and writes the file. */
FL_NODISCARD fl_err fl_run_experiment_run(const fl_run_plan *plan, const fl_run_options *options,
                                          fl_run_outcome *out, fl_diag *diag);

#endif
