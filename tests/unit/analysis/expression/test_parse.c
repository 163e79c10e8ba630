/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The grammar: what binds how closely. */
#include "analysis/expression/expression.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

static maker m;
static counting counts;

static void set_up(void)
{
    maker_open(&m, "classic", "", 1);
    counting_begin(&counts, m.generator, m.rules);
    maker_make(&m, 7); /* 14 rooms, 5 dead ends, the boss 4 steps away */
}

static void tear_down(void)
{
    counting_close(&counts);
    maker_close(&m);
}

TestSuite(parse, .init = set_up, .fini = tear_down);

static fl_err parse(fl_expression *out, const char *text, bool is_condition, fl_diag *diag)
{
    fl_diag_init(diag);
    return fl_expression_parse(out, &(fl_expression_text){text, "TEXT", is_condition}, &counts.catalogue,
                               diag);
}

Test(parse, operators_bind_as_in_c)
{
    static const struct row {
        const char *text;
        int64_t number;
    } rows[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"10 - 3 - 2", 5},
        {"100 / 7 / 2", 7},
        {"-7 / 2", -3},
        {"-7 % 2", -1},
        {"7 % -2", 1},
        {"2 - -3", 5},
        {"- - 4", 4},
        {"1 || 0 && 0", 1},
        {"(1 || 0) && 0", 0},
        {"1 + 1 == 2 && 2 < 3", 1},
        {"!0 + !5", 1},
        {"!(2 == 3)", 1},
        {"(3 > 2) + (2 > 1) * 10", 11},
        {"5 in 5..7", 1},
        {"7 in 5..7", 1},
        {"8 in 5..7", 0},
        {"2 + 3 in 1 + 4..10 / 2", 1},
        {"1 in 0..2 && 3 in 4..5 || 1", 1},
        {"1k + 1_000", 2000},
        {"-9223372036854775807 - 1", INT64_MIN},
        {"5 in 7..5", 0},
        /* words end where others begin */
        {"rooms>=9&&!(dead_ends==0)", 1},
        {"rooms in boss_distance..14", 1},
        {"degree_4+ - \"degree_4+\"", 0},
        {"degree_3+2 - degree_3", 2},
        {"\"degree_4+\"+1k - degree_4+", 1000},
        {" \n\t(rooms)\r\n-rooms", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_expression e;
        fl_diag diag;
        int64_t number = 0;
        fl_expression_sample sample = {.values = m.value, .floor = &m.floor};
        cr_assert_eq(parse(&e, rows[i].text, false, &diag), FL_OK, "%s: %s", rows[i].text, diag.what);
        cr_expect(fl_expression_measure(&e, &sample, &number), "%s", rows[i].text);
        cr_expect_eq(number, rows[i].number, "%s: %lld", rows[i].text, (long long)number);
    }
}
