/* SPDX-License-Identifier: MIT */
/* Reads single values of a plan file. */
#include "gen/base/parse_number.h"
#include "gen/journey/journey_private.h"

#include <string.h>

enum { DIGITS = 9 };

fl_err fl_journey_yaml_rows(fl_journey_yaml *self, const fl_yaml_node *map, const fl_yaml_row *rows, size_t n,
                            void *out)
{
    fl_yaml_reading reading = {self->yaml, self->diag, out};
    return fl_yaml_map_read(&reading, map, rows, n, self);
}

fl_err fl_journey_yaml_name(fl_journey_yaml *self, const fl_yaml_node *node, const char *text,
                            char out[FL_JOURNEY_NAME])
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length >= FL_JOURNEY_NAME || strspn(text, signs) != length) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "a name has 1 to %d letters, digits, _ or -, not '%.80s'", FL_JOURNEY_NAME - 1,
                              text ? text : "");
    }
    memcpy(out, text, length + 1);
    return FL_OK;
}

fl_err fl_journey_yaml_about(fl_journey_yaml *self, const fl_yaml_node *map, const char *key,
                             char out[FL_JOURNEY_ABOUT])
{
    const fl_yaml_node *node = fl_yaml_get(map, key);
    out[0] = '\0';
    if (node && strlen(node->text) >= FL_JOURNEY_ABOUT) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "'%s' has at most %d bytes", key,
                              FL_JOURNEY_ABOUT - 1);
    }
    if (node) {
        memcpy(out, node->text, strlen(node->text) + 1);
    }
    return FL_OK;
}

fl_err fl_journey_yaml_whole(fl_journey_yaml *self, const fl_yaml_node *node, int16_t *out)
{
    int64_t value = 0;
    if (node->type != FL_YAML_SCALAR || fl_parse_number_signed(node->text, &value) ||
        value < -FL_JOURNEY_MOST || value > FL_JOURNEY_MOST) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%s' is a whole number from -%d to %d, not '%.40s'",
                              node->key ? node->key : "a value", FL_JOURNEY_MOST, FL_JOURNEY_MOST,
                              node->type == FL_YAML_SCALAR ? node->text : "a list");
    }
    *out = (int16_t)value;
    return FL_OK;
}

/* Reads the digits at the start of a text; returns their number. More than DIGITS are too many. */
static size_t read_digits(const char *text, uint32_t *value)
{
    size_t n = 0;
    for (*value = 0; text[n] >= '0' && text[n] <= '9' && n <= DIGITS; n++) {
        *value = n < DIGITS ? *value * 10 + (uint32_t)(text[n] - '0') : *value;
    }
    return n;
}

fl_err fl_journey_yaml_chance(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_chance *out)
{
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    size_t before = read_digits(text, &out->hits);
    size_t after = 1;
    uint32_t more = 0;
    char sign = text[before];
    out->out_of = 1;
    if (sign) {
        after = read_digits(text + before + 1, &more);
        sign = text[before + 1 + after] ? 'x' : sign;
    }
    for (size_t i = 0; sign == '.' && i < after && after <= DIGITS; i++) {
        out->out_of *= 10;
    }
    bool is_well = before > 0 && before <= DIGITS && after > 0 && after <= DIGITS;
    is_well = is_well && (sign == '\0' || sign == '/' || (sign == '.' && out->hits <= 1));
    if (sign == '/') {
        out->out_of = more;
    } else if (sign == '.' && is_well) {
        out->hits = out->hits * out->out_of + more;
    }
    if (!is_well || out->out_of == 0 || out->hits > out->out_of) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%s' is a chance such as 1/3 or 0.25, not '%.40s'",
                              node->key ? node->key : "chance", text);
    }
    return FL_OK;
}

static fl_err add_range(fl_journey_yaml *self, const fl_yaml_node *node, int64_t first, int64_t last,
                        fl_journey_change *out)
{
    if (first > last || last - first >= FL_JOURNEY_LIST || first < -FL_JOURNEY_MOST ||
        last > FL_JOURNEY_MOST) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "a range rises, and holds at most %d values, not '%.40s'", FL_JOURNEY_LIST,
                              node->text);
    }
    for (int64_t i = first; i <= last; i++) {
        out->value[out->values_n++] = (int16_t)i;
    }
    return FL_OK;
}

fl_err fl_journey_yaml_values(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_change *out)
{
    int64_t first = 0;
    int64_t last = 0;
    fl_err err = FL_OK;
    out->values_n = 0;
    if (node->type == FL_YAML_SCALAR && fl_parse_number_is_range(node->text, &first, &last)) {
        return add_range(self, node, first, last, out);
    }
    if (node->type != FL_YAML_LIST) {
        out->values_n = 1;
        return fl_journey_yaml_whole(self, node, &out->value[0]);
    }
    if (node->children_n == 0 || node->children_n > FL_JOURNEY_LIST) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "a list has 1 to %d values", FL_JOURNEY_LIST);
    }
    for (const fl_yaml_node *child = node->first; child && !err; child = child->next) {
        err = fl_journey_yaml_whole(self, child, &out->value[out->values_n++]);
    }
    return err;
}

/* Name number i of what a word can name; NULL behind the last one. */
static const char *name_of(const fl_journey_yaml *self, fl_journey_named what, unsigned i)
{
    const fl_journey *journey = self->journey;
    switch (what) {
    case FL_JOURNEY_STOP:
        return i < journey->stops_n ? journey->stop[i].name : NULL;
    case FL_JOURNEY_FLAG:
        return i < journey->flags_n ? journey->flag[i] : NULL;
    case FL_JOURNEY_VARIABLE:
        return i < journey->variables_n ? journey->variable[i].name : NULL;
    case FL_JOURNEY_PLAYER:
        return i < journey->players_n ? journey->player[i].name : NULL;
    case FL_JOURNEY_KIND:
        return i < FL_KIND_COUNT ? fl_kind_of((fl_kind)i)->name : NULL;
    case FL_JOURNEY_CURSE:
        return i < FL_CURSE_COUNT ? fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, (int32_t)i) : NULL;
    case FL_JOURNEY_GENERATOR:
        return i < self->text->generators_n ? self->text->generators[i]->name : NULL;
    }
    return NULL;
}

fl_err fl_journey_yaml_word(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_named what,
                            unsigned *out)
{
    static const char *const whats[] = {"floor",         "flag",  "variable", "player",
                                        "kind of rooms", "curse", "generator"};
    const char *names[FL_JOURNEY_STOPS];
    fl_yaml_words words = {whats[what], names, 0, sizeof names[0]};
    fl_yaml_reading reading = {self->yaml, self->diag, NULL};
    while (words.n < FL_JOURNEY_STOPS && name_of(self, what, (unsigned)words.n)) {
        names[words.n] = name_of(self, what, (unsigned)words.n);
        words.n++;
    }
    return fl_yaml_map_word(&reading, node, &words, out);
}

fl_err fl_journey_yaml_key(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_named what,
                           unsigned *out)
{
    fl_yaml_node key = {.type = FL_YAML_SCALAR, .line = node->line, .text = node->key};
    return fl_journey_yaml_word(self, &key, what, out);
}

fl_err fl_journey_yaml_set(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_named what,
                           uint64_t *out)
{
    fl_err err = FL_OK;
    const fl_yaml_node *word = node->type == FL_YAML_LIST ? node->first : node;
    for (; word && !err; word = node->type == FL_YAML_LIST ? word->next : NULL) {
        unsigned i = 0;
        err = fl_journey_yaml_word(self, word, what, &i);
        *out |= err ? 0 : 1ull << i;
    }
    return err;
}

fl_err fl_journey_yaml_flags(fl_journey_yaml *self, const fl_yaml_node *node, uint32_t *out)
{
    uint64_t flags = 0;
    fl_err err = fl_journey_yaml_set(self, node, FL_JOURNEY_FLAG, &flags);
    *out = (uint32_t)flags;
    return err;
}
