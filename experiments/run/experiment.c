/* An experiment once it is read: its conditions, their settings, and what it is known by. */
#include "experiments/run/run_private.h"
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err refuse_name(const char *name, fl_diag *diag)
{
    enum { PREFIX = sizeof "experiments/" - 1, MOST = 64 };
    static const char suffix[] = ".yaml";
    char names[MOST][FL_EXPERIMENT_NAME];
    const char *pointers[MOST];
    size_t n = 0;
    for (size_t i = 0; i < fl_embedded_n && n < MOST; i++) {
        const char *path = fl_embedded_table[i].name;
        if (fl_embedded_is_in(&fl_embedded_table[i], "experiments/")) {
            snprintf(names[n], sizeof names[n], "%.*s", (int)(strlen(path) - PREFIX - sizeof suffix + 1),
                     path + PREFIX);
            pointers[n] = names[n];
            n++;
        }
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "",
                             "there is no experiment '%.80s', neither as a file nor among those "
                             "that ship",
                             name);
    const char *near = fl_suggest_name(name, pointers, n, sizeof pointers[0]);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' names them",
                 near ? near : "experiments");
    return err;
}

fl_err fl_run_experiment_open(fl_experiment *self, const char *name, fl_diag *diag)
{
    char path[256];
    char *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "experiments/%.200s.yaml", name);
    const fl_embedded *shipped = fl_embedded_find(path);
    memset(self, 0, sizeof *self);
    if (shipped) {
        return fl_run_experiment_read(self, shipped->data, shipped->size, path, diag);
    }
    if (!fl_program_file_exists(name)) {
        return refuse_name(name, diag);
    }
    fl_err err = fl_program_file_read(name, &text, &size, diag);
    err = err ? err : fl_run_experiment_read(self, text, size, name, diag);
    free(text);
    return err;
}

void fl_run_experiment_free(fl_experiment *self)
{
    for (unsigned i = 0; i < self->fixed_n; i++) {
        fl_run_axis_free(&self->fixed[i]);
    }
    for (unsigned i = 0; i < self->axes_n; i++) {
        fl_run_axis_free(&self->axes[i]);
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
    for (uint64_t i = 0; i < fl_run_experiment_conditions(self) && !err; i++) {
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
    fl_run_axis_free(axis);
    axis->name = strdup(name);
    return axis->name ? fl_run_axis_add(axis, value, diag) : fl_diag_memory(diag);
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

uint64_t fl_run_experiment_conditions(const fl_experiment *self)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < self->axes_n; i++) {
        n *= self->axes[i].values_n;
    }
    return n;
}

const char *fl_run_experiment_value(const fl_experiment *self, uint64_t condition, unsigned axis)
{
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
        err = fl_setting_values_set(out, self->axes[i].name, fl_run_experiment_value(self, condition, i),
                                    self->name, diag);
    }
    if (!err && self->generator->for_runs) {
        self->generator->for_runs(out);
    }
    return err;
}

/* In YAML's single quotes. */
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

void fl_run_experiment_identity(const fl_experiment *self, fl_text *out)
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
