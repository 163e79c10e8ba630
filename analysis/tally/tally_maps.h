/* Maps straight from a batch: where rooms of each kind are, the same counts as fl_tally_add gives floor by floor. */
#ifndef FL_ANALYSIS_TALLY_TALLY_MAPS_H
#define FL_ANALYSIS_TALLY_TALLY_MAPS_H

#include "analysis/tally/tally.h"
#include "gen/floor/classic_batch.h"

/* Counts the floors of a batch in the maps of the plan, of which there are some. */
void fl_tally_maps_add(fl_tally *self, const fl_classic_batch *batch);

#endif
