/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slots: opening them, and listing their contents. */
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/registry.h"
#include "plots/page/page_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 128, FILES = 8, DESCRIPTION = 1 << 18 };

static fl_page_slot slots[FL_PAGE_SLOTS];
static fl_text answer;
static char *request;
static size_t request_size;
static size_t request_at;
static int32_t *numbers;

char *fl_page_memory(size_t size)
{
    char *grown = realloc(request, size + 1);
    if (grown) {
        request = grown;
        request[size] = '\0';
        request_size = size;
    }
    return grown;
}

void fl_page_fields(void)
{
    request_at = 0;
}

const char *fl_page_field(void)
{
    const char *out = request_at < request_size ? request + request_at : "";
    request_at += strlen(out) + 1;
    return out;
}

const char *fl_page_rest(size_t *size)
{
    size_t at = request_at < request_size ? request_at : request_size;
    *size = request_size - at;
    return request + at;
}

const char *fl_page_answer(void)
{
    return fl_text_get(&answer);
}

size_t fl_page_answer_size(void)
{
    return answer.size;
}

fl_text *fl_page_begin(void)
{
    fl_text_clear(&answer);
    return &answer;
}

static void answer_error(const char *where, const char *what, const char *hint)
{
    fl_text_clear(&answer);
    fl_text_add(&answer, "{\"where\":");
    fl_text_add_json(&answer, where);
    fl_text_add(&answer, ",\"what\":");
    fl_text_add_json(&answer, what);
    fl_text_add(&answer, ",\"hint\":");
    fl_text_add_json(&answer, hint);
    fl_text_add_char(&answer, '}');
}

int fl_page_end(fl_err err, const fl_diag *diag)
{
    if (err) {
        answer_error(diag->where, diag->what[0] ? diag->what : fl_diag_text(err), diag->hint);
    } else if (fl_text_check(&answer)) {
        fl_text_free(&answer);
        fl_text_init(&answer);
        answer_error("", "there is not enough memory", "");
        return FLOORLAB_TROUBLE;
    }
    return fl_diag_exit_code(err);
}

static int end_status(floorlab_status status, const floorlab_error *error)
{
    if (status != FLOORLAB_OK) {
        answer_error(error->where, error->what, error->hint);
    }
    return (int)status;
}

fl_page_slot *fl_page_slot_at(unsigned slot)
{
    if (slot >= FL_PAGE_SLOTS || !slots[slot].is_open) {
        answer_error("", "nothing is open", "open a generator first");
        return NULL;
    }
    return &slots[slot];
}

void fl_page_add_number(double number, fl_text *out)
{
    if (isfinite(number)) {
        fl_text_add_format(out, "%.17g", number);
    } else {
        fl_text_add(out, "null");
    }
}

static void close_slot(fl_page_slot *self)
{
    fl_page_verdicts_end(self);
    fl_page_count_end(self);
    if (self->has_maker) {
        fl_run_maker_close(&self->maker);
    }
    fl_run_generator_close(&self->opened);
    fl_files_free(&self->files);
    floorlab_close(self->floors);
    memset(self, 0, sizeof *self);
}

/* A request to open, as pairs of texts. */
typedef struct open_request {
    const char *generator;
    uint64_t seed;
    const char *names[FIELDS], *values[FIELDS];
    size_t settings_n;
    floorlab_file files[FILES];
    size_t files_n;
} open_request;

static fl_err read_count(const char *what, uint64_t limit, uint64_t *out, fl_diag *diag)
{
    const char *text = fl_page_field();
    return fl_parse_number_unsigned(text, out) == FL_OK && *out <= limit
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_INPUT, what, "expected a whole number up to %llu, found '%.40s'",
                             (unsigned long long)limit, text);
}

static fl_err read_opening(open_request *self, fl_diag *diag)
{
    uint64_t n = 0;
    fl_page_fields();
    self->generator = fl_page_field();
    fl_err err = read_count("seed", UINT64_MAX, &self->seed, diag);
    err = err ? err : read_count("settings", FIELDS, &n, diag);
    self->settings_n = err ? 0 : (size_t)n;
    for (size_t i = 0; i < self->settings_n; i++) {
        self->names[i] = fl_page_field();
        self->values[i] = fl_page_field();
    }
    err = err ? err : read_count("files", FILES, &n, diag);
    self->files_n = err ? 0 : (size_t)n;
    for (size_t i = 0; i < self->files_n; i++) {
        self->files[i].name = fl_page_field();
        self->files[i].text = fl_page_field();
    }
    return err;
}

/* Opens the generator a second time, for pictures and counts. */
static fl_err open_again(fl_page_slot *self, const open_request *given, fl_diag *diag)
{
    fl_opened_generator *opened = &self->opened;
    fl_err err = fl_registry_need(given->generator, &opened->generator, diag);
    if (err) {
        return err;
    }
    self->files.starts_nothing = self->files.is_given = self->files.is_closed = true;
    for (size_t i = 0; i < given->files_n && !err; i++) {
        err = fl_files_keep(&self->files, given->files[i].name, given->files[i].text, diag);
    }
    fl_setting_values_init(&opened->values, opened->generator->settings, opened->generator->settings_n);
    opened->values.files = &self->files;
    opened->seed = given->seed;
    for (size_t i = 0; i < given->settings_n && !err; i++) {
        err = fl_setting_values_set(&opened->values, given->names[i], given->values[i], "settings", diag);
    }
    err = err ? err : fl_run_generator_make_rules(opened, diag);
    err = err ? err : fl_run_maker_open(&self->maker, opened, diag);
    self->has_maker = !err;
    return err;
}

static int describe(fl_page_slot *self)
{
    static char description[DESCRIPTION];
    static const char *const origins[] = {"default", "preset", "given"};
    const fl_setting_values *values = &self->opened.values;
    fl_text value;
    floorlab_text text = {description, sizeof description, 0};
    floorlab_error error;
    fl_text *out = fl_page_begin();
    floorlab_status status = floorlab_describe(self->floors, &text, &error);
    if (status != FLOORLAB_OK || text.length >= text.size) {
        return end_status(status ? status : FLOORLAB_TROUBLE, &error);
    }
    fl_text_add_bytes(out, description, text.length - 1); /* without its brace */
    fl_text_init(&value);
    fl_text_add(out, ",\"values\":{"); /* of all settings, given or not */
    for (size_t i = 0; i < values->n; i++) {
        fl_text_clear(&value);
        fl_setting_values_write(values, i, &value);
        fl_text_add(out, i > 0 ? "," : "");
        fl_text_add_json(out, values->table[i].name);
        fl_text_add(out, ":[");
        fl_text_add_json(out, fl_text_get(&value));
        fl_text_add_format(out, ",\"%s\"]", origins[values->origin[i]]);
    }
    fl_text_add_char(out, '}');
    fl_text_free(&value);
    fl_text_add_format(out, ",\"has_game_seeds\":%s", self->opened.generator->number_of ? "true" : "false");
    fl_text_add_char(out, '}');
    return fl_page_end(FL_OK, NULL);
}

int fl_page_open(unsigned slot)
{
    open_request given;
    fl_diag diag;
    floorlab_error error;
    fl_diag_init(&diag);
    if (slot >= FL_PAGE_SLOTS) {
        return fl_page_end(fl_diag_set(&diag, FL_ERR_INPUT, "slot", "there is no slot %u", slot), &diag);
    }
    fl_page_slot *self = &slots[slot];
    close_slot(self);
    fl_err err = read_opening(&given, &diag);
    if (err) {
        return fl_page_end(err, &diag);
    }
    floorlab_options options = {.generator = given.generator,
                                .seed = given.seed,
                                .names = given.names,
                                .values = given.values,
                                .settings_n = given.settings_n,
                                .files = given.files,
                                .files_n = given.files_n};
    floorlab_status status = floorlab_open(&options, &self->floors, &error);
    if (status != FLOORLAB_OK) {
        return end_status(status, &error);
    }
    err = open_again(self, &given, &diag);
    if (err) {
        close_slot(self);
        return fl_page_end(err, &diag);
    }
    self->is_open = true;
    return describe(self);
}

static void add_shipped(const char *key, const char *folder, fl_text *out)
{
    const char *link = "";
    fl_text_add_format(out, ",\"%s\":[", key);
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (fl_embedded_is_in(&fl_embedded_table[i], folder)) {
            fl_text_add(out, link);
            fl_text_add_json(out, fl_embedded_table[i].name);
            link = ",";
        }
    }
    fl_text_add_char(out, ']');
}

int fl_page_catalogue(void)
{
    static char description[DESCRIPTION];
    floorlab_text text = {description, sizeof description, 0};
    floorlab_error error;
    fl_text *out = fl_page_begin();
    floorlab_status status = floorlab_generators(&text, &error);
    if (status != FLOORLAB_OK || text.length >= text.size) {
        return end_status(status ? status : FLOORLAB_TROUBLE, &error);
    }
    fl_text_add_format(out, "{\"version\":\"%s\",\"generators\":%s", floorlab_version(), description);
    add_shipped("rulesets", "data/rulesets/", out);
    add_shipped("plans", "data/journeys/", out);
    fl_text_add_char(out, '}');
    return fl_page_end(FL_OK, NULL);
}

int fl_page_shipped(void)
{
    fl_diag diag;
    fl_diag_init(&diag);
    fl_page_fields();
    const char *name = fl_page_field();
    const fl_embedded *file = fl_embedded_find(name);
    if (!file) {
        return fl_page_end(fl_diag_set(&diag, FL_ERR_INPUT, name, "this file is not built into the page"),
                           &diag);
    }
    fl_text_add_bytes(fl_page_begin(), file->data, file->size);
    return fl_page_end(FL_OK, NULL);
}

int fl_page_number(unsigned slot)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    uint64_t number = 0;
    char text[FL_ROW_SEED_TEXT];
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    const fl_opened_generator *opened = &self->opened;
    fl_diag_init(&diag);
    fl_page_fields();
    const char *given = fl_page_field();
    fl_err err = FL_OK;
    if (fl_parse_number_unsigned(given, &number)) {
        err =
            opened->generator->number_of
                ? opened->generator->number_of(opened->rules, given, &number, &diag)
                : fl_diag_set(&diag, FL_ERR_INPUT, "floor", "expected a whole number, found '%.40s'", given);
    }
    if (!err && (number < opened->first || number > opened->last)) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "floor", "with these settings they are numbered %llu to %llu",
                          (unsigned long long)opened->first, (unsigned long long)opened->last);
    }
    fl_text *out = fl_page_begin();
    if (!err) {
        fl_run_generator_game_seed(opened, number, text);
        fl_text_add_format(out, "{\"number\":\"%llu\",\"text\":", (unsigned long long)number);
        fl_text_add_json(out, text);
        fl_text_add_char(out, '}');
    }
    return fl_page_end(err, &diag);
}

int fl_page_values(unsigned slot, uint64_t first, unsigned n)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    const char *names[FIELDS];
    uint64_t metrics = 0;
    floorlab_error error;
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_page_fields();
    fl_err err = read_count("metrics", FIELDS, &metrics, &diag);
    for (uint64_t i = 0; i < metrics && !err; i++) {
        names[i] = fl_page_field();
    }
    size_t size = (size_t)n * (size_t)metrics;
    int32_t *grown = err ? NULL : realloc(numbers, (size + 1) * sizeof *numbers);
    if (!grown) {
        return fl_page_end(err ? err : fl_diag_memory(&diag), &diag);
    }
    numbers = grown;
    fl_page_begin();
    floorlab_request wanted = {.first = first, .n = n, .metrics = names, .metrics_n = (size_t)metrics};
    return end_status(floorlab_values(self->floors, &wanted, numbers, size, &error), &error);
}

const int32_t *fl_page_numbers(void)
{
    return numbers;
}
