/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: what comes out of the child process that reads a result file, as changes to what it says of a
 * good one: HDF5 itself is not trusted and stays in the child (tests/fault/test_store_damage.c). What is
 * accepted as a store keeps to the limits; what is accepted as a result holds its samples, each once. */
#include "analysis/store/store_private.h"
#include "experiments/run/result/result.h"
#include "experiments/run/run_private.h"
#include "tests/fuzz/edit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char words[] =
    "name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 200\n"
    "metrics: [rooms, dead_ends]\nevents: [floor_failed]\nmaps: [boss]\njoints: [[rooms, dead_ends]]\n";
static fl_text good; /* the stream that the child sends */

static void take_file(int file)
{
    char bytes[4096];
    edit_demand(lseek(file, 0, SEEK_SET) == 0);
    for (ssize_t part = 1; part > 0;) {
        part = read(file, bytes, sizeof bytes);
        edit_demand(part >= 0);
        fl_text_add_bytes(&good, bytes, (size_t)part);
    }
}

static void send(const fl_store *store)
{
    char path[EDIT_PATH];
    static fl_store_pipe stream;
    int file = edit_file("", 0, path);
    fl_store_pipe_init(&stream, file);
    for (size_t i = 0; i < store->attributes_n; i++) {
        const fl_store_attribute *attribute = &store->attributes[i];
        if (attribute->text) {
            fl_store_pipe_put_text(&stream, attribute->name, attribute->text);
        } else {
            fl_store_pipe_put_number(&stream, attribute->name, attribute->number);
        }
    }
    for (size_t i = 0; i < store->items_n; i++) {
        fl_store_pipe_put_item(&stream, &store->items[i]);
    }
    fl_store_pipe_put_end(&stream, NULL);
    edit_demand(!stream.is_broken);
    take_file(file);
}

static void open_good(void)
{
    fl_experiment experiment;
    fl_run_setup setup;
    fl_tally *totals = NULL;
    fl_store store;
    fl_run_provenance provenance = {.command = "floorlab run", .threads = 1};
    fl_text_init(&good);
    fl_store_init(&store);
    edit_demand(!fl_run_experiment_read(&experiment, words, sizeof words - 1, "fuzz", NULL) &&
                !fl_run_setup_init(&setup, &experiment, 0, 1, NULL) &&
                !fl_run_setup_make_tallies(&setup, &totals, NULL));
    fl_run_counting counting = {
        .setup = &setup, .threads = 1, .backend = FL_BACKEND_REFERENCE, .totals = totals};
    edit_demand(!fl_run_count(&counting, NULL) &&
                !fl_run_result_build(&store, &setup, totals, &provenance, NULL));
    send(&store);
    fl_store_free(&store);
    fl_run_setup_free_tallies(&setup, totals);
    fl_run_setup_free(&setup);
    fl_run_experiment_free(&experiment);
}

static void look(fl_run_result *result)
{
    for (uint64_t c = 0; c < result->setup.conditions; c++) {
        const fl_run_condition *condition = &result->setup.condition[c];
        edit_demand(fl_tally_has_once(&result->totals[c], condition->opened.first + condition->from,
                                      result->totals[c].floors));
    }
}

/* Whether the stream was accepted. */
static int take(const fl_text *stream)
{
    static fl_store_pipe in;
    char path[EDIT_PATH];
    fl_store store;
    fl_run_result result;
    int is_right = 0;
    fl_store_init(&store);
    fl_store_pipe_init(&in, edit_file(fl_text_get(stream), stream->size, path));
    if (!fl_store_pipe_take_all(&in, &store, "fuzz", NULL) && !fl_store_check(&store, "fuzz", NULL)) {
        edit_demand(store.items_n <= FL_STORE_ITEMS);
        is_right = !fl_run_result_read(&result, &store, "fuzz", NULL);
        if (is_right) {
            look(&result);
            fl_run_result_close(&result);
        }
    }
    fl_store_free(&store);
    return is_right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_text stream;
    if (good.size == 0) {
        open_good();
    }
    fl_text_init(&stream);
    fl_text_add_bytes(&stream, fl_text_get(&good), good.size);
    edit_apply(&stream, data, size);
    int is_right = take(&stream);
    edit_demand(size >= 6 || is_right);
    fl_text_free(&stream);
    return 0;
}
