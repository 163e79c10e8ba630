/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: a walk through the tree, the shares of the secret room, sums. */
#ifndef FL_ANALYSIS_EXACT_COINS_COINS_PRIVATE_H
#define FL_ANALYSIS_EXACT_COINS_COINS_PRIVATE_H

#include "analysis/exact/coins/coins.h"

#include <gmp.h>

/* The number of normal rooms depends on rooms and end rooms together: the walk adds up FL_COINS_JOINT x rooms
 * + end rooms instead. */
enum { FL_COINS_ROOMS_AND_ENDS = FL_METRIC_FIRST_KIND + FL_KIND_NORMAL, FL_COINS_JOINT = 32 };

/* walk.c */

/* A layout that stopped growing. */
typedef struct fl_coins_leaf {
    fl_coins_place place; /* with all its end rooms */
    unsigned boss;        /* the last end room's cell */
    unsigned way; /* the side of the start where the path to it begins: 0 left, 1 up, 2 right, 3 down */
} fl_coins_leaf;

typedef struct fl_coins_walk {
    const fl_classic_terms *terms;
    const fl_classic_terms_size *size;
    bool returns; /* the start is queued again */
    fl_board near[FL_BOARD_BITS];
    uint8_t next[FL_BOARD_BITS][4]; /* the neighbours in order; FL_CLASSIC_BATCH_NOWHERE: off the map */
    uint64_t even[FL_BOARD_BITS], odd[FL_BOARD_BITS]; /* a cell's bit in the halves of an fl_classic_batch */
    uint8_t queue[FL_COINS_PATH], branch[FL_COINS_PATH];
    unsigned cut;          /* places with so many rooms go to `at_cut`; 0: none do */
    const uint64_t *coins; /* 3 words: the coins of one path, a set bit is tails; NULL: walks all paths */
    bool is_too_deep;      /* a layout took more coins than FL_COINS_MOST */
    void (*at_cut)(void *context, const struct fl_coins_walk *walk, const fl_coins_place *place);
    void (*at_leaf)(void *context, const fl_coins_leaf *leaf);
    void *context;
} fl_coins_walk;

void fl_coins_walk_init(fl_coins_walk *self, const fl_classic_terms *terms,
                        const fl_classic_terms_size *size);

/* Walks from the start, or from a node. */
void fl_coins_walk_all(fl_coins_walk *self);
void fl_coins_walk_from(fl_coins_walk *self, const fl_coins_node *node);

/* An `at_cut` that does nothing. */
void fl_coins_walk_pass(void *context, const fl_coins_walk *walk, const fl_coins_place *place);

/* True if a layout is accepted, the secret room aside. */
bool fl_coins_walk_accepts(const fl_coins_walk *self, const fl_coins_leaf *leaf);

/* secret.c */

enum { FL_COINS_SECRET_CACHE = 1 << 14 };

#define FL_COINS_WHOLE ((fl_board)1 << FL_COINS_SHARE_BITS)

/* The shares of a layout's chance that have a secret room, for numbers of cells that meet the three demands.
 */
typedef struct fl_coins_secret_shares {
    uint32_t key;     /* 1 + cells for three, two, one neighbours, 8 bits each; 0: not computed yet */
    fl_board cell[3]; /* the share of one cell, found by this demand */
    fl_board all;
} fl_coins_secret_shares;

/* Computed shares of the same terms, all zero at first. */
typedef struct fl_coins_secret_cache {
    fl_coins_secret_shares entry[FL_COINS_SECRET_CACHE];
} fl_coins_secret_cache;

/* The cells that meet each demand, and their shares. */
typedef struct fl_coins_secret {
    fl_board open[3];
    fl_board at_least[4]; /* cells with so many neighbours */
    unsigned n[3];
    const fl_coins_secret_shares *shares;
} fl_coins_secret;

/* Finds them for a layout. */
void fl_coins_secret_find(const fl_classic_terms *terms, const fl_coins_leaf *leaf,
                          fl_coins_secret_cache *cache, fl_coins_secret *out);

/* Adds share / 2^coins. */
static inline void fl_coins_sum_add(fl_coins_sum *self, const fl_coins_sum *other)
{
    __extension__ typedef unsigned __int128 wide;
    wide carry = 0;
    for (unsigned i = 0; i < 4; i++) {
        carry += (wide)self->word[i] + other->word[i];
        self->word[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* Returns a share of the chance after so many coins. */
static inline fl_coins_sum fl_coins_sum_of(fl_board share, unsigned coins)
{
    fl_coins_sum out = {{0, 0, 0, 0}};
    unsigned shift = FL_COINS_MOST - coins;
    unsigned word = shift / 64;
    unsigned bits = shift % 64;
    uint64_t low = (uint64_t)share;
    uint64_t high = (uint64_t)(share >> 64);
    out.word[word] = low << bits;
    out.word[word + 1] = high << bits | (bits ? low >> (64 - bits) : 0);
    if (word + 2 < 4) {
        out.word[word + 2] = bits ? high >> (64 - bits) : 0;
    }
    return out;
}

/* chain.c: shop, treasure room and rolls, which take end rooms at random. */

typedef struct fl_coins_chain {
    /* In: the chances of so many end rooms; and of FL_COINS_JOINT x rooms + end rooms. */
    mpq_t ends[FL_COINS_JOINT];
    mpq_t joint[FL_COINS_VALUES];

    /* Out: chances of each roll's events; that it places a room; of so many rooms placed by rolls, given so
     * many end rooms. */
    mpq_t asked[FL_CLASSIC_TERMS_ROLLS][FL_ROLL_FLAGS];
    mpq_t happens[FL_CLASSIC_TERMS_ROLLS][FL_ROLL_FLAGS];
    mpq_t placed[FL_CLASSIC_TERMS_ROLLS];
    mpq_t rooms[FL_COINS_JOINT][FL_CLASSIC_TERMS_ROLLS + 1];

    mpq_t value[FL_COINS_VALUES]; /* of the metric asked for last */
    const fl_classic_terms *terms;
} fl_coins_chain;

void fl_coins_chain_init(fl_coins_chain *self);
void fl_coins_chain_free(fl_coins_chain *self);

/* Walks through the rolls, given the input chances. The terms are borrowed. */
void fl_coins_chain_walk(fl_coins_chain *self, const fl_classic_terms *terms);

/* Fills `value` with the chances of a metric's values; false if rolls do not decide it. */
bool fl_coins_chain_metric(fl_coins_chain *self, unsigned metric);

/* number.c: fractions as text. */

/* Writes a non-negative chance: as a fraction if that is short, and as decimals. */
void fl_coins_number_write(const mpq_t number, int32_t value, fl_coins_chance *out);

/* number x hits / of. */
void fl_coins_number_scale(mpq_t number, uint32_t hits, uint32_t out_of);

/* memory.c: out-of-memory in GMP, whose functions cannot report it. */

/* Calls `work`. If GMP gets no memory in it, unfinished numbers are leaked, and the error is
 * FL_ERR_MEMORY. */
typedef fl_err fl_coins_memory_work(void *context, fl_diag *diag);
FL_NODISCARD fl_err fl_coins_memory_try(fl_coins_memory_work *work, void *context, fl_diag *diag);

#endif
