/* SPDX-License-Identifier: MIT */
/* Reads the rooms of a ruleset file. A shape is a list of rows in which # is a tile. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

enum { MOST = FL_GRID_ROTATION_SIDE };

fl_err fl_grid_read_entry_map(fl_grid_yaml *self, void *out, const fl_yaml_node *map, const fl_yaml_row *rows,
                              size_t n)
{
    fl_yaml_reading reading = {self->yaml, self->diag, out};
    return fl_yaml_map_read(&reading, map, rows, n, self);
}

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

static fl_err read_shape(void *context, const fl_yaml_node *shape)
{
    fl_grid_yaml *self = context;
    fl_grid_entry *out = self->entry;
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
    out->is_broken = pieces > 1;
    if (pieces > 1 && !(self->rules->ignores_broken && out != self->rules->entries)) {
        fl_err err =
            fl_yaml_refuse(self->yaml, shape, self->diag,
                           "the shape of '%s' is not contiguous: it falls into %u pieces", out->name, pieces);
        fl_diag_hint(self->diag,
                     "the tiles of a room must be connected side by side; corners do not count (the "
                     "setting broken_shapes=ignored leaves such rooms out)");
        return err;
    }
    out->tiles_n = tiles;
    return FL_OK;
}

/* Finds which of some names, of `stride` bytes each, a node has. */
static fl_err read_name(fl_grid_yaml *self, const fl_yaml_node *node, fl_yaml_words words, unsigned *out)
{
    const char *names[FL_GRID_ENTRIES]; /* large enough for tags and rulesets, too */
    for (size_t i = 0; i < words.n; i++) {
        names[i] = (const char *)words.name + i * words.stride;
    }
    words.name = names;
    words.stride = sizeof names[0];
    return fl_yaml_map_word(&(fl_yaml_reading){self->yaml, self->diag, NULL}, node, &words, out);
}

fl_err fl_grid_read_entry_rules(fl_grid_yaml *self, const fl_yaml_node *node, unsigned *out)
{
    const fl_grid_ruleset *rulesets = self->rules->rulesets;
    fl_yaml_words words = {"ruleset", rulesets[0].name, self->rules->rulesets_n, sizeof rulesets[0]};
    return read_name(self, node, words, out);
}

static fl_err read_rules(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    self->entry->has_own_rules = true;
    return fl_grid_read_entry_rules(self, node, &self->entry->rules);
}

fl_err fl_grid_read_entry_tag(fl_grid_yaml *self, const fl_yaml_node *node, unsigned *out)
{
    const fl_grid_tag *tags = self->rules->tags;
    fl_yaml_words words = {"tag", tags[0].name, self->rules->tags_n, sizeof tags[0]};
    fl_err err = read_name(self, node, words, out);
    if (err && self->diag && !self->diag->hint[0]) {
        fl_diag_hint(self->diag, "give it a priority under 'tags' of the file");
    }
    return err;
}

/* Reads a tag of a room. The names of the kinds are tags that need no priority in the file. */
static fl_err read_tag(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    unsigned tag = 0;
    fl_err err = fl_grid_read_entry_tag(self, node, &tag);
    if (!err && (self->entry->tags >> tag & 1)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the tag '%s' is given twice", node->text);
    }
    self->entry->tags |= 1ULL << tag;
    return err;
}

static fl_err read_tags(void *context, const fl_yaml_node *list)
{
    return fl_yaml_map_each(list, context, read_tag);
}

/* Settles the tags of a room that was read; `usual` is the one of a room that names none. */
static fl_err settle_tags(fl_grid_yaml *self, const fl_yaml_node *node, fl_kind usual)
{
    fl_grid_entry *entry = self->entry;
    entry->tags = entry->tags ? entry->tags : 1ULL << usual; /* the tags begin with the kinds */
    return fl_grid_tags_settle(self->rules, entry)
               ? FL_OK
               : fl_yaml_refuse(self->yaml, node, self->diag, "the names of the tags of '%s' are too long",
                                entry->name);
}

/* Begins a room with its defaults. */
static fl_grid_entry *begin(fl_grid_yaml *self, const fl_yaml_node *node)
{
    fl_grid_entry *entry = &self->rules->entries[self->rules->entries_n];
    memset(entry, 0, sizeof *entry);
    entry->line = node->line;
    entry->connections = FL_GRID_ROTATION_RIM;
    self->entry = entry;
    return entry;
}

/* The keys of a room; START_KEYS from the second on are those of the start. */
static const fl_yaml_row keys[] = {
    {"name", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_TEXT, fl_grid_entry, name)},
    {"shape", FL_YAML_LIST, true, .read = read_shape},
    {"connections", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_entry, connections),
     FL_YAML_LIMITS(0, FL_GRID_ROTATION_RIM)},
    {"tag", FL_YAML_SCALAR, false, .read = read_tag},
    {"tags", FL_YAML_LIST, false, .read = read_tags},
    {"min", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_entry, min),
     FL_YAML_LIMITS(0, FL_GRID_TILES)},
    {"max", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_entry, max),
     FL_YAML_LIMITS(0, FL_GRID_TILES)},
    {"weight", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DECIMAL, fl_grid_entry, weight_as_read),
     FL_YAML_LIMITS(0, 1000000)},
    {"added", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, fl_grid_entry, is_added)},
    {"least_distance", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_grid_entry, least_distance),
     FL_YAML_LIMITS(0, FL_GRID_TILES)},
    {"rules", FL_YAML_SCALAR, false, .read = read_rules},
    {"subordinates", FL_YAML_LIST, false, .store = FL_YAML_NOWHERE}, /* when all rooms are known */
};

enum { KEYS = sizeof keys / sizeof keys[0], START_KEYS = 4 };

fl_err fl_grid_read_entry_start(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    fl_grid_entry *entry = begin(self, node);
    self->rules->entries_n = 1;
    snprintf(entry->name, sizeof entry->name, "start");
    fl_err err = fl_grid_read_entry_map(self, entry, node, keys + 1, START_KEYS);
    err = err ? err : settle_tags(self, node, FL_KIND_START);
    if (!err && self->rules->tags[entry->tag].kind != FL_KIND_START) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "the start must be tagged 'start'");
        fl_diag_hint(self->diag, "of several tags, 'start' has the highest priority there");
    }
    if (!err && entry->connections == 0) {
        err = fl_yaml_refuse(self->yaml, node, self->diag,
                             "a start without connections can have no rooms beside it");
    }
    return err;
}

static fl_err check_name(fl_grid_yaml *self, const fl_yaml_node *node, const fl_grid_entry *entry)
{
    const fl_grid_pass *pass = &self->rules->passes[entry->pass];
    for (unsigned i = 0; i < pass->n; i++) {
        if (strcmp(self->rules->entries[pass->first + i].name, entry->name) == 0) {
            return fl_yaml_refuse(self->yaml, node, self->diag, "the room '%s' is given twice in this pass",
                                  entry->name);
        }
    }
    return FL_OK;
}

static fl_err read_room(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    fl_grid_rules *all = self->rules;
    if (all->entries_n == FL_GRID_ENTRIES) {
        return fl_yaml_refuse(self->yaml, node, self->diag, "more than %d rooms", FL_GRID_ENTRIES - 1);
    }
    fl_grid_entry *entry = begin(self, node);
    entry->pass = all->passes_n - 1;
    entry->rules = self->pass_rules;
    entry->weight_as_read = FL_GRID_RULES_ONE;
    fl_err err = fl_grid_read_entry_map(self, entry, node, keys, KEYS);
    err = err ? err : settle_tags(self, node, FL_KIND_NORMAL);
    err = err ? err : check_name(self, node, entry);
    if (!err && entry->rules == FL_GRID_NO_RULESET) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "neither '%s' nor its pass has a ruleset",
                             entry->name);
    }
    if (!err && fl_grid_tags_have(all, entry, FL_KIND_START)) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "'%s' is a second start; give exactly one",
                             entry->name);
    }
    all->entries_n++;
    all->passes[entry->pass].n++;
    return err;
}

static fl_err read_subordinate(void *context, const fl_yaml_node *node)
{
    fl_grid_yaml *self = context;
    fl_grid_entry *entry = self->entry;
    const fl_grid_pass *pass = &self->rules->passes[entry->pass];
    const fl_grid_entry *entries = &self->rules->entries[pass->first];
    fl_yaml_words words = {"room in this pass called", entries[0].name, pass->n, sizeof entries[0]};
    unsigned i = 0;
    fl_err err = read_name(self, node, words, &i);
    if (!err && (&entries[i] == entry || (entry->subordinates >> i & 1))) {
        err = fl_yaml_refuse(self->yaml, node, self->diag, "'%s' counts for '%s' already", entry->name,
                             node->text);
    }
    entry->subordinates |= 1ULL << i;
    return err;
}

/* A set without bit i; those above it move down. */
static uint64_t without(uint64_t set, unsigned i)
{
    uint64_t low = (1ULL << i) - 1;
    return (set & low) | (set >> 1 & ~low);
}

/* Leaves out the rooms of the last pass whose shapes are in pieces (Gao 2022, 5.1), with a warning. */
static void leave_broken_out(fl_grid_rules *self)
{
    fl_grid_pass *pass = &self->passes[self->passes_n - 1];
    fl_grid_entry *entries = &self->entries[pass->first];
    for (unsigned i = pass->n; i-- > 0;) {
        if (!entries[i].is_broken) {
            continue;
        }
        fl_grid_check_add_note(self, entries[i].line, "a shape in pieces is ignored, and with it the room",
                               entries[i].name);
        memmove(&entries[i], &entries[i + 1], (pass->n - i - 1) * sizeof *entries);
        pass->n--;
        self->entries_n--;
        for (unsigned k = 0; k < pass->n; k++) {
            entries[k].subordinates = without(entries[k].subordinates, i);
        }
    }
}

fl_err fl_grid_read_entry_list(void *context, const fl_yaml_node *list)
{
    fl_grid_yaml *self = context;
    const fl_grid_pass *pass = &self->rules->passes[self->rules->passes_n - 1];
    fl_err err = fl_yaml_map_each(list, self, read_room);
    self->entry = &self->rules->entries[pass->first];
    for (const fl_yaml_node *room = list->first; room && !err; room = room->next, self->entry++) {
        err = fl_yaml_map_each(fl_yaml_get(room, "subordinates"), self, read_subordinate);
    }
    if (!err) {
        leave_broken_out(self->rules);
    }
    return err || pass->n > 0
               ? err
               : fl_yaml_refuse(self->yaml, list, self->diag, "the pass '%s' has no rooms", pass->name);
}
