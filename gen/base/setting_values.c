/* SPDX-License-Identifier: MIT */
/* Setting values from text; errors say which names and values are allowed. */
#include "gen/base/setting_values.h"

#include "gen/base/suggest.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of a row among those of type FL_SETTING_TEXT. */
static size_t text_number(const fl_setting_values *self, size_t index)
{
    size_t number = 0;
    for (size_t i = 0; i < index; i++) {
        number += self->table[i].type == FL_SETTING_TEXT;
    }
    assert(self->table[index].type == FL_SETTING_TEXT && number < FL_SETTING_VALUES_TEXTS);
    return number;
}

const char *fl_setting_values_text(const fl_setting_values *self, size_t index)
{
    return self->text[text_number(self, index)];
}

bool fl_setting_values_are_same(const fl_setting_values *a, const fl_setting_values *b)
{
    assert(a->table == b->table);
    bool is_same = memcmp(a->number, b->number, a->n * sizeof a->number[0]) == 0;
    for (unsigned i = 0; i < FL_SETTING_VALUES_TEXTS; i++) {
        is_same = is_same && strcmp(a->text[i], b->text[i]) == 0;
    }
    return is_same;
}

/* FNV-1a over the generator's name and the settings that differ from their defaults. */
fl_err fl_setting_values_mark(const fl_setting_values *self, const char *generator, uint32_t *mark)
{
    fl_setting_values usual;
    fl_text text;
    fl_text_init(&text);
    fl_setting_values_init(&usual, self->table, self->n);
    fl_text_add(&text, generator);
    for (size_t i = 0; i < usual.n; i++) {
        bool is_text = usual.table[i].type == FL_SETTING_TEXT;
        if (is_text ? fl_setting_values_text(self, i)[0] != 0 : self->number[i] != usual.number[i]) {
            fl_text_add_format(&text, " %s=", usual.table[i].name);
            fl_setting_values_write(self, i, &text);
        }
    }
    *mark = 2166136261u;
    for (const char *p = fl_text_get(&text); *p; p++) {
        *mark = (*mark ^ (unsigned char)*p) * 16777619u;
    }
    fl_err err = fl_text_check(&text);
    fl_text_free(&text);
    return err;
}

void fl_setting_values_init(fl_setting_values *self, const fl_setting *table, size_t n)
{
    memset(self, 0, sizeof *self);
    fl_bug_assert(n <= FL_SETTING_VALUES_MAX,
                  "floorlab show GENERATOR, for each of 'floorlab list generators'");
    self->table = table;
    self->n = n;
    for (size_t i = 0; i < n; i++) {
        if (table[i].type != FL_SETTING_TEXT) {
            fl_err err = fl_setting_read(&table[i], table[i].initial, &self->number[i]);
            fl_bug_assert(err == FL_OK, "floorlab show GENERATOR, for each of 'floorlab list generators'");
        }
    }
}

int fl_setting_values_find(const fl_setting_values *self, const char *name)
{
    size_t at = fl_suggest_find(name, self->table, self->n, sizeof *self->table);
    return at < self->n ? (int)at : -1;
}

int fl_setting_values_others(const fl_setting_values *self)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->table[i].type == FL_SETTING_TEXT && self->table[i].max >= FL_SETTING_OTHERS) {
            return (int)i;
        }
    }
    return -1;
}

static fl_err refuse_name(const fl_setting_values *self, const char *name, const char *where, fl_diag *diag)
{
    const char *near = fl_suggest_name(name, self->table, self->n, sizeof *self->table);
    int others = fl_setting_values_others(self);
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "there is no setting '%.80s'", name);
    if (near && others >= 0) {
        fl_diag_hint(diag, "did you mean '%s'? If it is one of the program's own: %s={\"%.80s\":...}", near,
                     self->table[others].name, name);
    } else if (near) {
        fl_diag_hint(diag, "did you mean '%s'? 'floorlab list settings' names them all", near);
    } else {
        fl_diag_hint(diag, "'floorlab list settings' names them all");
    }
    return err;
}

static fl_err refuse_value(const fl_setting *row, const char *text, const char *where, fl_diag *diag)
{
    fl_text range;
    fl_text_init(&range);
    fl_setting_range(row, &range);
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "setting '%s' cannot be '%.80s'", row->name, text);
    fl_diag_hint(diag, "expected %s (%s)", fl_text_get(&range), row->meaning);
    fl_text_free(&range);
    return err;
}

static fl_err set_text(fl_setting_values *self, size_t index, const char *text, const char *where,
                       fl_diag *diag)
{
    char *out = self->text[text_number(self, index)];
    if (strlen(text) >= sizeof self->text[0]) {
        return fl_diag_set(diag, FL_ERR_INPUT, where, "setting '%s' is longer than %d bytes",
                           self->table[index].name, FL_SETTING_VALUES_TEXT - 1);
    }
    strcpy(out, text);
    return FL_OK;
}

/* Writes numbers with enough digits to read the same number again. */
static char *write_json(const json_t *value)
{
    enum { FEWEST = 15, MOST = 17 };
    char *out = NULL;
    for (size_t digits = FEWEST; digits <= MOST; digits++) {
        free(out);
        out =
            json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
        json_t *again = out ? json_loads(out, JSON_DECODE_ANY, NULL) : NULL;
        bool is_same = again && json_equal(again, value);
        json_decref(again);
        if (is_same) {
            break;
        }
    }
    return out;
}

static fl_err set_json(fl_setting_values *self, size_t index, const json_t *object, const char *where,
                       fl_diag *diag)
{
    char *text = write_json(object);
    fl_err err = text ? set_text(self, index, text, where, diag) : fl_diag_memory(diag);
    free(text);
    return err;
}

/* Sets all settings of other names at once. */
static fl_err set_others(fl_setting_values *self, size_t index, const char *text, const char *where,
                         fl_diag *diag)
{
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    fl_err err = FL_OK;
    if (json_is_object(object)) {
        err = set_json(self, index, object, where, diag);
    } else {
        err = fl_diag_set(diag, FL_ERR_INPUT, where, "setting '%s' cannot be '%.80s'",
                          self->table[index].name, text);
        fl_diag_hint(diag, "expected a JSON object, such as {\"size\":3}");
    }
    json_decref(object);
    return err;
}

/* Sets one setting of another name: a JSON value, or else a text. */
static fl_err set_other(fl_setting_values *self, size_t index, const char *const pair[2], const char *where,
                        fl_diag *diag)
{
    const char *before = fl_setting_values_text(self, index);
    json_t *object = json_loads(before[0] ? before : "{}", 0, NULL);
    json_t *value = json_loads(pair[1], JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    value = value ? value : json_string(pair[1]);
    fl_err err = FL_OK;
    if (!value) {
        err = fl_diag_set(diag, FL_ERR_INPUT, where, "setting '%.80s' is not a text in UTF-8", pair[0]);
    } else if (json_object_set(object, pair[0], value)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, where, "'%.80s' cannot be the name of a setting", pair[0]);
    } else {
        err = set_json(self, index, object, where, diag);
    }
    json_decref(value);
    json_decref(object);
    return err;
}

fl_err fl_setting_values_set(fl_setting_values *self, const char *name, const char *text, const char *where,
                             fl_diag *diag)
{
    int index = fl_setting_values_find(self, name);
    int others = fl_setting_values_others(self);
    bool is_any = others >= 0 && self->table[others].max == FL_SETTING_ANY_OTHERS;
    bool is_other = index < 0 && others >= 0 && name[0] &&
                    (is_any || !fl_suggest_name(name, self->table, self->n, sizeof *self->table));
    index = is_other ? others : index;
    if (index < 0) {
        return refuse_name(self, name, where, diag);
    }
    const fl_setting *row = &self->table[index];
    fl_err err = FL_OK;
    int64_t value = 0;
    if (is_other) {
        err = set_other(self, (size_t)index, (const char *const[]){name, text}, where, diag);
    } else if (index == others) {
        err = set_others(self, (size_t)index, text, where, diag);
    } else if (row->type == FL_SETTING_TEXT) {
        err = set_text(self, (size_t)index, text, where, diag);
    } else if (fl_setting_read(row, text, &value)) {
        err = refuse_value(row, text, where, diag);
    }
    if (!err) {
        self->number[index] = value;
        self->origin[index] = FL_SETTING_VALUES_GIVEN;
    }
    return err;
}

fl_err fl_setting_values_preset(fl_setting_values *self, const char *name, const char *text, fl_diag *diag)
{
    int index = fl_setting_values_find(self, name);
    if (index >= 0 && self->origin[index] == FL_SETTING_VALUES_GIVEN) {
        return FL_OK;
    }
    fl_err err = fl_setting_values_set(self, name, text, "rule set", diag);
    if (!err) {
        self->origin[index] = FL_SETTING_VALUES_PRESET;
    }
    return err;
}

fl_err fl_setting_values_assign(fl_setting_values *self, const char *assignment, const char *where,
                                fl_diag *diag)
{
    char name[64];
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0 || length >= sizeof name) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "'%.80s' is not a setting", assignment);
        fl_diag_hint(diag, "write it as name=value, such as level=3");
        return err;
    }
    memcpy(name, assignment, length);
    name[length] = '\0';
    return fl_setting_values_set(self, name, assignment + length + 1, where, diag);
}

void fl_setting_values_write(const fl_setting_values *self, size_t index, fl_text *out)
{
    if (self->table[index].type == FL_SETTING_TEXT) {
        fl_text_add(out, fl_setting_values_text(self, index));
    } else {
        fl_setting_write(&self->table[index], self->number[index], out);
    }
}

bool fl_setting_values_write_named(const fl_setting_values *self, const char *name, fl_text *out)
{
    int index = fl_setting_values_find(self, name);
    int others = fl_setting_values_others(self);
    if (index >= 0 || others < 0) {
        if (index >= 0) {
            fl_setting_values_write(self, (size_t)index, out);
        }
        return index >= 0;
    }
    json_t *object = json_loads(fl_setting_values_text(self, (size_t)others), 0, NULL);
    const json_t *value = json_object_get(object, name);
    char *text = value && !json_is_string(value) ? write_json(value) : NULL;
    fl_text_add(out, text ? text : value && json_is_string(value) ? json_string_value(value) : "");
    free(text);
    json_decref(object);
    return value != NULL;
}

/* Adds a value, in single quotes if a shell would change it. */
static void add_for_shell(const char *text, fl_text *out)
{
    static const char special[] = " \t\r\n\"'\\$`&|;<>(){}[]*?!#~";
    if (!text[strcspn(text, special)]) {
        fl_text_add(out, text);
        return;
    }
    fl_text_add_char(out, '\'');
    for (; *text; text++) {
        if (*text == '\'') {
            fl_text_add(out, "'\\'");
        }
        fl_text_add_char(out, *text);
    }
    fl_text_add_char(out, '\'');
}

void fl_setting_values_add_json(const fl_setting_values *self, fl_text *out)
{
    fl_text value;
    const char *link = "{";
    fl_text_init(&value);
    for (size_t i = 0; i < self->n; i++) {
        if (self->origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_clear(&value);
            fl_setting_values_write(self, i, &value);
            fl_text_add_format(out, "%s\"%s\":", link, self->table[i].name);
            fl_text_add_json(out, fl_text_get(&value));
            link = ",";
        }
    }
    fl_text_add(out, link[0] == '{' ? "{}" : "}");
    fl_text_drop(&value, out);
}

void fl_setting_values_add_options(const fl_setting_values *self, fl_text *out)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_add_format(out, " --set %s=", self->table[i].name);
            if (self->table[i].type == FL_SETTING_TEXT) {
                add_for_shell(fl_setting_values_text(self, i), out);
            } else {
                fl_setting_values_write(self, i, out);
            }
        }
    }
}
