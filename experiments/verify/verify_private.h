/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/verify share: the sweep, and populations as words. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H

#include "analysis/claim/claim.h"
#include "experiments/run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sweep (sweep.c): worker threads that count ranges of floors of several populations, each into a tally
 * of its own.
 *
 * * A call ends when every floor of every range is counted, so the populations then hold the same for any
 * number of threads. The loop over a block's floors shares nothing. */

/* A population: a condition, and what has been counted of it. */
typedef struct fl_sweep_population {
    const fl_run_condition *condition; /* borrowed */
    fl_tally *total;                   /* borrowed */
} fl_sweep_population;

/* Floors from…to-1 of a population, counted from its first. */
typedef struct fl_sweep_range {
    fl_sweep_population *population;
    uint64_t from, to;
} fl_sweep_range;

typedef struct fl_sweep fl_sweep;

/* Opens the workers of `threads` threads for n populations. */
FL_NODISCARD fl_err fl_verify_sweep_init(fl_sweep **out, const fl_sweep_population *populations, size_t n,
                                         unsigned threads, fl_diag *diag);
void fl_verify_sweep_free(fl_sweep *self);

/* What to count. `watch` (may be NULL) is told a few times a second how many of the floors are done;
 * returning false stops the sweep. */
typedef struct fl_sweep_job {
    const fl_sweep_range *ranges;
    size_t ranges_n;
    void *context;
    bool (*watch)(void *context, uint64_t floors);
} fl_sweep_job;

/* FL_ERR_STOPPED if the watcher stopped it: then the populations hold part of the floors. */
FL_NODISCARD fl_err fl_verify_sweep_count(fl_sweep *self, const fl_sweep_job *job, fl_diag *diag);

/* Whether a population's floors are made in batches by the vector kernel. */
bool fl_verify_sweep_is_fast(const fl_sweep_population *population);

/* Random numbers that a population's first 64 floors take together; *rooms: the rooms they have together. */
uint64_t fl_verify_sweep_draws(fl_sweep *self, const fl_sweep_population *population, uint64_t *rooms);

/* Findings as bytes, for checkpoints (claim_table.c). */
void fl_verify_pack_finding(const fl_finding *finding, fl_text *out);
FL_NODISCARD fl_err fl_verify_read_finding(fl_tally_pack_reader *self, fl_finding *out);

/* Adds "rebirth stage=3 hard=on", as `show` takes it; `prefix` stands before each setting. */
void fl_verify_explain_add_population(const fl_population *population, const char *prefix, fl_text *out);

#endif
