/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies of journeys: sums by hand, merging, the digest. */
#include "analysis/tally/tally.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

/* A journey over the first two floors that meets a curse room on the second. */
static void count_one(fl_journey_tally *tally, const fl_journey *plan, uint64_t number)
{
    fl_journey_walk walk;
    fl_journey_counts counts;
    fl_journey_walk_begin(&walk, plan, 1, number);
    fl_tally_journey_begin(&counts);
    fl_visit_counts first = {.rooms = 10, .kind_n = {[FL_KIND_SHOP] = 1}};
    first.seen.kinds = 1u << FL_KIND_SHOP;
    fl_visit_counts second = {.rooms = 7, .kind_n = {[FL_KIND_SHOP] = 1, [FL_KIND_CURSE] = 2}};
    second.seen.kinds = 1u << FL_KIND_SHOP | 1u << FL_KIND_CURSE;
    fl_visit_counts failed = {.has_failed = true};
    for (unsigned step = 0; !walk.is_over; step++) {
        const fl_visit_counts *visit = step == 0 ? &first : step == 1 ? &second : &failed;
        fl_journey_walk_enter(&walk, plan);
        fl_tally_journey_visit(tally, &counts, &walk, visit);
        fl_journey_walk_leave(&walk, plan, &visit->seen);
    }
    fl_tally_journey_end(tally, &counts, &walk);
}

Test(journey_tally, a_journey_made_by_hand_is_counted)
{
    fl_journey_tally tally;
    fl_journey *plan = small_plan_get("full");
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    count_one(&tally, plan, 0);
    cr_expect_eq(tally.journeys, 1);
    cr_expect_eq(tally.rooms.sum, 17);
    cr_expect_eq(tally.rooms.square, 289);
    cr_expect_eq(tally.failed, tally.floors.sum - 2);
    cr_expect_eq(tally.ended[3], 1);
    cr_expect_eq(tally.kind[FL_KIND_SHOP].each.sum, 2);
    cr_expect_eq(tally.kind[FL_KIND_CURSE].each.sum, 2);
    cr_expect_eq(tally.kind[FL_KIND_CURSE].journeys, 1);
    cr_expect_eq(tally.kind[FL_KIND_CURSE].first_floor[1], 1);
    cr_expect_eq(tally.kind[FL_KIND_BOSS].journeys, 0);
    cr_expect_eq(tally.kind[FL_KIND_BOSS].each.max, 0);
    cr_expect_eq(fl_tally_journey_by_chapter(&tally, FL_KIND_CURSE, 1), 0);
    cr_expect_eq(fl_tally_journey_by_chapter(&tally, FL_KIND_CURSE, 2), 1);
    cr_expect_eq(fl_tally_journey_visits(&tally, 0), 1);
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}

Test(journey_tally, merging_parts_gives_the_whole)
{
    fl_journey_tally whole;
    fl_journey_tally part[2];
    char digest[3][FL_JOURNEY_TALLY_DIGEST];
    fl_journey *plan = small_plan_get("usual");
    cr_assert_eq(fl_tally_journey_init(&whole, plan), FL_OK);
    cr_assert_eq(fl_tally_journey_init(&part[0], plan), FL_OK);
    cr_assert_eq(fl_tally_journey_init(&part[1], plan), FL_OK);
    for (uint64_t run = 0; run < 50; run++) {
        count_one(&whole, plan, run);
        count_one(&part[run % 3 == 0], plan, run);
    }
    fl_tally_journey_digest(&part[0], digest[1]);
    fl_tally_journey_merge(&part[0], &part[1]);
    fl_tally_journey_digest(&whole, digest[0]);
    fl_tally_journey_digest(&part[0], digest[2]);
    cr_expect_str_eq(digest[0], digest[2]);
    cr_expect_str_neq(digest[0], digest[1]);
    cr_expect_eq(strlen(digest[0]), 32);
    for (int i = 0; i < 2; i++) {
        fl_tally_journey_free(&part[i]);
    }
    fl_tally_journey_free(&whole);
    fl_journey_free(plan);
}

Test(journey_tally, the_digest_sees_every_visit)
{
    fl_journey_tally tally;
    char before[FL_JOURNEY_TALLY_DIGEST];
    char after[FL_JOURNEY_TALLY_DIGEST];
    fl_journey *plan = small_plan_get("usual");
    cr_assert_eq(fl_tally_journey_init(&tally, plan), FL_OK);
    count_one(&tally, plan, 0);
    fl_tally_journey_digest(&tally, before);
    tally.visit[(size_t)plan->classes_n * FL_JOURNEY_TALLY_ROOMS - 1]++;
    fl_tally_journey_digest(&tally, after);
    cr_expect_str_neq(before, after);
    fl_tally_journey_free(&tally);
    fl_tally_journey_free(&tally);
    fl_journey_free(plan);
}
