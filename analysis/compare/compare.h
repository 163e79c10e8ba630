/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares two tallies: do their common counts follow the same distribution?
 *
 *     fl_compare_list     a row for each metric, event, map and joint that both count; nothing is judged yet
 *     fl_compare_judge    judges one row
 *
 * Rows that are judged together share an error rate, so the caller lists all of them before the first is
 * judged. A row is `confirmed` if the distributions are equal within the tolerance, `refuted` if they differ
 * by more, in total variation: the largest difference of the chances of any set of values. For an event that
 * is the difference of its chances. A map is compared cell by cell; the worst cell is reported. */
#ifndef FL_ANALYSIS_COMPARE_COMPARE_H
#define FL_ANALYSIS_COMPARE_COMPARE_H

#include "analysis/claim/claim.h"
#include "analysis/stat/stat.h"
#include "analysis/tally/tally.h"

#include <stddef.h>
#include <stdint.h>

typedef enum fl_compare_sort {
    FL_COMPARE_METRIC,
    FL_COMPARE_EVENT,
    FL_COMPARE_MAP,
    FL_COMPARE_JOINT
} fl_compare_sort;

typedef struct fl_compare_row {
    fl_compare_sort sort;
    const char *name;     /* borrowed from the tallies; of a joint its first metric … */
    const char *second;   /* … and the second one; else NULL */
    unsigned at[2];       /* its index in the lists of both specs */
    const char *left_out; /* why it cannot be judged; NULL if it is */
    uint64_t n[2];        /* values or trials; of a map samples */
    double value[2];      /* means, or shares; NAN of a joint */
    fl_verdict_result found;
    double shannon; /* of a metric: Jensen-Shannon distance of all values, which `floorlab fit` adds up */
    int x, y;       /* of a map: its worst cell */
} fl_compare_row;

/* "metric", "event", "map", "joint" */
const char *fl_compare_sort_name(fl_compare_sort sort);

/* Lists the rows. The caller frees *rows; names live as long as the tallies. */
FL_NODISCARD fl_err fl_compare_list(const fl_tally *const side[2], fl_compare_row **rows, size_t *n,
                                    fl_diag *diag);

typedef struct fl_compare_level {
    double alpha;     /* of one row */
    double tolerance; /* total variation that counts as equal */
} fl_compare_level;

FL_NODISCARD fl_err fl_compare_judge(fl_compare_row *self, const fl_tally *const side[2],
                                     const fl_compare_level *level, fl_diag *diag);

#endif
