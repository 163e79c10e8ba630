/* From the entries of a book to its rows: what entries say about each other is looked up, the populations that the chosen
 * rows need are opened, and those that are the same floors are found. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_ROWS_H
#define FL_ANALYSIS_CLAIM_CLAIM_ROWS_H

#include "analysis/claim/claim_set.h"

/* Gives a setting to all populations whose generator knows it: "plant.sacrifice=0.2". Before the rows are made. */
FL_NODISCARD fl_err fl_claim_rows_set(fl_claim_set *book, const char *assignment, fl_diag *diag);

/* Makes the rows, once. Only those whose id or claim matches the pattern are chosen (NULL = all); what only others need
 * stays closed. */
FL_NODISCARD fl_err fl_claim_rows_make(fl_claim_set *book, const char *pattern, fl_diag *diag);

#endif
