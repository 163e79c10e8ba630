/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells for comparing two samples. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

enum { BINS = 400 };

static uint64_t a[BINS], b[BINS];
static const fl_value_set any = {.pieces_n = 0};

static fl_binning choose(void)
{
    fl_binning out;
    fl_claim_counts left = {a, BINS, 0};
    fl_claim_counts right = {b, BINS, 0};
    fl_claim_binning_choose(&out, &left, &right, &any, FL_BINNING_CELLS);
    return out;
}

Test(binning, many_values_share_cells_and_rare_ones_join_the_ends)
{
    uint64_t out[FL_BINNING_CELLS];
    for (unsigned i = 100; i < 160; i++) {
        a[i] = 1000;
    }
    a[3] = 1;
    a[390] = 1;
    fl_binning cut = choose();
    cr_expect(cut.first == 100 && cut.width == 5 && cut.cells_n == 12, "%u %u %u", (unsigned)cut.first,
              (unsigned)cut.width, cut.cells_n);
    fl_claim_binning_fill(&cut, &(fl_claim_counts){a, BINS, 7}, &any, out);
    cr_expect_eq(out[0], 5001u);
    cr_expect_eq(out[5], 5000u);
    cr_expect_eq(out[11], 5008u, "one above, seven beyond the bins");
}

/* Two generators, and so two numbers of bins: nothing beyond the shorter sample is read. */
Test(binning, samples_of_different_lengths)
{
    static const uint64_t few[3] = {0, 40, 60};
    uint64_t out[FL_BINNING_CELLS];
    fl_claim_counts shorter = {few, 3, 0};
    fl_claim_counts longer = {a, BINS, 0};
    fl_binning cut;
    a[2] = 50;
    a[3] = 50;
    for (unsigned turn = 0; turn < 2; turn++) {
        fl_claim_binning_choose(&cut, turn ? &shorter : &longer, turn ? &longer : &shorter, &any,
                                FL_BINNING_CELLS);
        cr_expect(cut.first == 1 && cut.width == 1 && cut.cells_n == 3);
        fl_claim_binning_fill(&cut, &shorter, &any, out);
        cr_expect(out[0] == 40 && out[1] == 60 && out[2] == 0);
        fl_claim_binning_fill(&cut, &longer, &any, out);
        cr_expect(out[0] == 0 && out[1] == 50 && out[2] == 50);
    }
}
