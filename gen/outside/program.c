/* SPDX-License-Identifier: MIT */
/* The generator row. Each block of scratch memory has two processes: one makes all floors, the other, started
 * when needed, makes one in a thousand again. */
#include "gen/outside/outside.h"

#include "gen/floor/floor_json.h"
#include "gen/outside/outside_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char failure[] = "the program that makes the floors has failed";

typedef struct outside_scratch {
    fl_foreign_trouble trouble;
    fl_outside_talk talk;
    fl_outside_talk again;
    fl_floor second;            /* made again */
    fl_text text[2];            /* a floor and the second, as lines */
    uint64_t seed, first, last; /* floors that will be wanted, in a row; none if last < first */
} outside_scratch;

static fl_err fill(fl_outside_rules *self, const fl_setting_values *values, fl_diag *diag)
{
    const char *with = fl_setting_values_text(values, FL_OUTSIDE_WITH);
    snprintf(self->name, sizeof self->name, "%s", fl_setting_values_text(values, FL_OUTSIDE_COMMAND));
    snprintf(self->with, sizeof self->with, "%s", with[0] ? with : "{}");
    self->timeout = (unsigned)fl_setting_values_get(values, FL_OUTSIDE_TIMEOUT);
    self->is_unrepeatable = fl_setting_values_get(values, FL_OUTSIDE_UNREPEATABLE);
    self->is_named_only = values->files && (values->files->is_closed || values->files->starts_nothing);
    self->known.width = self->known.height = (int)fl_setting_values_get(values, FL_OUTSIDE_BOARD);
    fl_err err = FL_OK;
    if (self->name[0]) { /* without a program only the row can be described */
        err = fl_outside_command_read(&self->command, self->name, diag);
        err = err ? err : fl_outside_first_look(self, values->files, diag);
    } else {
        self->known.width = self->known.height = 1;
        self->known.cells_most = 1;
    }
    const char *rolls = fl_setting_values_text(values, FL_OUTSIDE_ROLL_NAMES);
    char name[FL_SETTING_VALUES_TEXT];
    unsigned unused = 0;
    while (!err && fl_foreign_next(&rolls, name)) {
        err = fl_foreign_roll(&self->known, name, &unused, diag);
    }
    return err;
}

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_outside_rules *self = calloc(1, sizeof *self);
    fl_err err = self ? fill(self, values, diag) : fl_diag_memory(diag);
    if (err) {
        free(self);
        self = NULL;
    }
    *rules = self;
    return err;
}

static size_t scratch_size(const void *rules)
{
    (void)rules;
    return sizeof(outside_scratch);
}

static void close_scratch(void *scratch)
{
    outside_scratch *self = scratch;
    fl_outside_talk_end(&self->talk);
    fl_outside_talk_end(&self->again);
    free(self->talk.process.buffer);
    free(self->again.process.buffer);
    fl_floor_free(&self->second);
    fl_text_free(&self->text[0]);
    fl_text_free(&self->text[1]);
    memset(self, 0, sizeof *self);
}

/* Starts the process in the calling thread, so that it does not end with a worker. */
static fl_err open_scratch(const void *rules_of, void *scratch, fl_diag *diag)
{
    const fl_outside_rules *rules = rules_of;
    outside_scratch *self = scratch;
    if (rules->is_named_only) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, rules->name, "a result file names this program");
        fl_diag_hint(diag, "floorlab does not start programs that a file names; run the experiment again");
        return err;
    }
    if (rules->name[0] == '\0') {
        return fl_outside_command_refuse(diag);
    }
    memset(self, 0, sizeof *self);
    self->first = 1;
    fl_text_init(&self->text[0]);
    fl_text_init(&self->text[1]);
    self->talk.process.buffer = malloc(FL_OUTSIDE_BUFFER);
    self->again.process.buffer = malloc(FL_OUTSIDE_BUFFER);
    fl_err err = self->talk.process.buffer && self->again.process.buffer &&
                         !fl_floor_init(&self->second, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX)
                     ? FL_OK
                     : fl_diag_memory(diag);
    err = err ? err : fl_outside_talk_begin(&self->talk, rules, diag);
    if (err) {
        close_scratch(self);
    }
    return err;
}

static void expect(const void *rules, const fl_key *key, void *scratch, uint64_t n)
{
    outside_scratch *self = scratch;
    (void)rules;
    self->seed = key->seed;
    self->first = key->index;
    self->last = n > 0 ? key->index + n - 1 : 0;
}

/* Compares two floors by their lines. */
static fl_err compare(outside_scratch *self, const fl_outside_rules *rules, const fl_floor *floor,
                      const fl_outside_wish *wish)
{
    enum { BEFORE = 25 /* bytes shown before the first difference */ };
    const fl_floor_json_head head = {.generator = "", .rules = ""};
    const fl_floor *both[2] = {floor, &self->second};
    for (unsigned i = 0; i < 2; i++) {
        fl_text_clear(&self->text[i]);
        fl_floor_json_write(&head, both[i], &self->text[i]);
    }
    if (fl_text_check(&self->text[0]) || fl_text_check(&self->text[1])) {
        return fl_diag_memory(&self->trouble.diag);
    }
    const char *first = fl_text_get(&self->text[0]);
    const char *second = fl_text_get(&self->text[1]);
    if (strcmp(first, second) == 0) {
        return FL_OK;
    }
    size_t n = 0;
    while (first[n] == second[n]) {
        n++;
    }
    n -= n < BEFORE ? n : BEFORE;
    fl_err err =
        fl_diag_set(&self->trouble.diag, FL_ERR_INPUT, rules->name,
                    "asked twice for floor %llu of seed %llu, it made two different floors: ...%.60s... "
                    "and ...%.60s...",
                    (unsigned long long)wish->index, (unsigned long long)wish->seed, first + n, second + n);
    fl_diag_hint(
        &self->trouble.diag,
        "make the random numbers of each floor from its seed, its number and the settings alone, "
        "whatever was made before; 'run --allow-unrepeatable', or the setting unrepeatable=on, counts "
        "such floors, too");
    return err;
}

static fl_err get(outside_scratch *self, const fl_outside_rules *rules, const fl_key *key, fl_floor *out)
{
    bool is_expected = key->seed == self->seed && key->index >= self->first && key->index <= self->last;
    fl_outside_wish wish = {key->seed, key->index, is_expected ? self->last - key->index + 1 : 1};
    fl_err err = fl_outside_talk_get(&self->talk, rules, &wish, out, &self->trouble.diag);
    if (!err && !rules->is_unrepeatable && key->index % FL_FOREIGN_AGAIN == FL_FOREIGN_AGAIN_AT) {
        wish.n = 1;
        err = fl_outside_talk_get(&self->again, rules, &wish, &self->second, &self->trouble.diag);
        err = err ? err : compare(self, rules, out, &wish);
    }
    return err;
}

static void make(const void *rules, const fl_key *key, void *scratch, void *floor)
{
    outside_scratch *self = scratch;
    fl_floor *out = floor;
    self->trouble.err = self->trouble.err ? self->trouble.err : get(self, rules, key, out);
    if (self->trouble.err) {
        fl_floor_clear(out, 0, 0);
        out->failure = failure;
    }
    out->key = *key;
}

static const fl_setting settings[] = {FL_OUTSIDE_SETTINGS(FL_FOREIGN_SETTING)};

const fl_generator fl_outside = {
    .name = "program",
    .version = FL_OUTSIDE_VERSION,
    .meaning = "floors of a program of your own, which floorlab starts and asks, in any language",
    .init = init,
    .free = free,
    FL_FOREIGN_ROW,
    .scratch_size = scratch_size,
    .open = open_scratch,
    .close = close_scratch,
    .expect = expect,
    .check = fl_foreign_check,
    .make = make,
};
