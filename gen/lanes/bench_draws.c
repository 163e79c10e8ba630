/* SPDX-License-Identifier: MIT */
/* PCG32 in lanes. Two vectors of streams, so that the processor can overlap their multiplications. */
#include "gen/lanes/bench_draws.h"

#include "gen/lanes/lanes.h"
#include "gen/random/pcg.h"

#ifndef FL_BENCH_DRAWS_NAME
#define FL_BENCH_DRAWS_NAME fl_bench_draws_portable
#endif

FL_LANES_INLINE static inline fl_lanes draw(fl_lanes *state, fl_lanes increment)
{
    fl_lanes old = *state;
    *state = old * fl_lanes_splat(FL_PCG_MULTIPLIER) + increment;
    return fl_lanes_rotate_right32(((old >> 18) ^ old) >> 27, old >> 59);
}

uint32_t FL_BENCH_DRAWS_NAME(uint64_t seed, uint64_t n)
{
    static const uint64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    fl_lanes state[2] = {fl_lanes_load(numbers) + seed, fl_lanes_load(numbers) + seed + 8};
    fl_lanes increment[2] = {fl_lanes_splat(1), fl_lanes_splat(3)};
    fl_lanes sum = fl_lanes_splat(0);
    for (uint64_t i = 0; i < n; i += 2 * FL_LANES_N) {
        sum ^= draw(&state[0], increment[0]);
        sum ^= draw(&state[1], increment[1]);
    }
    uint64_t out = 0;
    for (unsigned lane = 0; lane < FL_LANES_N; lane++) {
        out ^= fl_lanes_get(sum, lane);
    }
    return (uint32_t)out;
}
