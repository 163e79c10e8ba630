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
