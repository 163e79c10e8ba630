/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paired differences against the jackknife as the books write it, and cases with known answers. */
#include "analysis/stat/stat.h"
#include "gen/random/pcg.h"

#include <criterion/criterion.h>

#include <math.h>

enum { PARTS = 32 };

typedef struct sums {
    uint64_t n[PARTS], sum[PARTS];
} sums;

static fl_paired compare(const sums *a, const sums *b, unsigned parts)
{
    return fl_stat_paired(&(fl_paired_sums){a->n, a->sum}, &(fl_paired_sums){b->n, b->sum}, parts);
}

/* The mean without one part; `without` = parts leaves out none. */
static double mean_without(const sums *self, unsigned parts, unsigned without)
{
    double n = 0;
    double sum = 0;
    for (unsigned i = 0; i < parts; i++) {
        n += i == without ? 0 : (double)self->n[i];
        sum += i == without ? 0 : (double)self->sum[i];
    }
    return sum / n;
}

/* The error of a difference from all differences with one part left out; a NULL = of b's mean alone. */
static double naive_error(const sums *a, const sums *b, unsigned parts)
{
    double left[PARTS];
    double mean = 0;
    double squares = 0;
    for (unsigned i = 0; i < parts; i++) {
        left[i] = mean_without(b, parts, i) - (a ? mean_without(a, parts, i) : 0);
        mean += left[i] / parts;
    }
    for (unsigned i = 0; i < parts; i++) {
        squares += (left[i] - mean) * (left[i] - mean);
    }
    return sqrt(squares * (parts - 1) / parts);
}

/* Pairs with something in common, and different numbers of values in each part. */
static void fill(sums *a, sums *b, fl_pcg *rng)
{
    for (unsigned i = 0; i < PARTS; i++) {
        uint64_t common = fl_pcg_below(rng, 3000);
        a->n[i] = 900 + fl_pcg_below(rng, 200);
        b->n[i] = 900 + fl_pcg_below(rng, 200);
        a->sum[i] = 5 * a->n[i] + common + fl_pcg_below(rng, 500);
        b->sum[i] = 6 * b->n[i] + common + fl_pcg_below(rng, 500);
    }
}

Test(paired, difference_and_errors_equal_a_naive_computation)
{
    fl_pcg rng;
    fl_pcg_init(&rng, 5, 1);
    for (unsigned run = 0; run < 100; run++) {
        sums a, b;
        fill(&a, &b, &rng);
        fl_paired found = compare(&a, &b, PARTS);
        double difference = mean_without(&b, PARTS, PARTS) - mean_without(&a, PARTS, PARTS);
        double own[2] = {naive_error(NULL, &a, PARTS), naive_error(NULL, &b, PARTS)};
        cr_assert_float_eq(found.difference, difference, 1e-12);
        cr_assert_float_eq(found.error, naive_error(&a, &b, PARTS), 1e-9 * found.error);
        cr_assert_float_eq(found.unpaired_error, hypot(own[0], own[1]), 1e-9 * found.unpaired_error);
        cr_assert_lt(found.error, found.unpaired_error);
        cr_assert_eq(found.freedom, PARTS - 1);
    }
}

/* Quantiles of Student's t as tables have them. */
Test(paired, intervals_reach_as_far_as_students_t)
{
    cr_expect_float_eq(fl_stat_paired_reach(1, 31, 0.05), 2.0395, 5e-5);
    cr_expect_float_eq(fl_stat_paired_reach(2, 1, 0.05), 25.4124, 5e-5);
    cr_expect_eq(fl_stat_paired_reach(0, 31, 0.05), 0);
}
