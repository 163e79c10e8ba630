/* SPDX-License-Identifier: MIT */
/* The generator row. A file is read once and its floors are shared by all users: they belong to the list of
 * files, if there is one (gen/base/files.h), else to the rules. */
#include "gen/lines/lines.h"

#include "gen/base/embedded.h"
#include "gen/base/files.h"
#include "gen/lines/lines_private.h"
#include "gen/random/game_seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char example[] = "data/lines/example.jsonl";

typedef struct fl_lines_rules {
    fl_foreign known; /* as the floors' */
    fl_lines_floors *floors;
    bool is_own;
    fl_lines_choice choice;
} fl_lines_rules;

static void free_floors(void *floors_of)
{
    fl_lines_floors_free(floors_of);
    free(floors_of);
}

/* Writes the name of a summary in a list of files. */
static void write_summary_name(const char *file, char *out, size_t size)
{
    snprintf(out, size, "%s (summary)", file);
}

/* Records the file's hash, or its content, in the list. */
static fl_err note_file(fl_files *files, const fl_lines_floors *floors, const fl_lines_file *source,
                        fl_diag *diag)
{
    char name[FL_SETTING_VALUES_TEXT + 16];
    fl_text summary;
    if (!files || files->is_closed) {
        return FL_OK;
    }
    if (source->is_kept) {
        return fl_files_keep(files, source->name, fl_text_get(source->kept), diag);
    }
    fl_text_init(&summary);
    write_summary_name(source->name, name, sizeof name);
    fl_lines_summary_write(floors, &summary);
    return fl_foreign_note(files, (const char *const[2]){source->name, name}, source->hash, &summary, diag);
}

fl_err fl_lines_give(fl_files *files, const char *name, fl_lines_floors *floors, uint64_t hash, fl_diag *diag)
{
    fl_lines_file source = {.name = name, .hash = hash};
    fl_lines_floors *made = malloc(sizeof *made);
    fl_err err = made ? note_file(files, floors, &source, diag) : fl_diag_memory(diag);
    if (err || !fl_files_find(files, name)) {
        free(made);
        return err;
    }
    *made = *floors;
    *floors = (fl_lines_floors){.n = 0};
    for (unsigned i = 0; i < made->known.rolls_n; i++) {
        made->known.roll_names[i] = made->known.roll[i];
    }
    err = fl_files_add_made(files, name, made, free_floors, diag);
    if (err) {
        free_floors(made);
    }
    return err;
}

void fl_lines_read_as(const fl_setting_values *values, char out[FL_LINES_READ_AS])
{
    snprintf(out, FL_LINES_READ_AS, "format %d, legend '%s', fields '%s'",
             (int)fl_setting_values_get(values, FL_LINES_FORMAT),
             fl_setting_values_text(values, FL_LINES_LEGEND),
             fl_setting_values_text(values, FL_LINES_FIELDS));
}

/* For a result that is read back: finds the stored content, or else the summary. */
static fl_err find_closed(fl_files *files, fl_lines_floors *floors, fl_lines_file *source, fl_diag *diag)
{
    char name[FL_SETTING_VALUES_TEXT + 16];
    write_summary_name(source->name, name, sizeof name);
    const fl_named_file *file = fl_files_find(files, source->name);
    const fl_named_file *summary = fl_files_find(files, name);
    if (file && file->data) {
        source->data = file->data;
        source->size = strlen(file->data);
        return FL_OK;
    }
    return file && summary && summary->data ? fl_lines_summary_read(floors, summary->data, name, diag)
                                            : fl_files_refuse(files, source->name, diag);
}

/* Reads the file that the settings name; its floors belong to the list, if they can be found there again. */
static fl_err make_floors(fl_lines_rules *self, const fl_setting_values *values, fl_lines_file *source,
                          fl_diag *diag)
{
    const char *name = source->name;
    fl_files *files = values->files;
    fl_text kept;
    self->floors = calloc(1, sizeof *self->floors);
    self->is_own = true;
    if (!self->floors) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&kept);
    source->kept = &kept;
    fl_lines_read_as(values, self->floors->read_as);
    fl_err err = fl_lines_fields_init(self->floors, fl_setting_values_text(values, FL_LINES_FIELDS), diag);
    if (!err && name[0] == '\0') {
        const fl_embedded *shipped = fl_embedded_find(example);
        fl_bug_assert(shipped, "floorlab show lines");
        source->name = example;
        source->data = shipped->data;
        source->size = shipped->size;
    } else if (!err && files && files->is_closed) {
        err = find_closed(files, self->floors, source, diag);
    }
    bool is_summary = name[0] && files && files->is_closed && !source->data;
    err = err || is_summary ? err : fl_lines_read(self->floors, source, diag);
    err = err || is_summary || !name[0] ? err : note_file(files, self->floors, source, diag);
    if (!err && fl_files_find(files, name)) {
        err = fl_files_add_made(files, name, self->floors, free_floors, diag);
        self->is_own = err != FL_OK;
    }
    fl_text_free(&kept);
    return err;
}

static void free_rules(void *rules)
{
    fl_lines_rules *self = rules;
    if (self && self->is_own && self->floors) {
        free_floors(self->floors);
    }
    free(self ? self->choice.floor : NULL);
    free(self);
}

/* Checks that floors read earlier were read with the same settings. */
static fl_err check_reading(const fl_lines_floors *floors, const fl_setting_values *values,
                            const fl_lines_file *source, fl_diag *diag)
{
    char read_as[FL_LINES_READ_AS];
    fl_lines_read_as(values, read_as);
    if (strcmp(read_as, floors->read_as) != 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, source->name,
                                 "it was read before with another format, legend or fields");
        fl_diag_hint(diag, "an experiment reads a file once; give all its configurations the same");
        return err;
    }
    return floors->found.bad > source->skip_bad
               ? fl_diag_set(diag, FL_ERR_INPUT, source->name, "it has %llu bad lines; skip_bad allows %llu",
                             (unsigned long long)floors->found.bad, (unsigned long long)source->skip_bad)
               : FL_OK;
}

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_lines_file source = {.name = fl_setting_values_text(values, FL_LINES_FILE),
                            .skip_bad = (uint64_t)fl_setting_values_get(values, FL_LINES_SKIP_BAD),
                            .legend = fl_setting_values_text(values, FL_LINES_LEGEND),
                            .format = (fl_lines_format)fl_setting_values_get(values, FL_LINES_FORMAT)};
    fl_lines_rules *self = calloc(1, sizeof *self);
    *rules = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->floors = values->files ? fl_files_made(values->files, source.name, free_floors) : NULL;
    fl_err err = self->floors ? check_reading(self->floors, values, &source, diag)
                              : make_floors(self, values, &source, diag);
    err = err ? err
              : fl_lines_fields_choose(self->floors, fl_setting_values_text(values, FL_LINES_ONLY),
                                       &self->choice, diag);
    if (err) {
        free_rules(self);
        *rules = NULL;
        return err;
    }
    self->known = self->floors->known;
    return FL_OK;
}

static const fl_lines_floors *floors_of(const void *rules)
{
    return ((const fl_lines_rules *)rules)->floors;
}

const fl_lines_found *fl_lines_found_in(const void *rules)
{
    return &floors_of(rules)->found;
}

const char *fl_lines_field_name(const void *rules, unsigned field)
{
    const fl_lines_floors *self = floors_of(rules);
    return field < self->fields_n ? self->field[field].name : NULL;
}

const char *fl_lines_field_value(const void *rules, unsigned field, unsigned value)
{
    const fl_lines_floors *self = floors_of(rules);
    bool is_there = field < self->fields_n && value < self->field[field].value.n;
    return is_there ? self->field[field].value.word[value] : NULL;
}

static size_t scratch_size(const void *rules)
{
    (void)rules;
    return 1;
}

static const fl_lines_choice *choice_of(const void *rules)
{
    return &((const fl_lines_rules *)rules)->choice;
}

/* If no floor has all wanted values, the first number is greater than the last. */
static void floors(const void *rules, uint64_t *first, uint64_t *last)
{
    const fl_lines_choice *choice = choice_of(rules);
    *first = choice->n > 0 ? 0 : 1;
    *last = choice->n > 0 ? choice->n - 1 : 0;
}

/* The place of a floor in the file. */
static size_t place_of(const void *rules, uint64_t index)
{
    const fl_lines_choice *choice = choice_of(rules);
    return choice->is_some ? choice->floor[index % choice->n] : (size_t)(index % floors_of(rules)->n);
}

static void text_of(const void *rules, uint64_t index, char out[FL_ROW_SEED_TEXT])
{
    const fl_lines_floors *self = floors_of(rules);
    bool has_floor = self->n > 0 && choice_of(rules)->n > 0;
    uint32_t seed = has_floor ? fl_lines_game_seed(self, place_of(rules, index)) : 0;
    out[0] = '\0';
    if (seed) {
        fl_game_seed_write(seed, out);
    }
}

/* Numbers beyond the last floor wrap around to the first. */
static void make(const void *rules, const fl_key *key, void *scratch, void *floor)
{
    const fl_lines_floors *self = floors_of(rules);
    fl_floor *out = floor;
    (void)scratch;
    out->key = *key;
    if (self->n == 0 || choice_of(rules)->n == 0) {
        fl_floor_clear(out, 0, 0);
        out->failure = self->n == 0 ? "the result does not hold its floors" : "no floor has these values";
        return;
    }
    fl_lines_unpack(self, place_of(rules, key->index), out);
}

static const fl_setting settings[] = {FL_LINES_SETTINGS(FL_FOREIGN_SETTING)};

const fl_generator fl_lines = {
    .name = "lines",
    .version = FL_LINES_VERSION,
    .meaning = "floors from a file or a pipe: those of your own generator, as lines of JSON or maps",
    .init = init,
    .free = free_rules,
    FL_FOREIGN_ROW,
    .scratch_size = scratch_size,
    .make = make,
    .floors = floors,
    .text_of = text_of,
    .has_list = true,
};
