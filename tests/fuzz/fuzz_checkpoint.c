/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: the checkpoints of runs, as any bytes, and as changes to a good one with the right digest. What
 * is accepted, and whose sums agree, holds the samples that it says. */
#include "experiments/run/run_private.h"
#include "tests/fuzz/edit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char words[] = "name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 3k\n"
                            "metrics: [rooms, dead_ends]\nevents: all\nmaps: none\n";

static fl_experiment experiment;
static fl_run_setup setup;
static fl_tally *totals;
static fl_text good; /* the body of the record after the last sample */

static void open_run(void)
{
    fl_tally *counted = NULL;
    fl_checkpoint log;
    edit_demand(!fl_run_experiment_read(&experiment, words, sizeof words - 1, "fuzz", NULL) &&
                !fl_run_setup_init(&setup, &experiment, 0, 1, NULL) &&
                !fl_run_setup_make_tallies(&setup, &totals, NULL) &&
                !fl_run_setup_make_tallies(&setup, &counted, NULL) &&
                !fl_run_checkpoint_init(&log, "x", &setup, false, NULL));
    fl_run_count_job counting = {
        .setup = &setup, .threads = 1, .backend = FL_BACKEND_REFERENCE, .totals = counted};
    edit_demand(!fl_run_count(&counting, NULL));
    fl_text_init(&good);
    fl_tally_pack_add_number(strlen(log.identity), &good);
    fl_text_add(&good, log.identity);
    fl_tally_pack_add_number(setup.samples, &good);
    for (uint64_t c = 0; c < setup.conditions; c++) {
        fl_tally_pack_add(&counted[c], &good);
    }
    fl_run_checkpoint_free(&log);
    fl_run_setup_free_tallies(&setup, counted);
}

static void seal(const fl_text *body, fl_text *out)
{
    char digest[FL_DIGEST_TEXT];
    fl_tally_digest_text(fl_text_get(body), body->size, digest);
    fl_text_add_format(out, "FLOORCP2 %016" PRIx64 " %s\n\n", (uint64_t)body->size, digest);
    fl_text_add_bytes(out, fl_text_get(body), body->size);
}

/* Whether the file was accepted. */
static int load(const fl_text *file)
{
    char path[EDIT_PATH];
    fl_checkpoint log;
    fl_checkpoint_state state = {.setup = &setup, .totals = totals};
    edit_demand(!fl_run_checkpoint_init(&log, "x", &setup, false, NULL));
    free(log.path);
    (void)edit_file(fl_text_get(file), file->size, path);
    log.path = strdup(path);
    edit_demand(log.path != NULL);
    int is_right = !fl_run_checkpoint_load(&log, &state, NULL);
    if (is_right) {
        edit_demand(state.done <= setup.samples);
        if (!fl_run_setup_check_totals(&setup, totals, state.done, NULL)) {
            edit_demand(state.done == 0 || totals[0].floors + totals[1].floors == state.done);
        }
    }
    fl_run_checkpoint_free(&log);
    return is_right;
}

static void try_text(const uint8_t *data, size_t size, int is_sealed)
{
    fl_text body;
    fl_text file;
    fl_text_init(&body);
    fl_text_init(&file);
    fl_text_add_bytes(&body, fl_text_get(&good), good.size);
    if (is_sealed) {
        edit_apply(&body, data, size);
        seal(&body, &file);
    } else {
        seal(&body, &file); /* the first record is whole */
        edit_apply(&file, data, size);
    }
    int is_right = load(&file);
    edit_demand(size >= 6 || is_right);
    fl_text_free(&body);
    fl_text_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!totals) {
        open_run();
    }
    if (size > 0) {
        try_text(data + 1, size - 1, data[0] % 4 != 0);
    }
    return 0;
}
