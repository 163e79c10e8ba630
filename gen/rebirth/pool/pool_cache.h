/* The choice of gen/rebirth/pick from lists made once: the rooms that meet a wish, with the running sums of their weights.
 *
 * The same rooms as fl_pool_choice_choose, draw for draw. A worker makes a list when a wish is first met and keeps it for all
 * floors; a choice then looks at few rooms. Sums are 32-bit floats added one by one, so a lowered weight is added anew
 * with all that follow it; what stands before it is taken from the list. Memory is set aside once: a list that does not
 * fit is chosen from the plain way. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_CACHE_H
#define FL_GEN_REBIRTH_POOL_POOL_CACHE_H

#include "gen/rebirth/pool/pool_choice.h"

enum {
    FL_POOL_CACHE_SLOTS = 8192, /* a power of two */
    FL_POOL_CHOICE_LISTS_MAX = 4096,
    FL_POOL_CACHE_BLOCK = 16,      /* rows are filled up to multiples of it */
    FL_POOL_CACHE_ROWS = 1 << 17,  /* of all lists together */
    FL_POOL_CACHE_TURNS = 1 << 18, /* of all lists together */
    FL_POOL_CACHE_LONGEST = 512,
    FL_POOL_CACHE_CHANGED = 256, /* rooms whose weights are put back one by one */
    FL_POOL_CACHE_AT_ONCE = 8,   /* so many of them are put back together */
};

/* Rows: rooms in file order. */
typedef struct fl_pool_cache_block {
    fl_weight sum
        [FL_POOL_CACHE_BLOCK]; /* up to and with a room, all weights as in the file; none is past the end */
    uint16_t number[FL_POOL_CACHE_BLOCK];
} fl_pool_cache_block;

typedef struct fl_pool_cache_run {
    uint32_t rows; /* where its rows start: at a block */
    uint32_t n;
    fl_weight total; /* of all weights as in the file */
} fl_pool_cache_run;

/* What is known of one wish: all rooms that meet it, and those with just the doors wished. */
typedef struct fl_pool_cache {
    uint64_t what, variants; /* its key */
    uint64_t groups;         /* of the shelf, a bit for each that has a room of the list */
    fl_pool_cache_run all, exact;
    uint32_t turns; /* where its turns start: each group of the shelf has one */
    uint32_t shelf;
} fl_pool_cache;

/* The first row in both runs of a list that a group's rooms may have, or one a little before it. */
typedef struct fl_pool_cache_turn {
    uint8_t all, exact;
} fl_pool_cache_turn;

typedef struct fl_pool_choice_lists {
    const fl_pool_choice_file *file; /* borrowed; lists are of this file */
    fl_weight *weight;               /* borrowed; of the file's rooms, as they are now */
    uint32_t lists_n, rows_n, turns_n;
    uint32_t changed_n; /* FL_POOL_CACHE_CHANGED + 1: more than are remembered */
    uint16_t changed[FL_POOL_CACHE_CHANGED];
    uint64_t lowered[FL_POOL_CHOICE_SHELVES]; /* a bit for each group with a room whose weight was lowered */
    uint16_t slot[FL_POOL_CACHE_SLOTS];       /* number of a list + 1, by its wish; 0 = none */
    fl_pool_cache list[FL_POOL_CHOICE_LISTS_MAX];
    fl_pool_cache_block block[FL_POOL_CACHE_ROWS / FL_POOL_CACHE_BLOCK];
    fl_pool_cache_turn turn[FL_POOL_CACHE_TURNS];
} fl_pool_choice_lists;

/* Begins a floor: all weights are the file's. The lists stay as long as the file does. `self` was zeroed once, `weight`
 * holds one number for each room. */
void fl_pool_cache_begin(fl_pool_choice_lists *self, const fl_pool_choice_file *file, fl_weight *weight);

/* The room chosen by the words of a key, one by one, so that they stay in registers; NULL if there is none. */
const fl_pool_choice_room *fl_pool_cache_take(fl_pool_choice_lists *self, uint64_t what, uint64_t variants,
                                              fl_rebirth_random *dice);

/* As fl_pool_choice_choose. */
int32_t fl_pool_cache_choose(fl_pool_choice_lists *self, const fl_pool_request *wish,
                             fl_pool_choice_width width, fl_rebirth_random *dice);

#endif
