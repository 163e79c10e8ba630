/* Which rooms a pass places, and in which order (seed 002, 5.1).
 *
 * The report leaves the order open in which minimum counts are met. A room counts for the minimum of those it is
 * subordinate to, so the order matters: kinds are taken in random order, and one whose minimum others have met already
 * adds nothing. (In the file's order the Basement of the report's appendix could never have one of its three large
 * shapes.) */
#ifndef FL_GEN_GRID_PASS_QUEUE_H
#define FL_GEN_GRID_PASS_QUEUE_H

#include "gen/grid/board.h"

/* Fills the plan's queue, shuffled; false if the pass cannot be filled this time. */
bool fl_grid_pass_queue_fill(fl_grid_board *self, const fl_grid_pass *pass);

#endif
