/* From YAML to an experiment, with file and line in every complaint. */
#include "experiments/experiment.h"

#include "experiments/file.h"
#include "gen/core/nearest.h"
#include "gen/core/number.h"
#include "gen/core/shipped.h"
#include "gen/core/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_MAX = 100000 };

/* What the reading functions share. */
typedef struct reading {
    fl_experiment *out;
    fl_yaml *yaml;
    fl_diag *diag;
} reading;

static fl_err refuse(reading *r, const fl_yaml_node *node, const char *what, const char *found)
{
    return fl_diag_set(r->diag, FL_ERR_INPUT, fl_yaml_where(r->yaml, node), "%s, found '%.60s'", what, found);
}

static fl_err add_value(fl_experiment_axis *axis, const char *text, fl_diag *diag)
{
    char **grown = realloc(axis->value, (axis->values_n + 1) * sizeof *grown);
    char *copy = strdup(text);
    if (grown) {
        axis->value = grown;
    }
    if (!grown || !copy) {
        free(copy);
        return fl_diag_memory(diag);
    }
    axis->value[axis->values_n++] = copy;
    return FL_OK;
}

static void free_axis(fl_experiment_axis *axis)
{
    for (unsigned i = 0; i < axis->values_n; i++) {
        free(axis->value[i]);
    }
    free(axis->value);
    free(axis->name);
    memset(axis, 0, sizeof *axis);
}

/* Refuses a setting or a value the generator does not know, at the line it stands on. */
static fl_err check_setting(reading *r, const fl_yaml_node *node, const char *name, const char *value)
{
    fl_values values;
    const fl_generator *generator = r->out->generator;
    fl_values_init(&values, generator->settings, generator->settings_n);
    return fl_values_set(&values, name, value, fl_yaml_where(r->yaml, node), r->diag);
}

/* "1..12" */
static bool is_range(const char *text, int64_t *first, int64_t *last)
{
    char low[32];
    const char *dots = strstr(text, "..");
    if (!dots || dots == text || (size_t)(dots - text) >= sizeof low) {
        return false;
    }
    snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
    return fl_number_signed(low, first) == FL_OK && fl_number_signed(dots + 2, last) == FL_OK;
}

static fl_err read_range(reading *r, const fl_yaml_node *node, fl_experiment_axis *axis)
{
    int64_t first = 0;
    int64_t last = 0;
    char text[32];
    if (!is_range(node->text, &first, &last)) {
        fl_err err = check_setting(r, node, axis->name, node->text);
        return err ? err : add_value(axis, node->text, r->diag);
    }
    if (first > last || (uint64_t)last - (uint64_t)first >= RANGE_MAX) {
        return refuse(r, node, "a range rises, such as 1..12", node->text);
    }
    fl_err err = FL_OK;
    for (int64_t i = first; i <= last && !err; i++) {
        snprintf(text, sizeof text, "%lld", (long long)i);
        err = check_setting(r, node, axis->name, text);
        err = err ? err : add_value(axis, text, r->diag);
    }
    return err;
}

/* A value, a range or a list of values; a list under `settings` is the value of a set. */
static fl_err read_axis(reading *r, const fl_yaml_node *node, fl_experiment_axis *axis)
{
    fl_err err = FL_OK;
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
        if (child->type != FL_YAML_SCALAR) {
            return refuse(r, child, "expected a plain value in the list", node->key);
        }
        err = check_setting(r, child, node->key, child->text);
        err = err ? err : add_value(axis, child->text, r->diag);
    }
    return err;
}

static fl_err read_settings(reading *r, const fl_yaml_node *map)
{
    fl_experiment *out = r->out;
    for (const fl_yaml_node *node = map ? map->first : NULL; node; node = node->next) {
        if (node->type != FL_YAML_SCALAR) {
            return refuse(r, node, "a setting has one value here; several go under 'vary'", node->key);
        }
        if (out->fixed_n == FL_EXPERIMENT_SETTINGS) {
            return refuse(r, node, "too many settings", node->key);
        }
        fl_experiment_axis *axis = &out->fixed[out->fixed_n++];
        fl_err err = check_setting(r, node, node->key, node->text);
        axis->name = strdup(node->key);
        err = err ? err : axis->name ? add_value(axis, node->text, r->diag) : fl_diag_memory(r->diag);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

/* The place of a setting among those with one value; fixed_n when it is not there. */
static unsigned find_fixed(const fl_experiment *self, const char *name)
{
    unsigned at = 0;
    while (at < self->fixed_n && strcmp(self->fixed[at].name, name) != 0) {
        at++;
    }
    return at;
}

static fl_err read_vary(reading *r, const fl_yaml_node *map)
{
    fl_experiment *out = r->out;
    for (const fl_yaml_node *node = map ? map->first : NULL; node; node = node->next) {
        if (out->axes_n == FL_EXPERIMENT_AXES) {
            return refuse(r, node, "at most 8 settings can vary", node->key);
        }
        if (find_fixed(out, node->key) < out->fixed_n) {
            return refuse(r, node, "this setting stands under 'settings' already", node->key);
        }
        fl_err err = read_axis(r, node, &out->axes[out->axes_n++]);
        if (err) {
            return err;
        }
        if (fl_experiment_conditions(out) > FL_EXPERIMENT_CONDITIONS) {
            return refuse(r, node, "the product of what varies passes 4096 conditions", node->key);
        }
    }
    return FL_OK;
}

static fl_err read_metric(reading *r, const fl_yaml_node *node, unsigned *out)
{
    const char *names[FL_TALLY_METRICS];
    size_t n = 0;
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    for (unsigned i = 0; i < FL_TALLY_METRICS; i++) {
        if (!fl_tally_has_metric(r->out->generator, i)) {
            continue;
        }
        names[n++] = fl_tally_metric_name(&(fl_tally_metric){.metric = i});
        if (strcmp(names[n - 1], text) == 0) {
            *out = i;
            return FL_OK;
        }
    }
    fl_err err = refuse(r, node, "expected the name of a metric that the generator has", text);
    const char *near = fl_nearest_name(text, names, n, sizeof names[0]);
    if (near) {
        fl_diag_hint(r->diag, "did you mean '%s'?", near);
    }
    return err;
}

static fl_err read_metrics(reading *r, const fl_yaml_node *list)
{
    for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
        unsigned metric = 0;
        fl_err err = read_metric(r, node, &metric);
        for (unsigned i = 0; i < r->out->metrics_n && !err; i++) {
            err = r->out->metrics[i] == metric ? refuse(r, node, "this metric stands twice", node->text)
                                               : FL_OK;
        }
        if (err) {
            return err;
        }
        r->out->metrics[r->out->metrics_n++] = metric;
    }
    return FL_OK;
}

static fl_err read_joints(reading *r, const fl_yaml_node *list)
{
    fl_experiment *out = r->out;
    for (const fl_yaml_node *node = list ? list->first : NULL; node; node = node->next) {
        if (node->type != FL_YAML_LIST || node->children_n != 2) {
            return refuse(r, node, "a joint is a pair of metrics, such as [rooms, dead_ends]", "");
        }
        if (out->joints_n == FL_TALLY_JOINTS) {
            return refuse(r, node, "at most 32 joints", "");
        }
        unsigned *pair = out->joints[out->joints_n++];
        fl_err err = read_metric(r, node->first, &pair[0]);
        err = err ? err : read_metric(r, node->first->next, &pair[1]);
        if (!err && (pair[0] == FL_METRIC_COUNT || pair[1] == FL_METRIC_COUNT)) {
            err = refuse(r, node, "clustering_room is no metric of a floor; it cannot be joined",
                         "clustering_room");
        }
        for (unsigned i = 0; i + 1 < out->joints_n && !err; i++) {
            err = memcmp(out->joints[i], pair, sizeof out->joints[i]) == 0
                      ? refuse(r, node, "this joint stands twice", node->first->text)
                      : FL_OK;
        }
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

static fl_err read_number(reading *r, const char *key, uint64_t least, uint64_t *out)
{
    const fl_yaml_node *node = fl_yaml_get(fl_yaml_root(r->yaml), key);
    if (!node) {
        return FL_OK;
    }
    if (fl_number_unsigned(node->text, out) || *out < least) {
        return refuse(r, node, "expected a whole number such as 10M", node->text);
    }
    return FL_OK;
}

static fl_err read_generator(reading *r)
{
    const fl_yaml_node *node = fl_yaml_get(fl_yaml_root(r->yaml), "generator");
    size_t n = 0;
    const fl_generator *const *all = fl_generator_all(&n);
    r->out->generator = fl_generator_find(node->text);
    if (r->out->generator) {
        return FL_OK;
    }
    const char *names[16];
    for (size_t i = 0; i < n && i < 16; i++) {
        names[i] = all[i]->name;
    }
    fl_err err = refuse(r, node, "expected the name of a generator", node->text);
    const char *near = fl_nearest_name(node->text, names, n, sizeof names[0]);
    if (near) {
        fl_diag_hint(r->diag, "did you mean '%s'?", near);
    }
    return err;
}

/* A name goes into file names: letters, digits, - and _ only. */
static fl_err read_name(reading *r)
{
    const fl_yaml_node *node = fl_yaml_get(fl_yaml_root(r->yaml), "name");
    size_t length = strlen(node->text);
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    if (length == 0 || length >= FL_EXPERIMENT_NAME || strspn(node->text, allowed) != length) {
        return refuse(r, node, "a name is made of up to 63 letters, digits, - and _", node->text);
    }
    strcpy(r->out->name, node->text);
    return FL_OK;
}

static fl_err read_maps(reading *r)
{
    const fl_yaml_node *node = fl_yaml_get(fl_yaml_root(r->yaml), "maps");
    r->out->with_maps = !node || strcmp(node->text, "off") != 0;
    return node && r->out->with_maps && strcmp(node->text, "on") != 0
               ? refuse(r, node, "maps is on or off", node->text)
               : FL_OK;
}

/* Result files carry the text as YAML again: what YAML does not take as it is, is refused. */
static bool is_printable(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        bool is_control = (*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f;
        bool is_second_set = p[0] == 0xc2 && p[1] < 0xa0;
        bool is_no_sign = p[0] == 0xef && p[1] == 0xbf && p[2] > 0xbd;
        if (is_control || is_second_set || is_no_sign) {
            return false;
        }
    }
    return true;
}

static fl_err read_about(reading *r)
{
    const fl_yaml_node *node = fl_yaml_get(fl_yaml_root(r->yaml), "about");
    if (node && !is_printable(node->text)) {
        return refuse(r, node, "expected a text without control characters", "");
    }
    r->out->about = strdup(node ? node->text : "");
    return r->out->about ? FL_OK : fl_diag_memory(r->diag);
}

/* Every condition's combination of settings is tried once. */
static fl_err check_conditions(const fl_experiment *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < fl_experiment_conditions(self) && !err; i++) {
        fl_values values;
        void *rules = NULL;
        err = fl_experiment_values(self, i, &values, diag);
        err = err ? err : self->generator->init(&values, &rules, diag);
        if (!err) {
            self->generator->free(rules);
        }
    }
    return err;
}

static fl_err read_all(reading *r)
{
    static const fl_yaml_key keys[] = {
        {"name", FL_YAML_SCALAR, 1},  {"about", FL_YAML_SCALAR, 0}, {"generator", FL_YAML_SCALAR, 1},
        {"settings", FL_YAML_MAP, 0}, {"vary", FL_YAML_MAP, 0},     {"floors", FL_YAML_SCALAR, 1},
        {"seed", FL_YAML_SCALAR, 0},  {"metrics", FL_YAML_LIST, 0}, {"joints", FL_YAML_LIST, 0},
        {"maps", FL_YAML_SCALAR, 0},
    };
    const fl_yaml_node *root = fl_yaml_root(r->yaml);
    fl_err err = fl_yaml_check_map(r->yaml, root, keys, sizeof keys / sizeof keys[0], r->diag);
    err = err ? err : read_name(r);
    err = err ? err : read_generator(r);
    err = err ? err : read_settings(r, fl_yaml_get(root, "settings"));
    err = err ? err : read_vary(r, fl_yaml_get(root, "vary"));
    err = err ? err : read_number(r, "floors", 1, &r->out->floors);
    err = err ? err : read_number(r, "seed", 0, &r->out->seed);
    err = err ? err : read_metrics(r, fl_yaml_get(root, "metrics"));
    err = err ? err : read_joints(r, fl_yaml_get(root, "joints"));
    err = err ? err : read_maps(r);
    return err ? err : read_about(r);
}

fl_err fl_experiment_read(fl_experiment *self, const char *text, size_t size, const char *name, fl_diag *diag)
{
    reading r = {.out = self, .diag = diag};
    memset(self, 0, sizeof *self);
    self->seed = 1;
    if (memchr(text, 0, size)) { /* libyaml would take UTF-16 */
        return fl_diag_set(diag, FL_ERR_INPUT, name, "there is a NUL byte in it, expected a text in UTF-8");
    }
    fl_err err = fl_yaml_read(text, size, name, &r.yaml, diag);
    err = err ? err : read_all(&r);
    fl_yaml_free(r.yaml);
    if (!err) {
        self->text = strndup(text, size);
        err = self->text ? check_conditions(self, diag) : fl_diag_memory(diag);
    }
    if (err) {
        fl_experiment_free(self);
    }
    return err;
}

static fl_err refuse_name(const char *name, fl_diag *diag)
{
    enum { PREFIX = sizeof "experiments/" - 1, MOST = 64 };
    static const char suffix[] = ".yaml";
    char names[MOST][FL_EXPERIMENT_NAME];
    const char *pointers[MOST];
    size_t n = 0;
    for (size_t i = 0; i < fl_shipped_n && n < MOST; i++) {
        const char *path = fl_shipped_table[i].name;
        if (strncmp(path, "experiments/", PREFIX) == 0) {
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
    const char *near = fl_nearest_name(name, pointers, n, sizeof pointers[0]);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list %s' names them",
                 near ? near : "experiments");
    return err;
}

fl_err fl_experiment_open(fl_experiment *self, const char *name, fl_diag *diag)
{
    char path[256];
    char *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "experiments/%.200s.yaml", name);
    const fl_shipped *shipped = fl_shipped_find(path);
    memset(self, 0, sizeof *self);
    if (shipped) {
        return fl_experiment_read(self, shipped->data, shipped->size, path, diag);
    }
    if (!fl_file_exists(name)) {
        return refuse_name(name, diag);
    }
    fl_err err = fl_file_read(name, &text, &size, diag);
    err = err ? err : fl_experiment_read(self, text, size, name, diag);
    free(text);
    return err;
}

void fl_experiment_free(fl_experiment *self)
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

static fl_err replace_value(fl_experiment_axis *axis, const char *name, const char *value, fl_diag *diag)
{
    free_axis(axis);
    axis->name = strdup(name);
    return axis->name ? add_value(axis, value, diag) : fl_diag_memory(diag);
}

fl_err fl_experiment_set(fl_experiment *self, const char *assignment, fl_diag *diag)
{
    fl_values values;
    char name[64];
    fl_values_init(&values, self->generator->settings, self->generator->settings_n);
    fl_err err = fl_values_assign(&values, assignment, "--set", diag);
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
    unsigned at = find_fixed(self, name);
    if (axis == self->axes_n && at == FL_EXPERIMENT_SETTINGS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "--set", "too many settings");
    }
    self->fixed_n += axis == self->axes_n && at == self->fixed_n;
    err = replace_value(axis < self->axes_n ? &self->axes[axis] : &self->fixed[at], name,
                        assignment + length + 1, diag);
    return err ? err : check_conditions(self, diag);
}

uint64_t fl_experiment_conditions(const fl_experiment *self)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < self->axes_n; i++) {
        n *= self->axes[i].values_n;
    }
    return n;
}

const char *fl_experiment_value(const fl_experiment *self, uint64_t condition, unsigned axis)
{
    for (unsigned i = self->axes_n; i-- > axis + 1;) {
        condition /= self->axes[i].values_n;
    }
    return self->axes[axis].value[condition % self->axes[axis].values_n];
}

fl_err fl_experiment_values(const fl_experiment *self, uint64_t condition, fl_values *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_values_init(out, self->generator->settings, self->generator->settings_n);
    for (unsigned i = 0; i < self->fixed_n && !err; i++) {
        err = fl_values_set(out, self->fixed[i].name, self->fixed[i].value[0], self->name, diag);
    }
    for (unsigned i = 0; i < self->axes_n && !err; i++) {
        err =
            fl_values_set(out, self->axes[i].name, fl_experiment_value(self, condition, i), self->name, diag);
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

void fl_experiment_identity(const fl_experiment *self, fl_text *out)
{
    fl_values values;
    fl_text value;
    fl_text_init(&value);
    fl_text_add_format(out, "generator: %s # version %u\nseed: %llu\nsettings: {", self->generator->name,
                       self->generator->version, (unsigned long long)self->seed);
    unsigned n = 0;
    if (fl_experiment_values(self, 0, &values, NULL) == FL_OK) {
        for (size_t i = 0; i < values.n; i++) {
            if (values.rank[i] == FL_VALUES_GIVEN && !varies(self, values.table[i].name)) {
                fl_text_add_format(out, "%s%s: ", n++ > 0 ? ", " : "", values.table[i].name);
                fl_text_clear(&value);
                fl_values_write(&values, i, &value);
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
