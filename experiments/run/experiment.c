/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Experiments once they are read: conditions, their settings, the identity. */
#include "experiments/run/run_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

fl_err fl_run_experiment_axis_add(fl_experiment_axis *self, const char *value, fl_diag *diag)
{
    char **grown = realloc(self->value, (self->values_n + 1) * sizeof *grown);
    char *copy = strdup(value);
    if (grown) {
        self->value = grown;
    }
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    self->value[self->values_n++] = copy;
    return FL_OK;
}

static void free_axis(fl_experiment_axis *self)
{
    for (unsigned i = 0; i < self->values_n; i++) {
        free(self->value[i]);
    }
    free(self->value);
    free(self->name);
    memset(self, 0, sizeof *self);
}

void fl_run_experiment_free(fl_experiment *self)
{
    for (unsigned i = 0; i < self->fixed_n; i++) {
        free_axis(&self->fixed[i]);
    }
    for (unsigned i = 0; i < self->axes_n; i++) {
        free_axis(&self->axes[i]);
    }
    free(self->about);
    free(self->text);
    memset(self, 0, sizeof *self);
}

unsigned fl_run_experiment_find_fixed(const fl_experiment *self, const char *name)
{
    unsigned at = 0;
    while (at < self->fixed_n && strcmp(self->fixed[at].name, name) != 0) {
        at++;
    }
    return at;
}

fl_err fl_run_experiment_check(const fl_experiment *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < fl_run_experiment_conditions_n(self) && !err; i++) {
        fl_setting_values values;
        void *rules = NULL;
        err = fl_run_experiment_values(self, i, &values, diag);
        err = err ? err : self->generator->init(&values, &rules, diag);
        if (!err) {
            self->generator->free(rules);
        }
    }
    return err;
}

static fl_err replace_value(fl_experiment_axis *axis, const char *name, const char *value, fl_diag *diag)
{
    free_axis(axis);
    axis->name = strdup(name);
    return axis->name ? fl_run_experiment_axis_add(axis, value, diag) : fl_diag_memory(diag);
}

fl_err fl_run_experiment_set(fl_experiment *self, const char *assignment, fl_diag *diag)
{
    fl_setting_values values;
    char name[64];
    fl_setting_values_init(&values, self->generator->settings, self->generator->settings_n);
    fl_err err = fl_setting_values_assign(&values, assignment, "--set", diag);
    if (err) {
        return err;
    }
    size_t length = strcspn(assignment, "=");
    memcpy(name, assignment, length);
    name[length] = '\0';
    unsigned axis = 0;
    while (axis < self->axes_n && strcmp(self->axes[axis].name, name) != 0) {
        axis++;
    }
    unsigned at = fl_run_experiment_find_fixed(self, name);
    if (axis == self->axes_n && at == FL_EXPERIMENT_SETTINGS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--set", "too many settings");
    }
    self->fixed_n += axis == self->axes_n && at == self->fixed_n;
    err = replace_value(axis < self->axes_n ? &self->axes[axis] : &self->fixed[at], name,
                        assignment + length + 1, diag);
    return err ? err : fl_run_experiment_check(self, diag);
}

uint64_t fl_run_experiment_conditions_n(const fl_experiment *self)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < self->axes_n; i++) {
        n *= self->axes[i].values_n;
    }
    return n;
}

const char *fl_run_experiment_axis_value(const fl_experiment *self, uint64_t condition, unsigned axis)
{
    assert(axis < self->axes_n);
    for (unsigned i = self->axes_n; i-- > axis + 1;) {
        condition /= self->axes[i].values_n;
    }
    return self->axes[axis].value[condition % self->axes[axis].values_n];
}

fl_err fl_run_experiment_values(const fl_experiment *self, uint64_t condition, fl_setting_values *out,
                                fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_setting_values_init(out, self->generator->settings, self->generator->settings_n);
    for (unsigned i = 0; i < self->fixed_n && !err; i++) {
        err = fl_setting_values_set(out, self->fixed[i].name, self->fixed[i].value[0], self->name, diag);
    }
    for (unsigned i = 0; i < self->axes_n && !err; i++) {
        err = fl_setting_values_set(out, self->axes[i].name, fl_run_experiment_axis_value(self, condition, i),
                                    self->name, diag);
    }
    if (!err && self->generator->for_runs) {
        self->generator->for_runs(out);
    }
    return err;
}

/* Adds a text in YAML's single quotes. */
static void add_quoted(const char *text, fl_text *out)
{
    fl_text_add_char(out, '\'');
    for (; *text; text++) {
        fl_text_add(out, *text == '\'' ? "'" : "");
        fl_text_add_char(out, *text);
    }
    fl_text_add_char(out, '\'');
}

static void add_axis(const fl_experiment_axis *axis, fl_text *out)
{
    fl_text_add_format(out, "%s: [", axis->name);
    for (unsigned i = 0; i < axis->values_n; i++) {
        fl_text_add(out, i > 0 ? ", " : "");
        add_quoted(axis->value[i], out);
    }
    fl_text_add(out, "]");
}

static bool varies(const fl_experiment *self, const char *name)
{
    for (unsigned i = 0; i < self->axes_n; i++) {
        if (strcmp(self->axes[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void fl_run_experiment_add_identity(const fl_experiment *self, fl_text *out)
{
    fl_setting_values values;
    fl_text value;
    fl_text_init(&value);
    fl_text_add_format(out, "generator: %s # version %u\nseed: %llu\nsettings: {", self->generator->name,
                       self->generator->version, (unsigned long long)self->seed);
    unsigned n = 0;
    if (fl_run_experiment_values(self, 0, &values, NULL) == FL_OK) {
        for (size_t i = 0; i < values.n; i++) {
            if (values.origin[i] == FL_SETTING_VALUES_GIVEN && !varies(self, values.table[i].name)) {
                fl_text_add_format(out, "%s%s: ", n++ > 0 ? ", " : "", values.table[i].name);
                fl_text_clear(&value);
                fl_setting_values_write(&values, i, &value);
                add_quoted(fl_text_get(&value), out);
            }
        }
    }
    out->is_short_of_memory |= value.is_short_of_memory;
    fl_text_free(&value);
    fl_text_add(out, "}\nvary: {");
    for (unsigned i = 0; i < self->axes_n; i++) {
        fl_text_add(out, i > 0 ? ", " : "");
        add_axis(&self->axes[i], out);
    }
    fl_text_add(out, "}\n");
    fl_text_add(out, "metrics: [");
    for (unsigned i = 0; i < self->metrics_n; i++) {
        fl_text_add_format(out, "%s%s", i > 0 ? ", " : "",
                           self->metrics[i] == FL_METRIC_COUNT ? "clustering_room"
                                                               : fl_metric_of(self->metrics[i])->name);
    }
    fl_text_add(out, "]\njoints: [");
    for (unsigned i = 0; i < self->joints_n; i++) {
        fl_text_add_format(out, "%s[%s, %s]", i > 0 ? ", " : "", fl_metric_of(self->joints[i][0])->name,
                           fl_metric_of(self->joints[i][1])->name);
    }
    fl_text_add_format(out, "]\nmaps: %s\n", self->with_maps ? "on" : "off");
}
