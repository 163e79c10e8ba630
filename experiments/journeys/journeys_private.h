/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/journeys share: blocks of journeys, generators of single floors, sums of the
 * product. */
#ifndef FL_EXPERIMENTS_JOURNEYS_JOURNEYS_PRIVATE_H
#define FL_EXPERIMENTS_JOURNEYS_JOURNEYS_PRIVATE_H

#include "experiments/journeys/journeys.h"
#include "experiments/run/run.h"

#include <stdint.h>

/* Blocks (block.c): all journeys of a block take step k together, so that those with the same rules share a
 * batch of the generator's vector kernel. The journeys are the same as walked one after the other. */

enum {
    FL_JOURNEY_BLOCK_RUNS = 1024, /* journeys of a block */
    FL_JOURNEY_BLOCK_GENERATORS = 16,
};
_Static_assert((int)FL_JOURNEY_BLOCK_RUNS <= (int)FL_CLASSIC_BATCH_FLOORS,
               "all journeys of a block fit one batch");

/* Belongs to one thread. */
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
    uint16_t alive[FL_JOURNEY_BLOCK_RUNS]; /* journeys that go on */
    unsigned alive_n;
    uint16_t head[FL_JOURNEY_RULES]; /* the first journey that has these rules in this step, plus 1 */
    uint16_t tail[FL_JOURNEY_RULES];
    uint16_t next[FL_JOURNEY_BLOCK_RUNS];
    uint16_t used[FL_JOURNEY_RULES]; /* rules that occur in this step */
    unsigned used_n;
    fl_columns columns;
    fl_classic_batch batch;
} fl_journey_block;

/* All backends give the same journeys; FL_BACKEND_REFERENCE makes floors one by one. */
FL_NODISCARD fl_err fl_journeys_block_init(fl_journey_block **out, const fl_journey *journey, uint64_t seed,
                                           fl_backend backend);
void fl_journeys_block_free(fl_journey_block *self);

/* Walks journeys first…first + n - 1 (at most FL_JOURNEY_BLOCK_RUNS) to their ends and counts them. */
void fl_journeys_block_run(fl_journey_block *self, uint64_t first, unsigned n, fl_journey_tally *tally);

/* Makes the current floor of a walk in self->floor. */
void fl_journeys_block_make(fl_journey_block *self, const fl_journey_walk *walk);

/* The generator of the current floor of a walk. Its rules are borrowed: do not close it. */
void fl_journeys_floor_generator(const fl_journey *journey, const fl_journey_walk *walk,
                                 fl_opened_generator *out);

/* The product. */

/* P(a journey meets the kind by the end of a chapter), and P(it meets the kind at all). */
double fl_journeys_product_by_chapter(const fl_journey_product *self, const fl_journey *journey, fl_kind kind,
                                      unsigned chapter);
double fl_journeys_product_ever(const fl_journey_product *self, fl_kind kind);

/* Single journeys. */

/* A floor of a journey, before it is left. */
typedef struct fl_journey_visited_floor {
    const fl_journey *journey;
    const fl_journey_walk *walk;
    const fl_floor_maker *maker; /* has the floor and its metrics */
    const fl_journey_seen *sight;
} fl_journey_visited_floor;

typedef fl_err (*fl_journey_visit_floor)(void *user, const fl_journey_visited_floor *floor, fl_diag *diag);

/* Walks a journey and passes each floor to `visit`; *walk is then where it ended. */
FL_NODISCARD fl_err fl_journeys_each_floor(const fl_journey *journey, fl_journey_walk *walk,
                                           fl_journey_visit_floor visit, void *user, fl_diag *diag);

#endif
