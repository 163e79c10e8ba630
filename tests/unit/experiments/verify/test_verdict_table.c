/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as tables and JSON. */
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static const char claims[] =
    "  - {id: good, headline: the usual odds, source: s, text: t, type: probability, event: "
    "gate.sacrifice.passed, value: 5/14, "
    "tolerance: 0.05, on: {level_1: confirmed}}\n"
    "  - {id: bad, source: s, text: t, type: probability, event: gate.sacrifice.passed, value: 1/14, "
    "conflicts_with: [good], on: {level_1: confirmed}}\n"
    "  - {id: late, source: s, text: \"a \\\"t\\\"\", type: probability, event: gate.sacrifice.passed, "
    "value: 5/14, "
    "tolerance: 0.0001, on: {level_1: confirmed}}\n"
    "  - {id: law, source: s, text: t, type: distribution, metric: plan_rooms, law: {7: 1/2, 8: 1/2}, "
    "tolerance: 0.1, "
    "on: {level_1: confirmed}}\n";

static small_claim_run it;
static fl_text text;

static void set_up(void)
{
    fl_text_init(&text);
    small_claim_run_open(&it, claims);
    it.run.limit = 8000;
    small_claim_run_run(&it);
}

static void tear_down(void)
{
    fl_text_free(&text);
    small_claim_run_close(&it);
}

TestSuite(verdict_table, .init = set_up, .fini = tear_down);

static fl_verdict_table verdict_table_of(void)
{
    return (fl_verdict_table){.claims = &it.claims,
                              .findings = it.run.findings,
                              .findings_n = it.run.findings_n,
                              .family_alpha = 0.001,
                              .floors = it.run.floors,
                              .setup = &it.run.setup,
                              .totals = it.run.totals};
}

Test(verdict_table, figures_have_the_digits_that_their_interval_leaves)
{
    fl_interval limits = {0.3521, 0.3613};
    fl_verify_detail_add_figure(0.3571428, limits, &text);
    fl_text_add_char(&text, ' ');
    fl_verify_detail_add_interval(limits, &text);
    fl_verify_detail_add_figure(NAN, limits, &text);
    fl_verify_detail_add_figure(INFINITY, limits, &text);
    fl_verify_detail_add_figure(123.45678, (fl_interval){100, 150}, &text);
    cr_expect_str_eq(fl_text_get(&text), "0.3571 0.3521…0.3613--123");
}

Test(verdict_table, only_what_is_confirmed_has_a_blind_zone)
{
    fl_verdict_table all = {.claims = &it.claims};
    fl_claim_row row = {.claim = it.claims.claim[0]};
    fl_finding finding = {.row = &row, .result = {.blind = {0.13, 0.16}}};
    fl_verify_detail_add(&all, &finding, FL_DETAIL_BLIND, &text);
    finding.result.blind = (fl_interval){NAN, NAN};
    fl_verify_detail_add(&all, &finding, FL_DETAIL_BLIND, &text);
    cr_expect_str_eq(fl_text_get(&text), "0.130…0.160-");
    for (size_t i = 0; i < it.run.findings_n; i++) {
        const fl_claim_judge_result *found = &it.run.findings[i].result;
        bool is_confirmed = found->found.verdict == FL_VERDICT_CONFIRMED;
        cr_expect_eq(isfinite(found->blind.lo) && isfinite(found->blind.hi), is_confirmed);
    }
    all = verdict_table_of();
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "blind_zone"));
}

Test(verdict_table, the_table_names_document_verdicts_and_conflicts)
{
    fl_verdict_table all = verdict_table_of();
    fl_verify_table_print(&all, &text);
    const char *out = fl_text_get(&text);
    cr_expect(strncmp(out, "a document\n", 11) == 0, "%s", out);
    cr_expect(strstr(out, "refuted (unexpected)"), "%s", out);
    cr_expect(strstr(out, "good: 5/14 confirmed"), "%s", out);
    cr_expect(strstr(out, "bad: 1/14 refuted"), "%s", out);
    cr_expect(strstr(out, "undecided (+"), "%s", out);
    cr_expect(strstr(out, "2 confirmed, 1 refuted, 1 undecided; 1 unexpected\n"), "%s", out);
}

Test(verdict_table, json_has_the_fixed_fields)
{
    static const char *const fields[] = {
        "\"id\": \"good\"",
        "\"source\": \"s\"",
        "\"type\": \"probability\"",
        "\"documented\": \"5/14\"",
        "\"observed\": 0.",
        "\"low\": 0.",
        "\"high\": 0.",
        "\"trials\": ",
        "\"hits\": null",
        "\"blind_low\": 0.",
        "\"blind_high\": 0.",
        "\"blind_low\": null",
        "\"floor_rate\": null",
        "\"floor_rate\": 0.",
        "\"verdict\": \"refuted\"",
        "\"expected_verdict\": \"confirmed\"",
        "\"summary\": {\"confirmed\": 2, \"refuted\": 1, \"undecided\": 1, \"unexpected\": 1",
        "\"alpha\": 0.001",
        "a \\\"t\\\"",
        "\"trace\": [{\"observed\": ",
        "\"verdict\": \"undecided\"}, {\"observed\": "};
    fl_verdict_table all = verdict_table_of();
    fl_verify_table_print_json(&all, &text);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        cr_expect(strstr(fl_text_get(&text), fields[i]), "%s lacks %s", fl_text_get(&text), fields[i]);
    }
    cr_expect_null(strstr(fl_text_get(&text), "nan"));
    cr_expect_null(strstr(fl_text_get(&text), "inf,"));
}

Test(verdict_table, what_was_left_out_is_counted)
{
    it.run.findings[0].is_counted = false;
    fl_verdict_table all = verdict_table_of();
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "1 left out"));
}

Test(verdict_table, a_summary_has_headlines_and_what_surprises)
{
    fl_verdict_table all = verdict_table_of();
    all.is_summary = true;
    fl_verify_table_print(&all, &text);
    const char *out = fl_text_get(&text);
    cr_expect(strncmp(out, "Checked 4 statements in 4 cases, on ", 36) == 0, "%s", out);
    cr_expect(strstr(out, "\nNot as recorded: 1. Undecided: 1.\n"), "%s", out);
    cr_expect(strstr(out, "\nOdds that people look up\n"), "%s", out);
    cr_expect(strstr(out, "the usual odds  5/14 "), "%s", out);
    const char *rest = strstr(out, "Not as recorded, or undecided\n");
    cr_assert(rest, "%s", out);
    cr_expect(strstr(rest, "\nbad ") && strstr(rest, "\nlate "), "%s", out);
    cr_expect_not(strstr(rest, "\ngood ") || strstr(rest, "\nlaw "), "%s", out);
}

Test(verdict_table, rows_are_chosen_by_their_verdict)
{
    fl_verdict_table all = verdict_table_of();
    all.verdict = "undecided";
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "\nlate ") && !strstr(fl_text_get(&text), "\ngood "));
    cr_expect(strstr(fl_text_get(&text), "\n1 of 4 rows\n"));
    fl_text_clear(&text);
    all.verdict = NULL;
    all.against = "document";
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "\nbad ") && !strstr(fl_text_get(&text), "\nlate "));
    fl_text_clear(&text);
    all.against = "reading";
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "There is no such row."));
}

Test(verdict_table, a_law_is_told_beside_the_documented_one)
{
    fl_verdict_table all = verdict_table_of();
    fl_verify_table_print(&all, &text);
    cr_expect(strstr(fl_text_get(&text), "7: 1/2, 8: 1/2  7: 0."), "%s", fl_text_get(&text));
    cr_expect(strstr(fl_text_get(&text), "  distance "), "%s", fl_text_get(&text));
}

Test(verdict_table, a_short_line_has_no_room_for_details)
{
    fl_verdict_table all = verdict_table_of();
    all.line = 80;
    fl_verify_table_print(&all, &text);
    cr_expect_not(strstr(fl_text_get(&text), "trials  samples"));
}
