/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places in JSON texts, and what is said there. */
#include "gen/base/json_reader.h"

#include <criterion/criterion.h>
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
        {"7", "found 7, expected x"},
        {"\"seven\"", "found \"seven\", expected x"},
        {"7.0", "found a number that is not whole, expected x"},
        {"[1]", "found a list, expected x"},
        {"{}", "found an object, expected x"},
        {"true", "found true, expected x"},
        {"false", "found false, expected x"},
        {"null", "found null, expected x"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(fl_json_reader_found(&place, parsed(rows[i][0]), "x"), FL_ERR_INPUT);
        cr_expect_str_eq(diag.what, rows[i][1]);
    }
    cr_expect_eq(fl_json_reader_found(&place, NULL, "x"), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "found nothing, expected x");
}

Test(json_reader, long_texts_are_cut_between_signs)
{
    char text[80] = "\"";
    for (int i = 0; i < 39; i++) {
        strcat(text, "x");
    }
    strcat(text, "\xc3\xa9\xc3\xa9\"");
    cr_expect_eq(fl_json_reader_found(&place, parsed(text), "x"), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "found \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\", expected x");
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
    cr_expect_eq(fl_json_reader_check(&place, parsed("{\"n\":1,\"b\":false,\"z\":null}"), keys, 2), FL_OK);
    cr_expect_eq(fl_json_reader_check(&place, parsed("{\"b\":true}"), keys, 2), FL_OK);
    cr_expect_eq(fl_json_reader_check(&place, parsed("{\"n\":\"1\"}"), keys, 2), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "n: found \"1\", expected a number");
    cr_expect_eq(fl_json_reader_check(&place, parsed("{\"b\":null}"), keys, 2), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "b: found null, expected a truth");
}

Test(json_reader, integers_lie_within_their_range)
{
    int out = 77;
    cr_expect_eq(fl_json_reader_integer(&place, parsed("-1"), -1, 5, &out), FL_OK);
    cr_expect_eq(out, -1);
    cr_expect_eq(fl_json_reader_integer(&place, parsed("5"), -1, 5, &out), FL_OK);
    cr_expect_eq(out, 5);
    static const char *const bad[] = {"-2", "6", "4294967297", "1.0", "\"1\"", "true"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_eq(fl_json_reader_integer(&place, parsed(bad[i]), -1, 5, &out), FL_ERR_INPUT, "%s", bad[i]);
        cr_expect_not_null(strstr(diag.what, "expected a whole number from -1 to 5"));
    }
    cr_expect_eq(out, 5);
}

Test(json_reader, points_are_two_numbers_below_their_limits)
{
    static const int limit[2] = {3, 5};
    static const char *const bad[] = {"[3,4]", "[2,5]", "[-1,0]",    "[0]", "[0,1,2]",
                                      "[]",    "{}",    "[0,\"1\"]", "7"};
    int at[2] = {9, 9};
    cr_expect_eq(fl_json_reader_point(&place, parsed("[2,4]"), limit, at), FL_OK);
    cr_expect(at[0] == 2 && at[1] == 4);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_eq(fl_json_reader_point(&place, parsed(bad[i]), limit, at), FL_ERR_INPUT, "%s", bad[i]);
    }
}
