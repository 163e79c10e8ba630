/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What came of rolls that are set by hand, and what doors ask for. */
#include "analysis/metric/metric_private.h"
#include "gen/floor/door/door.h"

#include <criterion/criterion.h>

static const char *const names[] = {
    "dice_or_sacrifice", "dice",          "library", "challenge", "arcade_or_vault", "vault",
    "bedroom",           "clean_bedroom", "curse",   "miniboss"};

static fl_floor floor_;
static int32_t value[FL_METRIC_COUNT];

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, 16), FL_OK);
    fl_floor_clear(&floor_, 16, 1);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    floor_.roll_names = names;
    floor_.rolls_n = sizeof names / sizeof names[0];
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
}

TestSuite(roll_slots, .init = set_up, .fini = tear_down);

static int32_t count(fl_metric metric)
{
    fl_metric_roll_slots_count(&floor_, value);
    return value[metric];
}

Test(roll_slots, place_nothing_one_kind_or_the_other)
{
    floor_.roll[0] = FL_ROLL_ROLLED;
    cr_expect_eq(count(FL_METRIC_SLOT_DICE_OR_SACRIFICE), 0);
    floor_.roll[0] = FL_ROLL_ROLLED | FL_ROLL_WON | FL_ROLL_PLACED;
    floor_.roll[1] = FL_ROLL_ROLLED | FL_ROLL_WON;
    cr_expect_eq(count(FL_METRIC_SLOT_DICE_OR_SACRIFICE), 1);
    floor_.roll[1] |= FL_ROLL_PLACED;
    cr_expect_eq(count(FL_METRIC_SLOT_DICE_OR_SACRIFICE), 2);
    floor_.roll[4] = floor_.roll[5] = floor_.roll[6] = floor_.roll[3] = FL_ROLL_PLACED;
    floor_.roll[2] = FL_ROLL_ROLLED | FL_ROLL_WON | FL_ROLL_NO_DEAD_END;
    floor_.roll[8] = FL_ROLL_PLACED | FL_ROLL_NO_DEAD_END; /* offered twice, placed once */
    cr_expect_eq(count(FL_METRIC_SLOT_ARCADE_OR_VAULT), 2);
    cr_expect_eq(value[FL_METRIC_SLOT_BEDROOM], 1);
    cr_expect_eq(value[FL_METRIC_SLOT_LIBRARY], FL_GENERATOR_FACT_NONE, "it had no dead end");
    cr_expect_eq(value[FL_METRIC_SLOT_CURSE], 1);
    cr_expect_eq(value[FL_METRIC_SLOT_PLANETARIUM], FL_GENERATOR_FACT_NONE, "the rules have no such roll");
    cr_expect_eq(value[FL_METRIC_SLOT_CHALLENGE], 1);
    fl_floor_add(&floor_, FL_KIND_BOSS_CHALLENGE, FL_SHAPE_1X1, 1, 0);
    cr_expect_eq(count(FL_METRIC_SLOT_CHALLENGE), 2);
}

Test(roll_slots, flags_are_asked_under_their_condition)
{
    static const int condition[FL_ROLL_FLAGS] = {-1, 0,  0, 2,
                                                 0,  -1, -1}; /* the flag that must be set, -1 none */
    char name[FL_EVENT_NAME];
    for (unsigned roll = 0; roll < 1u << FL_ROLL_FLAGS; roll++) {
        for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
            bool is_asked = condition[bit] < 0 || (roll >> condition[bit] & 1);
            fl_event_answer expected = !is_asked           ? FL_EVENT_NOT_ASKED
                                       : (roll >> bit & 1) ? FL_EVENT_HIT
                                                           : FL_EVENT_MISS;
            cr_expect_eq(fl_metric_event_ask_roll((fl_roll)roll, bit), expected, "flag %u of %x", bit, roll);
        }
    }
    fl_metric_event_roll_name("sacrifice", 4, name);
    cr_expect_str_eq(name, "roll.sacrifice.won");
}

Test(roll_slots, doors_are_counted_once_by_their_price)
{
    static const fl_kind row[] = {FL_KIND_NORMAL,    FL_KIND_SHOP,   FL_KIND_NORMAL, FL_KIND_ARCADE,
                                  FL_KIND_NORMAL,    FL_KIND_CURSE,  FL_KIND_VAULT,  FL_KIND_NORMAL,
                                  FL_KIND_CHALLENGE, FL_KIND_NORMAL, FL_KIND_SECRET, FL_KIND_END};
    enum { N = sizeof row / sizeof row[0] };
    static const struct {
        fl_metric metric;
        int32_t n;
    } expected[] = {{FL_METRIC_OPEN_DOORS, 0},   {FL_METRIC_COIN_DOORS, 3},   {FL_METRIC_KEY_DOORS, 3},
                    {FL_METRIC_HEARTS_DOORS, 2}, {FL_METRIC_HEALTH_DOORS, 2}, {FL_METRIC_BOMB_DOORS, 1},
                    {FL_METRIC_WALLS, 1}};
    for (int i = 0; i < N; i++) {
        fl_floor_add(&floor_, row[i], FL_SHAPE_1X1, i + 1, 0);
    }
    floor_.rooms[1].price = FL_DOOR_COIN + FL_FLOOR_PRICE; /* the rules say so of this one */
    fl_floor_link(&floor_);
    floor_.doors[N - 1].is_wall = true;
    fl_metric_door_prices_count(&floor_, value);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_expect_eq(value[expected[i].metric], expected[i].n, "%s", fl_metric_of(expected[i].metric)->name);
    }
}
