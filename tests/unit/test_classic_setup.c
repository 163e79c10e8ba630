/* The kernel's tables: each is held against the rules they come from. */
#include "gen/classic/classic_setup.h"

#include "tests/support/maker.h"

#include <criterion/criterion.h>

static void open_setup(fl_classic_setup *out, maker *m, const char *settings)
{
    maker_open(m, "classic", settings, 1);
    fl_classic_setup_init(out, m->rules);
}

/* A place's neighbours by the tables are those of the rules, side by side. */
static void expect_neighbours(const char *settings)
{
    maker m;
    fl_classic_setup s;
    open_setup(&s, &m, settings);
    const fl_classic_rules *rules = m.rules;
    for (unsigned cell = 0; cell < FL_BATCH_CELLS; cell++) {
        unsigned board_cell = cell + cell / 9 + 1;
        unsigned place = cell + s.shift;
        for (unsigned side = 0; side < 4; side++) {
            unsigned to = board_cell + (unsigned)(int)rules->step[side];
            bool is_there = to < FL_BOARD_BITS && fl_board_has(FL_BOARD_CELLS, to);
            unsigned bit = s.next[place][side];
            cr_expect_eq(bit != FL_CLASSIC_SETUP_OFF, is_there, "%s: cell %u, side %u", settings, cell, side);
            if (is_there) {
                unsigned to_place = to / 10 * 9 + to % 10 - 1 + s.shift;
                cr_expect_eq(bit, to_place / 2);
                cr_expect_eq((int)place + s.step[side], (int)to_place);
                uint64_t at = (1ull << (place / 2)) & s.from[place % 2][side];
                uint64_t turn = s.turn[place % 2][side];
                cr_expect_eq(at << turn | at >> ((64 - turn) & 63), 1ull << bit);
            }
        }
    }
    maker_close(&m);
}

Test(classic_setup, neighbours_are_those_of_the_rules_for_both_colours_of_start)
{
    expect_neighbours("level=1");
    expect_neighbours("start=36 order=lurd");
    expect_neighbours("start=11 order=rudl");
}

Test(classic_setup, the_start_lies_on_the_even_half_and_masks_hold_all_cells)
{
    static const char *const starts[] = {"start=35", "start=36", "start=1", "start=79"};
    for (unsigned i = 0; i < 4; i++) {
        maker m;
        fl_classic_setup s;
        open_setup(&s, &m, starts[i]);
        cr_expect_eq(__builtin_popcountll(s.start), 1);
        cr_expect_eq(s.start & s.cells[0], s.start);
        cr_expect_eq(__builtin_popcountll(s.cells[0]) + __builtin_popcountll(s.cells[1]), FL_BATCH_CELLS);
        cr_expect_eq(__builtin_popcountll(s.beside), i < 2 ? 4 : 2);
        cr_expect_eq(s.fresh[0], s.beside);
        cr_expect_eq(s.fresh[15], 0);
        maker_close(&m);
    }
}

Test(classic_setup, what_the_kernel_cannot_do_is_left_to_the_reference)
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
        {"reseed_every_waves=0", true},
        {"reseed_every_waves=1", false},
        {"reseed_every_waves=3", false},
        {"plant.curse=1/3", false},
        {"plant.layout=any_boss", false},
        {"plant.layout=loops", false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maker m;
        maker_open(&m, "classic", cases[i].settings, 1);
        cr_expect_eq(fl_classic_setup_fits(m.rules), cases[i].fits, "%s", cases[i].settings);
        maker_close(&m);
    }
}
