/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rooms, doors and open ways of our floors, one by one, against what the naive side says of the same tiles.
 */
#include "gen/grid/grid_private.h"
#include "tests/oracle/grid/naive_parts.h"
#include "tests/oracle/grid/pair.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <string.h>

/* Rooms with up to three tags; every price, stated and by kind; walls between tags that are not the leading
 * ones, and between rooms that ask for nothing; two rooms that may be the end. */
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
    "  moss: {priority: 5, no_door: [normal]}\n"
    "  normal: 0\n"
    "passes:\n"
    "  - name: all\n"
    "    tiles: {min: 24, max: 30}\n"
    "    rules: only\n"
    "    rooms:\n"
    "      - {name: plain, shape: [\"#\"], weight: 3}\n"
    "      - {name: moss, shape: [\"#\"], weight: 2, tag: moss}\n"
    "      - {name: lamp, shape: [\"#\"], weight: 1, tag: lit}\n"
    "      - {name: market, shape: [\"##\"], weight: 1, tags: [shop, toll]}\n"
    "      - {name: booth, shape: [\"#\"], weight: 1, tags: [toll, lit]}\n"
    "      - {name: trap, shape: [\"#\"], weight: 1, tags: [curse, guarded, lit]}\n"
    "      - {name: store, shape: [\"#\"], weight: 1, tags: [vault, free]}\n"
    "      - {name: hole, shape: [\"#\"], weight: 1, tags: [secret, ward]}\n"
    "      - {name: ward, shape: [\"##\"], weight: 1, tag: ward}\n"
    "      - {name: end, shape: [\"#\"], weight: 1, min: 1, max: 1, tags: [end, lit], subordinates: "
    "[far_end]}\n"
    "      - {name: far_end, shape: [\"##\"], weight: 1, min: 1, max: 1, tag: end, subordinates: [end]}\n"
    "rulesets:\n"
    "  only:\n"
    "    propagate_higher: true\n"
    "    neighbours: [{n: 1, p: 0.5}, {n: 2, p: 0.3}]\n";

#define KIND(name) "      - {name: " name ", shape: [\"#\"], weight: 0, min: 1, max: 1, tag: " name "}\n"

/* One room of each kind that has a price of its own, with doors to rooms that ask for nothing. */
static const char kinds[] =
    "name: kinds\n"
    "start: {shape: [\"#\"], tag: start}\n"
    "passes:\n"
    "  - name: all\n"
    "    tiles: {min: 60, max: 60}\n"
    "    rules: only\n"
    "    rooms:\n"
    "      - {name: plain, shape: [\"#\"], weight: 1}\n" KIND("shop") KIND("treasure") KIND("library")
        KIND("planetarium") KIND("dice") KIND("vault") KIND("arcade") KIND("curse") KIND("challenge")
            KIND("boss_challenge") KIND("secret") KIND("super_secret") KIND("ultra_secret")
                KIND("clean_bedroom") KIND("dirty_bedroom") KIND("sacrifice") KIND("miniboss") KIND("grave")
                    KIND("boss") KIND("special") KIND("end") "rulesets:\n"
                                                             "  only: {neighbours: [{n: 1, p: 0.5}]}\n";

/* What differs between the two sides, over floors. */
typedef struct differences {
    unsigned rooms, doors, ways;
    unsigned of_price[FL_DOOR_PRICES]; /* our doors */
    unsigned has_way[2];               /* our floors without and with an open way */
} differences;

/* Lays the rooms of our last floor on the naive side's board: types and tiles alone. */
static void lay_ours(pair *self)
{
    const fl_floor *floor = &self->ours.floor;
    memset(&self->dungeon, 0, sizeof self->dungeon);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        struct naive_room room = {.type = pair_type(self, i), .tiles_n = floor->rooms[i].cells_n};
        for (int k = 0; k < room.tiles_n; k++) {
            int cell = floor->cells[floor->rooms[i].cells_from + k];
            room.tile[k] = (struct naive_tile){cell % floor->width + 1, cell / floor->width + 1};
        }
        naive_lay(&self->dungeon, &room);
    }
}

static bool list_has(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at++) {
        bool begins = at == list || at[-1] == ' ';
        if (begins && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Whether a room's tags below the leading one are those that its type has. */
static bool has_same_tags(const struct naive_group *group, int type, const char *more)
{
    size_t length = 0;
    bool are_there = true;
    for (int i = 0; i < group->tags_n; i++) {
        const char *name = group->tag[i].name;
        if (group->type[type].has_tag[i] && &group->tag[i] != naive_leading_tag(group, type)) {
            length += strlen(name) + (length > 0 ? strlen(", ") : 0);
            are_there = are_there && list_has(more, name);
        }
    }
    return are_there && length == strlen(more);
}

static bool is_same_room(const pair *self, unsigned number)
{
    const fl_room *room = &self->ours.floor.rooms[number];
    int type = pair_type(self, number);
    const struct naive_tag *leading = naive_leading_tag(&self->group, type);
    const char *name = room->tag ? room->tag : fl_kind_of(room->kind)->name;
    return strcmp(name, leading->name) == 0 && room->kind == pair_kind_of_tag(leading->name) &&
           room->rank == leading->priority + FL_FLOOR_RANK &&
           room->is_end == naive_type_has(&self->group, type, "end") &&
           has_same_tags(&self->group, type, room->more_tags ? room->more_tags : "");
}

/* Whether a door is the one that the naive side has between two types. */
static bool is_same_door(const pair *self, const fl_door *door, int type, int other)
{
    const struct naive_tag *one = naive_leading_tag(&self->group, type);
    const struct naive_tag *two = naive_leading_tag(&self->group, other);
    const struct naive_tag *higher = two->priority > one->priority ? two : one;
    return fl_door_price_of(&self->ours.floor, door) ==
               pair_price_named(naive_door_price(&self->group, type, other)) &&
           door->is_wall == naive_is_wall(&self->group, type, other) &&
           door->kind == pair_kind_of_tag(higher->name);
}

/* The door of ours between two tiles; NULL = none. */
static const fl_door *door_between(const fl_floor *floor, struct naive_tile a, struct naive_tile b)
{
    int cell_a = (a.y - 1) * floor->width + a.x - 1;
    int cell_b = (b.y - 1) * floor->width + b.x - 1;
    for (unsigned i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        bool is_one = (door->cell_a == cell_a && door->cell_b == cell_b) ||
                      (door->cell_a == cell_b && door->cell_b == cell_a);
        if (is_one) {
            return door;
        }
    }
    return NULL;
}

/* Every pair of touching tiles of two rooms has a door, and there are no others. */
static unsigned wrong_doors(const pair *self)
{
    const struct naive_dungeon *d = &self->dungeon;
    const fl_floor *floor = &self->ours.floor;
    unsigned wrong = 0;
    unsigned doors = 0;
    for (int i = 0; i < d->rooms_n; i++) {
        for (int k = 0; k < 2 * d->rooms[i].tiles_n; k++) {
            struct naive_tile tile = d->rooms[i].tile[k / 2];
            struct naive_tile next = {tile.x + k % 2, tile.y + 1 - k % 2};
            int other = naive_room_at(d, next.x, next.y);
            if (other >= 0 && other != i) {
                const fl_door *door = door_between(floor, tile, next);
                wrong += !door || !is_same_door(self, door, d->rooms[i].type, d->rooms[other].type);
                doors++;
            }
        }
    }
    return wrong + (doors != floor->doors_n);
}

/* Makes floors of ours and adds what differs. */
static void compare_floors(pair *self, unsigned floors, differences *out)
{
    const fl_floor *floor = &self->ours.floor;
    for (unsigned i = 0; i < floors; i++) {
        grid_group_make(&self->ours, i);
        cr_assert_null(floor->failure);
        lay_ours(self);
        for (unsigned k = 0; k < floor->rooms_n; k++) {
            out->rooms += !is_same_room(self, k);
        }
        out->doors += wrong_doors(self);
        for (unsigned k = 0; k < floor->doors_n; k++) {
            out->of_price[fl_door_price_of(floor, &floor->doors[k])]++;
        }
        bool has_way = fl_door_has_open_way(floor, 0, (unsigned)fl_floor_end(floor));
        out->ways += has_way != naive_has_open_way(&self->dungeon, &self->group);
        out->has_way[has_way]++;
    }
}

static differences differences_of(const char *text, const char *settings, unsigned floors)
{
    static pair both;
    differences out = {0};
    memset(&both, 0, sizeof both);
    pair_open(&both, text, settings);
    compare_floors(&both, floors, &out);
    pair_close(&both);
    cr_expect_eq(out.rooms, 0, "%u rooms", out.rooms);
    cr_expect_eq(out.doors, 0, "%u doors", out.doors);
    cr_expect_eq(out.ways, 0, "%u ways", out.ways);
    return out;
}

Test(oracle, grid_doors_agree_floor_by_floor_with_the_naive_generator)
{
    differences out = differences_of(tagged, "", scale_oracle(4000));
    for (unsigned price = 0; price < FL_DOOR_PRICES; price++) {
        cr_expect_gt(out.of_price[price], 10, "%s", fl_door_row_of((fl_door_price)price)->name);
    }
    cr_expect_gt(out.has_way[false], 10);
    cr_expect_gt(out.has_way[true], 10);
}

/* With the demand, every floor has a way by the naive side's reckoning, too. */
Test(oracle, grid_ways_that_are_demanded_are_there_for_the_naive_generator)
{
    differences out = differences_of(tagged, "open_way=demanded", scale_oracle(2000));
    cr_expect_eq(out.has_way[false], 0);
}

Test(oracle, grid_doors_of_kinds_agree_with_the_naive_generator)
{
    differences out = differences_of(kinds, "", scale_oracle(400));
    for (unsigned price = 0; price < FL_DOOR_WALL; price++) {
        cr_expect_gt(out.of_price[price], 10, "%s", fl_door_row_of((fl_door_price)price)->name);
    }
}

/* ---- mistakes in the tags of one side ---- */

static struct naive_tag *tag_named(pair *self, const char *name)
{
    for (int i = 0; i < self->group.tags_n; i++) {
        if (strcmp(self->group.tag[i].name, name) == 0) {
            return &self->group.tag[i];
        }
    }
    cr_assert_fail("no tag is named '%s'", name);
    return NULL;
}

static void forget_walls(struct naive_tag *tag)
{
    memset(tag->has_no_door_to, 0, sizeof tag->has_no_door_to);
}

static void leave_out_where_others_lead(pair *self, int tag)
{
    for (unsigned i = 0; i < self->ours.rules->entries_n; i++) {
        self->group.type[i].has_tag[tag] = naive_leading_tag(&self->group, (int)i) == &self->group.tag[tag];
    }
}

/* Name, where it must show (rooms, doors, ways), what is done. */
#define PLANTS(X)                                                                                            \
    X(price, false, true, false, tag_named(self, "guarded")->price = "bomb")                                 \
    X(price_by_kind, true, false, false, tag_named(self, "vault")->name = "treasure")                        \
    X(priority, true, true, false, tag_named(self, "toll")->priority = 65)                                   \
    X(door_in_wall, false, true, false, forget_walls(tag_named(self, "guarded")))                            \
    X(tag_left_out, true, true, false,                                                                       \
      leave_out_where_others_lead(self, (int)(tag_named(self, "lit") - self->group.tag)))                    \
    X(other_end, true, false, true, tag_named(self, "end")->name = "exit")                                   \
    X(open_ward, false, true, true, tag_named(self, "ward")->price = "open")

#define PLANT(name, in_rooms, in_doors, in_ways, statement)                                                  \
    static void plant_##name(pair *self)                                                                     \
    {                                                                                                        \
        statement;                                                                                           \
    }
PLANTS(PLANT)

#define PLANT_ROW(name, in_rooms, in_doors, in_ways, statement)                                              \
    {#name, plant_##name, in_rooms, in_doors, in_ways},

Test(oracle, grid_mistakes_in_tags_are_caught_floor_by_floor)
{
    static const struct {
        const char *name;
        void (*plant)(pair *self);
        bool in_rooms, in_doors, in_ways;
    } table[] = {PLANTS(PLANT_ROW)};
    static pair both;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        differences out = {0};
        memset(&both, 0, sizeof both);
        pair_open(&both, tagged, "");
        table[i].plant(&both);
        compare_floors(&both, 200, &out);
        cr_log_info("%s: %u rooms, %u doors, %u ways", table[i].name, out.rooms, out.doors, out.ways);
        cr_expect(!table[i].in_rooms || out.rooms > 0, "%s in rooms", table[i].name);
        cr_expect(!table[i].in_doors || out.doors > 0, "%s in doors", table[i].name);
        cr_expect(!table[i].in_ways || out.ways > 0, "%s in ways", table[i].name);
        pair_close(&both);
    }
}
