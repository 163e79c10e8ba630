/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sixteen tiles a word, against one tile at a time. */
#include "gen/random/pcg.h"
#include "gen/room/room_private.h"

#include <criterion/criterion.h>

enum { MANY = 100000 };

static uint64_t random_word(fl_pcg *rng)
{
    uint64_t word = (uint64_t)fl_pcg_next(rng) << 32;
    return word | fl_pcg_next(rng);
}

Test(room, words_say_the_same_as_single_tiles)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 1);
    for (unsigned i = 0; i < MANY; i++) {
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

Test(room, all_and_none_are_counted)
{
    cr_expect_eq(fl_room_tile_rows_count(FL_ROOM_TILE_ROWS_ONES), 16);
    cr_expect_eq(fl_room_tile_rows_count(0), 0);
    cr_expect_eq(fl_room_tile_rows_gather(FL_ROOM_TILE_ROWS_ONES), 0xffff);
}
