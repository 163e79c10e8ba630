/* Timing floors: generators, their backends, the metrics worked out on each floor. */
#ifndef FL_EXPERIMENTS_BENCH_BENCH_H
#define FL_EXPERIMENTS_BENCH_BENCH_H

#include "gen/base/diag.h"
#include "gen/lanes/backend.h"

#include <stdbool.h>

enum { FL_BENCH_ROUNDS = 5, FL_BENCH_ROWS = 256 };

/* A set of rules that is measured. */
typedef struct fl_bench_case {
    const char *generator;
    const char *settings;
} fl_bench_case;

typedef struct fl_bench_row {
    const fl_bench_case *what;
    const char *set; /* what is worked out on each floor */
    fl_backend backend;
    double rate[FL_BENCH_ROUNDS];
    double floors_per_second; /* median of the rounds */
    double draws_per_floor;
    double ratio_to_draws;     /* time of a floor / time of its bare draws, one after the other */
    double ratio_to_lanes;     /* the same for draws of the backend's lanes */
    double ratio_to_reference; /* speed / speed of the reference in the same rounds */
} fl_bench_row;

typedef struct fl_bench {
    fl_bench_row row[FL_BENCH_ROWS];
    unsigned rows_n;
    double draw_seconds[FL_BACKEND_COUNT]; /* of a bare draw; the reference's is one stream's */
    bool has_only;                         /* besides the reference, this backend alone */
    fl_backend only;
} fl_bench;

/* Times bare draws; the rows come with fl_bench_measure. */
void fl_bench_init(fl_bench *self);

/* Adds the rows of a case: every set on every backend. The rounds of all take turns, so that what else the machine does
 * hits all alike. */
FL_NODISCARD fl_err fl_bench_measure(fl_bench *self, const fl_bench_case *what, fl_diag *diag);

/* How much faster more threads are, as a run uses them, held against as many programs that share nothing: what those reach
 * together is what the machine gives. */

typedef struct fl_bench_scale {
    const fl_bench_case *what;
    double floors_per_second;         /* one thread's: median of the rounds */
    double floors_per_second_threads; /* all threads together */
    double ratio_threads;             /* threads / one thread, median of the rounds */
    double ratio_processes;           /* the same of as many processes with one thread each */
} fl_bench_scale;

/* Who is measured, and how long a round of one thread takes. */
typedef struct fl_bench_scale_request {
    unsigned threads; /* 2 to FL_THREADS_MAX */
    fl_backend backend;
    double seconds;
} fl_bench_scale_request;

/* Counts floors of a case as `run` does, with all its metrics but no maps: one thread, threads, processes in turns. Clocks
 * are the wall's. Forks: the caller must have no other thread. */
FL_NODISCARD fl_err fl_bench_scale_measure(fl_bench_scale *out, const fl_bench_case *what,
                                           const fl_bench_scale_request *request, fl_diag *diag);

#endif
