/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bets against 60-digit arithmetic, a game played value by value, and what the mixture promises. */
#include "analysis/stat/stat_private.h"
#include "tests/unit/stat_reference.h"

#include <criterion/criterion.h>
#include <math.h>

static fl_bets bets_of(const fl_verdict_values *values)
{
    fl_bets out;
    cr_assert(fl_stat_bets_init(&out, values));
    return out;
}

static double log_e(const fl_bets *bets, double mean, double scale)
{
    fl_bets_wealth wealth;
    fl_stat_bets_at(bets, mean, &wealth);
    return fl_stat_bets_log_e(&wealth, scale);
}

Test(bets, evidence_equals_sixty_digits)
{
    for (size_t i = 0; i < sizeof stat_bets / sizeof stat_bets[0]; i++) {
        const fl_stat_bets_row *row = &stat_bets[i];
        fl_verdict_values values = {row->count, 5, 3, row->lowest, row->highest};
        fl_bets bets = bets_of(&values);
        double found = log_e(&bets, fl_stat_fraction_value(row->mean), 1);
        cr_expect_float_eq(found, row->log_e, 1e-9 * fmax(1, fabs(row->log_e)), "row %zu: %.15g, %.15g", i,
                           found, row->log_e);
    }
}

/* The expectation after two values, over all of them: a fair game, whatever the law with this mean. */
Test(bets, the_game_is_fair)
{
    static const double law[5] = {0.4, 0.1, 0, 0.2, 0.3};
    double mean = 0;
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        mean += law[i] * (i - 2);
    }
    for (int i = 0; i < 25; i++) {
        uint64_t count[5] = {0};
        count[i / 5]++;
        count[i % 5]++;
        fl_verdict_values values = {count, 5, -2, -2, 7};
        fl_bets bets = bets_of(&values);
        sum += law[i / 5] * law[i % 5] * exp(log_e(&bets, mean, 1));
    }
    cr_expect_float_eq(sum, 1, 1e-12);
}

Test(bets, evidence_is_convex_and_so_its_set_an_interval)
{
    static const uint64_t counts[][6] = {
        {3, 0, 50, 900, 40, 0}, {1, 0, 0, 0, 0, 1}, {0, 0, 7, 0, 0, 0}, {900, 1, 0, 0, 0, 3}};
    for (int i = 0; i < 4; i++) {
        fl_verdict_values values = {counts[i], 6, 0, 0, 20};
        fl_bets bets = bets_of(&values);
        for (double mean = 0.02; mean < 19.97; mean += 0.01) {
            double middle = log_e(&bets, mean, 1);
            double chord = (log_e(&bets, mean - 0.01, 1) + log_e(&bets, mean + 0.01, 1)) / 2;
            cr_expect(middle <= chord + 1e-9 * (1 + fabs(chord)), "row %d at %g", i, mean);
        }
        cr_expect_leq(log_e(&bets, bets.mean, 1), 1e-12);
        fl_interval limits = fl_stat_bets_limits(&bets, 0.01);
        cr_expect(limits.lo <= bets.mean && limits.hi >= bets.mean);
        cr_expect(limits.lo <= 1e-9 || fabs(log_e(&bets, limits.lo, 1) - log(100)) < 1e-5, "row %d", i);
        cr_expect(limits.hi >= 20 - 1e-9 || fabs(log_e(&bets, limits.hi, 1) - log(100)) < 1e-5, "row %d", i);
    }
}

Test(bets, as_many_times_the_counts_are_that_scale)
{
    static const uint64_t few[4] = {5, 30, 20, 1};
    static const uint64_t many[4] = {35, 210, 140, 7};
    fl_verdict_values a = {few, 4, 0, 0, 9};
    fl_verdict_values b = {many, 4, 0, 0, 9};
    fl_bets small = bets_of(&a);
    fl_bets large = bets_of(&b);
    for (double mean = 0.1; mean < 9; mean += 0.1) {
        double wanted = log_e(&large, mean, 1);
        cr_expect_float_eq(log_e(&small, mean, 7), wanted, 1e-9 * fmax(1, fabs(wanted)), "%g", mean);
    }
}

Test(bets, a_range_ten_times_as_wide_costs_next_to_nothing)
{
    static const uint64_t count[3] = {250000, 500000, 250000};
    fl_verdict_values narrow = {count, 3, 9, 0, 20};
    fl_verdict_values wide = {count, 3, 9, 0, 200};
    fl_bets a = bets_of(&narrow);
    fl_bets b = bets_of(&wide);
    fl_interval in_narrow = fl_stat_bets_limits(&a, 1e-6);
    fl_interval in_wide = fl_stat_bets_limits(&b, 1e-6);
    double ratio = (in_wide.hi - in_wide.lo) / (in_narrow.hi - in_narrow.lo);
    cr_expect(ratio > 0.9 && ratio < 1.1, "%g", ratio);
    /* no sequence can have less than the fixed-n width */
    cr_expect(in_wide.hi - in_wide.lo < 1.5 * 2 * sqrt(2 * log(1e6) / 1e6 * 0.5), "%g",
              in_wide.hi - in_wide.lo);
}

Test(bets, ends_of_the_range_are_ruled_out_by_one_value_or_not_at_all)
{
    static const uint64_t low[3] = {1000, 0, 0};
    static const uint64_t high[3] = {1000, 1, 0};
    fl_verdict_values never = {low, 3, 0, 0, 2};
    fl_verdict_values once = {high, 3, 0, 0, 2};
    fl_bets a = bets_of(&never);
    fl_bets b = bets_of(&once);
    cr_expect_leq(log_e(&a, 0, 1), 0);
    cr_expect_eq(log_e(&b, 0, 1), INFINITY);
    cr_expect_eq(log_e(&a, 2, 1), INFINITY);
    cr_expect_eq(fl_stat_bets_limits(&a, 0.01).lo, 0);
    cr_expect_gt(fl_stat_bets_limits(&b, 0.01).lo, 0);
    fl_verdict_values outside = {high, 3, 0, 0, 0};
    cr_expect_not(fl_stat_bets_init(&b, &outside));
    fl_verdict_values none = {low + 1, 2, 0, 0, 2};
    cr_expect(fl_stat_bets_init(&b, &none) && isnan(b.mean));
    fl_interval all = fl_stat_bets_limits(&b, 0.01);
    cr_expect(all.lo == 0 && all.hi == 2);
}
