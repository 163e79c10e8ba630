/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk sets as texts and as packed bytes; tiles one by one and sixteen a word; walking. What sets may not
 * say is in tests/refused/chunks.txt. */
#include "gen/random/pcg.h"
#include "gen/room/room_private.h"
#include "tests/support/room_group.h"

#include <criterion/criterion.h>

#include <string.h>

static fl_chunk_set set;
static fl_chunk_set other;

Test(chunk_set, a_text_is_read_as_written)
{
    cr_assert_eq(fl_room_chunk_set_read(&set, room_group_small, strlen(room_group_small), "t", NULL), FL_OK);
    cr_expect_str_eq(set.name, "small_set");
    cr_expect_str_eq(set.about, "for tests");
    cr_expect_eq(set.bytes, 132);
    cr_assert_eq(set.n, 4);
    cr_expect_eq(set.chunk[0].flags, FL_CHUNK_TOP | FL_CHUNK_LEFT);
    cr_expect_eq(set.chunk[1].flags, 1);
    cr_expect_eq(set.chunk[2].flags, FL_CHUNK_TOP | FL_CHUNK_PURE | 2);
    cr_expect_eq(set.chunk[3].flags, FL_CHUNK_LEFT | 3);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[1], 7, 0), FL_TILE_ROCK);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[1], 0, 7), FL_TILE_ROCK);
    cr_expect_eq(fl_room_chunk_tile(&set.chunk[3], 6, 6), FL_TILE_WEB);
}

Test(chunk_set, blanks_comments_and_foreign_line_ends_do_not_matter)
{
    const char *text = "# a comment\r\n\r\nchunk:   one  \r\nclutter:\t2\r\n"
                       "picture:\n........\n........\n........\n........\r\n"
                       "........\n........\n........\n........\n"
                       "# the end";
    cr_assert_eq(fl_room_chunk_set_read(&set, text, strlen(text), "t", NULL), FL_OK);
    cr_expect_str_eq(set.name, "unnamed");
    cr_expect_str_eq(set.chunk[0].name, "one");
    cr_expect_eq(set.chunk[0].flags, 2);
}

static void expect_same_sets(bool has_names)
{
    cr_assert_eq(other.n, set.n);
    for (unsigned i = 0; i < set.n; i++) {
        cr_expect(!has_names || strcmp(other.chunk[i].name, set.chunk[i].name) == 0);
        cr_expect_arr_eq(other.chunk[i].row, set.chunk[i].row, sizeof set.chunk[i].row);
        cr_expect_eq(other.chunk[i].flags, set.chunk[i].flags);
    }
}

Test(chunk_set, what_is_printed_or_packed_reads_as_the_same_set)
{
    static const char *const names[] = {"cellar", "kirby", "basement"};
    for (unsigned i = 0; i < 3; i++) {
        fl_text text;
        fl_text_init(&text);
        cr_assert_eq(fl_room_chunk_set_open(&set, names[i], NULL, NULL), FL_OK);
        for (unsigned k = 0; k < set.n; k++) {
            set.chunk[k].flags ^= k % 3 ? 0 : FL_CHUNK_PURE;
        }
        fl_room_chunk_set_print(&set, &text);
        cr_assert_eq(fl_room_chunk_set_read(&other, fl_text_get(&text), text.size, "t", NULL), FL_OK);
        cr_expect(strcmp(other.about, set.about) == 0 && other.bytes == set.bytes);
        expect_same_sets(true);
        fl_text_clear(&text);
        fl_room_chunk_set_pack(&set, &text);
        cr_expect_eq(text.size, 33 * set.n);
        cr_assert_eq(fl_room_chunk_set_unpack(&other, text.data, text.size, "t", NULL), FL_OK);
        expect_same_sets(false);
        cr_expect_eq(fl_room_chunk_set_check(&other, "t", NULL), FL_OK);
        cr_expect_eq(fl_room_chunk_set_unpack(&other, text.data, 34, "t", NULL), FL_ERR_INPUT);
        cr_expect_eq(fl_room_chunk_set_unpack(&other, text.data, 0, "t", NULL), FL_ERR_INPUT);
        fl_text_free(&text);
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

Test(tile, rows_and_sets_say_the_same)
{
    for (int i = 0; i < FL_TILE_COUNT; i++) {
        const fl_tile_row *row = fl_room_tile_of((fl_tile)i);
        cr_expect_eq((int)fl_room_tile_of_sign(row->sign), i, "%s", row->name);
        cr_expect_eq(row->sign >= 'A' && row->sign <= 'Z', i >= FL_TILE_SPAWN, "%s", row->name);
        cr_expect_eq(fl_room_tile_walkable() >> i & 1, row->is_walkable);
        cr_expect_eq(fl_room_tile_clutter() >> i & 1, row->is_clutter);
        cr_expect_eq(row->is_walkable, !row->is_clutter || i == FL_TILE_WEB, "%s", row->name);
        cr_expect(i != FL_TILE_WEB || row->is_clutter, "a web slows only");
    }
    cr_expect_eq(fl_room_tile_of_sign('x'), FL_TILE_COUNT);
    cr_expect_eq(fl_room_tile_of_sign('\0'), FL_TILE_COUNT);
}

/* ---- sixteen tiles a word, against one at a time ---- */

static uint64_t random_word(fl_pcg *rng)
{
    uint64_t word = (uint64_t)fl_pcg_next(rng) << 32;
    return word | fl_pcg_next(rng);
}

Test(tile, words_say_the_same_as_single_tiles)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 1);
    for (unsigned i = 0; i < 100000; i++) {
        uint64_t a = random_word(&rng);
        uint64_t b =
            i % 2 ? a ^ (random_word(&rng) & random_word(&rng) & random_word(&rng)) : random_word(&rng);
        unsigned set = fl_pcg_next(&rng) & 0xffff;
        uint64_t in = 0;
        uint64_t mirrored = 0;
        unsigned n = 0;
        unsigned same = 0;
        uint32_t gathered = 0;
        for (unsigned x = 0; x < 16; x++) {
            unsigned hit = set >> (a >> 4 * x & 15) & 1;
            in |= (uint64_t)hit << 4 * x;
            gathered |= (uint32_t)hit << x;
            n += hit;
            same += (a >> 4 * x & 15) == (b >> 4 * x & 15);
            mirrored |= (a >> 4 * x & 15) << 4 * (15 - x);
        }
        cr_assert_eq(fl_room_tile_rows_in(a, set), in);
        cr_assert_eq(fl_room_tile_rows_count(in), n);
        cr_assert_eq(fl_room_tile_rows_gather(in), gathered);
        cr_assert_eq(fl_room_tile_rows_same(a, b), same);
        cr_assert_eq(fl_room_tile_rows_mirror(a), mirrored);
    }
}

/* ---- walking ---- */

static int steps(fl_room_reach *walk, unsigned from, unsigned to)
{
    int way[FL_ALL_SIDES + 1];
    fl_room_reach_ways(walk, from, to, way);
    return way[to];
}

#define FL_ROW "................"
#define FL_FOUR FL_ROW FL_ROW FL_ROW FL_ROW

Test(reach, walkers_go_round)
{
    fl_interior room;
    fl_room_reach walk;
    room_group_draw(FL_FOUR "###############." FL_ROW FL_ROW FL_ROW
                            ".###############" FL_ROW FL_ROW FL_ROW FL_FOUR,
                    16, FL_NORTH | FL_SOUTH, &room);
    fl_room_reach_init(&walk, &room);
    cr_expect_eq(steps(&walk, FL_NORTH, FL_SOUTH), 15 + 7 + 15 + 7);
}
