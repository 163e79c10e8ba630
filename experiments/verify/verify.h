/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/verify: judges what documents claim, and prints the verdicts.
 *
 * * fl_verify_claims makes floors until the claims of a set are decided; fl_verify_judge_run judges them by a
 * result file instead. Both fill in findings (analysis/claim), which are printed as tables, JSON, an
 * explanation of each, or a page of what does not hold. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_H

#include "analysis/claim/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Claim runs (claim_run.c): floors are made until the claims are decided, on as few populations and floors as
 * that takes.
 *
 * * Populations with the same generator and settings are counted as one. Each is counted from checkpoint to
 * checkpoint; at every checkpoint the open rows are judged, which is allowed at any time because the evidence
 * is anytime-valid. How far the next checkpoint lies depends only on integers counted so far, so every number
 * is the same for any number of threads. A decided row keeps its verdict; only metrics that open rows need
 * are computed; a population without an open row gets no more floors.
 *
 * * A population is made with the seed of the run plus its mark, so that no two share random numbers. */

typedef struct fl_claim_run_state {
    size_t rows, decided;
    uint64_t floors;
    double cost_done, cost_left; /* estimates, in the same unit */
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
    bool is_patient;  /* goes on until all is decided, without a budget */
    void *context;

    /* Called a few times a second; returning false stops the run. May be NULL. */
    bool (*watch)(void *context, const fl_claim_run_state *state);
    uint64_t floors;  /* out: of all populations */
    bool was_stopped; /* out: the findings are those of the last checkpoint */
} fl_claim_run;

FL_NODISCARD fl_err fl_verify_claims(fl_claim_run *self, fl_diag *diag);

/* Judging by a run that was made before (judge_run.c): populations are matched with its conditions by their
 * settings. */

/* Why a finding stays uncounted. */
typedef enum fl_judge_reason {
    FL_JUDGE_OTHER_GENERATOR,
    FL_JUDGE_OTHER_SETTINGS,
    FL_JUDGE_NOT_MEASURED,  /* the run has the floors, but did not count the metric or event */
    FL_JUDGE_SHARED_FLOORS, /* it needs conditions with random numbers of their own */
    FL_JUDGE_REASONS
} fl_judge_reason;

struct fl_run_result;

typedef struct fl_judge_run {
    const fl_claim_set *claims;
    fl_finding *findings;
    size_t findings_n;
    double alpha, tolerance;             /* as in fl_claim_run */
    uint64_t floors;                     /* out: of all conditions */
    unsigned left_out[FL_JUDGE_REASONS]; /* out: findings that stay uncounted, by reason */
} fl_judge_run;

/* A finding without a matching condition, or whose metric the run did not count, stays uncounted. */
FL_NODISCARD fl_err fl_verify_judge_run(fl_judge_run *self, const char *path, fl_diag *diag);

/* The same by a run that is open. */
FL_NODISCARD fl_err fl_verify_judge_result(fl_judge_run *self, const struct fl_run_result *run,
                                           fl_diag *diag);

/* Tables and JSON of findings (verdict_table.c). */

typedef struct fl_verdict_table {
    const fl_claim_set *claims;
    const fl_finding *findings;
    size_t findings_n;
    double family_alpha, seconds;
    uint64_t floors;
    bool is_stopped; /* before it was done */
} fl_verdict_table;

/* Prints a table for each document, then the sums. FL_ERR_MEMORY if something was lost. */
FL_NODISCARD fl_err fl_verify_table_print(const fl_verdict_table *self, fl_text *out);

/* Prints the document of `verify --json`. */
void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out);

/* Adds a number as "0.35714", or "-" if it is not finite. */
void fl_verify_table_add_number(double number, fl_text *out);

/* Everything about one finding (explain.c), for readers who doubt it. */

typedef struct fl_explain {
    const fl_claim_set *claims;
    const fl_finding *finding;
    double family_alpha, alpha, tolerance; /* `alpha` is the row's share */
    uint64_t seed;                         /* as in fl_claim_run; 0 = the finding comes from a result file */
    const char *options;                   /* of the command that repeats it, besides --only */
} fl_explain;

/* Prints source, reading, population, what is counted, numbers with their textbook companions, conflicts and
 * commands. */
void fl_verify_explain_print(const fl_explain *self, fl_text *out);

/* The findings page (findings_page.c): what documents get wrong or contradict each other about, for people
 * who edit them. */

typedef struct fl_findings_page {
    fl_verdict_table table;
    const char *options; /* of the command that writes it, besides --findings */
} fl_findings_page;

/* Keeps only the rows chosen that the page is about: rows expected to be refuted, the other rows of their
 * claims, and claims that contradict others. */
void fl_verify_findings_choose(fl_claim_set *claims);

/* Prints the page in Markdown. The same floors and seed print the same bytes. */
void fl_verify_findings_print(const fl_findings_page *self, fl_text *out);

#endif
