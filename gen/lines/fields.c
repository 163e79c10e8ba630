/* SPDX-License-Identifier: MIT */
/* Fields that distinguish floors: keys of their lines. A value is a text; a number has one text however it
 * was written, as 3, 3.0 or "3". */
#include "gen/lines/lines_private.h"

#include "gen/base/suggest.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char of_settings[] = "settings.";

void fl_lines_fields_free(fl_lines_floors *self)
{
    for (unsigned i = 0; i < self->fields_n; i++) {
        fl_lines_words_free(&self->field[i].value);
    }
    self->fields_n = 0;
    free(self->part);
    self->part = NULL;
    self->parts_n = 0;
}

/* Adds a field: "stage", "stage=level" or "stage=settings.level". */
static fl_err add_field(fl_lines_floors *self, const char *spec, fl_diag *diag)
{
    size_t length = strcspn(spec, "=");
    const char *key = spec[length] ? spec + length + 1 : spec;
    bool is_in_settings = spec[length] && strncmp(key, of_settings, sizeof of_settings - 1) == 0;
    key += is_in_settings ? sizeof of_settings - 1 : 0;
    char name[FL_SETTING_VALUES_TEXT];
    snprintf(name, sizeof name, "%.*s", (int)length, spec);
    if (!fl_foreign_is_name(name) || !*key || strlen(key) >= FL_LINES_WORD) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "fields",
                                 "found '%.80s', expected a name, or a name, = and a key of the lines", spec);
        fl_diag_hint(diag,
                     "names have 1 to %d letters, digits, - and _; for example: stage hard=settings.hard",
                     FL_FOREIGN_NAME - 1);
        return err;
    }
    if (self->fields_n == FL_LINES_MOST_FIELDS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "fields", "more than %d fields", FL_LINES_MOST_FIELDS);
    }
    fl_lines_field *field = &self->field[self->fields_n];
    *field = (fl_lines_field){.where = spec[length] == '\0' ? FL_LINES_ANYWHERE
                                       : is_in_settings     ? FL_LINES_IN_SETTINGS
                                                            : FL_LINES_ON_TOP};
    strcpy(field->name, name);
    strcpy(field->key, key);
    for (unsigned i = 0; i < self->fields_n; i++) {
        if (strcmp(self->field[i].name, field->name) == 0) {
            return fl_diag_set(diag, FL_ERR_INPUT, "fields", "'%s' is named twice", field->name);
        }
    }
    for (unsigned i = 0; i < FL_LINES_SETTINGS_N; i++) {
        if (strcmp(fl_lines.settings[i].name, field->name) == 0) {
            fl_err err =
                fl_diag_set(diag, FL_ERR_INPUT, "fields", "'%s' is the name of a setting", field->name);
            fl_diag_hint(diag, "give the field another name: my_%s=%s%s", field->name,
                         is_in_settings ? of_settings : "", field->key);
            return err;
        }
    }
    self->fields_n++;
    return FL_OK;
}

fl_err fl_lines_fields_init(fl_lines_floors *self, const char *spec, fl_diag *diag)
{
    char one[FL_SETTING_VALUES_TEXT];
    fl_err err = FL_OK;
    while (!err && fl_foreign_next(&spec, one)) {
        err = add_field(self, one, diag);
    }
    return err;
}

/* Writes a number with enough digits to read it again, a whole one without a point. */
static bool write_real(const json_t *found, char out[FL_LINES_WORD])
{
    enum { FEWEST = 15, MOST = 17 };
    bool is_same = false;
    for (size_t digits = FEWEST; digits <= MOST && !is_same; digits++) {
        char *text = json_dumps(found, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
        size_t n = text ? strlen(text) : FL_LINES_WORD;
        is_same = n < FL_LINES_WORD && strtod(text, NULL) == json_real_value(found);
        if (is_same) {
            n -= n > 2 && strcmp(text + n - 2, ".0") == 0 ? 2 : 0;
            memcpy(out, text, n);
            out[n] = '\0';
        }
        free(text);
    }
    return is_same;
}

/* The text of a value; false if it is neither a number nor a short word. */
static bool write_value(const json_t *found, char out[FL_LINES_WORD])
{
    if (json_is_integer(found)) {
        snprintf(out, FL_LINES_WORD, "%lld", (long long)json_integer_value(found));
    } else if (json_is_real(found)) {
        return write_real(found, out);
    } else if (json_is_boolean(found)) {
        snprintf(out, FL_LINES_WORD, "%s", json_is_true(found) ? "true" : "false");
    } else if (json_is_string(found)) {
        const char *word = json_string_value(found);
        size_t n = json_string_length(found);
        if (n == 0 || n >= FL_LINES_WORD || strlen(word) != n || !fl_lines_words_is_text(word, n)) {
            return false;
        }
        json_t *inside = json_loads(word, JSON_DECODE_ANY, NULL); /* as a setting reads it */
        bool is_value = !inside || write_value(inside, out);
        if (!inside) {
            memcpy(out, word, n + 1);
        }
        json_decref(inside);
        return is_value;
    } else {
        return false;
    }
    return true;
}

/* Returns the value of a field in a line, and its place; NULL if it is missing. */
static const json_t *find(const fl_lines_field *field, const json_t *line, fl_lines_where *where)
{
    const json_t *on_top = json_object_get(line, field->key);
    const json_t *in_settings = json_object_get(json_object_get(line, "settings"), field->key);
    *where = field->where != FL_LINES_ANYWHERE ? field->where
             : on_top                          ? FL_LINES_ON_TOP
                                               : FL_LINES_IN_SETTINGS;
    return *where == FL_LINES_ON_TOP ? on_top : in_settings;
}

static fl_err refuse_missing(const fl_lines_field *field, const json_t *line, fl_diag *diag)
{
    const char *key = NULL;
    json_t *unused = NULL;
    const char *names[64];
    size_t n = 0;
    const json_t *const objects[2] = {line, json_object_get(line, "settings")};
    fl_err err =
        fl_diag_set(diag, FL_ERR_INPUT, "", "%s: the line has no '%s'%s", field->name, field->key,
                    field->where == FL_LINES_IN_SETTINGS ? " in its settings"
                    : field->where == FL_LINES_ON_TOP    ? ", which must stand beside \"rooms\""
                                                         : ", neither beside \"rooms\" nor in its settings");
    for (unsigned i = 0; i < 2; i++) {
        json_object_foreach((json_t *)objects[i], key, unused)
        {
            names[n] = key;
            n += n + 1 < sizeof names / sizeof names[0];
        }
    }
    const char *near = fl_suggest_name(field->key, names, n, sizeof names[0]);
    if (near) {
        fl_diag_hint(diag, "did you mean '%.60s'?", near);
    } else {
        fl_diag_hint(diag, "every line must say it, in the same place; --vary NAME=settings.KEY names a key "
                           "of its settings");
    }
    return err;
}

fl_err fl_lines_fields_read(fl_lines_floors *self, const void *line, fl_diag *diag)
{
    for (unsigned i = 0; i < self->fields_n; i++) {
        const fl_lines_field *field = &self->field[i];
        const json_t *found = find(field, line, &self->next_where[i]);
        if (!found) {
            return refuse_missing(field, line, diag);
        }
        if (!write_value(found, self->next_value[i])) {
            fl_err err =
                fl_diag_set(diag, FL_ERR_INPUT, "", "%s: expected a number or a word of 1 to %d bytes",
                            field->name, FL_LINES_WORD - 1);
            fl_diag_hint(diag, "each value is a configuration of its own, which is called %s=VALUE",
                         field->name);
            return err;
        }
    }
    return FL_OK;
}

fl_err fl_lines_fields_take(fl_lines_floors *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->fields_n; i++) {
        const fl_lines_words *words = &self->field[i].value;
        if (words->n == FL_LINES_VALUES && !fl_lines_words_has(words, self->next_value[i])) {
            err = fl_diag_set(diag, FL_ERR_INPUT, "", "%s: '%s' is one more than %d different values",
                              self->field[i].name, self->next_value[i], FL_LINES_VALUES);
            fl_diag_hint(diag, "each value is a configuration of its own; name a field that has few");
            return err;
        }
    }
    for (unsigned i = 0; i < self->fields_n && !err; i++) {
        uint16_t number = 0;
        err = fl_lines_words_number(&self->field[i].value, self->next_value[i], &number, diag);
        self->bytes[self->at[self->n] + i] = (uint8_t)number;
        self->field[i].where = self->next_where[i];
    }
    return err;
}

fl_err fl_lines_fields_end(fl_lines_floors *self, fl_diag *diag)
{
    size_t n = 1;
    for (unsigned i = 0; i < self->fields_n; i++) {
        n *= self->field[i].value.n;
        if (n > FL_LINES_PARTS) {
            fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "fields",
                                     "the values have more than %d combinations", FL_LINES_PARTS);
            fl_diag_hint(diag, "each is a configuration of its own; name fewer fields");
            return err;
        }
    }
    free(self->part);
    self->part = self->fields_n > 0 ? calloc(n + 1, sizeof *self->part) : NULL;
    if (self->fields_n > 0 && !self->part) {
        return fl_diag_memory(diag);
    }
    self->parts_n = self->fields_n > 0 ? n : 0;
    for (size_t floor = 0; floor < self->n && self->fields_n > 0; floor++) {
        size_t at = 0;
        for (unsigned i = 0; i < self->fields_n; i++) {
            at = at * self->field[i].value.n + self->bytes[self->at[floor] + i];
        }
        self->part[at]++;
    }
    return FL_OK;
}

static fl_err refuse_name(const fl_lines_floors *self, const char *name, fl_diag *diag)
{
    const char *names[FL_LINES_MOST_FIELDS + FL_LINES_SETTINGS_N];
    size_t n = 0;
    for (unsigned i = 0; i < self->fields_n; i++) {
        names[n++] = self->field[i].name;
    }
    for (unsigned i = 0; i < FL_LINES_SETTINGS_N; i++) {
        names[n++] = fl_lines.settings[i].name;
    }
    const char *near = fl_suggest_name(name, names, n, sizeof names[0]);
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, name, "it is neither a setting nor a field of the floors");
    if (near) {
        fl_diag_hint(diag, "did you mean '%s'?", near);
    } else {
        fl_diag_hint(diag, "the setting 'fields' names the fields by which floors are chosen");
    }
    return err;
}

static fl_err refuse_value(const fl_lines_field *field, const char *value, fl_diag *diag)
{
    enum { SHOWN = 12 };
    fl_text values;
    fl_text_init(&values);
    for (uint32_t i = 0; i < field->value.n && i <= SHOWN; i++) {
        fl_text_add_format(&values, "%s%s", i > 0 ? ", " : "", i < SHOWN ? field->value.word[i] : "…");
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, field->name, "no floor has %s=%.80s", field->name, value);
    fl_diag_hint(diag, "values of %s: %s", field->name, fl_text_get(&values));
    fl_text_free(&values);
    return err;
}

/* Reads which values are wanted; -1 = any. */
static fl_err read_wanted(const fl_lines_floors *self, const char *only, int out[FL_LINES_MOST_FIELDS],
                          fl_diag *diag)
{
    const char *name = NULL;
    json_t *wanted = NULL;
    json_t *object = json_loads(only[0] ? only : "{}", 0, NULL);
    fl_err err = object ? FL_OK : fl_diag_memory(diag);
    for (unsigned i = 0; i < FL_LINES_MOST_FIELDS; i++) {
        out[i] = -1;
    }
    json_object_foreach(object, name, wanted)
    {
        char value[FL_LINES_WORD] = "";
        unsigned i = 0;
        while (i < self->fields_n && strcmp(self->field[i].name, name) != 0) {
            i++;
        }
        if (err || i == self->fields_n) {
            err = err ? err : refuse_name(self, name, diag);
            continue;
        }
        const fl_lines_words *words = &self->field[i].value;
        bool is_value = write_value(wanted, value);
        for (uint32_t k = 0; k < words->n && is_value; k++) {
            out[i] = strcmp(words->word[k], value) == 0 ? (int)k : out[i];
        }
        err = out[i] < 0 ? refuse_value(&self->field[i], is_value ? value : "", diag) : FL_OK;
    }
    json_decref(object);
    return err;
}

/* Counts the floors with the wanted values. */
static uint64_t count(const fl_lines_floors *self, const int wanted[FL_LINES_MOST_FIELDS])
{
    uint64_t n = 0;
    for (size_t part = 0; part < self->parts_n; part++) {
        bool is_wanted = true;
        size_t rest = part;
        for (unsigned i = self->fields_n; i-- > 0;) {
            uint32_t values = self->field[i].value.n;
            is_wanted = is_wanted && (wanted[i] < 0 || rest % values == (size_t)wanted[i]);
            rest /= values;
        }
        n += is_wanted ? self->part[part] : 0;
    }
    return n;
}

fl_err fl_lines_fields_choose(const fl_lines_floors *self, const char *only, fl_lines_choice *out,
                              fl_diag *diag)
{
    int wanted[FL_LINES_MOST_FIELDS];
    fl_err err = read_wanted(self, only, wanted, diag);
    *out = (fl_lines_choice){.n = self->found.floors};
    if (err || only[0] == '\0') {
        return err;
    }
    out->n = count(self, wanted);
    out->is_some = true;
    out->floor = calloc(out->n + 1, sizeof *out->floor);
    if (!out->floor) {
        return fl_diag_memory(diag);
    }
    uint64_t n = 0;
    for (size_t floor = 0; floor < self->n; floor++) {
        bool is_wanted = true;
        for (unsigned i = 0; i < self->fields_n; i++) {
            is_wanted = is_wanted && (wanted[i] < 0 || self->bytes[self->at[floor] + i] == wanted[i]);
        }
        out->floor[n] = (uint32_t)floor;
        n += is_wanted;
    }
    return FL_OK;
}
