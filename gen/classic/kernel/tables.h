/* SPDX-License-Identifier: MIT */
/* Rules as the vector kernel wants them: chequerboard halves, masks, tables; made once per batch.
 *
 * The kernel numbers cells so that the start is on the even half: place = cell, or cell + 1 where the start's cell is odd.
 * Half 0 holds the even places, half 1 the odd ones, bit = place / 2. See gen/lanes/checkerboard.h. */
#ifndef FL_GEN_CLASSIC_KERNEL_TABLES_H
#define FL_GEN_CLASSIC_KERNEL_TABLES_H

#include "gen/classic/rules.h"
#include "gen/floor/classic_batch.h"
#include "gen/lanes/checkerboard.h"

enum {
    FL_KERNEL_TABLES_PLACES = 73,
    FL_KERNEL_TABLES_NO_BIT = 63, /* a bit that is never set */
    FL_KERNEL_TABLES_MARGIN =
        1 << 14, /* largest bound of a draw; also what counts as a close call, see below */
    FL_KERNEL_TABLES_ROTATION = 5,
    FL_KERNEL_TABLES_FOLD = 6,
    FL_KERNEL_TABLES_UP = 1 << 0,
    FL_KERNEL_TABLES_FIRST = 1 << 1, /* the first one on a path is looked for, not the last one */
    FL_KERNEL_TABLES_DOWN = 1 << 3,
    FL_KERNEL_TABLES_LEFT = 1 << 4,
    FL_KERNEL_TABLES_RIGHT = 1 << 5,
    FL_KERNEL_TABLES_UNFOLDED = FL_KERNEL_TABLES_UP | FL_KERNEL_TABLES_LEFT | FL_KERNEL_TABLES_RIGHT,
    FL_KERNEL_TABLES_ROTATIONS = FL_LANES_TABLE_BYTES,
};

/* A gate that is open, in numbers that lanes take as they are: bounds of its draws, limits that what was drawn times the
 * bound stays below where the chance is won, flags of all gates in one number. */
typedef struct fl_kernel_tables_gate {
    unsigned number;
    uint64_t first_of, first_limit;
    uint64_t second_of, second_limit; /* second_of 0 = there is none */
    uint64_t xor_rolled;              /* flags to turn round where it is rolled, */
    uint64_t xor_first, xor_second;   /* and where the first or the second chance is won */
} fl_kernel_tables_gate;

typedef struct fl_kernel_tables {
    unsigned shift;            /* place - cell */
    uint64_t start;            /* on half 0 */
    uint64_t start_neighbours; /* its neighbours, on half 1 */
    uint64_t cells[2];         /* of the layout, by half */
    fl_checkerboard sides;
    uint64_t secret_cells[2];
    uint64_t fresh_tails
        [16]; /* on half 1: the start's neighbours whose fresh coin (bit = side in its order) is tails */
    uint64_t rotate[2][4];      /* by half and side: the bits that a step turns left by */
    uint64_t rotate_from[2][4]; /* and the cells that may take it */
    /* Walking by numbers: a room's turn is its bit - TURN (half 1: + 1). A half turned down by it has the room's neighbours
     * up, left, right and down at bits 0, 4, 5 and 9; 9 is folded to 3. By half and turn: the neighbours that are on the
     * map. By half and neighbours on a path: what leads to the turn of the first or last of them; 0 = there is none. */
    uint8_t neighbours[2][FL_KERNEL_TABLES_ROTATIONS], advance[2][FL_KERNEL_TABLES_ROTATIONS];
    uint8_t start_rotation;
    uint8_t neighbour_bit[FL_KERNEL_TABLES_PLACES]
                         [4]; /* the bit of a place's neighbour on the other half, or OFF */
    int8_t step[4];
    uint32_t miss[FL_LANES_TABLE_ENTRIES];         /* the upper 32 bits of P(all tries miss) */
    bool has_few_misses;                           /* from fifteen cells on they are 0 */
    unsigned weakest_demand, rooms_min, rooms_max; /* least and most: 0 = the rooms wanted */
    unsigned rooms, target_base, end_rooms_min, attempts_max;
    unsigned waves;          /* in which most layouts get enough rooms, an even number */
    unsigned rounds;         /* of two waves each, that all lanes grow before it is seen who has ended */
    uint64_t boss_forbidden; /* where no boss may be, on half 1 */
    bool draws_target, forbids_all, has_specials, start_returns;
    unsigned returns_above;
    const fl_classic_gate *gate; /* borrowed from the rules */
    unsigned gates_n;
    fl_kernel_tables_gate open_gates[FL_CLASSIC_GATES];
    unsigned open_gates_n;
    uint64_t unrolled[2]; /* flags of a floor without a roll, eight gates each */
} fl_kernel_tables;

void fl_kernel_tables_init(fl_kernel_tables *self, const fl_classic_rules *rules);

#endif
