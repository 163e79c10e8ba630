/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Result files read back: the same tallies; a changed number is noticed even if the checksum is right. */
#include "experiments/run/result/result.h"
#include "tests/support/folder.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>

static const char shared_text[] = "name: shared\ngenerator: classic\nvary: {level: [1, 4]}\nfloors: 5000\n"
                                  "streams: shared\nmaps: none\nmetrics: [rooms, dead_ends]\n";

static const fl_run_provenance provenance = {.command = "floorlab run test", .threads = 1, .seconds = 1};

typedef struct stage {
    char folder[SMALL_RUN_FOLDER], path[SMALL_RUN_PATH];
    small_run run;
    fl_store store;
} stage;

static void open_stage(stage *s, const char *text, uint64_t shard, uint64_t shards)
{
    small_run_make_folder(s->folder);
    small_run_path(s->folder, "x.h5", s->path);
    small_run_open(&s->run, text, shard, shards);
    small_run_count(&s->run, 0, s->run.setup.samples);
    fl_store_init(&s->store);
    cr_assert_eq(fl_run_result_build(&s->store, &s->run.setup, s->run.totals, &provenance, NULL), FL_OK);
}

static void write(stage *s)
{
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_store_write(&s->store, s->path, &diag), FL_OK, "%s: %s", diag.where, diag.what);
}

static void close_stage(stage *s)
{
    fl_store_free(&s->store);
    small_run_close(&s->run);
    small_run_remove_folder(s->folder);
}

static void come_back(const char *text, uint64_t shard, uint64_t shards)
{
    stage s;
    fl_run_result back;
    fl_diag diag;
    char digest[FL_DIGEST_TEXT];
    fl_diag_init(&diag);
    open_stage(&s, text, shard, shards);
    write(&s);
    cr_assert_eq(fl_run_result_open(&back, s.path, &diag), FL_OK, "%s: %s", diag.where, diag.what);
    cr_assert_eq(fl_run_result_digest(&s.run.setup, s.run.totals, digest, NULL), FL_OK);
    cr_expect_str_eq(back.digest, digest);
    cr_expect(back.is_complete && back.setup.from == s.run.setup.from && back.setup.to == s.run.setup.to);
    cr_expect_str_eq(back.experiment.name, s.run.experiment.name);
    cr_expect_str_eq(back.experiment.about, s.run.experiment.about);
    for (uint64_t c = 0; c < s.run.setup.conditions; c++) {
        cr_expect(small_run_is_same(&back.totals[c], &s.run.totals[c]), "configuration %d", (int)c);
    }
    fl_run_result_close(&back);
    close_stage(&s);
}

/* Scenarios of several generators: each counts joints and maps of its own, on boards of its own size. */
static const char scenarios[] =
    "name: several\nscenarios:\n"
    "  small: {generator: classic, floors: 30, metrics: [rooms], joints: [[rooms, dead_ends]]}\n"
    "  other: {generator: rebirth, floors: 20, joints: [[rooms, dead_ends], [dead_ends, plan_rooms]]}\n"
    "  none: {generator: grid, floors: 0}\n"
    "  bare: {generator: grid, floors: 20, metrics: [rooms], events: none, maps: none}\n"
    "  tiles: {generator: room, floors: 5}\n"
    "  large: {generator: classic, settings: {level: 6}, floors: 40, joints: [[rooms, dead_ends]]}\n";

Test(read, tallies_come_back_as_they_were)
{
    come_back(small_run_text, 0, 1);
    come_back(scenarios, 0, 1);
    come_back(small_run_text, 1, 3);
    come_back(shared_text, 0, 1);
    come_back(shared_text, 1, 3);
    come_back("name: all\ngenerator: classic\nfloors: 300\nseed: 18446744073709551615\n", 0, 1);
    come_back("name: isaac\ngenerator: rebirth\nsettings: {rng: isaac}\nfloors: 300\n", 0, 1);
    come_back("name: isaac\ngenerator: rebirth\nsettings: {rng: isaac}\nfloors: 300\n", 2, 3);
    come_back(
        "name: empty\nabout: \"quotes ' \\\" \\\\ and umlauts \xc3\xa4\"\ngenerator: classic\nfloors: 2\n", 0,
        3);
}

/* Writes the store of an experiment in which one number was changed, and reads it. */
static fl_err read_changed_of(const char *text, const char *path, uint64_t place, fl_diag *diag)
{
    stage s;
    fl_run_result back;
    fl_diag_init(diag);
    open_stage(&s, text, 0, 1);
    fl_store_item *item = (fl_store_item *)fl_store_find(&s.store, path);
    cr_assert_not_null(item, "%s", path);
    ((uint64_t *)item->data)[place]++;
    write(&s);
    fl_err err = fl_run_result_open(&back, s.path, diag);
    if (!err) {
        fl_run_result_close(&back);
    }
    close_stage(&s);
    return err;
}

static fl_err read_changed(const char *path, uint64_t place, fl_diag *diag)
{
    return read_changed_of(small_run_text, path, place, diag);
}

/* Each byte of the state that still unpacks gives another digest, or other samples. */
Test(read, a_changed_number_is_noticed)
{
    stage s;
    fl_diag diag;
    fl_run_result back;
    open_stage(&s, small_run_text, 0, 1);
    fl_store_state *state = &s.store.state[FL_STORE_TALLIES];
    for (size_t at = 0; at < state->n; at += 1 + at / 30) {
        fl_diag_init(&diag);
        state->bytes[at] ^= 1;
        cr_expect_eq(fl_run_result_read(&back, &s.store, "x.h5", &diag), FL_ERR_DAMAGED, "%zu", at);
        bool is_named = strstr(diag.what, "'state'") || strstr(diag.what, "each once");
        cr_expect(is_named || strstr(diag.what, "digest"), "%zu: %s", at, diag.what);
        state->bytes[at] ^= 1;
    }
    close_stage(&s);
}

Test(read, another_version_of_the_generator_is_refused)
{
    fl_diag diag;
    cr_expect_eq(read_changed("/configuration/generator_version", 1, &diag), FL_ERR_VERSION);
    cr_expect(strstr(diag.what, "version 2 of generator 'classic'"), "%s", diag.what);
    cr_expect(diag.hint[0] && diag.where[0]);
}

/* Other texts and numbers of the head. */
static fl_err read_with(const char *name, const char *text, uint64_t number, fl_diag *diag)
{
    stage s;
    fl_run_result back;
    fl_diag_init(diag);
    open_stage(&s, small_run_text, 0, 1);
    fl_err err = text ? fl_store_set_text(&s.store, name, text) : fl_store_set_number(&s.store, name, number);
    cr_assert_eq(err, FL_OK);
    write(&s);
    err = fl_run_result_open(&back, s.path, diag);
    if (!err) {
        fl_run_result_close(&back);
    }
    close_stage(&s);
    return err;
}

Test(read, heads_that_make_no_sense_are_refused)
{
    fl_diag diag;
    cr_expect_eq(read_with("samples_to", NULL, 5000, &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(read_with("samples_to", NULL, 5001, &diag), FL_ERR_DAMAGED);
    cr_expect_eq(read_with("samples_from", NULL, 5001, &diag), FL_ERR_DAMAGED);
    cr_expect_eq(read_with("digest", "0123", 0, &diag), FL_ERR_DAMAGED);
    cr_expect_eq(read_with("seed", "a text", 0, &diag), FL_OK,
                 "the seed in use is the resolved experiment's");
    cr_expect_eq(read_with("experiment_resolved", "name: [", 0, &diag), FL_ERR_INPUT);
    cr_expect_eq(read_with("experiment_resolved", NULL, 5, &diag), FL_ERR_DAMAGED);
}
