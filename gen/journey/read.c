/* SPDX-License-Identifier: MIT */
/* Reads the names of all stops first, so that edges may lead to any of them; then the players, then the
 * stops. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

static fl_err read_stop_name(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey_stop *stop = &self->journey->stop[self->journey->stops_n++];
    stop->line = node->line;
    return fl_journey_yaml_name(self, node, node->key, stop->name);
}

static fl_err read_stop_names(void *context, const fl_yaml_node *stops)
{
    fl_journey_yaml *self = context;
    if (stops->children_n == 0 || stops->children_n > FL_JOURNEY_STOPS) {
        return fl_yaml_refuse(self->yaml, stops, self->diag, "a plan has 1 to %d floors", FL_JOURNEY_STOPS);
    }
    return fl_yaml_map_each(stops, self, read_stop_name);
}

static fl_err find_generator(fl_journey_yaml *self, const fl_yaml_node *node, const fl_generator **out)
{
    unsigned i = 0;
    fl_err err = fl_journey_yaml_word(self, node, FL_JOURNEY_GENERATOR, &i);
    *out = err ? NULL : self->text->generators[i];
    return err;
}

static fl_err read_usual(void *context, const fl_yaml_node *node)
{
    return find_generator(context, node, &((fl_journey_yaml *)context)->usual);
}

static fl_err read_generator(void *context, const fl_yaml_node *node)
{
    return find_generator(context, node, &((fl_journey_yaml *)context)->stop->generator);
}

/* True if a stop draws a setting. */
static bool is_drawn(const fl_journey_stop *stop, const char *name)
{
    bool found = false;
    for (unsigned i = 0; i < stop->lists_n; i++) {
        found = found || stop->list[i].setting == fl_setting_values_find(&stop->values, name);
    }
    return found;
}

/* Reads a list of values, one of which is drawn at each visit. */
static fl_err read_list(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_stop *out)
{
    int setting = fl_setting_values_find(&out->values, node->key);
    bool is_text = setting >= 0 && out->values.table[setting].type == FL_SETTING_TEXT;
    if (node->children_n == 0 || node->children_n > FL_JOURNEY_LIST || is_text) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              is_text ? "'%s' is a text, and texts are not drawn"
                                      : "the list '%s' has 1 to 16 values",
                              node->key);
    }
    if (out->lists_n == FL_JOURNEY_LISTS || out->variants_n * node->children_n > FL_JOURNEY_VARIANTS) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d lists, or %d variants of a floor",
                              FL_JOURNEY_LISTS, FL_JOURNEY_VARIANTS);
    }
    fl_journey_list *list = &out->list[out->lists_n++];
    for (const fl_yaml_node *value = node->first; value; value = value->next) {
        fl_setting_values values = out->values;
        const char *text = value->type == FL_YAML_SCALAR ? value->text : "";
        fl_err err =
            fl_setting_values_set(&values, node->key, text, fl_yaml_where(self->yaml, value), self->diag);
        if (err) {
            return err;
        }
        list->setting = fl_setting_values_find(&values, node->key);
        list->value[list->n++] = values.number[list->setting];
    }
    out->variants_n *= list->n;
    return FL_OK;
}

static fl_err read_setting(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    fl_journey_stop *out = self->stop;
    if (node->type == FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "the setting '%s' is a value or a list of them",
                              node->key);
    }
    if (is_drawn(out, node->key)) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "the plan draws '%s' already; name it in floors only", node->key);
    }
    const char *where = fl_yaml_where(self->yaml, node);
    return node->type == FL_YAML_LIST
               ? read_list(self, node, out)
               : fl_setting_values_set(&out->values, node->key, node->text, where, self->diag);
}

/* Settings given by the caller override those of the file. */
static fl_err read_set(fl_journey_yaml *self, fl_journey_stop *out)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < self->text->set_n && !err; i++) {
        char name[FL_SETTING_VALUES_TEXT];
        const char *text = self->text->set[i];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
        if (is_drawn(out, name)) {
            return fl_diag_set(self->diag, FL_ERR_USAGE, "--set", "the plan draws '%s' on floor '%s'", name,
                               out->name);
        }
        err = fl_setting_values_assign(&out->values, text, "--set", self->diag);
    }
    return err;
}

static fl_err read_label(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    if (text[0] == '\0' || strlen(text) >= FL_JOURNEY_NAME) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "a label has 1 to %d bytes", FL_JOURNEY_NAME - 1);
    }
    memcpy(self->stop->label[self->stop->labels_n++], text, strlen(text) + 1);
    return FL_OK;
}

static fl_err read_labels(fl_journey_yaml *self, const fl_yaml_node *node)
{
    const fl_journey_stop *out = self->stop;
    if (!node || node->type == FL_YAML_SCALAR) {
        return node ? read_label(self, node) : FL_OK;
    }
    if (node->type != FL_YAML_LIST || node->children_n != out->variants_n ||
        node->children_n > FL_JOURNEY_LABELS) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "floor '%s' has %u variants, and at most %d labels", out->name, out->variants_n,
                              FL_JOURNEY_LABELS);
    }
    return fl_yaml_map_each(node, self, read_label);
}

static fl_err read_to(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    unsigned to = 0;
    fl_err err = fl_journey_yaml_word(self, node, FL_JOURNEY_STOP, &to);
    self->journey->edge[self->journey->edges_n - 1].to = (uint8_t)to;
    return err;
}

static fl_err read_edge(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {{"to", FL_YAML_SCALAR, true, .read = read_to},
                                       {"when", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE}};
    fl_journey_yaml *self = context;
    fl_journey *journey = self->journey;
    if (journey->edges_n == FL_JOURNEY_EDGES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d edges", FL_JOURNEY_EDGES);
    }
    fl_journey_edge *out = &journey->edge[journey->edges_n++];
    out->line = map->line;
    self->stop->edges_n++;
    fl_err err = fl_journey_yaml_rows(self, map, rows, 2, out);
    return err ? err : fl_journey_when_read(self, fl_yaml_get(map, "when"), &out->when);
}

static fl_err read_edges(void *context, const fl_yaml_node *list)
{
    return fl_yaml_map_each(list, context, read_edge);
}

static const fl_yaml_row stop_rows[] = {
    {"generator", FL_YAML_SCALAR, false, .read = read_generator},
    {"settings", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"label", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
    {"chapter", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_journey_stop, chapter),
     FL_YAML_LIMITS(1, FL_JOURNEY_CHAPTERS)},
    {"start", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, fl_journey_stop, is_start)},
    {"exit", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, fl_journey_stop, is_exit)},
    {"edges", FL_YAML_LIST, false, .read = read_edges},
};

static fl_err read_stop(fl_journey_yaml *self, const fl_yaml_node *map)
{
    fl_journey_stop *out = self->stop;
    out->generator = self->usual;
    out->edges_from = self->journey->edges_n;
    out->variants_n = 1;
    fl_err err = fl_journey_yaml_rows(self, map, stop_rows, sizeof stop_rows / sizeof stop_rows[0], out);
    if (!err && !out->generator) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "neither floor '%s' nor the plan has a generator",
                             out->name);
    }
    if (err) {
        return err;
    }
    fl_setting_values_init(&out->values, out->generator->settings, out->generator->settings_n);
    out->values.files = self->text->files;
    if (out->generator == self->usual) {
        err = fl_yaml_map_each(fl_yaml_get(fl_yaml_root(self->yaml), "settings"), self, read_setting);
    }
    err = err ? err : fl_yaml_map_each(fl_yaml_get(map, "settings"), self, read_setting);
    err = err ? err : read_set(self, out);
    return err ? err : read_labels(self, fl_yaml_get(map, "label"));
}

static void ask(fl_journey_stop *stop, const fl_journey_when *when)
{
    stop->asked_curses |= when->curse >= 0 ? 1u << when->curse : 0;
    stop->asked_kinds |= when->kinds;
}

/* Collects the questions of conditions about a stop's floor. */
static fl_err find_asked(fl_journey_yaml *self, const fl_yaml_node *map)
{
    fl_journey *journey = self->journey;
    fl_journey_stop *stop = self->stop;
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    for (unsigned i = 0; i < stop->edges_n; i++) {
        ask(stop, &journey->edge[stop->edges_from + i].when);
    }
    for (unsigned i = 0; i < player->changes_n; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        if (change->stops >> (stop - journey->stop) & 1) {
            ask(stop, &change->when);
        }
    }
    unsigned kinds = (unsigned)__builtin_popcountll(stop->asked_kinds);
    unsigned curses = (unsigned)__builtin_popcount(stop->asked_curses);
    if (kinds > 5 || (curses + 1) << kinds > FL_JOURNEY_CLASSES || curses == FL_CURSE_COUNT) {
        return fl_yaml_refuse(self->yaml, map, self->diag,
                              "too many conditions ask for the rooms and curses of floor '%s'", stop->name);
    }
    return FL_OK;
}

static fl_err read_name(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    return fl_journey_yaml_name(self, node, node->text, self->journey->name);
}

static const fl_yaml_row plan_rows[] = {
    {"name", FL_YAML_SCALAR, true, .read = read_name},
    {"about", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"source", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
    {"generator", FL_YAML_SCALAR, false, .read = read_usual},
    {"settings", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"variables", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"flags", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE},
    {"seen_as", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"players", FL_YAML_MAP, false, .store = FL_YAML_NOWHERE},
    {"floors", FL_YAML_MAP, true, .read = read_stop_names},
};

fl_err fl_journey_read(fl_journey *self, fl_yaml *yaml, const fl_journey_text *text, fl_diag *diag)
{
    fl_journey_yaml reader = {.yaml = yaml, .journey = self, .text = text, .diag = diag, .stop = self->stop};
    const fl_yaml_node *root = fl_yaml_root(yaml);
    fl_err err = fl_journey_yaml_rows(&reader, root, plan_rows, sizeof plan_rows / sizeof plan_rows[0], self);
    err = err ? err : fl_journey_yaml_about(&reader, root, "about", self->about);
    err = err ? err : fl_journey_player_names(&reader, root);
    err = err ? err : fl_journey_player_read(&reader, root);
    const fl_yaml_node *node = err ? NULL : fl_yaml_get(root, "floors")->first;
    for (; node && !err; node = node->next, reader.stop++) {
        err = read_stop(&reader, node);
        err = err ? err : find_asked(&reader, node);
    }
    return err;
}
