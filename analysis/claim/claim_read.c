/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads an entry of a claims file. Keys are rows of a table that says which types of claims have them. */
#include "analysis/claim/claim_private.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"

#include <stdio.h>
#include <string.h>

/* Sets of types as bits. */
enum {
    CHANCES = 1 << FL_CLAIM_PROBABILITY | 1 << FL_CLAIM_NEVER | 1 << FL_CLAIM_ALWAYS | 1 << FL_CLAIM_OCCURS,
    VALUED = 1 << FL_CLAIM_PROBABILITY | 1 << FL_CLAIM_BOUND | 1 << FL_CLAIM_MEAN,
    RELATED = 1 << FL_CLAIM_BOUND | 1 << FL_CLAIM_MEAN,
    PAIRS = 1 << FL_CLAIM_EQUALS,
    ROWS = 1 << FL_CLAIM_ORDER,
    LAWS = 1 << FL_CLAIM_DISTRIBUTION,
    SUPPORTS = 1 << FL_CLAIM_SUPPORT,
    EVENTS = CHANCES | 1 << FL_CLAIM_BOUND | PAIRS | ROWS,
    EVERY = (1 << FL_CLAIM_TYPES_N) - 1,
    SINGLE = EVERY & ~(PAIRS | ROWS),
};

static const struct key_row {
    const char *name;
    fl_yaml_type type;
    bool may_be_list;    /* instead of a single value */
    unsigned types;      /* that may have it */
    unsigned need_types; /* that must have it */
} key_rows[] = {
    {"id", FL_YAML_SCALAR, false, EVERY, EVERY},
    {"source", FL_YAML_SCALAR, false, EVERY, EVERY},
    {"quote", FL_YAML_SCALAR, false, EVERY, 0},
    {"text", FL_YAML_SCALAR, false, EVERY, EVERY},
    {"reading", FL_YAML_SCALAR, false, EVERY, 0},
    {"kind", FL_YAML_SCALAR, false, EVERY, EVERY},
    {"event", FL_YAML_SCALAR, false, EVENTS, 0},
    {"metric", FL_YAML_SCALAR, false, EVERY, 0},
    {"metrics", FL_YAML_LIST, false, PAIRS, 0},
    {"values", FL_YAML_SCALAR, true, EVERY & ~LAWS, SUPPORTS},
    {"not_values", FL_YAML_SCALAR, true, EVENTS, 0},
    {"given", FL_YAML_SCALAR, true, EVERY, 0},
    {"value", FL_YAML_SCALAR, false, VALUED, VALUED},
    {"relation", FL_YAML_SCALAR, false, RELATED, 1 << FL_CLAIM_BOUND},
    {"law", FL_YAML_MAP, false, LAWS, LAWS},
    {"about", FL_YAML_SCALAR, false, EVERY, 0},
    {"complete", FL_YAML_SCALAR, false, SUPPORTS, 0},
    {"tolerance", FL_YAML_SCALAR, false, EVERY, 0},
    {"floor_event", FL_YAML_SCALAR, false, CHANCES | 1 << FL_CLAIM_BOUND, 0},
    {"on", FL_YAML_MAP, false, SINGLE, SINGLE},
    {"between", FL_YAML_LIST, false, PAIRS, PAIRS},
    {"along", FL_YAML_LIST, false, ROWS, ROWS},
    {"expect", FL_YAML_SCALAR, false, PAIRS | ROWS, PAIRS | ROWS},
    {"conflicts_with", FL_YAML_LIST, false, EVERY, 0},
    {"note", FL_YAML_SCALAR, false, EVERY, 0},
};

enum { KEYS = sizeof key_rows / sizeof key_rows[0] };

typedef struct reading {
    fl_claim *out;
    fl_yaml *yaml;
    const fl_yaml_node *map;
    fl_diag *diag;
} reading;

static fl_err refuse(reading *r, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, node), "%s, found '%.60s'", what, found);
}

/* Finds a word in a list of names; proposes the most similar one. */
static fl_err find_word(reading *r, const fl_yaml_node *node, const char *const *words, unsigned n,
                        unsigned *out)
{
    const char *word = node->text ? node->text : "";
    fl_text all;
    for (*out = 0; *out < n; ++*out) {
        if (strcmp(words[*out], word) == 0) {
            return FL_OK;
        }
    }
    fl_text_init(&all);
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(&all, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", words[i]);
    }
    fl_err err =
        fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, node), "'%.60s' is not known here", word);
    const char *near = fl_suggest_name(word, words, n, sizeof *words);
    fl_diag_hint(r->diag, near ? "did you mean '%s'?" : "expected %s", near ? near : fl_text_get(&all));
    fl_text_free(&all);
    return err;
}

fl_err fl_claim_read_verdict(fl_yaml *yaml, const fl_yaml_node *node, fl_verdict *out, fl_diag *diag)
{
    static const char *const words[] = {"undecided", "confirmed", "refuted"};
    reading r = {.yaml = yaml, .diag = diag};
    unsigned number = 0;
    fl_err err = find_word(&r, node, words, 3, &number);
    *out = (fl_verdict)number;
    return err;
}

fl_err fl_claim_read_metric(fl_yaml *yaml, const fl_yaml_node *node, unsigned *out, fl_diag *diag)
{
    const char *names[FL_TALLY_METRICS];
    reading r = {.yaml = yaml, .diag = diag};
    for (unsigned i = 0; i < FL_TALLY_METRICS; i++) {
        names[i] = fl_tally_metric_name(&(fl_tally_metric){.metric = i});
    }
    return find_word(&r, node, names, FL_TALLY_METRICS, out);
}

static const char *text_of(const reading *r, const char *key)
{
    const fl_yaml_node *node = fl_yaml_get(r->map, key);
    return node ? node->text : NULL;
}

static fl_err read_type(reading *r)
{
    const fl_yaml_node *node = fl_yaml_get(r->map, "kind");
    const char *words[FL_CLAIM_TYPES_N];
    unsigned number = 0;
    if (!node || node->type != FL_YAML_SCALAR) {
        return fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, r->map),
                           "the key 'kind' is missing");
    }
    for (int i = 0; i < FL_CLAIM_TYPES_N; i++) {
        words[i] = fl_claim_type_of((fl_claim_type)i)->name;
    }
    fl_err err = find_word(r, node, words, FL_CLAIM_TYPES_N, &number);
    r->out->type = (fl_claim_type)number;
    return err;
}

/* Whether the entry has only keys that belong to its type, and all that the type needs. */
static fl_err check_keys(reading *r)
{
    fl_yaml_field keys[KEYS];
    unsigned bit = 1u << r->out->type;
    for (unsigned i = 0; i < KEYS; i++) {
        const fl_yaml_node *node = fl_yaml_get(r->map, key_rows[i].name);
        bool is_list = key_rows[i].may_be_list && node && node->type == FL_YAML_LIST;
        keys[i] = (fl_yaml_field){key_rows[i].name, is_list ? FL_YAML_LIST : key_rows[i].type,
                                  (key_rows[i].need_types & bit) != 0};
        if (node && !(key_rows[i].types & bit)) {
            return fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, node),
                               "'%s' does not belong to a claim of the kind %s", node->key,
                               fl_claim_type_of(r->out->type)->name);
        }
    }
    return fl_yaml_check_map(r->yaml, r->map, keys, KEYS, r->diag);
}

static fl_err read_value_set(reading *r, const char *key, fl_value_set *out)
{
    const fl_yaml_node *node = fl_yaml_get(r->map, key);
    const fl_yaml_node *item = node && node->type == FL_YAML_LIST ? node->first : node;
    for (; item; item = node->type == FL_YAML_LIST ? item->next : NULL) {
        if (!item->text || fl_claim_value_set_add(out, item->text)) {
            return refuse(r, item, "expected whole numbers such as [7, 8] or 7..8",
                          item->text ? item->text : "");
        }
    }
    return FL_OK;
}

static fl_err read_counted(reading *r)
{
    fl_claim *out = r->out;
    const fl_yaml_node *metric = fl_yaml_get(r->map, "metric");
    const fl_yaml_node *metrics = fl_yaml_get(r->map, "metrics");
    const fl_yaml_node *inverted = fl_yaml_get(r->map, "not_values");
    const fl_yaml_node *values = fl_yaml_get(r->map, "values");
    out->event = text_of(r, "event");
    out->floor_event = text_of(r, "floor_event");
    out->is_inverted = inverted != NULL;
    if ((out->event != NULL) + (metric != NULL) + (metrics != NULL) != 1) {
        return fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, r->map),
                           "a claim counts exactly one thing: an event or a metric");
    }
    bool needs_values = metric && (CHANCES >> out->type & 1);
    if ((values && inverted) || (needs_values && !values && !inverted) ||
        (out->event && (values || inverted || fl_yaml_get(r->map, "given")))) {
        return fl_diag_set(
            r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, r->map),
            "a metric needs either 'values' or 'not_values' to be an event; an event takes neither");
    }
    fl_err err = metric ? fl_claim_read_metric(r->yaml, metric, &out->metric, r->diag) : FL_OK;
    err = err ? err : read_value_set(r, inverted ? "not_values" : "values", &out->values);
    return err ? err : read_value_set(r, "given", &out->given);
}

static fl_err read_fraction(reading *r, const fl_yaml_node *node, fl_fraction *out)
{
    return node->text && fl_stat_fraction_read(node->text, out) == FL_OK
               ? FL_OK
               : refuse(r, node, "expected a number such as 5/14 or 0.25", node->text ? node->text : "");
}

static fl_err read_value(reading *r)
{
    static const char *const words[] = {"is", "at_least", "at_most"};
    fl_claim *out = r->out;
    const fl_yaml_node *value = fl_yaml_get(r->map, "value");
    const fl_yaml_node *relation = fl_yaml_get(r->map, "relation");
    unsigned number = FL_VERDICT_IS;
    fl_err err = value ? read_fraction(r, value, &out->value) : FL_OK;
    err = err ? err : relation ? find_word(r, relation, words, 3, &number) : FL_OK;
    if (!err && out->type == FL_CLAIM_BOUND && number == FL_VERDICT_IS) {
        err = refuse(r, relation, "a bound is at_least or at_most", words[number]);
    }
    if (!err && value && fl_claim_is_chance(out) && out->value.num > out->value.den) {
        err = refuse(r, value, "a chance is at most 1", value->text);
    }
    out->relation = (fl_verdict_relation)number;
    out->value_text = value ? value->text : NULL;
    return err;
}

static fl_err read_law(reading *r)
{
    const fl_yaml_node *law = fl_yaml_get(r->map, "law");
    fl_claim_law *out = &r->out->law;
    for (const fl_yaml_node *node = law ? law->first : NULL; node; node = node->next) {
        int64_t value = 0;
        if (out->cells_n == FL_CLAIM_CELLS) {
            return refuse(r, node, "a law has at most 64 values", node->key);
        }
        if (fl_parse_number_signed(node->key, &value) || value < 0 || value > INT32_MAX) {
            return refuse(r, node, "expected a whole number before the chance", node->key);
        }
        fl_err err = read_fraction(r, node, &out->chance[out->cells_n]);
        if (err) {
            return err;
        }
        out->value[out->cells_n++] = (int32_t)value;
    }
    return law && !fl_stat_fraction_sums_to_one(out->chance, out->cells_n)
               ? refuse(r, law, "the chances of a law must sum to exactly 1", "another sum")
               : FL_OK;
}

static fl_err read_flag(reading *r, const char *key, bool *out)
{
    static const char *const words[] = {"no", "yes"};
    const fl_yaml_node *node = fl_yaml_get(r->map, key);
    unsigned number = 0;
    fl_err err = node ? find_word(r, node, words, 2, &number) : FL_OK;
    *out = number == 1;
    return err;
}

static fl_err read_tolerance(reading *r)
{
    fl_fraction tolerance = {0, 1};
    const fl_yaml_node *node = fl_yaml_get(r->map, "tolerance");
    fl_err err = node ? read_fraction(r, node, &tolerance) : FL_OK;
    r->out->tolerance = node ? fl_stat_fraction_value(tolerance) : fl_claim_type_of(r->out->type)->tolerance;
    if (!err && node && tolerance.num == 0 && r->out->type != FL_CLAIM_ORDER) {
        err = refuse(r, node, "a tolerance must be more than 0, or nothing could ever be confirmed",
                     node->text);
    }
    return err;
}

fl_err fl_claim_read(fl_claim *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag)
{
    reading r = {.out = self, .yaml = yaml, .map = node, .diag = diag};
    *self = (fl_claim){.metric = FL_CLAIM_NO_METRIC, .yaml = yaml, .node = node, .value = {0, 1}};
    if (node->type != FL_YAML_MAP) {
        return refuse(&r, node, "expected a claim: a map of keys", node->text ? node->text : "a list");
    }
    fl_err err = read_type(&r);
    err = err ? err : check_keys(&r);
    err = err ? err : read_counted(&r);
    err = err ? err : read_value(&r);
    err = err ? err : read_law(&r);
    err = err ? err : read_flag(&r, "about", &self->is_about);
    err = err ? err : read_flag(&r, "complete", &self->is_complete);
    err = err ? err : read_tolerance(&r);
    self->id = text_of(&r, "id");
    self->source = text_of(&r, "source");
    self->quote = text_of(&r, "quote");
    self->text = text_of(&r, "text");
    self->reading = text_of(&r, "reading");
    self->note = text_of(&r, "note");
    return err;
}
