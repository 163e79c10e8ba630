/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns: only what was asked for is there, and it is what the floors have. The oracle suite holds all of
 * them against the reference on many floors. */
#include "analysis/metric/column/column.h"
#include "tests/support/batch_maker.h"

#include <criterion/criterion.h>

Test(column, metrics_that_nobody_asked_for_have_no_column)
{
    batch_maker *side = batch_maker_open("level=2", 1);
    side->columns.wants = side->columns.want_kinds = 0;
    side->columns.wants_events = false;
    fl_column_want(&side->columns, FL_METRIC_DEAD_ENDS);
    fl_column_want(&side->columns, FL_METRIC_ATTEMPTS);
    batch_maker_make(side, FL_BACKEND_PORTABLE, 0, 100);
    cr_expect_eq(side->columns.stores_n, 1);
    cr_expect_eq(side->columns.wide_n, 1);
    cr_expect_not_null(side->columns.metric[FL_METRIC_DEAD_ENDS].bytes);
    cr_expect_not_null(side->columns.metric[FL_METRIC_ATTEMPTS].words);
    cr_expect_null(side->columns.metric[FL_METRIC_ROOMS].bytes);
    cr_expect_null(side->columns.event[FL_EVENT_BOSS_IS_FARTHEST].bytes);
    batch_maker_close(side);
}

/* One floor of many attempts, wherever it is: bytes must not stand for what they cannot hold. */
Test(column_kernel, a_single_value_too_large_for_bytes_is_seen_on_every_place)
{
    enum { FLOORS = 40, MANY = 300 };
    fl_backend backends[FL_BACKEND_COUNT];
    unsigned backends_n = batch_maker_backends(backends);
    batch_maker *side = batch_maker_open("level=2", 1);
    for (unsigned b = 0; b < backends_n; b++) {
        for (unsigned i = 0; i < FLOORS; i++) {
            batch_maker_make(side, backends[b], 0, FLOORS);
            cr_assert_not_null(side->columns.metric[FL_METRIC_ATTEMPTS].bytes);
            side->batch.facts[i] &= (UINT64_C(1) << FL_CLASSIC_BATCH_ATTEMPTS) - 1;
            side->batch.facts[i] |= (uint64_t)MANY << FL_CLASSIC_BATCH_ATTEMPTS;
            fl_column_fill(&side->columns, &side->batch);
            cr_assert_null(side->columns.metric[FL_METRIC_ATTEMPTS].bytes, "floor %u", i);
            cr_assert_eq(fl_column_at(&side->columns.metric[FL_METRIC_ATTEMPTS], i), MANY, "floor %u", i);
        }
    }
    batch_maker_close(side);
}
