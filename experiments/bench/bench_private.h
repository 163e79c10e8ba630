/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_BENCH_BENCH_PRIVATE_H
#define FL_EXPERIMENTS_BENCH_BENCH_PRIVATE_H

#include "experiments/bench/bench.h"

/* Timing floors: generators, their backends, the metrics worked out on each floor. */

/* The one in the middle. */
double fl_bench_median(const double rate[FL_BENCH_ROUNDS]);

#endif
