/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples of every sort are measured. Times are not judged. */
#include "experiments/bench/bench.h"

#include <criterion/criterion.h>

#include <string.h>

static void measure(fl_bench *bench, const fl_bench_case *what)
{
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_bench_measure(bench, what, &diag), FL_OK, "%s", diag.what);
    for (unsigned i = 0; i < bench->rows_n; i++) {
        cr_expect_gt(bench->row[i].floors_per_second, 0);
        cr_expect_gt(bench->row[i].draws_per_floor, 0);
    }
}

static unsigned rows_of(const fl_bench *bench, const char *set, fl_backend backend)
{
    unsigned n = 0;
    for (unsigned i = 0; i < bench->rows_n; i++) {
        n += strcmp(bench->row[i].set, set) == 0 && bench->row[i].backend == backend;
    }
    return n;
}

Test(bench, rooms_have_no_core_metrics_and_one_backend)
{
    fl_bench bench = {.has_only = true, .only = FL_BACKEND_PORTABLE};
    measure(&bench, &(fl_bench_case){"room", ""});
    cr_expect_eq(bench.rows_n, 3);
    cr_expect_eq(rows_of(&bench, "core", FL_BACKEND_REFERENCE), 0);
    cr_expect_eq(rows_of(&bench, "tallied", FL_BACKEND_REFERENCE), 1);
}

Test(bench, journeys_are_counted_side_by_side)
{
    fl_bench bench = {.has_only = true, .only = FL_BACKEND_PORTABLE};
    measure(&bench, &(fl_bench_case){"journey", "plan=classic"});
    cr_expect_eq(rows_of(&bench, "none", FL_BACKEND_PORTABLE), 0);
    cr_expect_eq(rows_of(&bench, "tallied", FL_BACKEND_PORTABLE), 1);
    cr_expect_eq(rows_of(&bench, "tallied", FL_BACKEND_REFERENCE), 1);
}

Test(bench, unknown_settings_are_refused)
{
    fl_bench bench = {.rows_n = 0};
    fl_diag diag;
    cr_expect_neq(fl_bench_measure(&bench, &(fl_bench_case){"room", "chunks=cellar"}, &diag), FL_OK);
    cr_expect(strstr(diag.what, "chunks") != NULL, "%s", diag.what);
}
