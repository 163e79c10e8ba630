/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading plug-ins: what is refused, what settings mean, and what a result keeps. */
#include "gen/base/files.h"
#include "gen/plugin/plugin.h"

#include <criterion/criterion.h>
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

TestSuite(load, .fini = tear_down);

Test(load, what_is_no_plugin_is_refused)
{
    expect_refusal("./nothing.so", "", "cannot be loaded");
    expect_refusal("/etc/passwd", "", "cannot be loaded");
    expect_refusal("libm.so.6", "", "cannot be loaded"); /* not the system's */
    expect_refusal("/", "", "cannot be loaded");
    expect_refusal(FL_TEST_OLD, "", "it is a plug-in of version 2, expected 1");
    expect_refusal(FL_TEST_WIDE, "", "its board is 201 x 6");
    expect_refusal(FL_TEST_UNFIT, "", "does not take a host of version 1");
}

Test(load, settings_are_the_plugins)
{
    void *rules;
    expect_refusal(FL_TEST_FAULTY, "{\"length\":14}", "from 1 to 13");
    expect_refusal(FL_TEST_FAULTY, "{\"length\":\"x\"}", "from 1 to 13");
    expect_refusal(FL_TEST_FAULTY, "{\"length\":1.5}", "from 1 to 13");
    expect_refusal(FL_TEST_FAULTY, "{\"lenght\":3}", "no setting 'lenght'");
    cr_expect_str_eq(diag.hint, "did you mean 'length'?");
    cr_assert_eq(load(FL_TEST_FAULTY, "{\"length\":\"13\"}", &rules), FL_OK, "%s", diag.what);
    fl_plugin.free(rules);
    cr_assert_eq(load(FL_TEST_FAULTY, "{\"mistake\":true}", &rules), FL_OK, "%s", diag.what);
    fl_plugin.free(rules);
}

Test(load, a_result_is_read_without_the_plugin)
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

Test(load, a_damaged_summary_is_refused)
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
