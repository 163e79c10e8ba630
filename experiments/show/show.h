/* experiments/show: what the rest of the program may use of this folder. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_H
#define FL_EXPERIMENTS_SHOW_SHOW_H

#include "experiments/run/run.h"
#include "gen/draw/draw.h"

#include <stdbool.h>

/* What `show` can tell about a grid floor beyond its map: its passes one by one, and every attempt. */

/* Something the person should know about the rules of a opened; NULL when there is nothing, or no grid. */
const char *fl_show_grid_warning(const fl_opened_generator *opened);

/* The maker's floor pass by pass, each pass in its colour. `how` says about colours and signs. */
FL_NODISCARD fl_err fl_show_grid_passes(const fl_floor_maker *maker, const fl_floor_text_options *how,
                                        fl_text *out, fl_diag *diag);

/* Every attempt of the maker's floor, a line each. Makes the floor again. */
FL_NODISCARD fl_err fl_show_grid_trace(fl_floor_maker *maker, fl_text *out, fl_diag *diag);

/* `show --rooms`: a floor as one picture with the insides of its normal rooms.
 *
 * Every cell of a normal room holds a small chunk room (gen/room); to its doors come the sides where the room goes on. Cell c
 * of floor f takes room number 40000 f + c of the floor's seed, by the default rules of chunk rooms. Other rooms are
 * empty, with their sign. */

/* The maker's floor as SVG. */
FL_NODISCARD fl_err fl_show_insides(const fl_floor_maker *maker, bool is_dark, fl_text *out, fl_diag *diag);

/* The floors that `show` draws: a row for each value of a setting (--vary), in each row some floors (--count). */

enum {
    FL_SHOW_MANY_VALUES = 64,
    FL_SHOW_MANY_COUNT = 64,
    FL_SHOW_MANY_FLOORS = 256, /* of all rows */
    FL_SHOW_MANY_NAME = 64,
};

typedef struct fl_show_many {
    fl_opened_generator opened; /* without rules: each row has its own */
    const fl_options *options;  /* borrowed */
    const char *vary;           /* as given, borrowed; NULL = one row */
    char name[FL_SHOW_MANY_NAME];
    char value[FL_SHOW_MANY_VALUES][FL_SETTING_VALUES_TEXT];
    unsigned rows;
    unsigned count; /* floors in a row */
} fl_show_many;

/* A floor that was made. */
typedef struct fl_show_floor {
    fl_floor_maker *maker;
    unsigned row, column;
} fl_show_floor;

typedef fl_err (*fl_show_visit)(void *user, const fl_show_floor *floor, fl_diag *diag);

/* Reads generator and options; settings and values are checked. */
FL_NODISCARD fl_err fl_show_many_init(fl_show_many *self, const char *generator, const fl_options *options,
                                      fl_diag *diag);

/* Makes every floor with its metrics, row by row, and shows it to `visit`. */
FL_NODISCARD fl_err fl_show_many_each(const fl_show_many *self, fl_show_visit visit, void *user,
                                      fl_diag *diag);

/* What tells a floor from the others: "stage 3", "floor 7" or its seed. */
void fl_show_many_caption(const fl_show_many *self, const fl_show_floor *floor, fl_text *out);

/* The command that shows them all. */
void fl_show_many_command(const fl_show_many *self, fl_text *out);

/* `show room` and `export room`: chunk rooms, drawn or as lines of JSON. */

/* What `show` does with its options when the generator is `room`. */
FL_NODISCARD fl_err fl_show_room(const fl_options *options, bool is_coloured, fl_text *out, fl_diag *diag);

/* What `export` does. */
FL_NODISCARD fl_err fl_show_room_lines(const fl_options *options, fl_diag *diag);

#endif
