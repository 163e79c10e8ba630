/* One row of the table, judged from what was counted. */
#ifndef FL_ANALYSIS_CLAIM_JUDGE_H
#define FL_ANALYSIS_CLAIM_JUDGE_H

#include "analysis/claim/claim_set.h"
#include "analysis/claim/counts_of.h"

typedef struct fl_claim_judge_result {
    fl_verdict_result found;
    uint64_t trials;   /* of all populations */
    uint64_t hits;     /* FL_CLAIM_JUDGE_NO_HITS where no event is counted */
    uint64_t floors;   /* of all populations */
    double floor_rate; /* how often a player sees it on a floor; NAN where that is no question */
    double
        floors_needed; /* floors until a verdict if the shares stay; 0: there is one; INFINITY: not in sight */
} fl_claim_judge_result;

#define FL_CLAIM_JUDGE_NO_HITS UINT64_MAX

/* Judges a row at its share of alpha. `tallies` are those of the row's populations and count what it needs.
 * `tolerance` takes the place of the claim's where that is about a chance; 0 = the claim's own. */
typedef struct fl_claim_judge {
    const fl_claim_row *row;
    const fl_tally *const *tallies; /* [row->populations_n] */
    double alpha, tolerance;
} fl_claim_judge;

FL_NODISCARD fl_err fl_claim_judge_row(const fl_claim_judge *self, fl_claim_judge_result *out, fl_diag *diag);

/* The claim as the statistics see it. */
fl_stat_claim fl_claim_judge_claim(const fl_claim_judge *self);

#endif
