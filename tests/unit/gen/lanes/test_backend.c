/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of backends; what is here. */
#include "gen/lanes/backend.h"

#include "gen/lanes/bench_draws.h"
#include "gen/random/pcg.h"

#include <criterion/criterion.h>

Test(backend, names_are_found_again_and_unknown_ones_are_not)
{
    for (int i = 0; i < FL_BACKEND_COUNT; i++) {
        cr_expect_eq(fl_backend_named(fl_backend_name((fl_backend)i)), (fl_backend)i);
    }
    cr_expect_eq(fl_backend_named("sse"), FL_BACKEND_COUNT);
    cr_expect_eq(fl_backend_named(""), FL_BACKEND_COUNT);
}

Test(backend, the_best_one_is_here_and_none_here_is_better)
{
    fl_backend best = fl_backend_best();
    cr_expect(fl_backend_is_here(best));
    cr_expect(fl_backend_is_here(FL_BACKEND_REFERENCE) && fl_backend_is_here(FL_BACKEND_PORTABLE));
    for (int i = (int)best + 1; i < FL_BACKEND_COUNT; i++) {
        cr_expect_not(fl_backend_is_here((fl_backend)i));
    }
}

/* The streams that a kernel draws from side by side, one after the other. */
static uint32_t draw_plainly(uint64_t seed, uint64_t n, unsigned lanes)
{
    uint32_t sum = 0;
    for (unsigned stream = 0; stream < 2 * lanes; stream++) {
        fl_pcg rng = {.state = seed + stream % lanes + (stream < lanes ? 0 : 8),
                      .increment = stream < lanes ? 1 : 3};
        for (uint64_t i = 0; i < n / (2 * lanes); i++) {
            sum ^= fl_pcg_next(&rng);
        }
    }
    return sum;
}

Test(bench_draws, draws_are_those_of_the_plain_streams)
{
    fl_bench_draws_make *const draws[FL_BACKEND_COUNT] = {
        [FL_BACKEND_PORTABLE] = fl_bench_draws_portable,
#if defined(__x86_64__)
        [FL_BACKEND_AVX2] = fl_bench_draws_avx2,
        [FL_BACKEND_AVX512] = fl_bench_draws_avx512,
#endif
    };
    static const unsigned lanes[FL_BACKEND_COUNT] = {1, 1, 4, 8};
    for (int i = FL_BACKEND_PORTABLE; i < FL_BACKEND_COUNT; i++) {
        if (fl_backend_is_here((fl_backend)i)) {
            cr_expect_eq(draws[i](99, 1600), draw_plainly(99, 1600, lanes[i]), "%s",
                         fl_backend_name((fl_backend)i));
        }
    }
}
