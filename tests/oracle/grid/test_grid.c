/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Grid floors against the naive generator, which was written from the documents alone: equal in distribution
 * on every metric, for all shipped rulesets (the one of ten thousand tiles reduced to 150).
 *
 * About 800 G-tests at 1e-9 each: a correct generator fails by chance in fewer than 1 of 10^6 seeds, and the
 * seeds are fixed. The planted mistakes at the end show what the comparison catches. */
#include "analysis/metric/metric.h"
#include "gen/floor/door/door.h"
#include "gen/grid/grid_private.h"
#include "tests/oracle/grid/naive.h"
#include "tests/support/grid_group.h"
#include "tests/support/gtest.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 1024, SIDE = NAIVE_SIDE, TEXT_MAX = 1 << 14 };

static const double alarm = 1e-9;

typedef struct census {
    uint64_t metric[FL_METRIC_COUNT][BINS];
    uint64_t failed[2];
} census;

typedef struct pair {
    grid_group ours;
    census our, their;
    struct naive_group group;
    struct naive_dungeon dungeon;
    fl_floor floor; /* the naive floor, converted to an fl_floor */
    fl_metric_work metric;
} pair;

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

/* ---- counting ---- */

/* The box around all rooms with an empty tile on every side: its corner and its size. */
static void find_box(const struct naive_dungeon *d, struct naive_tile *corner, struct naive_tile *sides)
{
    int right = 0;
    int bottom = 0;
    *corner = (struct naive_tile){SIDE, SIDE};
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

static fl_kind kind_named(const char *name)
{
    int kind = 0;
    while (kind < FL_KIND_COUNT && strcmp(fl_kind_of((fl_kind)kind)->name, name) != 0) {
        kind++;
    }
    return kind < FL_KIND_COUNT ? (fl_kind)kind : FL_KIND_SPECIAL; /* a tag of the file's own */
}

static uint8_t price_named(const char *name)
{
    int price = 0;
    while (strcmp(fl_door_row_of((fl_door_price)price)->name, name) != 0) {
        price++;
    }
    return (uint8_t)(price + FL_FLOOR_PRICE);
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
    fl_kind kind = kind_named(naive_leading_tag(group, from->type)->name);
    unsigned number = fl_floor_add_cells(out, kind, cells, (unsigned)from->tiles_n);
    out->rooms[number].is_added = is_added;
    out->rooms[number].is_end = naive_type_has(group, from->type, "end");
    out->rooms[number].price = price_named(naive_type_price(group, from->type));
}

/* Converts a naive floor to an fl_floor, so that both sides are measured by the same code. */
static void convert_floor(const struct naive_dungeon *from, const pair *both, fl_floor *out)
{
    const fl_grid_entry *entries = both->ours.rules->entries;
    struct naive_tile corner;
    struct naive_tile sides;
    find_box(from, &corner, &sides);
    fl_floor_clear(out, sides.x, sides.y);
    out->failure = from->is_failed ? "failed" : NULL;
    for (int i = 0; i < from->rooms_n && !from->is_failed; i++) {
        convert_room(&from->rooms[i], &both->group, entries[from->rooms[i].type].is_added, corner, out);
    }
    fl_floor_link(out);
    for (uint32_t i = 0; i < out->doors_n; i++) {
        int a = from->rooms[out->doors[i].room_a].type;
        int b = from->rooms[out->doors[i].room_b].type;
        out->doors[i].is_wall = naive_is_wall(&both->group, a, b);
    }
    fl_floor_measure(out);
    out->fact[FL_GENERATOR_FACT_ATTEMPTS] = from->attempts;
}

static unsigned bin_of(int32_t value)
{
    return value == FL_GENERATOR_FACT_NONE ? 0 : value < BINS - 2 ? (unsigned)value + 1 : BINS - 1;
}

static void count_floor(pair *both, const fl_floor *floor, census *out)
{
    int32_t value[FL_METRIC_COUNT];
    out->failed[floor->failure != NULL]++;
    if (!floor->failure) {
        fl_metric_compute(&both->metric, floor, FL_METRIC_ALL_GROUPS, value);
        for (int i = 0; i < FL_METRIC_COUNT; i++) {
            out->metric[i][bin_of(value[i])]++;
        }
    }
}

/* Naive floors have no named shapes, and no facts except the attempts. They lie in the corner of their board,
 * and their distances do not lead through added rooms. */
static bool is_ours_alone(int metric)
{
    if (metric == FL_METRIC_SECRET_COLUMN || metric == FL_METRIC_ROOMS_APART) {
        return true;
    }
    bool is_shape = metric >= (int)FL_METRIC_FIRST_SHAPE && metric < (int)FL_METRIC_FIRST_KIND;
    bool is_fact = fl_metric_of((unsigned)metric)->group == FL_METRIC_FACTS && metric != FL_METRIC_ATTEMPTS;
    return is_shape || is_fact;
}

/* The smallest p-value of all comparisons, and where it was. */
static double least_of(const pair *both, char *where, size_t size)
{
    double least = gtest_same(both->our.failed, both->their.failed, 2);
    snprintf(where, size, "failed floors");
    for (int i = 0; i < FL_METRIC_COUNT; i++) {
        double p = is_ours_alone(i) ? 1 : gtest_same(both->our.metric[i], both->their.metric[i], BINS);
        if (p < least) {
            least = p;
            snprintf(where, size, "metric %s", fl_metric_of((unsigned)i)->name);
        }
    }
    return least;
}

/* ---- a ruleset ---- */

typedef struct trial {
    const char *file;
    const char *edits[4]; /* two replacements: old text, new text */
    unsigned floors;      /* for the thorough test; a tenth of them in a full one */
} trial;

static void replace(char *text, const char *old, const char *new)
{
    static char rest[TEXT_MAX];
    char *at = strstr(text, old);
    cr_assert_not_null(at, "'%s' is not in the text", old);
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, (size_t)(text + TEXT_MAX - at), "%s%s", new, rest);
}

static void read_rules(const trial *which, char *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/data/rulesets/%s.yaml", getenv("FLOORLAB_ROOT"), which->file);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    size_t n = fread(out, 1, TEXT_MAX - 1, file);
    fclose(file);
    out[n] = '\0';
    for (int i = 0; i < 4 && which->edits[i]; i += 2) {
        replace(out, which->edits[i], which->edits[i + 1]);
    }
}

static pair *open_text(const char *text, const char *settings)
{
    pair *both = calloc(1, sizeof *both);
    cr_assert_not_null(both);
    grid_group_open(&both->ours, text, settings);
    convert_rules(both->ours.rules, &both->group);
    cr_assert_eq(fl_floor_init(&both->floor, SIDE * SIDE), FL_OK);
    cr_assert_eq(fl_metric_init(&both->metric, SIDE * SIDE), FL_OK);
    return both;
}

static pair *open_pair(const trial *which)
{
    static char text[TEXT_MAX];
    read_rules(which, text);
    return open_text(text, "");
}

static double compare(pair *both, unsigned floors, char where[64])
{
    both->dungeon.random = 4242;
    for (unsigned i = 0; i < floors; i++) {
        grid_group_make(&both->ours, i);
        count_floor(both, &both->ours.floor, &both->our);
        naive_grid_make(&both->group, &both->dungeon);
        convert_floor(&both->dungeon, both, &both->floor);
        count_floor(both, &both->floor, &both->their);
    }
    return least_of(both, where, 64);
}

static void close_pair(pair *both)
{
    grid_group_close(&both->ours);
    fl_metric_free(&both->metric);
    fl_floor_free(&both->floor);
    free(both);
}

static void agree(const trial *which)
{
    char where[64];
    pair *both = open_pair(which);
    double p = compare(both, scale_is_thorough() ? which->floors : scale_oracle(which->floors / 10), where);
    cr_log_info("%s: least p %g at %s", which->file, p, where);
    cr_expect_gt(p, alarm, "%s: p = %g at %s", which->file, p, where);
    close_pair(both);
}

/* ---- doors, floor by floor ---- */

/* Rooms with up to three tags; every price, stated and by kind; walls between tags that are not the leading
 * ones. */
static const char tagged[] =
    "name: tagged\n"
    "start: {shape: [\"#\"], tags: [start, lit]}\n"
    "tags:\n"
    "  start: 100\n"
    "  end: 20\n"
    "  lit: 3\n"
    "  shop: 60\n"
    "  curse: 50\n"
    "  vault: 45\n"
    "  secret: {priority: 70, no_door: [lit]}\n"
    "  toll: {priority: 80, door: coin}\n"
    "  guarded: {priority: 30, door: two_keys, no_door: [vault, toll]}\n"
    "  free: {priority: 90, door: open}\n"
    "  ward: {priority: 10, door: health}\n"
    "  normal: 0\n"
    "passes:\n"
    "  - name: all\n"
    "    tiles: {min: 24, max: 30}\n"
    "    rules: only\n"
    "    rooms:\n"
    "      - {name: plain, shape: [\"#\"], weight: 3}\n"
    "      - {name: lamp, shape: [\"#\"], weight: 1, tag: lit}\n"
    "      - {name: market, shape: [\"##\"], weight: 1, tags: [shop, toll]}\n"
    "      - {name: booth, shape: [\"#\"], weight: 1, tags: [toll, lit]}\n"
    "      - {name: trap, shape: [\"#\"], weight: 1, tags: [curse, guarded, lit]}\n"
    "      - {name: store, shape: [\"#\"], weight: 1, tags: [vault, free]}\n"
    "      - {name: hole, shape: [\"#\"], weight: 1, tags: [secret, ward]}\n"
    "      - {name: ward, shape: [\"##\"], weight: 1, tag: ward}\n"
    "      - {name: end, shape: [\"#\"], weight: 0, min: 1, max: 1, tags: [end, lit]}\n"
    "rulesets:\n"
    "  only:\n"
    "    propagate_higher: true\n"
    "    neighbours: [{n: 1, p: 0.5}, {n: 2, p: 0.3}]\n";

/* The type of a room of ours: the only one that has its leading tag, its other tags and its size. */
static int type_of(const pair *both, const fl_room *room)
{
    const fl_grid_rules *rules = both->ours.rules;
    for (unsigned i = 0; i < rules->entries_n; i++) {
        const fl_grid_entry *entry = &rules->entries[i];
        const char *more = room->more_tags ? room->more_tags : "";
        bool is_named = strcmp(room->tag ? room->tag : fl_kind_of(room->kind)->name,
                               naive_leading_tag(&both->group, (int)i)->name) == 0;
        if (is_named && strcmp(entry->more_tags, more) == 0 && entry->tiles_n == room->cells_n) {
            return (int)i;
        }
    }
    cr_assert_fail("a room with a tag that no type has");
    return -1;
}

/* On the same floor: every room's kind and every door's price. Returns how many doors differ; counts how many
 * of each price there are. */
static unsigned compare_doors(const pair *both, unsigned *of_price)
{
    const fl_floor *floor = &both->ours.floor;
    unsigned wrong = 0;
    for (unsigned i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        int a = type_of(both, &floor->rooms[door->room_a]);
        int b = type_of(both, &floor->rooms[door->room_b]);
        const struct naive_tag *one = naive_leading_tag(&both->group, a);
        const struct naive_tag *two = naive_leading_tag(&both->group, b);
        const struct naive_tag *higher = two->priority > one->priority ? two : one;
        fl_door_price price = fl_door_price_of(floor, door);
        bool is_same = strcmp(fl_door_row_of(price)->name, naive_door_price(&both->group, a, b)) == 0 &&
                       door->is_wall == naive_is_wall(&both->group, a, b) &&
                       door->kind == kind_named(higher->name);
        wrong += !is_same;
        of_price[price]++;
    }
    return wrong;
}

/* Whether our open way and the naive one are there on the same floors. */
static bool has_same_way(pair *both)
{
    const fl_floor *floor = &both->ours.floor;
    static bool is_seen[NAIVE_ROOMS_MAX];
    bool has_grown = true;
    bool comes = false;
    memset(is_seen, 0, sizeof is_seen);
    is_seen[0] = true;
    while (has_grown) {
        has_grown = false;
        for (unsigned i = 0; i < 2 * floor->doors_n; i++) {
            const fl_door *door = &floor->doors[i / 2];
            unsigned from = i % 2 ? door->room_b : door->room_a;
            unsigned to = i % 2 ? door->room_a : door->room_b;
            int type = type_of(both, &floor->rooms[to]);
            if (is_seen[from] && !is_seen[to] && strcmp(naive_type_price(&both->group, type), "open") == 0 &&
                !naive_is_wall(&both->group, type_of(both, &floor->rooms[from]), type)) {
                is_seen[to] = has_grown = true;
                comes = comes || naive_type_has(&both->group, type, "end");
            }
        }
    }
    return comes == fl_door_has_open_way(floor, 0, (unsigned)fl_floor_end(floor));
}

Test(oracle, grid_doors_agree_floor_by_floor_with_the_naive_generator)
{
    unsigned of_price[FL_DOOR_PRICES] = {0};
    unsigned floors = scale_oracle(4000);
    pair *both = open_text(tagged, "");
    for (unsigned i = 0; i < floors; i++) {
        grid_group_make(&both->ours, i);
        cr_assert_null(both->ours.floor.failure);
        cr_assert_eq(compare_doors(both, of_price), 0, "floor %u", i);
        cr_assert(has_same_way(both), "floor %u", i);
    }
    for (unsigned price = 0; price < FL_DOOR_PRICES; price++) {
        cr_expect_gt(of_price[price], 10, "%s", fl_door_row_of((fl_door_price)price)->name);
    }
    close_pair(both);
}

/* A price, a priority or a wall that the naive side has otherwise shows on the first floors. */
Test(oracle, grid_mistakes_in_tags_are_caught_floor_by_floor)
{
    for (unsigned plant = 0; plant < 3; plant++) {
        unsigned of_price[FL_DOOR_PRICES] = {0};
        unsigned wrong = 0;
        pair *both = open_text(tagged, "");
        for (int i = 0; i < both->group.tags_n; i++) {
            struct naive_tag *tag = &both->group.tag[i];
            bool is_guarded = strcmp(tag->name, "guarded") == 0;
            tag->price = plant == 0 && is_guarded ? "bomb" : tag->price;
            tag->priority = plant == 1 && strcmp(tag->name, "toll") == 0 ? 65 : tag->priority;
            if (plant == 2 && is_guarded) {
                memset(tag->has_no_door_to, 0, sizeof tag->has_no_door_to);
            }
        }
        for (unsigned i = 0; i < 50; i++) {
            grid_group_make(&both->ours, i);
            wrong += compare_doors(both, of_price);
        }
        cr_expect_gt(wrong, 0, "plant %u", plant);
        close_pair(both);
    }
}

static const char small[] = "tiles: {min: 150, max: 160}";
static const char large[] = "tiles: {min: 9900, max: 10000}";

#define TRIALS(X)                                                                                            \
    X(basement, "basement", 40000, NULL)                                                                     \
    X(cave, "cave", 10000, NULL)                                                                             \
    X(facade, "facade", 20000, NULL)                                                                         \
    X(basement_printed, "basement_printed", 20000, NULL)                                                     \
    X(basement_shapes, "basement_shapes", 20000, "least_distance: 5", "least_distance: 7")                   \
    X(basement_rooms_first, "basement", 20000, "start:", "search: rooms_first\nstart:")                      \
    X(cave_mixed, "cave", 5000, "start:", "search: mixed\nstart:")                                           \
    X(facade_rooms_first, "facade", 20000, "start:", "search: rooms_first\nstart:")                          \
    X(facade_mixed, "facade", 20000, "start:", "search: mixed\nstart:")                                      \
    X(gated, "gated", 20000, NULL)                                                                           \
    X(gated_without_demand, "gated", 10000, "open_way: true\n", "")                                          \
    X(gated_rooms_first, "gated", 8000, "open_way: true\n", "open_way: true\nsearch: rooms_first\n")         \
    X(halls_demanded, "halls", 8000, "start:", "open_way: true\nstart:")                                     \
    X(halls, "halls", 8000, NULL)                                                                            \
    X(maze, "maze", 8000, NULL)                                                                              \
    X(ring_city, "ring_city", 2000, NULL)                                                                    \
    X(spine, "spine", 15000, NULL)                                                                           \
    X(underworld, "underworld", 10000, large, small, "{zero: 15, one: 40}", "{zero: 4, one: 12}")

#define TRIAL(name, file, floors, ...)                                                                       \
    Test(oracle, grid_##name##_agrees_with_the_naive_generator, .timeout = 600)                              \
    {                                                                                                        \
        agree(&(trial){file, {__VA_ARGS__}, floors});                                                        \
    }
TRIALS(TRIAL)

/* ---- mistakes in the rules of one side ---- */

enum { PLANTED = 2000 };

/* Finds the entry with a name, and its ruleset. */
static struct naive_type *type_named(pair *both, const char *name)
{
    const fl_grid_rules *rules = both->ours.rules;
    for (unsigned i = 1; i < rules->entries_n; i++) {
        if (strcmp(rules->entries[i].name, name) == 0) {
            return &both->group.type[i];
        }
    }
    cr_assert_fail("no room is named '%s'", name);
    return NULL;
}

static struct naive_ruleset *rules_for(pair *both, const char *name)
{
    return &both->group.ruleset[type_named(both, name)->ruleset];
}

static void plant_fewer_connections(pair *both)
{
    type_named(both, "single")->connections = 2;
}

static void plant_one_less_maximum(pair *both)
{
    type_named(both, "square")->max--;
}

static void plant_no_subordinates(pair *both)
{
    struct naive_type *type = type_named(both, "ell");
    memset(type->is_subordinate, 0, sizeof type->is_subordinate);
}

static void plant_heavier_rooms(pair *both)
{
    type_named(both, "square")->weight *= 2;
}

static void plant_likelier_two_neighbours(pair *both)
{
    rules_for(both, "single")->param[1].probability = 0.05;
}

static void plant_no_distance(pair *both)
{
    rules_for(both, "end")->zero = 0;
    rules_for(both, "end")->one = 0;
}

static void plant_farther_end(pair *both)
{
    rules_for(both, "end")->zero = 5;
}

static void plant_equal_priorities(pair *both)
{
    for (int i = 0; i < 4; i++) {
        rules_for(both, "secret")->param[i].priority = 1;
    }
}

static void plant_observed_connections(pair *both)
{
    rules_for(both, "secret")->ignore_connections = false;
}

static void plant_another_search(pair *both)
{
    both->group.search = NAIVE_MIXED;
}

static void plant_least_distance(pair *both)
{
    type_named(both, "end")->least_distance = 6;
}

static void plant_smaller_pass(pair *both)
{
    both->group.pass[0].max--;
}

#define PLANTS(X)                                                                                            \
    X(fewer_connections)                                                                                     \
    X(one_less_maximum)                                                                                      \
    X(no_subordinates)                                                                                       \
    X(heavier_rooms)                                                                                         \
    X(likelier_two_neighbours)                                                                               \
    X(no_distance)                                                                                           \
    X(farther_end)                                                                                           \
    X(equal_priorities)                                                                                      \
    X(observed_connections)                                                                                  \
    X(least_distance)                                                                                        \
    X(another_search)                                                                                        \
    X(smaller_pass)

#define PLANT_ROW(name) {#name, plant_##name},

Test(oracle, grid_mistakes_are_caught, .timeout = 120)
{
    static const struct {
        const char *name;
        void (*plant)(pair *both);
    } table[] = {PLANTS(PLANT_ROW)};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char where[64];
        pair *both = open_pair(&(trial){"basement", {NULL}, 0});
        table[i].plant(both);
        double p = compare(both, PLANTED, where);
        cr_log_info("%s: p = %g at %s", table[i].name, p, where);
        cr_expect_lt(p, alarm, "%s: p = %g at %s", table[i].name, p, where);
        close_pair(both);
    }
}
