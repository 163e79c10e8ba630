/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: experiments from any bytes. What is accepted, and written as results keep it, is read as an
 * experiment of the same identity. Journeys are left out: opening a plan takes seconds here, and plans have a
 * fuzz program of their own. */
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

static bool is_same(const fl_experiment *first, const fl_experiment *second)
{
    fl_text one;
    fl_text two;
    fl_text_init(&one);
    fl_text_init(&two);
    fl_run_experiment_add_identity(first, &one);
    fl_run_experiment_add_identity(second, &two);
    bool out =
        !fl_text_check(&one) && !fl_text_check(&two) && strcmp(fl_text_get(&one), fl_text_get(&two)) == 0;
    fl_text_free(&one);
    fl_text_free(&two);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_experiment first;
    fl_experiment second;
    fl_text text;
    if (has_word(data, size, "journey") ||
        fl_run_experiment_read(&first, (const char *)data, size, "fuzz", NULL)) {
        return 0;
    }
    fl_text_init(&text);
    fl_run_experiment_add_resolved(&first, &text);
    if (fl_run_experiment_read(&second, fl_text_get(&text), text.size, "again", NULL) ||
        !is_same(&first, &second)) {
        abort();
    }
    fl_run_experiment_free(&second);
    fl_text_free(&text);
    fl_run_experiment_free(&first);
    return 0;
}
