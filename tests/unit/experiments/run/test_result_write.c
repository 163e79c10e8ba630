/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files: the items and attributes that others rely on, with the numbers of the tallies. */
#include "analysis/store/store_private.h"
#include "experiments/run/run.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const fl_run_provenance provenance = {.command = "floorlab run test", .threads = 2, .seconds = 1.5};

typedef struct stage {
    small_run run;
    fl_store store;
} stage;

static void build(stage *s, uint64_t blocks)
{
    fl_diag diag;
    fl_diag_init(&diag);
    small_run_open(&s->run, small_run_text, 0, 1);
    small_run_count(&s->run, 0, blocks == UINT64_MAX ? s->run.setup.blocks : blocks);
    fl_store_init(&s->store);
    fl_err err = fl_run_result_build(&s->store, &s->run.setup, s->run.totals, &provenance, &diag);
    cr_assert_eq(err, FL_OK, "%s", diag.what);
}

static void clean(stage *s)
{
    fl_store_free(&s->store);
    small_run_close(&s->run);
}

static const uint64_t *numbers(const stage *s, const char *path)
{
    const fl_store_item *item = fl_store_find(&s->store, path);
    cr_assert_not_null(item, "%s", path);
    return item->data;
}

static uint64_t attribute(const stage *s, const char *name)
{
    const fl_store_attribute *a = fl_store_attribute_of(&s->store, name);
    cr_assert(a && !a->text, "%s", name);
    return a->number;
}

static const char *text_attribute(const stage *s, const char *name)
{
    const fl_store_attribute *a = fl_store_attribute_of(&s->store, name);
    cr_assert(a && a->text, "%s", name);
    return a->text;
}

Test(result_write, the_store_accepts_what_is_built)
{
    stage s;
    fl_diag diag;
    fl_diag_init(&diag);
    build(&s, UINT64_MAX);
    cr_expect_eq(fl_store_check(&s.store, "x", &diag), FL_OK, "%s: %s", diag.where, diag.what);
    clean(&s);
}

Test(result_write, the_head_says_what_was_run)
{
    stage s;
    char digest[FL_DIGEST_TEXT];
    build(&s, UINT64_MAX);
    cr_assert_eq(fl_run_result_digest(&s.run.setup, s.run.totals, digest, NULL), FL_OK);
    cr_expect_str_eq(text_attribute(&s, "format"), "floorlab-run");
    cr_expect_str_eq(text_attribute(&s, "generator"), "classic");
    cr_expect_str_eq(text_attribute(&s, "experiment_id"), "small-run");
    cr_expect_str_eq(text_attribute(&s, "experiment_text"), small_run_text);
    cr_expect_str_eq(text_attribute(&s, "digest"), digest);
    cr_expect_str_eq(text_attribute(&s, "provenance_command"), "floorlab run test");
    cr_expect(attribute(&s, "seed") == 7 && attribute(&s, "floors") == 5000);
    cr_expect(attribute(&s, "floors_from") == 0 && attribute(&s, "floors_to") == 5000);
    cr_expect(attribute(&s, "complete") == 1 && attribute(&s, "provenance_threads") == 2);
    clean(&s);
}

Test(result_write, a_stopped_run_is_marked_incomplete)
{
    stage s;
    build(&s, 3);
    cr_expect_eq(attribute(&s, "complete"), 0);
    cr_expect_eq(numbers(&s, "/floors")[0], 3072);
    cr_expect_eq(numbers(&s, "/floors")[1], 0);
    clean(&s);
    build(&s, 9);
    cr_expect_eq(attribute(&s, "complete"), 0);
    clean(&s);
}

Test(result_write, conditions_are_listed_with_their_values)
{
    stage s;
    build(&s, 1);
    const fl_store_item *item = fl_store_find(&s.store, "/condition/level");
    cr_assert(item && item->type == FL_STORE_TEXT && item->size[0] == 2);
    cr_expect_str_eq(((char **)item->data)[0], "1");
    cr_expect_str_eq(((char **)item->data)[1], "4");
    clean(&s);
}

/* Counts, number, sums, extremes of each metric in each condition. */
static void compare_metric(const stage *s, unsigned i)
{
    char path[100];
    const fl_tally_metric *metric = &s->run.setup.tally.metrics[i];
    const char *name = fl_tally_metric_name(metric);
    static const char *const figures[] = {"n", "sum_lo", "square_lo", "min", "max", "argmin", "argmax"};
    const uint64_t *column[7];
    for (unsigned f = 0; f < 7; f++) {
        snprintf(path, sizeof path, "/metric/%s/%s", name, figures[f]);
        column[f] = numbers(s, path);
    }
    snprintf(path, sizeof path, "/metric/%s/count", name);
    const fl_store_item *count = fl_store_find(&s->store, path);
    for (unsigned c = 0; c < 2; c++) {
        const fl_tally *tally = &s->run.totals[c];
        fl_tally_sum sums[3];
        fl_tally_sums(tally, i, sums);
        uint64_t listed = 0;
        for (uint64_t v = 0; v < count->size[1]; v++) {
            uint64_t found = ((const uint64_t *)count->data)[c * count->size[1] + v];
            cr_expect_eq(found, tally->count[metric->at + v], "%s %d", path, (int)v);
            listed += found;
        }
        cr_expect_eq(listed + tally->extreme[i].over_n, (uint64_t)sums[0], "%s leaves values out", path);
        cr_expect(column[0][c] == sums[0] && column[1][c] == sums[1] && column[2][c] == sums[2], "%s", name);
        bool is_empty = sums[0] == 0;
        cr_expect_eq((int64_t)column[3][c], is_empty ? 0 : tally->extreme[i].min);
        cr_expect_eq((int64_t)column[4][c], is_empty ? 0 : tally->extreme[i].max);
        cr_expect(column[5][c] == tally->extreme[i].argmin && column[6][c] == tally->extreme[i].argmax);
    }
}

Test(result_write, metrics_have_the_numbers_of_the_tally)
{
    stage s;
    build(&s, UINT64_MAX);
    for (unsigned i = 0; i < s.run.setup.tally.metrics_n; i++) {
        compare_metric(&s, i);
    }
    clean(&s);
}

Test(result_write, traces_are_running_totals_up_to_the_event)
{
    stage s;
    build(&s, UINT64_MAX);
    const uint64_t *trace = numbers(&s, "/trace/floor_failed/trials");
    const uint64_t *steps = numbers(&s, "/trace_floors");
    const uint64_t *trials = numbers(&s, "/event/floor_failed/trials");
    const uint64_t *hits = numbers(&s, "/event/floor_failed/hits");
    const uint64_t *failed = numbers(&s, "/failed");
    for (unsigned c = 0; c < 2; c++) {
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            uint64_t expected = steps[step] < 5000 ? steps[step] : 5000;
            cr_expect_eq(trace[c * FL_TALLY_STEPS + step], expected);
        }
        cr_expect(trials[c] == 5000 && hits[c] == failed[c] && failed[c] == s.run.totals[c].failed);
    }
    clean(&s);
}

Test(result_write, joints_and_maps_are_whole_planes)
{
    stage s;
    build(&s, UINT64_MAX);
    const fl_store_item *joint = fl_store_find(&s.store, "/joint/rooms__dead_ends/count");
    const fl_store_item *map = fl_store_find(&s.store, "/map/any/count");
    cr_assert(joint && joint->rank == 3 && map && map->rank == 3);
    cr_expect(map->size[1] == 8 && map->size[2] == 9);
    const fl_tally_spec *setup = &s.run.setup.tally;
    uint64_t n = joint->size[1] * joint->size[2];
    cr_expect_eq(n, setup->joints[0].a_bins * setup->joints[0].b_bins);
    for (unsigned c = 0; c < 2; c++) {
        const fl_tally *tally = &s.run.totals[c];
        cr_expect(memcmp((uint64_t *)joint->data + c * n, tally->count + setup->joints[0].at, n * 8) == 0);
        cr_expect(memcmp((uint64_t *)map->data + c * 72, tally->count + setup->maps[0].at, 72 * 8) == 0);
    }
    clean(&s);
}

Test(result_write, the_digest_depends_on_floors_not_on_threads)
{
    stage a;
    stage b;
    char digest[2][FL_DIGEST_TEXT];
    build(&a, 5);
    build(&b, 6);
    cr_assert(!fl_run_result_digest(&a.run.setup, a.run.totals, digest[0], NULL));
    cr_assert(!fl_run_result_digest(&b.run.setup, b.run.totals, digest[1], NULL));
    cr_expect_str_neq(digest[0], digest[1]);
    small_run_count(&a.run, 5, 6);
    cr_assert(!fl_run_result_digest(&a.run.setup, a.run.totals, digest[0], NULL));
    cr_expect_str_eq(digest[0], digest[1]);
    clean(&a);
    clean(&b);
}
