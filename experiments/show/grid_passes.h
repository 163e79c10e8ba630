/* What `show` can tell about a grid floor beyond its map: its passes one by one, and every attempt. */
#ifndef FL_EXPERIMENTS_SHOW_GRID_PASSES_H
#define FL_EXPERIMENTS_SHOW_GRID_PASSES_H

#include "experiments/run/opened_generator.h"
#include "gen/draw/floor_text.h"

/* Something the person should know about the rules of a source; NULL when there is nothing, or no grid. */
const char *fl_show_grid_warning(const fl_opened_generator *source);

/* The worker's floor pass by pass, each pass in its colour. `how` says about colours and signs. */
FL_NODISCARD fl_err fl_show_grid_passes(const fl_opened_generator_worker *worker,
                                        const fl_floor_text_options *how, fl_text *out, fl_diag *diag);

/* Every attempt of the worker's floor, a line each. Makes the floor again. */
FL_NODISCARD fl_err fl_show_grid_trace(fl_opened_generator_worker *worker, fl_text *out, fl_diag *diag);

#endif
