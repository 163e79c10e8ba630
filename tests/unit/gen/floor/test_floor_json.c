/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floor lines as they are written: exact texts. */
#include "gen/floor/floor_json.h"

#include "gen/floor/door/door.h"

#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static fl_floor floor_;
static fl_text text;
static fl_floor_json_head head;

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS), FL_OK);
    fl_text_init(&text);
    head = (fl_floor_json_head){
        .generator = "grid", .version = 2, .rules = "basement-1", .seed = 42, .index = 7};
    fl_floor_clear(&floor_, 3, 2);
}

static void tear_down(void)
{
    fl_floor_free(&floor_);
    fl_text_free(&text);
}

TestSuite(floor_json, .init = set_up, .fini = tear_down);

static const char *written(void)
{
    fl_text_clear(&text);
    fl_floor_json_write(&head, &floor_, &text);
    cr_assert_eq(fl_text_check(&text), FL_OK);
    return fl_text_get(&text);
}

#define FL_TEST_HEAD                                                                                         \
    "{\"generator\":\"grid\",\"version\":2,\"rules\":\"basement-1\",\"seed\":\"42\",\"index\":7"

static void expect_line(const char *line)
{
    cr_expect_str_eq(written(), line, "%s", fl_text_get(&text));
}

/* A start of two cells, a shop that is a dead end, and a secret room with all that a line can say. */
Test(floor_json, a_line_says_all_that_a_floor_has)
{
    static const uint16_t cells[] = {1, 2};
    static const char *const rolls[] = {"sacrifice", "dice", "arcade"};
    static const char *const metrics[] = {"rooms", "secret_tries", "loops"};
    static const int32_t values[] = {13, FL_GENERATOR_FACT_NONE, -2};
    static const uint16_t clustering[] = {0, 3, 1, 0, 12};
    fl_floor_clear(&floor_, 5, 3);
    fl_floor_add_cells(&floor_, FL_KIND_START, cells, 2);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_SUPER_SECRET, FL_SHAPE_IV, 3, 0);
    fl_floor_add(&floor_, FL_KIND_SECRET, FL_SHAPE_1X1, 4, 0);
    fl_floor_add(&floor_, FL_KIND_VAULT, FL_SHAPE_1X1, 0, 2);
    floor_.rooms[0].is_end = true;
    floor_.rooms[1].tag = "shop";
    floor_.rooms[1].price = FL_FLOOR_PRICE + FL_DOOR_COIN;
    fl_room *room = &floor_.rooms[2];
    room->is_added = true;
    room->type = 8;
    room->variant = 1234567;
    room->subtype = 0;
    room->difficulty = 10;
    room->rank = FL_FLOOR_RANK + 99;
    room->tag = "tomb";
    room->more_tags = "a, \"b\"";
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
    floor_.doors[0].is_wall = true;
    floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = 12;
    floor_.fact[FL_GENERATOR_FACT_SECRET_TRIES] = -3;
    floor_.fact[FL_GENERATOR_FACT_CURSE] = FL_CURSE_LOST;
    floor_.roll_names = rolls;
    floor_.rolls_n = 3;
    floor_.roll[0] = FL_ROLL_ROLLED | FL_ROLL_FIRST | FL_ROLL_WON | FL_ROLL_PLACED;
    floor_.roll[2] = FL_ROLL_SECOND_ROLLED | FL_ROLL_SECOND | FL_ROLL_NO_DEAD_END;
    head.metric_names = metrics;
    head.metric_values = values;
    head.metrics_n = 3;
    head.clustering = clustering;
    head.has_difficulty = true;
    head.settings = "{\"level\":\"3\"}";
    head.seed = UINT64_MAX;
    head.index = UINT64_MAX - 1;
    head.seed_text = "B911 99AC";
    expect_line(
        "{\"generator\":\"grid\",\"version\":2,\"rules\":\"basement-1\",\"seed\":\"18446744073709551615\","
        "\"index\":18446744073709551614,\"seed_text\":\"B911 99AC\",\"settings\":{\"level\":\"3\"}"
        ",\"width\":5,\"height\":3,\"rooms\":["
        "{\"id\":0,\"kind\":\"start\",\"shape\":\"free\",\"cells\":[[1,0],[2,0]]"
        ",\"origin\":[1,0],\"distance\":0,\"dead_end\":false,\"tag\":\"start\",\"end\":true,\"clustering\":0}"
        ","
        "{\"id\":1,\"kind\":\"shop\",\"shape\":\"1x1\",\"cells\":[[0,0]]"
        ",\"origin\":[0,0],\"distance\":1,\"dead_end\":true,\"tag\":\"shop\",\"clustering\":3,\"price\":"
        "\"coin\"},"
        "{\"id\":2,\"kind\":\"super_secret\",\"shape\":\"IV\",\"cells\":[[3,0]]"
        ",\"origin\":[3,0],\"distance\":1,\"dead_end\":false,\"tag\":\"tomb\""
        ",\"shape_id\":3,\"type_id\":8,\"variant\":1234567,\"subtype\":0,\"difficulty\":10,\"priority\":99,"
        "\"added\":true,\"clustering\":1,\"more_tags\":\"a, \\\"b\\\"\"},"
        "{\"id\":3,\"kind\":\"secret\",\"shape\":\"1x1\",\"cells\":[[4,0]]"
        ",\"origin\":[4,0],\"distance\":-1,\"dead_end\":false,\"tag\":\"secret\",\"added\":false,"
        "\"clustering\":0},"
        "{\"id\":4,\"kind\":\"vault\",\"shape\":\"1x1\",\"cells\":[[0,2]]"
        ",\"origin\":[0,2],\"distance\":-1,\"dead_end\":false,\"tag\":\"vault\",\"clustering\":12}]"
        ",\"doors\":["
        "{\"rooms\":[0,2],\"cells\":[[2,0],[3,0]],\"kind\":\"start\",\"wall\":true},"
        "{\"rooms\":[0,1],\"cells\":[[1,0],[0,0]],\"kind\":\"start\",\"price\":\"coin\"},"
        "{\"rooms\":[2,3],\"cells\":[[3,0],[4,0]],\"kind\":\"super_secret\",\"tag\":\"tomb\",\"more_tags\":"
        "\"a, \\\"b\\\"\"}]"
        ",\"facts\":{\"attempts\":12,\"secret_tries\":-3,\"curse\":\"lost\"}"
        ",\"rolls\":{\"sacrifice\":[\"rolled\",\"first_chance\",\"won\",\"placed\"],\"arcade\":[\"second_"
        "rolled\",\"second_chance\",\"no_dead_end\"]}"
        ",\"metrics\":{\"rooms\":13,\"loops\":-2}}\n");
}

Test(floor_json, what_there_is_nothing_of_is_left_out)
{
    static const char *const rolls[] = {"dice"};
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    floor_.roll_names = rolls;
    floor_.rolls_n = 1;
    floor_.has_own_measure = true;
    floor_.rooms[0].own_distance = 7;
    floor_.rooms[0].is_own_dead_end = true;
    floor_.rooms[0].difficulty = 3;
    floor_.fact[FL_GENERATOR_FACT_CURSE] = 99;
    expect_line(FL_TEST_HEAD ",\"width\":3,\"height\":2,\"rooms\":[{\"id\":0,\"kind\":\"start\",\"shape\":"
                             "\"1x1\",\"cells\":[[0,0]],\"origin\":[0,0],\"distance\":7,\"dead_end\":true,"
                             "\"tag\":\"start\"}],\"doors\":[],\"facts\":{\"curse\":99}}\n");
    floor_.failure = "no layout in \"1000\" attempts";
    expect_line(FL_TEST_HEAD ",\"failed\":true,\"reason\":\"no layout in \\\"1000\\\" attempts\","
                             "\"facts\":{\"curse\":99}}\n");
}
