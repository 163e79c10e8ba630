/* Runs in lock step: all runs of a block take step k together, so that those with the same rules share a batch of the
 * generator's vector kernel. The same runs come of it as from one walk after the other. */
#ifndef FL_EXPERIMENTS_JOURNEYS_BLOCK_H
#define FL_EXPERIMENTS_JOURNEYS_BLOCK_H

#include "analysis/tally/journey_tally.h"
#include "analysis/metric/column/column.h"

enum {
    FL_JOURNEY_BLOCK_RUNS = 1024, /* a batch holds them */
    FL_JOURNEY_BLOCK_GENERATORS = 16,
};
_Static_assert((int)FL_JOURNEY_BLOCK_RUNS <= (int)FL_CLASSIC_BATCH_FLOORS,
               "all runs of a step may share a batch");

/* One worker's. */
typedef struct fl_journey_block {
    const fl_journey *journey; /* borrowed */
    uint64_t seed;
    fl_backend backend;
    const fl_generator *generator[FL_JOURNEY_BLOCK_GENERATORS];
    void *scratch[FL_JOURNEY_BLOCK_GENERATORS];
    unsigned generators_n;
    fl_floor floor;
    fl_journey_walk walk[FL_JOURNEY_BLOCK_RUNS];
    fl_run_counts note[FL_JOURNEY_BLOCK_RUNS];
    uint16_t alive[FL_JOURNEY_BLOCK_RUNS]; /* runs that go on */
    unsigned alive_n;
    uint16_t head[FL_JOURNEY_RULES]; /* the first run that has a rule in this step, plus 1 */
    uint16_t tail[FL_JOURNEY_RULES];
    uint16_t next[FL_JOURNEY_BLOCK_RUNS];
    uint16_t used[FL_JOURNEY_RULES]; /* rules of this step */
    unsigned used_n;
    fl_columns columns;
    fl_classic_batch batch;
} fl_journey_block;

/* Backends give the same runs; FL_BACKEND_REFERENCE makes every floor by itself. */
FL_NODISCARD fl_err fl_journeys_block_init(fl_journey_block **out, const fl_journey *journey, uint64_t seed,
                                           fl_backend backend);
void fl_journeys_block_free(fl_journey_block *self);

/* Walks runs first…first + n - 1 (at most FL_JOURNEY_BLOCK_RUNS) to their ends and counts them. */
void fl_journeys_block_run(fl_journey_block *self, uint64_t first, unsigned n, fl_journey_tally *tally);

/* Makes the floor where a walk stands, into self->floor. */
void fl_journeys_block_make(fl_journey_block *self, const fl_journey_walk *walk);

#endif
