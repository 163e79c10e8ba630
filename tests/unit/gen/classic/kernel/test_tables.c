/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's tables: each is held against the rules they come from. */
#include "gen/classic/kernel/tables.h"
#include "gen/classic/kernel/kernel.h"

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

Test(tables, the_start_lies_on_the_even_half_and_masks_hold_all_cells)
{
    static const char *const starts[] = {"start=35", "start=36", "start=1", "start=79"};
    for (unsigned i = 0; i < 4; i++) {
        maker m;
        fl_kernel_tables s;
        open_setup(&s, &m, starts[i]);
        cr_expect_eq(__builtin_popcountll(s.start), 1);
        cr_expect_eq(s.start & s.cells[0], s.start);
        cr_expect_eq(__builtin_popcountll(s.cells[0]) + __builtin_popcountll(s.cells[1]),
                     FL_CLASSIC_BATCH_CELLS);
        cr_expect_eq(__builtin_popcountll(s.start_neighbours), i < 2 ? 4 : 2);
        cr_expect_eq(s.fresh_tails[0], s.start_neighbours);
        cr_expect_eq(s.fresh_tails[15], 0);
        maker_close(&m);
    }
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
        cr_expect_eq(fl_kernel_fits(m.rules), cases[i].fits, "%s", cases[i].settings);
        maker_close(&m);
    }
}

/* The turn of a place's neighbour on a side, by the rules; -1 = it is off the map. */
static int turn_beside(const fl_kernel_tables *s, unsigned place, unsigned side)
{
    unsigned bit = s->neighbour_bit[place][side];
    return bit == FL_KERNEL_TABLES_NO_BIT ? -1 : (int)((bit + !(place % 2) - FL_KERNEL_TABLES_ROTATION) & 63);
}

/* One step of a walk, where the neighbours on some sides lie on a path. */
static unsigned step(const fl_kernel_tables *s, unsigned place, unsigned sides, bool from_front)
{
    unsigned half = place % 2;
    unsigned turn = (place / 2 + half - FL_KERNEL_TABLES_ROTATION) & 63;
    uint64_t on = 0;
    for (unsigned side = 0; side < 4; side++) {
        on |= sides >> side & 1 ? 1ull << s->neighbour_bit[place][side] : 0;
    }
    uint64_t near = turn > 0 ? on >> turn | on << (64 - turn) : on;
    near = (near & FL_KERNEL_TABLES_UNFOLDED) |
           (near >> FL_KERNEL_TABLES_FOLD & ~(uint64_t)FL_KERNEL_TABLES_UNFOLDED);
    unsigned seen = near & s->neighbours[half][turn];
    return (turn + s->advance[half][seen | (from_front ? FL_KERNEL_TABLES_FIRST : 0)]) & 63;
}

/* From every place, to the first and to the last of any neighbours; and past those that only seem to be beside it, as they
 * are the next row's. */
static void expect_walks(const char *settings)
{
    maker m;
    fl_kernel_tables s;
    open_setup(&s, &m, settings);
    for (unsigned place = s.shift; place < FL_CLASSIC_BATCH_CELLS + s.shift; place++) {
        for (unsigned sides = 1; sides < 16; sides++) {
            int first = -1;
            int last = -1;
            for (unsigned side = 0; side < 4 && last != -2; side++) {
                int turn = turn_beside(&s, place, side);
                bool is_on = sides >> side & 1;
                first = is_on && first == -1 ? turn : first;
                last = !is_on ? last : turn == -1 ? -2 : turn;
            }
            if (last >= 0) {
                cr_assert_eq(step(&s, place, sides, true), (unsigned)first, "%s: %u", settings, place);
                cr_assert_eq(step(&s, place, sides, false), (unsigned)last, "%s: %u", settings, place);
            }
        }
        unsigned x = (place - s.shift) % FL_BOARD_COLUMNS;
        unsigned sees = s.neighbours[place % 2][(place / 2 + place % 2 - FL_KERNEL_TABLES_ROTATION) & 63];
        cr_assert_eq((sees & FL_KERNEL_TABLES_LEFT) != 0, x > 0);
        cr_assert_eq((sees & FL_KERNEL_TABLES_RIGHT) != 0, x < FL_BOARD_COLUMNS - 1);
    }
    maker_close(&m);
}

Test(tables, a_walk_by_numbers_takes_the_first_or_last_side)
{
    expect_walks("level=1");
    expect_walks("start=36 order=lurd");
    expect_walks("start=11 order=rudl");
}

Test(tables, open_gates_are_those_whose_conditions_hold)
{
    maker m;
    fl_kernel_tables s;
    open_setup(&s, &m, "level=4 coins=9");
    unsigned open = 0;
    for (unsigned i = 0; i < s.gates_n; i++) {
        uint64_t begins = s.unrolled[i / 8] >> (i % 8 * 8) & 0xff;
        cr_expect_eq(begins, s.gate[i].is_open ? FL_GATE_NO_DEAD_END : 0);
        if (s.gate[i].is_open) {
            cr_assert_lt(open, s.open_gates_n);
            const fl_kernel_tables_gate *gate = &s.open_gates[open++];
            uint64_t rolled = gate->xor_rolled >> (i % 8 * 8) ^ FL_GATE_NO_DEAD_END;
            uint64_t second = gate->second_of > 0 ? FL_GATE_SECOND_ROLLED : 0;
            cr_expect_eq(gate->number, i);
            cr_expect_eq(gate->first_limit >> 32, s.gate[i].first_hits);
            cr_expect_eq(gate->second_limit >> 32, s.gate[i].second_hits);
            cr_expect_eq(rolled, FL_GATE_ROLLED | second);
            cr_expect_eq(rolled ^ gate->xor_first >> (i % 8 * 8),
                         FL_GATE_ROLLED | FL_GATE_FIRST | FL_GATE_PASSED | FL_GATE_PLACED);
            cr_expect_eq(rolled ^ gate->xor_second >> (i % 8 * 8),
                         FL_GATE_ROLLED | second | FL_GATE_SECOND | FL_GATE_PASSED | FL_GATE_PLACED);
        }
    }
    cr_expect_eq(open, s.open_gates_n);
    cr_expect_gt(open, 3);
    maker_close(&m);
}
