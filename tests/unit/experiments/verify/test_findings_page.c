/* The page of what documents get wrong. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_census.h"

#include <criterion/criterion.h>

#include <string.h>

static const char claims[] =
    "  - {id: seven, source: page 1, text: \"7 | 8\", note: why, kind: distribution, metric: plan_rooms, "
    "law: {7: 1/2, "
    "8: 1/2}, tolerance: 0.1, on: {level_1: confirmed, level_4: refuted}, conflicts_with: [fifteen]}\n"
    "  - {id: fifteen, source: page 2, text: t, kind: always, metric: plan_rooms, values: 15..16, tolerance: "
    "0.1, on: "
    "{level_1: refuted}}\n"
    "  - {id: plain, source: page 3, text: t, kind: never, event: has_loop, on: {level_1: confirmed}}\n";

static small_census it;
static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
    small_census_open(&it, claims);
    it.census.limit = 8000;
}

static void tear_down(void)
{
    fl_text_free(&text);
    small_census_close(&it);
}

TestSuite(findings_page, .init = set_up, .fini = tear_down);

static void print(void)
{
    fl_findings_page page = {
        {&it.book, it.census.findings, it.census.findings_n, 0.001, 1.5, it.census.floors, false},
        " --seed 1"};
    small_census_run(&it);
    fl_text_clear(&text);
    fl_verify_findings_print(&page, &text);
}

Test(findings_page, is_about_what_is_broken_or_contradicted)
{
    fl_verify_findings_choose(&it.book);
    for (size_t i = 0; i < it.book.rows_n; i++) {
        cr_expect_eq(it.book.row[i].is_chosen, strcmp(it.book.row[i].claim->id, "plain") != 0);
    }
}

Test(findings_page, names_document_claim_place_and_figures)
{
    print();
    const char *page = fl_text_get(&text);
    cr_expect(strstr(page, "verify --findings --seed 1`"));
    cr_expect(strstr(page, "## page\n"));
    cr_expect(strstr(page, "| 7 \\| 8 (page 1) `seven` | 7: 1/2, 8: 1/2 | level_4 | 1.00000 |"), "%s", page);
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
