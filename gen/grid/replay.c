/* SPDX-License-Identifier: MIT */
/* Replays a derivation on the generator's own board, and trusts nothing that the search has computed: every
 * placement is judged as the generator judges its attempts, and the board must become the floor.
 *
 * A placement in a lower tier needs that no place of a higher one is possible, for a tier is left only after
 * a round without a possible attempt. And a chance of 1 ends the search: so the search must be able to come
 * from the room placed last to a room beside the place without trying such a place on its way. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

int32_t fl_grid_replay_at(const fl_grid_rules *rules, const fl_floor *floor, int x, int y)
{
    int start_x = FL_FLOOR_SIDE_MAX;
    int start_y = FL_FLOOR_SIDE_MAX;
    const fl_room *start = &floor->rooms[0];
    for (unsigned i = 0; i < start->cells_n; i++) {
        int cell = floor->cells[start->cells_from + i];
        start_x = cell % floor->width < start_x ? cell % floor->width : start_x;
        start_y = cell / floor->width < start_y ? cell / floor->width : start_y;
    }
    int left = rules->start_at % rules->stride - rules->pad + x - start_x;
    int top = rules->start_at / rules->stride - rules->pad + y - start_y;
    bool is_on = left >= 0 && top >= 0 && left < rules->width && top < rules->height;
    return is_on ? (top + rules->pad) * rules->stride + left + rules->pad : -1;
}

/* ---- from where the search can come ---- */

typedef struct walking {
    fl_grid_board *board;
    unsigned entry;
    int tier;
    bool can_be_sure; /* some attempt could have a chance of 1 */
} walking;

static const fl_grid_rotation *rotation_of(const fl_grid_board *board, unsigned room)
{
    return &board->rules->entries[board->rooms[room].entry].rotation[board->rooms[room].rotation];
}

/* Whether a place that covers an empty tile has a chance of 1. */
static bool is_sure(const walking *self, int tile)
{
    const fl_grid_entry *entry = &self->board->rules->entries[self->entry];
    for (unsigned turn = 0; turn < entry->rotations_n; turn++) {
        const fl_grid_rotation *rotation = &entry->rotation[turn];
        for (unsigned i = 0; i < rotation->tiles_n; i++) {
            fl_grid_attempt attempt;
            fl_grid_spot spot = {rotation, tile - rotation->tile_at[i]};
            if (fl_grid_place_judge(self->board, self->entry, self->tier, &spot, &attempt) ==
                    FL_GRID_PLACED &&
                attempt.chance >= FL_GRID_RULES_SURE) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the search can go on from a room to one beside it. With tiles first it has tried all empty tiles
 * beside the room by then, otherwise one. */
static bool lets_pass(const walking *self, unsigned room)
{
    const fl_grid_rotation *rotation = rotation_of(self->board, room);
    bool tries_all = self->board->rules->search == FL_GRID_TILES_FIRST;
    bool has_free = false;
    bool has_sure = false;
    for (unsigned i = 0; i < rotation->rim_n && self->can_be_sure; i++) {
        int tile = self->board->rooms[room].at + rotation->rim_at[i];
        if (self->board->owner[tile] == 0) {
            bool sure = is_sure(self, tile);
            has_sure = has_sure || sure;
            has_free = has_free || !sure;
        }
    }
    return !has_sure || (has_free && !tries_all);
}

void fl_grid_replay_walk(fl_grid_board *board, unsigned entry, int tier, const fl_grid_spot *spot,
                         uint8_t *ok)
{
    walking self = {board, entry, tier, fl_grid_ruleset_of(board->rules, entry)->can_be_sure};
    unsigned tail = 0;
    memset(ok, 0, board->rooms_n);
    for (unsigned i = 0; i < spot->rotation->rim_n; i++) {
        unsigned owner = board->owner[spot->at + spot->rotation->rim_at[i]];
        if (owner != 0 && owner != FL_GRID_BOARD_WALL && !ok[owner - 1]) {
            ok[owner - 1] = 1;
            board->stack[tail++] = (uint16_t)(owner - 1);
        }
    }
    for (unsigned head = 0; head < tail; head++) {
        unsigned room = board->stack[head];
        const fl_grid_rotation *rotation = rotation_of(board, room);
        for (unsigned i = 0; i < rotation->rim_n; i++) {
            unsigned owner = board->owner[board->rooms[room].at + rotation->rim_at[i]];
            if (owner != 0 && owner != FL_GRID_BOARD_WALL && !ok[owner - 1] && lets_pass(&self, owner - 1)) {
                ok[owner - 1] = 1;
                board->stack[tail++] = (uint16_t)(owner - 1);
            }
        }
    }
}

/* ---- the replay ---- */

typedef struct replaying {
    const fl_grid_rules *rules;
    const fl_floor *floor;
    fl_grid_derivation *out;
    fl_grid_board *board;
    uint16_t *room_of; /* [number on the board] room of the floor */
    uint8_t *ok;
    unsigned placed[FL_GRID_ENTRIES];
} replaying;

static bool refuse(replaying *self, unsigned step, const char *why)
{
    snprintf(self->out->why, sizeof self->out->why, "step %u: %s", step + 1, why);
    return false;
}

/* Whether a possible place of a higher tier is anywhere on the board. */
static bool has_better(replaying *self, const fl_grid_step *step, int tier)
{
    const fl_grid_rules *rules = self->rules;
    const fl_grid_entry *entry = &rules->entries[step->entry];
    for (int better = 0; better < tier; better++) {
        for (unsigned turn = 0; turn < entry->rotations_n; turn++) {
            for (int i = 0; i < rules->width * rules->height; i++) {
                int at = (i / rules->width + rules->pad) * rules->stride + i % rules->width + rules->pad;
                fl_grid_spot spot = {&entry->rotation[turn], at};
                fl_grid_attempt attempt;
                if (fl_grid_place_judge(self->board, step->entry, better, &spot, &attempt) ==
                    FL_GRID_PLACED) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The room to which the search comes; false if it comes to none. */
static bool find_from(replaying *self, fl_grid_step *step, int tier, const fl_grid_spot *spot)
{
    fl_grid_board *board = self->board;
    unsigned last = board->rooms_n - 1;
    fl_grid_replay_walk(board, step->entry, tier, spot, self->ok);
    unsigned from = 0;
    for (unsigned i = 0; i < spot->rotation->rim_n; i++) {
        unsigned owner = board->owner[spot->at + spot->rotation->rim_at[i]];
        bool is_room = owner != 0 && owner != FL_GRID_BOARD_WALL;
        from = is_room && owner > from ? owner : from; /* the one placed last */
    }
    step->from = self->room_of[from - 1];
    return self->ok[last];
}

static const char *place(replaying *self, fl_grid_step *step)
{
    const fl_grid_rules *rules = self->rules;
    const fl_grid_entry *entry = &rules->entries[step->entry];
    const fl_grid_ruleset *ruleset = fl_grid_ruleset_of(rules, step->entry);
    fl_grid_spot spot = {&entry->rotation[step->rotation],
                         fl_grid_replay_at(rules, self->floor, step->x, step->y)};
    fl_grid_attempt attempt;
    unsigned near = 0;
    if (spot.at < 0 || self->board->tiles_n + entry->tiles_n > rules->tiles_max) {
        return "it is not on the board";
    }
    if (!fl_grid_board_fits(self->board, &spot, &near) || near == 0) {
        return "it overlaps a room, or touches none";
    }
    int tier = ruleset->tier_of[near];
    fl_grid_outcome outcome = fl_grid_place_judge(self->board, step->entry, tier, &spot, &attempt);
    if (tier < 0 || outcome != FL_GRID_PLACED) {
        return fl_grid_outcome_text(tier < 0 ? FL_GRID_UNLISTED : outcome);
    }
    if (has_better(self, step, tier)) {
        return fl_grid_outcome_text(FL_GRID_OTHER_TIER);
    }
    if (!find_from(self, step, tier, &spot)) {
        return "the search ends before it comes there, at a place of the chance 1";
    }
    step->neighbours = (uint16_t)attempt.neighbours;
    step->distance = (uint16_t)attempt.distance;
    step->chance = attempt.chance;
    self->room_of[self->board->rooms_n] = step->room;
    self->placed[step->entry]++;
    fl_grid_board_place(self->board, step->entry, step->rotation, spot.at);
    return NULL;
}

/* Whether a step makes the room of the floor that it says: its cells and its tags. */
static bool makes_room(const replaying *self, const fl_grid_step *step)
{
    const fl_floor *floor = self->floor;
    const fl_grid_rules *rules = self->rules;
    if (step->room == 0 || step->room >= floor->rooms_n || step->entry == 0 ||
        step->entry >= rules->entries_n || step->rotation >= rules->entries[step->entry].rotations_n) {
        return false;
    }
    const fl_grid_rotation *rotation = &rules->entries[step->entry].rotation[step->rotation];
    const fl_room *room = &floor->rooms[step->room];
    bool is_same = rotation->tiles_n == room->cells_n && fl_grid_derive_tags_fit(rules, room, step->entry);
    for (unsigned i = 0; i < rotation->tiles_n; i++) {
        int x = step->x + rotation->tile[i].x;
        int y = step->y + rotation->tile[i].y;
        is_same = is_same && fl_floor_room_at(floor, x, y) == step->room;
    }
    return is_same;
}

static bool has_start(const replaying *self)
{
    const fl_grid_rotation *rotation = &self->rules->entries[0].rotation[0];
    const fl_room *start = &self->floor->rooms[0];
    bool is_same = rotation->tiles_n == start->cells_n;
    for (unsigned i = 0; i < start->cells_n && is_same; i++) {
        int cell = self->floor->cells[start->cells_from + i];
        int at =
            fl_grid_replay_at(self->rules, self->floor, cell % self->floor->width, cell / self->floor->width);
        is_same = at >= 0 && self->board->owner[at] == 1;
    }
    return is_same;
}

/* Whether every room that is not placed touches none that is. */
static bool lacks_only_apart(const replaying *self)
{
    const fl_floor *floor = self->floor;
    memset(self->ok, 0, floor->rooms_n);
    for (unsigned i = 0; i < self->board->rooms_n; i++) {
        self->ok[self->room_of[i]] = 1;
    }
    for (int i = 0; i < floor->width * floor->height; i++) {
        int x = i % floor->width;
        int y = i / floor->width;
        int here = fl_floor_room_at(floor, x, y);
        int right = fl_floor_room_at(floor, x + 1, y);
        int below = fl_floor_room_at(floor, x, y + 1);
        if (here >= 0 && ((right >= 0 && self->ok[here] != self->ok[right]) ||
                          (below >= 0 && self->ok[here] != self->ok[below]))) {
            return false;
        }
    }
    return true;
}

/* The room of the board on a cell of the floor, plus 1; 0: none. */
static unsigned owner_at(const replaying *self, int x, int y)
{
    int at = fl_grid_replay_at(self->rules, self->floor, x, y);
    unsigned owner = at >= 0 ? self->board->owner[at] : 0;
    return owner == FL_GRID_BOARD_WALL ? 0 : owner;
}

/* Whether the rules have a door between two rooms of the board that touch. */
static bool wants_door(const replaying *self, unsigned a, unsigned b)
{
    const fl_grid_entry *entries = self->rules->entries;
    const fl_grid_room *rooms = self->board->rooms;
    return a != 0 && b != 0 && a != b &&
           !fl_grid_tags_wall(&entries[rooms[a - 1].entry], &entries[rooms[b - 1].entry]);
}

/* Whether two touching cells of two rooms have a door exactly if there is no wall between their tags. Each
 * such pair has one door at most; so it is enough to count them. */
static bool has_doors(const replaying *self)
{
    const fl_floor *floor = self->floor;
    unsigned wanted = 0;
    unsigned doors = 0;
    for (int i = 0; i < floor->width * floor->height; i++) {
        int x = i % floor->width;
        int y = i / floor->width;
        wanted += wants_door(self, owner_at(self, x, y), owner_at(self, x + 1, y));
        wanted += wants_door(self, owner_at(self, x, y), owner_at(self, x, y + 1));
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

static bool replay_steps(replaying *self, fl_grid_step *steps)
{
    const fl_grid_rules *rules = self->rules;
    unsigned pass = 0;
    for (unsigned i = 0; i < self->out->steps_n; i++) {
        if (!makes_room(self, &steps[i])) {
            return refuse(self, i, "it does not make a room of the floor");
        }
        if (rules->entries[steps[i].entry].pass < pass) {
            return refuse(self, i, "its pass is over");
        }
        pass = rules->entries[steps[i].entry].pass;
        const char *why = place(self, &steps[i]);
        if (why) {
            return refuse(self, i, why);
        }
    }
    for (unsigned i = 0; i < rules->passes_n; i++) {
        const char *why = fl_grid_pass_queue_refuses(rules, &rules->passes[i], self->placed);
        if (why) {
            return refuse(self, self->out->steps_n, why);
        }
    }
    return true;
}

bool fl_grid_replay(const fl_grid_rules *rules, const fl_floor *floor, fl_grid_derivation *out, void *scratch)
{
    fl_grid_board *board = scratch;
    size_t used = fl_grid_board_size(rules);
    replaying self = {.rules = rules, .floor = floor, .out = out, .board = board};
    self.room_of = (uint16_t *)((char *)scratch + used);
    self.ok = (uint8_t *)(self.room_of + floor->cells_max + rules->tiles_max);
    fl_grid_board_prepare(board, rules);
    fl_grid_board_reset(board);
    self.room_of[0] = 0;
    out->why[0] = '\0';
    if (!has_start(&self)) {
        return refuse(&self, 0, "the start is another one");
    }
    if (!replay_steps(&self, out->steps)) {
        return false;
    }
    if (!lacks_only_apart(&self)) {
        return refuse(&self, out->steps_n, "a room of the floor is missing");
    }
    if (!has_doors(&self)) {
        return refuse(&self, out->steps_n, "there are other doors and walls");
    }
    return !rules->demands_open_way || fl_grid_way_is_open(board) ||
           refuse(&self, out->steps_n, "no open way leads to the end");
}
