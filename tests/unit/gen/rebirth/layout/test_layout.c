/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growth of a layout: what may be added and how often, by the page's tables (gen/rebirth/RULES.md,
 * "Candidates at a door" to "Dead ends"). The shape lottery is judged by G-tests with fixed seeds: 13
 * options, "none" and 78 pairs, each at 1e-6. */
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"
#include "tests/support/gtest.h"
#include "tests/unit/replay.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { LISTS = 200000, OPTIONS = 13, ALL_SHAPES = (1 << FL_SHAPE_COUNT) - 2 };

static const double alarm = 1e-6;
static const unsigned weights[OPTIONS] = {48, 24, 24, 24, 24, 72, 72, 36, 36, 36, 36, 24, 24};

static fl_layout_board board;
static fl_layout_dead_ends dead_ends;

static void set_up(void)
{
    memset(&board, 0, sizeof board);
    fl_layout_board_clear(&board);
}

TestSuite(layout, .init = set_up);

static fl_rebirth_random stream_of(bool is_exact, uint32_t seed)
{
    fl_rebirth_random stream = {.is_exact = is_exact, .exact = FL_XORSHIFT_LEVEL(seed)};
    fl_pcg_init(&stream.fair, seed, 3);
    return stream;
}

/* How often each option was won, and each pair of options together. */
typedef struct option_counts {
    uint64_t doors, none;
    uint64_t both[OPTIONS][OPTIONS];
} option_counts;

static unsigned option_of(const fl_layout_candidate *one)
{
    unsigned k = 0;
    unsigned direction = fl_layout_slot(*one) & 3;
    while (k < OPTIONS &&
           (fl_layout_option_shape(direction, k) != fl_layout_shape(*one) ||
            fl_layout_placed(*one) + fl_layout_option_offset(direction, k) != fl_layout_origin(*one))) {
        k++;
    }
    return k;
}

/* The start alone on the board: every option fits behind each of its four doors. */
static option_counts count_options(fl_rebirth_random stream)
{
    fl_layout_candidate list[FL_LAYOUT_CANDIDATES_MAX];
    option_counts out = {.doors = 4ull * LISTS};
    fl_layout_board_place(&board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    for (unsigned i = 0; i < LISTS; i++) {
        unsigned won[4] = {0};
        unsigned singles = 0;
        unsigned n =
            fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){ALL_SHAPES, false}, list);
        for (unsigned c = 0; c < n; c++) {
            singles += fl_layout_shape(list[c]) == FL_SHAPE_1X1;
            if (fl_layout_shape(list[c]) != FL_SHAPE_1X1) {
                unsigned k = option_of(&list[c]);
                cr_assert(k < OPTIONS && !(won[fl_layout_slot(list[c])] >> k & 1));
                won[fl_layout_slot(list[c])] |= 1u << k;
            }
        }
        cr_assert_eq(singles, 4u);
        for (unsigned door = 0; door < 4; door++) {
            out.none += won[door] == 0;
            for (unsigned rest = won[door]; rest; rest &= rest - 1) {
                for (unsigned other = rest; other; other &= other - 1) {
                    out.both[__builtin_ctz(rest)][__builtin_ctz(other)]++;
                }
            }
        }
    }
    return out;
}

static double judge_count(uint64_t n, uint64_t of, double chance)
{
    return gtest_fit((const uint64_t[]){n, of - n}, (const double[]){chance, 1 - chance}, 2);
}

/* The smallest p-value of all comparisons. */
static double judge(const option_counts *all, const unsigned *w)
{
    double none = 1;
    double worst = 1;
    for (unsigned a = 0; a < OPTIONS; a++) {
        none *= 1 - 1.0 / w[a];
        for (unsigned b = a; b < OPTIONS; b++) {
            double chance = a == b ? 1.0 / w[a] : 1.0 / (w[a] * w[b]);
            double p = judge_count(all->both[a][b], all->doors, chance);
            worst = p < worst ? p : worst;
        }
    }
    double p = judge_count(all->none, all->doors, none);
    return p < worst ? p : worst;
}

Test(layout, options_are_won_as_documented_and_independently)
{
    for (uint32_t seed = 1; seed <= 2; seed++) {
        set_up();
        option_counts all = count_options(stream_of(seed == 2, seed));
        cr_expect(judge(&all, weights) > alarm, "exact %d", seed == 2);
        cr_expect(judge_count(all.none, all.doors, 1 - 0.3410) > 1e-3); /* the published share */
    }
}

Test(layout, a_wrong_chance_or_dependent_options_are_noticed)
{
    option_counts all = count_options(stream_of(false, 5));
    unsigned wrong[OPTIONS];
    for (unsigned k = 0; k < OPTIONS; k++) {
        memcpy(wrong, weights, sizeof wrong);
        wrong[k] += wrong[k] / 12;
        cr_expect(judge(&all, wrong) < alarm, "option %u", k);
    }
    option_counts tied = all;
    tied.both[3][8] += tied.both[3][8] / 2;
    cr_expect(judge(&tied, weights) < alarm);
}

/* 1x1 and 13 options, or only the options if single cells are not enabled; doors to blocked cells are
 * skipped. */
Test(layout, taking_all_lists_every_enabled_shape_that_fits)
{
    fl_layout_candidate list[FL_LAYOUT_CANDIDATES_MAX];
    fl_rebirth_random stream = stream_of(false, 1);
    fl_layout_board_place(&board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    cr_expect_eq(fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){ALL_SHAPES, true}, list),
                 56u);
    uint32_t no_single = ALL_SHAPES & ~(1u << FL_SHAPE_1X1);
    cr_expect_eq(fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){no_single, false}, list),
                 52u);
    uint32_t narrow = 1u << FL_SHAPE_IH | 1u << FL_SHAPE_IV;
    cr_expect_eq(fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){narrow, false}, list), 4u);
    fl_layout_board_block(&board, fl_layout_board_spot(5, 5)); /* eight options would cover it */
    cr_expect_eq(fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){ALL_SHAPES, true}, list),
                 48u);
    fl_layout_board_block(&board, fl_layout_board_spot(6, 5));
    unsigned n = fl_layout_list_candidates(&board, &stream, 0, (fl_layout_choice){ALL_SHAPES, true}, list);
    for (unsigned i = 0; i < n; i++) {
        cr_expect_neq(fl_layout_slot(list[i]), 1);
        cr_expect(fl_layout_board_fits(&board, fl_layout_shape(list[i]), fl_layout_origin(list[i])));
    }
    cr_expect_eq(n, 42u - 4);
}

Test(layout, every_order_is_as_likely)
{
    uint64_t found[24] = {0};
    double law[24];
    fl_rebirth_random stream = stream_of(false, 11);
    for (unsigned i = 0; i < 24; i++) {
        law[i] = 1.0 / 24;
    }
    for (unsigned i = 0; i < LISTS / 2; i++) {
        fl_layout_candidate list[4];
        for (unsigned slot = 0; slot < 4; slot++) {
            list[slot] = fl_layout_candidate_of(FL_SHAPE_1X1, 0, 0, slot);
        }
        fl_layout_shuffle_candidates(list, 4, &stream);
        unsigned first = fl_layout_slot(list[0]);
        unsigned second = fl_layout_slot(list[1]);
        unsigned third = fl_layout_slot(list[2]);
        unsigned b = second - (second > first);
        unsigned c = third - (third > first) - (third > second);
        found[first * 6 + b * 2 + c]++;
    }
    cr_expect(gtest_fit(found, law, 24) > alarm);
    cr_expect_eq(stream.drawn, 3u * (LISTS / 2));
}

Test(layout, a_placed_room_remembers_its_door)
{
    fl_layout_board_place(&board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    board.room[0].distance = 4;
    fl_layout_candidate one =
        fl_layout_candidate_of(FL_SHAPE_2X2, fl_layout_board_spot(7, 5), fl_layout_board_spot(7, 6), 6);
    unsigned number = fl_layout_place_candidate(&board, 0, one);
    const fl_layout_board_room *room = &board.room[number];
    cr_expect(room->distance == 5 && room->direction == 2 && room->slot == 6);
    cr_expect(room->placed == fl_layout_board_spot(7, 6) && room->origin == fl_layout_board_spot(7, 5));
}

static void make(fl_rebirth_random *stream, const fl_layout_request *request)
{
    fl_layout_board_clear(&board);
    fl_layout_make(&board, stream, request, &dead_ends);
}

Test(layout, layouts_keep_the_rules)
{
    static const fl_layout_request requests[] = {
        {8, 5, false, false, ALL_SHAPES, 0},
        {20, 6, false, true, ALL_SHAPES, 0},
        {36, 7, true, false, ALL_SHAPES, 0},
        {36, 7, true, false, ALL_SHAPES, 20},
        {54, 8, true, false, ALL_SHAPES, 0},
        {20, 5, false, false, 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 7, 0},
        {14, 5, false, false, 1 << 8 | 1 << 12, 0},
    };
    for (unsigned k = 0; k < 2 * sizeof requests / sizeof requests[0]; k++) {
        const fl_layout_request *request = &requests[k / 2];
        fl_rebirth_random stream = stream_of(k % 2, 100 + k);
        for (unsigned i = 0; i < 400; i++) {
            make(&stream, request);
            const char *fault = replay_check(&board, &dead_ends, request);
            cr_assert_null(fault, "request %u, layout %u: %s", k, i, fault);
        }
    }
}

Test(layout, planted_faults_of_a_layout_are_found)
{
    fl_layout_request request = {20, 6, false, false, ALL_SHAPES, 0};
    fl_rebirth_random stream = stream_of(false, 8);
    make(&stream, &request);
    cr_assert_null(replay_check(&board, &dead_ends, &request));
    fl_layout_dead_ends kept = dead_ends;
    dead_ends.room[0] = kept.room[1];
    dead_ends.room[1] = kept.room[0];
    cr_expect_str_eq(replay_check(&board, &dead_ends, &request), "other dead ends");
    dead_ends = kept;
    dead_ends.n--;
    cr_expect_str_eq(replay_check(&board, &dead_ends, &request), "other dead ends");
    dead_ends = kept;
    board.room[5].distance++;
    cr_expect_str_eq(replay_check(&board, &dead_ends, &request), "no parent");
    board.room[5].distance--;
    board.room[7].origin = board.room[6].origin;
    cr_expect_not_null(replay_check(&board, &dead_ends, &request));
}

/* If only single cells are enabled, all four doors of the start can be used: two or three are, or all from 16
 * rooms on. */
Test(layout, the_start_grows_two_or_three_rooms_or_all)
{
    uint64_t found[5] = {0};
    const double law[5] = {0, 0, 0.5, 0.5, 0};
    fl_rebirth_random stream = stream_of(false, 21);
    for (unsigned i = 0; i < 20000; i++) {
        unsigned children = 0;
        fl_layout_request request = {i % 2 ? 15 : 16, 0, false, false, 1 << FL_SHAPE_1X1, 0};
        make(&stream, &request);
        for (unsigned k = 1; k < board.rooms_n; k++) {
            children += board.room[k].distance == 1;
        }
        cr_assert(i % 2 || children == 4);
        found[children] += i % 2;
    }
    cr_expect(gtest_fit(found, law, 5) > alarm);
}

/* How many rooms there are of each shape but 1x1; the number of shapes that two or more rooms have. */
static unsigned count_twice(unsigned *rooms)
{
    unsigned found[FL_SHAPE_COUNT] = {0};
    unsigned twice = 0;
    *rooms = 0;
    for (unsigned i = 1; i < board.rooms_n; i++) {
        found[board.room[i].shape]++;
    }
    for (unsigned shape = FL_SHAPE_1X1 + 1; shape < FL_SHAPE_COUNT; shape++) {
        *rooms += found[shape];
        twice += found[shape] > 1;
    }
    return twice;
}

/* "There's a 95% they are removed from the pool": a shape comes twice only if the draw kept it, one time in
 * twenty. */
Test(layout, placed_shapes_leave_their_layout)
{
    static const uint32_t stay[] = {0, 20, 1, 1000};
    for (unsigned is_exact = 0; is_exact < 2; is_exact++) {
        unsigned twice[4] = {0};
        unsigned large[4] = {0};
        for (unsigned k = 0; k < 4; k++) {
            fl_rebirth_random stream = stream_of(is_exact != 0, 300 + k);
            fl_layout_request request = {50, 5, true, false, ALL_SHAPES, stay[k]};
            for (unsigned i = 0; i < 1000; i++) {
                unsigned rooms = 0;
                make(&stream, &request);
                twice[k] += count_twice(&rooms);
                large[k] += rooms;
            }
        }
        cr_expect_gt(twice[0], 1000u);
        cr_expect(twice[2] > twice[0] * 9 / 10, "one time in one: as without the rule: %u", twice[2]);
        cr_expect(twice[1] > 0 && twice[1] < large[1] / 20, "%u of %u", twice[1], large[1]);
        cr_expect_lt(twice[3], large[3] / 500, "%u of %u", twice[3], large[3]);
    }
}
