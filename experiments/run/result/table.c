/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One table of a result file: the scale of its configurations, the settings that vary, and its own arrays. */
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 160 };

fl_err fl_run_table_add(fl_run_table *self, const fl_run_array *array, void *data)
{
    char path[PATH];
    char scale[FL_STORE_RANK][PATH];
    fl_store_item *added = NULL;
    fl_text names;
    fl_text_init(&names);
    if (!array->is_coordinate) {
        fl_text_add_format(&names, "%s%s%s", fl_text_get(&self->coordinates),
                           self->coordinates.size > 0 && *self->more ? " " : "", self->more);
    }
    snprintf(path, sizeof path, "%s/%s", self->folder, array->name);
    fl_store_item item = {.path = path,
                          .type = array->type,
                          .description = (char *)array->description,
                          .unit = (char *)array->unit,
                          .coordinates = names.size > 0 ? (char *)fl_text_get(&names) : NULL};
    for (const char *word = array->dimensions; *word; item.rank++) {
        unsigned k = item.rank;
        size_t length = strcspn(word, " ");
        snprintf(scale[k], PATH, "%s/%.*s", self->folder, (int)length, word);
        const fl_store_item *there = strcmp(scale[k], path) == 0 ? NULL : fl_store_find(self->out, scale[k]);
        item.dimension[k] = scale[k];
        item.size[k] = there ? there->size[0] : array->n;
        word += length + (word[length] == ' ');
    }
    fl_err err = fl_text_check(&names) ? FL_ERR_MEMORY : fl_store_add(self->out, &item, &added);
    fl_text_free(&names);
    if (err) {
        return err == FL_ERR_MEMORY
                   ? fl_diag_memory(self->diag)
                   : fl_diag_set(self->diag, err, path, "a result file cannot hold this item");
    }
    memcpy(data, &added->data, sizeof added->data);
    return FL_OK;
}

fl_err fl_run_table_set_text(fl_run_table *self, char **data, uint64_t at, const char *text)
{
    data[at] = strdup(text);
    return data[at] ? FL_OK : fl_diag_memory(self->diag);
}

fl_err fl_run_table_add_scale(fl_run_table *self, const char *name, uint64_t n, int64_t first,
                              const char *const notes[2])
{
    int64_t *data = NULL;
    fl_run_array scale = {name, FL_STORE_I64, name, notes[0], notes[1], n, true};
    fl_err err = fl_run_table_add(self, &scale, &data);
    for (uint64_t i = 0; i < n && !err; i++) {
        data[i] = first + (int64_t)i;
    }
    return err;
}

fl_err fl_run_table_add_texts(fl_run_table *self, const char *const names[2], uint64_t n,
                              const char *description, char ***data)
{
    fl_run_array texts = {names[0], FL_STORE_TEXT, names[1], description, "text", n, true};
    return fl_run_table_add(self, &texts, data);
}

/* Settings that vary. */

/* True if a setting passed on to a program is a whole number in a configuration. */
static bool is_handed_number(const fl_run_table *self, uint64_t condition, unsigned axis, int64_t *out)
{
    const char *text = fl_run_experiment_axis_value(self->setup->experiment, condition, axis);
    size_t sign = text[0] == '-';
    size_t digits = strspn(text + sign, "0123456789");
    bool is_number = digits > 0 && digits < 18 && !text[sign + digits];
    *out = is_number ? strtoll(text, NULL, 10) : 0;
    return is_number;
}

/* The type for the values of a varied setting: a numeric type if they are numbers in all configurations. */
static fl_store_type type_of_axis(const fl_run_table *self, unsigned axis)
{
    fl_store_type type = FL_STORE_I64;
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        const fl_setting_values *values = &self->setup->condition[c].opened.values;
        int row = fl_setting_values_find(values, self->setup->experiment->axes[axis].name);
        fl_setting_type setting_type = row < 0 ? FL_SETTING_TEXT : values->table[row].type;
        bool is_chance = setting_type == FL_SETTING_CHANCE && values->number[row] >= 0;
        int64_t number = 0;
        if (row < 0 && is_handed_number(self, c, axis, &number)) {
            continue;
        }
        if (setting_type != FL_SETTING_NUMBER && !is_chance) {
            return FL_STORE_TEXT;
        }
        type = is_chance ? FL_STORE_F64 : type;
    }
    return type;
}

static fl_err fill_axis(fl_run_table *self, unsigned axis, fl_store_type type, void *data)
{
    fl_err err = FL_OK;
    for (uint64_t c = 0; c < self->setup->conditions && !err; c++) {
        const fl_setting_values *values = &self->setup->condition[c].opened.values;
        int row = fl_setting_values_find(values, self->setup->experiment->axes[axis].name);
        int64_t number = row < 0 ? 0 : values->number[row];
        (void)(row < 0 && is_handed_number(self, c, axis, &number));
        bool is_chance = row >= 0 && values->table[row].type == FL_SETTING_CHANCE;
        if (type == FL_STORE_I64) {
            ((int64_t *)data)[c] = number;
        } else if (type == FL_STORE_F64) {
            ((double *)data)[c] = is_chance ? (double)number / FL_SETTING_MILLION : (double)number;
        } else {
            err = fl_run_table_set_text(self, data, c,
                                        fl_run_experiment_axis_value(self->setup->experiment, c, axis));
        }
    }
    return err;
}

/* True if a word is in a list of words separated by blanks. */
static bool is_among(const char *words, const char *word)
{
    return fl_setting_word(words, word, strlen(word)) >= 0;
}

fl_err fl_run_table_begin(fl_run_table *self, const char *folder, const char *own)
{
    static const char *const notes[2] = {"number of the configuration", "number"};
    const fl_experiment *experiment = self->setup->experiment;
    self->folder = folder;
    self->more = "";
    fl_text_clear(&self->coordinates);
    fl_err err = fl_run_table_add_scale(self, "configuration", self->setup->conditions, 0, notes);
    for (unsigned axis = 0; axis < experiment->axes_n && !err; axis++) {
        char name[PATH];
        void *data = NULL;
        fl_store_type type = type_of_axis(self, axis);
        snprintf(name, sizeof name, "%.64s%s", experiment->axes[axis].name,
                 is_among(own, experiment->axes[axis].name) ? FL_RUN_TABLE_SETTING : "");
        fl_run_array values = {
            name, type, "configuration", "value of this setting in each configuration", FL_STORE_SETTING,
            0,    true};
        err = fl_run_table_add(self, &values, &data);
        err = err ? err : fill_axis(self, axis, type, data);
        fl_text_add_format(&self->coordinates, "%s%s", axis > 0 ? " " : "", name);
    }
    return err;
}

int fl_run_result_metric_in(const fl_tally_spec *spec, const char *name, unsigned guess)
{
    for (unsigned k = 0; k < spec->metrics_n; k++) {
        unsigned at = (guess + k) % spec->metrics_n; /* usually it is at its place */
        if (strcmp(spec->metrics[at].name, name) == 0) {
            return (int)at;
        }
    }
    return -1;
}

int fl_run_result_event_in(const fl_tally_spec *spec, const char *name, unsigned guess)
{
    for (unsigned k = 0; k < spec->events_n; k++) {
        unsigned at = (guess + k) % spec->events_n;
        if (strcmp(spec->events[at].name, name) == 0) {
            return (int)at;
        }
    }
    return -1;
}
