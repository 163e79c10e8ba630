/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dumps of the game's floors: what bytes mean, and where they mean nothing. */
#include "gen/lines/lines_private.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The start, a boss room of two cells beside it, a secret room, a challenge of bosses; nothing off the board.
 */
static const uint8_t floor_bytes[] = {
    0x78, 0x56, 0x34, 0x12,               /* seed */
    1,    2,    4,    5,                  /* stage, type, rooms, cells */
    3,    6,    5,    0,    11,  1, 4, 0, /* room 3 on [6,5] */
    1,    6,    6,    0,    1,   0, 2, 0, /* the start is room 1 */
    0,    7,    6,    0,    5,   9, 1, 5, /* */
    0,    8,    6,    0,    5,   9, 1, 5, /* */
    2,    7,    7,    0,    7,   0, 8, 0, /* */
    255,  255,  255,  255,  255,          /* */
    0,    16,   0,    1,    0,            /* */
    255,  255,  255,  255,  255,          /* */
};

static uint8_t bytes[sizeof floor_bytes];
static fl_lines_dump dump;
static fl_floor made;
static fl_diag diag;

static void set_up(void)
{
    memcpy(bytes, floor_bytes, sizeof bytes);
    dump = (fl_lines_dump){.record = 1};
    fl_diag_init(&diag);
    cr_assert_eq(fl_floor_init(&made, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
}

static void tear_down(void)
{
    fl_floor_free(&made);
}

TestSuite(dump, .init = set_up, .fini = tear_down);

static fl_err take(size_t n)
{
    return fl_lines_dump_take(&dump, bytes, n, &made, &diag);
}

Test(dump, a_floor_has_its_rooms)
{
    cr_assert_eq(take(sizeof bytes), FL_OK, "%s", diag.what);
    cr_expect(dump.used == sizeof bytes && dump.offset == sizeof bytes && dump.seed == 0x12345678);
    cr_expect(dump.type == 2 && fl_lines_dump_stage(&dump) == 1);
    cr_assert_eq(made.rooms_n, 4);
    cr_expect(made.rooms[0].kind == FL_KIND_START && made.rooms[0].variant == 2);
    cr_expect(made.rooms[1].kind == FL_KIND_BOSS && made.rooms[1].is_end && made.rooms[1].cells_n == 2);
    cr_expect(made.rooms[1].variant == 0x501 && made.rooms[1].subtype == 9);
    cr_expect(made.rooms[2].kind == FL_KIND_SECRET && made.rooms[2].is_added);
    cr_expect(made.rooms[3].kind == FL_KIND_BOSS_CHALLENGE && !made.rooms[3].is_added);
    cr_expect_eq(made.doors_n, 3u);
}

Test(dump, too_few_bytes_are_no_error)
{
    for (size_t n = 0; n < sizeof bytes; n++) {
        cr_assert(take(n) == FL_OK && dump.used == 0 && dump.offset == 0, "%zu bytes", n);
    }
    cr_expect_eq(fl_lines_dump_refuse_end(&dump, 7, &diag), FL_ERR_INPUT);
    cr_expect_eq(dump.fault, 7u);
}

Test(dump, its_first_bytes_tell_it)
{
    cr_expect(fl_lines_dump_is(bytes, sizeof bytes));
    cr_expect_not(fl_lines_dump_is(bytes, FL_LINES_DUMP_HEAD - 1));
    for (unsigned i = 4; i <= 8; i++) {
        bytes[i] ^= 0xf8;
        cr_expect_not(fl_lines_dump_is(bytes, sizeof bytes), "byte %u", i);
        bytes[i] ^= 0xf8;
    }
    cr_expect_not(fl_lines_dump_is("{\"rooms\":[{\"cells\":[[0,0]]}]}\n", 30));
}

Test(dump, a_shape_of_three_cells_is_known)
{
    bytes[7] = 6;
    uint8_t large[sizeof bytes + 8];
    memcpy(large, bytes, 40);
    memcpy(large + 40, (const uint8_t[]){0, 8, 7, 0, 5, 9, 1, 5}, 8);
    memcpy(large + 48, bytes + 40, sizeof bytes - 40);
    cr_assert_eq(fl_lines_dump_take(&dump, large, sizeof large, &made, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(made.rooms[1].shape, FL_SHAPE_LBL);
    cr_expect_eq(made.rooms[2].shape, FL_SHAPE_1X1);
}

Test(dump, what_does_not_fit_is_refused_at_its_byte)
{
    static const struct {
        unsigned byte, value, fault;
    } bad[] = {
        {4, 2, 4},   {5, 3, 5},   {6, 0, 6},    {6, 6, 6},   {7, 170, 6}, {8, 4, 8},
        {9, 13, 8},  {10, 13, 8}, {12, 0, 8},   {12, 24, 8}, {30, 7, 32}, {33, 9, 24},
        {33, 7, 32}, {42, 6, 40}, {54, 24, 53}, {17, 5, 4},  {36, 4, 32}, {39, 6, 32},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char where[256];
        char wanted[64];
        memcpy(bytes, floor_bytes, sizeof bytes);
        bytes[bad[i].byte] = (uint8_t)bad[i].value;
        dump = (fl_lines_dump){.record = 1};
        cr_assert_eq(take(sizeof bytes), FL_ERR_INPUT, "byte %u", bad[i].byte);
        fl_lines_dump_place(&dump, "x", where, sizeof where);
        snprintf(wanted, sizeof wanted, "x: byte %u, record 1, stage 1", bad[i].fault);
        cr_expect_str_eq(where, wanted, "byte %u: %s", bad[i].byte, diag.what);
    }
}

Test(dump, fourteen_floors_are_a_record)
{
    static const int stages[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 11, 12, 1};
    for (unsigned i = 0; i < 15; i++) {
        cr_expect_eq(fl_lines_dump_stage(&dump), stages[i]);
        cr_expect_eq(dump.record, i < 14 ? 1u : 2u);
        fl_lines_dump_next(&dump);
    }
}
