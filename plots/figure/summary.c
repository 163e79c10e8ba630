/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values beyond a metric's bins are not in the counts and so not in the summary; they are few. */
#include "plots/figure/figure_private.h"

#include <math.h>

double fl_figure_summary_total(const fl_result_view_counts *counts, uint64_t condition)
{
    const uint64_t *row = fl_figure_view_row(counts, condition);
    double n = 0;
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        n += (double)row[i];
    }
    return n;
}

fl_summary fl_figure_summary_of(const fl_result_view_counts *counts, uint64_t condition)
{
    static const double share[5] = {0.05, 0.25, 0.5, 0.75, 0.95};
    const uint64_t *row = fl_figure_view_row(counts, condition);
    fl_summary out = {.n = fl_figure_summary_total(counts, condition), .quantile = {NAN, NAN, NAN, NAN, NAN}};
    double below = 0;
    double sum = 0;
    double squares = 0;
    unsigned next = 0;
    for (uint64_t value = 0; value < counts->columns; value++) {
        below += (double)row[value];
        sum += (double)row[value] * (double)value;
        while (next < 5 && out.n > 0 && below >= share[next] * out.n) {
            out.quantile[next++] = (double)value;
        }
    }
    out.mean = out.n > 0 ? sum / out.n : NAN;
    for (uint64_t value = 0; value < counts->columns; value++) {
        squares += (double)row[value] * ((double)value - out.mean) * ((double)value - out.mean);
    }
    out.variance = out.n > 1 ? squares / (out.n - 1) : NAN;
    return out;
}

int64_t fl_figure_summary_largest(const fl_result_view_counts *counts, uint64_t conditions)
{
    int64_t largest = -1;
    for (uint64_t c = 0; c < conditions; c++) {
        for (uint64_t value = 0; value < counts->columns; value++) {
            bool is_larger = fl_figure_view_row(counts, c)[value] > 0 && (int64_t)value > largest;
            largest = is_larger ? (int64_t)value : largest;
        }
    }
    return largest;
}
