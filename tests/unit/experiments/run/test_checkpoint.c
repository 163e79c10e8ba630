/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checkpoints: what was saved last comes back; a torn record is ignored. */
#include "experiments/run/run_private.h"
#include "gen/random/pcg.h"
#include "tests/support/scale.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTATIONS = 10000, RECORDS = 3 };

static const char tiny_text[] = "name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 3k\n"
                                "metrics: [rooms]\nmaps: none\n";

/* A folder with the log of a run that saved after 1, 2 and 4 blocks. */
typedef struct stage {
    char folder[SMALL_RUN_FOLDER], output[SMALL_RUN_PATH], log[SMALL_RUN_PATH];
    small_run run;       /* as it was at the last save */
    small_run before;    /* at the save before */
    size_t end[RECORDS]; /* the log's size after each save */
    char *text;
    size_t size;
} stage;

static const uint64_t blocks_at[RECORDS] = {1, 2, 4};

static void read_log(stage *s)
{
    fl_diag diag;
    fl_diag_init(&diag);
    free(s->text);
    cr_assert_eq(fl_program_file_read(s->log, &s->text, &s->size, &diag), FL_OK, "%s", diag.what);
}

static void save_all(stage *s)
{
    fl_checkpoint log;
    uint64_t done = 0;
    cr_assert_eq(fl_run_checkpoint_init(&log, s->output, &s->run.setup, false, NULL), FL_OK);
    for (unsigned i = 0; i < RECORDS; i++) {
        small_run_count(&s->run, done, blocks_at[i]);
        done = blocks_at[i];
        cr_assert_eq(fl_run_checkpoint_save(
                         &log, &(fl_checkpoint_state){&s->run.setup, s->run.totals, done, NULL}, NULL),
                     FL_OK);
        read_log(s);
        s->end[i] = s->size;
    }
    fl_run_checkpoint_free(&log);
}

static void open_stage(stage *s)
{
    memset(s, 0, sizeof *s);
    small_run_make_folder(s->folder);
    small_run_path(s->folder, "x.h5", s->output);
    small_run_path(s->folder, "x.h5.checkpoint", s->log);
    small_run_open(&s->run, tiny_text, 0, 1);
    small_run_open(&s->before, tiny_text, 0, 1);
    small_run_count(&s->before, 0, blocks_at[RECORDS - 2]);
    save_all(s);
}

static void close_stage(stage *s)
{
    free(s->text);
    small_run_close(&s->run);
    small_run_close(&s->before);
    small_run_remove_folder(s->folder);
}

static void write_log(const stage *s, const char *bytes, size_t n)
{
    FILE *file = fopen(s->log, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, n, file), n);
    cr_assert_eq(fclose(file), 0);
}

/* Loads into a run, as if nothing had been counted. */
static fl_err load_into(const stage *s, small_run *out, uint64_t *done, fl_diag *diag)
{
    fl_checkpoint log;
    fl_diag_init(diag);
    for (uint64_t c = 0; c < out->setup.conditions; c++) {
        fl_tally_clear(&out->totals[c]);
    }
    cr_assert_eq(fl_run_checkpoint_init(&log, s->output, &out->setup, false, NULL), FL_OK);
    fl_checkpoint_state state = {.setup = &out->setup, .totals = out->totals};
    fl_err err = fl_run_checkpoint_load(&log, &state, diag);
    *done = state.done;
    fl_run_checkpoint_free(&log);
    return err;
}

/* Loads into a fresh run of an experiment. */
static fl_err load(const stage *s, const char *text, small_run *out, uint64_t *done, fl_diag *diag)
{
    small_run_open(out, text, 0, 1);
    return load_into(s, out, done, diag);
}

/* Every length the log can have when the machine stops in the middle of writing. */
Test(checkpoint, every_torn_log_gives_the_last_whole_record)
{
    stage s;
    small_run back;
    fl_diag diag;
    open_stage(&s);
    small_run_open(&back, tiny_text, 0, 1);
    for (size_t n = 0; n <= s.size; n++) {
        uint64_t done = 99;
        write_log(&s, s.text, n);
        cr_assert_eq(load_into(&s, &back, &done, &diag), FL_OK, "%zu bytes: %s", n, diag.what);
        uint64_t expected = n < s.end[0] ? 0 : n < s.end[1] ? 1 : n < s.end[2] ? 2 : 4;
        cr_assert_eq(done, expected, "%zu bytes", n);
        cr_assert(expected != 2 || small_run_are_same(&back, &s.before));
        cr_assert(expected != 4 || small_run_are_same(&back, &s.run));
    }
    small_run_close(&back);
    close_stage(&s);
}

Test(checkpoint, a_log_goes_on_after_a_torn_record)
{
    stage s;
    small_run back;
    fl_checkpoint log;
    fl_diag diag;
    uint64_t done = 0;
    open_stage(&s);
    write_log(&s, s.text, s.size - 1);
    cr_assert_eq(fl_run_checkpoint_init(&log, s.output, &s.run.setup, false, NULL), FL_OK);
    cr_assert_eq(
        fl_run_checkpoint_save(&log, &(fl_checkpoint_state){&s.run.setup, s.run.totals, 4, NULL}, NULL),
        FL_OK);
    fl_run_checkpoint_free(&log);
    cr_assert_eq(load(&s, tiny_text, &back, &done, &diag), FL_OK);
    cr_expect_eq(done, 4, "the new record must not stand behind the torn one");
    small_run_close(&back);
    close_stage(&s);
}

Test(checkpoint, of_another_run_is_refused_with_the_key)
{
    static const struct {
        const char *text, *key;
    } others[] = {
        {"name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 3k\nmetrics: [rooms]\nmaps: "
         "none\nseed: 2\n",
         "seed: 1"},
        {"name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 4k\nmetrics: [rooms]\nmaps: none\n",
         "floors: 3000"},
        {"name: tiny\ngenerator: classic\nvary: {level: [1, 3]}\nfloors: 3k\nmetrics: [rooms]\nmaps: none\n",
         "level: ['1', '2']"},
        {"name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 3k\nmetrics: [doors]\nmaps: none\n",
         "metrics: ['rooms']"},
        {"name: tiny\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 3k\nmetrics: [rooms]\n",
         "maps: none"},
    };
    stage s;
    open_stage(&s);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        small_run back;
        fl_diag diag;
        uint64_t done = 9;
        cr_expect_eq(load(&s, others[i].text, &back, &done, &diag), FL_ERR_MISMATCH);
        cr_expect(strstr(diag.what, others[i].key), "%s", diag.what);
        cr_expect_eq(done, 0);
        small_run_close(&back);
    }
    close_stage(&s);
}

/* Changed bytes give an older record or an error, never other numbers. */
Test(checkpoint, damaged_logs_never_give_other_numbers)
{
    stage s;
    small_run back;
    small_run prefix[5];
    fl_pcg rng;
    fl_pcg_init(&rng, 12, 0);
    open_stage(&s);
    for (unsigned i = 0; i < 5; i++) {
        small_run_open(&prefix[i], tiny_text, 0, 1);
        small_run_count(&prefix[i], 0, i);
    }
    small_run_open(&back, tiny_text, 0, 1);
    char *bytes = malloc(s.size);
    unsigned errors = 0;
    for (unsigned i = 0; i < scale_oracle(MUTATIONS); i++) {
        fl_diag diag;
        uint64_t done = 99;
        memcpy(bytes, s.text, s.size);
        for (unsigned k = 1 + fl_pcg_below(&rng, 3); k > 0; k--) {
            bytes[fl_pcg_below(&rng, (uint32_t)s.size)] ^= (char)(1u << fl_pcg_below(&rng, 8));
        }
        write_log(&s, bytes,
                  s.size - (fl_pcg_below(&rng, 8) == 0 ? fl_pcg_below(&rng, (uint32_t)s.size) : 0));
        fl_err err = load_into(&s, &back, &done, &diag);
        cr_assert(err == FL_OK || diag.what[0]);
        cr_assert(err || (done <= 4 && done != 3 && small_run_are_same(&back, &prefix[done])), "mutation %u",
                  i);
        errors += err != FL_OK;
    }
    small_run_close(&back);
    cr_expect_gt(errors, 0);
    free(bytes);
    for (unsigned i = 0; i < 5; i++) {
        small_run_close(&prefix[i]);
    }
    close_stage(&s);
}
