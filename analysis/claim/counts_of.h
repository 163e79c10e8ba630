/* What a tally holds about a claim. */
#ifndef FL_ANALYSIS_CLAIM_COUNTS_OF_H
#define FL_ANALYSIS_CLAIM_COUNTS_OF_H

#include "analysis/claim/claim.h"
#include "analysis/tally/tally.h"

/* The histogram of a metric. */
typedef struct fl_claim_counts {
    const uint64_t *count; /* borrowed */
    uint32_t bins;
    uint64_t over_n; /* values that have no bin */
} fl_claim_counts;

/* False: the tally does not count it. */
bool fl_claim_counts_find(fl_claim_counts *self, const fl_tally *tally, unsigned metric);

/* Trials and hits of an event of that name. False: the tally does not count it. */
bool fl_claim_counts_event(const fl_tally *tally, const char *name, uint64_t *hits, uint64_t *trials);

/* The same of a claim about a chance. */
bool fl_claim_counts_chance(const fl_claim *claim, unsigned metric, const fl_tally *tally, uint64_t *hits,
                            uint64_t *trials);

/* Whether a tally counts all that a claim needs. */
bool fl_claim_counts_has(const fl_claim *claim, unsigned metric, const fl_tally *tally);

/* The metric groups that a claim needs. */
unsigned fl_claim_counts_groups(const fl_claim *claim, unsigned metric);

#endif
