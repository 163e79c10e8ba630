/* SPDX-License-Identifier: MIT */
/* Counting the neighbours of all cells at once: four shifted sets are added like one-bit numbers. */
#include "gen/floor/board.h"

#include <assert.h>

void fl_board_degrees(fl_board self, fl_board out[4])
{
    fl_board left = self << 1;
    fl_board right = self >> 1;
    fl_board up = self << 10;
    fl_board down = self >> 10;
    fl_board either_lr = left | right;
    fl_board both_lr = left & right;
    fl_board either_ud = up | down;
    fl_board both_ud = up & down;
    out[0] = (either_lr | either_ud) & FL_BOARD_CELLS;
    out[1] = (both_lr | both_ud | (either_lr & either_ud)) & FL_BOARD_CELLS;
    out[2] = ((both_lr & either_ud) | (both_ud & either_lr)) & FL_BOARD_CELLS;
    out[3] = both_lr & both_ud & FL_BOARD_CELLS;
}

unsigned fl_board_select(fl_board self, unsigned n)
{
    for (; n > 0; n--) {
        self &= self - 1;
    }
    assert(self != 0);
    return fl_board_lowest(self);
}
