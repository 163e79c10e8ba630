/* SPDX-License-Identifier: MIT */
/* Bare random draws: what no generator can go under. Built once per backend from one source. */
#ifndef FL_GEN_LANES_BENCH_DRAWS_H
#define FL_GEN_LANES_BENCH_DRAWS_H

#include <stdint.h>

/* Makes n draws, as many streams side by side as the backend has lanes twice over; returns them joined by exclusive or. */
typedef uint32_t fl_bench_draws_make(uint64_t seed, uint64_t n);

uint32_t fl_bench_draws_portable(uint64_t seed, uint64_t n);
uint32_t fl_bench_draws_avx2(uint64_t seed, uint64_t n);
uint32_t fl_bench_draws_avx512(uint64_t seed, uint64_t n);

#endif
