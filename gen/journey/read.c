/* Names of all floors first, so that edges may lead anywhere; then players, then the floors themselves. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

static fl_err read_names(fl_journey_yaml *self, const fl_yaml_node *stops)
{
    fl_journey *journey = self->journey;
    if (stops->children_n == 0 || stops->children_n > FL_JOURNEY_STOPS) {
        return fl_yaml_refuse(self->yaml, stops, self->diag, "a plan has 1 to %d floors", FL_JOURNEY_STOPS);
    }
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = stops->first; node && !err; node = node->next) {
        fl_journey_stop *stop = &journey->stop[journey->stops_n++];
        stop->line = node->line;
        err = fl_journey_yaml_name(self, node, node->key, stop->name);
    }
    return err;
}

static fl_err find_generator(fl_journey_yaml *self, const fl_yaml_node *node, const fl_generator **out)
{
    fl_journey_names names;
    const fl_journey_text *text = self->text;
    for (names.n = 0; names.n < text->generators_n && names.n < FL_JOURNEY_YAML_NAMES; names.n++) {
        names.name[names.n] = text->generators[names.n]->name;
    }
    size_t i = fl_journey_yaml_find(node->text, &names);
    *out = i < names.n ? text->generators[i] : NULL;
    return *out ? FL_OK : fl_journey_yaml_unknown(self, node, node->text, "generator", &names);
}

/* Whether a setting is drawn already. */
static bool is_drawn(const fl_journey_stop *stop, const char *name)
{
    bool found = false;
    for (unsigned i = 0; i < stop->lists_n; i++) {
        found = found || stop->list[i].setting == fl_setting_values_find(&stop->values, name);
    }
    return found;
}

/* A list of values: one is drawn at each visit. */
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

static fl_err read_settings(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_stop *out)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = map ? map->first : NULL; node && !err; node = node->next) {
        if (node->type == FL_YAML_MAP) {
            err = fl_yaml_refuse(self->yaml, node, self->diag,
                                 "the setting '%s' is a value or a list of them", node->key);
        } else if (is_drawn(out, node->key)) {
            err = fl_yaml_refuse(self->yaml, node, self->diag,
                                 "the plan draws '%s' already; name it in floors only", node->key);
        } else if (node->type == FL_YAML_LIST) {
            err = read_list(self, node, out);
        } else {
            const char *where = fl_yaml_where(self->yaml, node);
            err = fl_setting_values_set(&out->values, node->key, node->text, where, self->diag);
        }
    }
    return err;
}

/* Settings that the caller gives beat those of the file. */
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

static fl_err copy_label(fl_journey_yaml *self, const fl_yaml_node *node, char out[FL_JOURNEY_NAME])
{
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "";
    if (text[0] == '\0' || strlen(text) >= FL_JOURNEY_NAME) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "a label has 1 to %d bytes", FL_JOURNEY_NAME - 1);
    }
    memcpy(out, text, strlen(text) + 1);
    return FL_OK;
}

static fl_err read_labels(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_stop *out)
{
    fl_err err = FL_OK;
    if (!node) {
        return FL_OK;
    }
    if (node->type == FL_YAML_SCALAR) {
        out->labels_n = 1;
        return copy_label(self, node, out->label[0]);
    }
    if (node->type != FL_YAML_LIST || node->children_n != out->variants_n ||
        node->children_n > FL_JOURNEY_LABELS) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "floor '%s' has %u variants, and at most %d labels", out->name, out->variants_n,
                              FL_JOURNEY_LABELS);
    }
    for (const fl_yaml_node *i = node->first; i && !err; i = i->next) {
        err = copy_label(self, i, out->label[out->labels_n++]);
    }
    return err;
}

static fl_err read_edge(fl_journey_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {{"to", FL_YAML_SCALAR, 1}, {"when", FL_YAML_MAP, 0}};
    fl_journey *journey = self->journey;
    uint64_t to = 0;
    if (map->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "an edge is a map, such as {to: caves_1}");
    }
    if (journey->edges_n == FL_JOURNEY_EDGES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d edges", FL_JOURNEY_EDGES);
    }
    fl_journey_edge *out = &journey->edge[journey->edges_n++];
    out->line = map->line;
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, 2, self->diag);
    err = err ? err : fl_journey_yaml_set(self, fl_yaml_get(map, "to"), "floor", fl_journey_yaml_stops, &to);
    out->to = (uint8_t)(err ? 0 : __builtin_ctzll(to));
    return err ? err : fl_journey_player_when(self, fl_yaml_get(map, "when"), &out->when);
}

static fl_err read_chapter(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_stop *out)
{
    const fl_yaml_node *node = fl_yaml_get(map, "chapter");
    int16_t chapter = 0;
    fl_err err = node ? fl_journey_yaml_whole(self, node, &chapter) : FL_OK;
    if (!err && node && (chapter < 1 || chapter > FL_JOURNEY_CHAPTERS)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "'chapter' is 1 to %d", FL_JOURNEY_CHAPTERS);
    }
    out->chapter = (unsigned)chapter;
    return err;
}

static fl_err read_stop(fl_journey_yaml *self, const fl_yaml_node *root, const fl_yaml_node *map,
                        fl_journey_stop *out)
{
    static const fl_yaml_field keys[] = {{"generator", FL_YAML_SCALAR, 0}, {"settings", FL_YAML_MAP, 0},
                                         {"chapter", FL_YAML_SCALAR, 0},   {"start", FL_YAML_SCALAR, 0},
                                         {"exit", FL_YAML_SCALAR, 0},      {"edges", FL_YAML_LIST, 0}};
    static const char *const label = "label"; /* a text or a list of them */
    const fl_yaml_node *common = fl_yaml_get(root, "generator");
    const fl_generator *usual = NULL;
    if (map->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "floor '%s' is a map", out->name);
    }
    fl_yaml_field all[sizeof keys / sizeof keys[0] + 1];
    memcpy(all, keys, sizeof keys);
    const fl_yaml_node *labels = fl_yaml_get(map, label);
    all[sizeof keys / sizeof keys[0]] = (fl_yaml_field){label, labels ? labels->type : FL_YAML_SCALAR, 0};
    fl_err err = fl_yaml_check_map(self->yaml, map, all, sizeof all / sizeof all[0], self->diag);
    const fl_yaml_node *own = err ? NULL : fl_yaml_get(map, "generator");
    if (!err && !own && !common) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "floor '%s' has no generator, and the plan neither",
                             out->name);
    }
    err = err || !common ? err : find_generator(self, common, &usual);
    out->generator = usual;
    err = err || !own ? err : find_generator(self, own, &out->generator);
    if (err) {
        return err;
    }
    fl_setting_values_init(&out->values, out->generator->settings, out->generator->settings_n);
    out->variants_n = 1;
    err = out->generator == usual ? read_settings(self, fl_yaml_get(root, "settings"), out) : FL_OK;
    err = err ? err : read_settings(self, fl_yaml_get(map, "settings"), out);
    err = err ? err : read_set(self, out);
    err = err ? err : read_labels(self, labels, out);
    err = err ? err : read_chapter(self, map, out);
    err = err ? err : fl_yaml_flag(self->yaml, map, "start", &out->is_start, self->diag);
    return err ? err : fl_yaml_flag(self->yaml, map, "exit", &out->is_exit, self->diag);
}

static fl_err read_edges(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_stop *out)
{
    fl_err err = FL_OK;
    const fl_yaml_node *edges = fl_yaml_get(map, "edges");
    out->edges_from = self->journey->edges_n;
    for (const fl_yaml_node *i = edges ? edges->first : NULL; i && !err; i = i->next) {
        err = read_edge(self, i);
    }
    out->edges_n = self->journey->edges_n - out->edges_from;
    return err;
}

static void ask(fl_journey_stop *stop, const fl_journey_when *when)
{
    stop->asked_curses |= when->curse >= 0 ? 1u << when->curse : 0;
    stop->asked_kinds |= when->kinds;
}

/* What conditions want to know of a floor that was just left. */
static fl_err find_asked(fl_journey_yaml *self, const fl_yaml_node *map, unsigned number)
{
    fl_journey *journey = self->journey;
    fl_journey_stop *stop = &journey->stop[number];
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    for (unsigned i = 0; i < stop->edges_n; i++) {
        ask(stop, &journey->edge[stop->edges_from + i].when);
    }
    for (unsigned i = 0; i < player->changes_n; i++) {
        const fl_journey_change *change = &journey->change[player->changes_from + i];
        if (change->stops >> number & 1) {
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

static fl_err read_head(fl_journey_yaml *self, const fl_yaml_node *root)
{
    static const fl_yaml_field keys[] = {
        {"name", FL_YAML_SCALAR, 1},      {"about", FL_YAML_SCALAR, 0}, {"source", FL_YAML_SCALAR, 0},
        {"generator", FL_YAML_SCALAR, 0}, {"settings", FL_YAML_MAP, 0}, {"variables", FL_YAML_MAP, 0},
        {"flags", FL_YAML_LIST, 0},       {"seen_as", FL_YAML_MAP, 0},  {"players", FL_YAML_MAP, 0},
        {"floors", FL_YAML_MAP, 1},       {"claims", FL_YAML_LIST, 0},
    };
    if (root->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self->yaml, root, self->diag, "a plan is a map with 'name' and 'floors'");
    }
    fl_err err = fl_yaml_check_map(self->yaml, root, keys, sizeof keys / sizeof keys[0], self->diag);
    const fl_yaml_node *name = fl_yaml_get(root, "name");
    err = err ? err : fl_journey_yaml_name(self, name, name->text, self->journey->name);
    return err ? err : fl_journey_yaml_about(self, root, "about", self->journey->about);
}

fl_err fl_journey_read(fl_journey *self, fl_yaml *yaml, const fl_journey_text *text, fl_diag *diag)
{
    fl_journey_yaml reader = {.yaml = yaml, .journey = self, .text = text, .diag = diag};
    const fl_yaml_node *root = fl_yaml_root(yaml);
    fl_err err = read_head(&reader, root);
    const fl_yaml_node *stops = err ? NULL : fl_yaml_get(root, "floors");
    err = err ? err : read_names(&reader, stops);
    err = err ? err : fl_journey_player_names(&reader, root);
    err = err ? err : fl_journey_player_read(&reader, root);
    unsigned i = 0;
    for (const fl_yaml_node *node = stops ? stops->first : NULL; node && !err; node = node->next, i++) {
        err = read_stop(&reader, root, node, &self->stop[i]);
        err = err ? err : read_edges(&reader, node, &self->stop[i]);
        err = err ? err : find_asked(&reader, node, i);
    }
    return err ? err : fl_journey_claim_read(&reader, root);
}
