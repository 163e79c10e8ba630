/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/verify: judges what documents claim, and prints the verdicts.
 *
 * * fl_verify_claims makes floors until the claims of a set are decided; fl_verify_judge_run judges them by a
 * result file instead. Both fill in findings (analysis/claim), which are printed as tables, JSON, an
 * explanation of each, or a page of what does not hold. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_H

#include "analysis/claim/claim.h"
#include "experiments/run/run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Claim runs (claim_run.c): floors are made until the claims are decided, on as few scenarios and floors as
 * possible.
 *
 * * Scenarios with the same generator and settings are counted as one. Each is counted from checkpoint to
 * checkpoint; at every checkpoint the open rows are judged, which is allowed at any time because the evidence
 * is anytime-valid. The distance of the next checkpoint depends only on integers counted so far, so every
 * number is the same for any number of threads. A refuted row stays refuted; a confirmed row is tested on all
 * floors that its scenario still gets. A scenario gets no more floors once all its rows are decided and
 * the chances among the refuted ones are known well enough.
 *
 * * A scenario is made with the seed of the run plus its mark, so that no two share random numbers. */

typedef struct fl_claim_run_state {
    size_t rows, decided;
    uint64_t floors;
    double cost_done, cost_left; /* estimates in the same unit */
} fl_claim_run_state;

typedef struct fl_claim_run {
    const fl_claim_set *claims;
    fl_finding *findings; /* see fl_claim_finding_list */
    size_t findings_n;
    uint64_t seed; /* see above */
    unsigned threads;
    double alpha;       /* of one row */
    double tolerance;   /* 0 = the claims' own */
    uint64_t limit;     /* floors of a scenario; 0 = what the budget allows */
    bool is_patient;    /* continues until everything is decided, without a budget */
    bool checks_itself; /* first counts some samples with one thread and with several */
    double precision;   /* half width of intervals at which refuted chances get no more samples */
    double patience;    /* time limit in seconds for floors that do not end; 0 = none */

    /* The path of the result; the checkpoint is beside it. NULL = no checkpoints. */
    const char *output;
    const char *identity; /* claims and options, which must be equal to resume */
    bool resumes, begins_anew;

    void *context;

    /* Called a few times a second; returning false stops the run. May be NULL. */
    bool (*watch)(void *context, const fl_claim_run_state *state);
    uint64_t floors;  /* out: in all scenarios */
    bool was_stopped; /* out: the findings are those of the last checkpoint */

    /* Out: the counts, for a result file; free it with fl_verify_claims_free, even after an error. */
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals; /* NULL if nothing was counted */
} fl_claim_run;

void fl_verify_claims_free(fl_claim_run *self);

/* Removes the checkpoint after the result is written. */
FL_NODISCARD fl_err fl_verify_claims_done(const fl_claim_run *self, fl_diag *diag);

/* Keeps the rows that match a pattern (NULL = all), and as companions the other rows of their groups of
 * scenarios, so that figures do not depend on the pattern. Call it after the rows are made. */
FL_NODISCARD fl_err fl_verify_choose(fl_claim_set *claims, const char *pattern, fl_diag *diag);

/* True if a pattern (NULL = any) matches a row or its claim. */
bool fl_verify_is_named(const fl_claim_row *row, const char *pattern);

FL_NODISCARD fl_err fl_verify_claims(fl_claim_run *self, fl_diag *diag);

/* Judging by an existing run (judge_run.c): scenarios are matched with its configurations by their
 * settings. */

typedef struct fl_judge_run {
    const fl_claim_set *claims;
    fl_finding *findings;
    size_t findings_n;
    double alpha, tolerance; /* as in fl_claim_run */
    uint64_t floors;         /* out: in all configurations */
} fl_judge_run;

/* The number of rows about configurations of a run and what it counted, independent of the counts. */
size_t fl_verify_rows_that_apply(const fl_claim_set *claims, const fl_run_setup *setup,
                                 const fl_tally *totals);

/* Judges by the counts of a run. A finding without a matching configuration, or without its metric in the
 * run, stays uncounted. */
FL_NODISCARD fl_err fl_verify_judge_counts(fl_judge_run *self, const fl_run_setup *setup,
                                           const fl_tally *totals, fl_diag *diag);

/* Makes findings uncounted that cannot be judged on imported floors: those without a single trial, or about a
 * generator's own distances, which floors do not contain. */
void fl_verify_leave_out_unsaid(fl_judge_run *self, const fl_tally *totals);

/* Adds the exact value to each counted finding about classic floors whose distribution is built in
 * (exact_value.c): sets `exact` and `proof`. */
FL_NODISCARD fl_err fl_verify_add_exact(const fl_claim_set *claims, fl_finding *findings, size_t n,
                                        fl_diag *diag);

/* Returns ", proved" or ", disproved" if a verdict has a proof; else "". */
const char *fl_verify_proof_words(const fl_finding *finding);

/* Claims in a result file (claim_table.c). */

/* The default chance that any true claim is refuted. */
#define FL_VERIFY_ALPHA 0.001

/* Floors per scenario with --quick. */
enum { FL_VERIFY_QUICK = 2000 };

/* The default half width of the interval of a refuted chance. */
#define FL_VERIFY_PRECISION 0.02

/* Judged claims, and how they were judged. */
typedef struct fl_judged {
    const fl_claim_set *claims;
    fl_finding *findings;
    size_t findings_n;
    double family_alpha, alpha, tolerance; /* as in fl_explain */
    uint64_t seed;                         /* as in fl_claim_run; 0 = the samples are those of a run */
    uint64_t floors;                       /* in all scenarios */
    bool is_stopped;
    const char *options;  /* of the command that reproduces it: " mine.yaml --seed 7" */
    const char *settings; /* given to all scenarios, separated by blanks: "hearts=1" */
    const char *only;     /* the pattern that selected the rows; NULL = all */
} fl_judged;

/* Adds the lines of known samples for the findings' scenarios (selfcheck.c). */
FL_NODISCARD fl_err fl_verify_add_known(const fl_claim_set *claims, const fl_finding *findings, size_t n,
                                        fl_text *out, fl_diag *diag);

/* Adds the tables /claim, /claim_trace and /claim_file. */
FL_NODISCARD fl_err fl_verify_judged_add(const fl_judged *self, fl_store *out, fl_diag *diag);

/* Computes the digest of the verdicts: everything that is printed about them. */
FL_NODISCARD fl_err fl_verify_judged_digest(const fl_judged *self, char out[FL_DIGEST_TEXT], fl_diag *diag);

/* Judged claims read from a file. */
typedef struct fl_judged_file {
    fl_claim_set claims;
    fl_files files;                  /* named by their scenarios */
    char *options, *settings, *only; /* `only` may be NULL */
    fl_judged judged;                /* points into this struct: do not copy it */
} fl_judged_file;

/* Reads the built-in claims with rows for all configurations of a run, also with other rule sets. Free the
 * set even after an error. */
FL_NODISCARD fl_err fl_verify_claims_of(fl_claim_set *claims, const fl_run_setup *setup, fl_diag *diag);

/* Judges the built-in claims by a run and adds them to its file, as fl_run_extend; the context is an
 * fl_finding_sum to be filled in, or NULL. */
FL_NODISCARD fl_err fl_verify_extend(void *sum_of, const fl_run_setup *setup, const fl_tally *totals,
                                     fl_store *out, fl_diag *diag);

/* True if a file has claims. */
bool fl_verify_has_claims(const fl_store *store);

/* Reads them and checks their digest. */
FL_NODISCARD fl_err fl_verify_judged_read(fl_judged_file *self, const fl_store *store, const char *path,
                                          fl_diag *diag);

void fl_verify_judged_free(fl_judged_file *self);

/* Tables and JSON of findings (verdict_table.c), and their cells (finding_detail.c). */

typedef struct fl_verdict_table {
    const fl_claim_set *claims;
    const fl_finding *findings;
    size_t findings_n;
    double family_alpha;
    uint64_t floors, seed; /* seed: as in fl_judged */
    bool is_stopped;       /* the run was stopped early */
    const char *copies;    /* lines about equal floors; NULL or empty = none */
    bool is_repeated;      /* more of them than by chance */

    /* The counts, for distributions and JSON; may be NULL. */
    const fl_run_setup *setup;
    const fl_tally *totals;

    /* Selects the rows and their form. */
    bool is_summary;     /* prints agreement, contradictions, odds that people look up, and changes */
    bool is_quick;       /* a summary without the rows that too few floors leave undecided */
    bool lists_all;      /* also each reason for leaving out claims */
    bool is_bare;        /* only rows, one per line, without headings */
    const char *verdict; /* only rows with this verdict: "refuted", or "changed"; NULL = any */
    const char *against; /* only refuted rows of that group (fl_verify_group); NULL = any */
    unsigned line;       /* characters of a line; 0 = any number */
} fl_verdict_table;

/* The opponent of a refuted row: a game's code ("game"), another document's rules ("document"), our reading
 * of a loose sentence ("reading"); or "comparison" and "control", which are no statements of a document. */
#define FL_VERIFY_GROUPS "game document reading comparison control"
enum { FL_VERIFY_GROUPS_N = 5 };
const char *fl_verify_group(const fl_claim_set *claims, const fl_finding *finding);

/* Prints a table for each document, then the sums. FL_ERR_MEMORY if something was lost. */
void fl_verify_table_print(const fl_verdict_table *self, fl_text *out);

/* Prints the numbers of statements, cases and floors, and if anything has changed. */
void fl_verify_table_print_head(const fl_verdict_table *self, fl_text *out);

/* Lists quoted sentences that a game's code contradicts, each once, with the behaviour of the code. */
void fl_verify_table_contradicted(const fl_verdict_table *self, fl_table *out);

/* Lists why claims were left out, with the number for each reason, the most frequent first; returns how many
 * reasons it leaves out. */
unsigned fl_verify_table_left_out(const fl_verdict_table *self, fl_table *out);

/* The counts of scenario number i of a finding's row; NULL if nothing was counted, or it is not kept. */
const fl_tally *fl_verify_detail_counts(const fl_verdict_table *self, const fl_finding *finding, unsigned i);

/* Adds a finding's fields as JSON, without the braces; counts and trace are left out. */
void fl_verify_finding_add_json(const fl_claim_set *set, const fl_finding *finding, fl_text *out);

/* Prints the document of `verify --json`. */
void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out);

/* Prints the listed rows for spreadsheets, tab-separated. */
void fl_verify_table_print_tsv(const fl_verdict_table *self, fl_text *out);

/* Adds a figure with the digits that its interval justifies, "0.357" within 0.352…0.361, or "-" if it is not
 * finite; and the interval in the same way. */
void fl_verify_detail_add_figure(double figure, fl_interval limits, fl_text *out);
void fl_verify_detail_add_interval(fl_interval limits, fl_text *out);

/* The details of a finding: columns of the tables. */
typedef enum fl_verdict_detail {
    FL_DETAIL_ID,
    FL_DETAIL_HEADLINE,
    FL_DETAIL_DOCUMENTED,
    FL_DETAIL_OBSERVED, /* the observed distribution, or FIGURE */
    FL_DETAIL_VALUE,    /* the same in per cent: "50 to 54, 20 % each", "16.3 %" */
    FL_DETAIL_FIGURE,   /* the value of the interval */
    FL_DETAIL_RULES,    /* the rule set, or the generator if it has none */
    FL_DETAIL_MEASURE,  /* the name of the statistic */
    FL_DETAIL_MEASURED, /* INTERVAL, marked if it is of a distance */
    FL_DETAIL_INTERVAL,
    FL_DETAIL_EXACT,
    FL_DETAIL_PER_FLOOR,
    FL_DETAIL_EVIDENCE,
    FL_DETAIL_BLIND, /* the values that a confirmed claim does not exclude */
    FL_DETAIL_TRIALS,
    FL_DETAIL_SAMPLES,
    FL_DETAIL_SCENARIO,
    FL_DETAIL_VERDICT,
    FL_DETAIL_CONFLICTS,
} fl_verdict_detail;

void fl_verify_detail_add(const fl_verdict_table *self, const fl_finding *finding, fl_verdict_detail cell,
                          fl_text *out);

/* Everything about one finding (explain.c), for sceptical readers. */

typedef struct fl_explain {
    const fl_claim_set *claims;
    const fl_finding *finding;
    double family_alpha, alpha, tolerance; /* `alpha` is the row's share */
    uint64_t seed;                         /* as in fl_claim_run; 0 = the finding is from a result file */
    const char *options;                   /* of the command that reproduces it, besides --only */
    const fl_tally *counts;                /* of its first scenario; may be NULL */
} fl_explain;

/* Prints source, reading, scenario, what is counted, numbers with classical statistics, conflicts and
 * commands. */
void fl_verify_explain_print(const fl_explain *self, fl_text *out);

/* Prints the page "What we found" in Markdown (findings_page.c). The output depends only on floors and seed.
 * FL_ERR_USAGE: a row that it needs was not judged. */
FL_NODISCARD fl_err fl_verify_findings_print(const fl_verdict_table *self, fl_text *out, fl_diag *diag);

#endif
