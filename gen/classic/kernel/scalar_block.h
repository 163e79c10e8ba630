/* SPDX-License-Identifier: MIT */
/* Data passed between the steps of the scalar kernel: columns of a block of attempts. Each step is a few
 * short loops without branches, which compilers can vectorize. See scalar.c; a row corresponds to an
 * fl_classic_board. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_BLOCK_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_BLOCK_H

#include "gen/classic/kernel/kernel_private.h"
#include "gen/lanes/popcount.h"

#define FL_KERNEL_SCALAR_ONES 0x0101010101010101u /* 1 in every byte */

enum {
    FL_KERNEL_SCALAR_ROWS = 64,   /* attempts in a block */
    FL_KERNEL_SCALAR_QUEUE = 88,  /* entries of a queue; some beyond the last room are written, too */
    FL_KERNEL_SCALAR_ROOMS = 128, /* room numbers, see fl_kernel_scalar_queue */
};

typedef uint64_t fl_kernel_scalar_column[FL_KERNEL_SCALAR_ROWS];

/* A block of attempts. Arrays of two are by half. */
typedef struct fl_kernel_scalar_block {
    unsigned n;
    uint16_t floor[FL_KERNEL_SCALAR_ROWS]; /* numbers in the batch */
    fl_kernel_scalar_column limit;         /* rooms at which a layout stops growing */
    fl_kernel_scalar_column least;         /* rooms that it needs to be accepted */
    fl_kernel_scalar_column low, high;     /* its coins, as drawn */
    fl_kernel_scalar_column tails[2], board[2];
    fl_kernel_scalar_column grew;      /* rooms that the last wave added */
    fl_kernel_scalar_column rooms;     /* how many; after growing without those beyond the limit */
    fl_kernel_scalar_column is_chosen; /* 1 = is still growing; after growing: has enough rooms */
    fl_kernel_scalar_column fillable;  /* cells that a returned start may fill */
    fl_kernel_scalar_column taken;     /* and those that it filled */
    fl_kernel_scalar_column late;      /* the same, packed: see fl_kernel_scalar_queue_record_late */
    uint8_t late_n[FL_KERNEL_SCALAR_ROWS];
} fl_kernel_scalar_block;

/* Numbers of rows of a block or of layouts. */
typedef struct fl_kernel_scalar_rows {
    unsigned n;
    uint8_t row[FL_KERNEL_SCALAR_ROWS];
} fl_kernel_scalar_rows;

/* Layouts with enough rooms. The members after `accepted` are only set for the rows listed there. */
typedef struct fl_kernel_scalar_layouts {
    unsigned n;
    uint16_t floor[FL_KERNEL_SCALAR_ROWS];
    uint8_t rooms[FL_KERNEL_SCALAR_ROWS];
    uint8_t boss[FL_KERNEL_SCALAR_ROWS]; /* room number */
    uint16_t queue[FL_KERNEL_SCALAR_ROWS][FL_KERNEL_SCALAR_QUEUE];
    fl_kernel_scalar_column board[2], boss_bit[2], end_rooms[2];
    fl_kernel_scalar_column end_rooms_n; /* how many end_rooms */
    fl_kernel_scalar_column is_accepted; /* 1 or 0 */
    fl_kernel_scalar_column fit[3][2];   /* cells for the secret room by demand: three neighbours, two, one */
    fl_kernel_scalar_column open[3];     /* how many of these, byte by byte */
    fl_kernel_scalar_rows accepted;
    fl_kernel_scalar_column state;           /* of their streams */
    uint32_t closest[FL_KERNEL_SCALAR_ROWS]; /* the closest that a draw came to being drawn again */
    fl_kernel_scalar_column facts, rolls[2];
    uint32_t placed[FL_KERNEL_SCALAR_ROWS]; /* bit: this pick got a room */
    /* Number of the end room that was drawn: for shop, treasure room, each roll. */
    uint8_t pick[FL_KERNEL_SCALAR_ROWS][FL_CLASSIC_BATCH_PICKS];
} fl_kernel_scalar_layouts;

/* The bits set in a plus those set in b, by shifts instead of a multiplication, which few vector units
 * have. */
static inline uint64_t fl_kernel_scalar_block_total(uint64_t a, uint64_t b)
{
    uint64_t bytes = fl_popcount_bytes(a, b);
    bytes += bytes >> 32;
    bytes += bytes >> 16;
    return (bytes + (bytes >> 8)) & 0xff;
}

/* 1 if a < b, else 0; both below 2^63. */
static inline uint64_t fl_kernel_scalar_block_less(uint64_t a, uint64_t b)
{
    return (a - b) >> 63;
}

/* Lists the rows that have a 1. */
static inline void fl_kernel_scalar_block_find(fl_kernel_scalar_rows *rows,
                                               const fl_kernel_scalar_column ones, unsigned n)
{
    rows->n = 0;
    for (unsigned i = 0; i < n; i++) {
        rows->row[rows->n] = (uint8_t)i;
        rows->n += (unsigned)ones[i];
    }
}

#endif
