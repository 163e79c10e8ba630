/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The product: worked out by hand for a small plan, compared with counted journeys; a wrong one is
 * noticed. */
#include "experiments/journeys/journeys_private.h"
#include "tests/support/scale.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { RUNS = 40000 / SCALE_LEAN, PLANTED_RUNS = 40000 };

static void count(const fl_journey *plan, uint64_t seed, uint64_t runs, fl_journey_tally *out)
{
    fl_journey_counting counting = {
        .journey = plan, .seed = seed, .runs = runs, .threads = 2, .backend = fl_backend_best()};
    cr_assert_eq(fl_tally_journey_init(out, plan), FL_OK);
    cr_assert_eq(fl_journeys_count(&counting, out, NULL), FL_OK);
}

/* Standard errors between a measured share and a chance that was measured on as many runs of another seed. */
static double errors(uint64_t hits, uint64_t runs, double chance)
{
    double share = (double)hits / (double)runs;
    double variance = chance * (1 - chance) * 2 / (double)runs;
    return variance > 0 ? fabs(share - chance) / sqrt(variance) : fabs(share - chance) > 1e-9 ? 1e9 : 0;
}

/* The share of a rule's floors that have no room of a kind. */
static double without(const fl_journey_tally *tally, unsigned floor, fl_kind kind)
{
    uint64_t none = 0;
    uint64_t all = 0;
    for (unsigned i = 0; i < tally->journey->rules_n; i++) {
        const uint64_t *visit =
            &tally->visit[(size_t)tally->journey->rules[i].classes_from * FL_JOURNEY_TALLY_ROOMS];
        if (tally->journey->rules[i].stop == floor) {
            all += visit[0];
            none += visit[0] - visit[1 + kind];
        }
    }
    return (double)none / (double)all;
}

Test(product, straight_plans_are_the_plain_product)
{
    fl_journey_product form;
    fl_journey_tally tally;
    fl_journey *plan = small_plan_shipped("classic", "full");
    count(plan, 1, RUNS, &tally);
    cr_assert_eq(fl_journeys_product_init(&form, plan, tally.visit, NULL), FL_OK);
    cr_expect(form.is_independent);
    double none = 1;
    for (unsigned floor = 0; floor < 6; floor++) { /* chapters 1 to 3 */
        none *= without(&tally, floor, FL_KIND_SACRIFICE);
    }
    cr_expect_float_eq(fl_journeys_product_by_chapter(&form, plan, FL_KIND_SACRIFICE, 3), 1 - none, 1e-12);
    cr_expect_float_eq(form.ended[8], 0.5, 1e-12);
    cr_expect_float_eq(form.ended[10], 0.25, 1e-12);
    cr_expect_float_eq(form.floors, 9.25, 1e-12);
    cr_expect_float_eq(fl_journeys_product_ever(&form, FL_KIND_BOSS), 1, 1e-12);
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}

/* Nine in ten thousand right programs would miss by 4 standard errors in one of some 30 figures; the seeds
 * are fixed. */
Test(product, measured_runs_agree_with_floors_of_another_seed)
{
    static const char *const plans[][2] = {{"classic", "full"}, {"classic", "usual"}};
    for (unsigned i = 0; i < 2; i++) {
        fl_journey_product form;
        fl_journey_tally tally;
        fl_journey_tally other;
        fl_journey *plan = small_plan_shipped(plans[i][0], plans[i][1]);
        count(plan, 1, RUNS, &tally);
        count(plan, 2, RUNS, &other);
        cr_assert_eq(fl_journeys_product_init(&form, plan, other.visit, NULL), FL_OK);
        for (unsigned chapter = 1; chapter <= 6; chapter++) {
            for (fl_kind kind = FL_KIND_SACRIFICE; kind <= FL_KIND_ARCADE; kind++) {
                uint64_t hits = fl_tally_journey_by_chapter(&tally, kind, chapter);
                double chance = fl_journeys_product_by_chapter(&form, plan, kind, chapter);
                cr_expect_lt(errors(hits, tally.journeys, chance), 4,
                             "%s: %s by the end of chapter %u: %.5f, %.5f", plans[i][1],
                             fl_kind_of(kind)->name, chapter, (double)hits / RUNS, chance);
            }
        }
        for (unsigned floor = 0; floor < plan->stops_n; floor++) {
            cr_expect_lt(errors(tally.ended[floor], tally.journeys, form.ended[floor]), 5);
        }
        fl_tally_journey_free(&tally);
        fl_tally_journey_free(&other);
        fl_journey_free(plan);
    }
}

/* Rooms decide where runs go here, and the closed form knows it: given what they show, floors are
 * independent. */
Test(product, floors_that_decide_the_way_are_taken_given_what_they_show)
{
    fl_diag diag;
    fl_journey_product form;
    fl_journey_tally tally;
    fl_journey_tally other;
    fl_journey *plan = NULL;
    cr_assert_eq(small_plan_open(&plan, "{to: three, when: {chance: 1/3}}",
                                 "{to: three, when: {room: sacrifice}}", "full", &diag),
                 FL_OK);
    count(plan, 1, RUNS, &tally);
    count(plan, 2, RUNS, &other);
    cr_assert_eq(fl_journeys_product_init(&form, plan, other.visit, NULL), FL_OK);
    cr_expect_not(form.is_independent);
    for (unsigned floor = 0; floor < 4; floor++) {
        uint64_t hits = tally.kind[FL_KIND_SACRIFICE].first_floor[floor];
        cr_expect_lt(errors(hits, tally.journeys, form.first[FL_KIND_SACRIFICE][floor]), 4,
                     "floor %u: %.5f, %.5f", floor, (double)hits / RUNS,
                     form.first[FL_KIND_SACRIFICE][floor]);
    }
    fl_tally_journey_free(&tally);
    fl_tally_journey_free(&other);
    fl_journey_free(plan);
}

/* Planted: floors whose sacrifice rooms come a little too rarely, and a harness that makes the same floor
 * twice. */
Test(product, a_wrong_chance_and_floors_that_depend_are_found_out)
{
    fl_diag diag;
    fl_journey_product form;
    fl_journey_tally tally;
    fl_journey_tally other;
    fl_journey *plan = NULL;
    fl_journey *wrong = NULL;
    cr_assert_eq(small_plan_open(&plan, NULL, NULL, "full", &diag), FL_OK);
    cr_assert_eq(
        small_plan_open(&wrong, "{rules: article}", "{rules: article, plant.sacrifice: 0.3}", "full", &diag),
        FL_OK, "%s", diag.what);
    count(plan, 2, PLANTED_RUNS, &other);
    count(wrong, 1, PLANTED_RUNS, &tally);
    cr_assert_eq(fl_journeys_product_init(&form, plan, other.visit, NULL), FL_OK);
    uint64_t hits = fl_tally_journey_by_chapter(&tally, FL_KIND_SACRIFICE, 3);
    double chance = fl_journeys_product_by_chapter(&form, plan, FL_KIND_SACRIFICE, 3);
    cr_expect_gt(errors(hits, tally.journeys, chance), 5, "%.5f, %.5f", (double)hits / PLANTED_RUNS, chance);
    fl_tally_journey_free(&tally);
    /* the same seed on every step, and the same rules: what was not met on the first floor never will be */
    fl_journey_block *block = NULL;
    const fl_journey_rule *rule = &plan->rules[0];
    cr_assert_eq(fl_journeys_block_init(&block, plan, 1, FL_BACKEND_REFERENCE), FL_OK);
    unsigned met = 0;
    uint64_t ones = 0;
    for (uint64_t run = 0; run < 4000; run++) {
        fl_journey_walk walk;
        fl_visit_counts visit;
        fl_journey_walk_begin(&walk, plan, 1, run);
        walk.rule = 0;
        walk.floor_seed = 77;
        fl_journeys_block_make(block, &walk);
        fl_tally_journey_look(&block->floor, &visit);
        ones += visit.kind_n[FL_KIND_SACRIFICE] > 0;
        fl_journeys_block_make(block, &walk);
        fl_tally_journey_look(&block->floor, &visit);
        met += visit.kind_n[FL_KIND_SACRIFICE] > 0;
    }
    double p = (double)ones / 4000;
    cr_expect_eq(rule->stop, 0);
    cr_expect_gt(errors(met, 4000, 1 - (1 - p) * (1 - p)), 5, "two floors that are one are no product");
    fl_journeys_block_free(block);
    fl_tally_journey_free(&other);
    fl_journey_free(plan);
    fl_journey_free(wrong);
}
