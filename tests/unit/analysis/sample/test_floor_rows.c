/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be counted on floors stands in the catalogue under the numbers of analysis/metric. */
#include "analysis/sample/sample_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

static maker m;
static counting counts;

static void set_up(void)
{
    maker_open(&m, "classic", "", 1);
    counting_begin(&counts, m.generator, m.rules);
}

static void tear_down(void)
{
    counting_close(&counts);
    maker_close(&m);
}

TestSuite(floor_rows, .init = set_up, .fini = tear_down);

Test(floor_rows, kinds_that_the_generator_lacks_are_not_known)
{
    const fl_catalogue_metric *metric = counts.catalogue.metric;
    cr_expect_not(metric[FL_METRIC_FIRST_KIND + FL_KIND_DICE].is_known);
    cr_expect_not(metric[FL_METRIC_FIRST_KIND + FL_KIND_DICE].is_default);
    cr_expect(metric[FL_METRIC_FIRST_KIND + FL_KIND_BOSS].is_known);
    cr_expect(metric[FL_METRIC_FIRST_CLOSE].is_known && !metric[FL_METRIC_FIRST_CLOSE].is_default,
              "counted where it is named");
}

Test(floor_rows, events_of_the_table_come_before_those_of_rolls)
{
    const char *const *rolls = NULL;
    unsigned rolls_n = m.generator->rolls(m.rules, &rolls);
    const fl_catalogue_event *event = counts.catalogue.event;
    cr_assert_eq(counts.catalogue.events_n, (unsigned)FL_EVENT_ROWS + rolls_n * FL_ROLL_FLAGS);
    for (unsigned i = 0; i < counts.catalogue.events_n; i++) {
        cr_expect_eq(event[i].row != NULL, i < FL_EVENT_ROWS, "%s", event[i].name);
        cr_expect(event[i].is_default);
    }
    unsigned passed = counting_event(&counts, "roll.sacrifice.won");
    cr_expect_str_eq(counts.catalogue.roll_names[event[passed].roll], "sacrifice");
    unsigned loop = counting_event(&counts, "has_loop");
    cr_expect_eq(event[loop].groups, 1u << FL_METRIC_DEGREES);
}

Test(floor_rows, cells_are_those_of_the_largest_rules)
{
    maker small;
    maker large;
    static fl_catalogue catalogue;
    maker_open(&small, "grid", "rules=basement", 1);
    maker_open(&large, "grid", "rules=cave", 1);
    const void *rules[] = {small.rules, large.rules, small.rules};
    cr_assert_eq(fl_sample_catalogue_init(&catalogue, small.generator, rules, 3, NULL), FL_OK);
    uint32_t cells[] = {small.generator->cells_most(small.rules), large.generator->cells_most(large.rules)};
    cr_expect_neq(cells[0], cells[1]);
    cr_expect_eq(catalogue.cells_most, cells[0] > cells[1] ? cells[0] : cells[1]);
    fl_sample_catalogue_free(&catalogue);
    maker_close(&small);
    maker_close(&large);
}
