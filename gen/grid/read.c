/* SPDX-License-Identifier: MIT */
/* From the tree of a YAML file to rules, without computing anything; keys are checked against tables. */
#include "gen/base/parse_number.h"
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

/* No two tags that rooms use may have the same priority (Gao 2022, 4.1 and 6). Tags that are not in
 * the file's list count, too. */
static fl_err check_tags(fl_grid_yaml *self, const fl_yaml_node *root)
{
    const fl_grid_rules *rules = self->rules;
    uint64_t used = 0;
    for (unsigned i = 0; i < rules->entries_n; i++) {
        used |= rules->entries[i].tags;
    }
    for (unsigned i = 0; i < rules->tags_n; i++) {
        for (unsigned k = 0; k < i; k++) {
            const fl_grid_tag *a = &rules->tags[k];
            const fl_grid_tag *b = &rules->tags[i];
            bool are_used = (used >> i & 1) && (used >> k & 1);
            if (are_used && a->rank == b->rank) {
                const fl_yaml_node *tags = fl_yaml_get(root, "tags");
                return fl_yaml_refuse(self->yaml, tags ? tags : root, self->diag,
                                      "the tags '%s' and '%s' both have priority %d; priorities are unique",
                                      a->name, b->name, a->rank);
            }
        }
    }
    return FL_OK;
}

static fl_err read_price(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    const fl_door_price_row *rows = fl_door_row_of((fl_door_price)0);
    const char *names[FL_DOOR_WALL]; /* a wall is between two tags */
    unsigned price = 0;
    for (unsigned i = 0; i < FL_DOOR_WALL; i++) {
        names[i] = rows[i].name;
    }
    fl_yaml_words words = {"price of a door", names, FL_DOOR_WALL, sizeof names[0]};
    fl_err err = fl_yaml_map_word(&(fl_yaml_reading){self->yaml, self->diag, NULL}, node, &words, &price);
    self->tag->price = (uint8_t)(price + FL_FLOOR_PRICE);
    return err;
}

static fl_err read_tag(void *context, const fl_yaml_node *node)
{
    static const fl_yaml_row rows[] = {
        {"priority", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_tag, rank),
         FL_YAML_LIMITS(0, FL_GRID_RANK)},
        {"door", FL_YAML_SCALAR, false, .read = read_price},
        {"no_door", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, /* when all tags are known */
    };
    fl_grid_yaml *self = context;
    fl_grid_rules *rules = self->rules;
    int64_t rank = 0;
    unsigned i = fl_grid_tags_find(rules, node->key);
    if (node->key[0] == '\0' || strlen(node->key) >= FL_GRID_NAME || node->type == FL_YAML_LIST) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "a tag is a name and its priority, such as special: 50");
    }
    bool is_number = node->type == FL_YAML_SCALAR;
    if (is_number && (fl_parse_number_signed(node->text, &rank) || rank < 0 || rank > FL_GRID_RANK)) {
        return fl_yaml_refuse(self->yaml, node, self->diag,
                              "'%s' is a whole number from 0 to %d, not '%.40s'", node->key, FL_GRID_RANK,
                              node->text);
    }
    if (i == FL_GRID_TAGS) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d tags",
                              FL_GRID_TAGS - FL_KIND_COUNT);
    }
    self->tag = &rules->tags[i];
    if (i == rules->tags_n) {
        snprintf(self->tag->name, FL_GRID_NAME, "%s", node->key);
        self->tag->kind = FL_KIND_SPECIAL;
        rules->tags_n++;
    }
    self->tag->rank = (int)rank;
    return is_number ? FL_OK
                     : fl_grid_read_entry_map(self, self->tag, node, rows, sizeof rows / sizeof rows[0]);
}

static fl_err read_wall(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    unsigned other = 0;
    fl_err err = fl_grid_read_entry_tag(self, node, &other);
    self->tag->walls |= err ? 0 : 1ULL << other;
    self->rules->has_walls = true;
    return err;
}

/* The tags to which a tag has no doors. */
static fl_err read_walls(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    const fl_yaml_node *list = node->type == FL_YAML_MAP ? fl_yaml_get(node, "no_door") : NULL;
    self->tag = self->rules->tags;
    while (strcmp(self->tag->name, node->key) != 0) {
        self->tag++;
    }
    return list ? fl_yaml_map_each(list, self, read_wall) : FL_OK;
}

static fl_err read_tags(void *context, const fl_yaml_node *map)
{
    fl_err err = fl_yaml_map_each(map, context, read_tag);
    return err ? err : fl_yaml_map_each(map, context, read_walls);
}

static fl_err read_param(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"n", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_param, n),
         FL_YAML_LIMITS(1, FL_GRID_ROTATION_RIM)},
        {"p", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_param, p), FL_YAML_LIMITS(0, 1)},
        {"priority", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_param, priority),
         FL_YAML_LIMITS(-FL_GRID_PRIORITY, FL_GRID_PRIORITY)},
    };
    fl_grid_yaml *self = context;
    fl_grid_ruleset *out = &self->rules->rulesets[self->rules->rulesets_n - 1];
    fl_grid_param *param = &out->params[out->params_n];
    if (out->params_n == FL_GRID_PARAMS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d neighbour counts", FL_GRID_PARAMS);
    }
    fl_err err = fl_grid_read_entry_map(self, param, map, rows, sizeof rows / sizeof rows[0]);
    for (unsigned i = 0; i < out->params_n && !err; i++) {
        if (out->params[i].n == param->n) {
            err = fl_yaml_refuse(self->yaml, map, self->diag, "a second entry for %u neighbours", param->n);
        }
    }
    out->params_n++;
    return err;
}

static fl_err read_params(void *context, const fl_yaml_node *list)
{
    return fl_yaml_map_each(list, context, read_param);
}

static fl_err read_distance(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"zero", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_ruleset, zero),
         FL_YAML_LIMITS(0, 1000000)},
        {"one", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_ruleset, one),
         FL_YAML_LIMITS(0, 1000000)},
    };
    fl_grid_yaml *self = context;
    fl_grid_ruleset *out = &self->rules->rulesets[self->rules->rulesets_n - 1];
    fl_err err = fl_grid_read_entry_map(self, out, map, rows, sizeof rows / sizeof rows[0]);
    if (!err && out->zero == out->one && out->zero != 0) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "'zero' and 'one' are the same distance");
        fl_diag_hint(self->diag, "the chance rises from 'zero' to 'one'; both 0 switches the distance off");
    }
    return err;
}

static fl_err read_ruleset(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"propagate_higher", FL_YAML_SCALAR, false,
         FL_YAML_INTO(FL_YAML_FLAG, fl_grid_ruleset, propagates_higher)},
        {"ignore_connections", FL_YAML_SCALAR, false,
         FL_YAML_INTO(FL_YAML_FLAG, fl_grid_ruleset, ignores_connections)},
        {"probability", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_ruleset, probability),
         FL_YAML_LIMITS(0, 1)},
        {"distance", FL_YAML_MAP, false, .read = read_distance},
        {"neighbours", FL_YAML_LIST, true, .read = read_params},
    };
    fl_grid_yaml *self = context;
    if (strlen(map->key) >= FL_GRID_NAME) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "the name of a ruleset has at most %d bytes",
                              FL_GRID_NAME - 1);
    }
    if (self->rules->rulesets_n == FL_GRID_RULESETS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d rulesets", FL_GRID_RULESETS);
    }
    fl_grid_ruleset *out = &self->rules->rulesets[self->rules->rulesets_n++];
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", map->key);
    out->line = map->line;
    out->probability = FL_GRID_RULES_ONE;
    return fl_grid_read_entry_map(self, out, map, rows, sizeof rows / sizeof rows[0]);
}

static fl_err read_rulesets(void *context, const fl_yaml_node *map)
{
    return fl_yaml_map_each(map, context, read_ruleset);
}

static fl_err read_size(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"min", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_pass, tiles_min),
         FL_YAML_LIMITS(1, FL_GRID_TILES)},
        {"max", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_pass, tiles_max),
         FL_YAML_LIMITS(1, FL_GRID_TILES)},
    };
    fl_grid_yaml *self = context;
    fl_grid_pass *pass = &self->rules->passes[self->rules->passes_n - 1];
    fl_err err = fl_grid_read_entry_map(self, pass, map, rows, sizeof rows / sizeof rows[0]);
    if (!err && pass->tiles_min > pass->tiles_max) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "a pass of at least %u and at most %u tiles",
                             pass->tiles_min, pass->tiles_max);
    }
    return err;
}

static fl_err read_pass_rules(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    return fl_grid_read_entry_rules(self, node, &self->pass_rules);
}

static fl_err read_pass(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"name", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_TEXT, fl_grid_pass, name)},
        {"tiles", FL_YAML_MAP, true, .read = read_size},
        {"rules", FL_YAML_SCALAR, false, .read = read_pass_rules},
        {"rooms", FL_YAML_LIST, true, .read = fl_grid_read_entry_list},
    };
    fl_grid_yaml *self = context;
    if (self->rules->passes_n == FL_GRID_PASSES) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d passes", FL_GRID_PASSES);
    }
    fl_grid_pass *pass = &self->rules->passes[self->rules->passes_n++];
    pass->line = map->line;
    pass->first = self->rules->entries_n;
    self->pass_rules = FL_GRID_NO_RULESET;
    return fl_grid_read_entry_map(self, pass, map, rows, sizeof rows / sizeof rows[0]);
}

static fl_err read_passes(void *context, const fl_yaml_node *list)
{
    fl_grid_yaml *self = context;
    return list->first ? fl_yaml_map_each(list, self, read_pass)
                       : fl_yaml_refuse(self->yaml, list, self->diag, "there are no passes");
}

static fl_err read_board(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"width", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_rules, width),
         FL_YAML_LIMITS(1, FL_FLOOR_SIDE_MAX)},
        {"height", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_rules, height),
         FL_YAML_LIMITS(1, FL_FLOOR_SIDE_MAX)},
    };
    fl_grid_yaml *self = context;
    return fl_grid_read_entry_map(self, self->rules, map, rows, sizeof rows / sizeof rows[0]);
}

static fl_err read_facade(void *context, const fl_yaml_node *map)
{
#define FL_KNOB(i)                                                                                           \
    FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_rules, knob[i]), FL_YAML_LIMITS(0, 1)
    static const fl_yaml_row rows[FL_GRID_KNOBS] = {
        {"clustering", FL_KNOB(FL_GRID_CLUSTERING_KNOB)},
        {"branching", FL_KNOB(FL_GRID_BRANCHING_KNOB)},
        {"snaking", FL_KNOB(FL_GRID_SNAKING_KNOB)},
        {"size", FL_KNOB(FL_GRID_SIZE_KNOB)},
    };
#undef FL_KNOB
    fl_grid_yaml *self = context;
    return fl_grid_read_entry_map(self, self->rules, map, rows, sizeof rows / sizeof rows[0]);
}

static fl_err read_search(void *context, const fl_yaml_node *node)
{
    static const char *const names[FL_GRID_SEARCHES] = {"tiles_first", "rooms_first", "mixed"};
    fl_grid_yaml *self = context;
    fl_yaml_words words = {"order of search", names, FL_GRID_SEARCHES, sizeof names[0]};
    return fl_yaml_map_word(&(fl_yaml_reading){self->yaml, self->diag, NULL}, node, &words,
                            &self->rules->search);
}

static fl_err read_root(fl_grid_yaml *self, const fl_yaml_node *root)
{
    static const fl_yaml_row rows[] = {
        {"name", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_TEXT, fl_grid_rules, name)},
        {"about", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_TEXT, fl_grid_rules, about)},
        {"board", FL_YAML_MAP, false, .read = read_board},
        {"search", FL_YAML_SCALAR, false, .read = read_search},
        {"open_way", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, fl_grid_rules, demands_open_way)},
        {"facade", FL_YAML_MAP, false, .read = read_facade},
        {"tags", FL_YAML_MAP, false, .read = read_tags},
        {"rulesets", FL_YAML_MAP, true, .read = read_rulesets},
        {"start", FL_YAML_MAP, true, .read = fl_grid_read_entry_start},
        {"passes", FL_YAML_LIST, true, .read = read_passes},
    };
    for (unsigned i = 0; i < FL_GRID_KNOBS; i++) {
        self->rules->knob[i] = -1;
    }
    add_kinds(self->rules);
    fl_err err = fl_grid_read_entry_map(self, self->rules, root, rows, sizeof rows / sizeof rows[0]);
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
