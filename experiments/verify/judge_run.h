/* Claims judged by a run that was made before: populations are found among its conditions by their settings. */
#ifndef FL_EXPERIMENTS_VERIFY_JUDGE_RUN_H
#define FL_EXPERIMENTS_VERIFY_JUDGE_RUN_H

#include "analysis/claim/finding.h"

typedef struct fl_judge_run {
    const fl_claim_set *book;
    fl_finding *findings;
    size_t findings_n;
    double alpha, tolerance; /* as in fl_claim_run */
    uint64_t floors;         /* out: of the conditions that were used */
} fl_judge_run;

/* Findings without a condition, or whose metric the run does not have, stay without figures. */
FL_NODISCARD fl_err fl_verify_judge_run(fl_judge_run *self, const char *path, fl_diag *diag);

#endif
