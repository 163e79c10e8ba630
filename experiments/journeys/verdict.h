/* Verdicts on the claims of a plan, from counted runs. */
#ifndef FL_EXPERIMENTS_JOURNEYS_VERDICT_H
#define FL_EXPERIMENTS_JOURNEYS_VERDICT_H

#include "analysis/tally/journey_tally.h"
#include "analysis/stat/verdict.h"
#include "experiments/program/table.h"

/* What came of all claims so far. */
typedef struct fl_journey_verdict {
    double alpha; /* of the whole family */
    unsigned unexpected, undecided;
    fl_table table;
} fl_journey_verdict;

void fl_journeys_verdict_init(fl_journey_verdict *self, double alpha);
void fl_journeys_verdict_free(fl_journey_verdict *self);

/* Judges the claims about the player who walked. */
FL_NODISCARD fl_err fl_journeys_verdict_add(fl_journey_verdict *self, const fl_journey_tally *tally,
                                            fl_diag *diag);

#endif
