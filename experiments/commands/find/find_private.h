/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the command find. */
#ifndef FL_EXPERIMENTS_COMMANDS_FIND_FIND_PRIVATE_H
#define FL_EXPERIMENTS_COMMANDS_FIND_FIND_PRIVATE_H

#include "experiments/commands/commands_private.h"
#include "experiments/find/find.h"
#include "experiments/show/show.h"

enum { FL_FIND_PICTURE = 256 }; /* most floors of a picture */

typedef enum fl_find_format { FL_FIND_JSONL, FL_FIND_CSV, FL_FIND_TEXT, FL_FIND_SVG } fl_find_format;

/* The samples to search (range.c). */
typedef struct fl_find_range {
    uint64_t first, n;
    uint64_t *list; /* the numbers of --seeds, [n]; NULL = a range */
    bool is_whole;  /* all samples of the generator: counts are exact */
} fl_find_range;

FL_NODISCARD fl_err fl_range_read(const fl_opened_generator *opened, const fl_options *options,
                                  fl_find_range *out, fl_diag *diag);
void fl_range_free(fl_find_range *self);

/* A search as the command line asks for it, of one generator. */
typedef struct fl_find_job {
    const fl_options *options;
    const fl_opened_generator *opened;
    fl_find_question question;
    fl_find_search search;
    fl_find_range range;
    fl_find_format format;
    fl_show_columns columns; /* of --fields and csv */
    bool has_columns;
    fl_text settings;   /* for lines of JSON */
    fl_find_file *file; /* NULL: standard output */
    uint64_t picture[FL_FIND_PICTURE];
    unsigned picture_n;
    fl_progress progress;
    double saved; /* time of the last checkpoint */
    double checkpoint_seconds;
} fl_find_job;

/* Hits as lines, tables, drawings (hits.c). */

FL_NODISCARD fl_err fl_hits_begin(fl_find_job *self, fl_diag *diag);
void fl_hits_free(fl_find_job *self);

/* The search's `add` and `write`; the context is the job. */
FL_NODISCARD fl_err fl_hits_add(void *job_of, const fl_floor_maker *maker, const fl_find_hit *hit,
                                fl_text *out, fl_diag *diag);
FL_NODISCARD fl_err fl_hits_write(void *job_of, const fl_text *text, fl_diag *diag);

/* Writes what is complete only after the search: the best, the rarest, a picture. */
FL_NODISCARD fl_err fl_hits_end(fl_find_job *self, fl_diag *diag);

#endif
