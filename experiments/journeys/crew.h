/* Many runs on many threads: blocks of run numbers, a private tally for each worker, added up at the end. What comes of it
 * is the same for any number of threads and any backend. */
#ifndef FL_EXPERIMENTS_JOURNEYS_CREW_H
#define FL_EXPERIMENTS_JOURNEYS_CREW_H

#include "experiments/journeys/block.h"

typedef struct fl_journey_crew {
    const fl_journey *journey;
    uint64_t seed;
    uint64_t first, runs;
    unsigned threads; /* 1 to 64 */
    fl_backend backend;
    void *context;
    bool (*watch)(void *context, uint64_t runs); /* may be NULL: how many are done; whether to go on */
} fl_journey_crew;

/* Counts the runs into a tally that was begun. FL_ERR_STOPPED if the watcher said so. */
FL_NODISCARD fl_err fl_journeys_crew_run(const fl_journey_crew *self, fl_journey_tally *out, fl_diag *diag);

#endif
