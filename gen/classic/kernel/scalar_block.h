/* SPDX-License-Identifier: MIT */
/* What the scalar kernel's steps hand on: columns of some attempts, so that a step is a short loop without branches, which
 * compilers also turn into whatever vectors a machine has; and boards counted a byte at a time. See classic_scalar.c. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_BLOCK_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_BLOCK_H

#include "gen/classic/kernel/kernel_private.h"
#include "gen/lanes/popcount.h"

#define FL_KERNEL_SCALAR_ONES 0x0101010101010101u /* a one in every byte */

enum {
    FL_KERNEL_SCALAR_ROWS = 64,   /* attempts in a block */
    FL_KERNEL_SCALAR_QUEUE = 88,  /* entries, some of them behind the last room */
    FL_KERNEL_SCALAR_ROOMS = 128, /* see fl_kernel_scalar_queue */
};

typedef uint64_t fl_kernel_scalar_column[FL_KERNEL_SCALAR_ROWS];

/* A block of attempts, by half where there are two of a kind. */
typedef struct fl_kernel_scalar_block {
    unsigned n;
    uint16_t floor[FL_KERNEL_SCALAR_ROWS]; /* numbers in the batch */
    fl_kernel_scalar_column limit;         /* layouts stop growing at so many rooms */
    fl_kernel_scalar_column least;         /* and are refused with fewer than these */
    fl_kernel_scalar_column low, high;     /* the coins' words */
    fl_kernel_scalar_column tails[2], board[2];
    fl_kernel_scalar_column grew;      /* what the last wave added */
    fl_kernel_scalar_column rooms;     /* at last without those behind the limit */
    fl_kernel_scalar_column is_chosen; /* 1: goes on; at last: has enough rooms */
    fl_kernel_scalar_column fresh;     /* cells that a start which returns may take */
    fl_kernel_scalar_column taken;     /* and those that it took */
    fl_kernel_scalar_column late;      /* all of these, see fl_kernel_scalar_queue_record_late */
    uint8_t late_n[FL_KERNEL_SCALAR_ROWS];
} fl_kernel_scalar_block;

/* Rows of a block or of layouts. */
typedef struct fl_kernel_scalar_rows {
    unsigned n;
    uint8_t row[FL_KERNEL_SCALAR_ROWS];
} fl_kernel_scalar_rows;

/* Layouts with enough rooms; what is below `accepted` belongs to floors in the making. */
typedef struct fl_kernel_scalar_layouts {
    unsigned n;
    uint16_t floor[FL_KERNEL_SCALAR_ROWS];
    uint8_t rooms[FL_KERNEL_SCALAR_ROWS];
    uint8_t boss[FL_KERNEL_SCALAR_ROWS]; /* a room of the queue */
    uint16_t queue[FL_KERNEL_SCALAR_ROWS][FL_KERNEL_SCALAR_QUEUE];
    fl_kernel_scalar_column board[2], boss_bit[2], end_rooms[2];
    fl_kernel_scalar_column end_rooms_n; /* how many end_rooms */
    fl_kernel_scalar_column is_accepted; /* 1, as long as nothing speaks against it */
    fl_kernel_scalar_column fit[3][2];   /* cells for the secret room by demand: three neighbours, two, one */
    fl_kernel_scalar_column open[3];     /* how many, by bytes */
    fl_kernel_scalar_rows accepted;
    fl_kernel_scalar_column state;           /* of their streams */
    uint32_t closest[FL_KERNEL_SCALAR_ROWS]; /* how near a draw came to being drawn again */
    fl_kernel_scalar_column facts, gates[2];
    uint32_t placed[FL_KERNEL_SCALAR_ROWS]; /* picks that got a room, as bits */
    /* Which end room was drawn: shop, treasure room, gates. */
    uint8_t pick[FL_KERNEL_SCALAR_ROWS][FL_CLASSIC_BATCH_PICKS];
} fl_kernel_scalar_layouts;

/* All of them, for loops over columns: vectors seldom multiply. */
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

/* The rows with a 1. */
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
