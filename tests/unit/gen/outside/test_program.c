/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The generator row: floors of a program, made twice now and then. */
#include "gen/outside/outside.h"

#include "gen/base/files.h"
#include "gen/floor/floor.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static folder here;
static fl_setting_values values;
static fl_floor made;
static fl_diag diag;
static void *rules;
static void *scratch;

/* A floor is a row of as many rooms as `count` says of its number $j. */
#define FL_TEST_ROWS(count)                                                                                  \
    "while read r; do i=${r#*first\\\":}; i=${i%%,*}; k=${r#*floors\\\":}; k=${k%%,*}; "                     \
    "for j in $(seq $i $((i+k-1))); do eval \"$before\"; c='{\"cells\":[[0,0]]}'; for x in $(seq 1 "         \
    "$((" count ")) ); do "                                                                                  \
    "c=\"$c,{\\\"cells\\\":[[$x,0]]}\"; done; echo \"{\\\"rooms\\\":[$c]}\"; done; done"

static void set_up(void)
{
    signal(SIGPIPE, SIG_IGN);
    folder_open(&here);
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_outside.settings, fl_outside.settings_n);
    cr_assert_eq(fl_floor_init(&made, fl_outside.cells_max), FL_OK);
}

static void tear_down(void)
{
    if (scratch) {
        fl_outside.close(scratch);
    }
    free(scratch);
    fl_outside.free(rules);
    fl_floor_free(&made);
    folder_close(&here);
}

TestSuite(program, .init = set_up, .fini = tear_down, .timeout = 30);

static fl_err init_rules(const char *script)
{
    char command[128];
    const char *path = folder_path(&here, "rows.sh");
    folder_write(path, script, strlen(script));
    snprintf(command, sizeof command, "sh %s", path);
    cr_assert_eq(fl_setting_values_set(&values, "command", command, "", &diag), FL_OK);
    return fl_outside.init(&values, &rules, &diag);
}

static void open_all(const char *script)
{
    cr_assert_eq(init_rules(script), FL_OK, "%s %s", diag.what, diag.hint);
    scratch = calloc(1, fl_outside.scratch_size(rules));
    cr_assert_eq(fl_outside.open(rules, scratch, &diag), FL_OK, "%s", diag.what);
}

static void make(uint64_t index, uint64_t n)
{
    fl_key key;
    fl_key_init(&key, "program", FL_OUTSIDE_VERSION, 3);
    key.index = index;
    if (n > 0) {
        fl_outside.expect(rules, &key, scratch, n);
    }
    fl_outside.make(rules, &key, scratch, &made);
}

Test(program, floors_come_by_number)
{
    open_all(FL_TEST_ROWS("j % 5"));
    const uint64_t numbers[] = {0, 1, 2, 7, 8, 2, 1007, 3};
    for (unsigned i = 0; i < 8; i++) {
        make(numbers[i], i == 0 ? 3 : i == 3 ? 100 : 0);
        cr_assert_eq(fl_outside.check(scratch, &diag), FL_OK, "%s", diag.what);
        cr_expect_null(made.failure);
        cr_expect_eq(made.rooms_n, numbers[i] % 5 + 1);
        cr_expect_eq(made.key.index, numbers[i]);
    }
}

Test(program, what_goes_wrong_stays_wrong)
{
    open_all("before='[ $j -lt 20 ] || exit 3'; " FL_TEST_ROWS("j % 5"));
    make(20, 0);
    cr_expect_eq(fl_outside.check(scratch, &diag), FL_ERR_IO);
    cr_expect(made.failure && made.rooms_n == 0, "a floor that is none has no rooms");
    make(21, 0);
    cr_expect_eq(fl_outside.check(scratch, NULL), FL_ERR_IO);
}

Test(program, one_that_a_result_names_is_not_started)
{
    fl_files files = {.n = 0};
    values.files = &files;
    cr_assert_eq(init_rules(FL_TEST_ROWS("0")), FL_OK, "%s", diag.what);
    fl_outside.free(rules);
    files.is_closed = true;
    cr_assert_eq(init_rules(FL_TEST_ROWS("0")), FL_OK);
    scratch = calloc(1, fl_outside.scratch_size(rules));
    cr_expect_eq(fl_outside.open(rules, scratch, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "starts no program"));
    fl_files_free(&files);
}
