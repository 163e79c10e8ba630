/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/show: what the commands show and export draw beyond one plain map: many floors in rows, grid
 * floors pass by pass, floors with the insides of their rooms, and chunk rooms. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_H
#define FL_EXPERIMENTS_SHOW_SHOW_H

#include "experiments/run/run.h"
#include "gen/draw/draw.h"

#include <stdbool.h>

/* The floors that `show` draws (show_many.c): a row for each value of a setting (--vary), in each row some
 * floors (--count). */

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

/* Makes every floor with its metrics, row by row, and passes it to `visit`. */
FL_NODISCARD fl_err fl_show_many_each(const fl_show_many *self, fl_show_visit visit, void *user,
                                      fl_diag *diag);

/* Adds what tells a floor from the others: "stage 3", "floor 7" or its game seed. */
void fl_show_many_caption(const fl_show_many *self, const fl_show_floor *floor, fl_text *out);

/* Adds the command that shows them all. */
void fl_show_many_command(const fl_show_many *self, fl_text *out);

/* Grid floors (grid_passes.c): pass by pass, and every attempt to place a room. */

/* A warning about the rules, or NULL; always NULL for other generators. */
const char *fl_show_grid_warning(const fl_opened_generator *opened);

/* Draws the maker's floor once per pass, each pass in its colour. `how` says about colours and signs. */
FL_NODISCARD fl_err fl_show_grid_passes(const fl_floor_maker *maker, const fl_floor_text_options *how,
                                        fl_text *out, fl_diag *diag);

/* Lists every attempt of the maker's floor, one a line. Makes the floor again. */
FL_NODISCARD fl_err fl_show_grid_trace(fl_floor_maker *maker, fl_text *out, fl_diag *diag);

/* `show --rooms` (insides.c): the maker's floor as an SVG picture with the insides of its normal rooms. */
FL_NODISCARD fl_err fl_show_insides(const fl_floor_maker *maker, bool is_dark, fl_text *out, fl_diag *diag);

/* Chunk rooms (show_room.c): `show room` and `export room`. */

FL_NODISCARD fl_err fl_show_room(const fl_options *options, bool is_coloured, fl_text *out, fl_diag *diag);

/* Writes lines of JSON to standard output. */
FL_NODISCARD fl_err fl_show_room_lines(const fl_options *options, fl_diag *diag);

#endif
