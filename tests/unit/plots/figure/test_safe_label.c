/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels: hostile texts made harmless, and gnuplot reads back exactly what was written. */
#include "plots/figure/figure_private.h"
#include "plots/render/render_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *label(const char *text, unsigned signs)
{
    static char out[512];
    fl_text made;
    fl_text_init(&made);
    fl_figure_label_add(&made, text, signs);
    snprintf(out, sizeof out, "%s", fl_text_get(&made));
    fl_text_free(&made);
    return out;
}

Test(safe_label, makes_one_line_of_valid_signs)
{
    cr_assert_str_eq(label("a\nb\r\n\tc\x1b[31m\x7f", 48), "a b c [31m");
    cr_assert_str_eq(label("\xff\xc0\xaf", 48), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    cr_assert_str_eq(label("\xef\xbf\xbe", 48), "\xef\xbf\xbd");
    cr_assert_str_eq(label("a\xe2\x80\xae"
                           "b\xe2\x81\xa6"
                           "c\xe2\x80\xa8"
                           "d\xc2\x85"
                           "e",
                           48),
                     "a b c d e");
}

Test(safe_label, is_never_empty_and_never_long)
{
    cr_assert_str_eq(label("", 48), "-");
    cr_assert_str_eq(label(" \n ", 48), "-");
    cr_assert_str_eq(label("abcdef", 6), "abcdef");
    cr_assert_str_eq(label("abcdefg", 6), "abcdef\xe2\x80\xa6");
    cr_assert_str_eq(label("äöüäöü", 3), "äöü\xe2\x80\xa6");
}

/* A text of the signs that mean something to gnuplot, shells, XML or data files. */
static void make_hostile(char *out, size_t size)
{
    static const char *const pieces[] = {"'",
                                         "\"",
                                         "`touch pwned`",
                                         "\\",
                                         "\n",
                                         "$(touch pwned)",
                                         "@x",
                                         "{",
                                         "}",
                                         "EOD",
                                         "| touch pwned",
                                         "<",
                                         "#",
                                         ";",
                                         "%s",
                                         "%n",
                                         "\t",
                                         "''",
                                         "\\'",
                                         "^_",
                                         "NaN",
                                         "]]>",
                                         "&",
                                         "!touch pwned",
                                         "a",
                                         "\xff",
                                         "\xe2\x80\xae",
                                         "ä",
                                         "\\n",
                                         "system('touch pwned')",
                                         " ",
                                         "set print"};
    unsigned n = (unsigned)rand() % 9;
    out[0] = '\0';
    for (unsigned i = 0; i < n; i++) {
        const char *piece = pieces[(unsigned)rand() % (sizeof pieces / sizeof pieces[0])];
        strncat(out, piece, size - strlen(out) - 1);
    }
}

/* As it stands between quotes. */
static void add_typographic(fl_text *out, const char *text)
{
    fl_text plain;
    fl_text_init(&plain);
    fl_figure_label_add(&plain, text, FL_FIGURE_LABEL_TITLE_SIGNS);
    for (const char *p = fl_text_get(&plain); *p; p++) {
        bool is_quote = *p == '\'';
        fl_text_add_bytes(out, is_quote ? "\xe2\x80\x99" : p, is_quote ? 3 : 1);
    }
    fl_text_free(&plain);
}

/* 400 hostile texts go through a quoted literal and through a cell of a table; gnuplot prints them as they
 * were meant. */
Test(safe_label, gnuplot_reads_back_every_hostile_text)
{
    enum { TEXTS = 400 };
    char text[256];
    fl_gnuplot gnuplot = {.process = 0};
    folder here;
    fl_text script;
    fl_text table;
    fl_text wanted;
    fl_text *const all[] = {&script, &table, &wanted};
    folder_open(&here);
    gnuplot.folder = here.path;
    for (unsigned i = 0; i < 3; i++) {
        fl_text_init(all[i]);
    }
    fl_text_add(&script, "set print 'out'\n");
    fl_text_add(&table, "number\ttext\n");
    srand(7);
    for (unsigned i = 0; i < TEXTS; i++) {
        make_hostile(text, sizeof text);
        fl_text_add(&script, "print ");
        fl_figure_label_add_quoted(&script, text, FL_FIGURE_LABEL_TITLE_SIGNS);
        fl_text_add_format(&table, "%u\t", i);
        fl_figure_label_add(&table, text, FL_FIGURE_LABEL_SIGNS);
        fl_text_add(&script, "\n");
        fl_text_add(&table, "\n");
        add_typographic(&wanted, text);
        fl_text_add(&wanted, "\n");
    }
    srand(7);
    for (unsigned i = 0; i < TEXTS; i++) {
        make_hostile(text, sizeof text);
        fl_figure_label_add(&wanted, text, FL_FIGURE_LABEL_SIGNS);
        fl_text_add(&wanted, "\n");
    }
    fl_text_add(&script, "set encoding utf8\nset datafile separator tab\nset datafile commentschars ''\n"
                         "set datafile columnheaders\narray t[400]\nset table $x\n"
                         "plot 'data' using (t[int($1) + 1] = strcol(2), 0) with table\nunset table\n"
                         "do for [i = 1:400] { print t[i] }\n");
    folder_write(folder_path(&here, "data"), table.data, table.size);
    folder_write(folder_path(&here, "script.gp"), script.data, script.size);
    cr_assert_eq(fl_render_gnuplot_find(getenv("PATH"), gnuplot.program, NULL), FL_OK);
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_render_gnuplot_run(&gnuplot, "script.gp", 30, &diag), FL_OK, "%s", diag.hint);
    bytes out = folder_read(folder_path(&here, "out"));
    cr_assert_eq(out.size, wanted.size);
    cr_assert_arr_eq(out.data, wanted.data, wanted.size);
    cr_assert_eq(folder_count(&here), 3, "something was run");
    fl_render_gnuplot_stop(&gnuplot);
    free(out.data);
    for (unsigned i = 0; i < 3; i++) {
        fl_text_free(all[i]);
    }
    folder_close(&here);
}
