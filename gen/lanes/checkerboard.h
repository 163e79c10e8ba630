/* SPDX-License-Identifier: MIT */
/* Boards of 9 columns in two halves, as the colours of a checkerboard, one floor per lane: bit i of half 0 is
 * place 2 i, bit i of half 1 is place 2 i + 1. All neighbours of a cell lie on the other half: those of bit i
 * of half 0 are i (right), i-1 (left), i+4 (down) and i-5 (up); those of bit i of half 1 are i+1, i, i+5 and
 * i-4. */
#ifndef FL_GEN_LANES_CHECKERBOARD_H
#define FL_GEN_LANES_CHECKERBOARD_H

#include "gen/lanes/lanes.h"

/* By half: the cells that have a right, a left neighbour. A step up or down needs no such mask: it leaves
 * the map, but never its column. */
typedef struct fl_checkerboard {
    uint64_t right[2], left[2];
} fl_checkerboard;

/* The cells of the other half that a step in each direction leads to; some may lie above or below the map. */
typedef struct fl_checkerboard_sides {
    fl_lanes right, left, down, up;
} fl_checkerboard_sides;

FL_LANES_INLINE static inline fl_checkerboard_sides fl_checkerboard_step(const fl_checkerboard *self,
                                                                         unsigned half, fl_lanes board)
{
    fl_lanes right = board & self->right[half];
    fl_lanes left = board & self->left[half];
    if (half == 0) {
        return (fl_checkerboard_sides){right, left >> 1, board << 4, board >> 5};
    }
    return (fl_checkerboard_sides){right << 1, left, board << 5, board >> 4};
}

/* Cells of the other half that touch exactly one cell of the board, or at least one. */
FL_LANES_INLINE static inline fl_lanes fl_checkerboard_touch_one(const fl_checkerboard *self, unsigned half,
                                                                 fl_lanes board)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return fl_lanes_exactly_one(s.right, s.left, s.down, s.up);
}

FL_LANES_INLINE static inline fl_lanes fl_checkerboard_touch_any(const fl_checkerboard *self, unsigned half,
                                                                 fl_lanes board)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return s.right | s.left | s.down | s.up;
}

/* Those of `cells`, on the other half, that touch at least one cell of the board. */
FL_LANES_INLINE static inline fl_lanes fl_checkerboard_touch_any_of(const fl_checkerboard *self,
                                                                    unsigned half, fl_lanes board,
                                                                    fl_lanes cells)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return fl_lanes_or_and(fl_lanes_or3(s.right, s.left, s.down), s.up, cells);
}

/* For the cells of the other half: which touch at least one, two, three of the board's cells by steps
 * right, left and down, and which do by a step up. Kept apart because most questions need only some of the
 * sums. */
typedef struct fl_checkerboard_touch_counts {
    fl_lanes one, two, three, up;
} fl_checkerboard_touch_counts;

FL_LANES_INLINE static inline fl_checkerboard_touch_counts fl_checkerboard_find_touching(
    const fl_checkerboard *self, unsigned half, fl_lanes board)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return (fl_checkerboard_touch_counts){fl_lanes_or3(s.right, s.left, s.down),
                                          fl_lanes_majority(s.right, s.left, s.down),
                                          s.right & s.left & s.down, s.up};
}

/* Those of `cells` that touch exactly one cell. */
FL_LANES_INLINE static inline fl_lanes fl_checkerboard_exactly_one(const fl_checkerboard_touch_counts *self,
                                                                   fl_lanes cells)
{
    return (self->one ^ self->up) & ~self->two & cells;
}

/* Those of `cells` that touch at least three (out[0]), two (out[1]), one (out[2]). */
FL_LANES_INLINE static inline void fl_checkerboard_at_least(const fl_checkerboard_touch_counts *self,
                                                            fl_lanes cells, fl_lanes out[3])
{
    out[0] = fl_lanes_and_or(self->two, self->up, self->three) & cells;
    out[1] = fl_lanes_and_or(self->one, self->up, self->two) & cells;
    out[2] = fl_lanes_or_and(self->one, self->up, cells);
}

/* Cells of the other half that touch at least one, two, three, four cells: out[0] to out[3]. */
FL_LANES_INLINE static inline void fl_checkerboard_degrees(const fl_checkerboard *self, unsigned half,
                                                           fl_lanes board, fl_lanes out[4])
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    fl_lanes either_lr = s.left | s.right;
    fl_lanes both_lr = s.left & s.right;
    fl_lanes either_ud = s.up | s.down;
    fl_lanes both_ud = s.up & s.down;
    out[0] = either_lr | either_ud;
    out[1] = both_lr | both_ud | (either_lr & either_ud);
    out[2] = (both_lr & either_ud) | (both_ud & either_lr);
    out[3] = both_lr & both_ud;
}

#endif
