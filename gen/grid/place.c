/* SPDX-License-Identifier: MIT */
/* The search for a place. A single choice or a chance of 1 takes no draw.
 *
 * An attempt is drawn for in two steps: first with the tier's largest chance, then, if that is won, with its
 * own chance divided by it. The number of attempts that lose the first step before one wins it is a single
 * draw (`losses`), which continues from room to room and from round to round: lost attempts are skipped, not
 * evaluated. */
#include "gen/grid/grid_private.h"

#include <string.h>

typedef struct place_state {
    fl_grid_board *board;
    const fl_grid_entry *entry;
    const fl_grid_ruleset *rules;
    unsigned entry_number;
    unsigned attempts; /* for each empty tile */
    bool is_quick;     /* a single tile without a tracer */
    int tier;
    uint64_t most;      /* the largest chance of the tier */
    uint64_t chance[5]; /* of the tier, of a single tile by its traversable neighbours; 0 = not possible */
    unsigned with;      /* bit n: chance[n] is not 0 */
    uint64_t losses;    /* attempts from here on that lose the first step, one after another */
    uint64_t lost;      /* how many lose it between the last evaluated attempt and the next */
    uint64_t made;      /* attempts of this round */
    uint64_t round;
    bool is_picky;     /* tiles without a chance are not tried */
    bool has_possible; /* an attempt of this tier was possible */
    bool is_placed;
} place_state;

/* From this chance on, of FL_GRID_RULES_SURE, finding the tiles with a chance is faster than evaluating those
 * without. */
enum { PICKY = 1 << 30 };

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

/* True if a room allows so many more tiles beside it. */
static bool has_left(const fl_grid_board *board, unsigned number, unsigned more)
{
    const fl_grid_room *room = &board->rooms[number];
    return room->touching + more <= board->rules->entries[room->entry].connections;
}

/* True if all rooms beside the spot keep within their connections. */
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

/* A chance times the distance modifier, (distance - zero) / (one - zero), limited to 0…1. */
static uint64_t modify_by_distance(const fl_grid_ruleset *rules, uint64_t chance, unsigned distance)
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

/* Returns a chance after the distance modifier and the entry's least distance; sets *distance if needed. */
static uint64_t chance_by_distance(const place_state *self, const fl_grid_spot *spot, uint64_t chance,
                                   unsigned *distance)
{
    if (self->rules->zero == self->rules->one && self->entry->least_distance == 0) {
        return chance;
    }
    *distance = fl_grid_board_distance(self->board, spot);
    return *distance < self->entry->least_distance ? 0 : modify_by_distance(self->rules, chance, *distance);
}

/* Returns FL_GRID_PLACED if an attempt at a spot is possible, else the reason. Fills in the tracer's data;
 * the chance only of a possible attempt. */
static fl_grid_outcome judge(const place_state *self, const fl_grid_spot *spot, fl_grid_attempt *attempt)
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

static void draw_losses(place_state *self)
{
    self->losses = fl_pcg_losses(&self->board->rng, self->most);
    self->lost = self->losses;
}

/* Does the second step of an attempt; then draws how many lose the first one after it. */
static bool wins(place_state *self, uint64_t chance)
{
    fl_pcg *rng = &self->board->rng;
    self->has_possible = self->has_possible || chance > 0;
    bool is_won = chance >= self->most || (chance > 0 && fl_pcg_next(rng) * self->most < chance << 32);
    if (!is_won) {
        draw_losses(self);
    }
    return is_won;
}

fl_grid_outcome fl_grid_place_judge(fl_grid_board *board, unsigned entry, int tier, const fl_grid_spot *spot,
                                    fl_grid_attempt *out)
{
    place_state place_state = {.board = board,
                               .entry = &board->rules->entries[entry],
                               .rules = &board->rules->rulesets[board->rules->entries[entry].rules],
                               .tier = tier};
    memset(out, 0, sizeof *out);
    return judge(&place_state, spot, out);
}

/* Reports an attempt to the tracer. */
static void trace(const place_state *self, fl_grid_attempt *attempt, unsigned rotation, int tile)
{
    const fl_grid_board *board = self->board;
    attempt->number = board->attempts;
    attempt->pass = self->entry->pass;
    attempt->entry = self->entry_number;
    attempt->room = board->rooms_n;
    attempt->round = (unsigned)self->round;
    attempt->tier = (unsigned)self->tier;
    attempt->x = tile % board->rules->stride - board->rules->pad;
    attempt->y = tile / board->rules->stride - board->rules->pad;
    attempt->rotation = rotation;
    board->tracer->attempt(board->tracer->context, attempt);
}

/* Tries a rotation with one of its tiles on the given empty tile. */
static void try_anchor(place_state *self, unsigned rotation_number, int tile, unsigned anchor)
{
    const fl_grid_rotation *rotation = &self->entry->rotation[rotation_number];
    fl_grid_spot spot = {rotation, tile - rotation->tile_at[anchor]};
    fl_grid_attempt attempt;
    attempt.lost = self->lost;
    attempt.outcome = judge(self, &spot, &attempt);
    if (!wins(self, attempt.chance) && attempt.outcome == FL_GRID_PLACED) {
        attempt.outcome = FL_GRID_LOST;
    }
    if (self->board->tracer) {
        trace(self, &attempt, rotation_number, tile);
    }
    if (attempt.outcome == FL_GRID_PLACED) {
        fl_grid_board_place(self->board, self->entry_number, rotation_number, spot.at);
        self->is_placed = true;
    }
}

/* Skips, among `left` things in random order with so many attempts each, those of which all attempts lose the
 * first step; true if one is left. Which ones they were needs no draw, because the others are not known
 * either. */
static bool skip_lost(place_state *self, unsigned *left, unsigned attempts)
{
    if (self->losses >= (uint64_t)*left * attempts) {
        self->losses -= (uint64_t)*left * attempts;
        *left = 0;
        return false;
    }
    unsigned lost = (unsigned)self->losses / attempts;
    self->losses -= lost * attempts;
    *left -= lost;
    return true;
}

/* Tries a rotation with each of its tiles on the given empty tile. */
static void try_rotation(place_state *self, unsigned rotation_number, int tile)
{
    unsigned n = self->entry->tiles_n;
    uint8_t anchors[FL_GRID_ROTATION_TILES];
    if (self->losses >= n) {
        self->losses -= n;
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        anchors[i] = (uint8_t)i;
    }
    for (unsigned left = n; !self->is_placed && skip_lost(self, &left, 1); left--) {
        try_anchor(self, rotation_number, tile, draw_byte(&self->board->rng, anchors, n--));
    }
}

static void try_tile(place_state *self, int tile)
{
    uint8_t rotations[FL_GRID_ROTATION_TURNS] = {0, 1, 2, 3};
    unsigned n = self->entry->rotations_n;
    for (unsigned left = n; !self->is_placed && skip_lost(self, &left, self->entry->tiles_n); left--) {
        try_rotation(self, draw_byte(&self->board->rng, rotations, n--), tile);
    }
}

/* Tries a room of a single tile on an empty tile: a faster try_anchor. */
static void try_single(place_state *self, int tile)
{
    fl_grid_board *board = self->board;
    fl_grid_spot spot = {self->entry->rotation, tile};
    uint64_t chance = self->chance[board->near[tile]];
    unsigned distance = 0;
    bool is_right = self->rules->ignores_connections || leaves_connections(board, &spot);
    if (wins(self, is_right ? chance_by_distance(self, &spot, chance, &distance) : 0)) {
        fl_grid_board_place(board, self->entry_number, 0, tile);
        self->is_placed = true;
    }
}

/* Lists the empty tiles beside a room with a wanted number of neighbours (bit n of `with`), as numbers of its
 * rim. */
static unsigned list_rim(const fl_grid_board *board, const fl_grid_room *room, unsigned with,
                         uint8_t out[FL_GRID_ROTATION_RIM])
{
    const fl_grid_rotation *rotation = &board->rules->entries[room->entry].rotation[room->rotation];
    unsigned n = 0;
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        int tile = room->at + rotation->rim_at[i];
        out[n] = (uint8_t)i; /* branch-free: a branch could not be predicted */
        n += (board->owner[tile] == 0) & (with >> board->near[tile]);
    }
    return n;
}

/* Tries the empty tiles beside a room, in random order. Those without a chance are left out if most would be
 * evaluated, else the attempts are only counted. */
static void try_room(place_state *self, unsigned number)
{
    const fl_grid_board *board = self->board;
    const fl_grid_room *room = &board->rooms[number];
    unsigned attempts = self->attempts;
    uint8_t rim[FL_GRID_ROTATION_RIM];
    unsigned n = room->open - room->touching;
    if (self->is_picky) {
        n = list_rim(board, room, self->with, rim);
    }
    self->made += n * attempts;
    unsigned left = n;
    if (!skip_lost(self, &left, attempts)) {
        return;
    }
    if (!self->is_picky) {
        list_rim(board, room, ~0U, rim);
    }
    const int16_t *rim_at = board->rules->entries[room->entry].rotation[room->rotation].rim_at;
    do {
        int tile = room->at + rim_at[draw_byte(&self->board->rng, rim, n--)];
        if (self->is_quick) {
            try_single(self, tile);
        } else {
            try_tile(self, tile);
        }
        left--;
    } while (!self->is_placed && skip_lost(self, &left, attempts));
}

/* A random room beside this one that this round has not visited; -1 if there is none. */
static int next_room(fl_grid_board *board, unsigned number)
{
    uint16_t found[FL_GRID_ROTATION_RIM];
    unsigned n = 0;
    for (uint32_t i = board->links_of[number]; i; i = board->links[i].next) {
        found[n] = board->links[i].room;
        n += board->seen[found[n]] != board->round;
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

/* Tries one more of the listed empty tiles beside a room. */
static void try_one(place_state *self, unsigned number, uint8_t *rim, unsigned n)
{
    fl_grid_board *board = self->board;
    const fl_grid_room *room = &board->rooms[number];
    unsigned i = draw_byte(&board->rng, rim, n);
    unsigned left = 1;
    board->tried[number].word[i / 64] |= 1ULL << (i % 64);
    self->made += self->attempts;
    if (skip_lost(self, &left, self->attempts)) {
        try_tile(self, room->at + board->rules->entries[room->entry].rotation[room->rotation].rim_at[i]);
    }
}

/* One round that continues after every tile with a room or another tile. A room is left for good when its
 * tiles are used up and all rooms beside it are visited, so every tile beside every room is tried. */
static void search_step_by_step(place_state *self)
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
static void search_tiles_first(place_state *self)
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

static void search_round(place_state *self)
{
    self->board->round++;
    self->round++;
    self->made = 0;
    if (self->board->rules->search == FL_GRID_TILES_FIRST) {
        search_tiles_first(self);
    } else {
        search_step_by_step(self);
    }
}

/* True if no empty tile has a number of neighbours that belongs to the tier. Known only for rooms of a single
 * tile. */
static bool is_hopeless(const place_state *self)
{
    bool is_possible = self->entry->tiles_n > 1;
    for (int near = 1; near <= 4; near++) {
        is_possible = is_possible || (self->chance[near] > 0 && self->board->free_with[near] > 0);
    }
    return !is_possible;
}

/* True if some attempt beside a room is possible. */
static bool has_spot(const place_state *self, const fl_grid_room *room)
{
    const fl_grid_rotation *beside = &self->board->rules->entries[room->entry].rotation[room->rotation];
    fl_grid_attempt attempt;
    for (unsigned i = 0; i < beside->rim_n; i++) {
        int tile = room->at + beside->rim_at[i];
        for (unsigned turn = 0; turn < self->entry->rotations_n && !self->board->owner[tile]; turn++) {
            const fl_grid_rotation *rotation = &self->entry->rotation[turn];
            for (unsigned anchor = 0; anchor < rotation->tiles_n; anchor++) {
                fl_grid_spot spot = {rotation, tile - rotation->tile_at[anchor]};
                if (judge(self, &spot, &attempt) == FL_GRID_PLACED) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* True if some attempt is possible, after a round without a win. */
static bool has_any_spot(const place_state *self)
{
    fl_grid_board *board = self->board;
    for (unsigned i = board->rooms_n; i-- > 0;) {
        board->visits++;
        if (has_spot(self, &board->rooms[i])) {
            return true;
        }
    }
    return false;
}

/* Records the chances of the tier; false if no room can be placed in it. */
static bool begin_tier(place_state *self, int tier)
{
    self->tier = tier;
    self->most = self->entry->most[tier];
    self->round = 0;
    self->has_possible = false;
    self->is_picky = self->entry->tiles_n == 1 && self->most >= PICKY;
    self->with = 0;
    for (unsigned near = 0; near <= 4; near++) {
        bool is_of_tier = self->rules->tier_of[near] == tier && near <= self->entry->connections;
        self->chance[near] = is_of_tier ? self->rules->chance[near] : 0;
        self->with |= (unsigned)(self->chance[near] > 0) << near;
    }
    if (self->most == 0 || is_hopeless(self)) {
        return false;
    }
    draw_losses(self);
    return true;
}

/* Makes rounds until the room is placed, or no further round is allowed. */
static void search_tier(place_state *self)
{
    for (;;) {
        search_round(self);
        if (self->is_placed || self->board->visits >= FL_GRID_VISITS_MAX) {
            return;
        }
        self->has_possible = self->has_possible || has_any_spot(self);
        if (!self->has_possible) {
            return;
        }
        self->round += self->losses / self->made; /* rounds in which all attempts lose the first step */
        self->losses %= self->made;
        if (self->round >= FL_GRID_PLACE_ROUNDS) {
            self->board->is_exhausted = true;
            return;
        }
    }
}

bool fl_grid_place_room(fl_grid_board *self, unsigned entry)
{
    place_state place_state;
    bool goes_on = true;
    place_state.board = self;
    place_state.entry = &self->rules->entries[entry];
    place_state.rules = &self->rules->rulesets[place_state.entry->rules];
    place_state.entry_number = entry;
    place_state.attempts = place_state.entry->rotations_n * place_state.entry->tiles_n;
    place_state.is_quick = place_state.entry->tiles_n == 1 && !self->tracer;
    place_state.is_placed = false;
    for (int tier = 0; tier < place_state.rules->tiers_n && goes_on; tier++) {
        if (begin_tier(&place_state, tier)) {
            search_tier(&place_state);
            goes_on = !place_state.is_placed && !self->is_exhausted && self->visits < FL_GRID_VISITS_MAX;
        }
    }
    return place_state.is_placed;
}
