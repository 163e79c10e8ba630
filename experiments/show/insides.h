/* `show --rooms`: a floor as one picture with the insides of its normal rooms.
 *
 * Every cell of a normal room holds a small chunk room (gen/room); to its doors come the sides where the room goes on. Cell c
 * of floor f takes room number 40000 f + c of the floor's seed, by the default rules of chunk rooms. Other rooms are
 * empty, with their sign. */
#ifndef FL_EXPERIMENTS_SHOW_INSIDES_H
#define FL_EXPERIMENTS_SHOW_INSIDES_H

#include "experiments/run/opened_generator.h"

enum { FL_SHOW_INSIDE_CELLS = 600 /* of the picture; more would be megabytes */ };

/* The worker's floor as SVG. */
FL_NODISCARD fl_err fl_show_inside(const fl_opened_generator_worker *worker, bool is_dark, fl_text *out,
                                   fl_diag *diag);

#endif
