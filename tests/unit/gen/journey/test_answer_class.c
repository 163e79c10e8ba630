/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The outcomes of a stop: chances sum to one, and journeys follow them. */
#include "gen/journey/journey.h"
#include "tests/support/gtest.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

enum { MOST = 64, RUNS = 40000, DEATH = FL_JOURNEY_END + 1 };

typedef struct outcome {
    fl_journey_state state;
    unsigned to; /* stop, FL_JOURNEY_END or DEATH */
} outcome;

typedef struct outcomes {
    outcome item[MOST];
    double chance[MOST];
    unsigned n;
    unsigned visits, visits_max;
} outcomes;

static unsigned find(outcomes *self, const fl_journey_state *state, unsigned to)
{
    unsigned i = 0;
    while (i < self->n &&
           (self->item[i].to != to || memcmp(&self->item[i].state, state, sizeof *state) != 0)) {
        i++;
    }
    cr_assert_lt(i, MOST);
    self->item[i] = (outcome){*state, to};
    self->n += i == self->n;
    return i;
}

static bool note(void *context, const fl_journey_outcome *branch)
{
    outcomes *self = context;
    double chance = 1;
    for (unsigned i = 0; i < branch->factors_n; i++) {
        chance *= (double)branch->factor[i].hits / branch->factor[i].of;
    }
    cr_assert(!branch->has_died || branch->to == FL_JOURNEY_END);
    self->chance[find(self, &branch->state, branch->has_died ? DEATH : branch->to)] += chance;
    return ++self->visits < self->visits_max;
}

static outcomes all_of(const fl_journey *plan, unsigned floor, fl_journey_seen sight)
{
    outcomes out = {.visits_max = 1000};
    fl_journey_outcome_visitor walk = {
        .journey = plan, .stop = floor, .seen = sight, .visit = note, .context = &out};
    cr_expect(fl_journey_outcome_each(&walk, &plan->player[plan->chosen_player].start));
    return out;
}

static void check_sums(fl_journey *plan)
{
    for (unsigned floor = 0; floor < plan->stops_n; floor++) {
        for (unsigned class = 0; class < fl_journey_answer_classes(&plan->stop[floor]); class ++) {
            fl_journey_seen sight;
            double sum = 0;
            fl_journey_answer_seen(&plan->stop[floor], class, &sight);
            outcomes found = all_of(plan, floor, sight);
            for (unsigned i = 0; i < found.n; i++) {
                sum += found.chance[i];
            }
            cr_expect_float_eq(sum, 1, 1e-12, "floor %u", floor);
        }
    }
    fl_journey_free(plan);
}

Test(answer_class, chances_sum_to_one_on_every_floor)
{
    check_sums(small_plan_get("usual"));
    check_sums(small_plan_mortal());
}

/* False alarm: one fixed seed, p below 1e-4 for a right program. */
static void check_walks(fl_journey *plan)
{
    fl_journey_seen sight = {.kinds = 1u << FL_KIND_CURSE | 1u << FL_KIND_SHOP};
    outcomes expected = all_of(plan, 1, sight);
    uint64_t counts[MOST] = {0};
    for (uint64_t run = 0; run < RUNS; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 9, run);
        walk.stop = 1;
        fl_journey_walk_enter(&walk, plan);
        fl_journey_walk_leave(&walk, plan, &sight);
        unsigned known = expected.n;
        unsigned to = walk.has_died ? DEATH : walk.is_over ? FL_JOURNEY_END : walk.stop;
        unsigned at = find(&expected, &walk.state, to);
        cr_assert_eq(expected.n, known, "run %u took a branch that is not there", (unsigned)run);
        counts[at]++;
    }
    cr_expect_gt(gtest_fit(counts, expected.chance, expected.n), 1e-4);
    expected.chance[0] += 0.02; /* a planted error is noticed */
    expected.chance[1] -= 0.02;
    cr_expect_lt(gtest_fit(counts, expected.chance, expected.n), 1e-6);
    fl_journey_free(plan);
}

Test(answer_class, walks_take_the_branches_as_often_as_they_say)
{
    check_walks(small_plan_get("usual"));
    check_walks(small_plan_mortal());
}

Test(answer_class, deaths_are_outcomes_of_their_own)
{
    fl_journey *plan = small_plan_mortal();
    fl_journey_seen sight = {.kinds = 1u << FL_KIND_CURSE};
    outcomes found = all_of(plan, 1, sight);
    double died = 0;
    for (unsigned i = 0; i < found.n; i++) {
        died += found.item[i].to == DEATH ? found.chance[i] : 0;
    }
    cr_expect_float_eq(died, 0.1, 1e-12, "2 of 3 hearts are left, so only chance kills");
    plan->player[plan->chosen_player].start.variable[0] = 2;
    found = all_of(plan, 1, sight);
    died = 0;
    for (unsigned i = 0; i < found.n; i++) {
        died += found.item[i].to == DEATH ? found.chance[i] : 0;
    }
    cr_expect_float_eq(died, 0.1 + 0.9 / 2, 1e-12, "or the loss of the last heart");
    plan->player[plan->chosen_player].start.variable[0] = 1;
    found = all_of(plan, 1, sight);
    cr_expect(found.n == 2 && found.item[0].to == DEATH && found.item[1].to == DEATH, "the door kills");
    fl_journey_free(plan);
}

Test(answer_class, a_visit_can_stop_it)
{
    fl_journey *plan = small_plan_get("usual");
    outcomes out = {.visits_max = 3};
    fl_journey_outcome_visitor walk = {.journey = plan, .stop = 1, .visit = note, .context = &out};
    cr_expect_not(fl_journey_outcome_each(&walk, &plan->player[plan->chosen_player].start));
    cr_expect_eq(out.visits, 3);
    fl_journey_free(plan);
}

Test(answer_class, sights_and_classes_are_inverse)
{
    fl_journey_stop floor = {.asked_curses = 1u << FL_CURSE_LABYRINTH | 1u << FL_CURSE_BLIND,
                             .asked_kinds = 1ull << FL_KIND_CURSE | 1ull << FL_KIND_SHOP};
    cr_assert_eq(fl_journey_answer_classes(&floor), 12);
    for (unsigned class = 0; class < 12; class ++) {
        fl_journey_seen sight;
        fl_journey_answer_seen(&floor, class, &sight);
        cr_expect_eq(fl_journey_answer_class(&floor, &sight), class);
        sight.kinds |= 1ull << FL_KIND_BOSS; /* no condition asks about it */
        cr_expect_eq(fl_journey_answer_class(&floor, &sight), class);
    }
    fl_journey_seen lost = {.curse = FL_CURSE_LOST};
    fl_journey_seen none = {.curse = FL_CURSE_NONE};
    cr_expect_eq(fl_journey_answer_class(&floor, &lost), fl_journey_answer_class(&floor, &none));
}

Test(answer_class, chances_of_nothing_and_of_one_make_no_branches)
{
    fl_diag diag;
    fl_journey *plan = NULL;
    fl_journey_seen sight = {0};
    cr_assert_eq(small_plan_open(&plan, "{chance: 1/3}", "{chance: 0}", "full", &diag), FL_OK);
    outcomes found = all_of(plan, 1, sight);
    cr_expect_eq(found.n, 4, "four values of minutes, one way");
    fl_journey_free(plan);
    cr_assert_eq(small_plan_open(&plan, "{chance: 1/3}", "{chance: 1}", "full", &diag), FL_OK);
    found = all_of(plan, 1, sight);
    cr_expect_eq(found.n, 4);
    cr_expect_eq(found.item[0].to, 2);
    fl_journey_free(plan);
}
