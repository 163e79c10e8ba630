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
