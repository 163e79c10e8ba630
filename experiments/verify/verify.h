/* experiments/verify: what the rest of the program may use of this folder. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_H

#include "analysis/claim/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Counting until the claims are decided, on as few populations and floors as that takes.
 *
 * Populations with the same generator and settings are one. Every population goes from checkpoint to checkpoint; at each,
 * when all its floors up to there are counted, the open rows are judged (which is allowed at any time: the evidence is
 * anytime-valid). How far the next checkpoint lies follows from what the rows still need, by integers that were counted
 * and nothing else, so that every figure is the same for any number of threads. A decided row keeps its
 * verdict; only metrics that open rows need are worked out; a population without an open row gets no more floors.
 *
 * A population is made with seed + its mark, so that no two share their random numbers. */

typedef struct fl_claim_run_state {
    size_t rows, decided;
    uint64_t floors;
    double cost_done, cost_left; /* estimates, in any unit */
} fl_claim_run_state;

typedef struct fl_claim_run {
    const fl_claim_set *claims;
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

FL_NODISCARD fl_err fl_verify_claims(fl_claim_run *self, fl_diag *diag);

/* Everything about one finding, for who wants to argue with it. */

typedef struct fl_explain {
    const fl_claim_set *claims;
    const fl_finding *finding;
    double family_alpha, alpha, tolerance; /* `alpha` is the row's share */
    uint64_t seed;                         /* as in fl_claim_run; 0 = the figures are those of a run */
    const char *options;                   /* of the command that repeats it, besides --only */
} fl_explain;

/* Source, reading, population, what is counted, figures with fixed-n companions, conflicts, the command. */
void fl_verify_explain_print(const fl_explain *self, fl_text *out);

/* Findings as people and programs read them. */

typedef struct fl_verdict_table {
    const fl_claim_set *claims;
    const fl_finding *findings;
    size_t findings_n;
    double family_alpha, seconds;
    uint64_t floors;
    bool is_stopped; /* before it was done */
} fl_verdict_table;

/* A table for each document, then the sums. FL_ERR_MEMORY if something was lost. */
FL_NODISCARD fl_err fl_verify_table_print(const fl_verdict_table *self, fl_text *out);

/* The document of `verify --json`. */
void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out);

/* "0.35714"; "-" where there is none. */
void fl_verify_table_add_number(double figure, fl_text *out);

/* What documents get wrong or contradict each other about: a page for people who edit them. */

typedef struct fl_findings_page {
    fl_verdict_table table;
    const char *options; /* of the command that writes it, besides --findings */
} fl_findings_page;

/* Leaves only those rows of a claims chosen that the page is about: rows expected to be refuted, the other rows of their
 * claims, and claims that contradict others. */
void fl_verify_findings_choose(fl_claim_set *claims);

/* The page, in Markdown. The same floors and seed print the same bytes. */
void fl_verify_findings_print(const fl_findings_page *self, fl_text *out);

/* Claims judged by a run that was made before: populations are found among its conditions by their settings. */

typedef struct fl_judge_run {
    const fl_claim_set *claims;
    fl_finding *findings;
    size_t findings_n;
    double alpha, tolerance; /* as in fl_claim_run */
    uint64_t floors;         /* out: of the conditions that were used */
} fl_judge_run;

/* Findings without a condition, or whose metric the run does not have, stay without figures. */
FL_NODISCARD fl_err fl_verify_judge_run(fl_judge_run *self, const char *path, fl_diag *diag);

#endif
