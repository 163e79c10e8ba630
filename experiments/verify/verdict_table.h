/* Findings as people and programs read them. */
#ifndef FL_EXPERIMENTS_VERIFY_VERDICT_TABLE_H
#define FL_EXPERIMENTS_VERIFY_VERDICT_TABLE_H

#include "analysis/claim/finding.h"

typedef struct fl_ledger {
    const fl_book *book;
    const fl_finding *findings;
    size_t findings_n;
    double family_alpha, seconds;
    uint64_t floors;
    bool is_stopped; /* before it was done */
} fl_ledger;

/* A table for each document, then the sums. FL_ERR_MEMORY if something was lost. */
FL_NODISCARD fl_err fl_ledger_print(const fl_ledger *self, fl_text *out);

/* The document of `verify --json`. */
void fl_ledger_print_json(const fl_ledger *self, fl_text *out);

/* "0.35714"; "-" where there is none. */
void fl_ledger_add_figure(double figure, fl_text *out);

#endif
