/* The facade: four knobs with everyday names, 0…1, mapped onto the parameters of the first pass (seed 002, 8.3).
 *
 * clustering c  p(1) = 1 - 0.95 c, p(2 and more) = c^2: weight on high neighbour counts clumps rooms together
 * branching b   universal probability modifier 1 - 0.75 b: a step that is refused now and then makes forks
 * snaking s     rooms of at most two connections get s times their weight, the others 1 - s times: corridors
 * size z        tiles times 1/4 … 1 (z = 0.5, as the file says) … 4
 *
 * Each mapping is monotone in the parameter that the report names for the effect; that the floors follow is measured.
 * Rooms with rules of their own keep them. */
#ifndef FL_GEN_GRID_KNOBS_H
#define FL_GEN_GRID_KNOBS_H

#include "gen/grid/rules.h"

enum { FL_GRID_CLUSTERING_KNOB, FL_GRID_BRANCHING_KNOB, FL_GRID_SNAKING_KNOB, FL_GRID_SIZE_KNOB };

/* Turns the knobs of `self` and the universal modifier, if given (of FL_GRID_RULES_ONE, 0 = not given). */
FL_NODISCARD fl_err fl_grid_knobs_apply(fl_grid_rules *self, int64_t probability, fl_diag *diag);

/* The first pass's own variant of a ruleset: the entry's, or the one its pass gives to all others. */
fl_grid_ruleset *fl_grid_knobs_variant(fl_grid_rules *self, unsigned entry);

#endif
