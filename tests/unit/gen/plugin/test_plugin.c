/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading plug-ins, what a result keeps of them, and their memory. What becomes of their mistakes is in
 * tests/import/plugin.py. */
#include "gen/base/files.h"
#include "gen/floor/check.h"
#include "gen/plugin/plugin.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_diag diag;
static fl_files files;
static fl_setting_values values;

static fl_err load(const char *file, const char *with, void **rules)
{
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_plugin.settings, fl_plugin.settings_n);
    values.files = &files;
    cr_assert_eq(fl_setting_values_set(&values, "file", file, "", NULL), FL_OK);
    cr_assert(!with[0] || fl_setting_values_set(&values, "with", with, "", NULL) == FL_OK);
    return fl_plugin.init(&values, rules, &diag);
}

static void expect_refusal(const char *file, const char *with, const char *what)
{
    void *rules = NULL;
    cr_expect_neq(load(file, with, &rules), FL_OK, "%s %s", file, with);
    cr_expect(strstr(diag.what, what), "%s %s: %s", file, with, diag.what);
    cr_expect_null(rules);
}

static void tear_down(void)
{
    fl_files_free(&files);
}

TestSuite(plugin, .fini = tear_down);

Test(plugin, what_does_not_fit_is_refused)
{
    static const char *const table[][3] = {
        {"/etc/passwd", "", "cannot be loaded"},
        {"libm.so.6", "", "cannot be loaded"}, /* not the system's */
        {FL_TEST_OLD, "", "it is a plug-in of version 2, expected 1"},
        {FL_TEST_WIDE, "", "its board is 201 x 6"},
        {FL_TEST_UNFIT, "", "does not take a host of version 1"},
        {FL_TEST_FAULTY, "{\"length\":14}", "from 1 to 13"},
        {FL_TEST_FAULTY, "{\"length\":\"x\"}", "from 1 to 13"},
        {FL_TEST_FAULTY, "{\"length\":1.5}", "from 1 to 13"},
        {FL_TEST_FAULTY, "{\"lenght\":3}", "no setting 'lenght'"},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        expect_refusal(table[i][0], table[i][1], table[i][2]);
    }
    for (unsigned i = 0; i < 2; i++) {
        void *rules = NULL;
        cr_assert_eq(load(FL_TEST_FAULTY, i ? "{\"mistake\":true}" : "{\"length\":\"13\"}", &rules), FL_OK,
                     "%s", diag.what);
        fl_plugin.free(rules);
    }
}

Test(plugin, a_result_is_read_without_the_plugin)
{
    void *rules;
    int size[2];
    const char *const *gates;
    cr_assert_eq(load(FL_TEST_FAULTY, "", &rules), FL_OK, "%s", diag.what);
    cr_expect_eq(fl_generator_version(&fl_plugin, rules), 3);
    fl_plugin.free(rules);
    cr_assert_eq(files.n, 2);
    files.is_closed = true;
    cr_assert_eq(load(FL_TEST_FAULTY, "", &rules), FL_OK, "%s", diag.what);
    fl_plugin.board(rules, &size[0], &size[1]);
    cr_expect(size[0] == 13 && size[1] == 6);
    cr_assert_eq(fl_plugin.gates(rules, &gates), 1);
    cr_expect_str_eq(gates[0], "dice");
    cr_expect_eq(fl_generator_version(&fl_plugin, rules), 3);
    void *scratch = calloc(1, fl_plugin.scratch_size(rules));
    cr_expect_eq(fl_plugin.open(rules, scratch, &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.hint, "loads no code"), "%s", diag.hint);
    free(scratch);
    fl_plugin.free(rules);
}

Test(plugin, a_damaged_summary_is_refused)
{
    static const char *const texts[] = {"",
                                        "version 1\nwidth 5\n",
                                        "version 1\nwidth 5\nheight 201\n",
                                        "version 1\nwidth 5\nheight 5\ngate a b\n",
                                        "version 1\nwidth 5\nheight 5\nodd 3\n",
                                        "version 1\nwidth -5\nheight 5\n"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fl_files_free(&files);
        cr_assert_eq(fl_files_restore(&files, "mine.so", NULL, 1, NULL), FL_OK);
        cr_assert_eq(fl_files_restore(&files, "the plug-in mine.so", texts[i],
                                      fl_files_hash(texts[i], strlen(texts[i])), NULL),
                     FL_OK);
        expect_refusal("mine.so", "", "this does not tell of a plug-in");
    }
    fl_files_free(&files);
    files.is_closed = true;
    expect_refusal("mine.so", "", "does not hold it");
}

static void open_with(maker *m, const char *file, const char *with)
{
    char words[600];
    snprintf(words, sizeof words, "file=%s%s%s", file, with ? " with=" : "", with ? with : "");
    maker_open(m, "plugin", words, 1);
    cr_assert_eq(m->generator->open(m->rules, m->scratch, &diag), FL_OK, "%s", diag.what);
}

static void close_all(maker *m)
{
    m->generator->close(m->scratch);
    maker_close(m);
}

Test(plugin, floors_of_the_example_are_valid)
{
    maker m;
    unsigned placed = 0;
    open_with(&m, FL_TEST_EXAMPLE, "{\"rooms\":20}");
    for (unsigned i = 0; i < 3000; i++) {
        maker_make(&m, i);
        cr_assert_eq(fl_check_floor(&m.floor, "floor", &diag), FL_OK, "%u: %s", i, diag.what);
        cr_assert_eq(m.floor.rooms[0].kind, FL_KIND_START);
        cr_assert_eq(m.floor.rooms[fl_floor_end(&m.floor)].kind, FL_KIND_BOSS);
        bool is_placed = m.floor.gate[0] & FL_GATE_PLACED;
        cr_assert_eq(m.floor.rooms_n, 20 + is_placed);
        placed += is_placed;
    }
    cr_expect(placed > 330 && placed < 530, "%u of 3000 at 1/7", placed); /* 5 standard errors */
    cr_expect_eq(m.generator->check(m.scratch, &diag), FL_OK);
    close_all(&m);
}

Test(plugin, other_settings_begin_with_memory_of_zeros)
{
    maker m;
    maker other;
    open_with(&m, FL_TEST_FAULTY, "{\"length\":5}");
    open_with(&other, FL_TEST_FAULTY, "{\"length\":6}");
    maker_make_bare(&m, 1);
    memset((char *)m.scratch + m.generator->scratch_size(m.rules) - 100, 1, 100);
    m.generator->make(other.rules, &m.key, m.scratch, &m.floor);
    cr_expect_eq(m.floor.rooms_n, 6);
    cr_expect_eq(m.floor.owner[0], 1, "in the first line, where the memory was zero");
    close_all(&m);
    close_all(&other);
}
