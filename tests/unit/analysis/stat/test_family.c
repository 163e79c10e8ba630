/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many tests at once. */
#include "analysis/stat/stat_private.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

/* The linker sends all calls of the project's code here (-Wl,--wrap). */
static bool is_full;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    return is_full ? NULL : __real_malloc(size);
}

Test(family, holm_as_worked_out_by_hand)
{
    static const double p[4] = {0.01, 0.04, 0.03, 0.005};
    static const double wanted[4] = {0.03, 0.06, 0.06, 0.02};
    double adjusted[4];
    cr_assert_eq(fl_stat_family_holm(p, 4, adjusted), FL_OK);
    for (int i = 0; i < 4; i++) {
        cr_expect_float_eq(adjusted[i], wanted[i], 1e-15, "%d: %g", i, adjusted[i]);
    }
}

Test(family, holm_keeps_order_and_stops_at_one)
{
    static const double p[5] = {0.9, 0.5, 0, 0.5, 0.02};
    double adjusted[5];
    cr_assert_eq(fl_stat_family_holm(p, 5, adjusted), FL_OK);
    cr_expect_eq(adjusted[0], 1);
    cr_expect_eq(adjusted[1], 1);
    cr_expect_eq(adjusted[2], 0);
    cr_expect_float_eq(adjusted[4], 0.08, 1e-15);
}

/* n = 4, alpha = 0.1: thresholds 40, 20, 13.3, 10. The third largest saves the second. */
Test(family, ebh_takes_the_largest_set_that_holds)
{
    static const double e[4] = {50, 14, 15, 3};
    double log_e[4];
    bool is_refused[4];
    for (int i = 0; i < 4; i++) {
        log_e[i] = log(e[i]);
    }
    cr_assert_eq(fl_stat_family_ebh(log_e, 4, 0.1, is_refused), FL_OK);
    cr_expect(is_refused[0] && is_refused[1] && is_refused[2] && !is_refused[3]);
    log_e[1] = log(13);
    cr_assert_eq(fl_stat_family_ebh(log_e, 4, 0.1, is_refused), FL_OK);
    cr_expect(is_refused[0] && !is_refused[1] && !is_refused[2] && !is_refused[3]);
}

Test(family, infinite_evidence_is_refused_and_none_is_not)
{
    static const double log_e[3] = {INFINITY, -INFINITY, 0};
    bool is_refused[3];
    cr_assert_eq(fl_stat_family_ebh(log_e, 3, 0.001, is_refused), FL_OK);
    cr_expect(is_refused[0] && !is_refused[1] && !is_refused[2]);
}

Test(family, of_no_tests_is_fine)
{
    cr_expect_eq(fl_stat_family_holm(NULL, 0, NULL), FL_OK);
    cr_expect_eq(fl_stat_family_ebh(NULL, 0, 0.1, NULL), FL_OK);
}

Test(family, without_memory_says_so)
{
    static const double value[2] = {0.1, 0.2};
    double adjusted[2];
    bool is_refused[2];
    is_full = true;
    fl_err holm = fl_stat_family_holm(value, 2, adjusted);
    fl_err ebh = fl_stat_family_ebh(value, 2, 0.1, is_refused);
    is_full = false;
    cr_expect_eq(holm, FL_ERR_MEMORY);
    cr_expect_eq(ebh, FL_ERR_MEMORY);
}
