/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page of what documents get wrong. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <string.h>

static const char claims[] =
    "  - {id: seven, source: page 1, text: \"7 | 8\", note: why, reading: closely, type: distribution, "
    "metric: plan_rooms, "
    "law: {7: 1/2, "
    "8: 1/2}, tolerance: 0.1, on: {level_1: confirmed, level_4: refuted}, conflicts_with: [fifteen]}\n"
    "  - {id: fifteen, source: page 2, text: t, type: always, metric: plan_rooms, values: 15..16, tolerance: "
    "0.1, on: "
    "{level_1: refuted}}\n"
    "  - {id: game, source: page 3, quote: \"to | the letter\", expect_from: predicted, text: t, type: "
    "always, "
    "metric: plan_rooms, values: [7], tolerance: 0.1, on: {flash: refuted}}\n"
    "  - {id: loose, source: page 3, stance: reading, text: t, type: always, metric: plan_rooms, values: "
    "[7], "
    "tolerance: 0.1, on: {flash: refuted}, conflicts_with: [game]}\n"
    "  - {id: control, source: page 3, stance: control, text: t, type: always, metric: plan_rooms, values: "
    "[7], "
    "tolerance: 0.1, on: {flash: refuted}}\n"
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
    fl_findings_page page = {{.claims = &it.claims,
                              .findings = it.run.findings,
                              .findings_n = it.run.findings_n,
                              .family_alpha = 0.001,
                              .floors = it.run.floors},
                             " --seed 1"};
    small_claim_run_run(&it);
    fl_text_clear(&text);
    fl_verify_findings_print(&page, &text);
}

Test(findings_page, is_about_what_is_broken_or_contradicted)
{
    for (size_t i = 0; i < it.claims.rows_n; i++) {
        const fl_claim *claim = it.claims.row[i].claim;
        cr_expect_eq(fl_verify_findings_wants(&it.claims, claim),
                     strcmp(claim->id, "plain") != 0 && strcmp(claim->id, "control") != 0);
    }
}

Test(findings_page, names_document_claim_place_and_figures)
{
    print();
    const char *page = fl_text_get(&text);
    cr_expect(strstr(page, "verify --findings --seed 1`"));
    cr_expect(strstr(page, "### page\n"));
    cr_expect(strstr(page, "| 7 \\| 8 (page 1) `seven` | 7: 1/2, 8: 1/2 | level_4 (article) | 1.0"), "%s",
              page);
    cr_expect(strstr(page, " | fitted | level_1 | why; read as: closely |"), "%s", page);
    cr_expect(strstr(page, "| level_4 | `classic level=4` |"));
    cr_expect_null(strstr(page, "`plain`"), "what holds is no finding");
}

Test(findings_page, tells_games_documents_and_readings_apart)
{
    print();
    const char *page = fl_text_get(&text);
    const char *games = strstr(page, "## Against the games' code\n");
    const char *documents = strstr(page, "## Documents against each other\n");
    const char *readings = strstr(page, "## Our reading where a sentence is loose\n");
    const char *game = strstr(page, "t: “to \\| the letter” (page 3) `game` | always | flash (flash) |");
    const char *seven = strstr(page, "`seven` |");
    const char *loose = strstr(page, "`loose` |");
    cr_assert(games && documents && readings && game && seven && loose, "%s", page);
    cr_expect(games < game && game < documents && documents < seven && seven < readings && readings < loose);
    cr_expect(strstr(page, " | predicted | nowhere |"));
    cr_expect(strstr(page, "(1 of these verdicts)"));
    cr_expect_null(strstr(page, "`control`"), "what must be refuted is no finding");
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

Test(findings_page, says_of_a_contradiction_which_side_is_our_reading)
{
    print();
    const char *page = fl_text_get(&text);
    cr_expect(strstr(page,
                     "- `game` says always (page 3), refuted by flash;\n  `loose` says always (page 3; our "
                     "reading), refuted by flash.\n"),
              "%s", page);
}
