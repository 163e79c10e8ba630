/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names stand for. */
#include "analysis/expression/expression_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

static maker m;
static counting counts;

static void set_up(void)
{
    maker_open(&m, "rebirth", "", 1);
    counting_begin(&counts, m.generator, m.rules);
}

static void tear_down(void)
{
    counting_close(&counts);
    maker_close(&m);
}

TestSuite(name, .init = set_up, .fini = tear_down);

static fl_err find(const char *name, fl_expression_input *out, fl_diag *diag)
{
    fl_scan_text scan = {name, "TEXT", &counts.catalogue, diag};
    fl_scan_word word = {.sort = FL_SCAN_NAME, .n = strlen(name)};
    strcpy(word.name, name);
    fl_diag_init(diag);
    return fl_name_find(&scan, &word, out);
}

Test(name, of_two_meanings_the_metric_is_meant)
{
    static const struct row {
        const char *name, *metric;
    } rows[] = {
        {"rooms", "rooms"},
        {"curse", "curse"},
        {"kind_curse", "kind_curse"},
        {"boss", "boss_identity"},
        {"kind_boss", "kind_boss"},
        {"sacrifice", "kind_sacrifice"},
        {"end_rooms", "end_rooms"},
        {"shape_2x2", "shape_2x2"},
        {"second_boss", "second_boss_identity"},
        {"super_secret", "kind_super_secret"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fl_expression_input input;
        fl_diag diag;
        cr_assert_eq(find(rows[i].name, &input, &diag), FL_OK, "%s: %s", rows[i].name, diag.what);
        cr_expect_eq(input.sort, FL_EXPRESSION_METRIC, "%s", rows[i].name);
        cr_expect_str_eq(counts.catalogue.metric[input.number].name, rows[i].metric);
    }
}

Test(name, events_gates_and_facts_are_found)
{
    fl_expression_input input;
    fl_diag diag;
    cr_assert_eq(find("has_loop", &input, &diag), FL_OK);
    cr_expect_eq(input.sort, FL_EXPRESSION_EVENT);
    cr_expect_eq(input.row, &fl_metric_event_all(NULL)[FL_EVENT_HAS_LOOP]);
    cr_assert_eq(find("gate.curse.placed", &input, &diag), FL_OK);
    cr_expect_eq(input.sort, FL_EXPRESSION_EVENT);
    cr_expect_null(input.row);
    cr_expect_str_eq(counts.catalogue.gate_names[input.gate], "curse");
    cr_expect_eq(1 << input.bit, FL_GATE_PLACED);
    cr_assert_eq(find("secret_best", &input, &diag), FL_OK);
    cr_expect_eq(input.sort, FL_EXPRESSION_FACT);
    cr_expect_eq(input.number, FL_GENERATOR_FACT_SECRET_BEST);
}

Test(name, kinds_and_facts_are_of_floors_alone)
{
    fl_expression_input input;
    fl_diag diag;
    tear_down();
    maker_open(&m, "room", "", 1);
    counting_begin(&counts, m.generator, m.rules);
    cr_expect_eq(find("shop", &input, &diag), FL_ERR_INPUT);
    cr_expect_eq(find("attempts", &input, &diag), FL_ERR_INPUT);
    cr_expect_not_null(strstr(diag.what, "rooms of room have no"), "%s", diag.what);
    cr_expect_eq(find("broken", &input, &diag), FL_OK);
    cr_expect_eq(input.sort, FL_EXPRESSION_EVENT);
}
