/* SPDX-License-Identifier: MIT */
/* Many floors at once, as columns: what a vector kernel leaves behind, and what metrics, events and maps are counted
 * from without an fl_floor in between.
 *
 * Floors of single-cell rooms on 9 x 8 cells; cell = 9 y + x as in fl_floor. A plan is two boards of 36 bits, one for
 * each colour of a chequerboard: bit i of `even` is cell 2 i, bit i of `odd` is cell 2 i + 1, so that all neighbours of
 * one board's cells lie on the other. Plans are trees: two rooms touch only if one grew from the other. */
#ifndef FL_GEN_FLOOR_CLASSIC_BATCH_H
#define FL_GEN_FLOOR_CLASSIC_BATCH_H

#include "gen/lanes/backend.h"
#include "gen/floor/floor.h"

enum {
    FL_CLASSIC_BATCH_FLOORS = 4096,
    FL_CLASSIC_BATCH_SPARE = 16, /* columns are this much longer: whole vectors may be written at the end */
    FL_CLASSIC_BATCH_NOBODY =
        FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE - 1, /* an entry that is no floor's */
    FL_CLASSIC_BATCH_GATES = 16,                              /* at most */
    FL_CLASSIC_BATCH_PICKS = 18, /* rooms that were drawn from the list of end rooms: two and one per gate */
    FL_CLASSIC_BATCH_CELLS = 72,
    FL_CLASSIC_BATCH_NOWHERE = 255,
};

/* What fl_classic_batch.facts holds: a byte each, the attempts above them. */
typedef enum fl_classic_batch_fact {
    FL_CLASSIC_BATCH_END = 0,        /* cell of the end room */
    FL_CLASSIC_BATCH_SECRET = 8,     /* cell of the secret room, or FL_CLASSIC_BATCH_NOWHERE */
    FL_CLASSIC_BATCH_CRITERION = 16, /* neighbours demanded of the secret room */
    FL_CLASSIC_BATCH_BEST = 24,      /* cells with three neighbours or more open to it */
    FL_CLASSIC_BATCH_ENDS = 32,      /* length of the list of end rooms */
    FL_CLASSIC_BATCH_ATTEMPTS = 40,  /* 24 bits */
} fl_classic_batch_fact;

typedef struct fl_classic_batch {
    /* Asked by the caller. */
    uint64_t first;
    unsigned n; /* 1…FL_CLASSIC_BATCH_FLOORS */
    fl_backend backend;
    bool wants_cells; /* `cell` is to be filled */

    /* The same for all floors. */
    unsigned start; /* cell */
    bool has_specials;
    bool has_tries;
    bool has_target;
    unsigned gates_n;
    uint8_t gate_kind[FL_CLASSIC_BATCH_GATES];
    unsigned kinds_n; /* kinds that every floor has one room of; the secret room's is among them */
    uint8_t kind[FL_CLASSIC_BATCH_PICKS];

    /* A number for each floor. */
    unsigned failed_n;
    uint64_t even[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE]; /* the plan; empty on a failed floor */
    uint64_t odd[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    uint64_t facts[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    uint64_t gates[2][FL_CLASSIC_BATCH_FLOORS +
                      FL_CLASSIC_BATCH_SPARE]; /* the flags of eight gates each, a byte a gate */
    uint8_t target[FL_CLASSIC_BATCH_FLOORS +
                   FL_CLASSIC_BATCH_SPARE]; /* rooms asked for, where there is such a number */
    uint32_t tries[FL_CLASSIC_BATCH_FLOORS +
                   FL_CLASSIC_BATCH_SPARE]; /* of the secret room, where they are counted */
    /* Cells of the shop, the treasure room and each gate's room, or FL_CLASSIC_BATCH_NOWHERE. */
    uint8_t cell[FL_CLASSIC_BATCH_PICKS][FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
} fl_classic_batch;

/* A fact of a floor. */
static inline unsigned fl_classic_batch_fact_of(const fl_classic_batch *self, unsigned i,
                                                fl_classic_batch_fact fact)
{
    return (unsigned)(self->facts[i] >> fact) & (fact == FL_CLASSIC_BATCH_ATTEMPTS ? 0xffffff : 0xff);
}

/* Whether a floor failed: it has no rooms. */
static inline bool fl_classic_batch_is_failed(const fl_classic_batch *self, unsigned i)
{
    return (self->even[i] | self->odd[i]) == 0;
}

#endif
