/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plans: what journeys did is counted, every way is named once. */
#include "experiments/show/show_private.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static fl_opened_generator opened;
static fl_floor_maker maker;
static fl_show_plan *plan;

static void count(const char *settings)
{
    cr_assert_eq(fl_run_generator_open_words(&opened, "journey", settings, NULL), FL_OK);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, NULL), FL_OK);
    fl_run_maker_make(&maker, 3, 0);
    cr_assert_eq(fl_show_plan_count(&plan, &maker, NULL), FL_OK);
}

static void end(void)
{
    free(plan);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
}

static void check_flow(const char *settings, bool has_deaths)
{
    count(settings);
    uint64_t deaths = 0;
    uint64_t ended = plan->unfinished;
    cr_assert_eq(plan->journeys, FL_SHOW_PLAN_JOURNEYS);
    for (unsigned i = 0; i < plan->journey->stops_n; i++) {
        uint64_t in = plan->journey->stop[i].is_start ? plan->journeys : 0;
        uint64_t out = plan->ends[i] + plan->deaths[i];
        for (unsigned k = 0; k < plan->journey->stops_n; k++) {
            in += plan->moves[k][i];
            out += plan->moves[i][k];
        }
        cr_expect(in == plan->visits[i] && out == plan->visits[i], "stop %u", i);
        ended += plan->ends[i] + plan->deaths[i];
        deaths += plan->deaths[i];
    }
    cr_expect_eq(ended, plan->journeys);
    cr_expect_eq(deaths > 0, has_deaths);
    end();
}

Test(plan, who_comes_to_a_stop_goes_on_ends_or_dies_there)
{
    check_flow("plan=classic", false);
    check_flow("plan=classic player=mortal", true);
}

Test(plan, shares_never_claim_more_than_was_counted)
{
    static const struct {
        uint64_t n, of;
        const char *text;
    } rows[] = {{0, 9, "0.0 %"},       {9, 9, "100.0 %"},          {1, 3, "33.3 %"},
                {1, 20000, "< 0.1 %"}, {19999, 20000, "> 99.9 %"}, {0, 0, "0.0 %"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_plan_share text;
        cr_expect_str_eq(fl_show_plan_share(rows[i].n, rows[i].of, text), rows[i].text);
    }
}
