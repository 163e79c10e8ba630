/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The promises of `verify`, on real floors.
 *
 * 1. A family of true claims, judged at family alpha 5 % and repeated with the seeds 1…1000: in at most 5 %
 * of the repetitions any of them is refuted. The bound below is passed by chance with less than 1e-6 if 5 %
 * were the truth.
 * 2. A claim of a wrong chance is refuted with the power that fl_stat_power_at states beforehand: the claim
 * that is nearest to the documented chance and that so many rolls refute with 90 %. Of RUNS runs not fewer
 * refute than a binomial distribution of 90 % leaves above its lowest 1e-6. */
#include "analysis/claim/claim.h"
#include "analysis/stat/stat_private.h"
#include "tests/stat/verify_stage.h"

#include <criterion/criterion.h>

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>
#include <stdio.h>

enum { FAMILIES = 1000, FLOORS = 1500, RUNS = 60, FLOORS_EACH = 1200 };

static const double family_alpha = 0.05;
static const double claim_alpha = 1e-3;
static const double power = 0.9;
static const double slack = 1e-6;

static const char family[] =
    "source: true claims\nsources: [{short: s, title: t}]\n"
    "scenarios:\n"
    "  first: {generator: classic, settings: {devil_visited: on}}\n"
    "  hurt: {generator: classic, settings: {level: 2, hearts: 1}}\n"
    "claims:\n"
    "  - {id: a, source: s, text: t, type: probability, event: roll.sacrifice.won, value: 5/14, on: "
    "{first: confirmed}}\n"
    "  - {id: b, source: s, text: t, type: probability, event: roll.curse.won, value: 5/8, on: {first: "
    "confirmed}}\n"
    "  - {id: c, source: s, text: t, type: probability, event: roll.miniboss.won, value: 1/2, on: {first: "
    "confirmed}}\n"
    "  - {id: d, source: s, text: t, type: probability, event: roll.library.won, value: 1/20, on: {first: "
    "confirmed}}\n"
    "  - {id: e, source: s, text: t, type: probability, event: roll.sacrifice.won, value: 1/7, on: {hurt: "
    "confirmed}}\n"
    "  - {id: f, source: s, text: t, type: probability, event: roll.curse.won, value: 1/2, on: {hurt: "
    "confirmed}}\n"
    "  - {id: g, source: s, text: t, type: bound, relation: at_most, event: roll.miniboss.won, value: "
    "1/4, on: {hurt: "
    "confirmed}}\n"
    "  - {id: h, source: s, text: t, type: distribution, metric: plan_rooms, distribution: {7: 1/2, 8: 1/2}, "
    "on: "
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

static const struct roll {
    const char *scenario;
    const char *roll;
    fl_fraction documented;
} rolls[] = {
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

/* A claim that a roll's chance is `hits` millionths. */
static void open_claim(verify_stage *it, const struct roll *roll, unsigned hits)
{
    char text[640];
    snprintf(text, sizeof text,
             "source: s\nsources: [{short: s, title: t}]\nscenarios:\n  p: {generator: %s}\nclaims:\n  - "
             "{id: x, source: s, text: t, type: probability, event: roll.%s.won, value: %u/1000000, "
             "on: {p: confirmed}}\n",
             roll->scenario, roll->roll, hits);
    verify_stage_open(it, text, NULL);
    it->census.alpha = claim_alpha;
}

/* How many of RUNS runs refute the nearest wrong chance that is found out with the power. */
static unsigned catch (const struct roll *roll)
{
    enum { MILLION = 1000000, STEP = 1000 };
    verify_stage it;
    double truth = (double)roll->documented.num / (double)roll->documented.den;
    unsigned hits = (unsigned)(MILLION * truth);
    open_claim(&it, roll, hits);
    cr_assert_eq(verify_stage_refuted(&it, 1, FLOORS_EACH), 0u, "%s: the true rules are refuted", roll->roll);
    uint64_t trials = it.census.findings[0].result.trials;
    cr_assert_gt(trials, 100u, "%s is hardly ever rolled", roll->roll);
    /* rolls differ from run to run: six standard deviations fewer */
    trials -= (uint64_t)(6 * sqrt((double)trials));
    fl_stat_claim claim = fl_claim_judge_claim(&(fl_claim_judge){it.book.row, NULL, claim_alpha, 0, false});
    while (fl_stat_power_at(&claim, trials, truth) < power) {
        hits = truth < 1 ? hits + STEP : hits - STEP;
        cr_assert(hits > 0 && hits < MILLION, "%s", roll->roll);
        claim.value = (fl_fraction){hits, MILLION};
    }
    verify_stage_close(&it);
    open_claim(&it, roll, hits);
    unsigned caught = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        caught += verify_stage_refuted(&it, seed, FLOORS_EACH);
    }
    verify_stage_close(&it);
    cr_log_info("%s: %u of %d caught, %u millionths for %g", roll->roll, caught, RUNS, hits, truth);
    return caught;
}

Test(stat, claims_of_wrong_chances_are_refuted_with_the_stated_power)
{
    unsigned least = (unsigned)qbinom(slack, RUNS, power, true, false);
    for (size_t i = 0; i < sizeof rolls / sizeof rolls[0]; i++) {
        unsigned caught = catch (&rolls[i]);
        cr_expect_geq(caught, least, "%s: %u of %d", rolls[i].roll, caught, RUNS);
    }
}
