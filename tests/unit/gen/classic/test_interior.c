/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interiors of normal rooms: which numbers each level draws, and how hard they are. Odds are G-tests at 1e-6
 * with fixed seeds. */
#include "gen/classic/classic.h"
#include "gen/classic/classic_private.h"
#include "gen/room/room.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NUMBERS = 256, FLOORS = 20000 };

static fl_classic_interior interior;

static void set_up(void)
{
    cr_assert_eq(fl_classic_interior_init(&interior, NULL), FL_OK);
}

TestSuite(interior, .init = set_up);

/* How often each number was drawn by normal rooms. */
static void count(const char *settings, uint64_t out[NUMBERS])
{
    maker m;
    memset(out, 0, NUMBERS * sizeof *out);
    maker_open(&m, "classic", settings, 2);
    for (uint64_t i = 0; i < FLOORS; i++) {
        maker_make_bare(&m, i);
        for (unsigned room = 0; room < m.floor.rooms_n; room++) {
            const fl_room *it = &m.floor.rooms[room];
            bool is_normal = it->kind == FL_KIND_NORMAL;
            cr_assert_eq(is_normal, it->variant >= 0, "floor %u, room %u", (unsigned)i, room);
            if (is_normal) {
                out[it->variant]++;
            }
        }
    }
    maker_close(&m);
}

static void expect_even(const uint64_t found[NUMBERS], unsigned first, unsigned last)
{
    double even[NUMBERS] = {0};
    for (unsigned i = first; i <= last; i++) {
        even[i] = 1.0 / (last - first + 1);
    }
    double p = gtest_fit(found, even, NUMBERS);
    cr_expect_gt(p, 1e-6, "p = %g for %u to %u", p, first, last);
}

Test(interior, numbers_are_drawn_evenly_from_the_levels_range)
{
    uint64_t found[NUMBERS];
    count("interiors=on chapter=main level=1", found);
    expect_even(found, 4, 115);
    count("interiors=on chapter=alternative level=2", found);
    expect_even(found, 59, 177);
    count("interiors=on chapter=main level=11", found);
    expect_even(found, 8, 35);
}

Test(interior, a_range_that_is_off_by_one_is_caught)
{
    uint64_t found[NUMBERS];
    double even[NUMBERS] = {0};
    count("interiors=on chapter=main level=1", found);
    for (unsigned i = 4; i <= 116; i++) {
        even[i] = 1.0 / 113;
    }
    cr_expect_lt(gtest_fit(found, even, NUMBERS), 1e-6);
}

Test(interior, a_large_floor_draws_from_both_levels_of_its_chapter)
{
    uint64_t found[NUMBERS];
    double law[NUMBERS] = {0};
    for (unsigned i = 4; i <= 176; i++) {
        law[i] = (i <= 115 ? 0.5 / 112 : 0) + (i >= 59 ? 0.5 / 118 : 0);
    }
    count("interiors=on chapter=main level=1 curse=labyrinth", found);
    double p = gtest_fit(found, law, NUMBERS);
    cr_expect_gt(p, 1e-6, "p = %g", p);
}

Test(interior, either_chapter_comes_half_the_time)
{
    uint64_t found[NUMBERS];
    double law[NUMBERS] = {0};
    for (unsigned i = 4; i <= 117; i++) {
        law[i] = (i <= 115 ? 0.5 / 112 : 0) + 0.5 / 114;
    }
    count("interiors=on level=1", found);
    /* rooms of one floor share their chapter: the share of each number stays, its spread grows a little;
     * hence the limit */
    cr_expect_gt(gtest_fit(found, law, NUMBERS), 1e-9);
}

Test(interior, what_both_levels_of_a_chapter_draw_is_medium)
{
    cr_expect_eq(fl_classic_interior_difficulty(&interior, false, 1, 58), FL_CLASSIC_EASY);
    cr_expect_eq(fl_classic_interior_difficulty(&interior, false, 1, 59), FL_CLASSIC_MEDIUM);
    cr_expect_eq(fl_classic_interior_difficulty(&interior, false, 2, 115), FL_CLASSIC_MEDIUM);
    cr_expect_eq(fl_classic_interior_difficulty(&interior, false, 2, 116), FL_CLASSIC_HARD);
    cr_expect_eq(fl_classic_interior_difficulty(&interior, true, 2, 117), FL_CLASSIC_MEDIUM);
    cr_expect_eq(fl_classic_interior_difficulty(&interior, false, 9, 4), FL_CLASSIC_MEDIUM,
                 "its chapter has one level");
}

Test(interior, levels_without_rooms_have_none)
{
    maker m;
    maker_open(&m, "classic", "interiors=on level=10", 2);
    maker_make_bare(&m, 0);
    for (unsigned room = 0; room < m.floor.rooms_n; room++) {
        cr_expect_eq(m.floor.rooms[room].difficulty, -1);
    }
    maker_close(&m);
}

Test(interior, no_other_draw_depends_on_them)
{
    maker with;
    maker without;
    maker_open(&with, "classic", "interiors=on level=4", 2);
    maker_open(&without, "classic", "level=4", 2);
    for (uint64_t i = 0; i < 200; i++) {
        maker_make_bare(&with, i);
        maker_make_bare(&without, i);
        cr_assert_eq(with.floor.rooms_n, without.floor.rooms_n);
        cr_assert_arr_eq(with.floor.cells, without.floor.cells,
                         with.floor.cells_n * sizeof *with.floor.cells);
        cr_assert_arr_eq(with.floor.gate, without.floor.gate, with.floor.gates_n * sizeof *with.floor.gate);
    }
    maker_close(&with);
    maker_close(&without);
}

/* How many normal rooms have each variation, and how many there are. */
static void count_bits(const char *settings, uint64_t hits[3], uint64_t *rooms)
{
    maker m;
    memset(hits, 0, 3 * sizeof *hits);
    *rooms = 0;
    maker_open(&m, "classic", settings, 2);
    for (uint64_t i = 0; i < FLOORS; i++) {
        maker_make_bare(&m, i);
        for (unsigned room = 0; room < m.floor.rooms_n; room++) {
            const fl_room *it = &m.floor.rooms[room];
            for (unsigned bit = 0; bit < 3 && it->variant >= 0; bit++) {
                hits[bit] += it->subtype >> bit & 1;
            }
            *rooms += it->variant >= 0;
        }
    }
    maker_close(&m);
}

Test(interior, variations_come_with_their_chances)
{
    static const double chance[] = {0.25, 0.5, 0};
    uint64_t hits[3];
    uint64_t rooms = 0;
    count_bits("interiors=on champions=1/4 tinted_rocks=0.5 red_fires=off", hits, &rooms);
    for (unsigned bit = 0; bit < 3; bit++) {
        double law[2] = {chance[bit], 1 - chance[bit]};
        uint64_t found[2] = {hits[bit], rooms - hits[bit]};
        double p = gtest_fit(found, law, 2);
        cr_expect_gt(p, 1e-6, "variation %u: p = %g", bit, p);
    }
    count_bits("interiors=on champions=0.27", hits, &rooms);
    uint64_t found[2] = {hits[0], rooms - hits[0]};
    double law[2] = {chance[0], 1 - chance[0]};
    cr_expect_lt(gtest_fit(found, law, 2), 1e-6, "a chance that is off is caught");
}

Test(interior, the_basement_may_have_the_articles_174_rooms)
{
    uint64_t found[NUMBERS];
    count("interiors=on chapter=main level=1 pools=article", found);
    expect_even(found, 3, 115);
    count("interiors=on chapter=main level=2 pools=article", found);
    expect_even(found, 59, 176);
    count("interiors=on chapter=alternative level=1 pools=article", found);
    expect_even(found, 4, 117);
    count("interiors=on chapter=main level=3 pools=article", found);
    expect_even(found, 4, 114);
}

/* The room that is interior `number` of a chapter counted from 1, by what the floor says. */
static void make_chunk_room(fl_room_rules *chunks, int chapter, int number, fl_interior *out)
{
    fl_key key;
    uint64_t index = 0;
    fl_room room = {.kind = FL_KIND_NORMAL,
                    .variant = number,
                    .subtype = (int16_t)(chapter * FL_CLASSIC_CHAPTER_ONE + FL_CLASSIC_CHAPTER_ONE - 1)};
    cr_assert(fl_classic_chunk_room(&room, &index));
    cr_assert_eq(index, (uint64_t)chapter * 1000 + (uint64_t)number);
    fl_room_key(FL_CLASSIC_CHUNK_SEED, &key);
    key.index = index;
    fl_room_make(chunks, &key, out);
}

/* What stands in a room, counted tile by tile. */
static int stands_in(const fl_interior *room)
{
    int bits = 0;
    for (unsigned i = 0; i < 256; i++) {
        fl_tile tile = fl_room_tile(room, i % 16, i / 16);
        bits |= tile == FL_TILE_ROCK    ? FL_CLASSIC_ROCKS
                : tile == FL_TILE_PIT   ? FL_CLASSIC_PITS
                : tile == FL_TILE_FIRE  ? FL_CLASSIC_FIRES
                : tile >= FL_TILE_SPAWN ? FL_CLASSIC_ENEMIES
                                        : 0;
    }
    return bits;
}

Test(interior, each_as_a_chunk_room_holds_what_the_table_says_and_joins_its_four_doors)
{
    static const int last[] = {177, 169, 154, 136, 91, 35};
    fl_setting_values values;
    fl_room_rules *chunks = NULL;
    fl_setting_values_init(&values, fl_room_rules_settings, FL_ROOM_SETTINGS_N);
    cr_assert_eq(fl_setting_values_set(&values, "set", FL_CLASSIC_CHUNK_SET, "", NULL), FL_OK);
    cr_assert_eq(fl_room_rules_init(&values, &chunks, NULL), FL_OK);
    int all = 0;
    for (int chapter = 1; chapter <= 6; chapter++) {
        for (int number = 1; number <= last[chapter - 1]; number++) {
            fl_interior room;
            make_chunk_room(chunks, chapter, number, &room);
            int stands = interior.stands[chapter - 1][number];
            cr_assert_eq(room.doors, FL_ALL_SIDES);
            cr_assert_null(fl_room_check(chunks, &room), "chapter %d, number %d", chapter, number);
            cr_assert_eq(stands, stands_in(&room), "chapter %d, number %d", chapter, number);
            all |= stands ^ (FL_CLASSIC_CHAPTER_ONE - FL_CLASSIC_ROCKS); /* what is missing somewhere */
        }
        cr_expect_eq(interior.stands[chapter - 1][last[chapter - 1] + 1], 0, "more digits than rooms");
    }
    cr_expect_eq(all & (FL_CLASSIC_ROCKS | FL_CLASSIC_PITS | FL_CLASSIC_FIRES),
                 FL_CLASSIC_ROCKS | FL_CLASSIC_PITS | FL_CLASSIC_FIRES, "no room is without them");
    fl_room_rules_free(chunks);
}

Test(interior, as_chunk_rooms_they_keep_their_numbers_and_vary_only_where_they_can)
{
    maker with;
    maker without;
    int refused = 0;
    maker_open(&without, "classic", "interiors=on level=5 champions=1/2 tinted_rocks=1/2 red_fires=1/2", 2);
    maker_open(&with, "classic",
               "interiors=on level=5 champions=1/2 tinted_rocks=1/2 red_fires=1/2 chunk_rooms=on", 2);
    for (uint64_t i = 0; i < 500; i++) {
        maker_make_bare(&with, i);
        maker_make_bare(&without, i);
        for (unsigned room = 0; room < with.floor.rooms_n; room++) {
            const fl_room *it = &with.floor.rooms[room];
            const fl_room *plain = &without.floor.rooms[room];
            uint64_t index = 0;
            cr_assert_eq(it->variant, plain->variant);
            cr_assert_eq(fl_classic_chunk_room(it, &index), it->kind == FL_KIND_NORMAL);
            cr_assert_not(fl_classic_chunk_room(plain, &index));
            if (it->kind != FL_KIND_NORMAL) {
                continue;
            }
            int stands = it->subtype & (FL_CLASSIC_CHAPTER_ONE - FL_CLASSIC_ROCKS);
            int admitted = (stands & FL_CLASSIC_ENEMIES ? 1 : 0) | (stands & FL_CLASSIC_ROCKS ? 2 : 0) |
                           (stands & FL_CLASSIC_FIRES ? 4 : 0);
            cr_assert_eq(it->subtype / FL_CLASSIC_CHAPTER_ONE, 3, "level 5 is of the third chapter");
            cr_assert_eq(stands, interior.stands[2][it->variant]);
            cr_assert_eq(it->subtype & 7, plain->subtype & admitted);
            refused += (plain->subtype & ~admitted) != 0;
        }
    }
    cr_expect_gt(refused, 0, "some room lacks what would vary");
    maker_close(&with);
    maker_close(&without);
}

/* Where some floors may be without interiors, there are no columns. */
Test(interior, columns_are_of_rules_all_of_whose_floors_have_some_or_none_has)
{
    static const struct {
        const char *settings;
        bool fits;
    } table[] = {
        {"interiors=on", true},
        {"interiors=on level=9", true},
        {"interiors=on level=10", true}, /* none has */
        {"interiors=on rooms=6 min_end_rooms=3", true},
        {"interiors=on rooms=5 min_end_rooms=3", false},
        {"interiors=on min_rooms=4 max_rooms=9 min_end_rooms=3", false},
        {"interiors=off rooms=5 min_end_rooms=3", true},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        maker m;
        maker_open(&m, "classic", table[i].settings, 1);
        cr_expect_eq(m.generator->fits_batch(m.rules), table[i].fits, "%s", table[i].settings);
        maker_close(&m);
    }
}
