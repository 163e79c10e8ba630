/* SPDX-License-Identifier: MIT */
/* The search for a derivation, from the end: which room could have been placed last, which before it, and so
 * on to the start. What decides whether a room could be the last depends on the set of rooms that stand alone
 * (and on the room before it, where a chance of 1 may end the generator's search), so states from which
 * nothing was found are remembered and never tried again.
 *
 * The rooms are tried in the order in which the floor lists them, the last first, which for floors of this
 * generator is the order in which they came about; then those with the fewest neighbours first, which is
 * right where rules limit neighbours from above. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <string.h>

enum { NOTHING_YET = -1, CLOSED = -2, ALIGN = 16, FAR_AWAY = UINT16_MAX, CLOSING = 1 };

/* ---- names ---- */

const char *fl_grid_obstacle_name(fl_grid_obstacle obstacle)
{
#define FL_GRID_NAMED(symbol, name, meaning) name,
    static const char *const names[] = {FL_GRID_OBSTACLE_TABLE(FL_GRID_NAMED)};
#undef FL_GRID_NAMED
    return names[(unsigned)obstacle < FL_GRID_OBSTACLES ? obstacle : FL_GRID_UNDECIDED];
}

const char *fl_grid_obstacle_meaning(fl_grid_obstacle obstacle)
{
#define FL_GRID_NAMED(symbol, name, meaning) meaning,
    static const char *const meanings[] = {FL_GRID_OBSTACLE_TABLE(FL_GRID_NAMED)};
#undef FL_GRID_NAMED
    return meanings[(unsigned)obstacle < FL_GRID_OBSTACLES ? obstacle : FL_GRID_UNDECIDED];
}

/* ---- memory ---- */

static void *carve(char *base, size_t *used, size_t bytes)
{
    void *out = base ? base + *used : NULL;
    *used += (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    return out;
}

/* Places the arrays; the first part is what a replay uses. */
static size_t place_arrays(fl_grid_deriving *self, char *base, const fl_grid_rules *rules, size_t cells)
{
    size_t used = 0;
    self->board = carve(base, &used, fl_grid_board_size(rules));
    carve(base, &used, (cells + rules->tiles_max) * (sizeof(uint16_t) + sizeof(uint8_t)));
    self->rooms = carve(base, &used, cells * sizeof *self->rooms);
    self->touches = carve(base, &used, 4 * cells * sizeof *self->touches);
    self->choices = carve(base, &used, cells * rules->entries_n * sizeof *self->choices);
    self->frames = carve(base, &used, (cells + FL_GRID_PASSES + 1) * sizeof *self->frames);
    self->needs = carve(base, &used, 4 * cells * sizeof *self->needs);
    self->steps = carve(base, &used, cells * sizeof *self->steps);
    self->memo = carve(base, &used, FL_GRID_MEMO * sizeof *self->memo);
    self->queue = carve(base, &used, cells * sizeof *self->queue);
    self->distance = carve(base, &used, cells * sizeof *self->distance);
    self->of_board = carve(base, &used, cells * sizeof *self->of_board);
    self->mark = carve(base, &used, cells * sizeof *self->mark);
    self->allows = carve(base, &used, cells);
    self->ok = carve(base, &used, cells + rules->tiles_max);
    return used;
}

size_t fl_grid_derive_size(const fl_grid_rules *rules, uint32_t cells_max)
{
    fl_grid_deriving none;
    return place_arrays(&none, NULL, rules, cells_max);
}

/* ---- states ---- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a + 1) * 0x9e3779b97f4a7c15ULL ^ (b + 1) * 0xc2b2ae3d27d4eb4fULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return (x ^ x >> 31) | 1;
}

/* What tells this state from others. */
static uint64_t state_of(const fl_grid_deriving *self)
{
    return self->hash ^ mix(self->pass, 1U << 20) ^ mix((uint64_t)(self->pending + 1), 1U << 21);
}

static bool knows(const fl_grid_deriving *self, uint64_t state)
{
    unsigned i = (unsigned)(state >> 20) % FL_GRID_MEMO;
    for (; self->memo[i] != 0; i = (i + 1) % FL_GRID_MEMO) {
        if (self->memo[i] == state) {
            return true;
        }
    }
    return false;
}

static void remember(fl_grid_deriving *self, uint64_t state)
{
    unsigned i = (unsigned)(state >> 20) % FL_GRID_MEMO;
    if (self->memo_n >= FL_GRID_MEMO / 2) {
        return;
    }
    while (self->memo[i] != 0) {
        i = (i + 1) % FL_GRID_MEMO;
    }
    self->memo[i] = state;
    self->memo_n++;
}

/* ---- distances ---- */

/* Walks through the rooms that stand, without one; the queue holds them. Returns the distance at which that
 * one was placed if it is the last; 0 if the others do not hang together without it. */
static unsigned distance_without(fl_grid_deriving *self, unsigned without)
{
    unsigned tail = 0;
    unsigned nearest = FAR_AWAY;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        self->distance[i] = FAR_AWAY;
    }
    self->queue[tail++] = 0;
    self->distance[0] = 0;
    for (unsigned head = 0; head < tail; head++) {
        unsigned number = self->queue[head];
        const fl_grid_derive_room *room = &self->rooms[number];
        for (unsigned i = 0; i < room->touches_n; i++) {
            unsigned other = self->touches[room->touches_from + i].room;
            if (other == without) {
                nearest = self->distance[number] < nearest ? self->distance[number] : nearest;
            } else if (self->rooms[other].stands && self->distance[other] == FAR_AWAY) {
                self->distance[other] = (uint16_t)(self->distance[number] + 1);
                self->queue[tail++] = (uint16_t)other;
            }
        }
    }
    return tail == self->standing_n - 1 && nearest != FAR_AWAY ? nearest + 1 : 0;
}

/* ---- the generator's board, where the search for a place matters ---- */

/* Places a room, by one of the entries that it can have by now. Another one may have other connections, which
 * only matters to rules that mind them. */
static void stand_on_board(fl_grid_deriving *self, unsigned number, bool minds)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    const fl_grid_entry *entries = self->rules->entries;
    const fl_grid_choice *chosen = NULL;
    for (unsigned i = 0; i < room->choices_n; i++) {
        const fl_grid_choice *choice = &self->choices[room->choices_from + i];
        if (entries[choice->entry].pass <= self->pass) {
            chosen = chosen ? chosen : choice;
            self->is_inexact = self->is_inexact || (minds && entries[choice->entry].connections !=
                                                                 entries[chosen->entry].connections);
        }
    }
    self->of_board[self->board->rooms_n] = (uint16_t)number;
    fl_grid_board_place(self->board, chosen->entry, chosen->rotation,
                        fl_grid_replay_at(self->rules, self->floor, room->x, room->y));
}

/* Places all rooms that stand, without one (0: all), each beside another, for a placement by these rules. */
static void build_board(fl_grid_deriving *self, unsigned without, const fl_grid_ruleset *rules)
{
    distance_without(self, without > 0 ? without : self->rooms_n);
    unsigned n = self->standing_n - (without > 0);
    fl_grid_board_reset(self->board);
    self->of_board[0] = 0;
    for (unsigned i = 1; i < n; i++) {
        stand_on_board(self, self->queue[i], !rules->ignores_connections);
    }
}

static fl_grid_spot spot_of(const fl_grid_deriving *self, unsigned number, fl_grid_choice choice)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    return (fl_grid_spot){&self->rules->entries[choice.entry].rotation[choice.rotation],
                          fl_grid_replay_at(self->rules, self->floor, room->x, room->y)};
}

/* Whether a place of a tier is possible beside a room of the board. */
static bool has_place(fl_grid_deriving *self, unsigned entry, int tier)
{
    const fl_grid_board *board = self->board;
    const fl_grid_entry *row = &self->rules->entries[entry];
    for (unsigned room = 0; room < board->rooms_n; room++) {
        const fl_grid_rotation *of =
            &self->rules->entries[board->rooms[room].entry].rotation[board->rooms[room].rotation];
        for (unsigned i = 0; i < of->rim_n * row->rotations_n; i++) {
            const fl_grid_rotation *rotation = &row->rotation[i % row->rotations_n];
            int tile = board->rooms[room].at + of->rim_at[i / row->rotations_n];
            for (unsigned k = 0; k < rotation->tiles_n && board->owner[tile] == 0; k++) {
                fl_grid_attempt attempt;
                fl_grid_spot spot = {rotation, tile - rotation->tile_at[k]};
                if (fl_grid_place_judge(self->board, entry, tier, &spot, &attempt) == FL_GRID_PLACED) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Whether no higher tier has a place when the room is placed. */
static bool is_of_best_tier(fl_grid_deriving *self, unsigned number, fl_grid_choice choice)
{
    const fl_grid_ruleset *rules = fl_grid_ruleset_of(self->rules, choice.entry);
    int tier = rules->tier_of[self->rooms[number].touching];
    if (tier == 0) {
        return true;
    }
    build_board(self, number, rules);
    for (int better = 0; better < tier; better++) {
        if (has_place(self, choice.entry, better)) {
            bool is_nearer = self->misplaced < 0 || self->standing_n < self->misplaced_at;
            self->misplaced = is_nearer ? (int)number : self->misplaced;
            self->misplaced_at = is_nearer ? self->standing_n : self->misplaced_at;
            return false;
        }
    }
    return true;
}

/* Finds which rooms may come right before the room removed last. */
static void find_pending(fl_grid_deriving *self)
{
    int last = -1;
    for (unsigned i = self->depth; i > 0 && last < 0; i--) {
        last = self->frames[i - 1].room >= 0 ? self->frames[i - 1].room : -1;
    }
    self->pending = -1;
    if (last < 0) {
        return;
    }
    const fl_grid_derive_room *room = &self->rooms[last];
    fl_grid_choice choice = {room->entry, room->rotation};
    const fl_grid_ruleset *rules = fl_grid_ruleset_of(self->rules, choice.entry);
    if (!rules->can_be_sure) {
        return;
    }
    fl_grid_spot spot = spot_of(self, (unsigned)last, choice);
    build_board(self, 0, rules);
    fl_grid_replay_walk(self->board, choice.entry, rules->tier_of[room->touching], &spot, self->ok);
    for (unsigned i = 0; i < self->board->rooms_n; i++) {
        self->allows[self->of_board[i]] = self->ok[i];
        self->pending = self->ok[i] ? self->pending : last;
    }
}

/* ---- which room could be the last ---- */

/* Whether counts and tiles of the pass leave room for one more. */
static bool is_counted(const fl_grid_deriving *self, unsigned number, unsigned entry)
{
    const fl_grid_entry *row = &self->rules->entries[entry];
    const fl_grid_pass *pass = &self->rules->passes[row->pass];
    uint64_t counted = row->subordinates | 1ULL << (entry - pass->first);
    if (self->tiles[row->pass] + self->rooms[number].tiles_n > pass->tiles_max) {
        return false;
    }
    for (; counted; counted &= counted - 1) {
        unsigned i = pass->first + (unsigned)__builtin_ctzll(counted);
        const fl_grid_entry *other = &self->rules->entries[i];
        if (other->max > 0 && other->max >= other->min && self->count[i] >= other->max) {
            return false;
        }
    }
    return true;
}

/* What rooms beside it say: their connections, and the walls to those that are removed already. */
static bool suits_neighbours(const fl_grid_deriving *self, unsigned number, unsigned entry)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    bool minds = !fl_grid_ruleset_of(self->rules, entry)->ignores_connections;
    for (unsigned i = 0; i < room->touches_n; i++) {
        const fl_grid_touch *touch = &self->touches[room->touches_from + i];
        const fl_grid_derive_room *other = &self->rooms[touch->room];
        if (other->stands && minds && other->touching > other->connections) {
            return false;
        }
        if (self->rules->has_walls && (touch->room == 0 || !other->stands) &&
            fl_grid_tags_wall(&self->rules->entries[entry],
                              &self->rules->entries[touch->room == 0 ? 0 : other->entry]) !=
                (touch->doors == 0)) {
            return false;
        }
    }
    return true;
}

/* What can be said without walking through the rooms. */
static bool is_likely(const fl_grid_deriving *self, unsigned number, unsigned entry)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    const fl_grid_entry *row = &self->rules->entries[entry];
    const fl_grid_ruleset *rules = fl_grid_ruleset_of(self->rules, entry);
    return room->touching > 0 && room->touching <= row->connections && room->need <= row->connections &&
           rules->chance[room->touching] > 0 && (self->pending < 0 || self->allows[number]) &&
           is_counted(self, number, entry) && suits_neighbours(self, number, entry);
}

static bool is_right(fl_grid_deriving *self, unsigned number, fl_grid_choice choice)
{
    const fl_grid_entry *row = &self->rules->entries[choice.entry];
    const fl_grid_ruleset *rules = fl_grid_ruleset_of(self->rules, choice.entry);
    unsigned distance = distance_without(self, number);
    self->out->work++;
    return distance > 0 && distance >= row->least_distance &&
           fl_grid_place_distance(rules, rules->chance[self->rooms[number].touching], distance) > 0 &&
           is_of_best_tier(self, number, choice);
}

/* ---- the search ---- */

static void change_touching(fl_grid_deriving *self, unsigned number, int sign)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    for (unsigned i = 0; i < room->touches_n; i++) {
        fl_grid_derive_room *other = &self->rooms[self->touches[room->touches_from + i].room];
        const fl_grid_touch *back = &self->touches[other->touches_from];
        while (back->room != number) {
            back++;
        }
        other->touching = (uint16_t)(other->touching + sign * back->tiles);
    }
}

static void change_counts(fl_grid_deriving *self, unsigned number, int sign)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    const fl_grid_entry *entry = &self->rules->entries[room->entry];
    const fl_grid_pass *pass = &self->rules->passes[entry->pass];
    self->placed[room->entry] += (unsigned)sign;
    self->count[room->entry] += (unsigned)sign;
    for (uint64_t rest = entry->subordinates; rest; rest &= rest - 1) {
        self->count[pass->first + (unsigned)__builtin_ctzll(rest)] += (unsigned)sign;
    }
    self->tiles[entry->pass] += (unsigned)sign * room->tiles_n;
    self->standing_n -= (unsigned)sign;
    self->hash ^= mix(number, room->entry);
}

static uint64_t need_hash(const fl_grid_deriving *self, unsigned number)
{
    return self->rooms[number].need > 0 ? mix(number, 1000U + self->rooms[number].need) : 0;
}

static void set_need(fl_grid_deriving *self, unsigned number, unsigned need)
{
    self->hash ^= need_hash(self, number);
    self->rooms[number].need = (uint16_t)need;
    self->hash ^= need_hash(self, number);
}

/* Rooms beside it that could be made by several entries: the connections that they must have. */
static void raise_needs(fl_grid_deriving *self, unsigned number)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    for (unsigned i = 0; i < room->touches_n; i++) {
        unsigned other = self->touches[room->touches_from + i].room;
        const fl_grid_derive_room *at = &self->rooms[other];
        if (at->stands && at->choices_n > 1 && at->touching > at->need) {
            self->needs[self->needs_n++] = (fl_grid_need){(uint16_t)other, at->need};
            set_need(self, other, at->touching);
        }
    }
}

static void remove_room(fl_grid_deriving *self, unsigned number, fl_grid_choice choice)
{
    fl_grid_derive_room *room = &self->rooms[number];
    room->entry = choice.entry;
    room->rotation = choice.rotation;
    room->stands = false;
    if (!fl_grid_ruleset_of(self->rules, choice.entry)->ignores_connections) {
        raise_needs(self, number);
    }
    change_touching(self, number, -1);
    change_counts(self, number, 1);
    self->least_standing = self->standing_n < self->least_standing ? self->standing_n : self->least_standing;
}

static void put_back(fl_grid_deriving *self, unsigned number, unsigned needs_n)
{
    change_counts(self, number, -1);
    change_touching(self, number, 1);
    while (self->needs_n > needs_n) {
        self->needs_n--;
        set_need(self, self->needs[self->needs_n].room, self->needs[self->needs_n].was);
    }
    self->rooms[number].stands = true;
}

/* Whether the pass can have been empty before the rooms that were removed of it. */
static bool can_close(const fl_grid_deriving *self)
{
    for (unsigned i = 1; i < self->rooms_n; i++) {
        if (self->rooms[i].stands && self->rooms[i].first_pass >= self->pass) {
            return false;
        }
    }
    bool is_over = self->pass > 0 || (self->standing_n == 1 && (self->pending < 0 || self->allows[0]));
    return is_over &&
           !fl_grid_pass_queue_refuses(self->rules, &self->rules->passes[self->pass], self->placed);
}

/* The order in which options are tried. */
static uint64_t key_of(const fl_grid_deriving *self, unsigned number, unsigned choice)
{
    const fl_grid_derive_room *room = &self->rooms[number];
    uint64_t farthest = self->rooms_n - room->rank;
    uint64_t first = self->preference == FL_GRID_LATEST     ? self->rooms_n - number
                     : self->preference == FL_GRID_FARTHEST ? farthest
                                                            : (uint64_t)room->touching << 16 | farthest;
    return first << 28 | (uint64_t)number << 8 | (choice + 2);
}

/* The next option of a frame: a room and what makes it. False if there is none. */
static bool next_room(fl_grid_deriving *self, fl_grid_frame *frame, unsigned *number, fl_grid_choice *choice)
{
    for (;;) {
        uint64_t best = UINT64_MAX;
        for (unsigned i = 1; i < self->rooms_n; i++) {
            const fl_grid_derive_room *room = &self->rooms[i];
            for (unsigned k = 0; k < room->choices_n && room->stands; k++) {
                const fl_grid_choice *with = &self->choices[room->choices_from + k];
                uint64_t key = key_of(self, i, k);
                if (key > frame->key && key < best && self->rules->entries[with->entry].pass == self->pass &&
                    is_likely(self, i, with->entry)) {
                    best = key;
                    *number = i;
                    *choice = *with;
                }
            }
        }
        if (best == UINT64_MAX) {
            return false;
        }
        frame->key = best;
        if (is_right(self, *number, *choice)) {
            return true;
        }
        if (self->out->work >= self->limit) {
            return false;
        }
    }
}

static void enter(fl_grid_deriving *self)
{
    find_pending(self);
    self->frames[self->depth++] =
        (fl_grid_frame){.hash = state_of(self), .room = NOTHING_YET, .needs_n = self->needs_n};
}

/* Takes back what the frame on top has done. */
static void undo(fl_grid_deriving *self)
{
    fl_grid_frame *frame = &self->frames[self->depth - 1];
    if (frame->room >= 0) {
        put_back(self, (unsigned)frame->room, frame->needs_n);
    } else if (frame->room == CLOSED) {
        self->pass++;
    }
    frame->room = NOTHING_YET;
    self->depth--; /* so that find_pending sees the frames below */
    find_pending(self);
    self->depth++;
}

/* Takes the next option of the frame on top. False if there is none. */
static bool take_option(fl_grid_deriving *self)
{
    fl_grid_frame *frame = &self->frames[self->depth - 1];
    unsigned number = 0;
    fl_grid_choice choice = {0, 0};
    if (frame->key == 0 && knows(self, frame->hash)) {
        return false;
    }
    if (frame->key < CLOSING) {
        frame->key = CLOSING;
        if (can_close(self)) {
            frame->room = CLOSED;
            return true;
        }
    }
    if (!next_room(self, frame, &number, &choice)) {
        return false;
    }
    frame->room = (int32_t)number;
    remove_room(self, number, choice);
    return true;
}

/* Searches depth first. True if an order was found: the frames hold it. */
static bool search(fl_grid_deriving *self)
{
    self->depth = 0;
    enter(self);
    while (self->depth > 0) {
        if (self->out->work < self->limit && take_option(self)) {
            if (self->frames[self->depth - 1].room == CLOSED && self->pass == 0) {
                return true;
            }
            self->pass -= self->frames[self->depth - 1].room == CLOSED;
            enter(self);
            continue;
        }
        if (self->out->work >= self->limit) {
            while (self->depth > 1) {
                self->depth--;
                undo(self);
            }
            return false;
        }
        if (self->frames[self->depth - 1].key > 0) {
            remember(self, self->frames[self->depth - 1].hash);
        }
        self->depth--;
        if (self->depth > 0) {
            undo(self);
        }
    }
    return false;
}

/* ---- the result ---- */

static void write_steps(fl_grid_deriving *self)
{
    unsigned n = 0;
    for (unsigned i = self->depth; i > 0; i--) {
        int number = self->frames[i - 1].room;
        if (number >= 0) {
            const fl_grid_derive_room *room = &self->rooms[number];
            self->steps[n++] = (fl_grid_step){.room = (uint16_t)number,
                                              .entry = room->entry,
                                              .rotation = room->rotation,
                                              .x = room->x,
                                              .y = room->y};
        }
    }
    self->out->steps = self->steps;
    self->out->steps_n = n;
}

static void prepare_search(fl_grid_deriving *self)
{
    unsigned n = fl_grid_derive_spread(self, self->rules->passes_n - 1, false);
    for (unsigned i = 0; i < n; i++) {
        self->rooms[self->queue[i]].rank = (uint16_t)i;
    }
    self->standing_n = self->rooms_n - self->apart_n;
    self->least_standing = self->standing_n;
    self->pass = self->rules->passes_n - 1;
    memset(self->memo, 0, FL_GRID_MEMO * sizeof *self->memo);
    fl_grid_board_prepare(self->board, self->rules);
}

static void refuse_order(fl_grid_deriving *self, bool is_given_up)
{
    char priority[FL_GRID_WHY / 2] = "";
    if (is_given_up || self->is_inexact) {
        fl_grid_derive_refuse(self, FL_GRID_UNDECIDED, -1, "the search was given up after %llu placements%s",
                              (unsigned long long)self->out->work,
                              is_given_up ? "" : ", for rooms could be made in several ways");
        return;
    }
    if (self->misplaced >= 0) {
        snprintf(
            priority, sizeof priority,
            "; room %d at (%d,%d) stands where its rules would not put it, for a place of higher priority "
            "was free",
            self->misplaced, self->rooms[self->misplaced].x, self->rooms[self->misplaced].y);
    }
    fl_grid_derive_refuse(self, FL_GRID_NO_ORDER, self->misplaced,
                          "no order of the %u rooms meets all rules at once: taken away from the last on, %u "
                          "always stay%s",
                          self->rooms_n - self->apart_n, self->least_standing, priority);
}

/* Tries one order after the other; the first two for a while. Each is a complete search: if one comes to an
 * end without a result, there is none. */
static bool find_order(fl_grid_deriving *self, uint64_t limit)
{
    enum { OPTIONS_A_ROOM = 20 };
    bool is_given_up = true;
    for (unsigned i = 0; i < FL_GRID_PREFERENCES && is_given_up; i++) {
        uint64_t more = i + 1 < FL_GRID_PREFERENCES ? (uint64_t)self->rooms_n * OPTIONS_A_ROOM : limit;
        self->limit = more < limit - self->out->work ? self->out->work + more : limit;
        self->preference = (fl_grid_preference)i;
        self->pass = self->rules->passes_n - 1;
        if (search(self)) {
            return true;
        }
        is_given_up = self->out->work >= self->limit;
    }
    refuse_order(self, is_given_up);
    return false;
}

/* Puts the steps to the test of the replay. */
static void settle(fl_grid_deriving *self, void *scratch)
{
    fl_grid_derivation *out = self->out;
    char why[FL_GRID_WHY];
    write_steps(self);
    if (!fl_grid_replay(self->rules, self->floor, out, scratch)) {
        memcpy(why, out->why, sizeof why);
        fl_grid_derive_refuse(self, FL_GRID_UNDECIDED, -1,
                              "an order was found, and its replay refuses %.180s", why);
        out->steps_n = 0;
    } else if (self->apart_n > 0) {
        unsigned i = 0;
        while (!self->rooms[i].is_apart) {
            i++;
        }
        const fl_room *room = &self->floor->rooms[i];
        fl_grid_derive_refuse(
            self, FL_GRID_APART, (int)i,
            "room %u at (%d,%d), %.40s, touches no room that leads to the start, and every room "
            "is placed beside another",
            i, self->rooms[i].x, self->rooms[i].y, room->tag ? room->tag : fl_kind_of(room->kind)->name);
    }
}

void fl_grid_derive(const fl_grid_rules *rules, const fl_floor *floor, uint64_t limit, void *scratch,
                    fl_grid_derivation *out)
{
    fl_grid_deriving self = {.rules = rules, .floor = floor, .out = out, .pending = -1, .misplaced = -1};
    *out = (fl_grid_derivation){.room = -1};
    self.rooms_n = floor->rooms_n;
    if (floor->failure || floor->rooms_n == 0) {
        fl_grid_derive_refuse(&self, FL_GRID_NO_FLOOR, -1, "%s",
                              floor->failure ? floor->failure : "the floor has no rooms");
        return;
    }
    place_arrays(&self, scratch, rules, floor->cells_max);
    if (!fl_grid_derive_rooms(&self) || !fl_grid_derive_checks(&self)) {
        return;
    }
    prepare_search(&self);
    if (find_order(&self, limit)) {
        settle(&self, scratch);
    }
}
