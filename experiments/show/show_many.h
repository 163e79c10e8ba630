/* The floors that `show` draws: a row for each value of a setting (--vary), in each row some floors (--count). */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_MANY_H
#define FL_EXPERIMENTS_SHOW_SHOW_MANY_H

#include "experiments/run/opened_generator.h"

enum {
    FL_SHOW_MANY_VALUES = 64,
    FL_SHOW_MANY_COUNT = 64,
    FL_SHOW_MANY_FLOORS = 256, /* of all rows */
    FL_SHOW_MANY_NAME = 64,
};

typedef struct fl_show_many {
    fl_opened_generator source; /* without rules: each row has its own */
    const fl_options *options;  /* borrowed */
    const char *vary;           /* as given, borrowed; NULL = one row */
    char name[FL_SHOW_MANY_NAME];
    char value[FL_SHOW_MANY_VALUES][FL_SETTING_VALUES_TEXT];
    unsigned rows;
    unsigned count; /* floors in a row */
} fl_show_many;

/* A floor that was made. */
typedef struct fl_show_floor {
    fl_opened_generator_worker *worker;
    unsigned row, column;
} fl_show_floor;

typedef fl_err (*fl_show_visit)(void *user, const fl_show_floor *floor, fl_diag *diag);

/* Reads generator and options; settings and values are checked. */
FL_NODISCARD fl_err fl_show_init(fl_show_many *self, const char *generator, const fl_options *options,
                                 fl_diag *diag);

/* Makes every floor with its metrics, row by row, and shows it to `visit`. */
FL_NODISCARD fl_err fl_show_each(const fl_show_many *self, fl_show_visit visit, void *user, fl_diag *diag);

/* What tells a floor from the others: "stage 3", "floor 7" or its seed. */
void fl_show_caption(const fl_show_many *self, const fl_show_floor *floor, fl_text *out);

/* The command that shows them all. */
void fl_show_command(const fl_show_many *self, fl_text *out);

#endif
