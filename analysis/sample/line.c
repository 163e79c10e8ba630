/* SPDX-License-Identifier: MIT */
/* Lines of floors, with the data that reproduce them and their measurements. */
#include "analysis/sample/sample.h"

#include "gen/floor/floor_json.h"

/* Returns the value of the setting that names the rule set, by convention the first. */
static const char *rules_name(const fl_setting_values *settings, char out[64])
{
    const fl_setting *first = &settings->table[0];
    if (first->type == FL_SETTING_TEXT) {
        return fl_setting_values_text(settings, 0);
    }
    fl_setting_word_at(first->choices, (unsigned)fl_setting_values_get(settings, 0), out, 64);
    return out;
}

void fl_sample_add_line(const fl_sample_line *self, const fl_floor *floor, fl_text *out)
{
    const char *names[FL_METRIC_COUNT];
    int32_t values[FL_METRIC_COUNT];
    size_t n = 0;
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        bool is_absent_shape = i >= FL_METRIC_FIRST_SHAPE && self->values[i] == 0;
        if (self->values[i] != FL_GENERATOR_FACT_NONE && !is_absent_shape) {
            names[n] = fl_metric_of(i)->name;
            values[n++] = self->values[i];
        }
    }
    char rules[64] = "";
    fl_text settings;
    fl_text_init(&settings);
    if (!self->settings_text) {
        fl_setting_values_add_json(self->settings, &settings);
    }
    fl_floor_json_head head = {
        .generator = self->generator->name,
        .version = fl_generator_version(self->generator, self->rules),
        .rules = rules_name(self->settings, rules),
        .seed = self->seed,
        .index = self->index,
        .seed_text = self->seed_text[0] ? self->seed_text : NULL,
        .settings = self->settings_text ? self->settings_text : fl_text_get(&settings),
        .metric_names = names,
        .metric_values = values,
        .metrics_n = n,
        .has_difficulty = true,
        .clustering = self->clustering,
    };
    fl_floor_json_write(&head, floor, out);
    fl_text_drop(&settings, out);
}
