/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filling a floor, and what follows from its rooms, held against naive reckoning. */
#include "gen/floor/floor.h"

#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>

enum { FLOORS = 3000 };

static fl_floor floor_;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS), FL_OK);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_floor_free(&floor_); /* twice does no harm */
}

TestSuite(floor, .init = set_up, .fini = tear_down);

Test(floor, clearing_leaves_nothing_of_the_floor_before)
{
    fl_random_floor_make(&floor_, 5);
    floor_.failure = "a reason";
    fl_floor_clear(&floor_, 7, 9);
    cr_expect_eq(floor_.rooms_n + floor_.cells_n + (int)floor_.doors_n + floor_.rolls_n, 0);
    cr_expect_null(floor_.failure);
    cr_expect_null(floor_.roll_names);
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        cr_expect_eq(floor_.fact[i], FL_GENERATOR_FACT_NONE);
    }
    for (int i = -1; i <= 7 * 9; i++) {
        cr_expect_eq(fl_floor_room_at(&floor_, i % 7, i / 7), FL_FLOOR_NO_ROOM);
    }
    cr_expect_eq(fl_floor_end(&floor_), FL_FLOOR_NO_ROOM);
}

Test(floor, a_board_too_large_is_a_defect, .signal = SIGABRT)
{
    fl_floor_clear(&floor_, FL_RANDOM_FLOOR_SIDE, FL_RANDOM_FLOOR_SIDE + 1);
}

Test(floor, adding_cells_finds_the_corner_of_their_box)
{
    static const uint16_t hook[] = {7, 8, 11};
    fl_floor_clear(&floor_, 5, 4);
    fl_floor_add_cells(&floor_, FL_KIND_NORMAL, hook, 3);
    fl_floor_add_cells(&floor_, FL_KIND_NORMAL, (const uint16_t[]){19}, 1);
    cr_expect(floor_.rooms[0].origin_x == 1 && floor_.rooms[0].origin_y == 1);
    cr_expect(floor_.rooms[0].shape == FL_SHAPE_FREE && floor_.rooms[1].shape == FL_SHAPE_1X1);
    cr_expect(fl_floor_room_at(&floor_, 1, 2) == 0 && fl_floor_room_at(&floor_, 4, 3) == 1);
    cr_expect_eq(fl_floor_room_at(&floor_, 5, 2), FL_FLOOR_NO_ROOM, "nothing is off the board");
    cr_expect(fl_floor_room_at(&floor_, -1, 4) < 0 && fl_floor_room_at(&floor_, 4, 4) < 0);
}

static bool has_door(int a, int b)
{
    int found = 0;
    for (unsigned i = 0; i < floor_.doors_n; i++) {
        const fl_door *door = &floor_.doors[i];
        found += (door->cell_a == a && door->cell_b == b) || (door->cell_a == b && door->cell_b == a);
    }
    cr_assert_leq(found, 1, "a door twice");
    return found == 1;
}

Test(floor, linking_makes_the_door_of_each_touching_pair)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        unsigned pairs = 0;
        fl_random_floor_make(&floor_, seed);
        for (int a = 0; a < floor_.width * floor_.height; a++) {
            for (int b = 0; b < a; b++) {
                int dx = abs(a % floor_.width - b % floor_.width);
                int dy = abs(a / floor_.width - b / floor_.width);
                bool is_pair =
                    dx + dy == 1 && floor_.owner[a] && floor_.owner[b] && floor_.owner[a] != floor_.owner[b];
                pairs += is_pair;
                cr_assert(!is_pair || has_door(a, b), "seed %d, cells %d and %d", (int)seed, a, b);
            }
        }
        cr_assert_eq(pairs, floor_.doors_n);
    }
}

/* Distances by going over all doors again and again until nothing changes. */
static void relax(int distance[FL_RANDOM_FLOOR_CELLS])
{
    for (int i = 0; i < floor_.rooms_n; i++) {
        distance[i] = i == 0 ? 0 : 9999;
    }
    for (bool is_changing = true; is_changing;) {
        is_changing = false;
        for (unsigned i = 0; i < floor_.doors_n * 2; i++) {
            const fl_door *door = &floor_.doors[i / 2];
            int from = i % 2 ? door->room_a : door->room_b;
            int to = i % 2 ? door->room_b : door->room_a;
            if (!floor_.rooms[from].is_added && distance[from] + 1 < distance[to]) {
                distance[to] = distance[from] + 1;
                is_changing = true;
            }
        }
    }
}

static unsigned plan_neighbours(unsigned number)
{
    bool is_near[FL_RANDOM_FLOOR_CELLS] = {false};
    unsigned n = 0;
    for (unsigned i = 0; i < floor_.doors_n; i++) {
        const fl_door *door = &floor_.doors[i];
        if (door->room_a == number || door->room_b == number) {
            unsigned other = (unsigned)door->room_a + door->room_b - number;
            n += !is_near[other] && !floor_.rooms[other].is_added;
            is_near[other] = true;
        }
    }
    return n;
}

/* Distances are shortest ways through the plan, dead ends have one neighbour in it; doors name the earlier
 * room first, and the kind of the higher rank. */
Test(floor, random_floors_are_measured_as_by_naive_reckoning)
{
    for (uint64_t seed = 0; seed < FLOORS; seed++) {
        int distance[FL_RANDOM_FLOOR_CELLS];
        fl_random_floor_make(&floor_, seed);
        relax(distance);
        for (unsigned i = 0; i < floor_.rooms_n; i++) {
            const fl_room *room = &floor_.rooms[i];
            int expected = distance[i] >= 9999 ? FL_FLOOR_UNREACHED : distance[i];
            cr_assert_eq(room->distance, expected, "seed %d, room %u", (int)seed, i);
            cr_assert_eq(room->is_dead_end, i > 0 && !room->is_added && plan_neighbours(i) == 1,
                         "seed %d, room %u", (int)seed, i);
        }
        for (unsigned i = 0; i < floor_.doors_n; i++) {
            const fl_door *door = &floor_.doors[i];
            fl_kind a = floor_.rooms[door->room_a].kind;
            fl_kind b = floor_.rooms[door->room_b].kind;
            cr_assert(door->room_a < door->room_b && floor_.owner[door->cell_a] == door->room_a + 1 &&
                      floor_.owner[door->cell_b] == door->room_b + 1);
            cr_assert_eq(door->kind, fl_kind_of(b)->rank > fl_kind_of(a)->rank ? b : a);
        }
    }
}

/* A room's own rank beats its kind's, also when it is 0; a door carries the kind of the higher. An end is the
 * end before a boss is, and the first of each. */
Test(floor, a_rank_of_its_own_beats_the_kind)
{
    static const fl_kind kinds[] = {FL_KIND_START, FL_KIND_NORMAL, FL_KIND_BOSS, FL_KIND_END, FL_KIND_END};
    fl_floor_clear(&floor_, 5, 1);
    for (int x = 0; x < 5; x++) {
        fl_floor_add(&floor_, kinds[x], FL_SHAPE_1X1, x, 0);
    }
    cr_expect_eq(fl_floor_rank(&floor_.rooms[0]), fl_kind_of(FL_KIND_START)->rank);
    fl_floor_link(&floor_);
    cr_expect_eq(floor_.doors[0].kind, FL_KIND_START);
    floor_.rooms[0].rank = FL_FLOOR_RANK;
    floor_.rooms[1].rank = 7 + FL_FLOOR_RANK;
    cr_expect(fl_floor_rank(&floor_.rooms[0]) == 0 && fl_floor_rank(&floor_.rooms[1]) == 7);
    fl_floor_link(&floor_);
    cr_expect_eq(floor_.doors[0].kind, FL_KIND_NORMAL);
    cr_expect_eq(fl_floor_end(&floor_), FL_FLOOR_NO_ROOM);
    fl_floor_choose_end(&floor_);
    cr_expect_eq(fl_floor_end(&floor_), 3);
}
