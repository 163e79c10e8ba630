/* SPDX-License-Identifier: MIT */
/* Many classic floors at once, as columns: the output of a kernel. Metrics, events and maps are counted from
 * it without making an fl_floor of each.
 *
 * Rooms are single cells on a board of 9 x 8; cell = 9 y + x as in fl_floor. A layout is two sets of 36
 * bits, one for each colour of a checkerboard: bit i of `even` is cell 2 i, bit i of `odd` is cell 2 i +
 * 1, so that all neighbours of a cell are in the other set. Layouts are trees: two rooms touch only if one
 * grew from the other. */
#ifndef FL_GEN_FLOOR_CLASSIC_BATCH_H
#define FL_GEN_FLOOR_CLASSIC_BATCH_H

#include "gen/floor/floor.h"
#include "gen/lanes/backend.h"

enum {
    FL_CLASSIC_BATCH_FLOORS = 4096,
    FL_CLASSIC_BATCH_SPARE = 16, /* entries after the last floor's, so that whole vectors can be stored */
    FL_CLASSIC_BATCH_DISCARD =
        FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE - 1, /* entry for stores of lanes without a floor */
    FL_CLASSIC_BATCH_ROLLS = 16,                              /* at most */
    FL_CLASSIC_BATCH_PICKS = 18,    /* rooms drawn from the list of end rooms: shop, treasure, one per roll */
    FL_CLASSIC_BATCH_CELLS = 72,    /* of the board */
    FL_CLASSIC_BATCH_NOWHERE = 255, /* a cell: none */
};

/* The parts of fl_classic_batch.facts, by their lowest bit: a byte each, and 24 bits for the attempts. */
typedef enum fl_classic_batch_fact {
    FL_CLASSIC_BATCH_END = 0,        /* cell of the end room */
    FL_CLASSIC_BATCH_SECRET = 8,     /* cell of the secret room, or FL_CLASSIC_BATCH_NOWHERE */
    FL_CLASSIC_BATCH_CRITERION = 16, /* neighbours demanded of the secret room */
    FL_CLASSIC_BATCH_BEST = 24,      /* cells with three or more neighbours open to it */
    FL_CLASSIC_BATCH_ENDS = 32,      /* length of the list of end rooms */
    FL_CLASSIC_BATCH_ATTEMPTS = 40,  /* 24 bits */
} fl_classic_batch_fact;

typedef struct fl_classic_batch fl_classic_batch;

struct fl_classic_batch {
    /* Set by the caller: the floors' numbers, first … first + n - 1 or any (borrowed; NULL = the former).
     * FL_CLASSIC_BATCH_SPARE entries after them are read and ignored. */
    uint64_t first;
    const uint64_t *number;
    unsigned n; /* 1…FL_CLASSIC_BATCH_FLOORS */
    fl_backend backend;
    bool wants_cells; /* fill in `cell` */

    /* The same for all floors. */
    unsigned start; /* cell */
    bool has_specials;
    bool has_tries;  /* `tries` is filled in */
    bool has_target; /* `target` is filled in */
    unsigned rolls_n;
    uint8_t roll_kind[FL_CLASSIC_BATCH_ROLLS];
    unsigned kinds_n; /* kinds of which every floor has one room, the secret room included */
    uint8_t kind[FL_CLASSIC_BATCH_PICKS];

    /* Writes the difficulties of the easiest and of the hardest normal room's interior of each floor that did
     * not fail. Every floor must have one. NULL: rooms have no interiors. */
    void (*difficulties)(const fl_classic_batch *self, uint8_t *least, uint8_t *most);
    const void *rules; /* for that function; borrowed */
    fl_key key;

    /* One entry per floor. */
    unsigned failed_n; /* how many floors failed */
    uint64_t
        even[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE]; /* the layout; empty if the floor failed */
    uint64_t odd[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    uint64_t facts[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
    uint64_t rolls[2][FL_CLASSIC_BATCH_FLOORS +
                      FL_CLASSIC_BATCH_SPARE]; /* the flags of eight rolls each, a byte a roll */
    uint8_t target[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE]; /* rooms wanted */
    uint32_t tries[FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE]; /* random tries for the secret room */
    /* Cells of the shop, the treasure room and each roll's room, or FL_CLASSIC_BATCH_NOWHERE. */
    uint8_t cell[FL_CLASSIC_BATCH_PICKS][FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE];
};

/* Returns the number of a floor. */
static inline uint64_t fl_classic_batch_number(const fl_classic_batch *self, unsigned i)
{
    return self->number ? self->number[i] : self->first + i;
}

/* Returns a fact of a floor. */
static inline unsigned fl_classic_batch_fact_of(const fl_classic_batch *self, unsigned i,
                                                fl_classic_batch_fact fact)
{
    return (unsigned)(self->facts[i] >> fact) & (fact == FL_CLASSIC_BATCH_ATTEMPTS ? 0xffffff : 0xff);
}

/* True if a floor failed; then it has no rooms. */
static inline bool fl_classic_batch_is_failed(const fl_classic_batch *self, unsigned i)
{
    return (self->even[i] | self->odd[i]) == 0;
}

#endif
