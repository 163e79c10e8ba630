/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/bench share. */
#ifndef FL_EXPERIMENTS_BENCH_BENCH_PRIVATE_H
#define FL_EXPERIMENTS_BENCH_BENCH_PRIVATE_H

#include "experiments/bench/bench.h"

/* The median of the rounds. */
double fl_bench_median(const double rate[FL_BENCH_ROUNDS]);

void fl_bench_sort(double *list, unsigned n);

#endif
