/* SPDX-License-Identifier: MIT */
/* Boards as two halves, one for each colour of a chequerboard, a floor per lane: bit i of half 0 is place 2 i, bit i of
 * half 1 place 2 i + 1, on rows of nine. All neighbours of a half's cells lie on the other half: of half 0 the same bit
 * (right), one less (left), 4 more (down), 5 less (up); of half 1 one more, the same, 5 more, 4 less. */
#ifndef FL_GEN_LANES_CHECKERBOARD_H
#define FL_GEN_LANES_CHECKERBOARD_H

#include "gen/lanes/lanes.h"

/* Only steps to the right and to the left can leave a row: the cells of each half that have such a neighbour. */
typedef struct fl_checkerboard {
    uint64_t right[2], left[2];
} fl_checkerboard;

/* The neighbours of a half's cells, each as a board of the other half; some may lie above or below the map. */
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

/* Cells of the other half that touch exactly one cell, or any. */
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

/* Of some cells of the other half those that touch any. */
FL_LANES_INLINE static inline fl_lanes fl_checkerboard_touch_any_of(const fl_checkerboard *self,
                                                                    unsigned half, fl_lanes board,
                                                                    fl_lanes cells)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return fl_lanes_or_and(fl_lanes_or3(s.right, s.left, s.down), s.up, cells);
}

/* What a half's cells touch on the other half, counted: where at least one, two or three of right, left and down are, and
 * where up is. */
typedef struct fl_checkerboard_touching {
    fl_lanes one, two, three, up;
} fl_checkerboard_touching;

FL_LANES_INLINE static inline fl_checkerboard_touching fl_checkerboard_find_touching(
    const fl_checkerboard *self, unsigned half, fl_lanes board)
{
    fl_checkerboard_sides s = fl_checkerboard_step(self, half, board);
    return (fl_checkerboard_touching){fl_lanes_or3(s.right, s.left, s.down),
                                      fl_lanes_majority(s.right, s.left, s.down), s.right & s.left & s.down,
                                      s.up};
}

/* Of some cells of the other half those that touch exactly one, */
FL_LANES_INLINE static inline fl_lanes fl_checkerboard_exactly_one(const fl_checkerboard_touching *self,
                                                                   fl_lanes cells)
{
    return (self->one ^ self->up) & ~self->two & cells;
}

/* or at least three, two, one. */
FL_LANES_INLINE static inline void fl_checkerboard_at_least(const fl_checkerboard_touching *self,
                                                            fl_lanes cells, fl_lanes out[3])
{
    out[0] = fl_lanes_and_or(self->two, self->up, self->three) & cells;
    out[1] = fl_lanes_and_or(self->one, self->up, self->two) & cells;
    out[2] = fl_lanes_or_and(self->one, self->up, cells);
}

/* Cells of the other half that touch at least one, two, three, four cells. */
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
