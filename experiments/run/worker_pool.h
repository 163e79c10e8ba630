/* Workers that take blocks of floors from one counter and count them, each into a tally of its own.
 *
 * Blocks are taken in rising order, and a pause or a stop waits until every block that was taken is counted: what has
 * been counted then is always a complete prefix of the blocks. */
#ifndef FL_EXPERIMENTS_RUN_WORKER_POOL_H
#define FL_EXPERIMENTS_RUN_WORKER_POOL_H

#include "experiments/run/run_plan.h"

enum { FL_WORKER_POOL_THREADS = 64 };

/* What the one who watches decides. */
typedef enum fl_worker_pool_order {
    FL_WORKER_POOL_GO_ON,
    FL_WORKER_POOL_SAVE,
    FL_WORKER_POOL_STOP
} fl_worker_pool_order;

typedef struct fl_worker_pool {
    const fl_run_plan *plan;
    unsigned threads;
    fl_backend backend;   /* of the generators that have a kernel; the counts are the same */
    fl_tally *totals;     /* [conditions]: what was counted so far; complete while saving and after the end */
    uint64_t done_blocks; /* in: blocks that are in `totals` already; out: the same */
    void *context;        /* for the three below */
    fl_worker_pool_order (*watch)(void *context, uint64_t floors_done); /* a few times a second */
    fl_err (*save)(void *context, uint64_t done_blocks, fl_diag *diag); /* while all workers wait */

    /* May be NULL: gets the metrics of each floor of a block. */
    fl_err (*keep)(void *context, uint64_t block, unsigned floor, const int32_t *values);
} fl_worker_pool;

/* Runs until all blocks are counted, the watcher says stop, or something fails. */
FL_NODISCARD fl_err fl_run_pool_run(fl_worker_pool *self, fl_diag *diag);

#endif
