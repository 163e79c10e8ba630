/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The promises of `verify`, on real floors.
 *
 * 1. A family of true claims, judged at family alpha 5 % and repeated with the seeds 1…1000: in at most 5 %
 * of the repetitions any of them is refuted. The bound below is passed by chance with less than 1e-6 if 5 %
 * were the truth.
 * 2. Every planted chance is caught with the power that analysis/stat/power.h states beforehand: the smallest
 * bias that so many rolls find out with 90 % is planted, and of RUNS runs not fewer refute than a binomial
 * law of 90 % leaves above its lowest 1e-6. */
#include "analysis/claim/claim.h"
#include "analysis/stat/stat_private.h"
#include "tests/stat/verify_stage.h"

#include <criterion/criterion.h>

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>
#include <stdio.h>

enum { FAMILIES = 1000, FLOORS = 1500, RUNS = 60, PLANT_FLOORS = 1200 };

static const double family_alpha = 0.05;
static const double plant_alpha = 1e-3;
static const double power = 0.9;
static const double slack = 1e-6;

static const char family[] =
    "source: true claims\nsources: [{short: s, title: t}]\n"
    "populations:\n"
    "  first: {generator: classic, settings: {devil_visited: on}}\n"
    "  hurt: {generator: classic, settings: {level: 2, hearts: 1}}\n"
    "claims:\n"
    "  - {id: a, source: s, text: t, type: probability, event: gate.sacrifice.passed, value: 5/14, on: "
    "{first: confirmed}}\n"
    "  - {id: b, source: s, text: t, type: probability, event: gate.curse.passed, value: 5/8, on: {first: "
    "confirmed}}\n"
    "  - {id: c, source: s, text: t, type: probability, event: gate.miniboss.passed, value: 1/2, on: {first: "
    "confirmed}}\n"
    "  - {id: d, source: s, text: t, type: probability, event: gate.library.passed, value: 1/20, on: {first: "
    "confirmed}}\n"
    "  - {id: e, source: s, text: t, type: probability, event: gate.sacrifice.passed, value: 1/7, on: {hurt: "
    "confirmed}}\n"
    "  - {id: f, source: s, text: t, type: probability, event: gate.curse.passed, value: 1/2, on: {hurt: "
    "confirmed}}\n"
    "  - {id: g, source: s, text: t, type: bound, relation: at_most, event: gate.miniboss.passed, value: "
    "1/4, on: {hurt: "
    "confirmed}}\n"
    "  - {id: h, source: s, text: t, type: distribution, metric: plan_rooms, law: {7: 1/2, 8: 1/2}, on: "
    "{first: "
    "confirmed}}\n"
    "  - {id: i, source: s, text: t, type: never, event: has_loop, on: {first: confirmed}}\n"
    "  - {id: j, source: s, text: t, type: order, metric: plan_rooms, along: [first, hurt], expect: "
    "confirmed}\n";

Test(stat, true_families_are_refuted_no_more_often_than_promised)
{
    verify_stage it;
    unsigned alarms = 0;
    verify_stage_open(&it, family, NULL);
    it.census.alpha = fl_stat_verdict_share(family_alpha, (unsigned)it.book.rows_n);
    for (uint64_t seed = 1; seed <= FAMILIES; seed++) {
        alarms += verify_stage_refuted(&it, seed, FLOORS) > 0;
    }
    double most = qbinom(slack, FAMILIES, family_alpha, false, false);
    cr_log_info("%u of %d families, at most %g", alarms, FAMILIES, most);
    cr_expect_leq(alarms, (unsigned)most);
    verify_stage_close(&it);
}

static const struct plant {
    const char *population;
    const char *gate;
    fl_fraction documented;
} plants[] = {
    {"classic, settings: {}", "sacrifice", {5, 14}},
    {"classic, settings: {book_picked: on}", "library", {23, 80}},
    {"classic, settings: {devil_visited: on}", "curse", {5, 8}},
    {"classic, settings: {}", "miniboss", {1, 2}},
    {"classic, settings: {level: 2}", "challenge", {1, 2}},
    {"classic, settings: {level: 2, coins: 5}", "arcade", {1, 1}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}",
     "dice_or_sacrifice",
     {5, 14}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "dice", {27, 125}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "library", {1, 20}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "curse", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 1, preset: rich, interiors: off}", "miniboss", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "challenge", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "vault", {2, 5}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "bedroom", {1, 50}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "clean_bedroom", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "treasure_more", {1, 100}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "planetarium", {1, 100}},
};

static void write_claim(const struct plant *plant, char *out, size_t size)
{
    bool is_sure = plant->documented.den == 1;
    char value[48] = "";
    snprintf(value, sizeof value, "value: %d/%d, ", (int)plant->documented.num, (int)plant->documented.den);
    snprintf(out, size,
             "source: s\nsources: [{short: s, title: t}]\npopulations:\n  p: {generator: %s}\nclaims:\n  - "
             "{id: x, source: s, text: t, type: "
             "%s, event: "
             "gate.%s.passed, %son: {p: confirmed}}\n",
             plant->population, is_sure ? "always" : "probability", plant->gate, is_sure ? "" : value);
}

/* A bias that so many trials find out with the stated power, on the side that there is. */
static double smallest_bias(const fl_stat_claim *claim, uint64_t trials)
{
    fl_interval effect = fl_stat_power_detectable(claim, trials, power);
    return isfinite(effect.hi) && effect.hi < 1 ? effect.hi : effect.lo;
}

/* How many of RUNS planted runs are refuted; *least: how many have to be. */
static unsigned catch (const struct plant *plant, unsigned *least)
{
    char text[640];
    char setting[64];
    verify_stage it;
    write_claim(plant, text, sizeof text);
    verify_stage_open(&it, text, NULL);
    it.census.alpha = plant_alpha;
    cr_assert_eq(verify_stage_refuted(&it, 1, PLANT_FLOORS), 0u, "%s: the true rules are refuted",
                 plant->gate);
    uint64_t trials = it.census.findings[0].result.trials;
    cr_assert_gt(trials, 100u, "%s is hardly ever rolled", plant->gate);
    fl_stat_claim claim = fl_claim_judge_claim(&(fl_claim_judge){it.book.row, NULL, plant_alpha, 0, false});
    /* rolls differ from run to run: six standard deviations fewer */
    trials -= (uint64_t)(6 * sqrt((double)trials));
    double bias = smallest_bias(&claim, trials);
    cr_assert(bias > 0 && bias < 1, "%s", plant->gate);
    verify_stage_close(&it);
    snprintf(setting, sizeof setting, "plant.%s=%.6f", plant->gate, bias);
    verify_stage_open(&it, text, setting);
    it.census.alpha = plant_alpha;
    unsigned caught = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        caught += verify_stage_refuted(&it, seed, PLANT_FLOORS);
    }
    verify_stage_close(&it);
    *least = (unsigned)qbinom(slack, RUNS, power, true, false);
    cr_log_info("%s: %u of %d caught, %s for %d/%d", plant->gate, caught, RUNS, setting,
                (int)plant->documented.num, (int)plant->documented.den);
    return caught;
}

Test(stat, planted_chances_are_caught_with_the_stated_power)
{
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        unsigned least = RUNS;
        unsigned caught = catch (&plants[i], &least);
        cr_expect_geq(caught, least, "%s: %u of %d", plants[i].gate, caught, RUNS);
    }
}
