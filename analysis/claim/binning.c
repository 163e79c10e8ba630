/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cells span the values from the lowest to the highest thousandth of both samples. */
#include "analysis/claim/claim_private.h"

#include <assert.h>
#include <string.h>

static const uint64_t tail_parts = 1000;

static bool counts(const fl_value_set *given, uint32_t value)
{
    return given->pieces_n == 0 || fl_claim_value_set_has(given, value);
}

static uint64_t at(const fl_claim_counts *a, const fl_claim_counts *b, const fl_value_set *given,
                   uint32_t value)
{
    uint64_t n = (value < a->bins ? a->count[value] : 0) + (value < b->bins ? b->count[value] : 0);
    return counts(given, value) ? n : 0;
}

void fl_claim_binning_choose(fl_binning *self, const fl_claim_counts *a, const fl_claim_counts *b,
                             const fl_value_set *given, unsigned most)
{
    uint64_t total = 0;
    uint64_t below = 0;
    uint64_t above = 0;
    uint32_t bins = a->bins > b->bins ? a->bins : b->bins; /* two generators may have different bins */
    assert(bins > 0 && most > 0 && most <= FL_BINNING_CELLS);
    uint32_t last = bins - 1;
    for (uint32_t value = 0; value < bins; value++) {
        total += at(a, b, given, value);
    }
    self->first = 0;
    while (self->first < last && (below += at(a, b, given, self->first)) <= total / tail_parts) {
        self->first++;
    }
    while (last > self->first && (above += at(a, b, given, last)) <= total / tail_parts) {
        last--;
    }
    uint32_t span = last - self->first + 1;
    self->width = (span + most - 1) / most;
    self->cells_n = (span + self->width - 1) / self->width;
    self->share = 1 / ((double)most * (double)bins * (double)bins);
}

unsigned fl_claim_binning_cell(const fl_binning *self, uint32_t value)
{
    uint32_t cell = value < self->first ? 0 : (value - self->first) / self->width;
    return cell < self->cells_n ? cell : self->cells_n - 1;
}

void fl_claim_binning_fill(const fl_binning *self, const fl_claim_counts *sample, const fl_value_set *given,
                           uint64_t out[FL_BINNING_CELLS])
{
    memset(out, 0, FL_BINNING_CELLS * sizeof *out);
    for (uint32_t value = 0; value < sample->bins; value++) {
        out[fl_claim_binning_cell(self, value)] += counts(given, value) ? sample->count[value] : 0;
    }
    out[self->cells_n - 1] += given->pieces_n == 0 ? sample->over_n : 0;
}
