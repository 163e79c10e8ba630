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
#include "gen/base/text.h"
#include "tests/stat/verify_stage.h"

#include <criterion/criterion.h>

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <math.h>
#include <string.h>

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
    {"classic, settings: {}", "miniboss", {1, 2}},
    {"classic, settings: {book_picked: on}", "library", {23, 80}},
    {"classic, settings: {devil_visited: on}", "curse", {5, 8}},
    {"classic, settings: {level: 2}", "challenge", {1, 2}},
    {"classic, settings: {level: 2, coins: 5}", "arcade", {1, 1}},
    {"rebirth, settings: {rules: wiki, stage: 1, preset: rich, interiors: off}", "miniboss", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}",
     "dice_or_sacrifice",
     {5, 14}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "dice", {27, 125}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "library", {1, 20}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "curse", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "challenge", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "vault", {2, 5}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "bedroom", {1, 50}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "clean_bedroom", {1, 2}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "treasure_more", {1, 100}},
    {"rebirth, settings: {rules: wiki, stage: 2, preset: rich, interiors: off}", "planetarium", {1, 100}},
};

enum { ROLLS = sizeof rolls / sizeof rolls[0], MILLION = 1000000, STEP = 1000 };

/* Claims that the chances of some rolls of one scenario are so many millionths. */
static void open_claims(verify_stage *it, const struct roll *roll, unsigned n, const unsigned *hits)
{
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(
        &text, "source: s\nsources: [{short: s, title: t}]\nscenarios:\n  p: {generator: %s}\nclaims:\n",
        roll->scenario);
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(
            &text,
            "  - {id: x%02u, source: s, text: t, type: probability, event: roll.%s.won, value: "
            "%u/1000000, on: {p: confirmed}}\n",
            i, roll[i].roll, hits[i]);
    }
    verify_stage_open(it, fl_text_get(&text), NULL);
    cr_assert_eq(it->census.findings_n, n);
    it->census.alpha = claim_alpha;
    fl_text_free(&text);
}

static double truth_of(const struct roll *roll)
{
    return (double)roll->documented.num / (double)roll->documented.den;
}

/* The nearest wrong chance that is found out with the power. */
static unsigned nearest_wrong(const struct roll *roll, const verify_stage *it, unsigned i, unsigned hits)
{
    double truth = truth_of(roll);
    uint64_t trials = it->census.findings[i].result.trials;
    cr_assert_gt(trials, 100u, "%s is hardly ever rolled", roll->roll);
    /* rolls differ from run to run: six standard deviations fewer */
    trials -= (uint64_t)(6 * sqrt((double)trials));
    const fl_claim_row *row = it->census.findings[i].row;
    fl_stat_claim claim = fl_claim_judge_claim(&(fl_claim_judge){row, NULL, claim_alpha, 0, false});
    while (fl_stat_power_at(&claim, trials, truth) < power) {
        hits = truth < 1 ? hits + STEP : hits - STEP;
        cr_assert(hits > 0 && hits < MILLION, "%s", roll->roll);
        claim.value = (fl_fraction){hits, MILLION};
    }
    return hits;
}

/* How many of RUNS runs refute it, for each of some rolls of one scenario: a run's floors serve all of them.
 */
static void catch_all(const struct roll *roll, unsigned n, unsigned *caught)
{
    verify_stage it;
    unsigned hits[ROLLS];
    for (unsigned i = 0; i < n; i++) {
        hits[i] = (unsigned)(MILLION * truth_of(&roll[i]));
        caught[i] = 0;
    }
    open_claims(&it, roll, n, hits);
    cr_assert_eq(verify_stage_refuted(&it, 1, FLOORS_EACH), 0u, "%s: true rules are refuted", roll->scenario);
    for (unsigned i = 0; i < n; i++) {
        hits[i] = nearest_wrong(&roll[i], &it, i, hits[i]);
    }
    verify_stage_close(&it);
    open_claims(&it, roll, n, hits);
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        (void)verify_stage_refuted(&it, seed, FLOORS_EACH);
        for (unsigned i = 0; i < n; i++) {
            caught[i] += it.census.findings[i].result.found.verdict == FL_VERDICT_REFUTED;
        }
    }
    verify_stage_close(&it);
}

Test(stat, claims_of_wrong_chances_are_refuted_with_the_stated_power)
{
    unsigned least = (unsigned)qbinom(slack, RUNS, power, true, false);
    unsigned caught[ROLLS];
    for (unsigned i = 0, n = 0; i < ROLLS; i += n) {
        for (n = 1; i + n < ROLLS && strcmp(rolls[i + n].scenario, rolls[i].scenario) == 0; n++) {}
        catch_all(&rolls[i], n, caught);
        for (unsigned k = 0; k < n; k++) {
            cr_expect_geq(caught[k], least, "%s: %u of %d", rolls[i + k].roll, caught[k], RUNS);
        }
    }
}
