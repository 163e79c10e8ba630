/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The distributions that analysis/exact/coins enumerates, against floors counted by the runner with the
 * fastest backend: every metric and every event that the distribution has, also of rules in which the start
 * returns, floors fail, or no special room is placed. `--thorough` counts 10^8 floors of each of the levels 1
 * to 3.
 *
 * False alarms: fewer than 2000 G-tests at 1e-7 each, so at most 1 in 5000 seeds would refuse a right
 * distribution; the seeds are fixed. What has no chance must not occur at all. */
#include "analysis/exact/coins/coins.h"
#include "experiments/run/run.h"
#include "tests/support/gtest.h"
#include "tests/support/scale.h"
#include "tests/unit/analysis/exact/coins/small_law.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double refused_below = 1e-7;

/* An experiment that counts all rows of the distribution. */
static void count(small_run *run, const small_law *of, const char *settings, uint32_t floors)
{
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(
        &text, "name: distributions\ngenerator: classic\nsettings: {%s}\nfloors: %u\nseed: 11\nmetrics: [",
        settings, floors);
    const char *comma = "";
    for (size_t i = 0; i < of->law.rows_n; i++) {
        if (!of->law.row[i].is_event) {
            fl_text_add_format(&text, "%s%s", comma, of->law.row[i].name);
            comma = ", ";
        }
    }
    fl_text_add(&text, "]\nmaps: none\n");
    small_run_open(run, fl_text_get(&text), 0, 1);
    fl_text_free(&text);
    fl_run_count_job counting = {.setup = &run->setup, .threads = 2, .totals = run->totals};
    counting.backend = fl_backend_best();
    cr_assert_eq(fl_run_count(&counting, NULL), FL_OK);
}

typedef struct verdict {
    unsigned tests, refused;
    double smallest;
    char name[FL_EVENT_NAME];
} verdict;

static void judge(verdict *self, const char *name, double p)
{
    self->tests++;
    self->refused += p < refused_below;
    if (self->tests == 1 || p < self->smallest) {
        self->smallest = p;
        snprintf(self->name, sizeof self->name, "%s", name);
    }
}

static void judge_metrics(const fl_tally *tally, const fl_coins_law *law, verdict *out)
{
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_metric *metric = &tally->spec->metrics[i];
        const fl_coins_law_row *row = fl_coins_law_find(law, fl_tally_metric_name(metric));
        double expected[FL_COINS_VALUES + 1] = {0};
        uint64_t found[FL_COINS_VALUES + 1] = {0};
        cr_assert(row, "%s", fl_tally_metric_name(metric));
        int32_t last = row->is_open ? row->chance[row->chances_n - 1].value : FL_COINS_VALUES - 1;
        for (unsigned v = 0; v < metric->bins; v++) { /* what is not listed goes into the last cell */
            found[(int32_t)v <= last ? v : FL_COINS_VALUES] += tally->count[metric->at + v];
        }
        double left = 1;
        for (size_t v = 0; v < row->chances_n; v++) {
            expected[row->chance[v].value] = row->chance[v].number;
            left -= row->chance[v].number;
        }
        expected[FL_COINS_VALUES] = row->is_open && left > 1e-12 ? left : 0;
        judge(out, row->name, gtest_fit(found, expected, FL_COINS_VALUES + 1));
    }
}

static double p_of_share(uint64_t hits, uint64_t trials, double chance)
{
    const uint64_t found[2] = {hits, trials - hits};
    const double expected[2] = {chance, chance > 1 - 1e-14 ? 0 : 1 - chance};
    return gtest_fit(found, expected, 2);
}

static void judge_events(const fl_tally *tally, const fl_coins_law *law, verdict *out)
{
    for (unsigned i = 0; i < tally->spec->events_n; i++) {
        const fl_tally_event *event = &tally->spec->events[i];
        const fl_coins_law_row *row = fl_coins_law_find(law, event->name);
        uint64_t found[2] = {0, 0};
        for (unsigned step = 0; row && step < FL_TALLY_STEPS; step++) {
            found[0] += tally->count[event->at + step];
            found[1] += tally->count[event->at + FL_TALLY_STEPS + step];
        }
        uint64_t floors = tally->floors - tally->failed;
        if (row) {
            judge(out, row->name, p_of_share(found[0], floors, row->chance[FL_COINS_EVENT_ASKED].number));
            judge(out, row->name, p_of_share(found[1], floors, row->chance[FL_COINS_EVENT_HAPPENS].number));
        }
    }
}

static verdict judge_case(const small_law *of, const char *settings, uint32_t floors)
{
    verdict out = {0, 0, 1, ""};
    small_run run;
    count(&run, of, settings, floors);
    judge_metrics(&run.totals[0], &of->law, &out);
    judge_events(&run.totals[0], &of->law, &out);
    judge(&out, "failed", p_of_share(run.totals[0].failed, run.totals[0].floors, of->law.failed.number));
    small_run_close(&run);
    return out;
}

/* "level=1 hearts=2" as YAML: "level: 1, hearts: 2". */
static void to_yaml(const char *settings, char *out, size_t size)
{
    size_t n = 0;
    for (const char *p = settings; *p; p++) {
        n += (size_t)snprintf(out + n, size - n, *p == '=' ? ": " : *p == ' ' ? ", " : "%c", *p);
    }
}

static uint32_t floors(void)
{
    return scale_is_thorough() ? 100000000 : 2000000;
}

static void holds(const char *settings, uint32_t counted, bool is_fine)
{
    small_law of;
    char yaml[256];
    to_yaml(settings, yaml, sizeof yaml);
    small_law_open(&of, settings, is_fine);
    verdict v = judge_case(&of, yaml, counted);
    cr_expect_gt(v.tests, 60, "%u tests of %s", v.tests, settings);
    cr_expect_eq(v.refused, 0, "%s: %u of %u refused, p = %g for %s", settings, v.refused, v.tests,
                 v.smallest, v.name);
    small_law_close(&of);
}

Test(stat, floors_of_level_1_follow_the_exact_law)
{
    holds("level=1", floors(), true);
}

Test(stat, floors_of_level_2_follow_the_exact_law)
{
    holds("level=2", floors(), true);
}

Test(stat, floors_of_level_3_follow_the_exact_law)
{
    holds("level=3", floors(), false);
}

Test(stat, floors_of_other_rules_follow_their_exact_laws)
{
    static const char *const rules[] = {
        "rules=demo max_rooms=11",
        "rooms=10 reseed_above=4",
        "rooms=9 reseed_above=4 order=lrdu start=12",
        "level=1 specials=off min_end_rooms=1",
        "level=2 max_attempts=2 hearts=2",
        "level=2 coins=7 book_picked=on devil_visited=on",
        "rooms=9 secret_forbids=boss secret_weakest=2 secret_tries_each=40",
        "rooms=10 min_end_rooms=5 boss_may_touch_start=on rows=4 first_row=2",
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        holds(rules[i], floors() / 5, true);
    }
}

/* The power: a distribution of other rules is refused, where a hundredth of the floors is counted. */
Test(stat, floors_of_other_rules_do_not_follow_the_law)
{
    static const char *const others[] = {"level: 1, secret_tries_each: 200", "level: 1, order: dulr",
                                         "level: 1, min_end_rooms: 2, specials: off", "level: 1, hearts: 2"};
    small_law of;
    small_law_open(&of, "level=1", false);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_gt(judge_case(&of, others[i], 100000).refused, 0, "%s", others[i]);
    }
    small_law_close(&of);
}
