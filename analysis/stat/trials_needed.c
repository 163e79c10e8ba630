/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Doubles the scale until the answer is yes, then halves the last step on a logarithmic scale. */
#include "analysis/stat/stat_private.h"

#include <assert.h>
#include <math.h>

static const double precision = 1.001;

double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *data, double first,
                                   double most)
{
    double no = first;
    double yes = first;
    assert(first > 0);
    if (is_yes(data, first)) {
        return first;
    }
    do {
        no = yes;
        yes *= 2;
        if (no >= most) {
            return INFINITY;
        }
    } while (!is_yes(data, yes));
    while (yes / no > precision) {
        double middle = sqrt(no * yes);
        bool is_early = is_yes(data, middle);
        yes = is_early ? middle : yes;
        no = is_early ? no : middle;
    }
    return yes;
}
