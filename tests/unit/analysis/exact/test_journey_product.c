/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The product: worked out by hand for a small plan, compared with counted journeys; a wrong one is
 * noticed. */
#include "analysis/exact/exact.h"
#include "experiments/run/run_private.h"
#include "gen/classic/classic.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 40000 / SCALE_LEAN, PLANTED_RUNS = 40000 };

typedef struct counted {
    counting counting;
    fl_tally tally;
    uint64_t first[FL_KIND_COUNT][FL_JOURNEY_STOPS]; /* journeys that first met the kind there */
} counted;

static void note_first(const fl_journey_trip *trip, counted *out)
{
    uint64_t met = 0;
    for (unsigned i = 0; i < trip->visits_n; i++) {
        for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
            bool is_new = trip->visit[i].seen.kinds >> kind & 1 && !(met >> kind & 1);
            out->first[kind][trip->visit[i].stop] += is_new;
        }
        met |= trip->visit[i].seen.kinds;
    }
}

static counted *count(const fl_journey *plan, uint64_t seed, uint64_t runs)
{
    fl_journey_block *block = NULL;
    fl_sample_work work;
    counted *out = calloc(1, sizeof *out);
    cr_assert_not_null(out);
    counting_open(&out->counting, &fl_journey_generator, plan, NULL);
    cr_assert_eq(fl_tally_init(&out->tally, &out->counting.spec), FL_OK);
    cr_assert_eq(fl_sample_work_init(&work, &out->counting.catalogue), FL_OK);
    cr_assert_eq(fl_run_journeys_init(&block, plan, fl_backend_best()), FL_OK);
    for (uint64_t first = 0; first < runs; first += FL_JOURNEY_BLOCK_RUNS) {
        unsigned n = runs - first < FL_JOURNEY_BLOCK_RUNS ? (unsigned)(runs - first) : FL_JOURNEY_BLOCK_RUNS;
        fl_run_journeys_walk(block, seed, first, n);
        for (unsigned i = 0; i < n; i++) {
            fl_sample_measure(&work, &out->counting.binding, plan, &block->trip[i]);
            fl_tally_add_sample(&out->tally, &work, first + i);
            note_first(&block->trip[i], out);
        }
    }
    fl_run_journeys_free(block);
    fl_sample_work_free(&work);
    return out;
}

static void drop(counted *self)
{
    fl_tally_free(&self->tally);
    counting_close(&self->counting);
    free(self);
}

static const uint64_t *visits(const counted *self)
{
    return self->tally.count + self->counting.spec.visits_at;
}

static uint64_t hits_of(const counted *self, const char *event)
{
    uint64_t trials;
    uint64_t hits;
    counting_answers(&self->tally, event, &trials, &hits);
    cr_expect_eq(trials, self->tally.floors);
    return hits;
}

static uint64_t by_chapter(const counted *self, fl_kind kind, unsigned chapter)
{
    char name[FL_EVENT_NAME];
    snprintf(name, sizeof name, "met.%s.by_chapter_%u", fl_kind_of(kind)->name, chapter);
    return hits_of(self, name);
}

/* Standard errors between a measured share and a chance that was measured on as many runs of another seed. */
static double errors(uint64_t hits, uint64_t runs, double chance)
{
    double share = (double)hits / (double)runs;
    double variance = chance * (1 - chance) * 2 / (double)runs;
    return variance > 0 ? fabs(share - chance) / sqrt(variance) : fabs(share - chance) > 1e-9 ? 1e9 : 0;
}

/* The share of a rule's floors that have no room of a kind. */
static double without(const counted *of, const fl_journey *plan, unsigned floor, fl_kind kind)
{
    uint64_t none = 0;
    uint64_t all = 0;
    for (unsigned i = 0; i < plan->rules_n; i++) {
        const uint64_t *visit = &visits(of)[(size_t)plan->rules[i].classes_from * FL_SAMPLE_VISIT];
        if (plan->rules[i].stop == floor) {
            all += visit[0];
            none += visit[0] - visit[1 + kind];
        }
    }
    return (double)none / (double)all;
}

Test(journey_product, straight_plans_are_the_plain_product)
{
    fl_journey_product form;
    fl_journey *plan = small_plan_shipped("classic", "full");
    counted *counted = count(plan, 1, RUNS);
    cr_assert_eq(fl_exact_journey_product_init(&form, plan, visits(counted), NULL), FL_OK);
    cr_expect(form.is_independent);
    double none = 1;
    for (unsigned floor = 0; floor < 6; floor++) { /* chapters 1 to 3 */
        none *= without(counted, plan, floor, FL_KIND_SACRIFICE);
    }
    cr_expect_float_eq(fl_exact_journey_product_by_chapter(&form, plan, FL_KIND_SACRIFICE, 3), 1 - none,
                       1e-12);
    cr_expect_float_eq(form.ended[8], 0.5, 1e-12);
    cr_expect_float_eq(form.ended[10], 0.25, 1e-12);
    cr_expect_float_eq(form.floors, 9.25, 1e-12);
    cr_expect_float_eq(fl_exact_journey_product_ever(&form, FL_KIND_BOSS), 1, 1e-12);
    drop(counted);
    fl_journey_free(plan);
}

/* Nine in ten thousand right programs would miss by 4 standard errors in one of some 30 figures; the seeds
 * are fixed. */
Test(journey_product, measured_runs_agree_with_floors_of_another_seed)
{
    static const char *const plans[][2] = {{"classic", "full"}, {"classic", "usual"}};
    for (unsigned i = 0; i < 2; i++) {
        fl_journey_product form;
        fl_journey *plan = small_plan_shipped(plans[i][0], plans[i][1]);
        counted *counts = count(plan, 1, RUNS);
        counted *other = count(plan, 2, RUNS);
        cr_assert_eq(fl_exact_journey_product_init(&form, plan, visits(other), NULL), FL_OK);
        for (unsigned chapter = 1; chapter <= 6; chapter++) {
            for (fl_kind kind = FL_KIND_SACRIFICE; kind <= FL_KIND_ARCADE; kind++) {
                if (!(fl_classic.kinds >> kind & 1)) {
                    continue;
                }
                uint64_t hits = by_chapter(counts, kind, chapter);
                double chance = fl_exact_journey_product_by_chapter(&form, plan, kind, chapter);
                cr_expect_lt(errors(hits, counts->tally.floors, chance), 4,
                             "%s: %s by the end of chapter %u: %.5f, %.5f", plans[i][1],
                             fl_kind_of(kind)->name, chapter, (double)hits / RUNS, chance);
            }
        }
        for (unsigned floor = 0; floor < plan->stops_n; floor++) {
            char name[FL_EVENT_NAME];
            snprintf(name, sizeof name, "ended.%s", plan->stop[floor].name);
            uint64_t hits = plan->stop[floor].is_exit ? hits_of(counts, name) : 0;
            cr_expect_lt(errors(hits, counts->tally.floors, form.ended[floor]), 5);
        }
        drop(counts);
        drop(other);
        fl_journey_free(plan);
    }
}

/* Doors that take keys and hearts, and deaths of three sorts, on floors of another seed. */
Test(journey_product, deaths_by_doors_are_taken_given_what_floors_show)
{
    fl_journey_product form;
    fl_journey *plan = small_plan_mortal();
    counted *counts = count(plan, 1, RUNS);
    counted *other = count(plan, 2, RUNS);
    double over = 0;
    cr_assert_eq(fl_exact_journey_product_init(&form, plan, visits(other), NULL), FL_OK);
    cr_expect_not(form.is_independent);
    cr_expect_eq(form.circles, 15u, "four leads back to one");
    for (unsigned floor = 0; floor < 4; floor++) {
        char name[FL_EVENT_NAME];
        snprintf(name, sizeof name, "died.%s", plan->stop[floor].name);
        uint64_t hits = hits_of(counts, name);
        cr_expect_gt(form.died[floor], 1e-4);
        cr_expect_lt(errors(hits, counts->tally.floors, form.died[floor]), 4, "%s: %.5f, %.5f", name,
                     (double)hits / RUNS, form.died[floor]);
        over += form.died[floor] + form.ended[floor];
    }
    cr_expect_float_eq(over, 1, 1e-9);
    cr_expect_lt(errors(hits_of(counts, "ended.four"), counts->tally.floors, form.ended[3]), 4);
    drop(counts);
    drop(other);
    fl_journey_free(plan);
}

/* Planted: floors whose sacrifice rooms have no second chance, and a harness that makes the same floor
 * twice. */
Test(journey_product, a_wrong_chance_and_floors_that_depend_are_found_out)
{
    fl_diag diag;
    fl_journey_product form;
    fl_journey *plan = NULL;
    fl_journey *wrong = NULL;
    cr_assert_eq(small_plan_open(&plan, NULL, NULL, "full", &diag), FL_OK);
    cr_assert_eq(small_plan_open(&wrong, "{rules: article}", "{rules: article, hearts: 1}", "full", &diag),
                 FL_OK, "%s", diag.what);
    counted *other = count(plan, 2, PLANTED_RUNS);
    counted *counts = count(wrong, 1, PLANTED_RUNS);
    cr_assert_eq(fl_exact_journey_product_init(&form, plan, visits(other), NULL), FL_OK);
    uint64_t hits = by_chapter(counts, FL_KIND_SACRIFICE, 3);
    double chance = fl_exact_journey_product_by_chapter(&form, plan, FL_KIND_SACRIFICE, 3);
    cr_expect_gt(errors(hits, counts->tally.floors, chance), 5, "%.5f, %.5f", (double)hits / PLANTED_RUNS,
                 chance);
    drop(counts);
    /* the same seed on every step, and the same rules: what was not met on the first floor never will be */
    maker maker;
    fl_journey_met met;
    const fl_journey_rule *rule = &plan->rules[0];
    unsigned twice = 0;
    uint64_t ones = 0;
    maker_open(&maker, "classic", "", 77);
    for (uint64_t run = 0; run < 8000; run++) {
        maker.key.index = run / 2;
        rule->generator->make(rule->rules, &maker.key, maker.scratch, &maker.floor);
        fl_journey_trip_look(&maker.floor, &met);
        ones += run % 2 == 0 && met.kind_n[FL_KIND_SACRIFICE] > 0;
        twice += run % 2 == 1 && met.kind_n[FL_KIND_SACRIFICE] > 0;
    }
    maker_close(&maker);
    double p = (double)ones / 4000;
    cr_expect_eq(rule->stop, 0);
    cr_expect_gt(errors(twice, 4000, 1 - (1 - p) * (1 - p)), 5, "two floors that are one are no product");
    drop(other);
    fl_journey_free(plan);
    fl_journey_free(wrong);
}
