/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The grammar: what binds how closely, and what is refused where. */
#include "analysis/expression/expression.h"
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

Test(parse, mistakes_are_told_with_their_column)
{
    static const char *const rows[][3] = {
        {"", "TEXT, column 1", "the expression is empty"},
        {"  ", "TEXT, column 3", "the expression is empty"},
        {"rooms >", "TEXT, column 8", "a name or a number is missing at the end"},
        {"rooms > && loops", "TEXT, column 9", "a name or a number is missing before '&&'"},
        {"(rooms > 3", "TEXT, column 11", "')' is missing at the end"},
        {"rooms > 3)", "TEXT, column 10", "an operator is missing before ')'"},
        {"rooms 3", "TEXT, column 7", "an operator is missing before '3'"},
        {"rooms > 3 and loops == 0", "TEXT, column 11", "an operator is missing before 'and'"},
        {"7 <= rooms <= 9", "TEXT, column 12", "comparisons cannot be chained"},
        {"rooms in 7", "TEXT, column 11", "'..' is missing at the end"},
        {"rooms in 7..9..11", "TEXT, column 14", "an operator is missing before '..'"},
        {"has rooms", "TEXT, column 5", "'(' is missing before 'rooms'"},
        {"rooms == 3 && boss_distanc > 2", "TEXT, column 15", "floors of classic have no 'boss_distanc'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_expression e;
        fl_diag diag;
        cr_assert_eq(parse(&e, rows[i][0], true, &diag), FL_ERR_INPUT, "%s", rows[i][0]);
        cr_expect_str_eq(diag.where, rows[i][1], "%s", rows[i][0]);
        cr_expect_not_null(strstr(diag.what, rows[i][2]), "%s: %s", rows[i][0], diag.what);
    }
}

Test(parse, what_is_too_large_is_refused)
{
    static const struct row {
        const char *piece;
        unsigned times;
        const char *last, *what;
    } rows[] = {
        {"(", 70, "1", "nested too deeply"},
        {"!", 400, "1", "nested too deeply"},
        {"1-(", 30, "1", "too many values wait"},
        {"rooms+", 300, "rooms", "more than 500 steps"},
        {"rooms +  ", 500, "rooms", "longer than 4000 bytes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_expression e;
        fl_diag diag;
        fl_text text;
        fl_text_init(&text);
        for (unsigned n = 0; n < rows[i].times; n++) {
            fl_text_add(&text, rows[i].piece);
        }
        fl_text_add(&text, rows[i].last);
        cr_assert_eq(parse(&e, fl_text_get(&text), false, &diag), FL_ERR_INPUT, "%s", rows[i].piece);
        cr_expect_not_null(strstr(diag.what, rows[i].what), "%s: %s", rows[i].piece, diag.what);
        fl_text_free(&text);
    }
}

Test(parse, lists_what_it_needs_once)
{
    fl_expression e;
    fl_diag diag;
    cr_assert_eq(parse(&e, "rooms > 3 && rooms < 9 && loops == 0", true, &diag), FL_OK);
    cr_expect_eq(e.inputs_n, 2);
    cr_expect_eq(e.groups, 1u << FL_METRIC_COUNTS | 1u << FL_METRIC_DEGREES);
    cr_expect_not(fl_expression_needs_more_than_metrics(&e));
    cr_assert_eq(parse(&e, "has_loop || secret_best == 0", true, &diag), FL_OK);
    cr_expect_eq(e.inputs_n, 2);
    cr_expect(e.groups >> FL_METRIC_DEGREES & 1);
    cr_expect(fl_expression_needs_more_than_metrics(&e));
}

/* A comparison with a number is a single step, whichever side the number stands on. */
Test(parse, comparisons_with_numbers_are_one_step)
{
    static const char *const texts[] = {"rooms == 8", "8 < rooms", "rooms in 7..9", "has_loop", "rooms > -3"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fl_expression e;
        fl_diag diag;
        cr_assert_eq(parse(&e, texts[i], true, &diag), FL_OK);
        cr_expect_eq(e.steps_n, 1, "%s", texts[i]);
    }
}
