/* The choice of gen/rebirth/pick from lists made once: the rooms that meet a wish, with the running sums of their weights.
 *
 * The same rooms as fl_pick_choose, draw for draw. A worker makes a list when a wish is first met and keeps it for all
 * floors; a choice then looks at few rooms. Sums are 32-bit floats added one by one, so a lowered weight is added anew
 * with all that follow it; what stands before it is taken from the list. Memory is set aside once: a list that does not
 * fit is chosen from the plain way. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_CACHE_H
#define FL_GEN_REBIRTH_POOL_POOL_CACHE_H

#include "gen/rebirth/pool/pool_choice.h"

enum {
    FL_PICK_LIST_SLOTS = 8192, /* a power of two */
    FL_PICK_LISTS_MAX = 4096,
    FL_PICK_LIST_BLOCK = 16,      /* rows are filled up to multiples of it */
    FL_PICK_LIST_ROWS = 1 << 17,  /* of all lists together */
    FL_PICK_LIST_TURNS = 1 << 18, /* of all lists together */
    FL_PICK_LIST_LONGEST = 512,
    FL_PICK_LIST_CHANGED = 256, /* rooms whose weights are put back one by one */
    FL_PICK_LIST_AT_ONCE = 8,   /* so many of them are put back together */
};

/* Rows: rooms in file order. */
typedef struct fl_pick_list_block {
    fl_weight
        sum[FL_PICK_LIST_BLOCK]; /* up to and with a room, all weights as in the file; none is past the end */
    uint16_t number[FL_PICK_LIST_BLOCK];
} fl_pick_list_block;

typedef struct fl_pick_list_run {
    uint32_t rows; /* where its rows start: at a block */
    uint32_t n;
    fl_weight total; /* of all weights as in the file */
} fl_pick_list_run;

/* What is known of one wish: all rooms that meet it, and those with just the doors wished. */
typedef struct fl_pick_list {
    uint64_t what, variants; /* its key */
    uint64_t groups;         /* of the shelf, a bit for each that has a room of the list */
    fl_pick_list_run all, exact;
    uint32_t turns; /* where its turns start: each group of the shelf has one */
    uint32_t shelf;
} fl_pick_list;

/* The first row in both runs of a list that a group's rooms may have, or one a little before it. */
typedef struct fl_pick_list_turn {
    uint8_t all, exact;
} fl_pick_list_turn;

typedef struct fl_pick_lists {
    const fl_pick_file *file; /* borrowed; lists are of this file */
    fl_weight *weight;        /* borrowed; of the file's rooms, as they are now */
    uint32_t lists_n, rows_n, turns_n;
    uint32_t changed_n; /* FL_PICK_LIST_CHANGED + 1: more than are remembered */
    uint16_t changed[FL_PICK_LIST_CHANGED];
    uint64_t lowered[FL_PICK_SHELVES]; /* a bit for each group with a room whose weight was lowered */
    uint16_t slot[FL_PICK_LIST_SLOTS]; /* number of a list + 1, by its wish; 0 = none */
    fl_pick_list list[FL_PICK_LISTS_MAX];
    fl_pick_list_block block[FL_PICK_LIST_ROWS / FL_PICK_LIST_BLOCK];
    fl_pick_list_turn turn[FL_PICK_LIST_TURNS];
} fl_pick_lists;

/* Begins a floor: all weights are the file's. The lists stay as long as the file does. `self` was zeroed once, `weight`
 * holds one number for each room. */
void fl_pick_list_begin(fl_pick_lists *self, const fl_pick_file *file, fl_weight *weight);

/* The room chosen by the words of a key, one by one, so that they stay in registers; NULL if there is none. */
const fl_pick_room *fl_pick_list_take(fl_pick_lists *self, uint64_t what, uint64_t variants, fl_dice *dice);

/* As fl_pick_choose. */
int32_t fl_pick_list_choose(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_width width,
                            fl_dice *dice);

#endif
