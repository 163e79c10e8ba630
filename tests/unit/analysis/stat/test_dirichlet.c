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

Test(dirichlet, a_count_where_nothing_may_be_is_infinite_evidence)
{
    static const double with_hole[4] = {0.5, 0, 0.25, 0.25};
    uint64_t count[4] = {500000000000u, 1, 250000000000u, 250000000000u};
    fl_dirichlet_count found = {.count = count, .cells = 4, .scale = 1};
    fl_dirichlet_prior prior = fl_stat_dirichlet_around(with_hole, 4, 0.01, 0.5);
    cr_expect_eq(fl_stat_dirichlet_log_e(&prior, &found, with_hole), INFINITY);
    count[1] = 0;
    cr_expect_lt(fl_stat_dirichlet_log_e(&prior, &found, with_hole), 0);
}

Test(dirichlet, two_samples_together_are_one)
{
    uint64_t a[4] = {250, 0, 500, 125};
    uint64_t b[4] = {10, 0, 30, 5};
    uint64_t sum[4] = {260, 0, 530, 130};
    fl_dirichlet_count left = {.count = a, .cells = 4, .scale = 3};
    fl_dirichlet_count right = {.count = b, .cells = 4, .scale = 3};
    fl_dirichlet_count both = {.count = sum, .cells = 4, .scale = 3};
    fl_dirichlet_prior wide = fl_stat_dirichlet_wide();
    cr_expect_float_eq(fl_stat_dirichlet_log_e_pooled(&left, &right),
                       fl_stat_dirichlet_log_e_found(&wide, &both), 1e-12);
}
