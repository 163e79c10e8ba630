/* How much faster more threads are, as a run uses them, held against as many programs that share nothing: what those reach
 * together is what the machine gives. */
#ifndef FL_EXPERIMENTS_BENCH_SCALE_H
#define FL_EXPERIMENTS_BENCH_SCALE_H

#include "experiments/bench/bench.h"
#include "experiments/run/worker_pool.h"

typedef struct fl_bench_scale {
    const fl_bench_case *what;
    double floors_per_second;         /* one thread's: median of the rounds */
    double floors_per_second_threads; /* all threads together */
    double ratio_threads;             /* threads / one thread, median of the rounds */
    double ratio_processes;           /* the same of as many processes with one thread each */
} fl_bench_scale;

/* Who is measured, and how long a round of one thread takes. */
typedef struct fl_bench_scale_request {
    unsigned threads; /* 2 to FL_WORKER_POOL_THREADS */
    fl_backend backend;
    double seconds;
} fl_bench_scale_request;

/* Counts floors of a case as `run` does, with all its metrics but no maps: one thread, threads, processes in turns. Clocks
 * are the wall's. Forks: the caller must have no other thread. */
FL_NODISCARD fl_err fl_bench_scale_measure(fl_bench_scale *out, const fl_bench_case *what,
                                           const fl_bench_scale_request *wish, fl_diag *diag);

#endif
