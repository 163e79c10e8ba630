/* SPDX-License-Identifier: MIT */
/* Keys are checked first, so that a misspelt key is reported before the key it seems to leave missing. */
#include "gen/base/yaml_map.h"

#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/base/text.h"

#include <assert.h>
#include <string.h>

_Static_assert(offsetof(fl_yaml_row, name) == offsetof(fl_yaml_field, name) &&
                   offsetof(fl_yaml_row, type) == offsetof(fl_yaml_field, type) &&
                   offsetof(fl_yaml_row, is_required) == offsetof(fl_yaml_field, is_required),
               "a row starts as a field does");

/* Reads the digits at the start of a text; returns their number. */
static size_t read_digits(const char *text, int64_t *value)
{
    size_t n = 0;
    for (*value = 0; text[n] >= '0' && text[n] <= '9' && n <= FL_YAML_DECIMALS; n++) {
        *value = *value * 10 + (text[n] - '0');
    }
    return n;
}

static void put_whole(void *at, size_t size, int64_t value)
{
    switch (size) {
    case sizeof(uint8_t):
        *(uint8_t *)at = (uint8_t)value;
        break;
    case sizeof(uint16_t):
        *(uint16_t *)at = (uint16_t)value;
        break;
    case sizeof(uint32_t):
        *(uint32_t *)at = (uint32_t)value;
        break;
    default:
        assert(size == sizeof(uint64_t));
        *(uint64_t *)at = (uint64_t)value;
    }
}

fl_err fl_yaml_map_digits(const char *text, int64_t least, int64_t most, int64_t *out)
{
    bool is_plain = strspn(text, "0123456789") == strlen(text);
    return is_plain && !fl_parse_number_signed(text, out) && *out >= least && *out <= most ? FL_OK
                                                                                           : FL_ERR_INPUT;
}

static fl_err read_whole(const fl_yaml_reading *self, const fl_yaml_node *node, const fl_yaml_row *row,
                         void *at)
{
    int64_t value = 0;
    fl_err err = row->store == FL_YAML_DIGITS ? fl_yaml_map_digits(node->text, row->least, row->most, &value)
                                              : fl_parse_number_signed(node->text, &value);
    if (err || value < row->least || value > row->most) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%s' is a whole number from %lld to %lld, not '%.40s'", row->name,
                              (long long)row->least, (long long)row->most, node->text);
    }
    put_whole(at, row->size, value);
    return FL_OK;
}

static fl_err read_decimal(const fl_yaml_reading *self, const fl_yaml_node *node, const fl_yaml_row *row,
                           int64_t *at)
{
    int64_t value = 0;
    if (fl_yaml_map_decimal(node->text, &value) || value < row->least * FL_YAML_ONE ||
        value > row->most * FL_YAML_ONE) {
        fl_err err =
            fl_yaml_refuse(self->yaml, node, self->diag, "'%s' is a number from %lld to %lld, not '%.40s'",
                           row->name, (long long)row->least, (long long)row->most, node->text);
        fl_diag_hint(self->diag, "numbers are written such as 0.03, with at most %d decimals",
                     FL_YAML_DECIMALS);
        return err;
    }
    *at = value;
    return FL_OK;
}

/* Does not use sscanf, which accepts signs and blanks. */
static fl_err read_chance(const fl_yaml_reading *self, const fl_yaml_node *node, uint32_t out[2])
{
    int64_t hits = 0;
    int64_t out_of = 0;
    size_t before = read_digits(node->text, &hits);
    bool is_chance = before > 0 && node->text[before] == '/' &&
                     !fl_yaml_map_digits(node->text + before + 1, 1, FL_YAML_ONE, &out_of) && hits <= out_of;
    if (!is_chance) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%.40s' is not a chance; write, for example, 1/7", node->text);
    }
    out[0] = (uint32_t)hits;
    out[1] = (uint32_t)out_of;
    return FL_OK;
}

static fl_err read_text(const fl_yaml_reading *self, const fl_yaml_node *node, const fl_yaml_row *row,
                        char *at)
{
    size_t length = strlen(node->text);
    if (length == 0 || length >= row->size) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "'%s' is a text of 1 to %d bytes", row->name,
                              (int)row->size - 1);
    }
    memcpy(at, node->text, length + 1);
    return FL_OK;
}

static fl_err store(const fl_yaml_reading *self, const fl_yaml_node *map, const fl_yaml_node *node,
                    const fl_yaml_row *row)
{
    char *at = (char *)self->out + row->at;
    if (row->fill) {
        return row->fill(self, node, at);
    }
    switch (row->store) {
    case FL_YAML_FLAG:
        return fl_yaml_flag(self->yaml, map, row->name, (bool *)at, self->diag);
    case FL_YAML_WHOLE:
    case FL_YAML_DIGITS:
        return read_whole(self, node, row, at);
    case FL_YAML_DECIMAL:
        return read_decimal(self, node, row, (int64_t *)at);
    case FL_YAML_CHANCE:
        return read_chance(self, node, (uint32_t *)(void *)at);
    case FL_YAML_TEXT:
        return read_text(self, node, row, at);
    case FL_YAML_BORROWED:
        memcpy(at, &node->text, sizeof node->text);
        return FL_OK;
    case FL_YAML_NOWHERE:
        break;
    }
    return FL_OK;
}

fl_err fl_yaml_map_read(const fl_yaml_reading *self, const fl_yaml_node *map, const fl_yaml_row *rows,
                        size_t n, void *context)
{
    fl_err err = fl_yaml_check_rows(self->yaml, map, &(fl_yaml_table){rows, n, sizeof *rows}, self->diag);
    for (size_t i = 0; i < n && !err; i++) {
        const fl_yaml_node *node = fl_yaml_get(map, rows[i].name);
        if (node) {
            err = rows[i].read ? rows[i].read(context, node) : store(self, map, node, &rows[i]);
        }
    }
    return err;
}

fl_err fl_yaml_map_each(const fl_yaml_node *parent, void *context, fl_yaml_visit read)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = parent ? parent->first : NULL; node && !err; node = node->next) {
        err = read(context, node);
    }
    return err;
}

fl_err fl_yaml_map_decimal(const char *text, int64_t *out)
{
    int64_t whole = 0;
    int64_t part = 0;
    size_t before = read_digits(text, &whole);
    size_t behind = 0;
    text += before;
    if (*text == '.') {
        behind = read_digits(text + 1, &part);
        text += 1 + behind;
    }
    if (*text || before + behind == 0 || before > FL_YAML_DECIMALS || behind > FL_YAML_DECIMALS) {
        return FL_ERR_INPUT;
    }
    for (; behind < FL_YAML_DECIMALS; behind++) {
        part *= 10;
    }
    *out = whole * FL_YAML_ONE + part;
    return FL_OK;
}

static const char *word_at(const fl_yaml_words *words, size_t i)
{
    return *(const char *const *)((const char *)words->name + i * words->stride);
}

fl_err fl_yaml_map_word(const fl_yaml_reading *self, const fl_yaml_node *node, const fl_yaml_words *words,
                        unsigned *out)
{
    enum { FEW = 8 };
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    fl_text all;
    size_t at = fl_suggest_find(text, words->name, words->n, words->stride);
    if (at < words->n) {
        *out = (unsigned)at;
        return FL_OK;
    }
    fl_text_init(&all);
    for (size_t i = 0; i < words->n; i++) {
        fl_text_add_format(&all, "%s%s", i == 0 ? "" : i + 1 < words->n ? ", " : " or ", word_at(words, i));
    }
    fl_err err = fl_yaml_refuse(self->yaml, node, self->diag, "there is no %s '%.80s'", words->what, text);
    const char *near = fl_suggest_name(text, words->name, words->n, words->stride);
    if (near) {
        fl_diag_hint(self->diag, "did you mean '%s'?", near);
    } else if (words->n > 0 && words->n <= FEW) {
        fl_diag_hint(self->diag, "expected %s", fl_text_get(&all));
    }
    fl_text_free(&all);
    return err;
}
