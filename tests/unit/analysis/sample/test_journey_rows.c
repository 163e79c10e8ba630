/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted on journeys, worked out by hand on trips that are written down here. */
#include "analysis/sample/sample_private.h"
#include "tests/support/counting.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

enum { ONE, TWO, THREE, FOUR }; /* stops of the small plan; their chapters are 1, 2, 2 and 3 */

#define FL_BIT(kind) (1ull << FL_KIND_##kind)

static fl_journey *plan;
static counting counts;
static fl_sample_work work;
static fl_journey_trip trip;

static void set_up(void)
{
    plan = small_plan_get("usual");
    counting_begin(&counts, &fl_journey_generator, plan);
    cr_assert_eq(fl_sample_work_init(&work, &counts.catalogue), FL_OK);
    memset(&trip, 0, sizeof trip);
}

static void tear_down(void)
{
    fl_sample_work_free(&work);
    counting_close(&counts);
    fl_journey_free(plan);
}

TestSuite(journey_rows, .init = set_up, .fini = tear_down);

/* Adds a visit after which the player has so many hearts. */
static void visit(unsigned stop, uint64_t kinds, int16_t hearts)
{
    fl_journey_visit *to = &trip.visit[trip.visits_n++];
    to->rule = (uint16_t)fl_journey_rules_of(plan, stop, 0, &plan->player[plan->chosen_player].start);
    to->stop = (uint8_t)stop;
    to->seen.kinds = kinds;
    to->state.variable[0] = hearts;
    to->state.variable[1] = (int16_t)trip.visits_n;
    trip.walk.state = to->state;
    trip.walk.last = (uint8_t)stop;
}

static void measure(void)
{
    trip.walk.is_over = true;
    fl_sample_measure(&work, &counts.binding, plan, &trip);
}

static void expect(const char *event, unsigned trials, unsigned hits)
{
    unsigned at = counting_event(&counts, event);
    cr_expect(work.trials[at] == trials && work.hits[at] == hits, "%s: %u of %u", event, work.hits[at],
              work.trials[at]);
}

static int32_t value(const char *metric)
{
    return work.values[counting_metric(&counts, metric)];
}

Test(journey_rows, kinds_are_met_by_the_chapter_where_they_first_are_and_ever_after)
{
    visit(ONE, FL_BIT(START) | FL_BIT(BOSS), 4);
    visit(TWO, FL_BIT(START) | FL_BIT(SACRIFICE), 4);
    visit(FOUR, FL_BIT(START) | FL_BIT(ARCADE), 4);
    measure();
    expect("met.boss", 1, 1);
    expect("met.boss.by_chapter_1", 1, 1);
    expect("met.boss.by_chapter_3", 1, 1);
    expect("met.sacrifice", 1, 1);
    expect("met.sacrifice.by_chapter_1", 1, 0);
    expect("met.sacrifice.by_chapter_2", 1, 1);
    expect("met.arcade.by_chapter_2", 1, 0);
    expect("met.arcade.by_chapter_3", 1, 1);
    expect("met.shop", 1, 0);
    expect("met.shop.by_chapter_3", 1, 0);
}

Test(journey_rows, every_visit_of_a_floor_is_a_trial_of_its_rooms)
{
    visit(ONE, FL_BIT(SHOP), 4);
    visit(TWO, 0, 4);
    visit(FOUR, 0, 4);
    visit(ONE, 0, 4);
    visit(TWO, FL_BIT(SHOP), 4);
    visit(FOUR, FL_BIT(SHOP), 4);
    measure();
    expect("floor.one.shop", 2, 1);
    expect("floor.two.shop", 2, 1);
    expect("floor.three.shop", 0, 0);
    expect("floor.four.shop", 2, 1);
    expect("floor.four.boss", 2, 0);
    cr_expect_not(counts.catalogue.event[counting_event(&counts, "floor.one.shop")].is_default);
}

Test(journey_rows, a_journey_ends_on_its_last_floor_unless_it_is_cut_off)
{
    visit(ONE, 0, 4);
    visit(FOUR, 0, 4);
    trip.walk.state.flags = 2;
    measure();
    expect("ended.four", 1, 1);
    expect("unfinished", 1, 0);
    expect("flag.torch", 1, 0);
    expect("flag.devil_visited", 1, 1);
    trip.walk.is_unfinished = true;
    measure();
    expect("ended.four", 1, 0);
    expect("unfinished", 1, 1);
    cr_expect_eq(fl_sample_find_event(&counts.catalogue, "ended.one"), counts.catalogue.events_n,
                 "one is no exit");
}

Test(journey_rows, variables_are_those_of_the_end_and_of_the_last_floor_of_each_chapter)
{
    visit(ONE, 0, 4);
    visit(TWO, 0, 3);
    visit(THREE, 0, 5);
    visit(FOUR, 0, 6);
    trip.rooms = 50;
    trip.failed = 1;
    trip.kind_n[FL_KIND_SHOP] = 3;
    measure();
    cr_expect(value("floors") == 4 && value("rooms_seen") == 50 && value("failed_floors") == 1);
    cr_expect(value("seen_shop") == 3 && value("seen_boss") == 0);
    cr_expect(value("hearts") == 6 && value("minutes") == 4);
    cr_expect(value("hearts_after_chapter_1") == 4 && value("hearts_after_chapter_2") == 5);
    cr_expect_eq(value("minutes_after_chapter_3"), 4);
    cr_expect_not(work.has_failed, "some of its floors may have");
    cr_expect_eq(work.width, 0u, "journeys have no maps");
}

/* The plan of the original game has coins and eleven floors; the small plan has a torch. */
Test(journey_rows, two_plans_share_names_and_each_leaves_out_what_it_lacks)
{
    fl_journey *classic = small_plan_shipped("classic", "full");
    const void *rules[] = {plan, classic};
    static fl_catalogue both;
    static fl_sample_binding binding[2];
    fl_sample_work on_both;
    cr_assert_eq(fl_sample_catalogue_init(&both, &fl_journey_generator, rules, 2, NULL), FL_OK);
    cr_assert_eq(fl_sample_work_init(&on_both, &both), FL_OK);
    fl_sample_bind(&both, plan, &binding[0]);
    fl_sample_bind(&both, classic, &binding[1]);
    unsigned hearts = fl_sample_find_metric(&both, "hearts");
    unsigned coins = fl_sample_find_metric(&both, "coins");
    cr_expect_eq(binding[0].journey.variable[0], hearts);
    cr_assert_lt(coins, both.metrics_n);
    cr_expect_eq(fl_sample_find_metric(&counts.catalogue, "coins"), counts.catalogue.metrics_n);
    visit(ONE, 0, 4);
    visit(FOUR, 0, 4);
    fl_sample_measure(&on_both, &binding[0], plan, &trip);
    cr_expect(on_both.values[hearts] == 4 && on_both.values[coins] == FL_GENERATOR_FACT_NONE);
    static const struct {
        const char *event;
        unsigned trials[2];
    } table[] = {{"flag.torch", {1, 0}},
                 {"ended.four", {1, 0}},
                 {"ended.sheol", {0, 1}},
                 {"met.boss.by_chapter_3", {1, 1}},
                 {"met.boss.by_chapter_5", {0, 1}},
                 {"floor.one.shop", {1, 0}},
                 {"unfinished", {1, 1}}};
    fl_journey_trip empty = {.visits_n = 0};
    for (unsigned of = 0; of < 2; of++) {
        fl_sample_measure(&on_both, &binding[of], rules[of], of == 0 ? &trip : &empty);
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
            unsigned at = fl_sample_find_event(&both, table[i].event);
            cr_assert_lt(at, both.events_n, "%s", table[i].event);
            cr_expect_eq(on_both.trials[at], table[i].trials[of], "%s of plan %u", table[i].event, of);
        }
    }
    cr_expect_eq(both.visits_n, plan->classes_n > classic->classes_n ? plan->classes_n : classic->classes_n);
    fl_sample_work_free(&on_both);
    fl_sample_catalogue_free(&both);
    fl_journey_free(classic);
}

Test(journey_rows, variables_below_zero_are_counted_from_their_least)
{
    fl_diag diag;
    fl_journey *low = NULL;
    counting lowest;
    fl_sample_work on_low;
    cr_assert_eq(small_plan_open(&low, "minutes: 0..30", "minutes: -2..30", "usual", &diag), FL_OK, "%s",
                 diag.what);
    counting_begin(&lowest, &fl_journey_generator, low);
    const fl_catalogue_metric *minutes = &lowest.catalogue.metric[counting_metric(&lowest, "minutes")];
    cr_expect_eq(minutes->bins, 33u);
    cr_expect(strstr(minutes->meaning, "counted from -2 on"), "%s", minutes->meaning);
    cr_assert_eq(fl_sample_work_init(&on_low, &lowest.catalogue), FL_OK);
    visit(FOUR, 0, 4);
    trip.visit[0].state.variable[1] = -2;
    trip.walk.state.variable[1] = -1;
    fl_sample_measure(&on_low, &lowest.binding, low, &trip);
    cr_expect_eq(on_low.values[counting_metric(&lowest, "minutes")], 1);
    cr_expect_eq(on_low.values[counting_metric(&lowest, "minutes_after_chapter_3")], 0);
    fl_sample_work_free(&on_low);
    counting_close(&lowest);
    fl_journey_free(low);
}

/* Measures with the rows of a player who can die. */
static void use_mortal(void)
{
    fl_sample_work_free(&work);
    counting_close(&counts);
    fl_journey_free(plan);
    plan = small_plan_mortal();
    counting_begin(&counts, &fl_journey_generator, plan);
    cr_assert_eq(fl_sample_work_init(&work, &counts.catalogue), FL_OK);
}

Test(journey_rows, a_death_is_a_loss_where_it_was_and_no_ending)
{
    use_mortal();
    visit(ONE, 0, 4);
    visit(FOUR, 0, 0);
    trip.walk.has_died = true;
    measure();
    expect("died", 1, 1);
    expect("died.four", 1, 1);
    expect("died.one", 1, 0);
    expect("ended.four", 1, 0);
    expect("unfinished", 1, 0);
    expect("reached.one", 1, 1);
    expect("reached.four", 1, 1);
    expect("reached.two", 1, 0);
    trip.walk.has_died = false;
    measure();
    expect("died", 1, 0);
    expect("died.four", 1, 0);
    expect("ended.four", 1, 1);
}

Test(journey_rows, what_doors_took_is_counted_and_which_rooms_were_entered)
{
    use_mortal();
    visit(ONE, FL_BIT(SHOP) | FL_BIT(CURSE), 4);
    visit(FOUR, FL_BIT(SHOP), 4);
    trip.visit[0].entered = FL_BIT(CURSE);
    trip.walk.entered_n = 1;
    trip.walk.paid[FL_JOURNEY_HEARTS] = 1;
    measure();
    cr_expect(value("rooms_entered") == 1 && value("hearts_paid") == 1 && value("keys_paid") == 0);
    expect("entered.curse", 1, 1);
    expect("entered.shop", 1, 0);
    cr_expect_eq(fl_sample_find_metric(&counts.catalogue, "coins_paid"), counts.catalogue.metrics_n,
                 "no door takes coins of this player");
}
