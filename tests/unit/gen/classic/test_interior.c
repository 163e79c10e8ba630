/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interiors of normal rooms: which numbers each level draws, and how hard they are. Odds are G-tests at 1e-6
 * with fixed seeds. */
#include "gen/classic/classic_private.h"
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
