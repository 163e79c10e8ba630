/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of the layout, each undone by a setting. The claim that states the rule holds without the setting,
 * and with it is refuted with the power stated beforehand.
 *
 * The power: a pilot run tells how often such floors break the rule, with an interval of 1 - 1e-6; at
 * its end that is harder to find out analysis/stat/power.h says how many of the runs refute. It has to be
 * STATED at least, and of RUNS runs not fewer may refute than a binomial distribution of it leaves above its
 * lowest 1e-6. */
#include "analysis/claim/claim.h"
#include "analysis/stat/stat_private.h"
#include "tests/stat/verify_stage.h"

#include <criterion/criterion.h>

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>
#include <stdio.h>

enum { RUNS = 40, FLOORS = 1200, PILOT = 4 * FLOORS, PILOT_SEED = 1000 };

static const double alpha = 1e-3;
static const double slack = 1e-6;
static const double stated = 0.9;

static const struct fault {
    const char *setting;
    const char *scenario;
    const char *claim;
} faults[] = {
    {"rooms=9", "classic", "type: always, metric: plan_rooms, values: [7, 8]"},
    {"min_end_rooms=2", "classic, settings: {specials: off}",
     "type: always, metric: end_rooms, values: 3..40"},
    {"secret_forbids=boss", "classic", "type: never, event: secret_touches_end_room"},
    {"secret_tries_each=1", "classic, settings: {level: 2}",
     "type: bound, event: secret_best_available, relation: at_least, value: 49/50"},
    {"reseed_above=0", "classic, settings: {level: 3}",
     "type: never, metric: boss_distance_ratio, values: 0..999"},
    {"boss_may_touch_start=on", "classic, settings: {rooms: 4, min_end_rooms: 1, specials: off}",
     "type: never, event: boss_touches_start"},
};

static void write_claim(const struct fault *fault, char *out, size_t size)
{
    snprintf(out, size,
             "source: s\nsources: [{short: s, title: t}]\nscenarios:\n  p: {generator: %s}\nclaims:\n  - "
             "{id: x, source: s, text: t, %s, on: {p: "
             "confirmed}}\n",
             fault->scenario, fault->claim);
}

/* The power of FLOORS floors, of which the pilot says how many are trials. */
static double state_power(verify_stage *it)
{
    (void)verify_stage_refuted(it, PILOT_SEED, PILOT);
    const fl_claim_judge_result *result = &it->census.findings[0].result;
    uint64_t trials = result->trials * FLOORS / result->floors;
    fl_interval truth = fl_stat_interval_exact(result->hits, result->trials, slack);
    fl_stat_claim claim = fl_claim_judge_claim(&(fl_claim_judge){it->book.row, NULL, alpha, 0, false});
    return fmin(fl_stat_power_at(&claim, trials, truth.lo), fl_stat_power_at(&claim, trials, truth.hi));
}

static void check(const struct fault *fault)
{
    char text[640];
    verify_stage it;
    write_claim(fault, text, sizeof text);
    verify_stage_open(&it, text, NULL);
    it.census.alpha = alpha;
    cr_expect_eq(verify_stage_refuted(&it, 1, FLOORS), 0u, "%s: the true rules are refuted", fault->setting);
    verify_stage_close(&it);
    verify_stage_open(&it, text, fault->setting);
    it.census.alpha = alpha;
    double power = state_power(&it);
    unsigned caught = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        caught += verify_stage_refuted(&it, seed, FLOORS);
    }
    verify_stage_close(&it);
    cr_log_info("%s: %u of %d caught, power %.4f", fault->setting, caught, RUNS, power);
    cr_expect_geq(power, stated, "%s", fault->setting);
    cr_expect_geq(caught, (unsigned)qbinom(slack, RUNS, power, true, false), "%s: %u of %d", fault->setting,
                  caught, RUNS);
}

Test(stat, broken_rules_of_the_layout_are_caught_with_the_stated_power)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        check(&faults[i]);
    }
}
