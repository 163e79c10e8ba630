/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expressions of one sample: values that are missing, and a second evaluator as the oracle. */
#include "analysis/expression/expression.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"
#include "tests/unit/naive_expression.h"

#include <criterion/criterion.h>

static maker owner; /* of the rules whose catalogue it is */
static fl_catalogue catalogue;
static int32_t values[FL_METRIC_COUNT];

static void set_up(void)
{
    fl_diag diag;
    maker_open(&owner, "classic", "", 1);
    const void *rules = owner.rules;
    cr_assert_eq(fl_sample_catalogue_init(&catalogue, owner.generator, &rules, 1, &diag), FL_OK);
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        values[i] = FL_GENERATOR_FACT_NONE;
    }
    values[FL_METRIC_ROOMS] = 12;
    values[FL_METRIC_LOOPS] = 0;
}

static void tear_down(void)
{
    fl_sample_catalogue_free(&catalogue);
    maker_close(&owner);
}

TestSuite(value, .init = set_up, .fini = tear_down);

static bool test(const char *text, const fl_floor *floor)
{
    fl_expression e;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_expression_parse(&e, &(fl_expression_text){text, "", true}, &catalogue, &diag), FL_OK,
                 "%s: %s", text, diag.what);
    return fl_expression_test(&e, &(fl_expression_sample){.values = values, .floor = floor});
}

Test(value, what_is_missing_makes_every_comparison_false)
{
    static const char *const never[] = {
        "boss_distance == 4",
        "boss_distance != 4",
        "boss_distance < 4",
        "4 <= boss_distance",
        "boss_distance in 0..100",
        "boss_distance == boss_distance",
        "boss_distance",
        "boss_distance + rooms > 0",
        "boss_distance * 0 == 0",
        "rooms in 0..boss_distance",
        "has(boss_distance)",
        "has(-boss_distance)",
        "rooms / loops >= 0",
        "rooms % loops != 1",
        "rooms / 0 == rooms / 0",
        "has(9223372036854775807 + loops + 1)",
        "has(9223372036854775807 * 2)",
        "has(-9223372036854775807 - 2)",
        "has((-9223372036854775807 - 1) / -1)",
        "has(-(-9223372036854775807 - 1))",
        "has((-9223372036854775807 - 1) % -1)",
        "has_loop",
        "has(roll.curse.won)",
    };
    static const char *const always[] = {
        "!(boss_distance == 4)",
        "!boss_distance",
        "!has(boss_distance)",
        "has(rooms) && has(loops)",
        "rooms",
        "!loops",
        "rooms == 12 || boss_distance == 4",
        "has(boss_distance == 4)",
        "(boss_distance > 1) == 0",
    };
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        cr_expect_not(test(never[i], NULL), "%s", never[i]);
    }
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        cr_expect(test(always[i], NULL), "%s", always[i]);
    }
}

Test(value, a_floor_that_failed_has_only_its_failure)
{
    fl_floor floor = {.failure = "no layout"};
    cr_expect(test("floor_failed", &floor));
    cr_expect(test("floor_failed && !has(rooms) && !has(has_loop) && !has(roll.curse.rolled)", &floor));
}

/* Against the oracle. */

typedef struct context {
    const maker *m;
    const counting *counts;
} context;

static naive_value look_up(void *of, const char *name)
{
    const context *c = of;
    unsigned metric = fl_sample_find_metric(&c->counts->catalogue, name);
    unsigned event = fl_sample_find_event(&c->counts->catalogue, name);
    if (metric < c->counts->catalogue.metrics_n) {
        int32_t value = c->m->value[metric];
        return (naive_value){value != FL_GENERATOR_FACT_NONE, value == FL_GENERATOR_FACT_NONE ? 0 : value};
    }
    const fl_catalogue_event *row = &c->counts->catalogue.event[event];
    unsigned roll = c->counts->binding.roll_of[row->roll];
    fl_event_answer answer = row->row ? row->row->ask(&c->m->floor, c->m->value)
                                      : fl_metric_event_ask_roll(c->m->floor.roll[roll], row->bit);
    return (naive_value){answer != FL_EVENT_NOT_ASKED, answer == FL_EVENT_HIT};
}

static const char *const names[] = {
    "rooms",
    "dead_ends",
    "loops",
    "boss_distance",
    "attempts",
    "secret_neighbours",
    "kind_curse",
    "has_loop",
    "degree_4+",
    "roll.curse.placed",
    "roll.curse.won",
    "super_secret_neighbours",
    "boss_distance_ratio",
    "doors",
    "has_secret",
    "boss_is_farthest",
    "roll.curse.rolled",
    "boss_identity",
};

static void compare(const char *generator, const char *settings, unsigned expressions)
{
    maker m;
    counting counts;
    context c = {&m, &counts};
    uint64_t state = 1;
    unsigned accepted = 0;
    unsigned truths[2] = {0, 0};
    maker_open(&m, generator, settings, 1);
    counting_begin(&counts, m.generator, m.rules);
    maker_make(&m, 3);
    for (unsigned i = 0; i < expressions; i++) {
        fl_expression e;
        fl_text text;
        naive_value expected;
        fl_text_init(&text);
        naive_expression_invent(&state, names, sizeof names / sizeof names[0], &text);
        bool is_good = fl_expression_parse(&e, &(fl_expression_text){fl_text_get(&text), "", false},
                                           &counts.catalogue, NULL) == FL_OK;
        cr_assert_eq(naive_expression_evaluate(fl_text_get(&text), look_up, &c, &expected), is_good, "%s",
                     fl_text_get(&text));
        if (is_good) {
            fl_expression_sample sample = {
                .values = m.value, .floor = &m.floor, .roll_of = counts.binding.roll_of};
            int64_t number = 0;
            bool is_there = fl_expression_measure(&e, &sample, &number);
            cr_assert_eq(is_there, expected.is_there, "%s", fl_text_get(&text));
            cr_assert(!is_there || number == (int64_t)expected.number, "%s", fl_text_get(&text));
            truths[is_there && number != 0]++;
        }
        accepted += is_good;
        fl_text_free(&text);
    }
    cr_expect_gt(accepted, expressions / 2);
    cr_expect(truths[0] > accepted / 10 && truths[1] > accepted / 10);
    counting_close(&counts);
    maker_close(&m);
}

Test(value, equals_the_naive_evaluator_on_classic_floors)
{
    compare("classic", "level=3", 40000);
}
