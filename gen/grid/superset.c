/* SPDX-License-Identifier: MIT */
/* Tests if rules can make a given floor: its rooms are placed on the generator's own board, each beside those
 * that are there, and judged as the generator judges its attempts.
 *
 * One order is tried, so this is an answer for rules to which the order does not matter: of one pass, without
 * distances, and with a chance below 1 for any number of neighbours, as the ruleset `superset`. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

const char *const fl_grid_obstacle_names[FL_GRID_OBSTACLES] = {"none",  "no_floor", "start", "shape", "tag",
                                                               "place", "count",    "apart", "doors"};

typedef struct corner {
    int x, y;
} corner;

typedef struct floor_copy {
    const fl_grid_rules *rules;
    const fl_floor *floor;
    fl_grid_board *board;
    uint8_t *stands; /* [rooms] */
    unsigned placed[FL_GRID_ENTRIES];
    char *why;
} floor_copy;

/* Returns the place of a cell of the floor on the board of the rules; -1: beyond it. */
static int32_t place_of(const floor_copy *self, int x, int y)
{
    const fl_grid_rules *rules = self->rules;
    const fl_floor *floor = self->floor;
    int start = floor->cells[floor->rooms[0].cells_from];
    int left = rules->start_at % rules->stride - rules->pad + x - start % floor->width;
    int top = rules->start_at / rules->stride - rules->pad + y - start / floor->width;
    bool is_on = left >= 0 && top >= 0 && left < rules->width && top < rules->height;
    return is_on ? (top + rules->pad) * rules->stride + left + rules->pad : -1;
}

static corner corner_of(const floor_copy *self, const fl_room *room)
{
    corner out = {FL_FLOOR_SIDE_MAX, FL_FLOOR_SIDE_MAX};
    for (unsigned i = 0; i < room->cells_n; i++) {
        int cell = self->floor->cells[room->cells_from + i];
        out.x = cell % self->floor->width < out.x ? cell % self->floor->width : out.x;
        out.y = cell / self->floor->width < out.y ? cell / self->floor->width : out.y;
    }
    return out;
}

static fl_grid_obstacle refuse(const floor_copy *self, unsigned number, fl_grid_obstacle obstacle,
                               const char *why)
{
    const fl_room *room = &self->floor->rooms[number];
    corner at = corner_of(self, room);
    snprintf(self->why, FL_GRID_WHY, "room %u at (%d,%d), %.40s%s: %.120s", number, at.x, at.y,
             room->tag ? room->tag : fl_kind_of(room->kind)->name, room->is_end ? " (the end)" : "", why);
    return obstacle;
}

/* True if an entry has the tags of a room. Kinds that the rules do not have are special or normal rooms. */
static bool has_tags(const fl_grid_rules *rules, const fl_room *room, const fl_grid_entry *entry)
{
    unsigned tag = fl_grid_tags_of_room(rules, room);
    bool is_narrow = room->shape != FL_SHAPE_FREE && fl_shape_of(room->shape)->full != room->shape;
    if (entry->is_end != room->is_end ||
        (rules->narrow && ((entry->tags & rules->narrow) != 0) != is_narrow)) {
        return false;
    }
    if (tag < rules->tags_n && (rules->leading[room->is_end] >> tag & 1)) {
        return entry->tag == tag;
    }
    bool is_special = room->kind != FL_KIND_NORMAL && (rules->leading[false] >> FL_KIND_SPECIAL & 1);
    return room->is_end || entry->tag == (is_special ? FL_KIND_SPECIAL : FL_KIND_NORMAL);
}

static bool has_cells(const floor_copy *self, unsigned number, const fl_grid_rotation *rotation)
{
    corner first = corner_of(self, &self->floor->rooms[number]);
    bool is_same = rotation->tiles_n == self->floor->rooms[number].cells_n;
    for (unsigned i = 0; i < rotation->tiles_n && is_same; i++) {
        is_same = fl_floor_room_at(self->floor, first.x + rotation->tile[i].x,
                                   first.y + rotation->tile[i].y) == (int)number;
    }
    return is_same;
}

/* Places a room beside those on the board, if it touches one. */
static fl_grid_obstacle place(floor_copy *self, unsigned number)
{
    const fl_grid_rules *rules = self->rules;
    const fl_room *room = &self->floor->rooms[number];
    corner first = corner_of(self, room);
    fl_grid_obstacle obstacle = FL_GRID_NO_SHAPE;
    for (unsigned i = 1; i < rules->entries_n; i++) {
        const fl_grid_entry *entry = &rules->entries[i];
        for (unsigned turn = 0; turn < entry->rotations_n; turn++) {
            if (!has_cells(self, number, &entry->rotation[turn])) {
                continue;
            }
            obstacle = FL_GRID_NO_TAG;
            if (!has_tags(rules, room, entry)) {
                break;
            }
            fl_grid_spot spot = {&entry->rotation[turn], place_of(self, first.x, first.y)};
            fl_grid_attempt attempt;
            unsigned near = 0;
            if (spot.at < 0 || self->board->tiles_n + entry->tiles_n > rules->tiles_max ||
                !fl_grid_board_fits(self->board, &spot, &near)) {
                return refuse(self, number, FL_GRID_NO_PLACE, "the board ends there, or has too many tiles");
            }
            if (near == 0) {
                return FL_GRID_NO_OBSTACLE;
            }
            int tier = rules->rulesets[entry->rules].tier_of[near];
            fl_grid_outcome outcome =
                tier < 0 ? FL_GRID_UNLISTED : fl_grid_place_judge(self->board, i, tier, &spot, &attempt);
            if (outcome != FL_GRID_PLACED) {
                return refuse(self, number, FL_GRID_NO_PLACE, fl_grid_outcome_text(outcome));
            }
            fl_grid_board_place(self->board, i, turn, spot.at);
            self->placed[i]++;
            self->stands[number] = 1;
            return FL_GRID_NO_OBSTACLE;
        }
    }
    return refuse(self, number, obstacle,
                  obstacle == FL_GRID_NO_TAG ? "rooms of that shape have other tags"
                                             : "no room of the ruleset has that shape");
}

/* The room of the board on a cell of the floor, plus 1; 0: none. */
static unsigned owner_at(const floor_copy *self, int x, int y)
{
    int at = x < self->floor->width && y < self->floor->height ? place_of(self, x, y) : -1;
    unsigned owner = at >= 0 ? self->board->owner[at] : 0;
    return owner == FL_GRID_BOARD_WALL ? 0 : owner;
}

/* True if the rules have a door between two rooms of the board that touch. */
static bool wants_door(const floor_copy *self, unsigned a, unsigned b)
{
    const fl_grid_entry *entries = self->rules->entries;
    const fl_grid_room *rooms = self->board->rooms;
    return a != 0 && b != 0 && a != b &&
           !fl_grid_tags_wall(&entries[rooms[a - 1].entry], &entries[rooms[b - 1].entry]);
}

/* True if two touching cells of two rooms have a door exactly if there is no wall between their tags. Each
 * such pair has at most one door, so counting them is enough. */
static bool has_doors(const floor_copy *self)
{
    const fl_floor *floor = self->floor;
    unsigned wanted = 0;
    unsigned doors = 0;
    for (int i = 0; i < floor->width * floor->height; i++) {
        unsigned owner = owner_at(self, i % floor->width, i / floor->width);
        wanted += wants_door(self, owner, owner_at(self, i % floor->width + 1, i / floor->width));
        wanted += wants_door(self, owner, owner_at(self, i % floor->width, i / floor->width + 1));
    }
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        unsigned a = owner_at(self, door->cell_a % floor->width, door->cell_a / floor->width);
        unsigned b = owner_at(self, door->cell_b % floor->width, door->cell_b / floor->width);
        if (!door->is_wall && a != 0 && b != 0) {
            doors++;
            if (!wants_door(self, a, b)) {
                return false;
            }
        }
    }
    return wanted == doors;
}

/* Places all rooms that lead to the start. */
static fl_grid_obstacle place_rooms(floor_copy *self)
{
    fl_grid_obstacle obstacle = FL_GRID_NO_OBSTACLE;
    unsigned before = 0;
    while (self->board->rooms_n > before && !obstacle) {
        before = self->board->rooms_n;
        for (unsigned i = 1; i < self->floor->rooms_n && !obstacle; i++) {
            obstacle = self->stands[i] ? obstacle : place(self, i);
        }
    }
    return obstacle;
}

size_t fl_grid_obstacle_size(const fl_grid_rules *rules, uint32_t cells_max)
{
    return fl_grid_board_size(rules) + cells_max;
}

fl_grid_obstacle fl_grid_obstacle_of(const fl_grid_rules *rules, const fl_floor *floor, void *scratch,
                                     char why[FL_GRID_WHY])
{
    floor_copy self = {.rules = rules, .floor = floor, .board = scratch, .why = why};
    why[0] = '\0';
    if (floor->failure || floor->rooms_n == 0) {
        snprintf(why, FL_GRID_WHY, "%.200s", floor->failure ? floor->failure : "the floor has no rooms");
        return FL_GRID_NO_FLOOR;
    }
    self.stands = (uint8_t *)scratch + fl_grid_board_size(rules);
    memset(self.stands, 0, floor->rooms_n);
    fl_grid_board_prepare(self.board, rules);
    fl_grid_board_reset(self.board);
    if (!has_cells(&self, 0, &rules->entries[0].rotation[0])) {
        return refuse(&self, 0, FL_GRID_NO_START, "the start has another shape");
    }
    fl_grid_obstacle obstacle = place_rooms(&self);
    for (unsigned i = 0; i < rules->passes_n && !obstacle; i++) {
        const char *text = fl_grid_pass_queue_refuses(rules, &rules->passes[i], self.placed);
        snprintf(why, FL_GRID_WHY, "%.200s", text ? text : "");
        obstacle = text ? FL_GRID_NO_COUNT : obstacle;
    }
    if (!obstacle && !has_doors(&self)) {
        snprintf(why, FL_GRID_WHY, "two rooms touch without a door, or with one, against their tags");
        obstacle = FL_GRID_NO_DOORS;
    }
    for (unsigned i = 1; i < floor->rooms_n && !obstacle; i++) {
        obstacle = self.stands[i] ? obstacle
                                  : refuse(&self, i, FL_GRID_APART,
                                           "it touches no room that leads to the start, and every room is "
                                           "placed beside another; all others can be made");
    }
    return obstacle;
}
