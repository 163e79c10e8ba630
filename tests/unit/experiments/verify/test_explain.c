/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything about one finding. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <string.h>

static small_claim_run it;
static fl_text text;

static void tear_down(void)
{
    fl_text_free(&text);
    small_claim_run_close(&it);
}

TestSuite(explain, .fini = tear_down);

static const char *explain(const char *claims, const char *id)
{
    small_claim_run_open(&it, claims);
    it.run.limit = 6000;
    small_claim_run_run(&it);
    fl_explain page = {&it.claims, small_claim_run_find(&it, id), 0.001, 1e-4, 0, 1, " --floors 6000", NULL};
    fl_text_init(&text);
    fl_verify_explain_print(&page, &text);
    return fl_text_get(&text);
}

static void expect(const char *out, const char *part)
{
    cr_expect(strstr(out, part), "'%s' lacks '%s'", out, part);
}

Test(explain, a_chance_is_told_with_its_companions)
{
    const char *out =
        explain("  - {id: a, source: page 3, quote: a sentence, text: words, reading: sums, note: more, "
                "type: probability, "
                "event: gate.sacrifice.passed, value: 5/14, conflicts_with: [b], on: {level_4: confirmed}}\n"
                "  - {id: b, source: page 4, text: t, type: probability, event: gate.sacrifice.passed, "
                "value: 1/7, on: {level_4: refuted}}\n",
                "a");
    static const char *const parts[] = {"document      a book",
                                        "page 3",
                                        "\"a sentence\"",
                                        "words",
                                        "sums",
                                        "more",
                                        "5/14; agrees within 0.005",
                                        "level_4: classic level=4, seed ",
                                        "gate.sacrifice.passed",
                                        "per floor",
                                        "Clopper-Pearson",
                                        "exact binomial p = ",
                                        "e-value 10^",
                                        "undecided (expected: confirmed)",
                                        "b: 1/7 (page 4)",
                                        "floorlab verify --floors 6000 --only a\n",
                                        "floorlab show classic --set level=4 --seed "};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        expect(out, parts[i]);
    }
}

Test(explain, a_counter_example_is_called_one)
{
    expect(explain("  - {id: a, source: s, text: t, type: never, metric: rooms, values: 9, on: {level_1: "
                   "refuted}}\n",
                   "a"),
           "a counter-example");
}

Test(explain, what_is_confirmed_tells_its_blind_zone)
{
    const char *out =
        explain("  - {id: a, source: s, text: t, type: probability, event: "
                "gate.sacrifice.passed, value: 5/14, tolerance: 1/10, on: {level_4: confirmed}}\n"
                "  - {id: b, source: s, text: t, type: probability, event: "
                "gate.sacrifice.passed, value: 1/14, on: {level_4: refuted}}\n",
                "a");
    expect(out, "confirmed (expected: confirmed)");
    expect(out, "blind zone    0.");
    fl_text_clear(&text);
    fl_explain page = {&it.claims, small_claim_run_find(&it, "b"), 0.001, 1e-4, 0, 1, "", NULL};
    fl_verify_explain_print(&page, &text);
    expect(fl_text_get(&text), "refuted (expected: refuted)");
    cr_expect_null(strstr(fl_text_get(&text), "blind zone"));
}
