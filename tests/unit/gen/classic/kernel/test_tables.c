/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's tables of neighbours, some of which only AVX-512 reads, and which rules they can hold. The
 * rest of them is held floor by floor in tests/oracle/test_kernel.c. */
#include "gen/classic/kernel/kernel.h"
#include "gen/classic/kernel/tables.h"

#include "tests/support/maker.h"

#include <criterion/criterion.h>

static void open_setup(fl_kernel_tables *out, maker *m, const char *settings)
{
    maker_open(m, "classic", settings, 1);
    fl_kernel_tables_init(out, m->rules);
}

/* A place's neighbours by the tables are those of the rules, side by side. */
static void expect_neighbours(const char *settings)
{
    maker m;
    fl_kernel_tables s;
    open_setup(&s, &m, settings);
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

Test(tables, what_the_kernel_cannot_do_is_left_to_the_reference)
{
    static const struct {
        const char *settings;
        bool fits;
    } cases[] = {
        {"level=1", true},
        {"rules=demo", true},
        {"rules=flash", false},
        {"curse=labyrinth", false},
        {"curse=random level=3", false},
        {"curse=random level=4", true},
        {"challenge_mode=labyrinth level=5", false},
        {"challenge_mode=labyrinth level=5 curse=random", false},
        {"challenge_mode=labyrinth level=4", true},
        {"labyrinth_size=normal_rooms labyrinth_ends=all", true},
        {"reseed_every_waves=0", true},
        {"reseed_every_waves=1", false},
        {"reseed_every_waves=3", false},
        {"interiors=on", true},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maker m;
        maker_open(&m, "classic", cases[i].settings, 1);
        cr_expect_eq(fl_kernel_fits(m.rules), cases[i].fits, "%s", cases[i].settings);
        maker_close(&m);
    }
}
