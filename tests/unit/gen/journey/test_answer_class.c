/* What can follow a floor: chances sum to one, and walks follow them. */
#include "gen/journey/journey.h"
#include "tests/support/gtest.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

enum { MOST = 64, RUNS = 40000 };

typedef struct outcome {
    fl_journey_state state;
    unsigned to;
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

static bool note(void *user, const fl_journey_outcome *branch)
{
    outcomes *self = user;
    double chance = 1;
    for (unsigned i = 0; i < branch->factors_n; i++) {
        chance *= (double)branch->factor[i].hits / branch->factor[i].of;
    }
    self->chance[find(self, &branch->state, branch->to)] += chance;
    return ++self->visits < self->visits_max;
}

static outcomes all_of(const fl_journey *plan, unsigned floor, fl_journey_seen sight)
{
    outcomes out = {.visits_max = 1000};
    fl_journey_outcome_visitor walk = {
        .journey = plan, .stop = floor, .seen = sight, .visit = note, .user = &out};
    cr_expect(fl_journey_outcome_each(&walk, &plan->player[plan->chosen_player].start));
    return out;
}

Test(answer_class, chances_sum_to_one_on_every_floor)
{
    fl_journey *plan = small_plan_get("usual");
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

/* False alarm: one fixed seed, p below 1e-4 for a right program. */
Test(answer_class, walks_take_the_branches_as_often_as_they_say)
{
    fl_journey *plan = small_plan_get("usual");
    fl_journey_seen sight = {.kinds = 1u << FL_KIND_CURSE};
    outcomes expected = all_of(plan, 1, sight);
    uint64_t counts[MOST] = {0};
    for (uint64_t run = 0; run < RUNS; run++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, plan, 9, run);
        walk.stop = 1;
        fl_journey_walk_enter(&walk, plan);
        fl_journey_walk_leave(&walk, plan, &sight);
        unsigned known = expected.n;
        unsigned at = find(&expected, &walk.state, walk.is_over ? FL_JOURNEY_END : walk.stop);
        cr_assert_eq(expected.n, known, "run %u took a branch that is not there", (unsigned)run);
        counts[at]++;
    }
    cr_expect_gt(gtest_fit(counts, expected.chance, expected.n), 1e-4);
    expected.chance[0] += 0.02; /* planted: it would be seen */
    expected.chance[1] -= 0.02;
    cr_expect_lt(gtest_fit(counts, expected.chance, expected.n), 1e-6);
    fl_journey_free(plan);
}

Test(answer_class, a_visit_can_stop_it)
{
    fl_journey *plan = small_plan_get("usual");
    outcomes out = {.visits_max = 3};
    fl_journey_outcome_visitor walk = {.journey = plan, .stop = 1, .visit = note, .user = &out};
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
        sight.kinds |= 1ull << FL_KIND_BOSS; /* nobody asks */
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
