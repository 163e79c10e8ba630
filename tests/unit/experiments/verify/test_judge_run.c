/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims judged by a run. */
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "tests/unit/small_claim_run.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>

/* Counts an experiment; its setup and totals are those of *run. */
static void count_run(small_run *run, const char *text)
{
    small_run_open(run, text, 0, 1);
    small_run_count(run, 0, run->setup.samples);
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
