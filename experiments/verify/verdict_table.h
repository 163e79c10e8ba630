/* Findings as people and programs read them. */
#ifndef FL_EXPERIMENTS_VERIFY_VERDICT_TABLE_H
#define FL_EXPERIMENTS_VERIFY_VERDICT_TABLE_H

#include "analysis/claim/finding.h"

typedef struct fl_verdict_table {
    const fl_claim_set *book;
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
void fl_verify_table_add_figure(double figure, fl_text *out);

#endif
