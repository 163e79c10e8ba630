/* SPDX-License-Identifier: MIT */
/* One or more tags of a room, with priorities, prices of doors, and walls. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)FL_GRID_TAGS <= 64, "a set of tags is a word");

unsigned fl_grid_tags_find(const fl_grid_rules *self, const char *name)
{
    unsigned i = 0;
    while (i < self->tags_n && strcmp(self->tags[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* Returns the price of a tag's doors. */
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
    unsigned narrow = fl_grid_tags_find(self, "narrow");
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
    return fl_grid_tags_find(self, room->tag);
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
