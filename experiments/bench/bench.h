/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/bench: how fast floors are made and counted: by backend and set of metrics on one thread
 * (bench.c), by many threads (scale.c), and by another program (versus.c). Prints nothing; cmd_bench.c does.
 */
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

/* One thread. */

typedef struct fl_bench_row {
    const fl_bench_case *what;
    const char *set; /* of metrics: what is computed on each floor */
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

/* Many threads: how much faster than one they count a run, compared with as many processes that share
 * nothing. What the processes reach together is the most that the machine gives. */

typedef struct fl_bench_scale {
    const fl_bench_case *what;
    double floors_per_second;         /* of one thread: median of the rounds */
    double floors_per_second_threads; /* of all threads together */
    double ratio_threads;             /* threads / one thread, median of the rounds */
    double ratio_processes;           /* processes of one thread each / one thread */
} fl_bench_scale;

typedef struct fl_bench_scale_request {
    unsigned threads; /* 2 to FL_THREADS_MAX */
    fl_backend backend;
    double seconds; /* of a round of one thread */
} fl_bench_scale_request;

/* Counts floors of a case as `run` does, with all metrics but no maps: one thread, threads and processes in
 * turns, by wall clock. It forks: the caller must have no other thread. */
FL_NODISCARD fl_err fl_bench_scale_measure(fl_bench_scale *out, const fl_bench_case *what,
                                           const fl_bench_scale_request *request, fl_diag *diag);

/* Two programs: this one and another build of it count the same floors by `run`, in turns. */

enum {
    FL_BENCH_VERSUS_ROUNDS = 11,
    FL_BENCH_VERSUS_OUTER = 1, /* rounds on either side that an interval leaves out */
    FL_BENCH_PATH = 3900,
};

/* How often such intervals hold the true median: 1 - 2 (1 + 11) / 2^11, as so many of 11 fair coins show. */
#define FL_BENCH_VERSUS_LEVEL 0.988

typedef struct fl_bench_ratio {
    double of[2]; /* medians: of this program, of the other */
    double median, least, most;
} fl_bench_ratio;

typedef struct fl_bench_versus {
    const fl_bench_case *what;
    uint64_t floors;                          /* of a call */
    double rate[2][FL_BENCH_VERSUS_ROUNDS];   /* floors a second of processor time */
    double beside[2][FL_BENCH_VERSUS_ROUNDS]; /* seconds of processors that a run of one floor takes */
    fl_bench_ratio speed;                     /* more than 1: this program makes more floors a second */
    fl_bench_ratio start;                     /* more than 1: its run of one floor is shorter */
    bool is_same;                             /* both counted the same */
} fl_bench_versus;

typedef struct fl_bench_versus_request {
    const char *program[2]; /* this one, the other */
    char own[FL_BENCH_PATH];
    char folder[FL_BENCH_PATH]; /* a temporary one; empty: none */
    double seconds;             /* of processors, for a call, beside what a run of one floor takes */
} fl_bench_versus_request;

/* Makes the temporary folder. `close` is called in any case. `other` is borrowed. */
FL_NODISCARD fl_err fl_bench_versus_open(fl_bench_versus_request *self, const char *other, fl_diag *diag);
void fl_bench_versus_close(fl_bench_versus_request *self);

FL_NODISCARD fl_err fl_bench_versus_measure(fl_bench_versus *out, const fl_bench_case *what,
                                            const fl_bench_versus_request *request, fl_diag *diag);

#endif
