/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Damaged summaries of plug-ins, and their memory. Loading and mistakes are in tests/import/plugin.py. */
#include "gen/base/files.h"
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
        expect_refusal("mine.so", "", "this does not describe a plug-in");
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
