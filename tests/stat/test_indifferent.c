/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each row of data/indifferent.yaml is true: what it counts has the same distribution for two values of each
 * setting it names, on floors of different seeds.
 *
 * At most 400 G-tests a row and setting, at 1e-9 each: true rows fail by chance in fewer than one of 10^5
 * seeds, and the seeds are fixed. The last test plants a row that is false. */
#include "gen/base/embedded.h"
#include "tests/support/counting.h"
#include "tests/support/gtest.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 100000, TEXT = 256 };

static const double alarm = 1e-9;

/* Twice the same rules but for one setting. What never happens with one of its values is not compared. */
static const struct pair {
    const char *setting, *generator, *settings, *one, *other;
} pairs[] = {
    {"interiors", "classic", "level=3 coins=5", "interiors=off", "interiors=on"},
    {"interiors", "rebirth", "stage=2 preset=rich", "interiors=off", "interiors=on"},
    {"interiors", "rebirth", "rules=wiki stage=5 preset=hurt", "interiors=off", "interiors=on"},
    {"layout", "rebirth", "stage=2 preset=rich interiors=off", "layout=grown", "layout=none"},
    {"layout", "rebirth", "rules=wiki stage=5 preset=hurt interiors=off", "layout=grown", "layout=none"},
    {"rng", "rebirth", "stage=2 preset=rich", "rng=pcg", "rng=isaac seed_order=scattered"},
    {"rng", "rebirth", "rules=repentance stage=5", "rng=pcg", "rng=isaac seed_order=scattered"},
    {"seed_order", "rebirth", "stage=2 preset=rich rng=isaac", "seed_order=sequential",
     "seed_order=scattered"},
    {"seed_order", "rebirth", "stage=5 rng=isaac", "seed_order=sequential", "seed_order=scattered"},
    {"preset", "rebirth", "stage=2", "preset=none", "preset=rich"},
    {"preset", "rebirth", "rules=wiki stage=5", "preset=full", "preset=hurt"},
};

typedef struct counted {
    maker maker;
    counting counting;
    fl_tally tally;
} counted;

static void count(counted *out, const struct pair *pair, const char *value, uint64_t seed)
{
    char settings[TEXT];
    snprintf(settings, sizeof settings, "%s %s", pair->settings, value);
    maker_open(&out->maker, pair->generator, settings, seed);
    counting_open(&out->counting, out->maker.generator, out->maker.rules,
                  &(fl_tally_request){.metrics = {.what = FL_TALLY_ALL}, .events = {.what = FL_TALLY_ALL}});
    cr_assert_eq(fl_tally_init(&out->tally, &out->counting.spec), FL_OK);
    for (uint64_t i = 1; i <= scale_count(FLOORS); i++) {
        maker_make(&out->maker, i);
        fl_tally_add(&out->tally, &out->maker.floor, out->maker.value, &out->maker.metric, i);
    }
}

static void drop(counted *it)
{
    fl_tally_free(&it->tally);
    counting_close(&it->counting);
    maker_close(&it->maker);
}

static unsigned differing_events(const counted *a, const counted *b, const char *pattern, unsigned *compared)
{
    unsigned differing = 0;
    for (unsigned i = 0; i < a->counting.spec.events_n; i++) {
        const char *name = a->counting.spec.events[i].name;
        uint64_t table[2][2];
        if (fnmatch(pattern, name, 0) != 0) {
            continue;
        }
        counting_answers(&a->tally, name, &table[0][0], &table[0][1]);
        counting_answers(&b->tally, name, &table[1][0], &table[1][1]);
        if (table[0][0] == 0 || table[1][0] == 0) {
            continue;
        }
        table[0][0] -= table[0][1];
        table[1][0] -= table[1][1];
        ++*compared;
        if (gtest_same(table[0], table[1], 2) < alarm) {
            cr_log_info("%s: %d of %d, %d of %d", name, (int)table[0][1], (int)(table[0][0] + table[0][1]),
                        (int)table[1][1], (int)(table[1][0] + table[1][1]));
            differing++;
        }
    }
    return differing;
}

static unsigned differing_metrics(const counted *a, const counted *b, const char *pattern, unsigned *compared)
{
    unsigned differing = 0;
    for (unsigned i = 0; i < a->counting.spec.metrics_n; i++) {
        const fl_tally_metric *metric = &a->counting.spec.metrics[i];
        if (fnmatch(pattern, metric->name, 0) == 0) {
            ++*compared;
            differing +=
                gtest_same(&a->tally.count[metric->at], &b->tally.count[metric->at], metric->bins) < alarm;
        }
    }
    return differing;
}

/* What a row counts differs in so many places between the two values of a pair. */
static unsigned differing(const struct pair *pair, const fl_yaml_node *patterns, unsigned *compared)
{
    counted a, b;
    unsigned out = 0;
    count(&a, pair, pair->one, 1);
    count(&b, pair, pair->other, 2);
    for (const fl_yaml_node *node = patterns->first; node; node = node->next) {
        out += differing_events(&a, &b, node->text, compared);
        out += differing_metrics(&a, &b, node->text, compared);
    }
    drop(&a);
    drop(&b);
    return out;
}

/* A setting that a row names is compared, and what it counts exists. */
static void judge(const fl_yaml_node *row, const char *setting)
{
    unsigned compared = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strcmp(pairs[i].setting, setting) == 0) {
            unsigned found = differing(&pairs[i], fl_yaml_get(row, "counts"), &compared);
            cr_expect_eq(found, 0, "line %d: %s changes %u counts on %s", (int)row->line, setting, found,
                         pairs[i].settings);
        }
    }
    cr_expect_gt(compared, 0, "line %d: nothing that %s could change", (int)row->line, setting);
}

static fl_yaml *read_rows(const char *text, size_t size)
{
    fl_yaml *file = NULL;
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_yaml_read(text, size, "rows", &file, &diag), FL_OK, "%s", diag.what);
    return file;
}

Test(stat, settings_said_not_to_matter_do_not)
{
    const fl_embedded *shipped = fl_embedded_find("data/indifferent.yaml");
    fl_yaml *file = read_rows(shipped->data, shipped->size);
    for (const fl_yaml_node *row = fl_yaml_root(file)->first; row; row = row->next) {
        for (const fl_yaml_node *node = fl_yaml_get(row, "settings")->first; node; node = node->next) {
            judge(row, node->text);
        }
    }
    fl_yaml_free(file);
}

Test(stat, a_setting_that_matters_is_found)
{
    static const char rows[] = "- counts: [roll.*.rolled, target]\n";
    static const struct pair stages = {"stage", "rebirth", "preset=rich", "stage=2", "stage=3"};
    fl_yaml *file = read_rows(rows, sizeof rows - 1);
    unsigned compared = 0;
    cr_expect_gt(differing(&stages, fl_yaml_get(fl_yaml_root(file)->first, "counts"), &compared), 0);
    fl_yaml_free(file);
}
