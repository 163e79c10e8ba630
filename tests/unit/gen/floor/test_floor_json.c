/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floor lines as they are written: exact texts, and every line is JSON to another reader. */
#include "gen/floor/floor_json.h"

#include "tests/unit/random_floor.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
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

static void expect_part(const char *part)
{
    cr_expect_not_null(strstr(written(), part), "'%s' is not in %s", part, fl_text_get(&text));
}

static void expect_no_part(const char *part)
{
    cr_expect_null(strstr(written(), part), "'%s' is in %s", part, fl_text_get(&text));
}

Test(floor_json, writes_a_room_of_two_cells)
{
    static const uint16_t cells[] = {1, 2};
    fl_floor_add_cells(&floor_, FL_KIND_START, cells, 2);
    floor_.rooms[0].is_end = true;
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
    cr_expect_str_eq(written(),
                     FL_TEST_HEAD ",\"width\":3,\"height\":2,\"rooms\":["
                                  "{\"id\":0,\"kind\":\"start\",\"shape\":\"free\",\"cells\":[[1,0],[2,0]],"
                                  "\"origin\":[1,0],\"distance\":0,\"dead_end\":false,\"tag\":\"start\","
                                  "\"end\":true}],\"doors\":[],\"facts\":{}}\n");
}

Test(floor_json, writes_two_rooms_and_their_door)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_SUPER_SECRET, FL_SHAPE_IIV, 1, 0);
    floor_.rooms[1].is_added = true;
    floor_.rooms[1].variant = 1234567;
    floor_.rooms[1].subtype = 0;
    fl_floor_link(&floor_);
    fl_floor_measure(&floor_);
    cr_expect_str_eq(
        written(), FL_TEST_HEAD
        ",\"width\":3,\"height\":2,\"rooms\":["
        "{\"id\":0,\"kind\":\"start\",\"shape\":\"1x1\",\"cells\":[[0,0]],\"origin\":[0,0],\"distance\":0,"
        "\"dead_end\":false,\"tag\":\"start\"},"
        "{\"id\":1,\"kind\":\"super_secret\",\"shape\":\"IIV\",\"cells\":[[1,0],[1,1]],\"origin\":[1,0],"
        "\"distance\":1,\"dead_end\":false,\"tag\":\"super_secret\",\"variant\":1234567,\"subtype\":0,"
        "\"added\":true}],\"doors\":[{\"rooms\":[0,1],\"cells\":[[0,0],[1,0]],\"kind\":\"start\"}],"
        "\"facts\":{}}\n");
}

Test(floor_json, writes_dead_ends_and_rooms_out_of_reach)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    fl_floor_add(&floor_, FL_KIND_SHOP, FL_SHAPE_1X1, 1, 0);
    fl_floor_add(&floor_, FL_KIND_VAULT, FL_SHAPE_1X1, 2, 1);
    fl_floor_measure(&floor_);
    expect_part("\"origin\":[1,0],\"distance\":1,\"dead_end\":true,\"tag\":\"shop\"}");
    expect_part("\"origin\":[2,1],\"distance\":-1,\"dead_end\":false,\"tag\":\"vault\"}");
}

Test(floor_json, writes_facts_that_have_a_value)
{
    floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = 12;
    floor_.fact[FL_GENERATOR_FACT_SECRET_TRIES] = -3;
    floor_.fact[FL_GENERATOR_FACT_CURSE] = FL_CURSE_LOST;
    expect_part("\"facts\":{\"attempts\":12,\"secret_tries\":-3,\"curse\":\"lost\"}}\n");
    floor_.fact[FL_GENERATOR_FACT_CURSE] = 99;
    expect_part("\"curse\":99}");
}

Test(floor_json, writes_gates_that_did_something)
{
    static const char *const names[] = {"sacrifice", "dice", "arcade"};
    floor_.gate_names = names;
    floor_.gates_n = 3;
    expect_no_part("gates");
    floor_.gate[0] = FL_GATE_ROLLED | FL_GATE_FIRST | FL_GATE_PASSED | FL_GATE_PLACED;
    floor_.gate[2] = FL_GATE_SECOND_ROLLED | FL_GATE_SECOND | FL_GATE_NO_DEAD_END;
    expect_part(",\"gates\":{\"sacrifice\":[\"rolled\",\"first_chance\",\"passed\",\"placed\"],"
                "\"arcade\":[\"second_rolled\",\"second_chance\",\"no_dead_end\"]}}\n");
}

Test(floor_json, writes_metrics_that_have_a_value)
{
    static const char *const names[] = {"rooms", "secret_tries", "loops"};
    static const int32_t values[] = {13, FL_GENERATOR_FACT_NONE, -2};
    expect_no_part("metrics");
    head.metric_names = names;
    head.metric_values = values;
    head.metrics_n = 3;
    expect_part(",\"metrics\":{\"rooms\":13,\"loops\":-2}}\n");
}

Test(floor_json, writes_why_a_floor_failed)
{
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    floor_.failure = "no layout in \"1000\" attempts";
    floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = 1000;
    cr_expect_str_eq(written(),
                     FL_TEST_HEAD ",\"failed\":true,\"reason\":\"no layout in \\\"1000\\\" attempts\","
                                  "\"facts\":{\"attempts\":1000}}\n");
}

Test(floor_json, seeds_and_indices_keep_all_64_bits)
{
    head.seed = UINT64_MAX;
    head.index = UINT64_MAX - 1;
    head.seed_text = "B911 99AC";
    expect_part(
        "\"seed\":\"18446744073709551615\",\"index\":18446744073709551614,\"seed_text\":\"B911 99AC\",");
}

Test(floor_json, every_number_is_written_as_printf_would)
{
    for (int64_t n = -1100; n < 11000; n++) {
        char expected[64];
        snprintf(expected, sizeof expected, "\"attempts\":%d}", (int)n);
        floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = (int32_t)n;
        expect_part(expected);
    }
    floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = INT32_MAX;
    expect_part("\"attempts\":2147483647}");
    floor_.fact[FL_GENERATOR_FACT_ATTEMPTS] = INT32_MIN + 1;
    expect_part("\"attempts\":-2147483647}");
}

Test(floor_json, texts_from_outside_are_escaped)
{
    head.generator = "a\"b";
    head.rules = "\n";
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    floor_.rooms[0].tag = "\xff\\";
    head.seed_text = "\x7f";
    expect_part("{\"generator\":\"a\\\"b\",");
    expect_part("\"rules\":\"\\u000a\",");
    expect_part("\"seed_text\":\"\\u007f\",");
    expect_part("\"tag\":\"\\ufffd\\\\\"");
}

Test(floor_json, texts_of_any_length_fit)
{
    static char longest[20001];
    memset(longest, 'x', sizeof longest - 1);
    fl_floor_add(&floor_, FL_KIND_START, FL_SHAPE_1X1, 0, 0);
    for (size_t n = 0; n < 20000; n += 1 + n / 7) {
        longest[n] = '\0';
        floor_.rooms[0].tag = longest;
        head.rules = longest;
        json_t *line = json_loads(written(), 0, NULL);
        cr_assert_not_null(line, "%zu signs", n);
        cr_assert_str_eq(json_string_value(json_object_get(line, "rules")), longest);
        json_decref(line);
        longest[n] = 'x';
    }
}

Test(floor_json, lines_are_appended_and_end_the_line)
{
    fl_floor_json_write(&head, &floor_, &text);
    size_t n = text.size;
    fl_floor_json_write(&head, &floor_, &text);
    cr_expect_eq(text.size, 2 * n);
    cr_expect_eq(memcmp(text.data, text.data + n, n), 0);
    cr_expect_eq(strchr(text.data, '\n'), text.data + n - 1);
}

static long long number_at(const json_t *json, const char *key)
{
    cr_assert(json_is_integer(json_object_get(json, key)), "%s", key);
    return json_integer_value(json_object_get(json, key));
}

Test(floor_json, random_floors_read_the_same_to_jansson)
{
    for (uint64_t seed = 0; seed < 2000; seed++) {
        fl_random_floor_make(&floor_, seed);
        json_t *line = json_loads(written(), JSON_REJECT_DUPLICATES, NULL);
        cr_assert_not_null(line, "seed %d: %s", (int)seed, fl_text_get(&text));
        cr_assert_eq(strchr(text.data, '\n'), text.data + text.size - 1);
        json_t *rooms = json_object_get(line, "rooms");
        cr_assert_eq(json_array_size(rooms), floor_.rooms_n);
        cr_assert_eq(json_array_size(json_object_get(line, "doors")), floor_.doors_n);
        for (size_t i = 0; i < floor_.rooms_n; i++) {
            const json_t *room = json_array_get(rooms, i);
            cr_assert_eq(number_at(room, "id"), (long long)i);
            cr_assert_eq(number_at(room, "distance"), floor_.rooms[i].distance);
            cr_assert_eq(json_array_size(json_object_get(room, "cells")), floor_.rooms[i].cells_n);
            cr_assert_str_eq(json_string_value(json_object_get(room, "kind")),
                             fl_kind_of(floor_.rooms[i].kind)->name);
        }
        json_decref(line);
    }
}

Test(floor_json, the_largest_board_is_written_whole)
{
    fl_floor large;
    enum { SIDE = FL_FLOOR_SIDE_MAX };
    cr_assert_eq(fl_floor_init(&large, SIDE * SIDE), FL_OK);
    fl_floor_clear(&large, SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        fl_floor_add(&large, FL_KIND_SUPER_SECRET, FL_SHAPE_1X1, i % SIDE, i / SIDE);
    }
    fl_floor_link(&large);
    fl_floor_measure(&large);
    fl_floor_json_write(&head, &large, &text);
    json_t *line = json_loadb(text.data, text.size, 0, NULL);
    cr_expect_eq(json_array_size(json_object_get(line, "rooms")), (size_t)SIDE * SIDE);
    cr_expect_eq(json_array_size(json_object_get(line, "doors")), large.doors_n);
    json_decref(line);
    fl_floor_free(&large);
}
