/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turning and packing chunks. */
#include "gen/random/pcg.h"
#include "gen/room/room_private.h"

#include <criterion/criterion.h>

#include <string.h>

enum { MANY = 20000 };

static void fill(fl_pcg *rng, fl_chunk *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
        out->row[y] = fl_pcg_next(rng);
    }
    out->flags = (uint8_t)fl_pcg_next(rng);
}

Test(chunk, a_row_begins_in_its_lowest_bits)
{
    fl_chunk chunk = {.row = {0x76543210, 0, 0, 0, 0, 0, 0, 0xf0000000}};
    for (unsigned x = 0; x < 8; x++) {
        cr_expect_eq(fl_room_chunk_tile(&chunk, x, 0), x);
    }
    cr_expect_eq(fl_room_chunk_tile(&chunk, 7, 7), FL_TILE_ENEMY);
}

Test(chunk, packing_comes_back_the_same)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 1);
    for (unsigned i = 0; i < MANY; i++) {
        fl_chunk chunk;
        fl_chunk back;
        uint8_t bytes[FL_CHUNK_BYTES];
        fill(&rng, &chunk);
        fl_room_chunk_pack(&chunk, bytes);
        fl_room_chunk_unpack(&back, bytes);
        cr_assert_arr_eq(back.row, chunk.row, sizeof back.row);
        cr_assert_eq(back.flags, chunk.flags);
    }
}

Test(chunk, packed_bytes_are_as_documented)
{
    fl_chunk chunk = {.row = {0x76543210, 0, 0, 0, 0, 0, 0, 0x0000000a}, .flags = 0xe3};
    uint8_t bytes[FL_CHUNK_BYTES];
    fl_room_chunk_pack(&chunk, bytes);
    cr_expect_eq(bytes[0], 0x01, "tiles 0 and 1, the left one in the upper half");
    cr_expect_eq(bytes[3], 0x67);
    cr_expect_eq(bytes[28], 0xa0);
    cr_expect_eq(bytes[32], 0xe3, "the flags come last");
    cr_expect_eq(fl_room_chunk_clutter(&chunk), 3);
}

/* Tile by tile, as the header says: diagonal first, then left-right, then upside down. */
Test(chunk, turns_move_every_tile)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 2, 1);
    for (unsigned i = 0; i < 200; i++) {
        fl_chunk chunk;
        fill(&rng, &chunk);
        for (unsigned turn = 0; turn < FL_CHUNK_TURNS; turn++) {
            fl_chunk out;
            fl_room_chunk_turn(&chunk, turn, out.row);
            for (unsigned t = 0; t < 64; t++) {
                unsigned x = turn & FL_CHUNK_MIRROR_X ? 7 - t % 8 : t % 8;
                unsigned y = turn & FL_CHUNK_MIRROR_Y ? 7 - t / 8 : t / 8;
                fl_tile from = turn & FL_CHUNK_TRANSPOSE ? fl_room_chunk_tile(&chunk, y, x)
                                                         : fl_room_chunk_tile(&chunk, x, y);
                cr_assert_eq(fl_room_chunk_tile(&out, t % 8, t / 8), from, "turn %u tile %u", turn, t);
            }
        }
    }
}

Test(chunk, transposing_swaps_the_doors)
{
    static const unsigned doors[][2] = {{0, 0},
                                        {FL_CHUNK_TOP, FL_CHUNK_LEFT},
                                        {FL_CHUNK_LEFT, FL_CHUNK_TOP},
                                        {FL_CHUNK_TOP | FL_CHUNK_LEFT, FL_CHUNK_TOP | FL_CHUNK_LEFT}};
    for (unsigned i = 0; i < 4; i++) {
        fl_chunk chunk = {.flags = (uint8_t)(doors[i][0] | FL_CHUNK_PURE | 7)};
        cr_expect_eq(fl_room_chunk_doors(&chunk, false), doors[i][0]);
        cr_expect_eq(fl_room_chunk_doors(&chunk, true), doors[i][1]);
    }
}
