/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards, held against naive counting cell by cell. */
#include "gen/floor/board.h"

#include "gen/lanes/popcount.h"
#include "gen/random/pcg.h"

#include <criterion/criterion.h>

typedef struct naive {
    bool has[FL_BOARD_COLUMNS + 2][FL_BOARD_ROWS + 2]; /* [x][y + 1], with an empty rim */
} naive;

static fl_board random_board(fl_pcg *rng, naive *out)
{
    fl_board board = 0;
    uint32_t density = fl_pcg_below(rng, 17);
    *out = (naive){0};
    for (unsigned y = 0; y < FL_BOARD_ROWS; y++) {
        for (unsigned x = 1; x <= FL_BOARD_COLUMNS; x++) {
            if (fl_pcg_below(rng, 16) < density) {
                board |= fl_board_cell(y * FL_BOARD_STRIDE + x);
                out->has[x][y + 1] = true;
            }
        }
    }
    return board;
}

static unsigned naive_degree(const naive *self, unsigned x, unsigned y)
{
    return (unsigned)self->has[x - 1][y + 1] + self->has[x + 1][y + 1] + self->has[x][y] +
           self->has[x][y + 2];
}

Test(board, degrees_equal_naive_counting)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 7, 1);
    for (int round = 0; round < 2000; round++) {
        naive plain;
        fl_board degrees[4];
        fl_board board = random_board(&rng, &plain);
        fl_board_degrees(board, degrees);
        for (unsigned cell = 0; cell < 128; cell++) {
            bool is_cell = fl_board_has(FL_BOARD_CELLS, cell);
            unsigned degree = is_cell ? naive_degree(&plain, cell % 10, cell / 10) : 0;
            for (unsigned k = 1; k <= 4; k++) {
                cr_assert_eq(fl_board_has(degrees[k - 1], cell), degree >= k, "cell %u, %u", cell, k);
            }
            if (is_cell) {
                cr_assert_eq(fl_board_degree(board, cell), degree);
                cr_assert_eq(fl_board_has(fl_board_near(board), cell), degree > 0);
            }
        }
    }
}

Test(popcount, bits_and_bytes_are_counted_one_by_one)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 6, 5);
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t number[2];
        unsigned all = 0;
        for (unsigned k = 0; k < 2; k++) {
            unsigned n = 0;
            number[k] = i == 0   ? UINT64_MAX
                        : i == 1 ? 0
                                 : (uint64_t)fl_pcg_next(&rng) << 32 | fl_pcg_next(&rng);
            for (unsigned bit = 0; bit < 64; bit++) {
                n += number[k] >> bit & 1;
            }
            cr_assert_eq(fl_popcount_bits(number[k]), n);
            all += n;
        }
        uint64_t bytes = fl_popcount_bytes(number[0], number[1]);
        for (unsigned at = 0; at < 64; at += 8) {
            cr_assert_eq(bytes >> at & 0xff,
                         fl_popcount_bits(number[0] >> at & 0xff) + fl_popcount_bits(number[1] >> at & 0xff));
        }
        cr_assert_eq(fl_popcount_sum(bytes), all);
    }
}
