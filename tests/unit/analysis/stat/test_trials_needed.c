/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searching for the scale at which an answer changes. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>

static bool is_above(const void *data, double scale)
{
    return scale >= *(const double *)data;
}

Test(crossing, finds_the_change_to_a_thousandth)
{
    static const double changes[] = {1.5, 2, 1000, 12345678.9};
    for (int i = 0; i < 4; i++) {
        double found = fl_stat_trials_needed_scale(is_above, &changes[i], 1, 1e15);
        cr_expect(found >= changes[i] && found <= 1.0011 * changes[i], "%g: %g", changes[i], found);
    }
}

Test(crossing, answers_at_once_or_not_at_all)
{
    double early = 0.5;
    double late = 1e9;
    cr_expect_eq(fl_stat_trials_needed_scale(is_above, &early, 1, 100), 1);
    cr_expect_eq(fl_stat_trials_needed_scale(is_above, &late, 1, 100), INFINITY);
}
