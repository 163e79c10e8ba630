/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mean of independent runs, each of which is unbiased, and an interval for it. */
#include "analysis/exact/coins/rare/rare.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>

void fl_rare_sum_up(const double *estimates, unsigned n, fl_rare_sum *out)
{
    double squares = 0;
    *out = (fl_rare_sum){.runs = n};
    for (unsigned i = 0; i < n; i++) {
        out->mean += estimates[i] / n;
        out->none += estimates[i] == 0;
    }
    for (unsigned i = 0; i < n; i++) {
        squares += (estimates[i] - out->mean) * (estimates[i] - out->mean);
    }
    out->error = sqrt(squares / (n - 1) / n);
    double reach = qt(0.975, n - 1, 1, 0) * out->error;
    out->low = out->mean > reach ? out->mean - reach : 0;
    out->high = out->mean + reach;
}
