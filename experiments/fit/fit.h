/* Fitting a ruleset to a run: which numbers of a ruleset make floors that are most like those of a result file?
 *
 * How far two sets of floors are apart: the sum, over the metrics that both have, of the Jensen-Shannon distance between
 * the shares of their values (0 = one law, 1 a metric = no value in common); "no value" is a value.
 *
 * The search is an evolution strategy, (1 + 8): from the best vector of numbers so far, eight children each change about
 * three of them by normal steps; the best child replaces the parent unless it is farther away. Steps grow with success
 * and shrink without it. It needs no derivatives (there are none: most numbers are counts, and distances are found by
 * counting), few evaluations, and hardly any state. All candidates are judged on floors of the same numbers, so that chance
 * differs little between them. Generation g of a seed is the same whenever it is made, so a resumed search ends like one
 * that was never stopped. */
#ifndef FL_EXPERIMENTS_FIT_FIT_H
#define FL_EXPERIMENTS_FIT_FIT_H

#include "experiments/run/run.h"
#include "gen/grid/grid.h"

#include <stdint.h>

enum { FL_FIT_METRICS = 24, FL_FIT_NUMBERS = 512, FL_FIT_CHILDREN = 8 };

/* What floors are compared with. */
typedef struct fl_fit_target {
    unsigned metric[FL_FIT_METRICS];
    uint32_t bins[FL_FIT_METRICS];
    double *share[FL_FIT_METRICS]; /* of the values 0…bins-1, beyond them, and of none */
    unsigned metrics_n;
    unsigned groups; /* what fl_metric_compute must work out */
} fl_fit_target;

/* Takes the metrics that the fit knows out of a run of one condition. */
FL_NODISCARD fl_err fl_fit_target_read(fl_fit_target *self, const fl_run_result *run, const char *path,
                                       fl_diag *diag);
void fl_fit_target_free(fl_fit_target *self);

/* Makes floors by a ruleset's text and compares. */
typedef struct fl_fit_judge {
    const fl_fit_target *target;
    fl_grid_rules *rules;
    fl_floor floor;
    fl_metric_work metric;
    uint64_t *count; /* of all metrics, and where those of each start */
    uint64_t *counts[FL_FIT_METRICS];
    double *share;                   /* scratch for one metric */
    double distance[FL_FIT_METRICS]; /* of the last ruleset */
} fl_fit_judge;

FL_NODISCARD fl_err fl_fit_judge_init(fl_fit_judge *self, const fl_fit_target *target, fl_diag *diag);
void fl_fit_judge_free(fl_fit_judge *self);

/* The floors of a seed to judge by. */
typedef struct fl_fit_floors {
    uint64_t seed;
    uint32_t n;
    unsigned attempts_max;
} fl_fit_floors;

/* The sum of the distances, and the share of failed floors times the number of metrics. Rules that are refused, and
 * those whose first floors fail, get FL_FIT_HOPELESS. */
#define FL_FIT_HOPELESS 1e9
FL_NODISCARD fl_err fl_fit_judge_text(fl_fit_judge *self, const char *text, const fl_fit_floors *floors,
                                      double *out, fl_diag *diag);

/* The numbers of a ruleset that the search turns: sizes of passes, weights, counts, connections, probabilities,
 * distances. */
typedef struct fl_fit_number {
    const char *what;
    unsigned kind, at, which; /* of what pass, room or ruleset, and which of its numbers */
    double least, most;
} fl_fit_number;

typedef struct fl_fit_vector {
    fl_fit_number number[FL_FIT_NUMBERS];
    double value[FL_FIT_NUMBERS];
    unsigned n;
} fl_fit_vector;

void fl_fit_vector_read(fl_fit_vector *self, const fl_grid_rules *rules);

/* Puts values into rules. */
void fl_fit_vector_apply(const fl_fit_vector *self, const double *value, fl_grid_rules *rules);

/* Where a search is. */
typedef struct fl_fit_state {
    uint64_t generation;
    double step, best;
    double value[FL_FIT_NUMBERS];
} fl_fit_state;

/* One child of a generation, by its own stream of the seed. */
void fl_fit_vector_child(const fl_fit_vector *vector, const fl_fit_state *state, uint64_t seed,
                         unsigned child, double *out);

/* Saves a state so that a killed program leaves the old or the new one; `identity` is one line that says what is searched. */
FL_NODISCARD fl_err fl_fit_state_save(const fl_fit_state *self, unsigned n, const char *path,
                                      const char *identity, fl_diag *diag);

/* Reads it again; another identity is refused. */
FL_NODISCARD fl_err fl_fit_state_load(fl_fit_state *self, unsigned n, const char *path, const char *identity,
                                      fl_diag *diag);

#endif
