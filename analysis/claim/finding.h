/* What came of a row of the claims: the figures it was judged by, and how they came about. */
#ifndef FL_ANALYSIS_CLAIM_FINDING_H
#define FL_ANALYSIS_CLAIM_FINDING_H

#include "analysis/claim/judge.h"

enum { FL_FINDING_POINTS = 160 };

/* The figures at a checkpoint. */
typedef struct fl_finding_point {
    uint64_t floors, trials;
    double observed;
    fl_interval limits;
    fl_verdict verdict;
} fl_finding_point;

typedef struct fl_finding {
    const fl_claim_row *row;
    fl_claim_judge_result result;
    bool is_counted; /* there was something to judge it by */
    bool is_partial; /* its metrics were no longer worked out on the floors that came later */
    fl_finding_point point[FL_FINDING_POINTS];
    unsigned points_n;
} fl_finding;

/* How many there are of what. */
typedef struct fl_finding_sum {
    unsigned confirmed, refuted, undecided, unexpected, left_out;
    unsigned waiting; /* undecided where a verdict was expected */
} fl_finding_sum;

/* The chosen rows of a book, nothing counted yet; *n of them. */
FL_NODISCARD fl_err fl_claim_finding_list(const fl_claim_set *book, fl_finding **out, size_t *n,
                                          fl_diag *diag);

/* Judges a row by what has been counted and notes the figures. A verdict stays; its figures go on with the counts as
 * long as they bear it out. */
FL_NODISCARD fl_err fl_claim_finding_judge(fl_finding *self, const fl_claim_judge *judge, fl_diag *diag);

bool fl_claim_finding_is_open(const fl_finding *self);

/* A verdict other than the expected one; where none was expected, any will do. */
bool fl_claim_finding_is_unexpected(const fl_finding *self);

fl_finding_sum fl_claim_finding_count(const fl_finding *all, size_t n);

/* 0 all is as expected, 1 a verdict is not, 4 a verdict is still missing. */
int fl_claim_finding_exit_code(const fl_finding_sum *sum);

#endif
