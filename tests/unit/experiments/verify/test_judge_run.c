/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims judged by a run. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* Levels 1 and 4; no metric but two. */
static const char experiment[] =
    "name: small\ngenerator: classic\nvary: {level: [1, 4]}\nfloors: 20000\nseed: 7\n"
    "metrics: [rooms, plan_rooms]\nmaps: none\nstreams: shared\n";
static const char claims[] = "  - {id: rooms, source: s, text: t, type: distribution, metric: plan_rooms, "
                             "law: {7: 1/2, 8: 1/2}, tolerance: 0.05, "
                             "on: {again: confirmed, level_4: refuted}}\n"
                             "  - {id: loops, source: s, text: t, type: never, event: has_loop, tolerance: "
                             "0.01, on: {level_1: confirmed}}\n"
                             "  - {id: lacking, source: s, text: t, type: always, metric: kind_boss, values: "
                             "1, on: {level_1: confirmed}}\n"
                             "  - {id: same, source: s, text: t, type: equals, metric: rooms, between: "
                             "[level_1, level_4], expect: refuted}\n"
                             "  - {id: rises, source: s, text: t, type: order, metric: rooms, along: "
                             "[level_1, level_4], expect: confirmed}\n";

/* Counts an experiment; its setup and totals are those of *run. */
static void count_run(small_run *run, const char *text)
{
    small_run_open(run, text, 0, 1);
    small_run_count(run, 0, run->setup.samples);
}

static void make_run(const char *path)
{
    small_run run;
    fl_run_options options = {.output = path, .command = "test", .threads = 1};
    fl_run_outcome result;
    small_run_open(&run, experiment, 0, 1);
    fl_program_progress_init(&options.progress, -1);
    cr_assert_eq(fl_run_execute(&run.setup, &options, &result, NULL), FL_OK);
    small_run_close(&run);
}

Test(judge_run, conditions_are_matched_by_their_settings)
{
    char folder[SMALL_RUN_FOLDER];
    char path[SMALL_RUN_FOLDER + 16];
    small_claim_run it;
    small_run_make_folder(folder);
    snprintf(path, sizeof path, "%s/run.h5", folder);
    make_run(path);
    small_claim_run_open(&it, claims);
    fl_judge_run again = {&it.claims, it.run.findings, it.run.findings_n, 1e-4, 0, 0};
    fl_run_result made;
    cr_assert_eq(fl_run_result_open(&made, path, NULL), FL_OK);
    cr_assert_eq(fl_verify_judge_counts(&again, &made.setup, made.totals, NULL), FL_OK);
    fl_run_result_close(&made);
    cr_expect_eq(again.floors, 40000u);
    cr_expect_eq(small_claim_run_find(&it, "rooms@again")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(small_claim_run_find(&it, "rooms@level_4")->result.found.verdict, FL_VERDICT_REFUTED);
    cr_expect_eq(small_claim_run_find(&it, "loops")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_eq(small_claim_run_find(&it, "rises")->result.found.verdict, FL_VERDICT_CONFIRMED);
    cr_expect_not(small_claim_run_find(&it, "lacking")->is_counted, "the run has no such metric");
    cr_expect_not(small_claim_run_find(&it, "same")->is_counted,
                  "conditions of a run share their random numbers");
    small_claim_run_close(&it);
    remove(path);
    remove(folder);
}

/* What is judged by the counts of an experiment; *it is to be closed. */
static fl_judge_run judge_by(small_claim_run *it, const char *text, const char *rows)
{
    small_run run;
    count_run(&run, text);
    small_claim_run_open(it, rows);
    fl_judge_run by = {&it->claims, it->run.findings, it->run.findings_n, 1e-4, 0, 0};
    cr_assert_eq(fl_verify_judge_counts(&by, &run.setup, run.totals, NULL), FL_OK);
    small_run_close(&run);
    return by;
}

static void expect_reason(const small_claim_run *it, const char *id, const char *reason)
{
    const fl_finding *finding = small_claim_run_find(it, id);
    cr_expect_not(finding->is_counted, "%s", id);
    cr_expect_str_eq(finding->reason, reason, "%s: '%s', expected '%s'", id, finding->reason, reason);
}

static const char few[] = "name: few\ngenerator: classic\nsettings: {level: 1}\nfloors: 256\n"
                          "metrics: [rooms, plan_rooms]\nevents: [floor_failed]\nmaps: none\n";

Test(judge_run, what_is_left_out_says_what_it_needs)
{
    static const char rows[] =
        "  - {id: level, source: s, text: t, type: mean, metric: rooms, value: 9, on: {level_4: confirmed}}\n"
        "  - {id: metric, source: s, text: t, type: always, metric: kind_boss, values: 1, "
        "on: {level_1: confirmed}}\n"
        "  - {id: event, source: s, text: t, type: never, event: has_loop, on: {level_1: confirmed}}\n"
        "  - {id: order, source: s, text: t, type: order, metric: rooms, along: [level_1, level_4], "
        "expect: confirmed}\n";
    small_claim_run it;
    (void)judge_by(&it, few, rows);
    expect_reason(&it, "level", "needs level=4");
    expect_reason(&it, "metric", "needs the metric kind_boss");
    expect_reason(&it, "event", "needs the event has_loop");
    expect_reason(&it, "order", "needs level=4");
    small_claim_run_close(&it);
    (void)judge_by(&it, "name: few\ngenerator: rebirth\nfloors: 16\nmetrics: [rooms]\nmaps: none\n", rows);
    expect_reason(&it, "level", "needs the generator classic");
    small_claim_run_close(&it);
}

Test(judge_run, comparisons_need_independent_streams)
{
    static const char row[] = "  - {id: same, source: s, text: t, type: equals, metric: rooms, "
                              "between: [level_1, level_4], expect: refuted}\n";
    static const char text[] = "name: few\ngenerator: classic\nvary: {level: [1, 4]}\nfloors: 256\n"
                               "metrics: [rooms]\nmaps: none\nstreams: %s\n";
    char shared[sizeof text + 16];
    small_claim_run it;
    snprintf(shared, sizeof shared, text, "shared");
    (void)judge_by(&it, shared, row);
    expect_reason(&it, "same", "needs streams: independent");
    small_claim_run_close(&it);
    snprintf(shared, sizeof shared, text, "independent");
    (void)judge_by(&it, shared, row);
    cr_expect(small_claim_run_find(&it, "same")->is_counted);
    small_claim_run_close(&it);
}

Test(judge_run, settings_that_do_not_matter_may_differ)
{
    static const char rows[] =
        "  - {id: rooms, source: s, text: t, type: support, metric: plan_rooms, values: 7..8, "
        "on: {level_1: confirmed}}\n"
        "  - {id: own, source: s, text: t, type: support, metric: plan_rooms, values: 7..8, "
        "indifferent: [coins, bombs], on: {level_1: confirmed}}\n";
    small_claim_run it;
    (void)judge_by(&it,
                   "name: few\ngenerator: classic\nsettings: {level: 1, coins: 5}\nfloors: 256\n"
                   "metrics: [plan_rooms]\nmaps: none\n",
                   rows);
    cr_expect(small_claim_run_find(&it, "own")->is_counted);
    expect_reason(&it, "rooms", "needs coins=0");
    small_claim_run_close(&it);
}

Test(judge_run, a_run_judges_its_claims_by_all_its_rule_sets)
{
    small_run run;
    fl_store store;
    fl_judged_file back;
    fl_finding_sum sum;
    unsigned variants = 0;
    count_run(&run, "name: sets\ngenerator: classic\nsettings: {level: 1}\nvary: {rules: [article, flash]}\n"
                    "floors: 256\nmetrics: [plan_rooms]\nmaps: none\n");
    fl_store_init(&store);
    cr_assert_eq(fl_verify_extend(&sum, &run.setup, run.totals, &store, NULL), FL_OK);
    cr_assert_eq(fl_verify_judged_read(&back, &store, "x.h5", NULL), FL_OK);
    for (size_t i = 0; i < back.judged.findings_n; i++) {
        const fl_finding *finding = &back.judged.findings[i];
        bool is_variant = strstr(finding->row->id, " by ") != NULL;
        variants += is_variant && finding->is_counted;
        cr_expect(!is_variant || finding->row->expected == FL_VERDICT_UNDECIDED, "%s", finding->row->id);
        cr_expect_neq(finding->is_counted, finding->reason[0] != 0, "%s: '%s'", finding->row->id,
                      finding->reason);
    }
    fl_finding_sum again = fl_claim_finding_count(back.judged.findings, back.judged.findings_n);
    cr_expect_eq(memcmp(&sum, &again, sizeof sum), 0);
    cr_expect_gt(variants, 0u);
    fl_verify_judged_free(&back);
    fl_store_free(&store);
    small_run_close(&run);
}
