/* Reads the rooms of a ruleset file. A shape is a list of rows in which # is a tile. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

enum { MOST = FL_GRID_ROTATION_SIDE };

static fl_err read_row(fl_grid_yaml *self, const fl_yaml_node *row, uint16_t *out)
{
    *out = 0;
    if (!row->text || strlen(row->text) > MOST) {
        return fl_yaml_refuse(self->yaml, row, self->diag, "a row of a shape has at most %d tiles", MOST);
    }
    for (int x = 0; row->text[x]; x++) {
        if (!strchr("#. ", row->text[x])) {
            fl_err err = fl_yaml_refuse(self->yaml, row, self->diag,
                                        "'%c' in a shape; a row is written with # and .", row->text[x]);
            fl_diag_hint(self->diag, "an L of three tiles is [\"#.\", \"##\"]");
            return err;
        }
        *out |= (uint16_t)((row->text[x] == '#') << x);
    }
    return FL_OK;
}

static fl_err read_shape(fl_grid_yaml *self, const fl_yaml_node *map, fl_grid_entry *out)
{
    const fl_yaml_node *shape = fl_yaml_get(map, "shape");
    unsigned y = 0;
    if (shape->children_n > MOST) {
        return fl_yaml_refuse(self->yaml, shape, self->diag, "a shape has at most %d rows", MOST);
    }
    for (const fl_yaml_node *row = shape->first; row; row = row->next) {
        fl_err err = read_row(self, row, &out->mask.row[y++]);
        if (err) {
            return err;
        }
    }
    unsigned tiles = fl_grid_rotation_tiles(&out->mask);
    unsigned pieces = fl_grid_rotation_pieces(&out->mask);
    if (tiles == 0 || tiles > FL_GRID_ROTATION_TILES) {
        return fl_yaml_refuse(self->yaml, shape, self->diag,
                              "the shape of '%s' has %u tiles; 1 to %d are allowed", out->name, tiles,
                              FL_GRID_ROTATION_TILES);
    }
    if (pieces > 1) {
        fl_err err =
            fl_yaml_refuse(self->yaml, shape, self->diag,
                           "the shape of '%s' is not contiguous: it falls into %u pieces", out->name, pieces);
        fl_diag_hint(self->diag, "the tiles of a room must be connected side by side; corners do not count");
        return err;
    }
    out->tiles_n = tiles;
    return FL_OK;
}

fl_err fl_grid_read_entry_rules(fl_grid_yaml *self, const fl_yaml_node *node, int *out)
{
    const char *names[FL_GRID_RULESETS];
    for (unsigned i = 0; i < self->rules->rulesets_n; i++) {
        names[i] = self->rules->rulesets[i].name;
        if (strcmp(names[i], node->text) == 0) {
            *out = (int)i;
            return FL_OK;
        }
    }
    return fl_grid_yaml_unknown(self, node, "ruleset", names, self->rules->rulesets_n);
}

/* Reads the tag of a room. The names of the kinds are tags that need no priority in the file. */
static fl_err read_tag(fl_grid_yaml *self, const fl_yaml_node *map, const char *otherwise, unsigned *out)
{
    const fl_yaml_node *node = fl_yaml_get(map, "tag");
    const char *name = node ? node->text : otherwise;
    const char *names[FL_GRID_TAGS];
    for (unsigned i = 0; i < self->rules->tags_n; i++) {
        names[i] = self->rules->tags[i].name;
        if (strcmp(names[i], name) == 0) {
            *out = i;
            return FL_OK;
        }
    }
    fl_err err = fl_grid_yaml_unknown(self, node ? node : map, "tag", names, self->rules->tags_n);
    if (self->diag && !self->diag->hint[0]) {
        fl_diag_hint(self->diag, "give it a priority under 'tags' of the file");
    }
    return err;
}

/* Reads what rooms and the start have in common. */
static fl_err read_common(fl_grid_yaml *self, const fl_yaml_node *map, const char *tag, fl_grid_entry *out)
{
    int64_t connections = FL_GRID_ROTATION_RIM;
    out->line = map->line;
    fl_err err = read_shape(self, map, out);
    err = err ? err
              : fl_grid_yaml_whole(self, map, "connections", (fl_grid_limits){0, FL_GRID_ROTATION_RIM},
                                   &connections);
    out->connections = (unsigned)connections;
    return err ? err : read_tag(self, map, tag, &out->tag);
}

fl_err fl_grid_read_entry_start(fl_grid_yaml *self, const fl_yaml_node *node)
{
    static const fl_yaml_field keys[] = {
        {"shape", FL_YAML_LIST, 1}, {"tag", FL_YAML_SCALAR, 0}, {"connections", FL_YAML_SCALAR, 0}};
    fl_grid_entry *entry = &self->rules->entries[0];
    self->rules->entries_n = 1;
    snprintf(entry->name, sizeof entry->name, "start");
    fl_err err = fl_yaml_check_map(self->yaml, node, keys, sizeof keys / sizeof keys[0], self->diag);
    err = err ? err : read_common(self, node, "start", entry);
    if (!err && self->rules->tags[entry->tag].kind != FL_KIND_START) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the start must be tagged 'start'");
    }
    if (!err && entry->connections == 0) {
        err = fl_yaml_refuse(self->yaml, node, self->diag,
                             "a start without connections can have no rooms beside it");
    }
    return err;
}

static fl_err read_counts(fl_grid_yaml *self, const fl_yaml_node *map, fl_grid_entry *out)
{
    static const fl_grid_limits counts = {0, FL_GRID_TILES};
    int64_t min = 0;
    int64_t max = 0;
    out->weight_as_read = FL_GRID_RULES_ONE;
    fl_err err = fl_grid_yaml_whole(self, map, "min", counts, &min);
    err = err ? err : fl_grid_yaml_whole(self, map, "max", counts, &max);
    err = err ? err
              : fl_grid_yaml_decimal(self, map, "weight", (fl_grid_limits){0, 1000000}, &out->weight_as_read);
    out->min = (unsigned)min;
    out->max = (unsigned)max;
    return err ? err : fl_yaml_flag(self->yaml, map, "added", &out->is_added, self->diag);
}

static fl_err check_name(fl_grid_yaml *self, const fl_yaml_node *node, const fl_grid_entry *entry)
{
    const fl_grid_pass *pass = &self->rules->passes[entry->pass];
    for (unsigned i = 0; i < pass->n; i++) {
        if (strcmp(self->rules->entries[pass->first + i].name, entry->name) == 0) {
            return fl_yaml_refuse(self->yaml, node, self->diag, "a second room '%s' in this pass",
                                  entry->name);
        }
    }
    return FL_OK;
}

fl_err fl_grid_read_entry_add(fl_grid_yaml *self, const fl_yaml_node *node, int rules)
{
    static const fl_yaml_field keys[] = {
        {"name", FL_YAML_SCALAR, 1},        {"shape", FL_YAML_LIST, 1},   {"weight", FL_YAML_SCALAR, 0},
        {"connections", FL_YAML_SCALAR, 0}, {"min", FL_YAML_SCALAR, 0},   {"max", FL_YAML_SCALAR, 0},
        {"subordinates", FL_YAML_LIST, 0},  {"rules", FL_YAML_SCALAR, 0}, {"tag", FL_YAML_SCALAR, 0},
        {"added", FL_YAML_SCALAR, 0},
    };
    fl_grid_rules *all = self->rules;
    if (all->entries_n == FL_GRID_ENTRIES) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d rooms", FL_GRID_ENTRIES - 1);
    }
    fl_err err = fl_yaml_check_map(self->yaml, node, keys, sizeof keys / sizeof keys[0], self->diag);
    fl_grid_entry *entry = &all->entries[all->entries_n];
    entry->pass = all->passes_n - 1;
    err = err ? err : fl_grid_yaml_text(self, fl_yaml_get(node, "name"), entry->name, sizeof entry->name);
    err = err ? err : check_name(self, node, entry);
    err = err ? err : read_common(self, node, "normal", entry);
    err = err ? err : read_counts(self, node, entry);
    const fl_yaml_node *override = err ? NULL : fl_yaml_get(node, "rules");
    if (override) {
        entry->has_own_rules = true;
        err = fl_grid_read_entry_rules(self, override, &rules);
    }
    if (!err && rules == FL_GRID_NO_RULESET) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "neither '%s' nor its pass has a ruleset",
                             entry->name);
    }
    if (!err && all->tags[entry->tag].kind == FL_KIND_START) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "'%s' is a second start; there is exactly one",
                             entry->name);
    }
    entry->rules = (unsigned)rules;
    all->entries_n++;
    all->passes[entry->pass].n++;
    return err;
}

static fl_err read_subordinate(fl_grid_yaml *self, const fl_yaml_node *node, fl_grid_entry *entry)
{
    const fl_grid_pass *pass = &self->rules->passes[entry->pass];
    const fl_grid_entry *entries = &self->rules->entries[pass->first];
    const char *names[FL_GRID_ENTRIES];
    if (node->type != FL_YAML_SCALAR) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "expected the name of a room");
    }
    for (unsigned i = 0; i < pass->n; i++) {
        names[i] = entries[i].name;
        if (strcmp(names[i], node->text) != 0) {
            continue;
        }
        if (&entries[i] == entry || (entry->subordinates >> i & 1)) {
            return fl_yaml_refuse(self->yaml, node, self->diag, "'%s' counts for '%s' already", entry->name,
                                  node->text);
        }
        entry->subordinates |= 1ULL << i;
        return FL_OK;
    }
    return fl_grid_yaml_unknown(self, node, "room in this pass called", names, pass->n);
}

fl_err fl_grid_read_entry_subordinates(fl_grid_yaml *self, const fl_yaml_node *list)
{
    const fl_grid_pass *pass = &self->rules->passes[self->rules->passes_n - 1];
    fl_grid_entry *entry = &self->rules->entries[pass->first];
    for (const fl_yaml_node *room = list->first; room; room = room->next, entry++) {
        const fl_yaml_node *names = fl_yaml_get(room, "subordinates");
        for (const fl_yaml_node *name = names ? names->first : NULL; name; name = name->next) {
            fl_err err = read_subordinate(self, name, entry);
            if (err) {
                return err;
            }
        }
    }
    return FL_OK;
}
