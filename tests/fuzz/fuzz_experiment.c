/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: experiments from any bytes. What is accepted must be an experiment whose identity is accepted
 * again. Journeys are left out: opening a plan takes seconds here, and plans have a fuzz program of their
 * own. */
#include "experiments/run/run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_word(const uint8_t *data, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(data + i, word, length) == 0) {
            return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_experiment first;
    fl_experiment second;
    fl_text text;
    /* the last two are populations of the shipped claims */
    if (has_word(data, size, "journey") || has_word(data, size, "classic-full") ||
        has_word(data, size, "isaac-")) {
        return 0;
    }
    if (fl_run_experiment_read(&first, (const char *)data, size, "fuzz", NULL)) {
        return 0;
    }
    fl_text_init(&text);
    fl_text_add(&text, "name: again\nfloors: 1\n");
    fl_run_experiment_add_identity(&first, &text);
    if (fl_run_experiment_read(&second, fl_text_get(&text), text.size, "again", NULL)) {
        abort();
    }
    fl_run_experiment_free(&second);
    fl_text_free(&text);
    fl_run_experiment_free(&first);
    return 0;
}
