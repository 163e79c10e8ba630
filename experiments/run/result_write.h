/* Between tallies and result files: what was counted as plain named arrays, and back. */
#ifndef FL_EXPERIMENTS_RUN_RESULT_WRITE_H
#define FL_EXPERIMENTS_RUN_RESULT_WRITE_H

#include "analysis/store/store.h"
#include "analysis/tally/digest.h"
#include "experiments/run/run_plan.h"

/* How the numbers came about; outside the digest. */
typedef struct fl_run_provenance {
    const char *command; /* the command line */
    unsigned threads;
    double seconds;
} fl_run_provenance;

/* Fills a store from the totals of a plan. */
FL_NODISCARD fl_err fl_run_result_build(fl_store *out, const fl_run_plan *plan, const fl_tally *totals,
                                        const fl_run_provenance *provenance, fl_diag *diag);

/* The digest of the totals. */
FL_NODISCARD fl_err fl_run_result_digest(const fl_run_plan *plan, const fl_tally *totals,
                                         char out[FL_DIGEST_TEXT], fl_diag *diag);

#endif
