/* SPDX-License-Identifier: MIT */
/* Equal settings of a stop share their rules. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_MAX = 1 << 22 };

static fl_err refuse(const fl_journey_stop *stop, const char *file, const char *what, fl_diag *diag)
{
    char where[256];
    const char *colon = strrchr(file, ':');
    snprintf(where, sizeof where, "%.*s:%u", (int)(colon ? colon - file : 0), file, stop->line);
    return fl_diag_set(diag, FL_ERR_INPUT, where, "floor '%s': %s", stop->name, what);
}

static bool is_free(const fl_journey_stop *stop, int setting)
{
    bool is_drawn = false;
    for (unsigned i = 0; i < stop->lists_n; i++) {
        is_drawn = is_drawn || stop->list[i].setting == setting;
    }
    return setting >= 0 && !is_drawn && stop->values.origin[setting] != FL_SETTING_VALUES_GIVEN;
}

static fl_err bind_variable(fl_journey *self, fl_journey_stop *stop, unsigned i, const char *file,
                            fl_diag *diag)
{
    const fl_journey_variable *variable = &self->variable[i];
    int setting = fl_setting_values_find(&stop->values, variable->name);
    stop->variable_setting[i] = -1;
    if (!is_free(stop, setting)) {
        return FL_OK;
    }
    const fl_setting *row = &stop->values.table[setting];
    if (row->type != FL_SETTING_NUMBER || variable->min < row->min || variable->max > row->max) {
        fl_err err = refuse(stop, file, "a variable's range exceeds that of the setting with its name", diag);
        fl_diag_hint(diag, "%s is %d..%d here, and %lld..%lld for %s", variable->name, variable->min,
                     variable->max, (long long)row->min, (long long)row->max, stop->generator->name);
        return err;
    }
    stop->variable_setting[i] = (int16_t)setting;
    return FL_OK;
}

/* Finds the setting that is a flag with this name, or the first set that has this word. */
static void bind_flag(const fl_journey *self, fl_journey_stop *stop, unsigned i)
{
    const char *name = self->flag[i];
    int setting = fl_setting_values_find(&stop->values, name);
    bool is_flag = is_free(stop, setting) && stop->values.table[setting].type == FL_SETTING_FLAG;
    stop->flag_setting[i] = (int16_t)(is_flag ? setting : -1);
    stop->flag_bit[i] = -1;
    for (size_t k = 0; k < stop->values.n && stop->flag_setting[i] < 0; k++) {
        const fl_setting *row = &stop->values.table[k];
        int word = row->type == FL_SETTING_SET ? fl_setting_word(row->choices, name, strlen(name)) : -1;
        if (word >= 0 && is_free(stop, (int)k)) {
            stop->flag_setting[i] = (int16_t)k;
            stop->flag_bit[i] = (int8_t)word;
        }
    }
}

static fl_err bind(fl_journey *self, fl_journey_stop *stop, const char *file, fl_diag *diag)
{
    uint64_t codes = 1;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < self->variables_n && !err; i++) {
        err = bind_variable(self, stop, i, file, diag);
        if (stop->variable_setting[i] >= 0 && codes <= TABLE_MAX) {
            codes *= fl_journey_state_seen_count(&self->variable[i]);
        }
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        bind_flag(self, stop, i);
        codes = stop->flag_setting[i] >= 0 && codes <= TABLE_MAX ? 2 * codes : codes;
    }
    uint64_t size = codes <= TABLE_MAX ? codes * stop->variants_n : TABLE_MAX;
    if (!err && self->table_n + size >= TABLE_MAX) {
        err = refuse(stop, file, "its generator would see too many different players", diag);
        fl_diag_hint(diag, "narrow the ranges of the variables that are also settings (hearts: 0..6)");
    }
    stop->codes_n = (uint32_t)codes;
    stop->table_from = self->table_n;
    self->table_n += (uint32_t)size;
    return err;
}

fl_err fl_journey_rules_begin(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    fl_err err = FL_OK;
    const char *file = fl_yaml_where(yaml, fl_yaml_root(yaml));
    for (unsigned i = 0; i < self->stops_n && !err; i++) {
        err = bind(self, &self->stop[i], file, diag);
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

static void set_value(fl_setting_values *values, int setting, int64_t number)
{
    values->number[setting] = number;
    values->origin[setting] = FL_SETTING_VALUES_GIVEN;
}

/* The settings of a stop's variant for a state of the player. */
static void settings_for(const fl_journey *self, const fl_journey_stop *stop, unsigned variant,
                         const fl_journey_state *state, fl_setting_values *out)
{
    *out = stop->values;
    for (unsigned i = 0; i < stop->lists_n; i++) {
        const fl_journey_list *list = &stop->list[i];
        set_value(out, list->setting, list->value[variant % list->n]);
        variant /= list->n;
    }
    for (unsigned i = 0; i < self->variables_n; i++) {
        if (stop->variable_setting[i] >= 0) {
            set_value(out, stop->variable_setting[i], fl_journey_state_seen_value(self, state, i));
        }
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        int setting = stop->flag_setting[i];
        if (setting >= 0 && (state->flags >> i & 1)) {
            int bit = stop->flag_bit[i];
            set_value(out, setting, bit < 0 ? 1 : out->number[setting] | (int64_t)1 << bit);
        }
    }
    /* also if a journey is merely shown: it must be one of the counted ones */
    if (stop->generator->for_runs) {
        stop->generator->for_runs(out);
    }
}

static uint64_t hash_of(unsigned stop, const fl_setting_values *values)
{
    uint64_t hash = stop;
    for (size_t i = 0; i < values->n; i++) {
        hash = fl_key_mix(hash ^ (uint64_t)values->number[i]);
    }
    for (unsigned i = 0; i < FL_SETTING_VALUES_TEXTS; i++) {
        for (const char *p = values->text[i]; *p; p++) {
            hash = fl_key_mix(hash ^ (unsigned char)*p);
        }
    }
    return hash;
}

static bool is_same(const fl_journey_rule *rule, unsigned stop, const fl_setting_values *values)
{
    return rule->stop == stop && fl_setting_values_are_same(&rule->values, values);
}

static fl_err add_rule(fl_journey *self, unsigned number, const fl_setting_values *values, fl_diag *diag)
{
    const fl_journey_stop *stop = &self->stop[number];
    uint64_t first = 0;
    uint64_t last = UINT64_MAX;
    fl_journey_rule *rule = &self->rules[self->rules_n];
    fl_setting_values settled = *values; /* `values` stay without the rule set's presets, for comparison */
    fl_err err = stop->generator->init(&settled, &rule->rules, diag);
    if (err) {
        rule->rules = NULL;
        return err;
    }
    *rule = (fl_journey_rule){.stop = (uint8_t)number,
                              .generator = stop->generator,
                              .values = *values,
                              .rules = rule->rules,
                              .hash = hash_of(number, values),
                              .classes_from = self->classes_n};
    self->classes_n += fl_journey_answer_classes(stop);
    self->rules_n++;
    if (stop->generator->floors) {
        stop->generator->floors(rule->rules, &first, &last);
    }
    self->first = first > self->first ? first : self->first;
    self->last = last < self->last ? last : self->last;
    return FL_OK;
}

/* Finds the rules for some settings, or makes them. */
static fl_err find_rule(fl_journey *self, unsigned stop, const fl_setting_values *values, unsigned *out,
                        fl_diag *diag)
{
    uint64_t hash = hash_of(stop, values);
    for (*out = 0; *out < self->rules_n; (*out)++) {
        const fl_journey_rule *rule = &self->rules[*out];
        if (rule->hash == hash && is_same(rule, stop, values)) {
            return FL_OK;
        }
    }
    return *out < FL_JOURNEY_RULES ? add_rule(self, stop, values, diag) : FL_ERR_INPUT;
}

fl_err fl_journey_rules_need(fl_journey *self, const fl_journey_vertex *vertex, fl_yaml *yaml, fl_diag *diag)
{
    const fl_journey_stop *stop = &self->stop[vertex->stop];
    uint32_t seen = fl_journey_state_seen_code(self, stop, &vertex->state);
    for (unsigned variant = 0; variant < stop->variants_n; variant++) {
        uint16_t *cell = &self->table[stop->table_from + variant * stop->codes_n + seen];
        fl_setting_values values;
        fl_diag why;
        unsigned rule = 0;
        if (*cell) {
            continue;
        }
        fl_diag_init(&why);
        settings_for(self, stop, variant, &vertex->state, &values);
        fl_err err = find_rule(self, vertex->stop, &values, &rule, &why);
        if (err) {
            char what[FL_DIAG_TEXT];
            snprintf(what, sizeof what, "%.100s%s%.400s", why.where, why.where[0] ? ": " : "",
                     why.what[0] ? why.what : "more different settings than a plan may have");
            fl_err code = err;
            err = refuse(stop, fl_yaml_where(yaml, fl_yaml_root(yaml)), what, diag);
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

unsigned fl_journey_rules_of(const fl_journey *self, unsigned stop, unsigned variant,
                             const fl_journey_state *state)
{
    const fl_journey_stop *f = &self->stop[stop];
    uint32_t seen = fl_journey_state_seen_code(self, f, state);
    uint16_t cell = self->table[f->table_from + variant * f->codes_n + seen];
    fl_bug_assert(cell > 0, "floorlab check journey PLAN, with the plan that was given (not known here)");
    return cell - 1u;
}
