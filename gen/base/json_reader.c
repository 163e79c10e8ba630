/* SPDX-License-Identifier: MIT */
/* A place becomes text only when there is an error; until then it is a few pointers and numbers. */
#include "gen/base/json_reader.h"

#include "gen/base/suggest.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PLACE = 128, SHOWN = 40 /* bytes of a text that a message repeats */ };

void fl_json_reader_init(fl_json_reader *self, const char *where, fl_diag *diag)
{
    self->where = where;
    self->diag = diag;
    fl_json_reader_go(self, NULL, 0);
}

void fl_json_reader_go(fl_json_reader *self, const char *list, size_t index)
{
    self->list = list;
    self->index = index;
    self->key = NULL;
    self->item = -1;
}

void fl_json_reader_key(fl_json_reader *self, const char *key, int item)
{
    self->key = key;
    self->item = item;
}

/* Returns how many bytes of a text a message repeats, in whole UTF-8 characters. */
static int shown(const char *text)
{
    size_t n = strlen(text);
    if (n > SHOWN) {
        for (n = SHOWN; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80; n--) {}
    }
    return (int)n;
}

static void write_place(const fl_json_reader *self, char out[PLACE])
{
    size_t n = 0;
    out[0] = '\0';
    if (self->list) {
        snprintf(out, PLACE, "%s", self->list);
        n = strlen(out);
    }
    if (self->list && self->index != FL_JSON_READER_WHOLE) {
        snprintf(out + n, PLACE - n, "[%zu]", self->index);
        n = strlen(out);
    }
    if (self->key) {
        snprintf(out + n, PLACE - n, "%s%.*s", self->list ? "." : "", shown(self->key), self->key);
        n = strlen(out);
    }
    if (self->key && self->item >= 0) {
        snprintf(out + n, PLACE - n, "[%d]", self->item);
    }
}

fl_err fl_json_reader_refuse(const fl_json_reader *self, const char *format, ...)
{
    char place[PLACE];
    char what[FL_DIAG_TEXT - PLACE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    write_place(self, place);
    return fl_diag_set(self->diag, FL_ERR_INPUT, self->where, "%s%s%s", place, place[0] ? ": " : "", what);
}

fl_err fl_json_reader_found(const fl_json_reader *self, const json_t *found, const char *expected)
{
    if (json_is_integer(found)) {
        return fl_json_reader_refuse(self, "found %lld, expected %s", (long long)json_integer_value(found),
                                     expected);
    }
    if (json_is_string(found)) {
        const char *text = json_string_value(found);
        return fl_json_reader_refuse(self, "found \"%.*s\", expected %s", shown(text), text, expected);
    }
    const char *what = json_is_object(found)  ? "an object"
                       : json_is_array(found) ? "a list"
                       : json_is_real(found)  ? "a number that is not whole"
                       : json_is_true(found)  ? "true"
                       : json_is_false(found) ? "false"
                       : json_is_null(found)  ? "null"
                                              : "nothing";
    return fl_json_reader_refuse(self, "found %s, expected %s", what, expected);
}

fl_err fl_json_reader_unknown(const fl_json_reader *self, const char *word, const void *names, size_t n,
                              size_t stride)
{
    const char *near = fl_suggest_name(word, names, n, stride);
    fl_err err = fl_json_reader_refuse(self, "unknown word '%.*s'", shown(word), word);
    if (near) {
        fl_diag_hint(self->diag, "did you mean '%s'?", near);
    }
    return err;
}

fl_err fl_json_reader_check(fl_json_reader *self, const json_t *object, const fl_json_field *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const json_t *found = json_object_get(object, keys[i].name);
        bool is_right = !found || json_typeof(found) == keys[i].type ||
                        (keys[i].type == JSON_TRUE && json_is_false(found));
        if (!is_right) {
            fl_json_reader_key(self, keys[i].name, -1);
            return fl_json_reader_found(self, found, keys[i].expected);
        }
    }
    return FL_OK;
}

fl_err fl_json_reader_integer(const fl_json_reader *self, const json_t *found, int min, int max, int *out)
{
    if (!json_is_integer(found) || json_integer_value(found) < min || json_integer_value(found) > max) {
        char expected[80];
        snprintf(expected, sizeof expected, "a whole number from %d to %d", min, max);
        return fl_json_reader_found(self, found, expected);
    }
    *out = (int)json_integer_value(found);
    return FL_OK;
}

fl_err fl_json_reader_point(const fl_json_reader *self, const json_t *found, const int limit[2], int out[2])
{
    if (!json_is_array(found) || json_array_size(found) != 2) {
        return fl_json_reader_found(self, found, "two numbers [x,y]");
    }
    for (size_t i = 0; i < 2; i++) {
        fl_err err = fl_json_reader_integer(self, json_array_get(found, i), 0, limit[i] - 1, &out[i]);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}
