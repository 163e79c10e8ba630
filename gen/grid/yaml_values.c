/* Reads single values of a ruleset file. */
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

enum { DECIMALS = 9, DIGITS = 9 };

fl_err fl_grid_yaml_unknown(fl_grid_yaml *self, const fl_yaml_node *node, const char *what,
                            const char *const *names, size_t n)
{
    fl_err err = fl_yaml_refuse(self->yaml, node, self->diag, "there is no %s '%.80s'", what, node->text);
    const char *near = fl_suggest_name(node->text, names, n, sizeof *names);
    if (near) {
        fl_diag_hint(self->diag, "did you mean '%s'?", near);
    }
    return err;
}

/* Reads the digits at the start of a text; returns how many. */
static size_t read_digits(const char *text, int64_t *value)
{
    size_t n = 0;
    for (*value = 0; text[n] >= '0' && text[n] <= '9' && n <= DIGITS; n++) {
        *value = *value * 10 + (text[n] - '0');
    }
    return n;
}

fl_err fl_grid_yaml_parse(const char *text, int64_t *out)
{
    int64_t whole = 0;
    int64_t part = 0;
    size_t before = read_digits(text, &whole);
    size_t after = 0;
    text += before;
    if (*text == '.') {
        after = read_digits(text + 1, &part);
        text += 1 + after;
    }
    if (*text || before + after == 0 || before > DIGITS || after > DECIMALS) {
        return FL_ERR_INPUT;
    }
    for (; after < DECIMALS; after++) {
        part *= 10;
    }
    *out = whole * FL_GRID_RULES_ONE + part;
    return FL_OK;
}

fl_err fl_grid_yaml_whole(fl_grid_yaml *self, const fl_yaml_node *map, const char *key, fl_grid_limits limits,
                          int64_t *out)
{
    const fl_yaml_node *node = fl_yaml_get(map, key);
    int64_t value = 0;
    if (!node) {
        return FL_OK;
    }
    if (fl_parse_number_signed(node->text, &value) || value < limits.min || value > limits.max) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%s' is a whole number from %lld to %lld, not '%.40s'", key,
                              (long long)limits.min, (long long)limits.max, node->text);
    }
    *out = value;
    return FL_OK;
}

fl_err fl_grid_yaml_decimal(fl_grid_yaml *self, const fl_yaml_node *map, const char *key,
                            fl_grid_limits limits, int64_t *out)
{
    const fl_yaml_node *node = fl_yaml_get(map, key);
    int64_t value = 0;
    if (!node) {
        return FL_OK;
    }
    if (fl_grid_yaml_parse(node->text, &value) || value < limits.min * FL_GRID_RULES_ONE ||
        value > limits.max * FL_GRID_RULES_ONE) {
        fl_err err =
            fl_yaml_refuse(self->yaml, node, self->diag, "'%s' is a number from %lld to %lld, not '%.40s'",
                           key, (long long)limits.min, (long long)limits.max, node->text);
        fl_diag_hint(self->diag, "numbers are written such as 0.03, with at most %d decimals", DECIMALS);
        return err;
    }
    *out = value;
    return FL_OK;
}

fl_err fl_grid_yaml_text(fl_grid_yaml *self, const fl_yaml_node *node, char *out, size_t size)
{
    if (!node->text || node->text[0] == '\0' || strlen(node->text) >= size) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "expected a text of 1 to %d bytes",
                              (int)size - 1);
    }
    memcpy(out, node->text, strlen(node->text) + 1);
    return FL_OK;
}
