/* SPDX-License-Identifier: MIT */
/* Texts are written as JSON strings, which are YAML strings, too; decimals are exact. */
#include "gen/floor/door/door.h"
#include "gen/grid/grid.h"

#include <stdio.h>

/* Adds a number of units of 1 / FL_GRID_RULES_ONE as a decimal without trailing zeros. */
static void add_decimal(int64_t number, fl_text *out)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%lld.%09lld", (long long)(number / FL_GRID_RULES_ONE),
                     (long long)(number % FL_GRID_RULES_ONE));
    while (text[n - 1] == '0') {
        n--;
    }
    n -= text[n - 1] == '.';
    fl_text_add_bytes(out, text, (size_t)n);
}

/* A variant for the first pass is named after the ruleset that it varies. */
static void add_ruleset_name(const fl_grid_rules *self, unsigned rules, fl_text *out)
{
    char name[FL_GRID_NAME];
    snprintf(name, sizeof name, "%.40s%s", self->rulesets[rules].name,
             rules < self->rulesets_n ? "" : "_first");
    fl_text_add_json(out, name);
}

static void add_shape(const fl_grid_mask *mask, fl_text *out)
{
    uint16_t all = 0;
    int rows = 0;
    for (int y = 0; y < FL_GRID_ROTATION_SIDE; y++) {
        all |= mask->row[y];
        rows = mask->row[y] ? y + 1 : rows;
    }
    fl_text_add(out, "shape: [");
    for (int y = 0; y < rows; y++) {
        fl_text_add(out, y > 0 ? ", \"" : "\"");
        for (unsigned rest = all, x = 0; rest; rest >>= 1, x++) {
            fl_text_add_char(out, mask->row[y] >> x & 1 ? '#' : '.');
        }
        fl_text_add_char(out, '"');
    }
    fl_text_add(out, "]");
}

/* Adds a list of the names of a set of tags, after its key. */
static void add_tag_list(const fl_grid_rules *self, uint64_t tags, const char *key, fl_text *out)
{
    fl_text_add(out, key);
    for (uint64_t rest = tags; rest; rest &= rest - 1) {
        fl_text_add_json(out, self->tags[__builtin_ctzll(rest)].name);
        fl_text_add(out, rest & (rest - 1) ? ", " : "]");
    }
}

static void add_common(const fl_grid_rules *self, const fl_grid_entry *entry, fl_text *out)
{
    add_shape(&entry->mask, out);
    add_tag_list(self, entry->tags, ", tags: [", out);
    if (entry->connections < FL_GRID_ROTATION_RIM) {
        fl_text_add_format(out, ", connections: %u", entry->connections);
    }
}

static void add_room(const fl_grid_rules *self, const fl_grid_entry *entry, fl_text *out)
{
    const fl_grid_entry *all = &self->entries[self->passes[entry->pass].first];
    fl_text_add(out, "      - {name: ");
    fl_text_add_json(out, entry->name);
    fl_text_add(out, ", ");
    add_common(self, entry, out);
    fl_text_add(out, ", weight: ");
    add_decimal(entry->weight_as_read, out);
    fl_text_add_format(out, ", min: %u, max: %u, rules: ", entry->min, entry->max);
    add_ruleset_name(self, entry->rules, out);
    if (entry->least_distance > 0) {
        fl_text_add_format(out, ", least_distance: %u", entry->least_distance);
    }
    fl_text_add(out, entry->is_added ? ", added: true" : "");
    fl_text_add(out, entry->subordinates ? ", subordinates: [" : "");
    for (uint64_t rest = entry->subordinates; rest; rest &= rest - 1) {
        fl_text_add_json(out, all[__builtin_ctzll(rest)].name);
        fl_text_add(out, rest & (rest - 1) ? ", " : "]");
    }
    fl_text_add(out, "}\n");
}

static void add_pass(const fl_grid_rules *self, const fl_grid_pass *pass, fl_text *out)
{
    fl_text_add(out, "  - name: ");
    fl_text_add_json(out, pass->name);
    fl_text_add_format(out, "\n    tiles: {min: %u, max: %u}\n    rooms:\n", pass->tiles_min,
                       pass->tiles_max);
    for (unsigned i = 0; i < pass->n; i++) {
        add_room(self, &self->entries[pass->first + i], out);
    }
}

static void add_ruleset(const fl_grid_rules *self, unsigned number, fl_text *out)
{
    const fl_grid_ruleset *rules = &self->rulesets[number];
    fl_text_add(out, "  ");
    add_ruleset_name(self, number, out);
    fl_text_add(out, ":\n");
    fl_text_add(out, rules->propagates_higher ? "    propagate_higher: true\n" : "");
    fl_text_add(out, rules->ignores_connections ? "    ignore_connections: true\n" : "");
    fl_text_add(out, "    probability: ");
    add_decimal(rules->probability, out);
    if (rules->zero != rules->one) {
        fl_text_add(out, "\n    distance: {zero: ");
        add_decimal(rules->zero, out);
        fl_text_add(out, ", one: ");
        add_decimal(rules->one, out);
        fl_text_add(out, "}");
    }
    fl_text_add(out, "\n    neighbours: [");
    for (unsigned i = 0; i < rules->params_n; i++) {
        fl_text_add_format(out, "%s{n: %u, p: ", i > 0 ? ", " : "", rules->params[i].n);
        add_decimal(rules->params[i].p, out);
        fl_text_add_format(out, ", priority: %d}", rules->params[i].priority);
    }
    fl_text_add(out, "]\n");
}

/* Adds a tag with its priority, and its prices and walls. */
static void add_tag(const fl_grid_rules *self, const fl_grid_tag *tag, fl_text *out)
{
    fl_text_add_json(out, tag->name);
    if (tag->price == 0 && tag->walls == 0) {
        fl_text_add_format(out, ": %d", tag->rank);
        return;
    }
    fl_text_add_format(out, ": {priority: %d", tag->rank);
    if (tag->price) {
        fl_text_add_format(out, ", door: %s",
                           fl_door_row_of((fl_door_price)(tag->price - FL_FLOOR_PRICE))->name);
    }
    if (tag->walls) {
        add_tag_list(self, tag->walls, ", no_door: [", out);
    }
    fl_text_add(out, "}");
}

/* Adds the tags that rooms have or that have walls to others, each once. */
static void add_tags(const fl_grid_rules *self, fl_text *out)
{
    uint64_t used = 0;
    for (unsigned i = 0; i < self->entries_n; i++) {
        used |= self->entries[i].tags | self->entries[i].walls;
    }
    fl_text_add(out, "tags: {");
    for (uint64_t rest = used; rest; rest &= rest - 1) {
        add_tag(self, &self->tags[__builtin_ctzll(rest)], out);
        fl_text_add(out, rest & (rest - 1) ? ", " : "}\n");
    }
}

void fl_grid_write_rules(const fl_grid_rules *self, fl_text *out)
{
    unsigned reach = 2 * self->tiles_max + 1;
    int side = reach < FL_FLOOR_SIDE_MAX ? (int)reach : FL_FLOOR_SIDE_MAX;
    fl_text_add(out, "name: ");
    fl_text_add_json(out, self->name);
    fl_text_add(out, "\n");
    if (self->about[0]) {
        fl_text_add(out, "about: ");
        fl_text_add_json(out, self->about);
        fl_text_add(out, "\n");
    }
    if (self->width != side || self->height != side) {
        fl_text_add_format(out, "board: {width: %d, height: %d}\n", self->width, self->height);
    }
    static const char *const searches[] = {"", "search: rooms_first\n", "search: mixed\n"};
    fl_text_add(out, searches[self->search]);
    fl_text_add(out, self->demands_open_way ? "open_way: true\n" : "");
    fl_text_add(out, "start: {");
    add_common(self, &self->entries[0], out);
    fl_text_add(out, "}\n");
    add_tags(self, out);
    fl_text_add(out, "passes:\n");
    for (unsigned i = 0; i < self->passes_n; i++) {
        add_pass(self, &self->passes[i], out);
    }
    fl_text_add(out, "rulesets:\n");
    for (unsigned i = 0; i < self->rulesets_n + self->variants_n; i++) {
        add_ruleset(self, i, out);
    }
}
