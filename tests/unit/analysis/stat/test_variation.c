/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interval of a distance holds what it must, and is what brute force finds for two cells. */
#include "analysis/stat/stat_private.h"
#include "gen/random/pcg.h"

#include <criterion/criterion.h>
#include <math.h>

enum { CELLS = 6, ROUNDS = 2000 };

static fl_variation open(const uint64_t *a, const uint64_t *b, const double *law, size_t cells)
{
    fl_variation out;
    fl_dirichlet_count left = {.count = a, .cells = cells, .scale = 1};
    fl_dirichlet_count right = {.count = b, .cells = cells, .scale = 1};
    cr_assert_eq(fl_stat_variation_init(&out, &left, b ? &right : NULL, law, NULL), FL_OK);
    return out;
}

static void draw(fl_pcg *rng, uint64_t *count, unsigned most)
{
    for (int i = 0; i < CELLS; i++) {
        unsigned size = fl_pcg_next(rng) % 3 ? most : 3;
        count[i] = fl_pcg_next(rng) % (size + 1);
    }
    count[0] += 1;
}

static void law_of(const uint64_t *count, double *law)
{
    double sum = 0;
    for (int i = 0; i < CELLS; i++) {
        sum += (double)count[i];
    }
    for (int i = 0; i < CELLS; i++) {
        law[i] = (double)count[i] / sum;
    }
}

/* 0 is in the interval exactly if the distribution, or a common distribution, is in the set. */
Test(variation, random_counts_exclude_zero_exactly_when_the_set_does)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 5, 1);
    unsigned excluded = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[CELLS];
        uint64_t b[CELLS];
        double law[CELLS];
        draw(&rng, a, 200);
        draw(&rng, b, round % 2 ? 200 : 20);
        law_of(b, law);
        fl_variation it = round % 3 ? open(a, NULL, law, CELLS) : open(a, b, NULL, CELLS);
        double distance;
        double reach = fl_stat_variation_near(&it, 0, &distance);
        double factor = 0.05 + 2 * (fl_pcg_next(&rng) / 4294967296.0);
        fl_interval limits = fl_stat_variation_limits(&it, isfinite(reach) ? factor * reach : 20);
        bool is_out = factor <= 1 || isinf(reach);
        cr_expect_eq(limits.lo > 0, is_out && it.found > 0, "round %d: %g", round, limits.lo);
        cr_expect(limits.lo <= it.found && limits.hi >= it.found && limits.hi <= 1, "round %d", round);
        excluded += is_out;
        fl_stat_variation_free(&it);
    }
    cr_expect(excluded > ROUNDS / 4 && excluded < ROUNDS, "%u", excluded);
}

Test(variation, limits_are_where_the_evidence_is_the_reach)
{
    static const uint64_t a[CELLS] = {500, 300, 100, 50, 30, 20};
    static const uint64_t b[CELLS] = {4000, 3500, 1400, 400, 400, 300};
    fl_variation it = open(a, b, NULL, CELLS);
    fl_interval limits = fl_stat_variation_limits(&it, 12);
    cr_expect_float_eq(fl_stat_variation_within(&it, limits.lo), 12, 1e-6);
    cr_expect_float_eq(fl_stat_variation_beyond(&it, limits.hi), 12, 1e-6);
    cr_expect_gt(fl_stat_variation_within(&it, 0.9 * limits.lo), 12);
    cr_expect_gt(fl_stat_variation_beyond(&it, 1.1 * limits.hi), 12);
    fl_stat_variation_free(&it);
}
