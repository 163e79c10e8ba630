/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Enumerates the built-in exact distributions a second time: known_laws FOLDER [LEVELS] compares the files
 * there with what comes out (TAP); known_laws --write FOLDER writes them. Level 4 takes a minute on two
 * processors and the same functions as the others: without FLOORLAB_THOROUGH it is left out.
 */
#include "experiments/enumerate/enumerate.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify_private.h"
#include "tests/support/scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err walk(unsigned level, fl_text *out, fl_diag *diag)
{
    char settings[16];
    fl_opened_generator opened;
    fl_classic_terms terms;
    static fl_coins coins;
    fl_coins_tally tally = {.sizes_n = 0};
    memset(&coins, 0, sizeof coins);
    snprintf(settings, sizeof settings, "level=%u", level);
    fl_err err = fl_run_generator_open_words(&opened, "classic", settings, diag);
    if (!err) {
        fl_classic_terms_read(opened.rules, &terms);
        err = fl_verify_known_law_plan(&terms, &coins, diag);
    }
    fl_enumerate_request request = {.coins = &coins, .threads = 2};
    err = err ? err : fl_enumerate(&request, &tally, diag);
    if (!err) {
        fl_text_add_format(out,
                           "floorlab distribution of classic %u level=%u: tests/stat/known_laws.c wrote it\n",
                           FL_CLASSIC_VERSION, level);
        fl_coins_tally_write(&tally, out);
    }
    fl_coins_tally_free(&tally);
    fl_coins_free(&coins);
    fl_run_generator_close(&opened);
    return err;
}

int main(int n, char **words)
{
    bool writes = n > 1 && strcmp(words[1], "--write") == 0;
    const char *folder = n > 1 ? words[n > 2 && writes ? 2 : 1] : ".";
    unsigned usual = FL_KNOWN_LAW_LEVELS - !(writes || scale_is_thorough());
    unsigned levels = n > 2 && !writes ? (unsigned)strtoul(words[2], NULL, 10) : usual;
    int bad = 0;
    printf("1..%u\n", levels);
    for (unsigned level = 1; level <= levels; level++) {
        char path[1024];
        fl_text text;
        fl_diag diag;
        char *shipped = NULL;
        size_t size = 0;
        fl_diag_init(&diag);
        fl_text_init(&text);
        snprintf(path, sizeof path, "%s/level-%u.txt", folder, level);
        fl_err err = walk(level, &text, &diag);
        err = err      ? err
              : writes ? fl_program_output_replace(path, &text, &diag)
                       : fl_program_file_read(path, &shipped, &size, &diag);
        bool is_same = !err && (writes || strcmp(shipped, fl_text_get(&text)) == 0);
        printf("%s %u - the distribution of level %u is the one that ships %s\n", is_same ? "ok" : "not ok",
               level, level, err ? diag.what : "");
        fflush(stdout);
        bad += !is_same;
        free(shipped);
        fl_text_free(&text);
    }
    return bad > 0;
}
