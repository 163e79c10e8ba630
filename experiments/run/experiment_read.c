/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading experiments from YAML. Every error names file and line. */
#include "experiments/run/run_private.h"
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/base/yaml_map.h"
#include "gen/registry.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_MAX = 100000 };

static fl_err refuse(const fl_yaml_reading *r, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_yaml_refuse(r->yaml, node, r->diag, "%s, found '%.60s'", what, found);
}

/* Refuses a setting or a value that the generator does not know, naming its line. */
static fl_err check_setting(const fl_yaml_reading *r, const fl_yaml_node *node, const char *name,
                            const char *value)
{
    fl_setting_values values;
    const fl_generator *generator = ((const fl_experiment *)r->out)->generator;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    return fl_setting_values_set(&values, name, value, fl_yaml_where(r->yaml, node), r->diag);
}

/* A list or a map as JSON; with `has_texts` 3 is a text, too. */
static json_t *json_of(const fl_yaml_node *node, bool has_texts)
{
    json_t *out = node->type == FL_YAML_LIST  ? json_array()
                  : node->type == FL_YAML_MAP ? json_object()
                                              : NULL;
    if (node->type == FL_YAML_SCALAR) {
        out = has_texts ? NULL : json_loads(node->text, JSON_DECODE_ANY, NULL);
        return out ? out : json_string(node->text);
    }
    for (const fl_yaml_node *child = node->first; child && out; child = child->next) {
        json_t *value = json_of(child, has_texts);
        if (node->type == FL_YAML_LIST ? json_array_append_new(out, value)
                                       : json_object_set_new(out, child->key, value)) {
            json_decref(out);
            out = NULL;
        }
    }
    return out;
}

/* The value of a setting as text: a scalar as written. A list or a map becomes JSON if it is the value of a
 * text or of a setting that the generator passes on. */
static fl_err add_value(const fl_yaml_reading *r, const fl_yaml_node *node, const char *name,
                        const fl_generator *generator, fl_text *out)
{
    fl_setting_values values;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    int others = fl_setting_values_others(&values);
    int row = fl_setting_values_find(&values, name);
    if (node->type == FL_YAML_SCALAR) {
        fl_text_add(out, node->text);
    } else if (others < 0 || (row >= 0 && values.table[row].type != FL_SETTING_TEXT)) {
        return refuse(r, node, "a setting has one value here; put several under 'vary'", name);
    } else {
        json_t *value = json_of(node, row >= 0 && row != others);
        char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
        json_decref(value);
        fl_text_add(out, text ? text : "");
        out->is_short_of_memory |= !text;
        free(text);
    }
    return fl_text_check(out) ? fl_diag_memory(r->diag) : FL_OK;
}

/* Adds the value of a node to an axis. */
static fl_err read_value(const fl_yaml_reading *r, const fl_yaml_node *node, fl_experiment_axis *axis)
{
    const fl_generator *generator = ((const fl_experiment *)r->out)->generator;
    fl_text text;
    fl_text_init(&text);
    fl_err err = add_value(r, node, axis->name, generator, &text);
    err = err ? err : check_setting(r, node, axis->name, fl_text_get(&text));
    err = err ? err : fl_run_experiment_axis_add(axis, fl_text_get(&text), r->diag);
    fl_text_free(&text);
    return err;
}

static fl_err read_range(const fl_yaml_reading *r, const fl_yaml_node *node, fl_experiment_axis *axis)
{
    int64_t first = 0;
    int64_t last = 0;
    char text[32];
    if (!fl_parse_number_is_range(node->text, &first, &last)) {
        fl_err err = check_setting(r, node, axis->name, node->text);
        return err ? err : fl_run_experiment_axis_add(axis, node->text, r->diag);
    }
    if (first > last || (uint64_t)last - (uint64_t)first >= RANGE_MAX) {
        return refuse(r, node, "expected a rising range of at most 100000 values, such as 1..12", node->text);
    }
    fl_err err = FL_OK;
    for (int64_t i = first; i <= last && !err; i++) {
        snprintf(text, sizeof text, "%lld", (long long)i);
        err = check_setting(r, node, axis->name, text);
        err = err ? err : fl_run_experiment_axis_add(axis, text, r->diag);
    }
    return err;
}

/* Reads a value, a range or a list of values; a list under `settings` is the value of a set. */
static fl_err read_axis(const fl_yaml_reading *r, const fl_yaml_node *node, fl_experiment_axis *axis)
{
    fl_err err = FL_OK;
    fl_setting_values values;
    const fl_generator *generator = ((const fl_experiment *)r->out)->generator;
    fl_setting_values_init(&values, generator->settings, generator->settings_n);
    bool hands_on = fl_setting_values_others(&values) >= 0;
    axis->name = strdup(node->key);
    if (!axis->name) {
        return fl_diag_memory(r->diag);
    }
    if (node->type == FL_YAML_SCALAR) {
        return read_range(r, node, axis);
    }
    if (node->type != FL_YAML_LIST || !node->first) {
        return refuse(r, node, "expected a value, a range such as 1..12, or a list of values", node->key);
    }
    for (const fl_yaml_node *child = node->first; child && !err; child = child->next) {
        err = child->type == FL_YAML_SCALAR || hands_on
                  ? read_value(r, child, axis)
                  : refuse(r, child, "expected a plain value in the list", node->key);
    }
    return err;
}

static fl_err read_setting(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_experiment *out = r->out;
    if (out->fixed_n == FL_EXPERIMENT_SETTINGS) {
        return refuse(r, node, "too many settings", node->key);
    }
    fl_experiment_axis *axis = &out->fixed[out->fixed_n++];
    axis->name = strdup(node->key);
    return axis->name ? read_value(r, node, axis) : fl_diag_memory(r->diag);
}

/* True if a result file has an array of this name. */
static bool is_array_name(const char *name)
{
    bool is_good = name[0] && name[0] != '.' && strlen(name) < FL_EXPERIMENT_NAME;
    for (; *name; name++) {
        is_good = is_good && *name != '/' && (unsigned char)*name >= ' ';
    }
    return is_good;
}

/* Refuses a setting whose name in result tables, "NAME_setting", clashes with another. */
static fl_err check_clashes(const fl_yaml_reading *r, const fl_yaml_node *vary)
{
    const fl_experiment *self = r->out;
    for (unsigned i = 0; i < self->axes_n * self->axes_n; i++) {
        const char *name = self->axes[i / self->axes_n].name;
        const char *other = self->axes[i % self->axes_n].name;
        size_t n = strlen(other);
        if (strncmp(name, other, n) == 0 && strcmp(name + n, FL_RUN_TABLE_SETTING) == 0) {
            fl_err err =
                fl_yaml_refuse(r->yaml, fl_yaml_named(vary, name), r->diag,
                               "'%.64s' and '%.64s' cannot vary together: a result file calls both '%.64s'",
                               other, name, name);
            fl_diag_hint(r->diag, "give one of them another name; import: --vary my_%.64s=%.64s", other,
                         other);
            return err;
        }
    }
    return FL_OK;
}

static fl_err read_varied(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_experiment *out = r->out;
    if (out->axes_n == FL_EXPERIMENT_AXES) {
        return refuse(r, node, "at most 8 settings can vary", node->key);
    }
    if (!is_array_name(node->key)) {
        return refuse(r, node,
                      "the name of a setting that varies has 1 to 63 characters, none of them / or a control "
                      "character, and no . in front",
                      node->key);
    }
    if (fl_run_experiment_find_fixed(out, node->key) < out->fixed_n) {
        return refuse(r, node, "this setting is already under 'settings'", node->key);
    }
    fl_err err = read_axis(r, node, &out->axes[out->axes_n++]);
    uint64_t conditions = 1;
    for (unsigned i = 0; i < out->axes_n; i++) {
        conditions *= out->axes[i].values_n;
    }
    return !err && conditions > FL_EXPERIMENT_CONDITIONS
               ? refuse(r, node, "these settings make more than 100000 configurations", node->key)
               : err;
}

/* Scenarios: a generator, settings, samples and what is counted. */

static fl_err read_own_setting(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_run_condition *out = r->out;
    fl_text text;
    fl_text_init(&text);
    fl_err err = add_value(r, node, node->key, out->opened.generator, &text);
    err = err ? err
              : fl_setting_values_set(&out->opened.values, node->key, fl_text_get(&text),
                                      fl_yaml_where(r->yaml, node), r->diag);
    fl_text_free(&text);
    return err;
}

static fl_err read_own_generator(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_run_condition *out = r->out;
    return fl_registry_read(r, node, &out->opened.generator);
}

static const fl_yaml_row scenario_rows[] = {
    {"generator", FL_YAML_SCALAR, true, .read = read_own_generator},
    {"settings", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"floors", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_run_condition, samples),
     FL_YAML_LIMITS(0, FL_RUN_MOST_FLOORS)},
    {"metrics", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"events", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"joints", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"maps", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"where", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
};

static fl_err read_scenario(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_experiment *experiment = r->out;
    fl_err err = fl_run_experiment_add_scenario(experiment, node->key, r->diag);
    if (err) {
        return err;
    }
    fl_run_condition *out = &experiment->condition[experiment->conditions - 1];
    fl_yaml_reading scenario = {r->yaml, r->diag, out};
    err = node->type == FL_YAML_MAP
              ? fl_yaml_map_read(&scenario, node, scenario_rows,
                                 sizeof scenario_rows / sizeof scenario_rows[0], &scenario)
              : refuse(r, node, "a scenario has a generator, settings and floors", node->key);
    if (err) {
        return err;
    }
    const fl_generator *generator = out->opened.generator;
    fl_setting_values_init(&out->opened.values, generator->settings, generator->settings_n);
    return fl_yaml_map_each(fl_yaml_get(node, "settings"), &scenario, read_own_setting);
}

/* Reports rules that cannot be made at the line of the setting, or else of the settings. */
static void refuse_rules(const fl_yaml_reading *r, const fl_yaml_node *map)
{
    if (r->diag) {
        const fl_yaml_node *settings = fl_yaml_get(map, "settings");
        const fl_yaml_node *node = fl_yaml_named(settings, r->diag->where);
        node = node ? node : fl_yaml_named(fl_yaml_get(map, "vary"), r->diag->where);
        fl_diag_move(r->diag, fl_yaml_where(r->yaml, node ? node : settings ? settings : map));
    }
}

/* Reads the choices of all scenarios, by the catalogues of their generators. */
static fl_err read_scenario_choices(const fl_yaml_reading *r, const fl_yaml_node *list)
{
    fl_experiment *experiment = r->out;
    fl_err err = FL_OK;
    for (uint64_t first = 0; first < experiment->conditions && !err; first++) {
        fl_catalogue catalogue;
        const fl_generator *generator = experiment->condition[first].opened.generator;
        bool is_done = false;
        for (uint64_t i = 0; i < first; i++) {
            is_done = is_done || experiment->condition[i].opened.generator == generator;
        }
        if (is_done) {
            continue;
        }
        fl_run_conditions all = {experiment, generator, experiment->conditions, 0};
        err = fl_run_experiment_catalogue(&all, &catalogue, r->diag);
        const fl_yaml_node *node = list->first;
        for (uint64_t i = 0; err && i < all.at; i++) {
            node = node->next;
        }
        if (err) {
            refuse_rules(r, node);
        }
        for (uint64_t i = 0; node && !err; i++, node = node->next) {
            fl_run_choice_reader choices = {r, node, &catalogue, &experiment->counts[i]};
            err = experiment->condition[i].opened.generator == generator ? fl_run_read_choices(&choices)
                                                                         : FL_OK;
        }
        fl_sample_catalogue_free(&catalogue);
    }
    return err;
}

static fl_err read_scenarios(const fl_yaml_reading *r, const fl_yaml_node *list)
{
    if (list->first && list->first->type == FL_YAML_SCALAR) {
        return fl_run_read_claim_scenarios(r, list);
    }
    fl_err err = fl_yaml_map_each(list, (void *)r, read_scenario);
    if (!err && ((fl_experiment *)r->out)->conditions == 0) {
        err = refuse(r, list, "an experiment needs a scenario", "none");
    }
    return err ? err : read_scenario_choices(r, list);
}

static fl_err read_seed(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    return fl_parse_number_unsigned(node->text, &((fl_experiment *)r->out)->seed)
               ? refuse(r, node, "expected a whole number such as 10M", node->text)
               : FL_OK;
}

/* Reads the number of samples of each configuration, or "all". */
static fl_err read_floors(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_experiment *out = r->out;
    bool is_all = strcmp(node->text, "all") == 0;
    int64_t value = 0;
    if (!is_all && (fl_parse_number_signed(node->text, &value) || value < 1 || value > FL_RUN_MOST_FLOORS)) {
        return fl_yaml_refuse(r->yaml, node, r->diag,
                              "'%s' is a whole number from 1 to 10^12, or all, not '%.40s'", node->key,
                              node->text);
    }
    out->floors = is_all ? FL_EXPERIMENT_ALL : (uint64_t)value;
    return FL_OK;
}

static fl_err read_streams(void *context, const fl_yaml_node *node)
{
    static const char *const names[] = {"independent", "shared"};
    static const fl_yaml_words words = {"sort of streams", names, 2, sizeof names[0]};
    const fl_yaml_reading *r = context;
    unsigned number = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &number);
    ((fl_experiment *)r->out)->has_shared_streams = number == 1;
    return err;
}

static fl_err read_generator(void *context, const fl_yaml_node *node)
{
    const fl_yaml_reading *r = context;
    fl_experiment *out = r->out;
    fl_err err = fl_registry_read(r, node, &out->generator);
    out->generator = err ? NULL : out->generator;
    return err;
}

/* Reads the name, which becomes part of file names. */
static fl_err read_name(void *context, const fl_yaml_node *node)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const fl_yaml_reading *r = context;
    size_t length = strlen(node->text);
    if (length == 0 || length >= FL_EXPERIMENT_NAME || strspn(node->text, allowed) != length ||
        node->text[0] == '-') { /* other programs would take it for an option */
        return refuse(r, node, "expected a name of 1 to 63 letters, digits, - and _, no - in front",
                      node->text);
    }
    strcpy(((fl_experiment *)r->out)->name, node->text);
    return FL_OK;
}

/* True if a text has no characters that YAML would have to escape: result files hold it as YAML. */
static bool is_printable(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        bool is_control = (*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f;
        bool is_high_control = p[0] == 0xc2 && p[1] < 0xa0;
        bool is_noncharacter = p[0] == 0xef && p[1] == 0xbf && p[2] > 0xbd;
        if (is_control || is_high_control || is_noncharacter) {
            return false;
        }
    }
    return true;
}

static const fl_yaml_row rows[] = {
    {"name", FL_YAML_SCALAR, true, .read = read_name},
    {"about", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"generator", FL_YAML_SCALAR, false, .read = read_generator},
    {"scenarios", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"settings", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"vary", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"floors", FL_YAML_SCALAR, false, .read = read_floors},
    {"seed", FL_YAML_SCALAR, false, .read = read_seed},
    {"streams", FL_YAML_SCALAR, false, .read = read_streams},
    {"metrics", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"events", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"joints", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"maps", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"where", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
};

/* Refuses experiments that are too large before all rules are made. Other errors are found then. */
static fl_err check_size(const fl_yaml_reading *r, const fl_yaml_node *root)
{
    fl_experiment *self = r->out;
    fl_run_conditions first = {self, self->generator, 1, 0};
    fl_yaml_reading quiet = *r;
    fl_catalogue catalogue;
    fl_experiment_choices counts = {.where = NULL};
    fl_run_choice_reader choices = {&quiet, root, &catalogue, &counts};
    quiet.diag = NULL;
    fl_err unknown = fl_run_experiment_catalogue(&first, &catalogue, NULL);
    unknown = unknown ? unknown : fl_run_read_choices(&choices);
    fl_err err = unknown ? FL_OK : fl_run_setup_check_size(self, &counts, &catalogue, r->diag);
    const fl_yaml_node *vary = fl_yaml_get(root, "vary");
    fl_diag_move(err ? r->diag : NULL, fl_yaml_where(r->yaml, vary ? vary : root));
    fl_sample_catalogue_free(&catalogue);
    fl_run_experiment_free_counts(&counts);
    return err;
}

/* Makes all combinations of the settings of one generator. */
static fl_err read_combinations(const fl_yaml_reading *r, const fl_yaml_node *root)
{
    fl_catalogue catalogue;
    fl_experiment *self = r->out;
    if (!self->generator) {
        return refuse(r, root, "an experiment has a generator, or scenarios with their own", "neither");
    }
    if (!fl_yaml_get(root, "floors")) {
        return refuse(r, root, "an experiment says how many 'floors' a configuration has", "none");
    }
    fl_err err = fl_yaml_map_each(fl_yaml_get(root, "settings"), (void *)r, read_setting);
    err = err ? err : fl_yaml_map_each(fl_yaml_get(root, "vary"), (void *)r, read_varied);
    err = err ? err : check_clashes(r, fl_yaml_get(root, "vary"));
    if (err) {
        return err;
    }
    self->counts = calloc(1, sizeof *self->counts);
    self->counts_n = self->counts != NULL;
    err = self->counts ? fl_run_experiment_combine(self, r->diag) : fl_diag_memory(r->diag);
    err = err ? err : check_size(r, root);
    if (err) {
        return err;
    }
    fl_run_choice_reader choices = {r, root, &catalogue, self->counts};
    fl_run_conditions all = {self, self->generator, self->conditions, 0};
    err = fl_run_experiment_catalogue(&all, &catalogue, r->diag);
    if (err) {
        refuse_rules(r, root);
    }
    err = err ? err : fl_run_read_choices(&choices);
    fl_sample_catalogue_free(&catalogue);
    return err;
}

static fl_err read_all(fl_experiment *self, fl_yaml *yaml, fl_diag *diag)
{
    static const char *const others[] = {"generator", "settings", "vary", "floors", "metrics",
                                         "events",    "joints",   "maps", "where"};
    fl_yaml_reading r = {yaml, diag, self};
    const fl_yaml_node *root = fl_yaml_root(yaml);
    const fl_yaml_node *list = fl_yaml_get(root, "scenarios");
    const fl_yaml_node *about = fl_yaml_get(root, "about");
    fl_err err = fl_yaml_map_read(&r, root, rows, sizeof rows / sizeof rows[0], &r);
    for (size_t i = 0; i < sizeof others / sizeof others[0] && list && !err; i++) {
        const fl_yaml_node *node = fl_yaml_get(root, others[i]); /* these would make combinations */
        err = node ? refuse(&r, node, "scenarios have their own generator, settings, floors and choices",
                            others[i])
                   : FL_OK;
    }
    err = err ? err : list ? read_scenarios(&r, list) : read_combinations(&r, root);
    if (!err && about && !is_printable(about->text)) {
        err = refuse(&r, about, "expected a text without control characters", about->text);
    }
    self->about = err ? NULL : strdup(about ? about->text : "");
    return err || self->about ? err : fl_diag_memory(diag);
}

static fl_err read_text(fl_experiment *self, const fl_text *text, const char *name, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    self->seed = 1;
    if (memchr(text->data, 0, text->size)) { /* refuse UTF-16, which libyaml would read */
        return fl_diag_set(diag, FL_ERR_INPUT, name, "it contains a NUL byte; expected text in UTF-8");
    }
    fl_err err = fl_yaml_read(text->data, text->size, name, &yaml, diag);
    err = err ? err : read_all(self, yaml, diag);
    fl_yaml_free(yaml);
    if (!err) {
        self->text = strndup(text->data, text->size);
        err = self->text ? FL_OK : fl_diag_memory(diag);
    }
    return err;
}

fl_err fl_run_experiment_read(fl_experiment *self, const char *text, size_t size, const char *name,
                              fl_diag *diag)
{
    const fl_text all = {.data = (char *)text, .size = size};
    *self = (fl_experiment){.files = calloc(1, sizeof *self->files), .has_own_files = true};
    fl_err err = self->files ? read_text(self, &all, name, diag) : fl_diag_memory(diag);
    if (err) {
        fl_run_experiment_free(self);
    }
    return err;
}

fl_err fl_run_experiment_read_again(fl_experiment *self, const char *text, const char *name, fl_files *files,
                                    fl_diag *diag)
{
    const fl_text all = {.data = (char *)text, .size = strlen(text)};
    *self = (fl_experiment){.files = files, .has_own_files = true};
    fl_err err = read_text(self, &all, name, diag);
    if (err) {
        fl_run_experiment_free(self);
    }
    return err;
}

static fl_err refuse_name(const char *name, fl_diag *diag)
{
    char file[FL_SUGGEST_FILE];
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "",
                             "there is no experiment '%.80s', neither a file nor a built-in one", name);
    const char *near = fl_suggest_file(name, "experiments/", file);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' lists the built-in ones",
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
