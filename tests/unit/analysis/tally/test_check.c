/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers of a tally that cannot be those of its samples are found; the first difference of two is named. */
#include "analysis/tally/tally.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>

static small_run it;
static fl_tally *tally;
static char trouble[FL_TALLY_TROUBLE];

static void set_up(void)
{
    small_run_open(&it, small_run_text, 0, 1);
    small_run_count(&it, 0, it.setup.samples);
    tally = &it.totals[0];
}

static void tear_down(void)
{
    small_run_close(&it);
}

TestSuite(check, .init = set_up, .fini = tear_down);

/* Adds to a count, expects that the tally is refused with these words, and takes it back. */
static void expect_trouble(uint64_t *number, uint64_t more, const char *words)
{
    *number += more;
    cr_expect_not(fl_tally_check(tally, trouble), "%s", words);
    cr_expect_not_null(strstr(trouble, words), "'%s' in '%s'", words, trouble);
    *number -= more;
    cr_assert(fl_tally_check(tally, trouble), "%s", trouble);
}

Test(check, what_was_counted_fits)
{
    for (uint64_t c = 0; c < it.setup.conditions; c++) {
        cr_expect(fl_tally_check(&it.totals[c], trouble), "%s", trouble);
    }
    fl_tally_clear(tally);
    cr_expect(fl_tally_check(tally, trouble), "nothing yet: %s", trouble);
}

Test(check, a_metric_that_every_floor_has_is_there_on_every_floor)
{
    const fl_tally_metric *rooms = &tally->spec->metrics[0];
    cr_assert_str_eq(rooms->name, "rooms");
    expect_trouble(&tally->count[rooms->at + (unsigned)tally->extreme[0].min], 1, "rooms: ");
    expect_trouble(&tally->count[rooms->at + (unsigned)tally->extreme[0].min], (uint64_t)-1, "rooms: ");
    expect_trouble(&tally->failed, 1, "rooms: ");
    expect_trouble(&tally->failed, tally->floors, "samples failed");
}

Test(check, extremes_are_where_the_counts_end)
{
    fl_tally_extreme *extreme = &tally->extreme[0];
    extreme->max++;
    cr_expect_not(fl_tally_check(tally, trouble));
    cr_expect_not_null(strstr(trouble, "were noted"), "%s", trouble);
    extreme->max--;
    extreme->min--;
    cr_expect_not(fl_tally_check(tally, trouble));
    extreme->min++;
    cr_expect(fl_tally_check(tally, trouble));
}

Test(check, an_event_has_no_more_hits_than_trials_and_no_more_trials_than_samples)
{
    cr_assert_gt(tally->spec->events_n, 0);
    uint64_t *trials = &tally->count[tally->spec->events[0].at];
    expect_trouble(&trials[FL_TALLY_STEPS + 3], 1000, " hits in ");
    expect_trouble(&trials[3], 1, "step 3 of the trace");
}

Test(check, a_cell_has_one_room_of_a_floor)
{
    cr_assert_gt(tally->spec->maps_n, 0);
    expect_trouble(&tally->count[tally->spec->maps[0].at + 5], tally->floors + 1, "on cell 5");
    cr_assert_gt(tally->spec->joints_n, 0);
    expect_trouble(&tally->count[tally->spec->joints[0].at], tally->floors + 1, "pairs of values");
}
