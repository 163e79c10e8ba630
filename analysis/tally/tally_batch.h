/* Tallies straight from columns: the same counts as fl_tally_add, floor by floor, gives. */
#ifndef FL_ANALYSIS_TALLY_TALLY_BATCH_H
#define FL_ANALYSIS_TALLY_TALLY_BATCH_H

#include "analysis/metric/column/column.h"
#include "analysis/tally/tally.h"

/* Whether there are columns of all that a plan counts. */
bool fl_tally_batch_fits(const fl_tally_plan *plan);

/* Asks for what a plan counts. */
void fl_tally_batch_want(const fl_tally_plan *plan, fl_columns *columns, fl_classic_batch *batch);

/* Counts the floors of a batch. Batches come in rising order of their floors' numbers. */
void fl_tally_batch_add(fl_tally *self, const fl_columns *columns);

#endif
