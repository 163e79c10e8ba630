/* SPDX-License-Identifier: MIT */
/* Reading and writing single settings. */
#include "gen/base/setting.h"

#include "gen/base/parse_number.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_WORD = 64 };

const char *fl_setting_type_name(fl_setting_type type)
{
    static const char *const names[] = {"flag", "number", "choice", "set", "text", "chance"};
    return names[type];
}

int fl_setting_word(const char *words, const char *word, size_t word_length)
{
    int index = 0;
    for (const char *p = words; *p; index++) {
        size_t length = strcspn(p, " ");
        if (length == word_length && memcmp(p, word, length) == 0) {
            return index;
        }
        p += length + (p[length] == ' ');
    }
    return -1;
}

void fl_setting_word_at(const char *words, unsigned index, char *out, size_t out_size)
{
    const char *p = words;
    assert(out_size > 0);
    for (; index > 0 && *p; index--) {
        p += strcspn(p, " ");
        p += *p == ' ';
    }
    size_t length = strcspn(p, " ");
    length = length < out_size ? length : out_size - 1;
    memcpy(out, p, length);
    out[length] = '\0';
}

static void write_words(const fl_setting *self, const char *last_link, fl_text *out)
{
    char word[LONGEST_WORD];
    char next[LONGEST_WORD];
    fl_setting_word_at(self->choices, 0, word, sizeof word);
    for (unsigned i = 0; word[0]; i++) {
        fl_setting_word_at(self->choices, i + 1, next, sizeof next);
        fl_text_add(out, i == 0 ? "" : next[0] ? ", " : last_link);
        fl_text_add(out, word);
        memcpy(word, next, sizeof word);
    }
}

void fl_setting_range(const fl_setting *self, fl_text *out)
{
    switch (self->type) {
    case FL_SETTING_FLAG:
        fl_text_add(out, "off or on");
        break;
    case FL_SETTING_NUMBER:
        fl_text_add_format(out, "%lld…%lld", (long long)self->min, (long long)self->max);
        break;
    case FL_SETTING_CHOICE:
        write_words(self, " or ", out);
        break;
    case FL_SETTING_SET:
        fl_text_add(out, "any of ");
        write_words(self, ", ", out);
        break;
    case FL_SETTING_TEXT:
        fl_text_add(out, "text");
        break;
    case FL_SETTING_CHANCE:
        fl_text_add(out, "off or 0…1");
        break;
    }
}

static fl_err read_flag(const char *text, int64_t *out)
{
    int index = fl_setting_word("off on false true no yes 0 1", text, strlen(text));
    *out = index & 1;
    return index < 0 ? FL_ERR_INPUT : FL_OK;
}

static fl_err read_set(const fl_setting *self, const char *text, int64_t *out)
{
    size_t length = strlen(text);
    if (length >= 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    int64_t set = 0;
    while (length > 0) {
        size_t part = 0;
        while (part < length && text[part] != ',' && text[part] != ' ') {
            part++;
        }
        int index = part > 0 ? fl_setting_word(self->choices, text, part) : -1;
        if (part > 0 && index < 0) {
            return FL_ERR_INPUT;
        }
        set |= part > 0 ? (int64_t)1 << index : 0;
        part += part < length;
        text += part;
        length -= part;
    }
    *out = set;
    return FL_OK;
}

/* Reads one to nine digits; returns their number, 0 for none or more. */
static size_t read_digits(const char *text, int64_t *out)
{
    size_t n = 0;
    for (*out = 0; text[n] >= '0' && text[n] <= '9' && n < 10; n++) {
        *out = *out * 10 + (text[n] - '0');
    }
    return n < 10 ? n : 0;
}

/* Reads "1/3", "0.45", "1" or "off", rounded to a millionth. */
static fl_err read_chance(const char *text, int64_t *out)
{
    int64_t whole = 0;
    int64_t rest = 0;
    if (strcmp(text, "off") == 0) {
        *out = -1;
        return FL_OK;
    }
    size_t n = read_digits(text, &whole);
    char sign = text[n];
    size_t more = sign ? read_digits(text + n + 1, &rest) : 0;
    if (n == 0 || (sign && (more == 0 || text[n + 1 + more])) || (sign && sign != '/' && sign != '.')) {
        return FL_ERR_INPUT;
    }
    int64_t parts = sign == '/' ? rest : 1;
    if (sign == '.') {
        for (size_t i = 0; i < more; i++) {
            parts *= 10;
        }
        whole = whole * parts + rest;
    }
    if (parts == 0 || whole > parts) {
        return FL_ERR_INPUT;
    }
    *out = (2 * whole * FL_SETTING_MILLION + parts) / (2 * parts);
    return FL_OK;
}

/* Writes no trailing zeros. */
static void write_chance(int64_t value, fl_text *out)
{
    char digits[16];
    if (value < 0) {
        fl_text_add(out, "off");
        return;
    }
    size_t n = (size_t)snprintf(digits, sizeof digits, "%d.%06d", (int)(value / FL_SETTING_MILLION),
                                (int)(value % FL_SETTING_MILLION));
    while (digits[n - 1] == '0') {
        n--;
    }
    n -= digits[n - 1] == '.';
    fl_text_add_bytes(out, digits, n);
}

fl_err fl_setting_read(const fl_setting *self, const char *text, int64_t *out)
{
    fl_err err = FL_OK;
    switch (self->type) {
    case FL_SETTING_FLAG:
        return read_flag(text, out);
    case FL_SETTING_NUMBER:
        err = fl_parse_number_signed(text, out);
        return !err && (*out < self->min || *out > self->max) ? FL_ERR_INPUT : err;
    case FL_SETTING_CHOICE:
        *out = fl_setting_word(self->choices, text, strlen(text));
        return *out < 0 ? FL_ERR_INPUT : FL_OK;
    case FL_SETTING_SET:
        return read_set(self, text, out);
    case FL_SETTING_CHANCE:
        return read_chance(text, out);
    case FL_SETTING_TEXT:
        break;
    }
    return FL_ERR_INPUT;
}

void fl_setting_write(const fl_setting *self, int64_t value, fl_text *out)
{
    char word[LONGEST_WORD];
    switch (self->type) {
    case FL_SETTING_FLAG:
        fl_text_add(out, value ? "on" : "off");
        break;
    case FL_SETTING_CHOICE:
        fl_setting_word_at(self->choices, (unsigned)value, word, sizeof word);
        fl_text_add(out, word);
        break;
    case FL_SETTING_SET:
        fl_text_add_char(out, '[');
        for (unsigned i = 0, n = 0; i < 63; i++) {
            if (value >> i & 1) {
                fl_setting_word_at(self->choices, i, word, sizeof word);
                fl_text_add(out, n++ > 0 ? "," : "");
                fl_text_add(out, word);
            }
        }
        fl_text_add_char(out, ']');
        break;
    case FL_SETTING_CHANCE:
        write_chance(value, out);
        break;
    case FL_SETTING_NUMBER:
    case FL_SETTING_TEXT:
        fl_text_add_number(out, value);
        break;
    }
}
