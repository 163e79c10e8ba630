/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/bench: how fast floors are made and counted on one thread, by backend and set of metrics.
 * Prints nothing; cmd_bench.c does. */
#ifndef FL_EXPERIMENTS_BENCH_BENCH_H
#define FL_EXPERIMENTS_BENCH_BENCH_H

#include "gen/base/diag.h"
#include "gen/lanes/backend.h"

#include <stdbool.h>
#include <stdint.h>

enum { FL_BENCH_ROUNDS = 5, FL_BENCH_ROWS = 256 };

/* Rules that are measured. */
typedef struct fl_bench_case {
    const char *generator;
    const char *settings;
} fl_bench_case;

typedef struct fl_bench_row {
    const fl_bench_case *what;
    const char *set; /* of metrics: which are computed on each floor */
    fl_backend backend;
    double rate[FL_BENCH_ROUNDS];
    double floors_per_second; /* median of the rounds */
    double draws_per_floor;
    double ratio_to_draws;     /* time of a floor / time of its random numbers alone, made one by one */
    double ratio_to_lanes;     /* the same with random numbers made in the backend's lanes */
    double ratio_to_reference; /* speed / speed of the reference in the same rounds */
} fl_bench_row;

typedef struct fl_bench {
    fl_bench_row row[FL_BENCH_ROWS];
    unsigned rows_n;
    double draw_seconds[FL_BACKEND_COUNT]; /* of a random number; the reference makes them one by one */
    bool has_only;                         /* measure only this backend and the reference */
    fl_backend only;
} fl_bench;

/* Times random numbers alone; fl_bench_measure adds the rows. */
void fl_bench_init(fl_bench *self);

/* Adds the rows of a case: every set on every backend. Their rounds take turns, so that other load on the
 * machine affects all alike. */
FL_NODISCARD fl_err fl_bench_measure(fl_bench *self, const fl_bench_case *what, fl_diag *diag);

#endif
