/* SPDX-License-Identifier: MIT */
/* Random draws and nothing else: the lower bound on the time of any generator. Built once per backend from
 * one source; the readable counterpart of a draw is fl_pcg_next. */
#ifndef FL_GEN_LANES_BENCH_DRAWS_H
#define FL_GEN_LANES_BENCH_DRAWS_H

#include <stdint.h>

/* Makes n draws from 2 * FL_LANES_N streams side by side and returns their exclusive or, so that the
 * compiler keeps them. */
typedef uint32_t fl_bench_draws_make(uint64_t seed, uint64_t n);

uint32_t fl_bench_draws_portable(uint64_t seed, uint64_t n);
uint32_t fl_bench_draws_avx2(uint64_t seed, uint64_t n);
uint32_t fl_bench_draws_avx512(uint64_t seed, uint64_t n);

#endif
