/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Converts rules to the naive generator's form, and its floors back. */
#include "tests/oracle/grid/pair.h"

#include "gen/grid/grid_private.h"

#include <criterion/criterion.h>

#include <string.h>

/* ---- the same rules for both ---- */

static void convert_entry(const fl_grid_rules *rules, const fl_grid_entry *from, struct naive_type *out)
{
    for (int y = 0; y < FL_GRID_ROTATION_SIDE; y++) {
        for (int x = 0; x < FL_GRID_ROTATION_SIDE; x++) {
            if (from->mask.row[y] >> x & 1) {
                out->tile[out->tiles_n++] = (struct naive_tile){x, y};
            }
        }
    }
    out->connections = from->connections < 1u << 30 ? (int)from->connections : 1 << 30;
    out->min = (int)from->min;
    out->max = (int)from->max;
    out->ruleset = (int)from->rules;
    out->least_distance = (int)from->least_distance;
    out->weight = (double)from->weight;
    for (unsigned i = 0; i < rules->tags_n; i++) {
        out->has_tag[i] = from->tags >> i & 1;
    }
    unsigned first = from == rules->entries ? 0 : rules->passes[from->pass].first;
    for (unsigned i = 0; first + i < rules->entries_n; i++) {
        out->is_subordinate[first + i] = from->subordinates >> i & 1;
    }
}

static void convert_ruleset(const fl_grid_ruleset *from, struct naive_ruleset *out)
{
    out->propagate_higher = from->propagates_higher;
    out->ignore_connections = from->ignores_connections;
    out->modifier = (double)from->probability / FL_GRID_RULES_ONE;
    out->zero = (double)from->zero / FL_GRID_RULES_ONE;
    out->one = (double)from->one / FL_GRID_RULES_ONE;
    out->params_n = (int)from->params_n;
    for (unsigned i = 0; i < from->params_n; i++) {
        out->param[i] = (struct naive_param){.neighbours = (int)from->params[i].n,
                                             .priority = from->params[i].priority,
                                             .probability = (double)from->params[i].p / FL_GRID_RULES_ONE};
    }
}

/* A tag as it was read; what follows from it is the naive side's own matter. */
static void convert_tag(const fl_grid_tag *from, struct naive_tag *out)
{
    out->name = from->name;
    out->priority = from->rank;
    out->price = from->price ? fl_door_row_of((fl_door_price)(from->price - FL_FLOOR_PRICE))->name : NULL;
    for (unsigned i = 0; i < FL_GRID_TAGS; i++) {
        out->has_no_door_to[i] = from->walls >> i & 1;
    }
}

static void convert_rules(const fl_grid_rules *from, struct naive_group *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < from->entries_n; i++) {
        convert_entry(from, &from->entries[i], &out->type[i]);
    }
    out->tags_n = (int)from->tags_n;
    for (unsigned i = 0; i < from->tags_n; i++) {
        convert_tag(&from->tags[i], &out->tag[i]);
    }
    for (unsigned i = 0; i < from->rulesets_n + from->variants_n; i++) {
        convert_ruleset(&from->rulesets[i], &out->ruleset[i]);
    }
    out->passes_n = (int)from->passes_n;
    out->attempts_max = (int)from->attempts_max;
    out->search = from->search == FL_GRID_MIXED         ? NAIVE_MIXED
                  : from->search == FL_GRID_ROOMS_FIRST ? NAIVE_ROOMS_FIRST
                                                        : NAIVE_TILES_FIRST;
    out->demands_open_way = from->demands_open_way;
    for (unsigned i = 0; i < from->passes_n; i++) {
        const fl_grid_pass *pass = &from->passes[i];
        out->pass[i] = (struct naive_pass){.min = (int)pass->tiles_min,
                                           .max = (int)pass->tiles_max,
                                           .first = (int)pass->first,
                                           .last = (int)(pass->first + pass->n) - 1};
    }
}

/* ---- a naive floor as one of ours ---- */

/* The box around all rooms with an empty tile on every side: its corner and its size. */
static void find_box(const struct naive_dungeon *d, struct naive_tile *corner, struct naive_tile *sides)
{
    int right = 0;
    int bottom = 0;
    *corner = (struct naive_tile){NAIVE_SIDE, NAIVE_SIDE};
    for (int i = 0; i < d->rooms_n; i++) {
        for (int k = 0; k < d->rooms[i].tiles_n; k++) {
            struct naive_tile tile = d->rooms[i].tile[k];
            corner->x = tile.x < corner->x ? tile.x : corner->x;
            corner->y = tile.y < corner->y ? tile.y : corner->y;
            right = tile.x > right ? tile.x : right;
            bottom = tile.y > bottom ? tile.y : bottom;
        }
    }
    *sides = (struct naive_tile){right - corner->x + 3, bottom - corner->y + 3};
}

fl_kind pair_kind_of_tag(const char *name)
{
    fl_kind kind = fl_kind_named(name);
    return kind < FL_KIND_COUNT ? kind : FL_KIND_SPECIAL;
}

fl_door_price pair_price_named(const char *name)
{
    int price = 0;
    while (strcmp(fl_door_row_of((fl_door_price)price)->name, name) != 0) {
        price++;
        cr_assert_lt(price, FL_DOOR_PRICES, "no price is named '%s'", name);
    }
    return (fl_door_price)price;
}

static void convert_room(const struct naive_room *from, const struct naive_group *group, bool is_added,
                         struct naive_tile corner, fl_floor *out)
{
    uint16_t cells[NAIVE_TILES_MAX];
    for (int k = 0; k < from->tiles_n; k++) {
        int x = from->tile[k].x - corner.x + 1;
        int y = from->tile[k].y - corner.y + 1;
        cells[k] = (uint16_t)(y * out->width + x);
    }
    fl_kind kind = pair_kind_of_tag(naive_leading_tag(group, from->type)->name);
    unsigned number = fl_floor_add_cells(out, kind, cells, (unsigned)from->tiles_n);
    out->rooms[number].is_added = is_added;
    out->rooms[number].is_end = naive_type_has(group, from->type, "end");
    out->rooms[number].price =
        (uint8_t)(pair_price_named(naive_type_price(group, from->type)) + FL_FLOOR_PRICE);
}

void pair_convert_floor(pair *self)
{
    const struct naive_dungeon *from = &self->dungeon;
    const fl_grid_entry *entries = self->ours.rules->entries;
    fl_floor *out = &self->floor;
    struct naive_tile corner;
    struct naive_tile sides;
    find_box(from, &corner, &sides);
    fl_floor_clear(out, sides.x, sides.y);
    out->failure = from->is_failed ? "failed" : NULL;
    for (int i = 0; i < from->rooms_n && !from->is_failed; i++) {
        convert_room(&from->rooms[i], &self->group, entries[from->rooms[i].type].is_added, corner, out);
    }
    fl_floor_link(out);
    for (uint32_t i = 0; i < out->doors_n; i++) {
        int a = from->rooms[out->doors[i].room_a].type;
        int b = from->rooms[out->doors[i].room_b].type;
        out->doors[i].is_wall = naive_is_wall(&self->group, a, b);
    }
    fl_floor_measure(out);
    out->fact[FL_GENERATOR_FACT_ATTEMPTS] = from->attempts;
}

/* ---- the pair ---- */

int pair_type(const pair *self, unsigned room)
{
    return self->ours.board->rooms[room].entry;
}

void pair_open(pair *self, const char *text, const char *settings)
{
    grid_group_open(&self->ours, text, settings);
    convert_rules(self->ours.rules, &self->group);
    cr_assert_eq(fl_floor_init(&self->floor, NAIVE_SIDE * NAIVE_SIDE), FL_OK);
}

void pair_close(pair *self)
{
    grid_group_close(&self->ours);
    fl_floor_free(&self->floor);
}
