/* From the tree of a YAML file to rules, as the file states them; keys are checked against tables. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

/* The name of each kind is a tag with the kind's rank, unless the file gives it another. */
static void add_kinds(fl_grid_rules *rules)
{
    for (fl_kind kind = FL_KIND_NORMAL; kind < FL_KIND_COUNT; kind++) {
        fl_grid_tag *tag = &rules->tags[rules->tags_n++];
        snprintf(tag->name, sizeof tag->name, "%s", fl_kind_of(kind)->name);
        tag->kind = kind;
        tag->rank = fl_kind_of(kind)->rank;
    }
}

static fl_err read_tag(fl_grid_yaml *self, const fl_yaml_node *map, const fl_yaml_node *node)
{
    fl_grid_rules *rules = self->rules;
    int64_t rank = 0;
    unsigned i = 0;
    if (node->type != FL_YAML_SCALAR || node->key[0] == '\0' || strlen(node->key) >= FL_GRID_NAME) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "a tag is a name and its priority, such as special: 50");
    }
    fl_err err = fl_grid_yaml_whole(self, map, node->key, (fl_grid_limits){0, FL_GRID_RANK}, &rank);
    while (i < rules->tags_n && strcmp(rules->tags[i].name, node->key) != 0) {
        i++;
    }
    if (i == FL_GRID_TAGS) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d tags",
                              FL_GRID_TAGS - FL_KIND_COUNT);
    }
    if (i == rules->tags_n) {
        snprintf(rules->tags[i].name, FL_GRID_NAME, "%s", node->key);
        rules->tags[i].kind = FL_KIND_SPECIAL;
        rules->tags_n++;
    }
    rules->tags[i].rank = (int)rank;
    return err;
}

/* No two tags that rooms use may have the same priority (Gao 2022, 4.1 and 6). Tags that are not in
 * the file's list count, too. */
static fl_err check_tags(fl_grid_yaml *self, const fl_yaml_node *root)
{
    const fl_grid_rules *rules = self->rules;
    for (unsigned i = 0; i < rules->entries_n; i++) {
        for (unsigned k = 0; k < i; k++) {
            const fl_grid_tag *a = &rules->tags[rules->entries[k].tag];
            const fl_grid_tag *b = &rules->tags[rules->entries[i].tag];
            if (a != b && a->rank == b->rank) {
                const fl_yaml_node *tags = fl_yaml_get(root, "tags");
                return fl_yaml_refuse(self->yaml, tags ? tags : root, self->diag,
                                      "the tags '%s' and '%s' both have priority %d; priorities are unique",
                                      a->name, b->name, a->rank);
            }
        }
    }
    return FL_OK;
}

static fl_err read_tags(fl_grid_yaml *self, const fl_yaml_node *map)
{
    fl_err err = FL_OK;
    add_kinds(self->rules);
    for (const fl_yaml_node *node = map ? map->first : NULL; node && !err; node = node->next) {
        err = read_tag(self, map, node);
    }
    return err;
}

static fl_err read_param(fl_grid_yaml *self, const fl_yaml_node *map, fl_grid_ruleset *out)
{
    static const fl_yaml_field keys[] = {
        {"n", FL_YAML_SCALAR, 1}, {"p", FL_YAML_SCALAR, 1}, {"priority", FL_YAML_SCALAR, 0}};
    fl_grid_param *param = &out->params[out->params_n];
    int64_t n = 0;
    int64_t priority = 0;
    if (out->params_n == FL_GRID_PARAMS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d neighbour counts", FL_GRID_PARAMS);
    }
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, sizeof keys / sizeof keys[0], self->diag);
    err = err ? err : fl_grid_yaml_whole(self, map, "n", (fl_grid_limits){1, FL_GRID_ROTATION_RIM}, &n);
    err = err ? err : fl_grid_yaml_decimal(self, map, "p", (fl_grid_limits){0, 1}, &param->p);
    err = err ? err
              : fl_grid_yaml_whole(self, map, "priority",
                                   (fl_grid_limits){-FL_GRID_PRIORITY, FL_GRID_PRIORITY}, &priority);
    for (unsigned i = 0; i < out->params_n && !err; i++) {
        if (out->params[i].n == n) {
            err = fl_yaml_refuse(self->yaml, map, self->diag, "a second entry for %lld neighbours",
                                 (long long)n);
        }
    }
    param->n = (unsigned)n;
    param->priority = (int)priority;
    out->params_n++;
    return err;
}

static fl_err read_distance(fl_grid_yaml *self, const fl_yaml_node *map, fl_grid_ruleset *out)
{
    static const fl_yaml_field keys[] = {{"zero", FL_YAML_SCALAR, 1}, {"one", FL_YAML_SCALAR, 1}};
    static const fl_grid_limits limits = {0, 1000000};
    if (!map) {
        return FL_OK;
    }
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, 2, self->diag);
    err = err ? err : fl_grid_yaml_decimal(self, map, "zero", limits, &out->zero);
    err = err ? err : fl_grid_yaml_decimal(self, map, "one", limits, &out->one);
    if (!err && out->zero == out->one && out->zero != 0) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "'zero' and 'one' are the same distance");
        fl_diag_hint(self->diag, "the chance rises from 'zero' to 'one'; both 0 switches the distance off");
    }
    return err;
}

static fl_err read_ruleset(fl_grid_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {
        {"propagate_higher", FL_YAML_SCALAR, 0}, {"ignore_connections", FL_YAML_SCALAR, 0},
        {"probability", FL_YAML_SCALAR, 0},      {"distance", FL_YAML_MAP, 0},
        {"neighbours", FL_YAML_LIST, 1},
    };
    if (self->rules->rulesets_n == FL_GRID_RULESETS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d rulesets", FL_GRID_RULESETS);
    }
    fl_grid_ruleset *out = &self->rules->rulesets[self->rules->rulesets_n++];
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, sizeof keys / sizeof keys[0], self->diag);
    if (err) {
        return err;
    }
    snprintf(out->name, sizeof out->name, "%s", map->key);
    out->line = map->line;
    out->probability = FL_GRID_RULES_ONE;
    err = fl_yaml_flag(self->yaml, map, "propagate_higher", &out->propagates_higher, self->diag);
    err = err ? err
              : fl_yaml_flag(self->yaml, map, "ignore_connections", &out->ignores_connections, self->diag);
    err =
        err ? err : fl_grid_yaml_decimal(self, map, "probability", (fl_grid_limits){0, 1}, &out->probability);
    err = err ? err : read_distance(self, fl_yaml_get(map, "distance"), out);
    const fl_yaml_node *list = fl_yaml_get(map, "neighbours");
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        err = read_param(self, node, out);
    }
    return err;
}

static fl_err read_rulesets(fl_grid_yaml *self, const fl_yaml_node *map)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = map->first; node && !err; node = node->next) {
        if (strlen(node->key) >= FL_GRID_NAME) {
            return fl_yaml_refuse(self->yaml, node, self->diag, "the name of a ruleset has at most %d bytes",
                                  FL_GRID_NAME - 1);
        }
        err = read_ruleset(self, node);
    }
    return err;
}

static fl_err read_size(fl_grid_yaml *self, const fl_yaml_node *map, fl_grid_pass *pass)
{
    static const fl_yaml_field keys[] = {{"min", FL_YAML_SCALAR, 1}, {"max", FL_YAML_SCALAR, 1}};
    static const fl_grid_limits limits = {1, FL_GRID_TILES};
    int64_t min = 1;
    int64_t max = 1;
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, 2, self->diag);
    err = err ? err : fl_grid_yaml_whole(self, map, "min", limits, &min);
    err = err ? err : fl_grid_yaml_whole(self, map, "max", limits, &max);
    if (!err && min > max) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "a pass of at least %lld and at most %lld tiles",
                             (long long)min, (long long)max);
    }
    pass->tiles_min = (unsigned)min;
    pass->tiles_max = (unsigned)max;
    return err;
}

static fl_err read_pass(fl_grid_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {{"name", FL_YAML_SCALAR, 1},
                                         {"tiles", FL_YAML_MAP, 1},
                                         {"rules", FL_YAML_SCALAR, 0},
                                         {"rooms", FL_YAML_LIST, 1}};
    int rules = FL_GRID_NO_RULESET;
    if (self->rules->passes_n == FL_GRID_PASSES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d passes", FL_GRID_PASSES);
    }
    fl_grid_pass *pass = &self->rules->passes[self->rules->passes_n++];
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, sizeof keys / sizeof keys[0], self->diag);
    pass->line = map->line;
    pass->first = self->rules->entries_n;
    err = err ? err : fl_grid_yaml_text(self, fl_yaml_get(map, "name"), pass->name, sizeof pass->name);
    err = err ? err : read_size(self, fl_yaml_get(map, "tiles"), pass);
    const fl_yaml_node *rules_node = err ? NULL : fl_yaml_get(map, "rules");
    if (rules_node) {
        err = fl_grid_read_entry_rules(self, rules_node, &rules);
    }
    const fl_yaml_node *rooms = err ? NULL : fl_yaml_get(map, "rooms");
    for (const fl_yaml_node *room = rooms ? rooms->first : NULL; room && !err; room = room->next) {
        err = fl_grid_read_entry_add(self, room, rules);
    }
    if (!err && pass->n == 0) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "the pass '%s' has no rooms", pass->name);
    }
    return err ? err : fl_grid_read_entry_subordinates(self, rooms);
}

static fl_err read_passes(fl_grid_yaml *self, const fl_yaml_node *list)
{
    fl_err err = FL_OK;
    for (const fl_yaml_node *node = list->first; node && !err; node = node->next) {
        err = read_pass(self, node);
    }
    return err || list->first ? err : fl_yaml_refuse(self->yaml, list, self->diag, "there are no passes");
}

static fl_err read_board(fl_grid_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {{"width", FL_YAML_SCALAR, 1}, {"height", FL_YAML_SCALAR, 1}};
    static const fl_grid_limits limits = {1, FL_FLOOR_SIDE_MAX};
    int64_t width = 0;
    int64_t height = 0;
    if (!map) {
        return FL_OK;
    }
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, 2, self->diag);
    err = err ? err : fl_grid_yaml_whole(self, map, "width", limits, &width);
    err = err ? err : fl_grid_yaml_whole(self, map, "height", limits, &height);
    self->rules->width = (int)width;
    self->rules->height = (int)height;
    return err;
}

static fl_err read_facade(fl_grid_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[FL_GRID_KNOBS] = {{"clustering", FL_YAML_SCALAR, 0},
                                                      {"branching", FL_YAML_SCALAR, 0},
                                                      {"snaking", FL_YAML_SCALAR, 0},
                                                      {"size", FL_YAML_SCALAR, 0}};
    fl_err err = map ? fl_yaml_check_map(self->yaml, map, keys, FL_GRID_KNOBS, self->diag) : FL_OK;
    for (unsigned i = 0; i < FL_GRID_KNOBS && !err; i++) {
        self->rules->knob[i] = -1;
        if (map) {
            err =
                fl_grid_yaml_decimal(self, map, keys[i].name, (fl_grid_limits){0, 1}, &self->rules->knob[i]);
        }
    }
    return err;
}

static fl_err read_root(fl_grid_yaml *self, const fl_yaml_node *root)
{
    static const fl_yaml_field keys[] = {
        {"name", FL_YAML_SCALAR, 1}, {"about", FL_YAML_SCALAR, 0}, {"board", FL_YAML_MAP, 0},
        {"start", FL_YAML_MAP, 1},   {"tags", FL_YAML_MAP, 0},     {"facade", FL_YAML_MAP, 0},
        {"passes", FL_YAML_LIST, 1}, {"rulesets", FL_YAML_MAP, 1},
    };
    fl_grid_rules *rules = self->rules;
    fl_err err = fl_yaml_check_map(self->yaml, root, keys, sizeof keys / sizeof keys[0], self->diag);
    err = err ? err : fl_grid_yaml_text(self, fl_yaml_get(root, "name"), rules->name, sizeof rules->name);
    const fl_yaml_node *about = err ? NULL : fl_yaml_get(root, "about");
    if (about) {
        err = fl_grid_yaml_text(self, about, rules->about, sizeof rules->about);
    }
    err = err ? err : read_board(self, fl_yaml_get(root, "board"));
    err = err ? err : read_facade(self, fl_yaml_get(root, "facade"));
    err = err ? err : read_tags(self, fl_yaml_get(root, "tags"));
    err = err ? err : read_rulesets(self, fl_yaml_get(root, "rulesets"));
    err = err ? err : fl_grid_read_entry_start(self, fl_yaml_get(root, "start"));
    err = err ? err : read_passes(self, fl_yaml_get(root, "passes"));
    return err ? err : check_tags(self, root);
}

fl_err fl_grid_read_group(fl_grid_rules *self, const char *text, size_t size, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    fl_err err = fl_yaml_read(text, size, self->file, &yaml, diag);
    if (err) {
        return err;
    }
    fl_grid_yaml reader = {.yaml = yaml, .rules = self, .diag = diag};
    err = read_root(&reader, fl_yaml_root(yaml));
    fl_yaml_free(yaml);
    return err;
}
