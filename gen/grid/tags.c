/* SPDX-License-Identifier: MIT */
/* One or more tags of a room, with priorities, what its doors ask for and where it has none. */
#include "gen/base/parse_number.h"
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)FL_GRID_TAGS <= 64, "a set of tags is a word");

/* ---- reading ---- */

/* The number of a tag; tags_n: there is none of this name. */
static unsigned find(const fl_grid_rules *self, const char *name)
{
    unsigned i = 0;
    while (i < self->tags_n && strcmp(self->tags[i].name, name) != 0) {
        i++;
    }
    return i;
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
    unsigned i = find(rules, node->key);
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
    return is_number ? FL_OK : fl_grid_read_map(self, self->tag, node, rows, sizeof rows / sizeof rows[0]);
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

fl_err fl_grid_tags_read(void *context, const fl_yaml_node *map)
{
    fl_err err = fl_yaml_map_each(map, context, read_tag);
    return err ? err : fl_yaml_map_each(map, context, read_walls);
}

/* ---- what follows for a room ---- */

/* What the doors of a tag ask for. */
static fl_door_price price_of(const fl_grid_tag *tag)
{
    return tag->price ? (fl_door_price)(tag->price - FL_FLOOR_PRICE) : fl_door_of_kind(tag->kind);
}

static bool add_name(fl_grid_entry *entry, const char *name)
{
    size_t used = strlen(entry->more_tags);
    int n =
        snprintf(entry->more_tags + used, sizeof entry->more_tags - used, "%s%s", used > 0 ? ", " : "", name);
    return (size_t)n < sizeof entry->more_tags - used;
}

bool fl_grid_tags_settle(const fl_grid_rules *self, fl_grid_entry *entry)
{
    fl_door_price price = FL_DOOR_OPEN;
    bool is_stated = (entry->tags & (entry->tags - 1)) != 0;
    bool fits = true;
    entry->tag = (unsigned)__builtin_ctzll(entry->tags);
    for (uint64_t rest = entry->tags; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        const fl_grid_tag *tag = &self->tags[i];
        entry->tag = tag->rank > self->tags[entry->tag].rank ? i : entry->tag;
        entry->walls |= tag->walls;
        is_stated = is_stated || tag->price;
        price = price_of(tag) > price ? price_of(tag) : price;
    }
    entry->price = is_stated ? (uint8_t)(price + FL_FLOOR_PRICE) : 0;
    for (uint64_t rest = entry->tags & ~(1ULL << entry->tag); rest; rest &= rest - 1) {
        fits = fits && add_name(entry, self->tags[__builtin_ctzll(rest)].name);
    }
    entry->is_end = fl_grid_tags_have(self, entry, FL_KIND_END);
    return fits;
}

void fl_grid_tags_complete(fl_grid_rules *self)
{
    unsigned narrow = find(self, "narrow");
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        self->leading[entry->is_end] |= 1ULL << entry->tag;
        self->narrow |= narrow < self->tags_n ? entry->tags & 1ULL << narrow : 0;
    }
}

unsigned fl_grid_tags_of_room(const fl_grid_rules *self, const fl_room *room)
{
    if (!room->tag) {
        return room->kind; /* the kinds are the first tags */
    }
    for (unsigned i = FL_KIND_COUNT; i < self->tags_n; i++) {
        if (room->tag == self->tags[i].name) { /* a floor of these rules */
            return i;
        }
    }
    return find(self, room->tag);
}

bool fl_grid_tags_have(const fl_grid_rules *self, const fl_grid_entry *entry, fl_kind kind)
{
    for (uint64_t rest = entry->tags; rest; rest &= rest - 1) {
        if (self->tags[__builtin_ctzll(rest)].kind == kind) {
            return true;
        }
    }
    return false;
}

fl_door_price fl_grid_tags_price(const fl_grid_rules *self, const fl_grid_entry *entry)
{
    return entry->price ? (fl_door_price)(entry->price - FL_FLOOR_PRICE)
                        : fl_door_of_kind(self->tags[entry->tag].kind);
}

bool fl_grid_tags_wall(const fl_grid_entry *a, const fl_grid_entry *b)
{
    return (a->walls & b->tags) || (b->walls & a->tags);
}
