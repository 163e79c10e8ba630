/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files: tallies as the tables of a store, and in packed form, from which they are read. */
#ifndef FL_EXPERIMENTS_RUN_RESULT_RESULT_H
#define FL_EXPERIMENTS_RUN_RESULT_RESULT_H

#include "experiments/run/run.h"

enum { FL_RUN_RESULT_NAME = 128 }; /* of a folder or an array */

/* Provenance of the numbers; not part of the digest. */
typedef struct fl_run_provenance {
    const char *command; /* the command line */
    unsigned threads;
    double seconds;
    uint64_t shard, shards; /* number of this part, from 1, and of all parts; 0 = not a part */
} fl_run_provenance;

/* Fills a store from the totals of a setup. */
FL_NODISCARD fl_err fl_run_result_build(fl_store *out, const fl_run_setup *setup, const fl_tally *totals,
                                        const fl_run_provenance *provenance, fl_diag *diag);

/* Number, sum and sum of squares of a metric's values, mean and variance; NaN without values. */
typedef struct fl_run_moments {
    fl_tally_sum sum[3];
    double mean, variance;
} fl_run_moments;

/* Computes them for metric number `i` of the tally's spec. */
fl_run_moments fl_run_result_moments(const fl_tally *tally, unsigned i);

/* Computes the chances of a journey's events that follow from the shares of the visited floors, in the order
 * of the tally's events; NaN = unknown (journey_form.c). */
FL_NODISCARD fl_err fl_run_journey_forms(const fl_run_condition *condition, const fl_tally *tally,
                                         double *out, fl_diag *diag);

/* The index of a metric or an event in a spec, searched from `guess` on; -1 if it is not counted. */
int fl_run_result_metric_in(const fl_tally_spec *spec, const char *name, unsigned guess);
int fl_run_result_event_in(const fl_tally_spec *spec, const char *name, unsigned guess);

/* Computes the digest of the totals. */
FL_NODISCARD fl_err fl_run_result_digest(const fl_run_setup *setup, const fl_tally *totals,
                                         char out[FL_DIGEST_TEXT], fl_diag *diag);

/* A result file read back: experiment, setup and tallies as they were when it was written. */
typedef struct fl_run_result {
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals;
    char digest[FL_DIGEST_TEXT];
    bool is_complete;
    bool has_floors; /* columns of single floors */
} fl_run_result;

/* Opens a result file and checks its digest. The setup points into the experiment: do not copy the struct. */
FL_NODISCARD fl_err fl_run_result_open(fl_run_result *self, const char *path, fl_diag *diag);

/* The same for a store in memory; `path` is for messages. */
FL_NODISCARD fl_err fl_run_result_read(fl_run_result *self, const fl_store *store, const char *path,
                                       fl_diag *diag);

/* The same into a result from a store with the same key: replaces only its numbers, which is much faster
 * because the rules are reused. After an error it can be used again. */
FL_NODISCARD fl_err fl_run_result_read_alike(fl_run_result *self, const fl_store *store, const char *path,
                                             fl_diag *diag);

/* Adds all items of a store that determine experiment and setup. */
void fl_run_result_add_key(const fl_store *store, fl_text *out);

void fl_run_result_close(fl_run_result *self);

/* Reads the files that settings of a result name; `out` must be closed. */
FL_NODISCARD fl_err fl_run_result_read_files(const fl_store *store, const char *path, fl_files *out,
                                             fl_diag *diag);

/* A table of a result file (table.c): a folder of arrays with named dimensions. */
typedef struct fl_run_table {
    fl_store *out;
    const fl_run_setup *setup;
    const fl_tally *totals;
    fl_diag *diag;
    const char *folder;  /* "/metric" */
    fl_text coordinates; /* the settings that vary, under their names in the table: "level hard" */
    const char *more;    /* further coordinates: "unit meaning" */
} fl_run_table;

/* An array of a table; its dimensions are scales in the same folder. */
typedef struct fl_run_array {
    const char *name;
    fl_store_type type;
    const char *dimensions; /* "configuration event step" */
    const char *description, *unit;
    uint64_t n; /* if it is a scale: its length */
    bool is_coordinate;
} fl_run_array;

/* Begins a table: its scale of configurations and the settings that vary. `own` lists the names of its other
 * arrays; a setting with such a name becomes "<name>_setting". */
FL_NODISCARD fl_err fl_run_table_begin(fl_run_table *self, const char *folder, const char *own);

/* Adds an array; *data points to its values, to be filled in. */
FL_NODISCARD fl_err fl_run_table_add(fl_run_table *self, const fl_run_array *array, void *data);

/* Adds the scale of a dimension: n numbers from `first` on; `notes` are description and unit. */
FL_NODISCARD fl_err fl_run_table_add_scale(fl_run_table *self, const char *name, uint64_t n, int64_t first,
                                           const char *const notes[2]);

/* Adds an array of texts with one dimension, which may be its own scale. */
FL_NODISCARD fl_err fl_run_table_add_texts(fl_run_table *self, const char *const names[2], uint64_t n,
                                           const char *description, char ***data);

/* Sets an entry of an array of texts to a copy. */
FL_NODISCARD fl_err fl_run_table_set_text(fl_run_table *self, char **data, uint64_t at, const char *text);

#endif
