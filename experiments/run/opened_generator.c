/* Opening generators and making single floors. */
#include "experiments/run/run.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/floor/floor_json.h"
#include "gen/registry.h"

#include <stdlib.h>
#include <string.h>

static fl_err refuse_generator(const char *name, fl_diag *diag)
{
    size_t n = 0;
    const fl_generator *const *all = fl_registry_all(&n);
    const char *names[16];
    for (size_t i = 0; i < n && i < 16; i++) {
        names[i] = all[i]->name;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no generator '%.80s'", name);
    const char *near = fl_suggest_name(name, names, n, sizeof names[0]);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list generators' names them (%s is one)",
                 near ? near : names[0]);
    return err;
}

fl_err fl_run_generator_read(fl_opened_generator *self, const char *name, const fl_options *options,
                             fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->generator = fl_registry_find(name);
    if (!self->generator) {
        return refuse_generator(name, diag);
    }
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    fl_err err = fl_program_option_number(options, "seed", 1, &self->seed, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err =
            fl_setting_values_assign(&self->values, fl_program_option_nth(options, "set", i), "--set", diag);
    }
    return err;
}

fl_err fl_run_generator_open(fl_opened_generator *self, const char *name, const fl_options *options,
                             fl_diag *diag)
{
    fl_err err = fl_run_generator_read(self, name, options, diag);
    return err ? err : fl_run_generator_begin(self, diag);
}

fl_err fl_run_generator_open_words(fl_opened_generator *self, const char *name, const char *settings,
                                   fl_diag *diag)
{
    char word[512];
    memset(self, 0, sizeof *self);
    self->generator = fl_registry_find(name);
    self->seed = 1;
    if (!self->generator) {
        return refuse_generator(name, diag);
    }
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            return fl_run_generator_begin(self, diag);
        }
        fl_err err = fl_setting_values_assign(&self->values, word, "settings", diag);
        if (err) {
            return err;
        }
    }
}

fl_err fl_run_generator_begin(fl_opened_generator *self, fl_diag *diag)
{
    fl_err err = self->generator->init(&self->values, &self->rules, diag);
    self->first = 0;
    self->last = UINT64_MAX;
    if (!err && self->generator->floors) {
        self->generator->floors(self->rules, &self->first, &self->last);
    }
    return err;
}

bool fl_run_generator_is_seed(const fl_opened_generator *self, const fl_options *options, const char *name)
{
    uint64_t number = 0;
    const char *text = fl_program_option_get(options, name);
    return text && self->generator->number_of && fl_parse_number_unsigned(text, &number) != FL_OK;
}

void fl_run_generator_seed_text(const fl_opened_generator *self, uint64_t index, char out[FL_ROW_SEED_TEXT])
{
    out[0] = '\0';
    if (self->generator->text_of) {
        self->generator->text_of(self->rules, index, out);
    }
}

fl_err fl_run_generator_number(const fl_opened_generator *self, const fl_options *options, const char *name,
                               uint64_t *out, fl_diag *diag)
{
    const char *text = fl_program_option_get(options, name);
    fl_err err = fl_run_generator_is_seed(self, options, name)
                     ? self->generator->number_of(self->rules, text, out, diag)
                     : fl_program_option_number(options, name, self->first, out, diag);
    if (!err && (*out < self->first || *out > self->last)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no floor %llu", (unsigned long long)*out);
        fl_diag_hint(diag, "with these settings floors are numbered %llu to %llu",
                     (unsigned long long)self->first, (unsigned long long)self->last);
    }
    return err;
}

void fl_run_generator_close(fl_opened_generator *self)
{
    if (self->rules) {
        self->generator->free(self->rules);
    }
    self->rules = NULL;
}

fl_err fl_run_generator_hire(fl_opened_generator_worker *self, const fl_opened_generator *source,
                             fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_run_generator_assign(self, source);
    self->scratch = calloc(1, source->generator->scratch_size(source->rules));
    if (!self->scratch || fl_floor_init(&self->floor, source->generator->cells_max) ||
        fl_metric_init(&self->metric, source->generator->cells_max)) {
        fl_run_generator_dismiss(self);
        return fl_diag_memory(diag);
    }
    return FL_OK;
}

void fl_run_generator_assign(fl_opened_generator_worker *self, const fl_opened_generator *source)
{
    self->source = source;
    fl_key_init(&self->key, source->generator->name, source->generator->version, source->seed);
    self->key.settings = &source->values;
}

void fl_run_generator_dismiss(fl_opened_generator_worker *self)
{
    free(self->scratch);
    fl_floor_free(&self->floor);
    fl_metric_free(&self->metric);
    memset(self, 0, sizeof *self);
}

void fl_run_generator_make(fl_opened_generator_worker *self, uint64_t index, unsigned groups)
{
    const fl_opened_generator *source = self->source;
    self->key.index = index;
    source->generator->make(source->rules, &self->key, self->scratch, &self->floor);
    fl_metric_compute(&self->metric, &self->floor, groups, self->values);
}

uint64_t fl_run_generator_draws(const fl_opened_generator_worker *self)
{
    return self->source->generator->draws(self->source->rules, &self->key, self->scratch);
}

void fl_run_generator_line(const fl_opened_generator_worker *self, fl_text *out)
{
    const char *names[FL_METRIC_COUNT];
    int32_t values[FL_METRIC_COUNT];
    size_t n = 0;
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        bool is_none_of_it = i >= FL_METRIC_FIRST_SHAPE && self->values[i] == 0;
        if (self->values[i] != FL_GENERATOR_FACT_NONE && !is_none_of_it) {
            names[n] = fl_metric_of(i)->name;
            values[n++] = self->values[i];
        }
    }
    char rules[64] = "";
    const fl_setting *first = &self->source->values.table[0]; /* by convention the rule set */
    bool is_text = first->type == FL_SETTING_TEXT;
    if (!is_text) {
        fl_setting_word_at(first->choices, (unsigned)fl_setting_values_get(&self->source->values, 0), rules,
                           sizeof rules);
    }
    char seed_text[FL_ROW_SEED_TEXT];
    fl_run_generator_seed_text(self->source, self->key.index, seed_text);
    fl_floor_json_head head = {
        .generator = self->source->generator->name,
        .version = self->source->generator->version,
        .rules = is_text ? self->source->values.text : rules,
        .seed = self->source->seed,
        .index = self->key.index,
        .seed_text = seed_text[0] ? seed_text : NULL,
        .metric_names = names,
        .metric_values = values,
        .metrics_n = n,
    };
    fl_floor_json_write(&head, &self->floor, out);
}

void fl_run_generator_command(const fl_opened_generator *self, uint64_t index, fl_text *out)
{
    fl_text_add_format(out, "floorlab show %s --floor %llu", self->generator->name,
                       (unsigned long long)index);
    fl_run_generator_command_rest(self, out);
}

void fl_run_generator_words(uint64_t seed, const fl_setting_values *values, fl_text *out)
{
    if (seed != 1) {
        fl_text_add_format(out, " --seed %llu", (unsigned long long)seed);
    }
    fl_setting_values_add_options(values, out);
}

void fl_run_generator_command_rest(const fl_opened_generator *self, fl_text *out)
{
    fl_run_generator_words(self->seed, &self->values, out);
}
