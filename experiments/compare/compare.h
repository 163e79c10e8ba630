/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/compare: two generators beside each other.
 *
 * * A side is a result file, a file of floors, or a generator with settings, whose floors are made (side.c).
 *   Configurations that both sides have are paired (pairs.c); everything that both count is judged by
 *   analysis/compare (compare.c) and printed (table.c, only_one.c).
 *
 * * Floor by floor (floors.c): the floors with equal numbers, or with equal game seeds if one side's floors
 * name theirs (by_seed.c), compared field by field. */
#ifndef FL_EXPERIMENTS_COMPARE_COMPARE_H
#define FL_EXPERIMENTS_COMPARE_COMPARE_H

#include "analysis/compare/compare.h"
#include "experiments/import/import.h"
#include "experiments/run/result/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Options for making and reading samples. */
typedef struct fl_compare_options {
    uint64_t floors; /* of a named generator; 0 = as many as needed, FL_COMPARE_FLOORS at first */
    uint64_t seed;
    uint64_t skip_bad; /* in files of floors */
    unsigned threads;
    bool shares_numbers; /* floors with equal numbers get the same random numbers on both sides */
    bool is_quiet;
    bool tells_progress; /* shown on the standard error */
} fl_compare_options;

enum {
    FL_COMPARE_FLOORS = 200000,
    FL_COMPARE_GROWTH = 8, /* limit of the growth while something is undecided */
    FL_COMPARE_BY_SEED = 10000,
};

typedef struct fl_compare_side {
    const char *word; /* as given; borrowed */
    const fl_run_setup *setup;
    const fl_tally *totals;   /* NULL: opened, but not counted */
    fl_run_result result;     /* a result file … */
    fl_import import;         /* … or a file of floors … */
    fl_experiment experiment; /* … or an experiment made for a named generator */
    fl_run_setup own_setup;
    fl_tally *own_totals;
    bool has_result, has_import, has_own;
    uint64_t counted, wanted; /* samples of that experiment */
    bool may_grow;
} fl_compare_side;

/* Opens what a word names. FL_ERR_USAGE: neither a file nor a generator. Close it even after an error. */
FL_NODISCARD fl_err fl_compare_side_open(fl_compare_side *self, const char *word,
                                         const fl_compare_options *how, fl_diag *diag);

/* Counts the samples of a side that are not counted yet. FL_ERR_STOPPED: a signal stopped it. */
FL_NODISCARD fl_err fl_compare_side_count(fl_compare_side *self, const fl_compare_options *how,
                                          fl_diag *diag);

/* Doubles the samples wanted, up to a limit; count them next. False: the limit was reached. */
bool fl_compare_side_grow(fl_compare_side *self);
void fl_compare_side_close(fl_compare_side *self);

/* Adds the name of a configuration: its settings that vary, "level=3", or its scenario; nothing if it is the
 * only one. */
void fl_compare_side_add_condition(const fl_compare_side *self, uint64_t condition, fl_text *out);

/* Pairs of configurations (pairs.c): two sides with one configuration each, or configurations with equal
 * values of all settings that vary on either side. */

typedef struct fl_compare_pair {
    uint64_t condition[2];
} fl_compare_pair;

typedef struct fl_compare_pairs {
    fl_compare_pair *pair; /* [n] */
    size_t n;
    uint64_t alone[2];   /* configurations of each side that have no partner */
    bool shares_numbers; /* the samples of some pair share random numbers */
} fl_compare_pairs;

/* FL_ERR_MISMATCH: no pair was found. */
FL_NODISCARD fl_err fl_compare_pairs_find(fl_compare_pairs *self, const fl_compare_side side[2],
                                          fl_diag *diag);
void fl_compare_pairs_free(fl_compare_pairs *self);

/* Everything that is compared (compare.c). */

typedef struct fl_compared_row {
    fl_compare_row row;
    size_t pair;
} fl_compared_row;

typedef struct fl_compared {
    const fl_compare_side *side; /* [2]; borrowed */
    const fl_compare_pairs *pairs;
    fl_compared_row *row; /* the largest differences first */
    size_t n;
    double family_alpha;
    double tolerance;
    bool is_coloured; /* drawings */
    size_t differ, undecided, equal, left_out;
} fl_compared;

/* Judges all rows whose names match a pattern (NULL = all); may be called again after more samples were
 * counted. FL_ERR_USAGE: it matches none. */
FL_NODISCARD fl_err fl_compare_all(fl_compared *self, const char *only, fl_diag *diag);
void fl_compare_free(fl_compared *self);

/* 0 everything is equal, 1 something differs, 4 something is undecided. */
int fl_compare_exit_code(const fl_compared *self);

/* The rows of a table. */
typedef struct fl_compare_rows {
    bool is_all;        /* every row; else differences and some undecided rows … */
    unsigned limit;     /* … or this many differences, each thing where it differs most; 0 = no limit */
    bool is_of_metrics; /* with a limit: only metrics */
    char other;         /* name of the second side: 'B' */
} fl_compare_rows;

/* Free the table also after FL_ERR_MEMORY. */
void fl_compare_table(const fl_compared *self, const fl_compare_rows *wanted, fl_table *out);

/* Adds the differences, some undecided rows, and the sums; with `is_all` every row. */
void fl_compare_print(const fl_compared *self, bool is_all, fl_text *out);
void fl_compare_print_json(const fl_compared *self, fl_text *out);

/* Adds and draws the first floor of each thing that only one side has: a kind of room, a value of a metric
 * (only_one.c). Only for floors that can be made. */
FL_NODISCARD fl_err fl_compare_print_only_one(const fl_compared *self, fl_text *out, fl_diag *diag);

/* Floor by floor (floors.c). */

enum { FL_COMPARE_FIELDS = 64, FL_COMPARE_FIELD = 48 };

typedef struct fl_compare_field {
    char name[FL_COMPARE_FIELD]; /* "rooms", "kinds", "roll sacrifice" */
    uint64_t asked, differ; /* floors where both sides know the field; of these, floors where it differs */
} fl_compare_field;

/* The numbers of two paired floors. */
typedef struct fl_compare_numbers {
    uint64_t index[2];
} fl_compare_numbers;

typedef struct fl_compare_floors {
    const fl_compare_side *side; /* [2]; borrowed */
    fl_compare_pair pair;
    uint64_t n;     /* floors to be compared */
    uint64_t equal; /* floors that are equal in all fields */
    uint64_t first; /* the number of the first pair that differs; n = none */
    fl_compare_field field[FL_COMPARE_FIELDS];
    unsigned fields_n;

    /* Floors paired by game seed: the numbers of the n pairs, which side led (a partner was sought for each
     * of its floors), and what was left out. */
    fl_compare_numbers *number; /* [n]; NULL: by equal numbers */
    unsigned lead;
    uint64_t unseeded[2]; /* floors without a game seed */
    uint64_t repeated[2]; /* floors with the game seed of an earlier floor; the first such seed */
    uint64_t unmatched;   /* floors of the leading side whose game seed the other side does not have */
    char repeated_seed[2][FL_ROW_SEED_TEXT];
} fl_compare_floors;

/* Pairs floors by game seed, if one side's floors name theirs and the other side can find floors by seed
 * (by_seed.c). FL_ERR_MISMATCH: no pair; FL_ERR_USAGE: other settings would allow it. Free it even after an
 * error. */
FL_NODISCARD fl_err fl_compare_floors_pair(fl_compare_floors *self, fl_diag *diag);
void fl_compare_floors_free(fl_compare_floors *self);

/* Adds how floors were paired, and what was left out. */
void fl_compare_floors_add_pairing(const fl_compare_floors *self, fl_text *out);
void fl_compare_floors_add_pairing_json(const fl_compare_floors *self, fl_text *out);

/* Makes the n floors of both configurations and compares them. FL_ERR_STOPPED: a signal stopped it. */
FL_NODISCARD fl_err fl_compare_floors_run(fl_compare_floors *self, fl_progress *progress, fl_diag *diag);

/* Adds the share of equal floors, the fields, and the first floor that differs, side by side. */
FL_NODISCARD fl_err fl_compare_floors_print(const fl_compare_floors *self, bool is_coloured, fl_text *out,
                                            fl_diag *diag);
void fl_compare_floors_print_json(const fl_compare_floors *self, fl_text *out);

#endif
