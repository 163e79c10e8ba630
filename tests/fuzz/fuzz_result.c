/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: the packed bytes of a result file, as changes to those of a good one. What is accepted as a
 * store keeps to the limits; what is accepted as a result holds its samples, each once. */
#include "analysis/store/store_private.h"
#include "experiments/run/result/result.h"
#include "experiments/run/run_private.h"
#include "tests/fuzz/edit.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char words[] =
    "name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 200\n"
    "metrics: [rooms, dead_ends]\nevents: [floor_failed]\nmaps: [boss]\njoints: [[rooms, dead_ends]]\n";
static fl_text good; /* packed */

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
    fl_run_count_job counting = {
        .setup = &setup, .threads = 1, .backend = FL_BACKEND_REFERENCE, .totals = totals};
    edit_demand(!fl_run_count(&counting, NULL) &&
                !fl_run_result_build(&store, &setup, totals, &provenance, NULL));
    fl_store_pack(&store, &good);
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

/* Whether the bytes were accepted. */
static int take(const fl_text *packed)
{
    fl_store store;
    fl_run_result result;
    int is_right = 0;
    fl_store_init(&store);
    if (!fl_store_unpack(&store, fl_text_get(packed), packed->size) &&
        !fl_store_check(&store, "fuzz", NULL)) {
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
    fl_text packed;
    if (good.size == 0) {
        open_good();
    }
    fl_text_init(&packed);
    fl_text_add_bytes(&packed, fl_text_get(&good), good.size);
    edit_apply(&packed, data, size);
    int is_right = take(&packed);
    edit_demand(size >= 6 || is_right);
    fl_text_free(&packed);
    return 0;
}
