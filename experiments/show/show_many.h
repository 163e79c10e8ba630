/* The floors that `show` draws: a row for each value of a setting (--vary), in each row some floors (--count). */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_MANY_H
#define FL_EXPERIMENTS_SHOW_SHOW_MANY_H

#include "experiments/run/opened_generator.h"

enum {
    FL_GALLERY_VALUES = 64,
    FL_GALLERY_COUNT = 64,
    FL_GALLERY_FLOORS = 256, /* of all rows */
    FL_GALLERY_NAME = 64,
};

typedef struct fl_gallery {
    fl_source source;          /* without rules: each row has its own */
    const fl_options *options; /* borrowed */
    const char *vary;          /* as given, borrowed; NULL = one row */
    char name[FL_GALLERY_NAME];
    char value[FL_GALLERY_VALUES][FL_VALUES_TEXT];
    unsigned rows;
    unsigned count; /* floors in a row */
} fl_gallery;

/* A floor that was made. */
typedef struct fl_gallery_floor {
    fl_source_worker *worker;
    unsigned row, column;
} fl_gallery_floor;

typedef fl_err (*fl_gallery_visit)(void *user, const fl_gallery_floor *floor, fl_diag *diag);

/* Reads generator and options; settings and values are checked. */
FL_NODISCARD fl_err fl_gallery_init(fl_gallery *self, const char *generator, const fl_options *options,
                                    fl_diag *diag);

/* Makes every floor with its metrics, row by row, and shows it to `visit`. */
FL_NODISCARD fl_err fl_gallery_each(const fl_gallery *self, fl_gallery_visit visit, void *user,
                                    fl_diag *diag);

/* What tells a floor from the others: "stage 3", "floor 7" or its seed. */
void fl_gallery_caption(const fl_gallery *self, const fl_gallery_floor *floor, fl_text *out);

/* The command that shows them all. */
void fl_gallery_command(const fl_gallery *self, fl_text *out);

#endif
