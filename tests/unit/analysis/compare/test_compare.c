/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which rows two tallies have, and what stands in them. */
#include "analysis/compare/compare.h"
#include "tests/unit/small_tally.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static small_tally small[2];
static fl_compare_row *rows;
static size_t rows_n;

static void set_up(void)
{
    small_tally_init(&small[0]);
    small_tally_init(&small[1]);
}

static void tear_down(void)
{
    free(rows);
    rows = NULL;
    small_tally_free(&small[0]);
    small_tally_free(&small[1]);
}

TestSuite(compare, .init = set_up, .fini = tear_down);

static void list(void)
{
    const fl_tally *const side[2] = {&small[0].tally, &small[1].tally};
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_compare_list(side, &rows, &rows_n, &diag), FL_OK, "%s", diag.what);
}

static const fl_compare_row *row_of(const char *name)
{
    for (size_t i = 0; i < rows_n; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    cr_assert_fail("no row %s", name);
    return NULL;
}

Test(compare, metrics_have_their_means_and_events_their_shares)
{
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 7, 30);
    small_tally_metric(&small[0], FL_METRIC_ROOMS, 9, 10);
    small_tally_metric(&small[1], FL_METRIC_ROOMS, 8, 5);
    small_tally_event(&small[0], "has_loop", 1, 4);
    small_tally_event(&small[1], "has_loop", 3, 4);
    list();
    const fl_compare_row *rooms = row_of("rooms");
    cr_expect(rooms->sort == FL_COMPARE_METRIC && rooms->n[0] == 40 && rooms->n[1] == 5 && !rooms->left_out);
    cr_expect_float_eq(rooms->value[0], 7.5, 1e-12);
    cr_expect_float_eq(rooms->value[1], 8, 1e-12);
    const fl_compare_row *loop = row_of("has_loop");
    cr_expect(loop->sort == FL_COMPARE_EVENT && loop->n[0] == 4 && !loop->left_out);
    cr_expect_float_eq(loop->value[0], 0.25, 1e-12);
    cr_expect_float_eq(loop->value[1], 0.75, 1e-12);
    cr_expect_eq(rows_n, 5);
}

Test(compare, what_one_side_does_not_know_is_left_out)
{
    small_tally_metric(&small[1], FL_METRIC_ROOMS, 7, 30);
    small_tally_event(&small[0], "roll.sacrifice.won", 1, 4);
    list();
    cr_expect_str_eq(row_of("rooms")->left_out, "A does not know it");
    cr_expect_str_eq(row_of("roll.sacrifice.won")->left_out, "B does not know it");
    cr_expect_str_eq(row_of("loops")->left_out, "neither side knows it");
    cr_expect(isnan(row_of("rooms")->value[0]));
}

Test(compare, several_answers_of_one_sample_are_left_out)
{
    small_tally_event(&small[0], "has_loop", 1, 4);
    small_tally_event(&small[1], "has_loop", 1, 4);
    small[1].tally.floors = 3;
    list();
    cr_expect_not_null(strstr(row_of("has_loop")->left_out, "no independent samples"));
}
