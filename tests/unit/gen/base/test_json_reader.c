/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places in JSON texts, and what is said there. */
#include "gen/base/json_reader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_json_reader place;
static fl_diag diag;
static json_t *json;

static void set_up(void)
{
    fl_diag_init(&diag);
    fl_json_reader_init(&place, "a.jsonl:7", &diag);
}

static void tear_down(void)
{
    json_decref(json);
}

TestSuite(json_reader, .init = set_up, .fini = tear_down);

static const json_t *parsed(const char *text)
{
    json_decref(json);
    json = json_loads(text, JSON_DECODE_ANY, NULL);
    cr_assert_not_null(json);
    return json;
}

static void expect_said(const char *what)
{
    cr_expect_eq(fl_json_reader_refuse(&place, "%s", "no"), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, what);
    cr_expect_str_eq(diag.where, "a.jsonl:7");
}

Test(json_reader, places_are_written_like_paths)
{
    expect_said("no");
    fl_json_reader_key(&place, "width", -1);
    expect_said("width: no");
    fl_json_reader_go(&place, "rooms", 4);
    expect_said("rooms[4]: no");
    fl_json_reader_key(&place, "cells", -1);
    expect_said("rooms[4].cells: no");
    fl_json_reader_key(&place, "cells", 2);
    expect_said("rooms[4].cells[2]: no");
    fl_json_reader_go(&place, "gates", FL_JSON_READER_WHOLE);
    expect_said("gates: no");
    fl_json_reader_key(&place, "dice", 0);
    expect_said("gates.dice[0]: no");
}

Test(json_reader, what_was_found_is_described)
{
    static const char *const rows[][2] = {
        {"7", "7"},
        {"\"seven\"", "\"seven\""},
        {"\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxéé\"", "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\""},
        {"7.0", "a number that is not whole"},
        {"[1]", "a list"},
        {"{}", "an object"},
        {"true", "true"},
        {"false", "false"},
        {"null", "null"},
        {NULL, "nothing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char what[128];
        const json_t *found = rows[i][0] ? parsed(rows[i][0]) : NULL;
        snprintf(what, sizeof what, "found %s, expected x", rows[i][1]);
        cr_expect_eq(fl_json_reader_found(&place, found, "x"), FL_ERR_INPUT);
        cr_expect_str_eq(diag.what, what);
    }
}

Test(json_reader, an_unknown_word_gets_the_nearest_name)
{
    static const char *const names[] = {"rolled", "placed"};
    cr_expect_eq(fl_json_reader_unknown(&place, "roled", names, 2, sizeof names[0]), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "'roled' is not known");
    cr_expect_str_eq(diag.hint, "did you mean 'rolled'?");
    cr_expect_eq(fl_json_reader_unknown(&place, "quaternion", names, 2, sizeof names[0]), FL_ERR_INPUT);
    cr_expect_str_empty(diag.hint);
}

Test(json_reader, keys_of_the_wrong_type_are_refused_and_others_ignored)
{
    static const fl_json_field keys[] = {{"n", JSON_INTEGER, "a number"}, {"b", JSON_TRUE, "a truth"}};
    static const char *const rows[][2] = {{"{\"n\":1,\"b\":false,\"z\":null}", NULL},
                                          {"{\"b\":true}", NULL},
                                          {"{\"n\":\"1\"}", "n: found \"1\", expected a number"},
                                          {"{\"b\":null}", "b: found null, expected a truth"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_err err = fl_json_reader_check(&place, parsed(rows[i][0]), keys, 2);
        cr_expect_eq(err, rows[i][1] ? FL_ERR_INPUT : FL_OK);
        cr_expect_str_eq(diag.what, rows[i][1] ? rows[i][1] : "");
    }
}

/* The first two of each are read, the others are refused. */
Test(json_reader, integers_and_points_lie_within_their_range)
{
    static const int limit[2] = {3, 5};
    static const char *const numbers[] = {"-1", "5", "-2", "6", "4294967297", "1.0", "\"1\"", "true"};
    static const char *const points[] = {"[0,0]", "[2,4]",   "[3,4]", "[2,5]", "[-1,0]",   "[0]",
                                         "[]",    "[0,1,2]", "{}",    "7",     "[0,\"1\"]"};
    int out = 77;
    int at[2] = {9, 9};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fl_err err = fl_json_reader_integer(&place, parsed(numbers[i]), -1, 5, &out);
        cr_expect(err ? i > 1 && strstr(diag.what, "expected a whole number from -1 to 5") : i < 2, "%s",
                  numbers[i]);
        cr_expect_eq(out, i == 0 ? -1 : 5);
    }
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        cr_expect_eq(!fl_json_reader_point(&place, parsed(points[i]), limit, at), i < 2, "%s", points[i]);
        cr_expect(i != 1 || (at[0] == 2 && at[1] == 4));
    }
}
