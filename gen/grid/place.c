/* SPDX-License-Identifier: MIT */
/* The search for a place. A choice among one takes no draw, nor does a chance of 1. */
#include "gen/grid/grid_private.h"

#include <string.h>

typedef struct placing {
    fl_grid_board *board;
    const fl_grid_entry *entry;
    const fl_grid_ruleset *rules;
    unsigned entry_number;
    int tier;
    uint64_t chance[5]; /* of the tier, of a single tile by its traversable neighbours; 0 = not possible */
    unsigned round;
    bool has_possible; /* an attempt of this round was possible */
    bool is_placed;
} placing;

/* A random number in 0…n-1; no draw if n is 1. */
static unsigned draw_below(fl_pcg *rng, unsigned n)
{
    return n > 1 ? fl_pcg_below(rng, n) : 0;
}

/* Moves a random one of the first n elements to position n - 1, and returns it. */
static uint8_t draw_byte(fl_pcg *rng, uint8_t *list, unsigned n)
{
    unsigned i = draw_below(rng, n);
    uint8_t out = list[i];
    list[i] = list[n - 1];
    list[n - 1] = out;
    return out;
}

/* Whether a room could have so many tiles more beside it. */
static bool has_left(const fl_grid_board *board, unsigned number, unsigned more)
{
    const fl_grid_room *room = &board->rooms[number];
    return room->touching + more <= board->rules->entries[room->entry].connections;
}

/* Whether all rooms beside the spot would keep within their connections. */
static bool leaves_connections(fl_grid_board *board, const fl_grid_spot *spot)
{
    bool is_right = true;
    if (board->bounded_n == 0) {
        return true;
    }
    if (spot->rotation->tiles_n == 1) {
        for (unsigned i = 0; i < spot->rotation->rim_n && is_right; i++) {
            unsigned owner = board->owner[spot->at + spot->rotation->rim_at[i]];
            is_right = !fl_grid_board_is_room(owner) || has_left(board, owner - 1, 1);
        }
        return is_right;
    }
    unsigned touched_n = fl_grid_board_mark(board, spot);
    for (unsigned i = 0; i < touched_n; i++) {
        is_right = is_right && has_left(board, board->touched[i], board->extra[board->touched[i]]);
    }
    fl_grid_board_unmark(board, touched_n);
    return is_right;
}

uint64_t fl_grid_place_distance(const fl_grid_ruleset *rules, uint64_t chance, unsigned distance)
{
    if (rules->zero == rules->one) {
        return chance;
    }
    int64_t beyond = (int64_t)distance * FL_GRID_RULES_ONE - rules->zero;
    int64_t reach = rules->one - rules->zero;
    if (reach < 0) {
        beyond = -beyond;
        reach = -reach;
    }
    if (beyond <= 0) {
        return 0;
    }
    if (beyond >= reach) {
        return chance;
    }
    return (uint64_t)((fl_grid_wide)chance * (uint64_t)beyond / (uint64_t)reach);
}

/* A chance after the distance modifier and the entry's least distance; *distance only if one of them asks. */
static uint64_t chance_by_distance(const placing *self, const fl_grid_spot *spot, uint64_t chance,
                                   unsigned *distance)
{
    if (self->rules->zero == self->rules->one && self->entry->least_distance == 0) {
        return chance;
    }
    *distance = fl_grid_board_distance(self->board, spot);
    return *distance < self->entry->least_distance ? 0
                                                   : fl_grid_place_distance(self->rules, chance, *distance);
}

/* Whether an attempt at a spot is possible (FL_GRID_PLACED), and why not. Fills in what a tracer reports; the
 * chance only of a possible attempt. */
static fl_grid_outcome judge(const placing *self, const fl_grid_spot *spot, fl_grid_attempt *attempt)
{
    fl_grid_board *board = self->board;
    const fl_grid_ruleset *rules = self->rules;
    unsigned near = 0;
    attempt->neighbours = attempt->distance = 0;
    attempt->chance = 0;
    if (!fl_grid_board_fits(board, spot, &near)) {
        return FL_GRID_OVERLAP;
    }
    attempt->neighbours = near;
    if (rules->tier_of[near] != self->tier) {
        return rules->tier_of[near] < 0 ? FL_GRID_UNLISTED : FL_GRID_OTHER_TIER;
    }
    if (near > self->entry->connections) {
        return FL_GRID_TOO_MANY;
    }
    uint64_t chance = rules->chance[near];
    if (chance == 0) {
        return FL_GRID_ZERO;
    }
    if (!rules->ignores_connections && !leaves_connections(board, spot)) {
        return FL_GRID_CROWDED;
    }
    attempt->chance = chance_by_distance(self, spot, chance, &attempt->distance);
    return attempt->chance > 0 ? FL_GRID_PLACED : FL_GRID_TOO_NEAR;
}

/* Decides whether the room is placed at a spot. */
static fl_grid_outcome try_spot(placing *self, const fl_grid_spot *spot, fl_grid_attempt *attempt)
{
    fl_grid_outcome outcome = judge(self, spot, attempt);
    if (outcome != FL_GRID_PLACED) {
        return outcome;
    }
    self->has_possible = true;
    bool is_won = attempt->chance >= FL_GRID_RULES_SURE || fl_pcg_next(&self->board->rng) < attempt->chance;
    return is_won ? FL_GRID_PLACED : FL_GRID_LOST;
}

fl_grid_outcome fl_grid_place_judge(fl_grid_board *board, unsigned entry, int tier, const fl_grid_spot *spot,
                                    fl_grid_attempt *out)
{
    placing placing = {.board = board,
                       .entry = &board->rules->entries[entry],
                       .rules = &board->rules->rulesets[board->rules->entries[entry].rules],
                       .tier = tier};
    memset(out, 0, sizeof *out);
    return judge(&placing, spot, out);
}

/* Reports an attempt to the tracer. */
static void trace(const placing *self, fl_grid_attempt *attempt, unsigned rotation, int tile)
{
    const fl_grid_board *board = self->board;
    attempt->number = board->attempts;
    attempt->pass = self->entry->pass;
    attempt->entry = self->entry_number;
    attempt->room = board->rooms_n;
    attempt->round = self->round;
    attempt->tier = (unsigned)self->tier;
    attempt->x = tile % board->rules->stride - board->rules->pad;
    attempt->y = tile / board->rules->stride - board->rules->pad;
    attempt->rotation = rotation;
    board->tracer->attempt(board->tracer->self, attempt);
}

/* Tries a rotation with one of its tiles on the given empty tile. */
static void try_anchor(placing *self, unsigned rotation_number, int tile, unsigned anchor)
{
    const fl_grid_rotation *rotation = &self->entry->rotation[rotation_number];
    fl_grid_spot spot = {rotation, tile - rotation->tile_at[anchor]};
    fl_grid_attempt attempt;
    attempt.outcome = try_spot(self, &spot, &attempt);
    if (self->board->tracer) {
        trace(self, &attempt, rotation_number, tile);
    }
    if (attempt.outcome == FL_GRID_PLACED) {
        fl_grid_board_place(self->board, self->entry_number, rotation_number, spot.at);
        self->is_placed = true;
    }
}

/* Tries a rotation with each of its tiles on the given empty tile. */
static void try_rotation(placing *self, unsigned rotation_number, int tile)
{
    unsigned n = self->entry->rotation[rotation_number].tiles_n;
    uint8_t anchors[FL_GRID_ROTATION_TILES];
    if (n == 1) {
        try_anchor(self, rotation_number, tile, 0);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        anchors[i] = (uint8_t)i;
    }
    for (; n > 0 && !self->is_placed; n--) {
        try_anchor(self, rotation_number, tile, draw_byte(&self->board->rng, anchors, n));
    }
}

static void try_tile(placing *self, int tile)
{
    uint8_t rotations[FL_GRID_ROTATION_TURNS] = {0, 1, 2, 3};
    for (unsigned n = self->entry->rotations_n; n > 0 && !self->is_placed; n--) {
        try_rotation(self, draw_byte(&self->board->rng, rotations, n), tile);
    }
}

/* Whether a room of a single tile is to be placed on an empty tile. By the draws of try_spot, in less time:
 * most attempts are made with such rooms. */
static bool wins_tile(placing *self, int tile)
{
    fl_grid_board *board = self->board;
    fl_grid_spot spot = {self->entry->rotation, tile};
    uint64_t chance = self->chance[board->near[tile]];
    unsigned distance = 0;
    if (chance == 0 || (!self->rules->ignores_connections && !leaves_connections(board, &spot))) {
        return false;
    }
    chance = chance_by_distance(self, &spot, chance, &distance);
    self->has_possible = self->has_possible || chance > 0;
    return chance > 0 && (chance >= FL_GRID_RULES_SURE || fl_pcg_next(&board->rng) < chance);
}

/* Tries the listed empty tiles of a room's rim with a room of a single tile, in random order. */
static void try_tiles(placing *self, const fl_grid_room *room, const int16_t *rim_at, uint8_t *rim,
                      unsigned n)
{
    for (; n > 0; n--) {
        int tile = room->at + rim_at[draw_byte(&self->board->rng, rim, n)];
        if (wins_tile(self, tile)) {
            fl_grid_board_place(self->board, self->entry_number, 0, tile);
            self->is_placed = true;
            return;
        }
    }
}

/* Tries all empty tiles beside a room, in random order. */
static void try_room(placing *self, unsigned number)
{
    const fl_grid_board *board = self->board;
    const fl_grid_room *room = &board->rooms[number];
    const fl_grid_rotation *rotation = &board->rules->entries[room->entry].rotation[room->rotation];
    uint8_t rim[FL_GRID_ROTATION_RIM];
    unsigned n = 0;
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        rim[n] = (uint8_t)i; /* without a branch, as in next_room: neither is foreseen */
        n += board->owner[room->at + rotation->rim_at[i]] == 0;
    }
    if (self->entry->tiles_n == 1 && !board->tracer) {
        try_tiles(self, room, rotation->rim_at, rim, n);
        return;
    }
    for (; n > 0 && !self->is_placed; n--) {
        try_tile(self, room->at + rotation->rim_at[draw_byte(&self->board->rng, rim, n)]);
    }
}

/* A random room beside this one that this round has not visited; -1 if there is none. */
static int next_room(fl_grid_board *board, unsigned number)
{
    const fl_grid_room *room = &board->rooms[number];
    const fl_grid_rotation *rotation = &board->rules->entries[room->entry].rotation[room->rotation];
    uint16_t found[FL_GRID_ROTATION_RIM];
    unsigned n = 0;
    board->listing++;
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        unsigned owner = board->owner[room->at + rotation->rim_at[i]];
        bool is_room = fl_grid_board_is_room(owner);
        unsigned other = is_room ? owner - 1 : number;
        bool is_new =
            is_room & (board->seen[other] != board->round) & (board->listed[other] != board->listing);
        board->listed[other] = is_new ? board->listing : board->listed[other];
        found[n] = (uint16_t)other;
        n += is_new;
    }
    return n > 0 ? found[draw_below(&board->rng, n)] : -1;
}

/* Lists the empty tiles beside a room that were not tried, as numbers of its rim. */
static unsigned list_untried(const fl_grid_board *board, unsigned number, uint8_t out[FL_GRID_ROTATION_RIM])
{
    const fl_grid_room *room = &board->rooms[number];
    const fl_grid_rotation *rotation = &board->rules->entries[room->entry].rotation[room->rotation];
    const uint64_t *tried = board->tried[number].word;
    unsigned n = 0;
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        if (board->owner[room->at + rotation->rim_at[i]] == 0 && !(tried[i / 64] >> (i % 64) & 1)) {
            out[n++] = (uint8_t)i;
        }
    }
    return n;
}

/* Tries one more empty tile beside a room, of those listed. */
static void try_one(placing *self, unsigned number, uint8_t *rim, unsigned n)
{
    fl_grid_board *board = self->board;
    const fl_grid_room *room = &board->rooms[number];
    unsigned i = draw_byte(&board->rng, rim, n);
    board->tried[number].word[i / 64] |= 1ULL << (i % 64);
    try_tile(self, room->at + board->rules->entries[room->entry].rotation[room->rotation].rim_at[i]);
}

/* One round that goes on after every tile, to a room or to another tile. A room is left for good when its
 * tiles are used up and no room beside it is unvisited, so every tile beside every room is tried. */
static void search_step_by_step(placing *self)
{
    fl_grid_board *board = self->board;
    uint8_t rim[FL_GRID_ROTATION_RIM];
    unsigned depth = 0;
    int next = (int)board->rooms_n - 1;
    for (;;) {
        bool is_new = next >= 0;
        if (is_new) {
            board->seen[next] = board->round;
            board->stack[depth++] = (uint16_t)next;
            memset(&board->tried[next], 0, sizeof board->tried[next]);
        }
        board->visits++;
        unsigned number = board->stack[depth - 1];
        unsigned n = list_untried(board, number, rim);
        next = is_new && n > 0 ? -1 : next_room(board, number);
        bool stays =
            n > 0 && (next < 0 || (board->rules->search == FL_GRID_MIXED && draw_below(&board->rng, 2)));
        if (stays) {
            next = -1;
            try_one(self, number, rim, n);
        } else if (next < 0) {
            depth--;
        }
        if (self->is_placed || depth == 0) {
            return;
        }
    }
}

/* One round: visits all rooms, or fewer if the room is placed. */
static void search_tiles_first(placing *self)
{
    fl_grid_board *board = self->board;
    unsigned depth = 0;
    int next = (int)board->rooms_n - 1;
    for (;;) {
        board->visits++;
        if (next >= 0) {
            board->seen[next] = board->round;
            board->stack[depth++] = (uint16_t)next;
            try_room(self, (unsigned)next);
        } else {
            depth--;
        }
        if (self->is_placed || depth == 0) {
            return;
        }
        next = next_room(board, board->stack[depth - 1]);
    }
}

static void search_round(placing *self)
{
    self->board->round++;
    self->has_possible = false;
    if (self->board->rules->search == FL_GRID_TILES_FIRST) {
        search_tiles_first(self);
    } else {
        search_step_by_step(self);
    }
}

/* Whether no empty tile has a number of neighbours that belongs to the tier. Known only for rooms of a single
 * tile. */
static bool is_hopeless(const placing *self)
{
    bool is_possible = self->entry->tiles_n > 1;
    for (int near = 1; near <= 4; near++) {
        is_possible = is_possible || (self->chance[near] > 0 && self->board->free_with[near] > 0);
    }
    return !is_possible;
}

/* Notes with which chance a single tile is placed in this tier. */
static void begin_tier(placing *self)
{
    for (int near = 0; near <= 4; near++) {
        bool is_of_tier =
            self->rules->tier_of[near] == self->tier && (unsigned)near <= self->entry->connections;
        self->chance[near] = is_of_tier ? self->rules->chance[near] : 0;
    }
}

bool fl_grid_place_room(fl_grid_board *self, unsigned entry)
{
    placing placing = {.board = self,
                       .entry = &self->rules->entries[entry],
                       .rules = &self->rules->rulesets[self->rules->entries[entry].rules],
                       .entry_number = entry};
    for (placing.tier = 0; placing.tier < placing.rules->tiers_n; placing.tier++) {
        begin_tier(&placing);
        if (is_hopeless(&placing)) {
            continue;
        }
        placing.has_possible = true;
        for (placing.round = 1; placing.has_possible && placing.round <= FL_GRID_PLACE_ROUNDS;
             placing.round++) {
            search_round(&placing);
            if (placing.is_placed || self->visits >= FL_GRID_VISITS_MAX) {
                return placing.is_placed;
            }
        }
        if (placing.has_possible) {
            self->is_exhausted = true;
            return false;
        }
    }
    return false;
}
