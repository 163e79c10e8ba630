/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading floor lines: ours come back byte for byte, other people's are completed. */
#include "gen/floor/floor_json_read.h"

#include "gen/floor/check.h"
#include "gen/floor/door/door.h"
#include "gen/floor/floor_json.h"
#include "tests/support/scale.h"
#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static fl_floor made, floor_;
static fl_text text, again;
static fl_floor_json_reader reader;
static fl_diag diag;
static const fl_floor_json_head head = {
    .generator = "grid", .version = 1, .rules = "r", .seed = 1, .index = 2};

static void set_up(void)
{
    cr_assert_eq(fl_floor_init(&made, FL_RANDOM_FLOOR_CELLS), FL_OK);
    cr_assert_eq(fl_floor_init(&floor_, FL_RANDOM_FLOOR_CELLS), FL_OK);
    fl_text_init(&text);
    fl_text_init(&again);
    fl_floor_json_read_init(&reader);
    reader.where = "floors.jsonl:7";
}

static void tear_down(void)
{
    fl_floor_free(&made);
    fl_floor_free(&floor_);
    fl_text_free(&text);
    fl_text_free(&again);
    fl_floor_json_read_free(&reader);
    fl_floor_json_read_free(&reader); /* twice does no harm */
}

TestSuite(floor_json_read, .init = set_up, .fini = tear_down);
TestSuite(floor_json_rooms, .init = set_up, .fini = tear_down);

static fl_err read_line(const char *line)
{
    fl_diag_init(&diag);
    return fl_floor_json_read(&reader, line, strlen(line), &floor_, &diag);
}

static void expect_good(const char *line)
{
    cr_assert_eq(read_line(line), FL_OK, "%s: %s", line, diag.what);
}

static void expect_refused(const char *line, const char *what)
{
    cr_expect_eq(read_line(line), FL_ERR_INPUT, "accepted: %s", line);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
    cr_expect_str_eq(diag.where, "floors.jsonl:7");
    cr_expect_eq(floor_.rooms_n + floor_.width + floor_.rolls_n, 0, "half a floor is left of %s", line);
}

/* Writes `made`, reads it and writes it again. */
static void expect_round_trip(int seed)
{
    fl_text_clear(&text);
    fl_text_clear(&again);
    fl_floor_json_write(&head, &made, &text);
    cr_assert_eq(fl_floor_json_read(&reader, text.data, text.size, &floor_, &diag), FL_OK, "seed %d: %s",
                 seed, diag.what);
    fl_floor_json_write(&head, &floor_, &again);
    cr_assert_str_eq(fl_text_get(&again), fl_text_get(&text), "seed %d", seed);
}

Test(floor_json_read, random_floors_come_back_byte_for_byte)
{
    for (int seed = 0; seed < 5000 / SCALE_LEAN; seed++) {
        fl_random_floor_make(&made, (uint64_t)seed);
        expect_round_trip(seed);
        cr_assert_eq(fl_check_floor(&floor_, "", &diag), FL_OK, "seed %d: %s", seed, diag.what);
    }
}

Test(floor_json_read, failed_floors_come_back_with_reason_and_facts)
{
    fl_floor_clear(&made, 3, 3);
    made.failure = "no layout in \"100\" attempts";
    made.fact[FL_GENERATOR_FACT_ATTEMPTS] = 100;
    expect_round_trip(0);
    cr_expect_str_eq(floor_.failure, made.failure);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_ATTEMPTS], 100);
    expect_good("{\"failed\":true}");
    cr_expect_str_eq(floor_.failure, "no reason given");
    expect_good("{\"failed\":false,\"rooms\":[{\"cells\":[[0,0]]}]}");
    cr_expect_null(floor_.failure);
}

Test(floor_json_read, tags_prices_and_walls_come_back)
{
    static const uint16_t numbers[2] = {0, 3};
    fl_floor_json_head full = head;
    full.clustering = numbers;
    fl_floor_clear(&made, 3, 1);
    fl_floor_add(&made, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&made, FL_KIND_SHOP, FL_SHAPE_1X1, 1, 0);
    made.rooms[1].more_tags = "cursed, \"deep\"";
    made.rooms[1].price = FL_DOOR_HEARTS + FL_FLOOR_PRICE;
    made.rooms[1].rank = FL_FLOOR_RANK; /* a priority of 0, which is not none */
    fl_floor_link(&made);
    made.doors[0].is_wall = true;
    fl_floor_json_write(&full, &made, &text);
    cr_expect(strstr(fl_text_get(&text), "\"clustering\":3"));
    expect_good(fl_text_get(&text));
    cr_expect_str_eq(floor_.rooms[1].more_tags, made.rooms[1].more_tags);
    cr_expect(floor_.rooms[1].price == made.rooms[1].price && floor_.rooms[1].rank == FL_FLOOR_RANK);
    cr_expect_eq(floor_.rooms[0].price, 0);
    cr_expect_null(floor_.rooms[0].more_tags);
    cr_expect(floor_.doors[0].is_wall);
    cr_expect_eq(fl_door_price_of(&floor_, &floor_.doors[0]), FL_DOOR_WALL);
}

Test(floor_json_rooms, cells_are_all_a_floor_needs)
{
    expect_good(" {\"rooms\":[{\"cells\":[[3,1]]},{\"cells\":[[3,2],[4,2]]},{\"cells\":[[5,2]]}]}\r\n");
    fl_floor_json_write(&head, &floor_, &text);
    cr_expect_str_eq(strstr(fl_text_get(&text), "\"width\""),
                     "\"width\":6,\"height\":3,\"rooms\":["
                     "{\"id\":0,\"kind\":\"start\",\"shape\":\"1x1\",\"cells\":[[3,1]],\"origin\":[3,1],"
                     "\"distance\":0,\"dead_end\":false,\"tag\":\"start\"},"
                     "{\"id\":1,\"kind\":\"normal\",\"shape\":\"free\",\"cells\":[[3,2],[4,2]],\"origin\":"
                     "[3,2],\"distance\":1,\"dead_end\":false,\"tag\":\"normal\"},"
                     "{\"id\":2,\"kind\":\"normal\",\"shape\":\"1x1\",\"cells\":[[5,2]],\"origin\":[5,2],"
                     "\"distance\":2,\"dead_end\":true,\"tag\":\"normal\"}],"
                     "\"doors\":[{\"rooms\":[0,1],\"cells\":[[3,1],[3,2]],\"kind\":\"start\"},"
                     "{\"rooms\":[1,2],\"cells\":[[4,2],[5,2]],\"kind\":\"normal\"}],\"facts\":{}}\n");
    expect_good("{\"width\":9,\"rooms\":[{\"cells\":[[3,1]]}]}");
    cr_expect(floor_.width == 9 && floor_.height == 2);
    expect_good("{\"width\":4,\"height\":100,\"rooms\":[{\"cells\":[[3,1]]}]}");
    cr_expect(floor_.width == 4 && floor_.height == 100);
}

Test(floor_json_rooms, the_start_moves_to_the_front)
{
    expect_good(
        "{\"rooms\":[{\"cells\":[[0,0]],\"tag\":\"a\"},{\"cells\":[[1,0]],\"tag\":\"b\"},"
        "{\"cells\":[[2,0]],\"kind\":\"start\",\"tag\":\"c\"},{\"cells\":[[3,0]],\"tag\":\"d\"}],"
        "\"doors\":[{\"rooms\":[2,3],\"cells\":[[2,0],[3,0]]},{\"rooms\":[1,2],\"cells\":[[1,0],[2,0]]}]}");
    static const char *const tags[] = {"c", "a", "b", "d"};
    for (int i = 0; i < 4; i++) {
        cr_expect_str_eq(floor_.rooms[i].tag, tags[i]);
    }
    cr_expect_eq(fl_floor_room_at(&floor_, 2, 0), 0);
    cr_assert_eq(floor_.doors_n, 2u);
    cr_expect(floor_.doors[1].room_a == 0 && floor_.doors[1].room_b == 2, "the door is turned round");
    cr_expect(floor_.doors[1].cell_a == 2 && floor_.doors[1].cell_b == 1);
    cr_expect_eq(floor_.doors[1].kind, FL_KIND_START);
    cr_expect_eq(floor_.rooms[1].distance, 2, "what touches is joined, doors or not");
}

Test(floor_json_rooms, a_first_room_of_another_kind_keeps_it_as_its_tag)
{
    expect_good("{\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"shop\"},{\"cells\":[[1,0]]}]}");
    cr_expect_eq(floor_.rooms[0].kind, FL_KIND_START);
    cr_expect_str_eq(floor_.rooms[0].tag, "shop");
    expect_good("{\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"normal\"}]}");
    cr_expect_null(floor_.rooms[0].tag);
}

Test(floor_json_rooms, the_end_is_said_or_follows_from_the_kinds)
{
    static const struct {
        const char *more[3]; /* of each room */
        int end;
    } rows[] = {
        {{"", ",\"kind\":\"boss\"", ",\"kind\":\"boss\""}, 1},
        {{"", ",\"kind\":\"boss\"", ",\"kind\":\"end\""}, 2},
        {{"", ",\"kind\":\"boss\"", ",\"end\":true"}, 2},
        {{",\"end\":true", ",\"kind\":\"boss\"", ""}, 0},
        {{"", ",\"kind\":\"shop\",\"end\":false", ""}, FL_FLOOR_NO_ROOM},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_text_clear(&text);
        fl_text_add_format(&text,
                           "{\"rooms\":[{\"cells\":[[0,0]]%s},{\"cells\":[[1,0]]%s},{\"cells\":[[2,0]]%s}]}",
                           rows[i].more[0], rows[i].more[1], rows[i].more[2]);
        expect_good(fl_text_get(&text));
        cr_expect_eq(fl_floor_end(&floor_), rows[i].end, "%s", fl_text_get(&text));
        cr_expect(i != 2 || !floor_.rooms[1].is_end, "an end that is said is the only one");
    }
}

Test(floor_json_read, doors_that_are_listed_are_the_only_ones)
{
    expect_good(
        "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]]},{\"cells\":[[0,1],[1,1]]}],\"doors\":[]}");
    cr_expect_eq(floor_.doors_n, 0u);
    expect_good("{\"rooms\":[{\"id\":70,\"cells\":[[0,0]]},{\"id\":-5,\"cells\":[[1,0]],\"kind\":\"shop\"}],"
                "\"doors\":[{\"rooms\":[-5,70],\"cells\":[[1,0],[0,0]],\"kind\":\"secret\"}]}");
    cr_assert_eq(floor_.doors_n, 1u);
    cr_expect(floor_.doors[0].room_a == 0 && floor_.doors[0].cell_a == 0 && floor_.doors[0].cell_b == 1);
    cr_expect_eq(floor_.doors[0].kind, FL_KIND_SECRET, "a kind that is given is kept");
}

Test(floor_json_read, keys_it_does_not_know_are_ignored)
{
    expect_good(
        "{\"rooms\":[{\"cells\":[[0,0]],\"colour\":[1.5,null],\"distance\":\"far\",\"origin\":7}],"
        "\"metrics\":{\"x\":1e9},\"facts\":{\"weather\":\"rain\",\"attempts\":3},\"author\":{\"a\":[]}}");
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_ATTEMPTS], 3);
}

Test(floor_json_read, a_measure_of_every_room_is_the_generators_own)
{
    expect_good("{\"rooms\":[{\"cells\":[[0,0]],\"distance\":0,\"dead_end\":false},"
                "{\"cells\":[[1,0]],\"distance\":7,\"dead_end\":true}]}");
    cr_expect(floor_.has_own_measure);
    cr_expect(floor_.rooms[1].own_distance == 7 && floor_.rooms[1].distance == 1);
    cr_expect(floor_.rooms[1].is_own_dead_end && !floor_.rooms[0].is_own_dead_end);
    expect_good("{\"rooms\":[{\"cells\":[[0,0]],\"distance\":0,\"dead_end\":false},"
                "{\"cells\":[[1,0]],\"distance\":40000,\"dead_end\":true}]}");
    cr_expect_not(floor_.has_own_measure);
    expect_good("{\"rooms\":[{\"cells\":[[0,0]],\"distance\":0},{\"cells\":[[1,0]],\"distance\":1}]}");
    cr_expect_not(floor_.has_own_measure);
}

Test(floor_json_read, facts_and_rolls_are_read_back)
{
    expect_good("{\"rooms\":[{\"cells\":[[0,0]]}],\"facts\":{\"curse\":\"maze\",\"target\":7},"
                "\"rolls\":{\"dice\":[\"placed\",\"rolled\"],\"\xc3\xa4\":[]}}");
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_MAZE);
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_TARGET], 7);
    cr_assert_eq(floor_.rolls_n, 2);
    cr_expect_str_eq(floor_.roll_names[0], "dice");
    cr_expect_eq(floor_.roll[0], FL_ROLL_ROLLED | FL_ROLL_PLACED);
    cr_expect_str_eq(floor_.roll_names[1], "\xc3\xa4");
    cr_expect_eq(floor_.roll[1], 0);
    expect_good("{\"rooms\":[{\"cells\":[[0,0]]}],\"facts\":{\"curse\":6}}");
    cr_expect_eq(floor_.fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_BLIND);
    cr_expect_eq(floor_.rolls_n, 0);
}

#define FL_TEST_ROOM "{\"cells\":[[0,0]]}"
#define FL_TEST_PAIR                                                                                         \
    "{\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0],[1,1]]},{\"cells\":[[9,9]]}],\"doors\":["

/* What `import` accepts or never gives to the reader; the rest is in tests/refused/lines.txt. */
static const struct {
    const char *line, *what;
} bad[] = {
    {"", "not JSON"},
    {"   ", "not JSON"},
    {"{\"rooms\":[{\"cells\":[[150,150]]}]}", "a board of 151 x 151, expected at most 400 cells"},
    {"{\"width\":200,\"height\":3,\"rooms\":[" FL_TEST_ROOM "]}", "a board of 200 x 3"},
    {"{\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"tresure\"}]}", "rooms[0].kind: unknown word 'tresure'"},
    {FL_TEST_PAIR "{\"cells\":[[0,0],[1,0]],\"kind\":\"bos\"}]}", "doors[0].kind: unknown word 'bos'"},
};

Test(floor_json_read, bad_lines_are_refused_with_their_place)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(bad[i].line, bad[i].what);
        cr_expect_eq(fl_floor_json_read(&reader, bad[i].line, strlen(bad[i].line), &floor_, NULL),
                     FL_ERR_INPUT);
    }
    expect_refused("{\"rooms\":[{\"cells\":[[0,0]],\"kind\":\"tresure\"}]}", "unknown word");
    cr_expect_str_eq(diag.hint, "did you mean 'treasure'?");
}
