/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells for secret rooms on boards made by hand; the expected shares come from enumerating all weights
 * (gen/rebirth/RULES.md, "Where the secret room goes"). G-tests at 1e-6 with fixed seeds. */
#include "gen/rebirth/layout/board.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROLLS = 40000 };

static const double alarm = 1e-6;
static const fl_secret_request plain = {.boss_to_avoid = -1};
static const fl_secret_request ultra = {.is_ultra = true, .boss_to_avoid = -1};

static fl_layout_board board;

static void set_up(void)
{
    memset(&board, 0, sizeof board);
    fl_layout_board_clear(&board);
}

TestSuite(secret_place, .init = set_up);

static unsigned put(unsigned shape, int x, int y)
{
    return fl_layout_board_place(&board, shape, fl_layout_board_spot(x, y), fl_layout_board_spot(x, y));
}

/* Gives a room its kind and an interior. */
static void furnish(unsigned number, fl_kind kind, unsigned doors)
{
    fl_layout_board_room *room = &board.room[number];
    const fl_shape_row *row = fl_shape_of((fl_shape)room->shape);
    room->kind = (uint8_t)kind;
    room->interior.doors = (uint8_t)doors;
    room->interior.width = row->width;
    room->interior.height = row->height;
    room->interior.is_there = true;
}

/* Cells by spot; weights 10…14 less 6, 3 or 0 for those with one, two, more neighbours. */
typedef struct place {
    int x, y, neighbours;
} place;

/* The share of each cell, from every outcome of the draws; equal weights share. */
static void enumerate(const place *places, unsigned n, double *law)
{
    unsigned outcomes = 1;
    for (unsigned i = 0; i < n; i++) {
        outcomes *= 5;
    }
    for (unsigned k = 0; k < outcomes; k++) {
        int weight[6];
        int most = 0;
        unsigned ties = 0;
        for (unsigned i = 0, rest = k; i < n; i++, rest /= 5) {
            int less = places[i].neighbours == 1 ? 6 : places[i].neighbours == 2 ? 3 : 0;
            weight[i] = 10 + (int)(rest % 5) - less;
            ties = weight[i] > most ? 1 : ties + (weight[i] == most);
            most = weight[i] > most ? weight[i] : most;
        }
        for (unsigned i = 0; i < n; i++) {
            law[fl_layout_board_spot(places[i].x, places[i].y)] +=
                weight[i] == most ? 1.0 / ties / outcomes : 0;
        }
    }
}

static double judge(const fl_secret_request *request, const double *law, bool is_exact)
{
    uint64_t found[FL_LAYOUT_BOARD_SPOTS] = {0};
    fl_rebirth_random stream = {.is_exact = is_exact, .exact = FL_XORSHIFT_LEVEL(99)};
    fl_pcg_init(&stream.fair, 17, 1);
    for (int i = 0; i < ROLLS; i++) {
        fl_secret_found one;
        fl_layout_secret_place(&board, request, &stream, &one);
        found[one.spot]++;
    }
    return gtest_fit(found, law, FL_LAYOUT_BOARD_SPOTS);
}

static void expect_law(const fl_secret_request *request, const place *places, unsigned n)
{
    double law[FL_LAYOUT_BOARD_SPOTS] = {0};
    enumerate(places, n, law);
    cr_expect(judge(request, law, false) > alarm);
    cr_expect(judge(request, law, true) > alarm);
}

static fl_secret_found find(const fl_secret_request *request)
{
    fl_secret_found found;
    fl_rebirth_random stream = {.is_exact = false};
    fl_pcg_init(&stream.fair, 1, 1);
    fl_layout_secret_place(&board, request, &stream, &found);
    return found;
}

Test(secret_place, a_room_alone_has_four_places)
{
    put(FL_SHAPE_1X1, 6, 6);
    expect_law(&plain, (const place[]){{5, 6, 1}, {7, 6, 1}, {6, 5, 1}, {6, 7, 1}}, 4);
    cr_expect_eq(find(&plain).neighbours, 1u);
    cr_expect_eq(find(&plain).open, 0u);
}

/* Three rooms around 5,5; two of them around 4,4 and 6,4. One neighbour never wins against three. */
Test(secret_place, weights_are_ten_to_fourteen_less_three_or_six)
{
    put(FL_SHAPE_1X1, 4, 5);
    put(FL_SHAPE_1X1, 6, 5);
    put(FL_SHAPE_1X1, 5, 4);
    expect_law(&plain, (const place[]){{5, 5, 3}, {4, 4, 2}, {6, 4, 2}}, 3);
    fl_secret_found found = find(&plain);
    cr_expect_eq(found.open, 1u);
    put(FL_SHAPE_1X1, 5, 6); /* four are no better than three, and two more with two */
    expect_law(&plain, (const place[]){{5, 5, 4}, {4, 4, 2}, {6, 4, 2}, {4, 6, 2}, {6, 6, 2}}, 5);
}

/* In a corner of the board: 0,1 and 1,0 have the room beside, 1,1 two. */
Test(secret_place, two_neighbours_mostly_win_against_one)
{
    put(FL_SHAPE_1X1, 0, 1);
    put(FL_SHAPE_1X1, 1, 0);
    expect_law(&plain, (const place[]){{0, 0, 2}, {1, 1, 2}, {0, 2, 1}, {2, 0, 1}}, 4);
    double wrong[FL_LAYOUT_BOARD_SPOTS] = {0};
    enumerate((const place[]){{0, 0, 2}, {1, 1, 2}}, 2, wrong);
    cr_expect(judge(&plain, wrong, false) < alarm);
}

Test(secret_place, a_blind_side_spoils_a_place)
{
    put(FL_SHAPE_IH, 6, 6);
    expect_law(&plain, (const place[]){{5, 6, 1}, {7, 6, 1}}, 2);
    put(FL_SHAPE_1X1, 6, 8); /* 6,7 has it below and a wall above */
    expect_law(&plain, (const place[]){{5, 6, 1}, {7, 6, 1}, {5, 8, 1}, {7, 8, 1}, {6, 9, 1}}, 5);
}

Test(secret_place, interiors_open_only_their_doors)
{
    unsigned room = put(FL_SHAPE_1X1, 6, 6);
    furnish(room, FL_KIND_SHOP, 1 << 0 | 1 << 3);
    expect_law(&plain, (const place[]){{5, 6, 1}, {6, 7, 1}}, 2);
    set_up();
    furnish(put(FL_SHAPE_2X1, 6, 6), FL_KIND_TREASURE, 1 << 5);
    cr_expect_eq(find(&plain).spot, fl_layout_board_spot(7, 5));
}

Test(secret_place, bosses_and_hidden_rooms_have_nothing_beside)
{
    static const fl_kind kinds[] = {FL_KIND_BOSS, FL_KIND_SECRET, FL_KIND_SUPER_SECRET};
    for (unsigned i = 0; i < 3; i++) {
        set_up();
        furnish(put(FL_SHAPE_2X2, 6, 6), kinds[i], 0xff);
        cr_expect_eq(find(&plain).spot, (unsigned)FL_SECRET_PLACE_NONE);
        put(FL_SHAPE_1X1, 9, 6); /* 8,6 lies between them */
        expect_law(&plain, (const place[]){{9, 5, 1}, {10, 6, 1}, {9, 7, 1}}, 3);
    }
}

Test(secret_place, the_last_chapter_keeps_the_start_free)
{
    fl_secret_request request = plain;
    request.blocks_start = true;
    put(FL_SHAPE_1X1, 6, 6);
    cr_expect_eq(find(&request).spot, (unsigned)FL_SECRET_PLACE_NONE);
    put(FL_SHAPE_1X1, 6, 7);
    expect_law(&request, (const place[]){{5, 7, 1}, {7, 7, 1}, {6, 8, 1}}, 3);
}

Test(secret_place, the_exact_way_draws_for_every_open_cell)
{
    fl_secret_found found;
    fl_rebirth_random stream = {.is_exact = true, .exact = FL_XORSHIFT_LEVEL(5)};
    put(FL_SHAPE_1X1, 6, 6);
    unsigned boss = put(FL_SHAPE_1X1, 0, 0);
    furnish(boss, FL_KIND_BOSS, 0x0f);
    fl_layout_secret_place(&board, &plain, &stream, &found);
    cr_expect_eq(stream.drawn,
                 169u - 2 - 2 + 1); /* two rooms, two cells beside the boss; the choice among the best */
}

/* Two steps from the room, with a free cell between: straight on or round a corner, eight cells. */
Test(secret_place, ultra_secret_rooms_keep_two_steps_away)
{
    put(FL_SHAPE_1X1, 6, 6);
    double law[FL_LAYOUT_BOARD_SPOTS] = {0};
    static const int8_t at[8][2] = {{4, 6}, {8, 6}, {6, 4}, {6, 8}, {5, 5}, {7, 5}, {5, 7}, {7, 7}};
    for (unsigned i = 0; i < 8; i++) {
        law[fl_layout_board_spot(at[i][0], at[i][1])] = 1.0 / 8;
    }
    cr_expect(judge(&ultra, law, false) > alarm);
    cr_expect(judge(&ultra, law, true) > alarm);
}

Test(secret_place, ultra_secret_rooms_need_a_door_on_the_way)
{
    put(FL_SHAPE_IV, 6, 6);
    double law[FL_LAYOUT_BOARD_SPOTS] = {0};
    law[fl_layout_board_spot(6, 4)] = law[fl_layout_board_spot(6, 8)] =
        0.5; /* round a corner it needs both */
    cr_expect(judge(&ultra, law, false) > alarm);
    furnish(0, FL_KIND_CURSE, 0x0a); /* ultra secret rooms keep away from curse rooms, secret rooms do not */
    cr_expect_eq(find(&ultra).spot, (unsigned)FL_SECRET_PLACE_NONE);
    board.room[0].kind = FL_KIND_SHOP;
    cr_expect_neq(find(&ultra).spot, (unsigned)FL_SECRET_PLACE_NONE);
}

/* Rooms at 4,6 and 8,6: two steps between them, 6,6 has both. */
Test(secret_place, ultra_secret_rooms_are_weighed_alike)
{
    put(FL_SHAPE_1X1, 4, 6);
    put(FL_SHAPE_1X1, 8, 6);
    unsigned middle = 0;
    for (unsigned i = 0; i < 200; i++) {
        fl_secret_found found;
        fl_rebirth_random stream = {.is_exact = false};
        fl_pcg_init(&stream.fair, i, 1);
        fl_layout_secret_place(&board, &ultra, &stream, &found);
        bool is_middle = found.spot == fl_layout_board_spot(6, 6);
        middle += is_middle;
        cr_assert_eq(found.neighbours, is_middle ? 2u : 1u);
        cr_assert_eq(fl_layout_board_near(&board, found.spot), 0u);
    }
    cr_expect(middle > 100 && middle < 200, "%u",
              middle); /* 7…11 against fourteen of 4…8: wins .5 to 1 of the time */
}

Test(secret_place, nothing_new_comes_beside_the_boss_to_avoid)
{
    fl_secret_request request = plain;
    request.boss_to_avoid = (int)put(FL_SHAPE_1X1, 6, 6);
    cr_expect_eq(find(&request).spot, (unsigned)FL_SECRET_PLACE_NONE);
    put(FL_SHAPE_1X1, 0, 0);
    expect_law(&request, (const place[]){{1, 0, 1}, {0, 1, 1}}, 2);
}
