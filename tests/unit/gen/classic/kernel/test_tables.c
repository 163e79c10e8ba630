/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's tables of neighbours, some of which only AVX-512 reads. The rest of them is held floor by
 * floor in tests/oracle/test_kernel.c. */
#include "gen/classic/kernel/tables.h"

#include "tests/support/maker.h"

#include <criterion/criterion.h>

/* A place's neighbours by the tables are those of the rules, side by side. */
static void expect_neighbours(const char *settings)
{
    maker m;
    fl_kernel_tables s;
    maker_open(&m, "classic", settings, 1);
    fl_kernel_tables_init(&s, m.rules);
    const fl_classic_rules *rules = m.rules;
    for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        unsigned board_cell = cell + cell / 9 + 1;
        unsigned place = cell + s.shift;
        for (unsigned side = 0; side < 4; side++) {
            unsigned to = board_cell + (unsigned)(int)rules->step[side];
            bool is_there = to < FL_BOARD_BITS && fl_board_has(FL_BOARD_CELLS, to);
            unsigned bit = s.neighbour_bit[place][side];
            cr_expect_eq(bit != FL_KERNEL_TABLES_NO_BIT, is_there, "%s: cell %u, side %u", settings, cell,
                         side);
            if (is_there) {
                unsigned to_place = to / 10 * 9 + to % 10 - 1 + s.shift;
                cr_expect_eq(bit, to_place / 2);
                cr_expect_eq((int)place + s.step[side], (int)to_place);
                uint64_t at = (1ull << (place / 2)) & s.rotate_from[place % 2][side];
                uint64_t turn = s.rotate[place % 2][side];
                cr_expect_eq(at << turn | at >> ((64 - turn) & 63), 1ull << bit);
            }
        }
    }
    maker_close(&m);
}

Test(tables, neighbours_are_those_of_the_rules_for_both_colours_of_start)
{
    expect_neighbours("level=1");
    expect_neighbours("start=36 order=lurd");
    expect_neighbours("start=11 order=rudl");
}
