/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of sample numbers: what was counted twice, left out or counted in the place of another is found. */
#include "analysis/tally/tally.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

static const char text[] = "name: numbers\ngenerator: classic\nfloors: 6000\nmetrics: [rooms]\nmaps: none\n";

static small_run it;

static void set_up(void)
{
    small_run_open(&it, text, 0, 1);
}

static void tear_down(void)
{
    small_run_close(&it);
}

TestSuite(numbers, .init = set_up, .fini = tear_down);

static bool is_sum_of_loop(uint64_t first, uint64_t n)
{
    fl_tally_numbers loop = {0, 0};
    fl_tally_numbers range = {0, 0};
    for (uint64_t i = 0; i < n; i++) {
        fl_tally_sum number = (fl_tally_sum)first + i;
        loop.sum += number;
        loop.squares += number * number;
    }
    fl_tally_numbers_add(&range, first, n);
    return loop.sum == range.sum && loop.squares == range.squares;
}

Test(numbers, a_range_has_the_sums_of_a_loop)
{
    static const uint64_t first[] = {
        0, 1, 2, 3, 1000003, 1ull << 31, 1ull << 32, 1ull << 63, UINT64_MAX - 4000};
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) {
        for (uint64_t n = 0; n < 40; n++) {
            cr_assert(is_sum_of_loop(first[i], n), "%llu from %llu", (unsigned long long)n,
                      (unsigned long long)first[i]);
        }
        cr_expect(is_sum_of_loop(first[i], 4000));
    }
}

Test(numbers, every_floor_once_is_right)
{
    cr_expect(fl_tally_has_once(it.totals, 0, 0), "nothing yet");
    small_run_count(&it, 0, 2);
    cr_expect(fl_tally_has_once(it.totals, 0, 2));
    cr_expect_not(fl_tally_has_once(it.totals, 1, 2));
    cr_expect_not(fl_tally_has_once(it.totals, 0, 1));
    small_run_count(&it, 2, it.setup.samples);
    cr_expect(fl_tally_has_once(it.totals, 0, 6000));
}

Test(numbers, a_floor_counted_twice_is_found)
{
    small_run_count(&it, 0, it.setup.samples);
    small_run_count(&it, 2, 3);
    cr_expect_not(fl_tally_has_once(it.totals, 0, it.totals->floors));
    cr_expect_not(fl_tally_has_once(it.totals, 0, 6000));
}

Test(numbers, a_floor_left_out_is_found)
{
    small_run_count(&it, 0, 2);
    small_run_count(&it, 3, it.setup.samples);
    cr_expect_not(fl_tally_has_once(it.totals, 0, it.totals->floors));
}

Test(numbers, a_floor_in_the_place_of_another_is_found)
{
    small_run_count(&it, 0, 3);
    small_run_count(&it, 1, 2);
    small_run_count(&it, 4, it.setup.samples);
    cr_expect_eq(it.totals->floors, 6000u, "the number of floors is right");
    cr_expect_not(fl_tally_has_once(it.totals, 0, 6000));
}

/* Floors 0, 3, 3 in the places of 1, 2, 3 have their sum, but not their squares. */
Test(numbers, floors_with_the_same_sum_are_found_by_their_squares)
{
    fl_tally_numbers wrong = {0, 0};
    fl_tally_numbers exact = {0, 0};
    small_run_count(&it, 0, 1);
    small_run_count(&it, 0, 1);
    small_run_count(&it, 3, 4);
    small_run_count(&it, 3, 4);
    fl_tally_numbers_add(&exact, 0, 4);
    wrong = it.totals->numbers;
    cr_expect_eq(it.totals->floors, 4u);
    cr_expect(wrong.sum == exact.sum && wrong.squares != exact.squares);
    cr_expect_not(fl_tally_has_once(it.totals, 0, 4));
}

Test(numbers, merging_adds_them)
{
    small_run other;
    small_run_open(&other, text, 0, 1);
    small_run_count(&it, 0, 2);
    small_run_count(&other, 2, other.setup.samples);
    fl_tally_merge(it.totals, other.totals);
    cr_expect(fl_tally_has_once(it.totals, 0, 6000));
    fl_tally_merge(it.totals, other.totals);
    cr_expect_not(fl_tally_has_once(it.totals, 0, 6000));
    fl_tally_clear(it.totals);
    cr_expect(fl_tally_has_once(it.totals, 0, 0));
    fl_tally_merge(it.totals, other.totals);
    cr_expect(fl_tally_has_once(it.totals, 2, 5998));
    small_run_close(&other);
}
