/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trips: what is noted of floors, with floors made up for it. */
#include "gen/journey/journey_private.h"
#include "tests/support/maker.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_journey_met shop = {
    .seen = {.kinds = 1ull << FL_KIND_SHOP | 1ull << FL_KIND_BOSS},
    .rooms = 9,
    .kind_n = {[FL_KIND_SHOP] = 2, [FL_KIND_BOSS] = 1},
};
static const fl_journey_met failed = {.has_failed = true};

Test(trip, rooms_and_kinds_are_sums_over_the_floors)
{
    fl_journey_trip trip;
    fl_journey *plan = small_plan_get("full");
    memset(&trip, 0xff, sizeof trip);
    fl_journey_trip_begin(&trip, plan, 3, 7);
    cr_expect(trip.visits_n == 0 && trip.rooms == 0 && trip.failed == 0 && !trip.walk.is_over);
    while (!trip.walk.is_over) {
        fl_journey_walk_enter(&trip.walk, plan);
        fl_journey_trip_leave(&trip, plan, trip.visits_n == 1 ? &failed : &shop);
    }
    unsigned good = trip.visits_n - 1;
    cr_assert_geq(trip.visits_n, 3u);
    cr_expect(trip.rooms == 9 * good && trip.failed == 1);
    cr_expect(trip.kind_n[FL_KIND_SHOP] == 2 * good && trip.kind_n[FL_KIND_BOSS] == good);
    cr_expect_eq(trip.kind_n[FL_KIND_START], 0);
    cr_expect(!trip.visit[0].has_failed && trip.visit[1].has_failed);
    cr_expect_eq(trip.visit[0].seen.kinds, shop.seen.kinds);
    cr_expect_eq(trip.visit[1].seen.kinds, 0u);
    fl_journey_free(plan);
}

Test(trip, rooms_entered_are_noted_where_they_were)
{
    unsigned entered = 0;
    fl_journey *plan = small_plan_mortal();
    for (uint64_t number = 0; number < 50; number++) {
        fl_journey_trip trip;
        unsigned rooms = 0;
        fl_journey_trip_begin(&trip, plan, 3, number);
        while (!trip.walk.is_over) {
            fl_journey_walk_enter(&trip.walk, plan);
            fl_journey_trip_leave(&trip, plan, trip.visits_n == 1 ? &failed : &shop);
        }
        for (unsigned i = 0; i < trip.visits_n; i++) {
            uint64_t kinds = trip.visit[i].entered;
            cr_expect(kinds == 0 || (kinds == 1ull << FL_KIND_SHOP && i != 1));
            rooms += kinds != 0;
        }
        cr_expect(rooms == trip.walk.entered_n && rooms == trip.walk.paid[FL_JOURNEY_KEYS]);
        entered += rooms;
    }
    cr_expect_gt(entered, 20u);
    fl_journey_free(plan);
}

/* Beside a walk that was shown the same. */
Test(trip, visits_hold_where_the_walk_was_and_the_player_afterwards)
{
    fl_journey *plan = small_plan_get("usual");
    for (uint64_t number = 0; number < 50; number++) {
        fl_journey_trip trip;
        fl_journey_walk walk;
        fl_journey_trip_begin(&trip, plan, 3, number);
        fl_journey_walk_begin(&walk, plan, 3, number);
        for (unsigned i = 0; !trip.walk.is_over; i++) {
            fl_journey_walk_enter(&trip.walk, plan);
            fl_journey_walk_enter(&walk, plan);
            fl_journey_trip_leave(&trip, plan, &shop);
            const fl_journey_visit *visit = &trip.visit[i];
            cr_assert_eq(trip.visits_n, i + 1);
            cr_expect(visit->stop == walk.stop && visit->variant == walk.variant && visit->rule == walk.rule);
            fl_journey_walk_leave(&walk, plan, &shop.seen);
            cr_expect_eq(memcmp(&visit->state, &walk.state, sizeof walk.state), 0);
        }
        cr_expect(walk.is_over && trip.walk.last == walk.last);
        cr_expect_eq(trip.visit[trip.visits_n - 1].stop, walk.last);
    }
    fl_journey_free(plan);
}

Test(trip, a_floor_is_seen_room_by_room)
{
    maker m;
    maker_open(&m, "classic", "level=4", 1);
    for (uint64_t i = 0; i < 100; i++) {
        fl_journey_met met;
        unsigned kind_n[FL_KIND_COUNT] = {0};
        maker_make_bare(&m, i);
        memset(&met, 0xff, sizeof met);
        fl_journey_trip_look(&m.floor, &met);
        for (unsigned room = 0; room < m.floor.rooms_n; room++) {
            kind_n[m.floor.rooms[room].kind]++;
        }
        cr_expect(!met.has_failed && met.rooms == m.floor.rooms_n);
        for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
            cr_expect_eq(met.kind_n[kind], kind_n[kind]);
            cr_expect_eq(met.seen.kinds >> kind & 1, kind_n[kind] > 0);
        }
    }
    maker_close(&m);
}

Test(trip, a_floor_that_failed_has_nothing)
{
    maker m;
    fl_journey_met met;
    maker_open(&m, "classic", "rooms=60 max_attempts=3", 1);
    maker_make_bare(&m, 0);
    cr_assert_not_null(m.floor.failure);
    memset(&met, 0xff, sizeof met);
    fl_journey_trip_look(&m.floor, &met);
    cr_expect(met.has_failed && met.rooms == 0 && met.seen.kinds == 0);
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        cr_expect_eq(met.kind_n[kind], 0);
    }
    maker_close(&m);
}
