/* SPDX-License-Identifier: MIT */
/* Rules as the kernels need them: boards in two halves, masks and tables, made once per rules. The readable
 * form of all of them is fl_classic_rules.
 *
 * Kernels number cells so that the start is on half 0: place = cell, or cell + 1 where the start's cell is
 * odd. Half 0 holds the even places, half 1 the odd ones; bit = place / 2. See gen/lanes/checkerboard.h. */
#ifndef FL_GEN_CLASSIC_KERNEL_TABLES_H
#define FL_GEN_CLASSIC_KERNEL_TABLES_H

#include "gen/classic/rules.h"
#include "gen/floor/classic_batch.h"
#include "gen/lanes/checkerboard.h"

enum {
    FL_KERNEL_TABLES_PLACES = 73,
    FL_KERNEL_TABLES_NO_BIT = 63, /* a bit that is never set */
    /* fl_pcg_below may draw a word again if the lower half of its product is below the bound. Kernels
     * leave floors to the reference where that half is below this margin, or where a draw is within half
     * of it of a secret room's limit. So it is also the largest bound that kernels may draw with. */
    FL_KERNEL_TABLES_MARGIN = 1 << 14,
    /* See `neighbours` and `advance`. */
    FL_KERNEL_TABLES_ROTATION = 5,
    FL_KERNEL_TABLES_FOLD = 6,
    FL_KERNEL_TABLES_UP = 1 << 0,
    FL_KERNEL_TABLES_FIRST = 1 << 1, /* looks for the first neighbour on a path instead of the last one */
    FL_KERNEL_TABLES_DOWN = 1 << 3,
    FL_KERNEL_TABLES_LEFT = 1 << 4,
    FL_KERNEL_TABLES_RIGHT = 1 << 5,
    FL_KERNEL_TABLES_UNFOLDED = FL_KERNEL_TABLES_UP | FL_KERNEL_TABLES_LEFT | FL_KERNEL_TABLES_RIGHT,
    FL_KERNEL_TABLES_ROTATIONS = FL_LANES_TABLE_BYTES,
    FL_KERNEL_TABLES_AHEAD = 9, /* attempts in a vector, and one more */
};

/* A roll that is open at this level and state of the player: an fl_classic_roll in numbers that lanes use
 * as they are. A chance is won if the drawn word times its bound is below its limit. */
typedef struct fl_kernel_tables_roll {
    unsigned number; /* of the roll among all rolls of the rules */
    uint64_t first_of, first_limit;
    uint64_t second_of, second_limit; /* second_of 0 = there is no second chance */
    /* Changes of the floor's flags, at the roll's byte: if it is made, if the first chance is won, if
     * the second is. */
    uint64_t xor_rolled;
    uint64_t xor_first, xor_second;
} fl_kernel_tables_roll;

typedef struct fl_kernel_tables {
    fl_backend backend;        /* the fastest one available, for work that needs no choice */
    unsigned shift;            /* place - cell: 0 or 1 */
    uint64_t start;            /* its bit, on half 0 */
    uint64_t start_neighbours; /* on half 1 */
    uint64_t cells[2];         /* where a layout may put rooms, by half */
    fl_checkerboard sides;
    uint64_t secret_cells[2]; /* where the secret room may be, by half */

    /* By four fresh coins (bit = side in the rules' order, 1 = heads): the start's neighbours whose coin
     * is tails. */
    uint64_t fresh_tails[16];

    /* A stream's state after 3 i words, the coins of i attempts: state * factor + increment * steps. */
    uint64_t ahead_factor[FL_KERNEL_TABLES_AHEAD], ahead_steps[FL_KERNEL_TABLES_AHEAD];

    /* By half and side: the bits by which a step rotates a half to the left, and the cells that have this
     * neighbour. */
    uint64_t rotate[2][4];
    uint64_t rotate_from[2][4];

    /* Walking from room to room by numbers. A room's rotation is its bit - ROTATION (on half 1: + 1).
     * Rotating the other half right by it moves the room's neighbours up, left, right and down to bits 0,
     * 4, 5 and 9; a shift by FOLD moves bit 9 to bit 3, so that all four fit into a table index. */
    uint8_t neighbours[2][FL_KERNEL_TABLES_ROTATIONS]; /* by half and rotation: the neighbours that are on the
                                                          map */
    /* By half and neighbours on a path: what to add to the rotation for that of the first or last of them;
     * 0 = none. */
    uint8_t advance[2][FL_KERNEL_TABLES_ROTATIONS];
    uint8_t start_rotation;

    /* By place and side: the neighbour's bit on the other half, or NO_BIT. By side: what to add to a
     * place. */
    uint8_t neighbour_bit[FL_KERNEL_TABLES_PLACES][4];
    int8_t step[4];

    uint32_t miss[FL_LANES_TABLE_ENTRIES]; /* the upper 32 bits of fl_classic_rules.miss */
    bool has_few_misses;                   /* they are 0 from fifteen cells on */
    unsigned weakest_demand;               /* neighbours the secret room must have at the very least */
    unsigned rooms_min, rooms_max;         /* of a layout; 0 = the rooms wanted */
    unsigned rooms;                        /* wanted; 0 = target_base, or one more by a draw (draws_target) */
    unsigned target_base;
    unsigned end_rooms_min, attempts_max;
    unsigned waves;          /* after this number most layouts have enough rooms; an even number */
    unsigned rounds;         /* of two waves each, which lanes grow between two checks for ended attempts */
    uint64_t boss_forbidden; /* cells forbidden for the boss, on half 1 */
    bool draws_curse;        /* one draw before all others, which left the floor uncursed */
    bool draws_target;
    bool forbids_all; /* the secret room may touch no end room; else it may not touch the boss */
    bool has_specials;
    bool start_returns;          /* the start is queued again every second wave, */
    unsigned returns_above;      /* if more rooms than this are wanted */
    const fl_classic_roll *roll; /* borrowed from the rules */
    unsigned rolls_n;
    fl_kernel_tables_roll open_rolls[FL_CLASSIC_ROLLS];
    unsigned open_rolls_n;
    uint64_t unrolled[2]; /* flags of a floor on which no roll was made, eight rolls each */
} fl_kernel_tables;

void fl_kernel_tables_init(fl_kernel_tables *self, const fl_classic_rules *rules);

#endif
