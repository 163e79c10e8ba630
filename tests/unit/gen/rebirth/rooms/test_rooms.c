/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seeds and sizes of stages; tests/oracle/rebirth and tests/golden hold the rooms. */
#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>

static maker m;

static fl_stage begin(const char *settings, uint64_t index)
{
    fl_stage stage;
    maker_open(&m, "rebirth", settings, 1);
    m.key.index = index;
    fl_rebirth_rooms_stage_begin(&stage, m.rules, &m.key);
    maker_close(&m);
    return stage;
}

/* Run seed 1, stage 1, as RULES.md works it out: the base bit is the low one of AD4AA83F, which is no
 * multiple of five, and the layout starts from E809B57C. */
Test(rooms, the_worked_example_comes_out)
{
    fl_stage stage = begin("rules=blade rng=isaac specials=off interiors=off", 1);
    cr_expect_eq(stage.level.exact.state, 0xE809B57Cu);
    cr_expect_eq(stage.layout.exact.state, 0xE809B57Cu);
    cr_expect(stage.layout.exact.a == 5 && stage.layout.exact.b == 9 && stage.layout.exact.c == 7);
    cr_expect(stage.rooms == 9 && stage.dead_ends == 5 && stage.curse == FL_CURSE_NONE);
}

Test(rooms, scattered_numbers_are_all_run_seeds_once)
{
    unsigned fixed = 0;
    maker_open(&m, "rebirth", "rng=isaac seed_order=scattered", 1);
    cr_expect_eq(fl_rebirth_rooms_stage_game_seed(m.rules, 0), 0u);
    for (uint64_t i = 0; i < 200000; i++) {
        uint32_t index = i < 100000 ? (uint32_t)i : UINT32_MAX - (uint32_t)(i * 40503);
        uint32_t seed = fl_rebirth_rooms_stage_game_seed(m.rules, index);
        cr_assert_eq(fl_rebirth_rooms_stage_floor_number(m.rules, seed), index, "%u", index);
        fixed += seed == index;
    }
    cr_expect_leq(fixed, 10u);
    maker_close(&m);
    maker_open(&m, "rebirth", "rng=isaac seed_order=sequential", 1);
    cr_expect_eq(fl_rebirth_rooms_stage_game_seed(m.rules, 0x12345678), 0x12345678u);
    cr_expect_eq(fl_rebirth_rooms_stage_floor_number(m.rules, UINT32_MAX), UINT32_MAX);
    maker_close(&m);
}

/* A curse that is set takes no draw; a floor's window of difficulty is that of its stage. */
Test(rooms, curses_that_are_set_leave_the_layout_as_it_is)
{
    static const char *const names[] = {"none", "labyrinth", "lost", "darkness", "unknown", "maze", "blind"};
    uint32_t state = begin("rules=blade rng=isaac items=[black_candle]", 77).layout.exact.state;
    for (int i = 0; i < FL_CURSE_COUNT; i++) {
        char settings[96];
        snprintf(settings, sizeof settings, "rules=blade rng=isaac items=[black_candle] curse=%s", names[i]);
        fl_stage stage = begin(settings, 77);
        cr_expect((int)stage.curse == i && stage.is_large == (i == FL_CURSE_LABYRINTH));
        cr_expect_eq(stage.layout.exact.state, state, "%s", names[i]);
        cr_expect_eq(stage.floor, stage.is_large ? FL_REBIRTH_LARGE : FL_REBIRTH_ODD);
    }
}

/* Rolls without a layout: each gate has a dead end of its own, and its flags say nothing of places. */
Test(rooms, gates_roll_without_a_layout)
{
    maker_open(&m, "rebirth", "rules=wiki-pseudocode interiors=off layout=none", 1);
    for (uint64_t i = 0; i < 1000; i++) {
        maker_make_bare(&m, i);
        cr_assert(!m.floor.failure && m.floor.rooms_n == 2);
        for (unsigned gate = 0; gate < m.floor.gates_n; gate++) {
            cr_assert_eq(m.floor.gate[gate] & (FL_GATE_PLACED | FL_GATE_NO_DEAD_END), 0);
        }
    }
    maker_close(&m);
}
