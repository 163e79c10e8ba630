/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of what documents get wrong. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <string.h>

static const char claims[] =
    "  - {id: seven, source: page 1, text: \"7 | 8\", note: why, type: distribution, metric: plan_rooms, "
    "law: {7: 1/2, "
    "8: 1/2}, tolerance: 0.1, on: {level_1: confirmed, level_4: refuted}, conflicts_with: [fifteen]}\n"
    "  - {id: fifteen, source: page 2, text: t, type: always, metric: plan_rooms, values: 15..16, tolerance: "
    "0.1, on: "
    "{level_1: refuted}}\n"
    "  - {id: plain, source: page 3, text: t, type: never, event: has_loop, on: {level_1: confirmed}}\n";

static small_claim_run it;
static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
    small_claim_run_open(&it, claims);
    it.run.limit = 8000;
}

static void tear_down(void)
{
    fl_text_free(&text);
    small_claim_run_close(&it);
}

TestSuite(findings_page, .init = set_up, .fini = tear_down);

static void print(void)
{
    fl_findings_page page = {
        {&it.claims, it.run.findings, it.run.findings_n, 0.001, it.run.floors, false, NULL, NULL},
        " --seed 1"};
    small_claim_run_run(&it);
    fl_text_clear(&text);
    fl_verify_findings_print(&page, &text);
}

Test(findings_page, is_about_what_is_broken_or_contradicted)
{
    for (size_t i = 0; i < it.claims.rows_n; i++) {
        const fl_claim *claim = it.claims.row[i].claim;
        cr_expect_eq(fl_verify_findings_wants(&it.claims, claim), strcmp(claim->id, "plain") != 0);
    }
}

Test(findings_page, names_document_claim_place_and_figures)
{
    print();
    const char *page = fl_text_get(&text);
    cr_expect(strstr(page, "verify --findings --seed 1`"));
    cr_expect(strstr(page, "## page\n"));
    cr_expect(strstr(page, "| 7 \\| 8 (page 1) `seven` | 7: 1/2, 8: 1/2 | level_4 | 1.0000 | 0.9954…1.0000 | "
                           "4.10k | 4.10k |"),
              "%s", page);
    cr_expect(strstr(page, "| level_1 | why |"));
    cr_expect(strstr(page, "| level_4 | `classic level=4` |"));
    cr_expect_null(strstr(page, "`plain`"), "what holds is no finding");
}

Test(findings_page, puts_both_sides_of_a_contradiction_side_by_side_once)
{
    print();
    const char *side =
        strstr(fl_text_get(&text), "`seven` says 7: 1/2, 8: 1/2 (page 1), borne out by level_1, refuted "
                                   "by level_4;\n  `fifteen` says always (page 2), refuted by level_1.");
    cr_assert_not_null(side, "%s", fl_text_get(&text));
    cr_expect_null(strstr(fl_text_get(&text), "- `fifteen` says"));
}
