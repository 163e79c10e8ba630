/* Many threads make blocks of text, one after the other they hand them on: the output is that of one thread. */
#ifndef FL_EXPERIMENTS_RUN_ORDERED_OUTPUT_H
#define FL_EXPERIMENTS_RUN_ORDERED_OUTPUT_H

#include "experiments/program/option.h"
#include "gen/base/text.h"

typedef struct fl_ordered_output {
    uint64_t blocks;
    unsigned threads;
    void *job; /* borrowed, handed to both */
    void (*make)(void *job, unsigned worker, uint64_t block, fl_text *out);
    fl_err (*write)(void *job, const fl_text *text, fl_diag *diag); /* called in block order, one at a time */
} fl_ordered_output;

/* Runs to the end, or to the first write that fails. */
FL_NODISCARD fl_err fl_run_ordered_run(fl_ordered_output *self, fl_diag *diag);

/* The option --threads, 1 to 64; without it as many as there are processors. */
FL_NODISCARD fl_err fl_run_ordered_threads(const fl_options *options, uint64_t *out, fl_diag *diag);

#endif
