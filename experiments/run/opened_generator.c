/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening generators, making single floors, and the commands that reproduce them. */
#include "experiments/run/run.h"
#include "gen/base/parse_number.h"
#include "gen/registry.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Sets rng=isaac for a floor named by a game seed, unless the user set rng: it is the game's floor. */
static fl_err take_game_seed(fl_opened_generator *self, const fl_options *options, fl_diag *diag)
{
    const char *vary = fl_program_option_get(options, "vary");
    int rng = fl_setting_values_find(&self->values, "rng");
    bool is_chosen = rng < 0 || self->values.origin[rng] != FL_SETTING_VALUES_DEFAULT ||
                     (vary && strncmp(vary, "rng=", 4) == 0);
    bool has_seed = fl_run_generator_is_game_seed(self, options, "floor") ||
                    fl_run_generator_is_game_seed(self, options, "from");
    return has_seed && !is_chosen ? fl_setting_values_set(&self->values, "rng", "isaac", "", diag) : FL_OK;
}

fl_err fl_run_generator_read_options(fl_opened_generator *self, const char *name, const fl_options *options,
                                     fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_err err = fl_registry_need(name, &self->generator, diag);
    if (err) {
        return err;
    }
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    err = fl_program_option_number(options, "seed", 1, &self->seed, diag);
    for (size_t i = 0; !err && fl_program_option_nth(options, "set", i); i++) {
        err =
            fl_setting_values_assign(&self->values, fl_program_option_nth(options, "set", i), "--set", diag);
    }
    return err ? err : take_game_seed(self, options, diag);
}

fl_err fl_run_generator_open(fl_opened_generator *self, const char *name, const fl_options *options,
                             fl_diag *diag)
{
    fl_err err = fl_run_generator_read_options(self, name, options, diag);
    return err ? err : fl_run_generator_make_rules(self, diag);
}

fl_err fl_run_generator_open_words(fl_opened_generator *self, const char *name, const char *settings,
                                   fl_diag *diag)
{
    char word[512];
    memset(self, 0, sizeof *self);
    self->seed = 1;
    fl_err err = fl_registry_need(name, &self->generator, diag);
    if (err) {
        return err;
    }
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    for (unsigned i = 0;; i++) {
        fl_setting_word_at(settings, i, word, sizeof word);
        if (!word[0]) {
            return fl_run_generator_make_rules(self, diag);
        }
        err = fl_setting_values_assign(&self->values, word, "settings", diag);
        if (err) {
            return err;
        }
    }
}

fl_err fl_run_generator_open_named(fl_opened_generator *self, const char *text, const char *option,
                                   fl_diag *diag)
{
    char name[64];
    char settings[512];
    size_t n = strcspn(text, ":");
    const char *rest = text[n] ? text + n + 1 : "";
    memset(self, 0, sizeof *self);
    if (n >= sizeof name || strlen(rest) >= sizeof settings) {
        return fl_diag_set(diag, FL_ERR_USAGE, option, "'%.40s…' is too long", text);
    }
    memcpy(name, text, n);
    name[n] = '\0';
    strcpy(settings, rest);
    for (char *p = settings; *p; p++) {
        *p = *p == ',' ? ' ' : *p;
    }
    return fl_run_generator_open_words(self, name, settings, diag);
}

fl_err fl_run_generator_make_rules(fl_opened_generator *self, fl_diag *diag)
{
    fl_err err = self->generator->init(&self->values, &self->rules, diag);
    if (!err) {
        fl_run_generator_find_numbers(self);
    }
    return err;
}

void fl_run_generator_find_numbers(fl_opened_generator *self)
{
    self->first = 0;
    self->last = UINT64_MAX;
    if (self->generator->floors) {
        self->generator->floors(self->rules, &self->first, &self->last);
    }
}

void fl_run_generator_draw_first(fl_opened_generator *self, uint64_t samples)
{
    uint64_t half = (self->last - self->first) / 2;
    fl_key key;
    fl_pcg rng;
    if (self->last == UINT64_MAX || samples > half || half == 0) {
        return;
    }
    fl_key_init(&key, "first sample", 1, self->seed);
    fl_key_stream(&key, 0, &rng);
    self->first += fl_pcg_below(&rng, (uint32_t)(half < UINT32_MAX ? half : UINT32_MAX));
}

bool fl_run_generator_is_game_seed(const fl_opened_generator *self, const fl_options *options,
                                   const char *name)
{
    uint64_t number = 0;
    const char *text = fl_program_option_get(options, name);
    return text && self->generator->number_of && fl_parse_number_unsigned(text, &number) != FL_OK;
}

void fl_run_generator_game_seed(const fl_opened_generator *self, uint64_t index, char out[FL_ROW_SEED_TEXT])
{
    out[0] = '\0';
    if (self->generator->text_of) {
        self->generator->text_of(self->rules, index, out);
    }
}

fl_err fl_run_generator_floor_number(const fl_opened_generator *self, const fl_options *options,
                                     const char *name, uint64_t *out, fl_diag *diag)
{
    const char *text = fl_program_option_get(options, name);
    fl_err err = fl_run_generator_is_game_seed(self, options, name)
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

/* Opens chunk rooms and journeys: memory for one, and a catalogue unless the generator has one. */
static fl_err open_sample(fl_floor_maker *self, const fl_opened_generator *opened, fl_diag *diag)
{
    const void *rules[] = {opened->rules};
    bool is_journey = opened->generator->makes == FL_SAMPLE_JOURNEY;
    self->sample = calloc(1, is_journey ? sizeof(fl_journey_trip) : sizeof(fl_interior));
    if (!self->sample) {
        return fl_diag_memory(diag);
    }
    if (!opened->catalogue) {
        self->own_catalogue = calloc(1, sizeof *self->own_catalogue);
        self->own_binding = calloc(1, sizeof *self->own_binding);
        if (!self->own_catalogue || !self->own_binding) {
            return fl_diag_memory(diag);
        }
        fl_err err = fl_sample_catalogue_init(self->own_catalogue, opened->generator, rules, 1, diag);
        if (err) {
            return err;
        }
        fl_sample_bind(self->own_catalogue, opened->rules, self->own_binding);
        self->binding = self->own_binding;
    }
    return fl_sample_work_init(&self->work, opened->catalogue ? opened->catalogue : self->own_catalogue)
               ? fl_diag_memory(diag)
               : FL_OK;
}

fl_err fl_run_maker_open(fl_floor_maker *self, const fl_opened_generator *opened, fl_diag *diag)
{
    bool is_floor = opened->generator->makes == FL_SAMPLE_FLOOR;
    uint32_t cells = opened->generator->cells_max;
    memset(self, 0, sizeof *self);
    if (!fl_files_can_make(opened->values.files)) {
        return fl_diag_set(
            diag, FL_ERR_INPUT, "",
            "the result does not hold what it was made from, so it cannot be made a second time");
    }
    fl_run_maker_switch(self, opened);
    self->scratch = calloc(1, opened->generator->scratch_size(opened->rules));
    fl_err err = !self->scratch ? fl_diag_memory(diag)
                 : !is_floor    ? open_sample(self, opened, diag)
                 : fl_floor_init(&self->floor, cells) || fl_metric_init(&self->metric, cells)
                     ? fl_diag_memory(diag)
                     : FL_OK;
    if (!err && opened->generator->open) {
        err = opened->generator->open(opened->rules, self->scratch, diag);
    }
    if (err) {
        fl_run_maker_close(self);
    }
    return err;
}

void fl_run_maker_switch(fl_floor_maker *self, const fl_opened_generator *opened)
{
    assert(!self->opened || self->opened->generator == opened->generator);
    self->opened = opened;
    self->binding = opened->binding ? opened->binding : self->own_binding;
    fl_key_init(&self->key, opened->generator->name, opened->generator->version, opened->seed);
    self->key.settings = &opened->values;
}

void fl_run_maker_close(fl_floor_maker *self)
{
    if (self->scratch && self->opened->generator->close) {
        self->opened->generator->close(self->scratch);
    }
    free(self->scratch);
    free(self->sample);
    fl_floor_free(&self->floor);
    fl_metric_free(&self->metric);
    fl_sample_work_free(&self->work);
    if (self->own_catalogue) {
        fl_sample_catalogue_free(self->own_catalogue);
    }
    free(self->own_catalogue);
    free(self->own_binding);
    memset(self, 0, sizeof *self);
}

void fl_run_maker_begin(fl_floor_maker *self, uint64_t first, uint64_t n)
{
    uint64_t begun = atomic_load_explicit(&self->begun, memory_order_relaxed);
    self->first = first;
    self->n = n;
    atomic_store_explicit(&self->begun, begun + 1, memory_order_relaxed);
}

void fl_run_maker_expect(fl_floor_maker *self, uint64_t first, uint64_t n)
{
    const fl_opened_generator *opened = self->opened;
    if (opened->generator->expect) {
        self->key.index = first;
        opened->generator->expect(opened->rules, &self->key, self->scratch, n);
    }
}

fl_err fl_run_maker_check(const fl_floor_maker *self, fl_diag *diag)
{
    const fl_generator *generator = self->opened->generator;
    return generator->check ? generator->check(self->scratch, diag) : FL_OK;
}

uint64_t fl_run_maker_begun(const fl_floor_maker *makers, unsigned n)
{
    uint64_t begun = 0;
    for (unsigned i = 0; i < n; i++) {
        begun += atomic_load_explicit(&makers[i].begun, memory_order_relaxed);
    }
    return begun;
}

void fl_run_maker_make(fl_floor_maker *self, uint64_t index, unsigned groups)
{
    const fl_opened_generator *opened = self->opened;
    self->key.index = index;
    fl_run_maker_begin(self, index, 1);
    if (self->sample) {
        opened->generator->make(opened->rules, &self->key, self->scratch, self->sample);
        fl_sample_measure(&self->work, self->binding, opened->rules, self->sample);
    } else {
        opened->generator->make(opened->rules, &self->key, self->scratch, &self->floor);
        fl_metric_compute(&self->metric, &self->floor, groups, self->values);
    }
}

fl_err fl_run_maker_tell_stuck(const fl_floor_maker *self, const fl_run_condition *condition, double seconds,
                               fl_diag *diag)
{
    const fl_opened_generator *opened = &condition->opened;
    unsigned long long first = self->first;
    unsigned long long last = self->first + self->n - (self->n > 0);
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(opened, first, &command);
    fl_err err = first == last ? fl_diag_set(diag, FL_ERR_STUCK, condition->name,
                                             "%s %llu is not finished after %.4g seconds",
                                             fl_sample_name(opened->generator->makes), first, seconds)
                               : fl_diag_set(diag, FL_ERR_STUCK, condition->name,
                                             "one of the %s %llu to %llu is not finished after %.4g seconds",
                                             fl_sample_names(opened->generator->makes), first, last, seconds);
    fl_diag_hint(
        diag,
        "nothing is written, and an earlier checkpoint stays; to see it: %.400s; if it is only slow, give "
        "--patience more seconds",
        fl_text_get(&command));
    fl_text_free(&command);
    return err;
}

const int32_t *fl_run_maker_values(const fl_floor_maker *self)
{
    return self->sample ? self->work.values : self->values;
}

bool fl_run_maker_count(const fl_floor_maker *self, fl_tally *tally)
{
    return self->sample ? fl_tally_add_sample(tally, &self->work, self->key.index)
                        : fl_tally_add(tally, &self->floor, self->values, &self->metric, self->key.index);
}

uint64_t fl_run_maker_draws(const fl_floor_maker *self)
{
    return fl_generator_draws(self->opened->generator, self->opened->rules, &self->key, self->scratch);
}

void fl_run_generator_add_settings(const fl_opened_generator *self, fl_text *out)
{
    fl_setting_values_add_json(&self->values, out);
}

void fl_run_maker_add_json(const fl_floor_maker *self, fl_text *out)
{
    char seed_text[FL_ROW_SEED_TEXT];
    fl_run_generator_game_seed(self->opened, self->key.index, seed_text);
    fl_sample_add_line(&(fl_sample_line){.generator = self->opened->generator,
                                         .rules = self->opened->rules,
                                         .settings = &self->opened->values,
                                         .settings_text = self->settings,
                                         .seed = self->opened->seed,
                                         .index = self->key.index,
                                         .seed_text = seed_text,
                                         .values = self->values,
                                         .clustering = self->clustering},
                       &self->floor, out);
}

void fl_run_generator_add_command(const fl_opened_generator *self, uint64_t index, fl_text *out)
{
    fl_text_add_format(out, "floorlab show %s --floor %llu", self->generator->name,
                       (unsigned long long)index);
    fl_run_generator_add_options(self, out);
}

void fl_run_generator_add_seed_command(const fl_opened_generator *self, uint64_t index, fl_text *out)
{
    char seed[FL_ROW_SEED_TEXT];
    fl_run_generator_game_seed(self, index, seed);
    if (!seed[0] || !self->generator->number_of) {
        fl_run_generator_add_command(self, index, out);
        return;
    }
    fl_text_add_format(out, "floorlab show %s --floor \"%s\"", self->generator->name, seed);
    fl_run_generator_add_options(self, out);
}

void fl_run_generator_add_options(const fl_opened_generator *self, fl_text *out)
{
    if (self->seed != 1) {
        fl_text_add_format(out, " --seed %llu", (unsigned long long)self->seed);
    }
    fl_setting_values_add_options(&self->values, out);
}
