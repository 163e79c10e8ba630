/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H

#include "analysis/claim/claim.h"
#include "experiments/run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Workers that count stretches of floors of several populations, each into a tally of its own.
 *
 * A run of the sweep ends when every floor of every range is counted: what the populations hold then is the same for any
 * number of threads. The loop over a block's floors shares nothing. */

/* A population: its floors, what is counted on them and what has been. */
typedef struct fl_sweep_population {
    fl_opened_generator opened;
    fl_tally_spec spec;
    fl_tally total;
    unsigned groups; /* metrics that are worked out; what others count is no longer complete */
} fl_sweep_population;

/* Floors number from…to-1 of a population, counted from its first. */
typedef struct fl_sweep_range {
    fl_sweep_population *population;
    uint64_t from, to;
} fl_sweep_range;

enum { FL_SWEEP_THREADS = 64 };

typedef struct fl_sweep fl_sweep;

/* Hires the workers of `threads` threads for `n` populations. */
FL_NODISCARD fl_err fl_verify_sweep_init(fl_sweep **out, const fl_sweep_population *populations, size_t n,
                                         unsigned threads, fl_diag *diag);
void fl_verify_sweep_free(fl_sweep *self);

/* What to count; `watch` (may be NULL) hears a few times a second how many floors of it are done, and says whether to
 * go on. */
typedef struct fl_sweep_job {
    const fl_sweep_range *ranges;
    size_t ranges_n;
    void *context;
    bool (*watch)(void *context, uint64_t floors);
} fl_sweep_job;

/* FL_ERR_STOPPED if the watcher said so: then the populations hold part of the floors. */
FL_NODISCARD fl_err fl_verify_sweep_count(fl_sweep *self, const fl_sweep_job *job, fl_diag *diag);

/* Whether a population's floors are made many at once, by the vector kernel; that depends on its `groups`. */
bool fl_verify_sweep_is_fast(const fl_sweep_population *population);

/* Random draws per floor of a population on its first floors, times 64; *rooms: the same of its rooms. */
uint64_t fl_verify_sweep_draws(fl_sweep *self, const fl_sweep_population *population, uint64_t *rooms);

/* Everything about one finding, for who wants to argue with it. */

/* "rebirth stage=3 hard=on", as `show` takes it; `prefix` stands before each setting. */
void fl_verify_explain_add_population(const fl_population *population, const char *prefix, fl_text *out);

#endif
