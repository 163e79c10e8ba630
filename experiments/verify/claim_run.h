/* Counting until the claims are decided, on as few populations and floors as that takes.
 *
 * Populations with the same generator and settings are one. Every population goes from checkpoint to checkpoint; at each,
 * when all its floors up to there are counted, the open rows are judged (which is allowed at any time: the evidence is
 * anytime-valid). How far the next checkpoint lies follows from what the rows still need, by integers that were counted
 * and nothing else, so that every figure is the same for any number of threads. A decided row keeps its
 * verdict; only metrics that open rows need are worked out; a population without an open row gets no more floors.
 *
 * A population is made with seed + its mark, so that no two share their random numbers. */
#ifndef FL_EXPERIMENTS_VERIFY_CLAIM_RUN_H
#define FL_EXPERIMENTS_VERIFY_CLAIM_RUN_H

#include "analysis/claim/finding.h"
#include "experiments/verify/sweep.h"

typedef struct fl_claim_run_state {
    size_t rows, decided;
    uint64_t floors;
    double cost_done, cost_left; /* estimates, in any unit */
} fl_claim_run_state;

typedef struct fl_claim_run {
    const fl_claim_set *book;
    fl_finding *findings; /* see fl_claim_finding_list */
    size_t findings_n;
    uint64_t seed; /* see above */
    unsigned threads;
    double alpha;     /* of one row */
    double tolerance; /* 0 = the claims' own */
    uint64_t limit;   /* floors of a population; 0 = what the budget allows */
    bool is_patient;  /* until all is decided: no budget */
    void *context;
    bool (*watch)(void *context,
                  const fl_claim_run_state *state); /* a few times a second; false: stop; may be NULL */
    uint64_t floors;                                /* out: of all populations */
    bool was_stopped;                               /* out: the figures are those of the last checkpoint */
} fl_claim_run;

FL_NODISCARD fl_err fl_verify_claims_run(fl_claim_run *self, fl_diag *diag);

#endif
