/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of a text: where they begin and end. */
#include "analysis/expression/expression_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

static maker m;
static counting counts;

static void set_up(void)
{
    maker_open(&m, "classic", "", 1);
    counting_begin(&counts, m.generator, m.rules);
}

static void tear_down(void)
{
    counting_close(&counts);
    maker_close(&m);
}

TestSuite(scan, .init = set_up, .fini = tear_down);

/* Cuts a text; the words are separated by | in `out`. False: something is no word. */
static bool cut(const char *text, char out[200], fl_diag *diag)
{
    fl_scan_text scan = {text, "TEXT", &counts.catalogue, diag};
    fl_scan_word word = {.at = 0};
    fl_diag_init(diag);
    out[0] = '\0';
    while (fl_scan_next(&scan, word.at + word.n, &word) == FL_OK) {
        if (word.sort == FL_SCAN_END) {
            return true;
        }
        strncat(out, text + word.at, word.n);
        strcat(out, "|");
    }
    return false;
}

Test(scan, words_end_where_others_begin)
{
    static const char *const rows[][2] = {
        {"rooms>=20&&!loops", "rooms|>=|20|&&|!|loops|"},
        {"rooms in 7..9", "rooms|in|7|..|9|"},
        {"rooms in a..b", "rooms|in|a|..|b|"},
        {"gate.curse.placed==1", "gate.curse.placed|==|1|"},
        {"a.by_2.b.3 < 1_000", "a.by_2.b.3|<|1_000|"},
        {"degree_4+ > 2", "degree_4+|>|2|"},
        {"degree_3+2", "degree_3|+|2|"},
        {"\"degree_4+\"+1k", "\"degree_4+\"|+|1k|"},
        {" \n\t(rooms)\r\n", "(|rooms|)|"},
        {"inner in innerest..2", "inner|in|innerest|..|2|"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[200];
        fl_diag diag;
        cr_assert(cut(rows[i][0], out, &diag), "%s: %s", rows[i][0], diag.what);
        cr_expect_str_eq(out, rows[i][1], "%s", rows[i][0]);
    }
}

Test(scan, columns_are_counted_in_characters)
{
    char out[200];
    fl_diag diag;
    cr_assert_not(cut("\"\xc3\xa4\" ?", out, &diag));
    cr_expect_str_eq(diag.where, "TEXT, column 5");
}

Test(scan, a_name_can_be_too_long)
{
    char text[200];
    char out[200];
    fl_diag diag;
    memset(text, 'a', sizeof text);
    text[FL_EXPRESSION_NAME] = '\0';
    cr_assert_not(cut(text, out, &diag));
    cr_expect_str_eq(diag.what, "a name is too long");
    text[FL_EXPRESSION_NAME - 1] = '\0';
    cr_assert(cut(text, out, &diag));
}
