/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/fit: finds numbers of a grid ruleset whose floors resemble those of a result file.
 *
 * * The distance of two sets of floors is the sum, over the metrics that both have, of the Jensen-Shannon
 * distance between the shares of their values (0 = the same distribution, 1 per metric = no value in common);
 * "no value" counts as a value.
 *
 * * The search is an evolution strategy, (1 + 8): from the best vector of numbers so far, eight children each
 * change about three of them by normally distributed steps; the best child replaces the parent unless its
 * distance is larger. Steps grow with success and shrink without it. This needs no derivatives (there are
 * none: most numbers are counts, and distances are counted), few evaluations and little state. All
 * candidates are judged on floors of the same numbers, so that chance differs little between them. The
 * command (cmd_fit.c) holds the loop. */
#ifndef FL_EXPERIMENTS_FIT_FIT_H
#define FL_EXPERIMENTS_FIT_FIT_H

#include "experiments/run/result/result.h"
#include "gen/grid/grid.h"

#include <stdint.h>

enum { FL_FIT_METRICS = 24, FL_FIT_NUMBERS = 512, FL_FIT_CHILDREN = 8 };

/* The distributions that floors are compared with. */
typedef struct fl_fit_target {
    unsigned metric[FL_FIT_METRICS];
    uint32_t bins[FL_FIT_METRICS];
    double *share[FL_FIT_METRICS]; /* of the values 0…bins-1, of larger ones, and of missing values */
    unsigned metrics_n;
    unsigned groups; /* that fl_metric_compute must compute */
} fl_fit_target;

/* Reads the metrics that a fit can compare from a run of one configuration. */
FL_NODISCARD fl_err fl_fit_target_read(fl_fit_target *self, const fl_run_result *run, const char *path,
                                       fl_diag *diag);
void fl_fit_target_free(fl_fit_target *self);

/* Makes floors by the text of a ruleset and compares them with the target. */
typedef struct fl_fit_judge {
    const fl_fit_target *target;
    fl_grid_rules *rules;
    fl_floor floor;
    fl_metric_work metric;
    uint64_t *count;                  /* for all metrics */
    uint64_t *counts[FL_FIT_METRICS]; /* the part of `count` for each metric */
    double *share;                    /* scratch for one metric */
    double distance[FL_FIT_METRICS];  /* of the last ruleset */
} fl_fit_judge;

FL_NODISCARD fl_err fl_fit_judge_init(fl_fit_judge *self, const fl_fit_target *target, fl_diag *diag);
void fl_fit_judge_free(fl_fit_judge *self);

/* The floors that a ruleset is judged by. */
typedef struct fl_fit_floors {
    uint64_t seed;
    uint32_t n;
    unsigned attempts_max;
} fl_fit_floors;

/* *out is the sum of the distances plus the share of failed floors times the number of metrics. Invalid
 * rules, and rules that fail on most of the first floors, get FL_FIT_HOPELESS. */
#define FL_FIT_HOPELESS 1e9
FL_NODISCARD fl_err fl_fit_judge_text(fl_fit_judge *self, const char *text, const fl_fit_floors *floors,
                                      double *out, fl_diag *diag);

/* A number of a ruleset that the search changes: the size of a pass, a weight, count, number of connections,
 * probability or distance. */
typedef struct fl_fit_number {
    const char *what;
    unsigned part, at, which; /* type of number; index of its pass, room or ruleset; which of its numbers */
    double min, max;
} fl_fit_number;

typedef struct fl_fit_vector {
    fl_fit_number number[FL_FIT_NUMBERS];
    double value[FL_FIT_NUMBERS];
    unsigned n;
} fl_fit_vector;

/* Collects the numbers of some rules. */
void fl_fit_vector_read(fl_fit_vector *self, const fl_grid_rules *rules);

/* Writes values into the rules that the vector was read from. */
void fl_fit_vector_apply(const fl_fit_vector *self, const double *value, fl_grid_rules *rules);

/* The state of a search. */
typedef struct fl_fit_state {
    uint64_t generation;
    double step, best;
    double value[FL_FIT_NUMBERS];
} fl_fit_state;

/* Makes one child of a generation, with its own random numbers. */
void fl_fit_vector_child(const fl_fit_vector *vector, const fl_fit_state *state, uint64_t seed,
                         unsigned child, double *out);

#endif
