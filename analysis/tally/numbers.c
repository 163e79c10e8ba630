/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums over the numbers of counted samples. The samples of a range, each once, have a known count, sum and
 * sum of squares; a block that was counted twice, left out, or counted instead of another changes at least
 * one of them. All sums are modulo 2^128, so that there is no largest number. */
#include "analysis/tally/tally.h"

/* 0 + 1 + … + (n - 1) */
static fl_tally_sum sum_below(fl_tally_sum n)
{
    fl_tally_sum a = n;
    fl_tally_sum b = n > 0 ? n - 1 : 0;
    return a % 2 == 0 ? a / 2 * b : b / 2 * a;
}

/* 0 + 1 + 4 + … + (n - 1)^2 = (n - 1) n (2 n - 1) / 6. The factors are divided before they are multiplied:
 * division is impossible modulo 2^128. */
static fl_tally_sum squares_below(fl_tally_sum n)
{
    fl_tally_sum factor[3] = {n > 0 ? n - 1 : 0, n, n > 0 ? 2 * n - 1 : 0};
    factor[factor[0] % 2 == 0 ? 0 : 1] /= 2;
    factor[factor[0] % 3 == 0 ? 0 : factor[1] % 3 == 0 ? 1 : 2] /= 3;
    return factor[0] * factor[1] * factor[2];
}

void fl_tally_numbers_add(fl_tally_numbers *self, uint64_t first, uint64_t n)
{
    fl_tally_sum end = (fl_tally_sum)first + n;
    self->sum += sum_below(end) - sum_below(first);
    self->squares += squares_below(end) - squares_below(first);
}

bool fl_tally_has_once(const fl_tally *self, uint64_t first, uint64_t n)
{
    fl_tally_numbers exact = {0, 0};
    fl_tally_numbers_add(&exact, first, n);
    return fl_tally_tried(self) == n && self->numbers.sum == exact.sum &&
           self->numbers.squares == exact.squares;
}
