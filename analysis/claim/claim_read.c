/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads an entry of a claims file. Keys are rows of a table that says which types of claims have them. */
#include "analysis/claim/claim_private.h"
#include "gen/base/parse_number.h"
#include "gen/base/yaml_map.h"

/* Sets of types as bits. */
enum {
    CHANCES = 1 << FL_CLAIM_PROBABILITY | 1 << FL_CLAIM_NEVER | 1 << FL_CLAIM_ALWAYS | 1 << FL_CLAIM_OCCURS,
    VALUED = 1 << FL_CLAIM_PROBABILITY | 1 << FL_CLAIM_BOUND | 1 << FL_CLAIM_MEAN,
    RELATED = 1 << FL_CLAIM_BOUND | 1 << FL_CLAIM_MEAN,
    PAIRS = 1 << FL_CLAIM_EQUALS,
    ROWS = 1 << FL_CLAIM_ORDER,
    LAWS = 1 << FL_CLAIM_DISTRIBUTION,
    SUPPORTS = 1 << FL_CLAIM_SUPPORT,
    AMONG = 1 << FL_CLAIM_INDEPENDENT,
    EVENTS = CHANCES | 1 << FL_CLAIM_BOUND | PAIRS | ROWS,
    EVERY = (1 << FL_CLAIM_TYPES_N) - 1,
    SINGLE = EVERY & ~(PAIRS | ROWS),
};

static fl_claim *claim_of(const fl_yaml_reading *r)
{
    return r->out;
}

static fl_err refuse(const fl_yaml_reading *r, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_yaml_refuse(r->yaml, node, r->diag, "%s, found '%.60s'", what, found);
}

fl_err fl_claim_read_verdict(fl_yaml *yaml, const fl_yaml_node *node, fl_verdict *out, fl_diag *diag)
{
    static const char *const names[] = {"undecided", "confirmed", "refuted"};
    static const fl_yaml_words words = {"verdict", names, 3, sizeof names[0]};
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(&(fl_yaml_reading){yaml, diag, NULL}, node, &words, &number);
    *out = (fl_verdict)number;
    return err;
}

static fl_err read_type(const fl_yaml_reading *r, const fl_yaml_node *map, fl_claim *out)
{
    const fl_yaml_node *node = fl_yaml_get(map, "type");
    const fl_claim_type_row *first = fl_claim_type_of((fl_claim_type)0);
    const fl_yaml_words words = {"type of claim", &first->name, FL_CLAIM_TYPES_N, sizeof *first};
    unsigned number = 0;
    fl_err err = node ? fl_yaml_map_word(r, node, &words, &number)
                      : fl_yaml_refuse(r->yaml, map, r->diag, "the key 'type' is missing");
    out->type = (fl_claim_type)number;
    return err;
}

/* Reads the name of a built-in event, or of the file's own: a name and an expression. */
static fl_err read_event(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    const fl_yaml_node *pair = node->type == FL_YAML_MAP && node->children_n == 1 ? node->first : NULL;
    if (node->type != FL_YAML_SCALAR && (!pair || pair->type != FL_YAML_SCALAR)) {
        return refuse(r, node,
                      "expected the name of an event, or a name and an expression: {big: 'rooms > 20'}",
                      node->key);
    }
    claim_of(context)->event = pair ? pair->key : node->text;
    claim_of(context)->expression = pair ? pair->text : NULL;
    return FL_OK;
}

static fl_err read_value_set(const fl_yaml_reading *r, const fl_yaml_node *node, void *set)
{
    const fl_yaml_node *item = node->type == FL_YAML_LIST ? node->first : node;
    for (; item; item = node->type == FL_YAML_LIST ? item->next : NULL) {
        if (!item->text || fl_claim_value_set_add(set, item->text)) {
            return refuse(r, item, "expected whole numbers such as [7, 8] or 7..8",
                          item->text ? item->text : "");
        }
    }
    return FL_OK;
}

static fl_err read_not_values(void *context, const fl_yaml_node *node)
{
    claim_of(context)->is_inverted = true;
    return read_value_set(context, node, &claim_of(context)->values);
}

static fl_err read_fraction(const fl_yaml_reading *r, const fl_yaml_node *node, fl_fraction *out)
{
    return node->text && fl_stat_fraction_read(node->text, out) == FL_OK
               ? FL_OK
               : refuse(r, node, "expected a number such as 5/14 or 0.25", node->text ? node->text : "");
}

static fl_err read_value(void *context, const fl_yaml_node *node)
{
    fl_yaml_reading *r = context;
    fl_claim *out = r->out;
    out->value_text = node->text;
    fl_err err = read_fraction(r, node, &out->value);
    return !err && fl_claim_is_chance(out) && out->value.num > out->value.den
               ? refuse(r, node, "a chance is at most 1", node->text)
               : err;
}

static fl_err read_relation(void *context, const fl_yaml_node *node)
{
    static const char *const names[] = {"is", "at_least", "at_most"};
    static const fl_yaml_words words = {"relation", names, 3, sizeof names[0]};
    fl_yaml_reading *r = context;
    fl_claim *out = r->out;
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &number);
    out->relation = (fl_verdict_relation)number;
    return !err && out->type == FL_CLAIM_BOUND && number == FL_VERDICT_IS
               ? refuse(r, node, "a bound is at_least or at_most", node->text)
               : err;
}

static fl_err read_cell(void *context, const fl_yaml_node *node)
{
    fl_yaml_reading *r = context;
    fl_claim_law *out = &claim_of(r)->law;
    int64_t value = 0;
    if (out->cells_n == FL_CLAIM_CELLS) {
        return refuse(r, node, "a distribution has at most 64 values", node->key);
    }
    if (fl_parse_number_signed(node->key, &value) || value < 0 || value > INT32_MAX) {
        return refuse(r, node, "expected a whole number before the chance", node->key);
    }
    out->value[out->cells_n] = (int32_t)value;
    return read_fraction(r, node, &out->chance[out->cells_n++]);
}

static fl_err read_law(void *context, const fl_yaml_node *law)
{
    fl_yaml_reading *r = context;
    const fl_claim_law *out = &claim_of(r)->law;
    fl_err err = fl_yaml_map_each(law, r, read_cell);
    return !err && !fl_stat_fraction_sums_to_one(out->chance, out->cells_n)
               ? refuse(r, law, "the chances of a distribution must sum to exactly 1", "another sum")
               : err;
}

/* Reads the chances of questions under `among`, which are looked up by name. */
static fl_err read_odds(void *context, const fl_yaml_node *map)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = map->first; node && !err; node = node->next) {
        fl_fraction chance = {0, 1};
        err = read_fraction(context, node, &chance);
        err = !err && chance.num > chance.den ? refuse(context, node, "a chance is at most 1", node->text)
                                              : err;
    }
    return err;
}

static fl_err read_flag(const fl_yaml_reading *r, const fl_yaml_node *node, void *flag)
{
    static const char *const names[] = {"no", "yes"};
    static const fl_yaml_words words = {"answer", names, 2, sizeof names[0]};
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &number);
    *(bool *)flag = number == 1;
    return err;
}

static fl_err read_stance(void *context, const fl_yaml_node *node)
{
#define FL_CLAIM_NAME(symbol, name, meaning) name,
    static const char *const names[] = {FL_CLAIM_STANCES(FL_CLAIM_NAME)};
#undef FL_CLAIM_NAME
    static const fl_yaml_words words = {"stance of a claim", names, FL_CLAIM_STANCES_N, sizeof names[0]};
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(context, node, &words, &number);
    claim_of(context)->stance = (fl_claim_stance)number;
    return err;
}

static fl_err read_origin(const fl_yaml_reading *r, const fl_yaml_node *node, void *is_predicted)
{
    static const char *const names[] = {"post_hoc", "preregistered"};
    static const fl_yaml_words words = {"origin of verdicts", names, 2, sizeof names[0]};
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &number);
    *(bool *)is_predicted = number == 1;
    return err;
}

static fl_err read_tolerance(void *context, const fl_yaml_node *node)
{
    fl_yaml_reading *r = context;
    fl_claim *out = r->out;
    fl_fraction tolerance = {0, 1};
    fl_err err = read_fraction(r, node, &tolerance);
    out->tolerance = fl_stat_fraction_value(tolerance);
    return !err && tolerance.num == 0 && out->type != FL_CLAIM_ORDER
               ? refuse(r, node, "a tolerance must be more than 0, or nothing could ever be confirmed",
                        node->text)
               : err;
}

static const struct key_row {
    fl_yaml_row row;
    unsigned types;      /* that may have the key */
    unsigned need_types; /* that must have it */
} key_rows[] = {
    {{"id", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, id)}, EVERY, EVERY},
    {{"source", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, source)}, EVERY, EVERY},
    {{"quote", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, quote)}, EVERY, 0},
    {{"text", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, text)}, EVERY, EVERY},
    {{"headline", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, headline)}, EVERY, 0},
    {{"reading", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, reading)}, EVERY, 0},
    {{"type", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE}, EVERY, EVERY},
    {{"stance", FL_YAML_SCALAR, false, .read = read_stance}, EVERY, 0},
    {{"recorded", FL_YAML_SCALAR, false, FL_YAML_FILL(read_origin, fl_claim, is_predicted)}, EVERY, 0},
    {{"event", FL_YAML_ANY, false, .read = read_event}, EVENTS, 0},
    {{"metric", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, metric)}, EVERY & ~AMONG, 0},
    {{"metrics", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, PAIRS, 0},
    {{"among", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE}, AMONG, AMONG},
    {{"odds", FL_YAML_MAP, false, .read = read_odds}, AMONG, 0},
    {{"values", FL_YAML_ANY, false, FL_YAML_FILL(read_value_set, fl_claim, values)},
     EVERY & ~(LAWS | AMONG),
     SUPPORTS},
    {{"not_values", FL_YAML_ANY, false, .read = read_not_values}, EVENTS, 0},
    {{"given", FL_YAML_ANY, false, FL_YAML_FILL(read_value_set, fl_claim, given)}, EVERY & ~AMONG, 0},
    {{"value", FL_YAML_SCALAR, false, .read = read_value}, VALUED, VALUED},
    {{"relation", FL_YAML_SCALAR, false, .read = read_relation}, RELATED, 1 << FL_CLAIM_BOUND},
    {{"distribution", FL_YAML_MAP, false, .read = read_law}, LAWS, LAWS},
    {{"about", FL_YAML_SCALAR, false, FL_YAML_FILL(read_flag, fl_claim, is_about)}, EVERY, 0},
    {{"complete", FL_YAML_SCALAR, false, FL_YAML_FILL(read_flag, fl_claim, is_complete)}, SUPPORTS, 0},
    {{"tolerance", FL_YAML_SCALAR, false, .read = read_tolerance}, EVERY, 0},
    {{"floor_event", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, floor_event)},
     CHANCES | 1 << FL_CLAIM_BOUND,
     0},
    {{"on", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE}, SINGLE, SINGLE},
    {{"between", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, PAIRS, PAIRS},
    {{"along", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, ROWS, ROWS},
    {{"expect", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE}, PAIRS | ROWS, PAIRS | ROWS},
    {{"conflicts_with", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, EVERY, 0},
    {{"indifferent", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, EVERY, 0},
    {{"note", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, fl_claim, note)}, EVERY, 0},
};

/* True if a claim counts exactly one thing. */
static fl_err check_counted(const fl_yaml_reading *r, const fl_yaml_node *map, const fl_claim *claim)
{
    bool has_metric = fl_yaml_get(map, "metric") != NULL;
    bool has_values = fl_yaml_get(map, "values") != NULL;
    bool needs_values = has_metric && (CHANCES >> claim->type & 1);
    const char *wrong = NULL;
    if ((claim->event != NULL) + has_metric + (fl_yaml_get(map, "metrics") != NULL) != 1) {
        wrong = "a claim counts exactly one thing: an event or a metric";
    } else if ((has_values && claim->is_inverted) || (needs_values && !has_values && !claim->is_inverted) ||
               (claim->event && (has_values || claim->is_inverted || fl_yaml_get(map, "given")))) {
        wrong = "a metric needs either 'values' or 'not_values' to be an event; an event takes neither";
    }
    return wrong && claim->type != FL_CLAIM_INDEPENDENT ? fl_yaml_refuse(r->yaml, map, r->diag, "%s", wrong)
                                                        : FL_OK;
}

/* Refuses keys that do not belong to the claim's type, and missing ones that it needs. */
fl_err fl_claim_read(fl_claim *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag)
{
    enum { KEYS = sizeof key_rows / sizeof key_rows[0] };
    fl_yaml_row rows[KEYS];
    fl_yaml_reading r = {yaml, diag, self};
    *self = (fl_claim){.yaml = yaml, .node = node, .value = {0, 1}};
    if (node->type != FL_YAML_MAP) {
        return refuse(&r, node, "expected a claim: a map of keys", node->text ? node->text : "a list");
    }
    fl_err err = read_type(&r, node, self);
    for (unsigned i = 0; i < KEYS && !err; i++) {
        const fl_yaml_node *key = fl_yaml_get(node, key_rows[i].row.name);
        rows[i] = key_rows[i].row;
        rows[i].is_required = key_rows[i].need_types >> self->type & 1;
        if (key && !(key_rows[i].types >> self->type & 1)) {
            err = fl_yaml_refuse(yaml, key, diag, "'%s' does not belong to a claim of the type %s", key->key,
                                 fl_claim_type_of(self->type)->name);
        }
    }
    err = err ? err : fl_yaml_map_read(&r, node, rows, KEYS, &r);
    if (!err && !fl_yaml_get(node, "tolerance")) {
        /* A claimed 1/N must not agree with 1/(N+1), the likeliest error: the tolerance is at most half the
         * distance. Claims that would need too many samples give a tolerance. */
        bool is_one_in_n = self->type == FL_CLAIM_PROBABILITY && !self->is_about && self->value.num > 0 &&
                           self->value.den % self->value.num == 0;
        double n = is_one_in_n ? (double)(self->value.den / self->value.num) : 1;
        double half_way = (1 / n - 1 / (n + 1)) / 2;
        self->tolerance = fl_claim_type_of(self->type)->tolerance;
        self->tolerance = is_one_in_n && half_way < self->tolerance ? half_way : self->tolerance;
    }
    return err ? err : check_counted(&r, node, self);
}
