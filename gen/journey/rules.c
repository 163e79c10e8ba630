/* Equal settings of a floor share their rules. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_MAX = 1 << 22 };

static fl_err refuse(const fl_journey_stop *floor, const char *file, const char *what, fl_diag *diag)
{
    char where[256];
    const char *colon = strrchr(file, ':');
    snprintf(where, sizeof where, "%.*s:%u", (int)(colon ? colon - file : 0), file, floor->line);
    return fl_diag_set(diag, FL_ERR_INPUT, where, "floor '%s': %s", floor->name, what);
}

static bool is_free(const fl_journey_stop *floor, int setting)
{
    bool is_drawn = false;
    for (unsigned i = 0; i < floor->lists_n; i++) {
        is_drawn = is_drawn || floor->list[i].setting == setting;
    }
    return setting >= 0 && !is_drawn && floor->values.origin[setting] != FL_SETTING_VALUES_GIVEN;
}

static fl_err bind_variable(fl_journey *self, fl_journey_stop *floor, unsigned i, const char *file,
                            fl_diag *diag)
{
    const fl_journey_variable *variable = &self->variable[i];
    int setting = fl_setting_values_find(&floor->values, variable->name);
    floor->variable_setting[i] = -1;
    if (!is_free(floor, setting)) {
        return FL_OK;
    }
    const fl_setting *row = &floor->values.table[setting];
    if (row->type != FL_SETTING_NUMBER || variable->min < row->min || variable->max > row->max) {
        fl_err err = refuse(floor, file, "a variable's range passes that of the setting it is", diag);
        fl_diag_hint(diag, "%s is %d..%d here, and %lld..%lld for %s", variable->name, variable->min,
                     variable->max, (long long)row->min, (long long)row->max, floor->generator->name);
        return err;
    }
    floor->variable_setting[i] = (int16_t)setting;
    return FL_OK;
}

/* A flag of that name, or the first set with that word. */
static void bind_flag(const fl_journey *self, fl_journey_stop *floor, unsigned i)
{
    const char *name = self->flag[i];
    int setting = fl_setting_values_find(&floor->values, name);
    bool is_flag = is_free(floor, setting) && floor->values.table[setting].type == FL_SETTING_FLAG;
    floor->flag_setting[i] = (int16_t)(is_flag ? setting : -1);
    floor->flag_bit[i] = -1;
    for (size_t k = 0; k < floor->values.n && floor->flag_setting[i] < 0; k++) {
        const fl_setting *row = &floor->values.table[k];
        int word = row->type == FL_SETTING_SET ? fl_setting_word(row->choices, name, strlen(name)) : -1;
        if (word >= 0 && is_free(floor, (int)k)) {
            floor->flag_setting[i] = (int16_t)k;
            floor->flag_bit[i] = (int8_t)word;
        }
    }
}

static fl_err bind(fl_journey *self, fl_journey_stop *floor, const char *file, fl_diag *diag)
{
    uint64_t codes = 1;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->variables_n && !err; i++) {
        err = bind_variable(self, floor, i, file, diag);
        if (floor->variable_setting[i] >= 0 && codes <= TABLE_MAX) {
            codes *= fl_journey_state_values(&self->variable[i]);
        }
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        bind_flag(self, floor, i);
        codes = floor->flag_setting[i] >= 0 && codes <= TABLE_MAX ? 2 * codes : codes;
    }
    uint64_t size = codes <= TABLE_MAX ? codes * floor->variants_n : TABLE_MAX;
    if (!err && self->table_n + size >= TABLE_MAX) {
        err = refuse(floor, file, "too many different players for its generator", diag);
        fl_diag_hint(diag, "narrow the ranges of the variables that are also settings (hearts: 0..6)");
    }
    floor->codes_n = (uint32_t)codes;
    floor->table_from = self->table_n;
    self->table_n += (uint32_t)size;
    return err;
}

fl_err fl_journey_rules_begin(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    fl_err err = FL_OK;
    const char *file = fl_yaml_where(yaml, fl_yaml_root(yaml));
    for (unsigned i = 0; i < self->floors_n && !err; i++) {
        err = bind(self, &self->floor[i], file, diag);
    }
    if (!err) {
        self->table = calloc(self->table_n, sizeof *self->table);
        self->rules = calloc(FL_JOURNEY_RULES, sizeof *self->rules);
        err = self->table && self->rules ? FL_OK : fl_diag_memory(diag);
    }
    self->first = 0;
    self->last = UINT64_MAX;
    return err;
}

static void give(fl_setting_values *values, int setting, int64_t number)
{
    values->number[setting] = number;
    values->origin[setting] = FL_SETTING_VALUES_GIVEN;
}

/* The settings of a floor as a player meets it. */
static void settle(const fl_journey *self, const fl_journey_stop *floor, unsigned variant,
                   const fl_journey_state *state, fl_setting_values *out)
{
    *out = floor->values;
    for (unsigned i = 0; i < floor->lists_n; i++) {
        const fl_journey_list *list = &floor->list[i];
        give(out, list->setting, list->value[variant % list->n]);
        variant /= list->n;
    }
    for (unsigned i = 0; i < self->variables_n; i++) {
        if (floor->variable_setting[i] >= 0) {
            give(out, floor->variable_setting[i], fl_journey_state_given(self, state, i));
        }
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        int setting = floor->flag_setting[i];
        if (setting >= 0 && (state->flags >> i & 1)) {
            int bit = floor->flag_bit[i];
            give(out, setting, bit < 0 ? 1 : out->number[setting] | (int64_t)1 << bit);
        }
    }
    if (floor->generator->for_runs) { /* run after run is counted, also where one is shown */
        floor->generator->for_runs(out);
    }
}

static uint64_t hash_of(unsigned floor, const fl_setting_values *values)
{
    uint64_t hash = floor;
    for (size_t i = 0; i < values->n; i++) {
        hash = fl_key_mix(hash ^ (uint64_t)values->number[i]);
    }
    for (const char *p = values->text; *p; p++) {
        hash = fl_key_mix(hash ^ (unsigned char)*p);
    }
    return hash;
}

static bool is_same(const fl_journey_rule *rule, unsigned floor, const fl_setting_values *values)
{
    return rule->floor == floor && strcmp(rule->values.text, values->text) == 0 &&
           memcmp(rule->values.number, values->number, values->n * sizeof *values->number) == 0;
}

static fl_err add_rule(fl_journey *self, unsigned number, const fl_setting_values *values, fl_diag *diag)
{
    const fl_journey_stop *floor = &self->floor[number];
    uint64_t first = 0;
    uint64_t last = UINT64_MAX;
    fl_journey_rule *rule = &self->rules[self->rules_n];
    fl_setting_values settled =
        *values; /* `values` stay as they are asked for, without the rule set's presets */
    fl_err err = floor->generator->init(&settled, &rule->rules, diag);
    if (err) {
        rule->rules = NULL;
        return err;
    }
    *rule = (fl_journey_rule){.floor = (uint8_t)number,
                              .generator = floor->generator,
                              .values = *values,
                              .rules = rule->rules,
                              .hash = hash_of(number, values),
                              .classes_from = self->classes_n};
    self->classes_n += fl_journey_answer_classes(floor);
    self->rules_n++;
    if (floor->generator->floors) {
        floor->generator->floors(rule->rules, &first, &last);
    }
    self->first = first > self->first ? first : self->first;
    self->last = last < self->last ? last : self->last;
    return FL_OK;
}

/* The rules of some settings, new ones if there are none. */
static fl_err find_rule(fl_journey *self, unsigned floor, const fl_setting_values *values, unsigned *out,
                        fl_diag *diag)
{
    uint64_t hash = hash_of(floor, values);
    for (*out = 0; *out < self->rules_n; (*out)++) {
        const fl_journey_rule *rule = &self->rules[*out];
        if (rule->hash == hash && is_same(rule, floor, values)) {
            return FL_OK;
        }
    }
    return *out < FL_JOURNEY_RULES ? add_rule(self, floor, values, diag) : FL_ERR_INPUT;
}

fl_err fl_journey_rules_need(fl_journey *self, const fl_journey_vertex *vertex, fl_yaml *yaml, fl_diag *diag)
{
    const fl_journey_stop *floor = &self->floor[vertex->floor];
    uint32_t seen = fl_journey_state_seen(self, floor, &vertex->state);
    for (unsigned variant = 0; variant < floor->variants_n; variant++) {
        uint16_t *cell = &self->table[floor->table_from + variant * floor->codes_n + seen];
        fl_setting_values values;
        fl_diag why;
        unsigned rule = 0;
        if (*cell) {
            continue;
        }
        fl_diag_init(&why);
        settle(self, floor, variant, &vertex->state, &values);
        fl_err err = find_rule(self, vertex->floor, &values, &rule, &why);
        if (err) {
            char what[FL_DIAG_TEXT];
            snprintf(what, sizeof what, "%.100s%s%.400s", why.where, why.where[0] ? ": " : "",
                     why.what[0] ? why.what : "more different settings than a plan may have");
            fl_err code = err;
            err = refuse(floor, fl_yaml_where(yaml, fl_yaml_root(yaml)), what, diag);
            fl_diag_hint(diag, "%s", why.what[0] ? why.hint : "narrow the ranges of the variables");
            return code == FL_ERR_MEMORY ? code : err;
        }
        *cell = (uint16_t)(rule + 1);
    }
    return FL_OK;
}

void fl_journey_rules_free(fl_journey *self)
{
    for (unsigned i = 0; self->rules && i < self->rules_n; i++) {
        self->rules[i].generator->free(self->rules[i].rules);
    }
    free(self->rules);
    free(self->table);
    self->rules = NULL;
    self->table = NULL;
}

unsigned fl_journey_rules_of(const fl_journey *self, unsigned floor, unsigned variant,
                             const fl_journey_state *state)
{
    const fl_journey_stop *f = &self->floor[floor];
    uint32_t seen = fl_journey_state_seen(self, f, state);
    uint16_t cell = self->table[f->table_from + variant * f->codes_n + seen];
    fl_bug_assert(cell > 0, "floorlab journey check PLAN, with the plan that was given (not known here)");
    return cell - 1u;
}
