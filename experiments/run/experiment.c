/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Experiments after parsing: configurations, settings, the identity. */
#include "experiments/run/run_private.h"
#include "gen/base/suggest.h"

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

static void free_conditions(fl_experiment *self)
{
    for (uint64_t i = 0; i < self->conditions; i++) {
        fl_run_generator_close(&self->condition[i].opened);
        free(self->condition[i].name);
        free(self->condition[i].given);
    }
    free(self->condition);
    self->condition = NULL;
    self->conditions = 0;
}

void fl_run_experiment_free(fl_experiment *self)
{
    for (unsigned i = 0; i < self->fixed_n; i++) {
        free_axis(&self->fixed[i]);
    }
    for (unsigned i = 0; i < self->axes_n; i++) {
        free_axis(&self->axes[i]);
    }
    free_conditions(self);
    for (uint64_t i = 0; i < self->counts_n; i++) {
        fl_run_experiment_free_counts(&self->counts[i]);
    }
    free(self->counts);
    free(self->about);
    free(self->text);
    if (self->has_own_files) {
        fl_files_free(self->files);
        free(self->files);
    }
    memset(self, 0, sizeof *self);
}

unsigned fl_run_experiment_find_fixed(const fl_experiment *self, const char *name)
{
    return (unsigned)fl_suggest_find(name, self->fixed, self->fixed_n, sizeof self->fixed[0]);
}

fl_err fl_run_experiment_set(fl_experiment *self, const char *assignment, fl_diag *diag)
{
    fl_setting_values values;
    char name[64];
    if (!self->generator) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--set", "the scenarios of %s have settings of their own",
                           self->name);
    }
    fl_setting_values_init(&values, self->generator->settings, self->generator->settings_n);
    fl_err err = fl_setting_values_assign(&values, assignment, "--set", diag);
    if (err) {
        return err;
    }
    size_t length = strcspn(assignment, "=");
    memcpy(name, assignment, length);
    name[length] = '\0';
    size_t axis = fl_suggest_find(name, self->axes, self->axes_n, sizeof self->axes[0]);
    unsigned at = fl_run_experiment_find_fixed(self, name);
    if (axis == self->axes_n && at == FL_EXPERIMENT_SETTINGS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--set", "too many settings");
    }
    self->fixed_n += axis == self->axes_n && at == self->fixed_n;
    fl_experiment_axis *to = axis < self->axes_n ? &self->axes[axis] : &self->fixed[at];
    free_axis(to);
    to->name = strdup(name);
    err = to->name ? fl_run_experiment_axis_add(to, assignment + length + 1, diag) : fl_diag_memory(diag);
    if (!err && self->has_own_files) { /* files of the replaced value */
        fl_files_free(self->files);
    }
    return err ? err : fl_run_experiment_combine(self, diag);
}

const fl_experiment_choices *fl_run_experiment_counts(const fl_experiment *self, uint64_t condition)
{
    return &self->counts[self->counts_n > 1 ? condition : 0];
}

void fl_run_experiment_set_floors(fl_experiment *self, uint64_t floors)
{
    self->floors = floors;
    for (uint64_t i = 0; i < self->conditions; i++) {
        self->condition[i].samples = floors;
    }
}

bool fl_run_experiment_has_own_samples(const fl_experiment *self)
{
    return !self->generator || self->floors == FL_EXPERIMENT_ALL;
}

const char *fl_run_experiment_axis_value(const fl_experiment *self, uint64_t condition, unsigned axis)
{
    assert(axis < self->axes_n);
    for (unsigned i = self->axes_n; i-- > axis + 1;) {
        condition /= self->axes[i].values_n;
    }
    return self->axes[axis].value[condition % self->axes[axis].values_n];
}

fl_err fl_run_experiment_combine(fl_experiment *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint64_t n = 1;
    for (unsigned i = 0; i < self->axes_n; i++) {
        n *= self->axes[i].values_n;
    }
    free_conditions(self);
    self->condition = calloc(n, sizeof *self->condition);
    if (!self->condition) {
        return fl_diag_memory(diag);
    }
    for (self->conditions = 0; self->conditions < n && !err; self->conditions++) {
        fl_run_condition *out = &self->condition[self->conditions];
        fl_setting_values *values = &out->opened.values;
        out->opened.generator = self->generator;
        out->name = strdup("");
        fl_setting_values_init(values, self->generator->settings, self->generator->settings_n);
        for (unsigned i = 0; i < self->fixed_n && !err; i++) {
            err =
                fl_setting_values_set(values, self->fixed[i].name, self->fixed[i].value[0], self->name, diag);
        }
        for (unsigned i = 0; i < self->axes_n && !err; i++) {
            const char *value = fl_run_experiment_axis_value(self, self->conditions, i);
            err = fl_setting_values_set(values, self->axes[i].name, value, self->name, diag);
        }
        err = err || out->name ? err : fl_diag_memory(diag);
    }
    fl_run_experiment_set_floors(self, self->floors);
    return err;
}

fl_err fl_run_experiment_add_scenario(fl_experiment *self, const char *name, fl_diag *diag)
{
    fl_run_condition *condition = realloc(self->condition, (self->conditions + 1) * sizeof *condition);
    self->condition = condition ? condition : self->condition;
    fl_experiment_choices *counts = realloc(self->counts, (self->conditions + 1) * sizeof *counts);
    self->counts = counts ? counts : self->counts;
    char *copy = condition && counts ? strdup(name) : NULL;
    if (!copy) {
        return fl_diag_memory(diag);
    }
    self->condition[self->conditions++] = (fl_run_condition){.name = copy};
    self->counts[self->counts_n++] = (fl_experiment_choices){.where = NULL};
    return FL_OK;
}

fl_err fl_run_experiment_make_rules(fl_experiment *self, uint64_t condition, fl_diag *diag)
{
    fl_opened_generator *opened = &self->condition[condition].opened;
    fl_setting_values **given = &self->condition[condition].given;
    if (opened->rules) {
        return FL_OK;
    }
    if (opened->generator->for_runs && !self->generator && !*given) { /* the identity contains it */
        *given = malloc(sizeof **given);
        if (!*given) {
            return fl_diag_memory(diag);
        }
        **given = opened->values;
    }
    opened->values.files = self->files;
    if (opened->generator->for_runs) {
        opened->generator->for_runs(&opened->values);
    }
    return fl_run_generator_make_rules(opened, diag);
}

/* The length of a character at p that YAML would not read literally, a control character or another line
 * break; 0 = it would. */
static size_t sign_to_escape(const unsigned char *p, unsigned *code)
{
    if (*p < ' ' || *p == 0x7f) {
        *code = *p;
        return 1;
    }
    if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
        *code = p[1];
        return 2;
    }
    bool is_break = p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9);
    bool is_mark = p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf;
    *code = is_break ? 0x2000 + (p[2] & 0x3fu) : 0xfeff;
    return is_break || is_mark ? 3 : 0;
}

/* Adds a text in YAML's double quotes. */
static void add_escaped(const char *text, fl_text *out)
{
    fl_text_add_char(out, '"');
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        unsigned code = 0;
        size_t n = sign_to_escape(p, &code);
        if (n > 0) {
            fl_text_add_format(out, "\\u%04x", code);
        } else {
            fl_text_add(out, *p == '"' || *p == '\\' ? "\\" : "");
            fl_text_add_char(out, (char)*p);
        }
        p += n > 0 ? n : 1;
    }
    fl_text_add_char(out, '"');
}

/* Adds a text in YAML's single quotes, or in double ones if single ones cannot hold a character of it. */
static void add_quoted(const char *text, fl_text *out)
{
    unsigned code = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (sign_to_escape(p, &code) > 0) {
            add_escaped(text, out);
            return;
        }
    }
    fl_text_add_char(out, '\'');
    for (; *text; text++) {
        fl_text_add(out, *text == '\'' ? "'" : "");
        fl_text_add_char(out, *text);
    }
    fl_text_add_char(out, '\'');
}

/* Adds a name as a key; names chosen by users or programs can be any text. */
static void add_key(const char *name, fl_text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    if (name[0] != '\0' && name[0] != '-' && name[strspn(name, plain)] == '\0') {
        fl_text_add(out, name);
    } else {
        add_quoted(name, out);
    }
}

static const char *word_of(fl_tally_choose what)
{
    static const char *const words[] = {"default", "none", "all"};
    return words[what];
}

static void add_choice(const char *before, const char *key, const fl_experiment_choice *choice, fl_text *out)
{
    fl_text_add_format(out, "%s%s: ", before, key);
    fl_text_add(out, choice->what == FL_TALLY_LIST ? "[" : word_of(choice->what));
    for (unsigned i = 0; i < choice->n; i++) {
        fl_text_add(out, i > 0 ? ", " : "");
        add_quoted(choice->name[i], out);
    }
    fl_text_add(out, choice->what == FL_TALLY_LIST ? "]\n" : "\n");
}

/* Adds a list of names and of named events; beside the default events only the latter, as a map. */
static void add_events(const char *before, const fl_experiment_choices *counts, fl_text *out)
{
    const fl_experiment_choice *events = &counts->events;
    const char *link = "";
    if (counts->own_events_n == 0) {
        add_choice(before, "events", events, out);
        return;
    }
    bool is_list = events->what != FL_TALLY_DEFAULT;
    fl_text_add_format(out, "%sevents: %s", before, is_list ? "[" : "{");
    for (unsigned i = 0; i < events->n; i++) {
        fl_text_add(out, link);
        add_quoted(events->name[i], out);
        link = ", ";
    }
    for (unsigned i = 0; i < counts->own_events_n; i++) {
        fl_text_add_format(out, "%s%s%s: ", link, is_list ? "{" : "", counts->own_events[i].name);
        add_quoted(counts->own_events[i].text, out);
        fl_text_add(out, is_list ? "}" : "");
        link = ", ";
    }
    fl_text_add(out, is_list ? "]\n" : "}\n");
}

static void add_joints(const char *before, const fl_experiment_choice *joints, fl_text *out)
{
    bool is_list = joints->what == FL_TALLY_LIST;
    fl_text_add_format(out, "%sjoints: %s", before, is_list ? "[" : word_of(joints->what));
    for (unsigned i = 0; i + 1 < joints->n; i += 2) {
        fl_text_add_format(out, "%s[%s, %s]", i > 0 ? ", " : "", joints->name[i], joints->name[i + 1]);
    }
    fl_text_add(out, is_list ? "]\n" : "\n");
}

static void add_counts(const fl_experiment_choices *counts, const char *before, fl_text *out)
{
    add_choice(before, "metrics", &counts->metrics, out);
    add_events(before, counts, out);
    add_choice(before, "maps", &counts->maps, out);
    add_joints(before, &counts->joints, out);
    if (counts->where) {
        fl_text_add_format(out, "%swhere: ", before);
        add_quoted(counts->where, out);
        fl_text_add(out, "\n");
    }
}

/* Adds the given values, "{level: '3', rules: 'flash'}", except those that vary. */
static void add_given(const fl_experiment *self, const fl_setting_values *values, fl_text *out)
{
    fl_text value;
    unsigned n = 0;
    fl_text_init(&value);
    fl_text_add(out, "{");
    for (size_t i = 0; i < values->n; i++) {
        const char *name = values->table[i].name;
        if (values->origin[i] == FL_SETTING_VALUES_GIVEN &&
            fl_suggest_find(name, self->axes, self->axes_n, sizeof self->axes[0]) == self->axes_n) {
            fl_text_add_format(out, "%s%s: ", n++ > 0 ? ", " : "", values->table[i].name);
            fl_text_clear(&value);
            fl_setting_values_write(values, i, &value);
            add_quoted(fl_text_get(&value), out);
        }
    }
    fl_text_add(out, "}");
    fl_text_drop(&value, out);
}

static const char version_mark[] = " # version";

/* Adds the generator. An identity, from which digests are made, has its version; versions of rule sets are in
 * the table of configurations instead. */
static void add_generator(const fl_generator *generator, bool has_version, fl_text *out)
{
    fl_text_add_format(out, "generator: %s", generator->name);
    if (has_version) {
        fl_text_add_format(out, "%s %u", version_mark, generator->version);
    }
    fl_text_add(out, "\n");
}

static void add_scenarios(const fl_experiment *self, bool has_samples, fl_text *out)
{
    fl_text_add(out, "scenarios:\n");
    for (uint64_t i = 0; i < self->conditions; i++) {
        const fl_run_condition *scenario = &self->condition[i];
        fl_text_add(out, "  ");
        add_key(scenario->name, out);
        fl_text_add(out, ":\n    ");
        add_generator(scenario->opened.generator, !has_samples, out);
        fl_text_add(out, "    settings: ");
        add_given(self, scenario->given ? scenario->given : &scenario->opened.values, out);
        fl_text_add(out, "\n");
        if (has_samples) {
            fl_text_add_format(out, "    floors: %llu\n", (unsigned long long)scenario->samples);
        }
        add_counts(&self->counts[i], "    ", out);
    }
}

static void add_all(const fl_experiment *self, bool has_samples, fl_text *out)
{
    fl_text_add_format(out, "seed: %llu\nstreams: %s\n", (unsigned long long)self->seed,
                       self->has_shared_streams ? "shared" : "independent");
    if (!self->generator) {
        add_scenarios(self, has_samples, out);
        return;
    }
    if (has_samples && self->floors == FL_EXPERIMENT_ALL) {
        fl_text_add(out, "floors: all\n");
    } else if (has_samples) {
        fl_text_add_format(out, "floors: %llu\n", (unsigned long long)self->floors);
    }
    add_generator(self->generator, !has_samples, out);
    fl_text_add(out, "settings: ");
    add_given(self, &self->condition[0].opened.values, out);
    fl_text_add(out, "\n");
    fl_text_add(out, "vary: {");
    for (unsigned i = 0; i < self->axes_n; i++) {
        fl_text_add(out, i > 0 ? ", " : "");
        add_key(self->axes[i].name, out);
        for (unsigned k = 0; k < self->axes[i].values_n; k++) {
            fl_text_add(out, k > 0 ? ", " : ": [");
            add_quoted(self->axes[i].value[k], out);
        }
        fl_text_add(out, "]");
    }
    fl_text_add(out, "}\n");
    add_counts(self->counts, "", out);
}

void fl_run_experiment_add_identity(const fl_experiment *self, fl_text *out)
{
    add_all(self, false, out);
    fl_files_add_identity(self->files, out);
}

/* The length of a line of an identity without the version. */
static size_t without_version(const char *line, size_t length)
{
    const char *at = strstr(line, version_mark);
    return at && at < line + length ? (size_t)(at - line) : length;
}

void fl_run_experiment_add_difference(const char *theirs, const char *ours, fl_text *out)
{
    size_t a = strcspn(theirs, "\n");
    size_t b = strcspn(ours, "\n");
    while (theirs[a] && ours[b] && a == b && memcmp(theirs, ours, a) == 0) {
        theirs += a + 1;
        ours += b + 1;
        a = strcspn(theirs, "\n");
        b = strcspn(ours, "\n");
    }
    size_t a_shown = without_version(theirs, a);
    size_t b_shown = without_version(ours, b);
    if (a_shown != b_shown || memcmp(theirs, ours, a_shown) != 0) {
        a = a_shown;
        b = b_shown;
    }
    fl_text_add_format(out, "it has '%.*s', not '%.*s'", (int)a, theirs, (int)b, ours);
}

void fl_run_experiment_add_resolved(const fl_experiment *self, fl_text *out)
{
    fl_text_add_format(out, "name: %s\nabout: ", self->name);
    add_escaped(self->about ? self->about : "", out);
    fl_text_add(out, "\n");
    add_all(self, true, out);
}
