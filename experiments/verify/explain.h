/* Everything about one finding, for who wants to argue with it. */
#ifndef FL_EXPERIMENTS_VERIFY_EXPLAIN_H
#define FL_EXPERIMENTS_VERIFY_EXPLAIN_H

#include "analysis/claim/finding.h"

typedef struct fl_explain {
    const fl_claim_set *book;
    const fl_finding *finding;
    double family_alpha, alpha, tolerance; /* `alpha` is the row's share */
    uint64_t seed;                         /* as in fl_claim_run; 0 = the figures are those of a run */
    const char *options;                   /* of the command that repeats it, besides --only */
} fl_explain;

/* "rebirth stage=3 hard=on", as `show` takes it; `prefix` stands before each setting. */
void fl_verify_explain_add_population(const fl_population *population, const char *prefix, fl_text *out);

/* Source, reading, population, what is counted, figures with fixed-n companions, conflicts, the command. */
void fl_verify_explain_print(const fl_explain *self, fl_text *out);

#endif
