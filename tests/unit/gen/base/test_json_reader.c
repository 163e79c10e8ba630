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
    fl_json_reader_go(&place, "rolls", FL_JSON_READER_WHOLE);
    expect_said("rolls: no");
    fl_json_reader_key(&place, "dice", 0);
    expect_said("rolls.dice[0]: no");
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
