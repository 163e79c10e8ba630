/* SPDX-License-Identifier: MIT */
/* Sets of cells of a board of 9 x 8 cells, as 80 bits: cell = 10 y + x with x = 1…9, y = 0…7.
 *
 * Column 0 never holds a room, so that a step left or right cannot wrap into another row. Neighbours are
 * shifts by 1 and 10, and one mask (FL_BOARD_CELLS) takes the place of all border tests. */
#ifndef FL_GEN_FLOOR_BOARD_H
#define FL_GEN_FLOOR_BOARD_H

#include "gen/lanes/popcount.h"

#include <stdbool.h>
#include <stdint.h>

enum { FL_BOARD_STRIDE = 10, FL_BOARD_COLUMNS = 9, FL_BOARD_ROWS = 8, FL_BOARD_BITS = 80 };

__extension__ typedef unsigned __int128 fl_board;

/* One row: bits 1…9. */
#define FL_BOARD_ROW ((fl_board)0x3fe)
#define FL_BOARD_TWO_ROWS (FL_BOARD_ROW | FL_BOARD_ROW << 10)
#define FL_BOARD_FOUR_ROWS (FL_BOARD_TWO_ROWS | FL_BOARD_TWO_ROWS << 20)
#define FL_BOARD_CELLS (FL_BOARD_FOUR_ROWS | FL_BOARD_FOUR_ROWS << 40)

static inline fl_board fl_board_cell(unsigned cell)
{
    return (fl_board)1 << cell;
}

static inline bool fl_board_has(fl_board self, unsigned cell)
{
    return (self >> cell) & 1;
}

static inline unsigned fl_board_count(fl_board self)
{
    return fl_popcount_bits((uint64_t)self) + fl_popcount_bits((uint64_t)(self >> 64));
}

/* The lowest cell; the set must not be empty. */
static inline unsigned fl_board_lowest(fl_board self)
{
    uint64_t low = (uint64_t)self;
    return low ? (unsigned)__builtin_ctzll(low) : 64 + (unsigned)__builtin_ctzll((uint64_t)(self >> 64));
}

/* The cells that touch a cell of the set. */
static inline fl_board fl_board_near(fl_board self)
{
    return (self << 1 | self >> 1 | self << 10 | self >> 10) & FL_BOARD_CELLS;
}

/* How many of the cell's neighbours are in the set. */
static inline unsigned fl_board_degree(fl_board self, unsigned cell)
{
    return fl_board_count(self & fl_board_near(fl_board_cell(cell)));
}

/* True if the set has two cells or more. */
static inline bool fl_board_is_crowd(fl_board self)
{
    return (self & (self - 1)) != 0;
}

/* For all cells at once: out[k - 1] = the cells with at least k neighbours in the set, k = 1…4. */
void fl_board_degrees(fl_board self, fl_board out[4]);

/* The n-th lowest cell of the set, counted from 0; n must be below its count. */
unsigned fl_board_select(fl_board self, unsigned n);

#endif
