/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dirichlet mixtures against 60-digit arithmetic, the beta mixture and their limits. */
#include "analysis/stat/stat_private.h"
#include "tests/unit/stat_reference.h"

#include <criterion/criterion.h>
#include <math.h>

static const double law[4] = {0.25, 0.125, 0.5, 0.125};

Test(dirichlet, evidence_equals_sixty_digits_up_to_a_trillion_floors)
{
    for (size_t i = 0; i < sizeof stat_law / sizeof stat_law[0]; i++) {
        const fl_stat_law_row *row = &stat_law[i];
        fl_dirichlet_count found = {.count = row->count, .cells = 4, .scale = 1};
        fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
        fl_dirichlet_prior narrow = {.centre = law, .part = 0.5, .mass = 8000};
        double both = fl_stat_logspace_add(row->wide, row->narrow) - log(2);
        cr_expect_float_eq(fl_stat_dirichlet_log_e(&wide, &found, law), row->wide,
                           1e-12 * fmax(1, fabs(row->wide)), "row %zu", i);
        cr_expect_float_eq(fl_stat_dirichlet_log_e(&narrow, &found, law), both, 1e-12 * fmax(1, fabs(both)),
                           "row %zu", i);
        cr_expect_float_eq(fl_stat_dirichlet_log_e_found(&wide, &found), row->found,
                           1e-12 * fmax(1, fabs(row->found)), "row %zu", i);
    }
}

Test(dirichlet, two_cells_are_the_beta_mixture)
{
    fl_beta_prior beta = fl_stat_beta_wide();
    fl_dirichlet_prior prior = fl_stat_dirichlet_wide();
    for (uint64_t k = 0; k <= 30; k++) {
        uint64_t count[2] = {k, 30 - k};
        double p[2] = {0.25, 0.75};
        fl_dirichlet_count found = {.count = count, .cells = 2, .scale = 1};
        cr_expect_float_eq(fl_stat_dirichlet_log_e(&prior, &found, p),
                           fl_stat_beta_log_e(&beta, k, 30, (fl_fraction){1, 4}), 1e-12);
    }
}

Test(dirichlet, a_count_where_nothing_may_be_is_infinite_evidence)
{
    static const double with_hole[4] = {0.5, 0, 0.25, 0.25};
    uint64_t count[4] = {500000000000u, 1, 250000000000u, 250000000000u};
    fl_dirichlet_count found = {.count = count, .cells = 4, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_around(with_hole, 4, 0.01, 0.5);
    cr_expect_eq(fl_stat_dirichlet_log_e(&prior, &found, with_hole), INFINITY);
    cr_expect_lt(fl_stat_dirichlet_radius(&prior, &found, 0.001), 0.001);
    count[1] = 0;
    cr_expect_lt(fl_stat_dirichlet_log_e(&prior, &found, with_hole), 0);
}

Test(dirichlet, many_cells_stay_finite_and_exact)
{
    enum { CELLS = 1000 };
    uint64_t count[CELLS];
    double p[CELLS];
    for (int i = 0; i < CELLS; i++) {
        count[i] = 1000000000;
        p[i] = 1.0 / CELLS;
    }
    fl_dirichlet_count found = {.count = count, .cells = CELLS, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_wide();
    double at_law = fl_stat_dirichlet_log_e(&prior, &found, p);
    cr_expect_float_eq(at_law, fl_stat_dirichlet_log_e_found(&prior, &found), 1e-9);
    cr_expect(at_law < -999 / 2.0 * log(1e9) && at_law > -999 / 2.0 * log(1e12), "%g", at_law);
}

Test(dirichlet, the_shares_found_have_the_least_evidence_against_them)
{
    uint64_t count[4] = {30, 12, 40, 18};
    fl_dirichlet_count found = {.count = count, .cells = 4, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_around(law, 4, 0.01, 0.5);
    double shares[4] = {0.3, 0.12, 0.4, 0.18};
    double least = fl_stat_dirichlet_log_e_found(&prior, &found);
    cr_expect_float_eq(fl_stat_dirichlet_log_e(&prior, &found, shares), least, 1e-12);
    cr_expect_lt(least, fl_stat_dirichlet_log_e(&prior, &found, law));
    cr_expect_leq(least, 0);
}

Test(dirichlet, radius_falls_with_the_floors_and_a_right_centre)
{
    uint64_t count[4] = {250000, 125000, 500000, 125000};
    fl_dirichlet_count found = {.count = count, .cells = 4, .scale = 1};
    fl_dirichlet_count more = {.count = count, .cells = 4, .scale = 100};
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    fl_dirichlet_prior around = fl_stat_dirichlet_around(law, 4, 0.001, 0.5);
    double radius = fl_stat_dirichlet_radius(&wide, &found, 0.001);
    cr_expect_lt(fl_stat_dirichlet_radius(&around, &found, 0.001), 0.8 * radius);
    cr_expect_lt(fl_stat_dirichlet_radius(&wide, &more, 0.001), 0.15 * radius);
    fl_dirichlet_count none = {.count = (const uint64_t[4]){0, 0, 0, 0}, .cells = 4, .scale = 1};
    cr_expect_eq(fl_stat_dirichlet_radius(&wide, &none, 0.001), 1);
}

static double divergence(double p, double q)
{
    return (p > 0 ? p * log(p / q) : 0) + (p < 1 ? (1 - p) * log((1 - p) / (1 - q)) : 0);
}

/* What the radius rests on: total variation and Jensen-Shannon distance squared are both at most KL / 2. */
Test(dirichlet, both_distances_are_bounded_by_half_the_divergence)
{
    for (double p = 0; p <= 1; p += 0.005) {
        for (double q = 0.0025; q < 1; q += 0.005) {
            double a[2] = {p, 1 - p};
            double b[2] = {q, 1 - q};
            double half = divergence(p, q) / 2;
            double variation = fl_stat_distance_variation(a, b, 2);
            double shannon = fl_stat_distance_shannon(a, b, 2);
            cr_assert(variation * variation <= half + 1e-14, "%g %g", p, q);
            cr_assert(shannon * shannon <= half + 1e-14, "%g %g", p, q);
        }
    }
}

Test(dirichlet, radius_is_pinskers_of_the_evidence)
{
    for (size_t i = 0; i < sizeof stat_law / sizeof stat_law[0]; i++) {
        const fl_stat_law_row *row = &stat_law[i];
        fl_dirichlet_count found = {.count = row->count, .cells = 4, .scale = 1};
        fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
        double n = fl_stat_dirichlet_total(&found);
        double wanted = n > 0 ? fmin(1, sqrt((log(20) - row->found) / 2 / n)) : 1;
        cr_expect_float_eq(fl_stat_dirichlet_radius(&wide, &found, 0.05), wanted, 1e-12 * wanted, "row %zu",
                           i);
    }
}
