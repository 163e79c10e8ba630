/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gates of other people's floors, and summaries. */
#include "gen/foreign/foreign.h"

#include <criterion/criterion.h>
#include <stdio.h>

static fl_foreign known;
static fl_diag diag;

Test(foreign, names_of_gates_are_limited)
{
    unsigned number = 0;
    char name[8];
    cr_expect_eq(fl_foreign_gate(&known, "", &number, &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_foreign_gate(&known, "a b", &number, &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_foreign_gate(&known, "abcdefghabcdefghabcdefghabcdefghx", &number, &diag), FL_ERR_INPUT);
    cr_expect_eq(fl_foreign_gate(&known, "abcdefghabcdefghabcdefghabcdefgh", &number, &diag), FL_OK);
    for (int i = 1; i < FL_GATE_MAX; i++) {
        snprintf(name, sizeof name, "g%d", i);
        cr_assert_eq(fl_foreign_gate(&known, name, &number, &diag), FL_OK);
    }
    cr_expect_eq(fl_foreign_gate(&known, "more", &number, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "gates: 'more' is one more than the 48 gates there can be");
    cr_expect_eq(fl_foreign_gate(&known, "g47", &number, &diag), FL_OK);
    cr_expect_eq(number, 47u);
}

Test(foreign, a_line_is_cut_at_its_first_blank)
{
    char word[FL_FOREIGN_LINE];
    const char *text = "cells 26\na b c";
    cr_expect_str_eq(fl_foreign_cut(&text, word), "26");
    cr_expect_str_eq(word, "cells");
    cr_expect_str_eq(fl_foreign_cut(&text, word), "b c");
    cr_expect_str_eq(text, "");
    text = "cells\nmore 3";
    cr_expect_null(fl_foreign_cut(&text, word), "no blank");
    text = "cells 1234567812345678123456781234567812345678123456781234567812345678\n";
    cr_expect_null(fl_foreign_cut(&text, word), "too long");
}

Test(foreign, numbers_come_in_their_order)
{
    static const char *const bad[] = {"",
                                      "side 3",
                                      "side 3\n",
                                      "cells 4\nside 3\n",
                                      "side 1\ncells 4\n",
                                      "side 9\ncells 4\n",
                                      "side x\ncells 4\n",
                                      "side 3\ncells 4\ngate a b\n"};
    fl_foreign_number numbers[] = {{"side", 0, 2, 8}, {"cells", 0, 0, 9}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_null(fl_foreign_read(&known, numbers, 2, bad[i]), "%s", bad[i]);
    }
    cr_expect_str_eq(fl_foreign_read(&known, numbers, 2, "side 3\ncells 4\ngate a\nmore 1"), "more 1");
    cr_expect(numbers[0].value == 3 && numbers[1].value == 4 && known.gates_n == 1);
}
