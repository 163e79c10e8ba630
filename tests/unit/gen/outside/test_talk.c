/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests and answers. */
#include "gen/outside/outside_private.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_outside_talk talk;
static fl_outside_rules rules;
static fl_floor made;
static fl_diag diag;

/* Answers with floors whose tag is the request's number, and counts its requests. */
#define FL_TEST_LOOP(answer)                                                                                 \
    "n=0; while read r; do n=$((n+1)); i=${r#*first\\\":}; i=${i%%,*}; k=${r#*floors\\\":}; k=${k%%,*}; "    \
    "s=${r#*settings\\\":}; for j in $(seq $i $((i+k-1))); do " answer "; done; done"

#define FL_TEST_FLOOR(more)                                                                                  \
    "printf '{\"rooms\":[{\"cells\":[[0,0]],\"tag\":\"%s of request %s, %s\"},{\"cells\":[[1,0]]}]" more     \
    "}\\n' $j $n \"$(echo $s | tr -d '{}\\\"')\""

static void set_up(void)
{
    signal(SIGPIPE, SIG_IGN);
    fl_diag_init(&diag);
    talk = (fl_outside_talk){.process = {.buffer = malloc(FL_OUTSIDE_BUFFER)}};
    rules = (fl_outside_rules){
        .name = "mine", .with = "{}", .timeout = 1, .known = {.width = 9, .height = 9, .cells_most = 9}};
    cr_assert_eq(fl_floor_init(&made, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX), FL_OK);
}

static void tear_down(void)
{
    fl_outside_talk_end(&talk);
    free(talk.process.buffer);
    fl_floor_free(&made);
}

TestSuite(talk, .init = set_up, .fini = tear_down, .timeout = 30);

static void be(const char *script)
{
    rules.command = (fl_outside_command){.word = {"sh", "-c", (char *)script}, .n = 3};
}

static fl_err get(uint64_t index, uint64_t n)
{
    const fl_outside_wish wish = {5, index, n};
    return fl_outside_talk_get(&talk, &rules, &wish, &made, &diag);
}

static void expect_floor(uint64_t index, uint64_t n, const char *tag)
{
    cr_assert_eq(get(index, n), FL_OK, "%s %s", diag.what, diag.hint);
    cr_expect_str_eq(made.rooms[0].tag, tag);
}

Test(talk, asks_for_as_many_as_will_be_wanted)
{
    be(FL_TEST_LOOP(FL_TEST_FLOOR("")));
    expect_floor(10, 3, "10 of request 1, ");
    expect_floor(11, 1, "11 of request 1, ");
    expect_floor(12, 1, "12 of request 1, ");
    expect_floor(13, 0, "13 of request 2, ");
    expect_floor(14, 300, "14 of request 3, ");
    expect_floor(15, 299, "15 of request 3, ");
    expect_floor(3, 1, "3 of request 4, ");
}

Test(talk, other_settings_are_another_request_and_another_command_another_process)
{
    be(FL_TEST_LOOP(FL_TEST_FLOOR("")));
    expect_floor(10, 5, "10 of request 1, ");
    strcpy(rules.with, "{\"a\":1}");
    expect_floor(11, 1, "11 of request 2, a:1");
    strcpy(rules.name, "other");
    expect_floor(12, 1, "12 of request 1, a:1");
}

Test(talk, gates_are_sorted_as_the_rules_have_them)
{
    unsigned number = 0;
    cr_assert_eq(fl_foreign_gate(&rules.known, "dice", &number, NULL), FL_OK);
    cr_assert_eq(fl_foreign_gate(&rules.known, "curse", &number, NULL), FL_OK);
    be(FL_TEST_LOOP(FL_TEST_FLOOR(",\"gates\":{\"curse\":[\"rolled\"]}")));
    cr_assert_eq(get(0, 1), FL_OK);
    cr_assert_eq(made.gates_n, 2);
    cr_expect_eq(made.gate[0], 0);
    cr_expect_neq(made.gate[1], 0);
    cr_expect_str_eq(made.gate_names[1], "curse");
}

Test(talk, first_floors_are_taken_as_they_are)
{
    rules.is_looking = true;
    rules.known.width = rules.known.height = 0;
    be(FL_TEST_LOOP(FL_TEST_FLOOR(",\"gates\":{\"dice\":[]}")));
    cr_assert_eq(get(0, 1), FL_OK);
    cr_expect_str_eq(made.gate_names[0], "dice");
}
