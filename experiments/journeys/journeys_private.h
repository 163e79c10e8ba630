/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_JOURNEYS_JOURNEYS_PRIVATE_H
#define FL_EXPERIMENTS_JOURNEYS_JOURNEYS_PRIVATE_H

#include "experiments/journeys/journeys.h"
#include "experiments/run/run.h"

#include <stdint.h>

/* Runs in lock step: all runs of a block take step k together, so that those with the same rules share a batch of the
 * generator's vector kernel. The same runs come of it as from one walk after the other. */

enum {
    FL_JOURNEY_BLOCK_RUNS = 1024, /* a batch holds them */
    FL_JOURNEY_BLOCK_GENERATORS = 16,
};
_Static_assert((int)FL_JOURNEY_BLOCK_RUNS <= (int)FL_CLASSIC_BATCH_FLOORS,
               "all runs of a step may share a batch");

/* One maker's. */
typedef struct fl_journey_block {
    const fl_journey *journey; /* borrowed */
    uint64_t seed;
    fl_backend backend;
    const fl_generator *generator[FL_JOURNEY_BLOCK_GENERATORS];
    void *scratch[FL_JOURNEY_BLOCK_GENERATORS];
    unsigned generators_n;
    fl_floor floor;
    fl_journey_walk walk[FL_JOURNEY_BLOCK_RUNS];
    fl_journey_counts note[FL_JOURNEY_BLOCK_RUNS];
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

/* Plans by name: those that ship, or files. */

/* The floor where a walk stands, as a source of floors whose rules are borrowed: do not close it. */
void fl_journeys_floor_generator(const fl_journey *journey, const fl_journey_walk *walk,
                                 fl_opened_generator *out);

/* The closed product of a plan: what the chances of single floors make of whole runs.
 *
 * Given the rules of each floor, floors are independent, whatever the player carries: so the chance that a run never has a
 * room of some kind is a product along its way, 1 - (1 - p1)(1 - p2)…, averaged over all ways on the chart. Where a
 * condition asks what a floor showed, the floor's chances are taken given the answer. The chances p come from counted
 * visits; everything else is exact. Runs that were measured must agree, or the harness is wrong. */

/* P(a run meets the kind for the first time in chapter 1…chapter), and at all. */
double fl_journeys_product_by_chapter(const fl_journey_product *self, const fl_journey *journey, fl_kind kind,
                                      unsigned chapter);
double fl_journeys_product_ever(const fl_journey_product *self, fl_kind kind);

/* A run told floor by floor: as text with a map of each, or as a line of JSON. */

/* A floor of a run, before it is left. */
typedef struct fl_journey_visited_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;
    const fl_floor_maker *maker; /* its floor and metrics */
    const fl_journey_seen *sight;
} fl_journey_visited_floor;

typedef fl_err (*fl_journey_visit_floor)(void *user, const fl_journey_visited_floor *floor, fl_diag *diag);

/* Walks a run and shows each floor; *walk is where it ended. */
FL_NODISCARD fl_err fl_journeys_each_floor(const fl_journey *journey, fl_journey_walk *walk,
                                           fl_journey_visit_floor visit, void *user, fl_diag *diag);

/* "9 floors, ended on The Chest with hearts 6". */
void fl_journeys_text_end(const fl_journey *journey, const fl_journey_walk *walk, fl_text *out);

#endif
