/* `show room` and `export room`: chunk rooms, drawn or as lines of JSON. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_ROOM_H
#define FL_EXPERIMENTS_SHOW_SHOW_ROOM_H

#include "experiments/program/option.h"
#include "gen/base/text.h"

/* What `show` does with its options when the generator is `room`. */
FL_NODISCARD fl_err fl_show_room(const fl_options *options, bool is_coloured, fl_text *out, fl_diag *diag);

/* What `export` does. */
FL_NODISCARD fl_err fl_show_room_lines(const fl_options *options, fl_diag *diag);

#endif
