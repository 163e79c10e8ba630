/* SPDX-License-Identifier: MIT */
/* Draws, in this order: the number of tiles; the counts of rooms of weight 0; the order of minimum counts;
 * rooms by weight; the shuffle. */
#include "gen/grid/grid_private.h"

#include <assert.h>
#include <string.h>

/* A queue being filled. Counts include rooms that count for an entry as subordinates. */
typedef struct queue_state {
    fl_grid_board *board;
    const fl_grid_pass *pass;
    const fl_grid_entry *entries; /* of the pass */
    unsigned count[FL_GRID_ENTRIES];
    unsigned total; /* tiles */
} queue_state;

static bool has_room_for_one(const queue_state *self, unsigned i)
{
    const fl_grid_entry *entry = &self->entries[i];
    bool is_limited = entry->max > 0 && entry->max >= entry->min;
    return !is_limited || self->count[i] < entry->max;
}

/* True if one more room of an entry fits the pass, its own maximum and those of the entries it counts for. */
static bool is_allowed(const queue_state *self, unsigned i)
{
    if (self->total + self->entries[i].tiles_n > self->pass->tiles_max || !has_room_for_one(self, i)) {
        return false;
    }
    for (uint64_t rest = self->entries[i].subordinates; rest; rest &= rest - 1) {
        if (!has_room_for_one(self, (unsigned)__builtin_ctzll(rest))) {
            return false;
        }
    }
    return true;
}

static void add(queue_state *self, unsigned i)
{
    assert(self->board->queue_n < self->board->rules->tiles_max);
    self->board->queue[self->board->queue_n++] = (uint8_t)(self->pass->first + i);
    self->total += self->entries[i].tiles_n;
    self->count[i]++;
    for (uint64_t rest = self->entries[i].subordinates; rest; rest &= rest - 1) {
        self->count[__builtin_ctzll(rest)]++;
    }
}

/* Rooms of weight 0 are never drawn: their number is uniform from min to max. */
static bool add_counted(queue_state *self)
{
    for (unsigned i = 0; i < self->pass->n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        unsigned spread = entry->max > entry->min ? entry->max - entry->min : 0;
        unsigned wanted = entry->min;
        if (entry->weight > 0) {
            continue;
        }
        wanted += spread > 0 ? fl_pcg_below(&self->board->rng, spread + 1) : 0;
        for (unsigned n = 0; n < wanted; n++) {
            if (!is_allowed(self, i)) {
                return false;
            }
            add(self, i);
        }
    }
    return true;
}

static bool add_minima(queue_state *self)
{
    uint8_t order[FL_GRID_ENTRIES];
    unsigned n = 0;
    for (unsigned i = 0; i < self->pass->n; i++) {
        if (self->entries[i].weight > 0 && self->entries[i].min > 0) {
            order[n++] = (uint8_t)i;
        }
    }
    while (n > 0) {
        unsigned pick = n > 1 ? fl_pcg_below(&self->board->rng, n) : 0;
        unsigned i = order[pick];
        order[pick] = order[--n];
        while (self->count[i] < self->entries[i].min) {
            if (!is_allowed(self, i)) {
                return false;
            }
            add(self, i);
        }
    }
    return true;
}

/* Draws rooms until the total is reached or nothing more is allowed. */
static void add_weighted(queue_state *self, unsigned target)
{
    while (self->total < target) {
        uint32_t sum = 0;
        uint64_t open = 0;
        for (unsigned i = 0; i < self->pass->n; i++) {
            if (self->entries[i].weight > 0 && is_allowed(self, i)) {
                open |= 1ULL << i;
                sum += self->entries[i].weight;
            }
        }
        if (!open) {
            return;
        }
        bool is_only = (open & (open - 1)) == 0;
        uint32_t draw = is_only ? 0 : fl_pcg_below(&self->board->rng, sum);
        unsigned i = (unsigned)__builtin_ctzll(open);
        while (draw >= self->entries[i].weight) {
            draw -= self->entries[i].weight;
            open &= open - 1;
            i = (unsigned)__builtin_ctzll(open);
        }
        add(self, i);
    }
}

static void shuffle(fl_grid_board *board)
{
    for (unsigned n = board->queue_n; n > 1; n--) {
        unsigned pick = fl_pcg_below(&board->rng, n);
        uint8_t entry = board->queue[pick];
        board->queue[pick] = board->queue[n - 1];
        board->queue[n - 1] = entry;
    }
}

bool fl_grid_pass_queue_fill(fl_grid_board *self, const fl_grid_pass *pass)
{
    queue_state work = {.board = self, .pass = pass, .entries = &self->rules->entries[pass->first]};
    unsigned spread = pass->tiles_max - pass->tiles_min;
    self->queue_n = 0;
    unsigned target = pass->tiles_min + (spread > 0 ? fl_pcg_below(&self->rng, spread + 1) : 0);
    if (!add_counted(&work) || !add_minima(&work)) {
        return false;
    }
    add_weighted(&work, target);
    if (work.total < pass->tiles_min) {
        return false;
    }
    shuffle(self);
    return true;
}

/* ---- the possible queues ---- */

/* Minima that are being met. */
typedef struct minima_state {
    const fl_grid_entry *entries;
    const unsigned *rooms; /* of each entry, in the whole queue */
    unsigned count[FL_GRID_ENTRIES];
    uint64_t open; /* entries whose turn is still to come */
} minima_state;

static void count_rooms(minima_state *self, unsigned i, unsigned n)
{
    self->count[i] += n;
    for (uint64_t rest = self->entries[i].subordinates; rest; rest &= rest - 1) {
        self->count[__builtin_ctzll(rest)] += n;
    }
}

static unsigned missing(const minima_state *self, unsigned i)
{
    return self->count[i] < self->entries[i].min ? self->entries[i].min - self->count[i] : 0;
}

/* True if the minima can be met in some order with no more rooms of an entry than there are. Counts only
 * rise, so a turn that adds nothing can come at once, and a turn that helps no other entry last. */
static bool meets_minima(const minima_state *given)
{
    minima_state self = *given;
    bool is_met = true;
    for (uint64_t rest = self.open; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        self.open &= missing(&self, i) == 0 ? ~(1ULL << i) : ~0ULL;
        is_met = is_met && missing(&self, i) <= self.rooms[i];
    }
    for (uint64_t rest = self.open; rest && !is_met; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        minima_state next = self;
        unsigned n = missing(&self, i);
        if (self.entries[i].subordinates && n <= self.rooms[i]) {
            next.open &= ~(1ULL << i);
            count_rooms(&next, i, n);
            is_met = meets_minima(&next);
        }
    }
    return is_met;
}

static bool is_counted_well(const fl_grid_entry *entry, unsigned rooms)
{
    unsigned most = entry->max > entry->min ? entry->max : entry->min;
    return entry->weight > 0 || (rooms >= entry->min && rooms <= most);
}

const char *fl_grid_pass_queue_refuses(const fl_grid_rules *rules, const fl_grid_pass *pass,
                                       const unsigned rooms[FL_GRID_ENTRIES])
{
    minima_state work = {.entries = &rules->entries[pass->first], .rooms = &rooms[pass->first]};
    minima_state counted = work;
    unsigned total = 0;
    for (unsigned i = 0; i < pass->n; i++) {
        const fl_grid_entry *entry = &work.entries[i];
        total += work.rooms[i] * entry->tiles_n;
        count_rooms(&work, i, work.rooms[i]);
        count_rooms(&counted, i, entry->weight > 0 ? 0 : work.rooms[i]);
        counted.open |= entry->weight > 0 ? 1ULL << i : 0;
        if (!is_counted_well(entry, work.rooms[i])) {
            return "the number of rooms of weight 0 is not between their min and max";
        }
    }
    for (unsigned i = 0; i < pass->n; i++) {
        const fl_grid_entry *entry = &work.entries[i];
        bool is_limited = entry->max > 0 && entry->max >= entry->min;
        if (is_limited && work.count[i] > entry->max) {
            return "there are more rooms than a maximum";
        }
    }
    if (total < pass->tiles_min || total > pass->tiles_max) {
        return "the tiles of the pass are not within its range";
    }
    return meets_minima(&counted) ? NULL : "the minima could not be met with these rooms";
}
