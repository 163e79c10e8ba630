/* Few cells for a metric of many values, so that two samples can be compared soon.
 *
 * Every cell costs evidence, and which values occur is not known before: the cells are chosen from the counts
 * themselves. That is paid for: there are FL_BINNING_CELLS × bins² ways to cut (first value, width, number of cells), and
 * each is judged at its share of alpha, so the promise holds for whichever was chosen, at every n at once. */
#ifndef FL_ANALYSIS_CLAIM_BINNING_H
#define FL_ANALYSIS_CLAIM_BINNING_H

#include "analysis/claim/counts_of.h"

enum { FL_BINNING_CELLS = 12 };

typedef struct fl_binning {
    uint32_t first, width; /* cell i begins at first + i × width; the outer cells reach to the ends */
    unsigned cells_n;
    double share; /* of alpha */
} fl_binning;

/* Cells that most of both samples fall into; their bins are as many. Without any count one cell. */
void fl_claim_binning_choose(fl_binning *self, const fl_claim_counts *a, const fl_claim_counts *b,
                             const fl_value_set *given);

/* Puts a sample into the cells; only values in `given` where there are any. */
void fl_claim_binning_fill(const fl_binning *self, const fl_claim_counts *sample, const fl_value_set *given,
                           uint64_t out[FL_BINNING_CELLS]);

#endif
