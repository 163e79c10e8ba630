/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files: the items and attributes that others rely on, with the numbers of the tallies. */
#include "analysis/store/store_private.h"
#include "experiments/run/result/result.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <math.h>
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
    small_run_count(&s->run, 0, blocks == UINT64_MAX ? s->run.setup.samples : blocks);
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

Test(write, the_head_says_what_was_run)
{
    stage s;
    char digest[FL_DIGEST_TEXT];
    build(&s, UINT64_MAX);
    cr_assert_eq(fl_run_result_digest(&s.run.setup, s.run.totals, digest, NULL), FL_OK);
    cr_expect_str_eq(text_attribute(&s, "Conventions"), "floorlab-4");
    cr_expect_eq(attribute(&s, "format"), 4);
    cr_expect_str_eq(text_attribute(&s, "sample"), "floor");
    cr_expect_str_eq(text_attribute(&s, "streams"), "independent");
    cr_expect_str_eq(text_attribute(&s, "generators"), "classic");
    cr_expect_str_eq(text_attribute(&s, "experiment"), "small-run");
    cr_expect_eq(strlen(text_attribute(&s, "date")), strlen("2026-01-31T12:00:00Z"));
    cr_expect_str_eq(text_attribute(&s, "experiment_text"), small_run_text);
    cr_expect_str_eq(text_attribute(&s, "digest"), digest);
    cr_expect_str_eq(text_attribute(&s, "command"), "floorlab run test");
    cr_expect(attribute(&s, "seed") == 7 && attribute(&s, "samples") == 5000);
    cr_expect(attribute(&s, "samples_from") == 0 && attribute(&s, "samples_to") == 5000);
    cr_expect(attribute(&s, "complete") == 1 && attribute(&s, "threads") == 2);
    clean(&s);
}

Test(write, a_stopped_run_is_marked_incomplete)
{
    stage s;
    build(&s, 3);
    cr_expect_eq(attribute(&s, "complete"), 0);
    cr_expect_eq(numbers(&s, "/condition/samples")[0], 3);
    cr_expect_eq(numbers(&s, "/condition/samples")[1], 0);
    clean(&s);
    build(&s, 9);
    cr_expect_eq(attribute(&s, "complete"), 0);
    clean(&s);
}

/* Every folder that a group is read from; an item of text has to be named as well. */
Test(write, every_table_explains_itself)
{
    stage s;
    build(&s, UINT64_MAX);
    const char *contents = text_attribute(&s, "contents");
    for (size_t i = 0; i < s.store.items_n; i++) {
        const fl_store_item *item = &s.store.items[i];
        char folder[64];
        snprintf(folder, sizeof folder, "\n### %.*s\n", (int)strcspn(item->path + 1, "/"), item->path + 1);
        cr_expect(item->description && item->description[0], "%s", item->path);
        cr_expect(item->unit && item->unit[0], "%s", item->path);
        cr_expect(strstr(contents, folder), "%s", folder);
    }
    cr_expect_lt(s.store.items_n, 64u);
    clean(&s);
}

Test(write, conditions_are_listed_with_their_values)
{
    stage s;
    build(&s, 1);
    static const char *const folders[] = {"/condition", "/metric", "/histogram", "/event", "/map"};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/level", folders[i]);
        const fl_store_item *item = fl_store_find(&s.store, path);
        cr_assert(item && item->type == FL_STORE_I64 && item->size[0] == 2, "%s", path);
        cr_expect(((int64_t *)item->data)[0] == 1 && ((int64_t *)item->data)[1] == 4);
    }
    const fl_store_item *settings = fl_store_find(&s.store, "/condition/settings");
    cr_expect_str_eq(((char **)settings->data)[1], "level=4 max_attempts=2 secret_tries=on");
    cr_expect_eq(numbers(&s, "/condition/seed")[1], s.run.setup.condition[1].opened.seed);
    clean(&s);
}

/* The items of /condition for an experiment that varies `vary`. */
static void build_varied(stage *s, const char *vary)
{
    char text[300];
    fl_diag diag;
    fl_diag_init(&diag);
    snprintf(text, sizeof text,
             "name: x\ngenerator: classic\nfloors: 40\nmetrics: [rooms, dead_ends]\n"
             "joints: [[rooms, dead_ends]]\nvary: {%s}\n",
             vary);
    small_run_open(&s->run, text, 0, 1);
    small_run_count(&s->run, 0, s->run.setup.samples);
    fl_store_init(&s->store);
    fl_err err = fl_run_result_build(&s->store, &s->run.setup, s->run.totals, &provenance, &diag);
    cr_assert_eq(err, FL_OK, "%s", diag.what);
    cr_expect_eq(fl_store_check(&s->store, "x", &diag), FL_OK, "%s: %s", diag.where, diag.what);
}

Test(write, settings_have_the_type_of_their_values)
{
    stage s;
    build_varied(&s, "red_fires: [0.25, 1/3], wave_order: [newest_first, oldest_first]");
    const fl_store_item *chance = fl_store_find(&s.store, "/metric/red_fires");
    const fl_store_item *order = fl_store_find(&s.store, "/metric/wave_order");
    cr_assert(chance && chance->type == FL_STORE_F64 && order && order->type == FL_STORE_TEXT);
    cr_expect_float_eq(((double *)chance->data)[0], 0.25, 1e-9);
    cr_expect_float_eq(((double *)chance->data)[2], 1 / 3.0, 1e-6);
    cr_expect_str_eq(((char **)order->data)[3], "oldest_first");
    clean(&s);
    build_varied(&s, "red_fires: [off, 0.5]");
    chance = fl_store_find(&s.store, "/metric/red_fires");
    cr_assert(chance && chance->type == FL_STORE_TEXT);
    cr_expect_str_eq(((char **)chance->data)[0], "off");
    clean(&s);
}

/* The generator has a setting `rooms`, and its floors a metric of that name. */
Test(write, a_setting_with_the_name_of_a_metric_gets_another)
{
    stage s;
    build_varied(&s, "rooms: [8, 9]");
    cr_expect_not_null(fl_store_find(&s.store, "/condition/rooms"));
    const fl_store_item *setting = fl_store_find(&s.store, "/joint/rooms_by_dead_ends/rooms_setting");
    const fl_store_item *side = fl_store_find(&s.store, "/joint/rooms_by_dead_ends/rooms");
    cr_assert(setting && side);
    cr_expect_str_eq(side->dimension[0], side->path);
    cr_expect_eq(((int64_t *)setting->data)[1], 9);
    clean(&s);
}

/* The count of a value of a metric, as the file has it. */
static uint64_t count_in(const stage *s, const char *name, uint64_t value, unsigned condition)
{
    const fl_store_item *metric = fl_store_find(&s->store, "/histogram/metric");
    const uint64_t *count = numbers(s, "/histogram/count");
    uint64_t n = metric->size[0];
    for (uint64_t k = 0; k < n; k++) {
        if (strcmp(((char **)metric->data)[k], name) == 0 && numbers(s, "/histogram/value")[k] == value) {
            return count[condition * n + k];
        }
    }
    return 0;
}

/* Counts, number, sums, extremes of a metric in each condition. */
static void compare_metric(const stage *s, unsigned i)
{
    static const char *const paths[] = {"/metric/n",     "/metric/sum", "/metric/sum_of_squares",
                                        "/metric/min",   "/metric/max", "/metric/argmin",
                                        "/metric/argmax"};
    const fl_tally_metric *metric = &s->run.setup.tally.metrics[i];
    const char *name = fl_tally_metric_name(metric);
    for (unsigned c = 0; c < 2; c++) {
        const fl_tally *tally = &s->run.totals[c];
        uint64_t at = (uint64_t)c * s->run.setup.tally.metrics_n + i;
        uint64_t found[7];
        fl_tally_sum sums[3];
        fl_tally_sums(tally, i, sums);
        for (unsigned f = 0; f < 7; f++) {
            found[f] = numbers(s, paths[f])[at];
        }
        for (uint32_t v = 0; v < metric->bins; v++) {
            cr_assert_eq(count_in(s, name, v, c), tally->count[metric->at + v], "%s %d", name, (int)v);
        }
        cr_expect(found[0] == sums[0] && found[1] == sums[1] && found[2] == sums[2], "%s", name);
        bool is_empty = sums[0] == 0;
        cr_expect_eq((int64_t)found[3], is_empty ? 0 : tally->extreme[i].min);
        cr_expect_eq((int64_t)found[4], is_empty ? 0 : tally->extreme[i].max);
        cr_expect(found[5] == tally->extreme[i].argmin && found[6] == tally->extreme[i].argmax);
        double mean = ((const double *)fl_store_find(&s->store, "/metric/mean")->data)[at];
        cr_expect(is_empty ? isnan(mean) : fabs(mean - (double)sums[1] / (double)sums[0]) < 1e-9, "%s", name);
    }
}

Test(write, metrics_have_the_numbers_of_the_tally)
{
    stage s;
    build(&s, UINT64_MAX);
    for (unsigned i = 0; i < s.run.setup.tally.metrics_n; i++) {
        compare_metric(&s, i);
    }
    clean(&s);
}

Test(write, traces_are_running_totals_up_to_the_event)
{
    stage s;
    build(&s, UINT64_MAX);
    const uint64_t *trace = numbers(&s, "/event/trials_by_step"); /* floor_failed is the first event */
    const uint64_t *steps = numbers(&s, "/event/step");
    const uint64_t *failed = numbers(&s, "/condition/failed");
    uint64_t n = s.run.setup.tally.events_n;
    enum { USED = 13 }; /* the last of them ends before sample 8191 */
    cr_assert_str_eq(((char **)fl_store_find(&s.store, "/event/event")->data)[0], "floor_failed");
    cr_assert_eq(fl_store_find(&s.store, "/event/step")->size[0], USED);
    for (unsigned c = 0; c < 2; c++) {
        for (unsigned step = 0; step < USED; step++) {
            uint64_t expected = steps[step] < 5000 ? steps[step] : 5000;
            cr_expect_eq(trace[c * n * USED + step], expected);
        }
        uint64_t hits = numbers(&s, "/event/hits")[c * n];
        cr_expect(numbers(&s, "/event/trials")[c * n] == 5000 && hits == failed[c]);
        cr_expect_eq(failed[c], s.run.totals[c].failed);
    }
    clean(&s);
}

Test(write, joints_are_trimmed_and_maps_are_whole)
{
    stage s;
    build(&s, UINT64_MAX);
    const fl_store_item *joint = fl_store_find(&s.store, "/joint/rooms_by_dead_ends/count");
    const uint64_t *rooms = numbers(&s, "/joint/rooms_by_dead_ends/rooms");
    const uint64_t *ends = numbers(&s, "/joint/rooms_by_dead_ends/dead_ends");
    const fl_store_item *map = fl_store_find(&s.store, "/map/count");
    cr_assert(joint && joint->rank == 3 && map && map->rank == 4);
    cr_expect(map->size[2] == 8 && map->size[3] == 9);
    const fl_tally_spec *spec = &s.run.setup.tally;
    uint64_t n = joint->size[1] * joint->size[2];
    cr_expect_lt(n, 400u);
    for (unsigned c = 0; c < 2; c++) {
        const fl_tally *tally = &s.run.totals[c];
        uint64_t sum = 0;
        for (uint64_t k = 0; k < n; k++) {
            uint64_t at = rooms[k / joint->size[2]] * spec->joints[0].b_bins + ends[k % joint->size[2]];
            uint64_t found = ((uint64_t *)joint->data)[c * n + k];
            cr_assert_eq(found, tally->count[spec->joints[0].at + at]);
            sum += found;
        }
        cr_expect_eq(sum + tally->failed, tally->floors);
        uint64_t maps_n = spec->maps_n * (uint64_t)72;
        cr_expect(memcmp((uint64_t *)map->data + c * maps_n, tally->count + spec->maps[0].at, 72 * 8) == 0);
    }
    clean(&s);
}

/* One metric and event less, no joint, no maps: what is not counted is 0, what is counted stands at its name.
 */
Test(write, a_condition_may_count_less_than_the_file_lists)
{
    stage s;
    fl_tally less;
    fl_tally_spec spec;
    static const unsigned metrics[] = {FL_METRIC_DEAD_ENDS};
    static const unsigned events[] = {FL_EVENT_HAS_LOOP};
    build(&s, UINT64_MAX);
    fl_store_free(&s.store);
    fl_tally_request request = {.catalogue = &s.run.setup.catalogue[0],
                                .metrics = {FL_TALLY_LIST, metrics, 1},
                                .events = {FL_TALLY_LIST, events, 1}};
    cr_assert_eq(fl_tally_spec_make(&spec, &request, NULL), FL_OK);
    cr_assert_eq(fl_tally_init(&less, &spec), FL_OK);
    less.floors = 30;
    less.count[spec.metrics[0].at + 4] = 30;
    less.count[spec.events[0].at] = 30;
    less.extreme[0] = (fl_tally_extreme){.min = 4, .max = 4};
    fl_tally whole = s.run.totals[1];
    s.run.totals[1] = less;
    cr_assert_eq(fl_run_result_build(&s.store, &s.run.setup, s.run.totals, &provenance, NULL), FL_OK);
    cr_expect_eq(numbers(&s, "/condition/samples")[1], 30u);
    cr_expect_eq(count_in(&s, "dead_ends", 4, 1), 30u);
    cr_expect_eq(count_in(&s, "rooms", 8, 1), 0u);
    uint64_t metrics_n = s.run.setup.tally.metrics_n;
    for (uint64_t i = 0; i < metrics_n; i++) {
        bool is_counted = s.run.setup.tally.metrics[i].metric == FL_METRIC_DEAD_ENDS;
        cr_expect_eq(numbers(&s, "/metric/n")[metrics_n + i], is_counted ? 30u : 0u);
    }
    uint64_t events_n = s.run.setup.tally.events_n;
    for (uint64_t i = 0; i < events_n; i++) {
        bool is_counted = strcmp(s.run.setup.tally.events[i].name, "has_loop") == 0;
        cr_expect_eq(numbers(&s, "/event/trials")[events_n + i], is_counted ? 30u : 0u);
    }
    const fl_store_item *planes[] = {fl_store_find(&s.store, "/map/count"),
                                     fl_store_find(&s.store, "/joint/rooms_by_dead_ends/count")};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t n = fl_store_count(planes[i]) / 2;
        uint64_t sum[2] = {0, 0};
        for (uint64_t k = 0; k < 2 * n; k++) {
            sum[k / n] += ((uint64_t *)planes[i]->data)[k];
        }
        cr_expect(sum[0] > 0 && sum[1] == 0, "%s", planes[i]->path);
    }
    s.run.totals[1] = whole;
    fl_tally_free(&less);
    fl_tally_spec_free(&spec);
    clean(&s);
}
