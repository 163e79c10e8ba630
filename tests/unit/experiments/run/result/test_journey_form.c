/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed forms of journeys beside what was counted: each shares its event's row. */
#include "experiments/run/result/result.h"
#include "experiments/run/run_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { RUNS = 4000 };

static const char *const texts[] = {
    "name: forms\n"
    "generator: journey\n"
    "settings: {plan: classic, player: full}\n"
    "floors: 4000\n",
    "name: forms\n"
    "generator: journey\n"
    "settings: {plan: classic_labyrinth, player: spender, floors: curse_odds=5}\n"
    "floors: 4000\n"};

/* Six standard errors: passed by chance in all but 2e-9 of the events. */
static bool is_near(double form, uint64_t hits)
{
    return fabs(form - (double)hits / RUNS) <= 6 * sqrt(fmax(form * (1 - form), 1e-3) / RUNS);
}

static uint64_t hits_of(const fl_tally *tally, unsigned event)
{
    uint64_t hits = 0;
    for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
        hits += tally->count[tally->spec->events[event].at + FL_TALLY_STEPS + step];
    }
    return hits;
}

static void check(const char *text, bool can_die)
{
    small_run run;
    double form[2048];
    fl_diag diag;
    double ended = 0;
    double died = 0;
    double lost = -1;
    unsigned met = 0;
    small_run_open(&run, text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    const fl_tally_spec *spec = run.totals[0].spec;
    cr_assert_leq(spec->events_n, 2048);
    cr_assert_eq(fl_run_journey_forms(&run.setup.condition[0], &run.totals[0], form, &diag), FL_OK);
    for (unsigned i = 0; i < spec->events_n; i++) {
        const char *name = spec->events[i].name;
        bool is_ending = strncmp(name, "ended.", 6) == 0;
        bool is_meeting = strncmp(name, "met.", 4) == 0;
        bool is_death = strncmp(name, "died.", 5) == 0;
        bool is_loss = is_death || strcmp(name, "died") == 0 || strncmp(name, "reached.", 8) == 0;
        cr_expect_eq(!isnan(form[i]), is_ending || is_meeting || is_loss, "%s", name);
        if (!isnan(form[i])) {
            cr_expect(is_near(form[i], hits_of(&run.totals[0], i)), "%s: %g", name, form[i]);
        }
        ended += is_ending ? form[i] : 0;
        died += is_death ? form[i] : 0;
        lost = strcmp(name, "died") == 0 ? form[i] : lost;
        met += is_meeting && form[i] > 0 && form[i] < 1;
    }
    cr_expect_float_eq(ended + died, 1, 1e-9);
    cr_expect_float_eq(lost, can_die ? died : -1, 1e-9);
    cr_expect_eq(can_die, died > 0.1);
    cr_expect_gt(met, 10);
    small_run_close(&run);
}

Test(journey_form, endings_and_meetings_agree_with_what_was_counted)
{
    check(texts[0], false);
}

Test(journey_form, losses_and_labyrinths_agree_with_what_was_counted)
{
    check(texts[1], true);
}
