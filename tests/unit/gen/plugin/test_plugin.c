/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors of plug-ins, and what becomes of their mistakes. */
#include "gen/floor/check.h"
#include "gen/plugin/plugin.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_diag diag;

static void open_with(maker *m, const char *file, const char *with)
{
    char words[600];
    snprintf(words, sizeof words, "file=%s%s%s", file, with ? " with=" : "", with ? with : "");
    maker_open(m, "plugin", words, 1);
    cr_assert_eq(m->generator->open(m->rules, m->scratch, &diag), FL_OK, "%s", diag.what);
}

static void close_all(maker *m)
{
    m->generator->close(m->scratch);
    maker_close(m);
}

Test(plugin, floors_of_the_example_are_valid)
{
    maker m;
    unsigned placed = 0;
    open_with(&m, FL_TEST_EXAMPLE, "{\"rooms\":20}");
    for (unsigned i = 0; i < 3000; i++) {
        maker_make(&m, i);
        cr_assert_eq(fl_check_floor(&m.floor, "floor", &diag), FL_OK, "%u: %s", i, diag.what);
        cr_assert_eq(m.floor.rooms[0].kind, FL_KIND_START);
        cr_assert_eq(m.floor.rooms[fl_floor_end(&m.floor)].kind, FL_KIND_BOSS);
        bool is_placed = m.floor.gate[0] & FL_GATE_PLACED;
        cr_assert_eq(m.floor.rooms_n, 20 + is_placed);
        placed += is_placed;
    }
    cr_expect(placed > 330 && placed < 530, "%u of 3000 at 1/7", placed); /* 5 standard errors */
    cr_expect_eq(m.generator->check(m.scratch, &diag), FL_OK);
    close_all(&m);
}

Test(plugin, each_mistake_is_told_with_its_floor)
{
    static const char *const told[] = {
        [1] = "the cell [13,0] is not on the board",
        [2] = "the cell [0,0] belongs to a room already",
        [3] = "the cell [5,5] belongs to a room already",
        [4] = "a room of kind 99 with 1 cells",
        [5] = "with 0 cells",
        [6] = "room 99 was to become",
        [7] = "gate 1 has the flags 1",
        [8] = "gate 0 has the flags 128",
        [9] = "it has no rooms",
        [10] = "made twice, it was two different floors",
    };
    for (unsigned i = 1; i < sizeof told / sizeof told[0]; i++) {
        maker m;
        char with[40];
        snprintf(with, sizeof with, "{\"mistake\":%u}", i);
        open_with(&m, FL_TEST_FAULTY, with);
        maker_make_bare(&m, 7);
        cr_expect_eq(m.generator->check(m.scratch, &diag), FL_ERR_INPUT, "%u", i);
        cr_expect(strstr(diag.what, told[i]) && strstr(diag.what, "floor 7 of seed 1"), "%u: %s", i,
                  diag.what);
        cr_expect(m.floor.failure || i == 10, "%u", i);
        close_all(&m);
    }
}

Test(plugin, giving_up_is_a_failed_floor_and_no_mistake)
{
    maker m;
    open_with(&m, FL_TEST_FAULTY, "{\"mistake\":11}");
    maker_make_bare(&m, 7);
    cr_expect_eq(m.generator->check(m.scratch, &diag), FL_OK);
    cr_expect_str_eq(m.floor.failure, "the plug-in gave the floor up");
    close_all(&m);
}

Test(plugin, other_settings_begin_with_memory_of_zeros)
{
    maker m;
    maker other;
    open_with(&m, FL_TEST_FAULTY, "{\"length\":5}");
    open_with(&other, FL_TEST_FAULTY, "{\"length\":6}");
    maker_make_bare(&m, 1);
    memset((char *)m.scratch + m.generator->scratch_size(m.rules) - 100, 1, 100);
    m.generator->make(other.rules, &m.key, m.scratch, &m.floor);
    cr_expect_eq(m.floor.rooms_n, 6);
    cr_expect_eq(m.floor.owner[0], 1, "in the first line, where the memory was zero");
    close_all(&m);
    close_all(&other);
}
