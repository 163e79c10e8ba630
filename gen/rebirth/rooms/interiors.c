/* SPDX-License-Identifier: MIT */
/* The interiors of the start and of normal rooms. */
#include "gen/rebirth/rooms/interiors.h"

#include <stdlib.h>

enum { LATE_START = 11, START_VARIANT = 2 };

#define FL_BARE(number)                                                                                      \
    {                                                                                                        \
        .is_there = true, .shape = FL_SHAPE_1X1, .doors = 0x0f, .type = (number), .width = 1, .height = 1,   \
        .difficulty = -1, .subtype = -1, .variant = -1                                                       \
    }
#define FL_BARE_EIGHT(from)                                                                                  \
    FL_BARE(from), FL_BARE((from) + 1), FL_BARE((from) + 2), FL_BARE((from) + 3), FL_BARE((from) + 4),       \
        FL_BARE((from) + 5), FL_BARE((from) + 6), FL_BARE((from) + 7)

const fl_pool_interior fl_rebirth_rooms_interiors_none = {.is_there = false};
const fl_pool_interior fl_rebirth_rooms_interiors_bare[FL_POOL_CHOICE_TYPES] = {
    FL_BARE_EIGHT(0), FL_BARE_EIGHT(8), FL_BARE_EIGHT(16), FL_BARE_EIGHT(24)};

/* The start always has the same interior. */
static bool furnish_start(fl_rebirth_state *self)
{
    bool is_late = self->rules->stage == LATE_START;
    const fl_pool_choice_file *from = is_late ? &self->rules->normal : &self->rules->special;
    int32_t variant = is_late ? 0 : START_VARIANT;
    for (uint32_t i = 0; i < from->pool.rooms_n; i++) {
        const fl_pool_room *room = &from->pool.rooms[i];
        if (room->type == FL_INTERIORS_DEFAULT && room->variant == variant) {
            fl_rebirth_rooms_interiors_apply(self, 0, &from->room[i].interior, FL_KIND_START);
            return true;
        }
    }
    return false;
}

/* The request for a normal room of this floor, without shape and doors. */
static fl_pool_request normal_room(const fl_rebirth_rules *rules, int least, int most)
{
    return (fl_pool_request){
        .type = FL_INTERIORS_DEFAULT,
        .variant_least = rules->stage == LATE_START,
        .variant_most = INT32_MAX,
        .difficulty_least = (uint8_t)least,
        .difficulty_most = (uint8_t)most,
        .subtype = rules->switches.normal_subtype_zero ? 0 : -1,
        .lowers = true,
    };
}

static fl_pool_choice_key normal_key(const fl_rebirth_state *self, int least, int most)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_pool_request request = normal_room(rules, least, most);
    return fl_pool_choice_key_of(&request, rules->switches.picks_in_single ? FL_POOL_CHOICE_SINGLE
                                                                           : FL_POOL_CHOICE_DOUBLE);
}

/* Requests for normal rooms: the usual one, and the rare one for another difficulty. */
typedef struct normal_request {
    fl_pool_choice_key usual, easy;
    uint32_t easy_odds; /* the rare one: 1 in this many; 0 = never */
} normal_request;

/* The slots of a room that lead to a cell beside the ultra secret room; all those cells are empty. */
static unsigned red_slots(const fl_rebirth_state *self, unsigned number)
{
    const fl_layout_board_room *room = &self->board.room[number];
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
    unsigned red = 0;
    for (unsigned slots = self->ultra_secret ? shape_row->slots : 0; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        int way = room->origin + shape_row->target[slot] - (int)self->ultra_secret;
        red |= (unsigned)(abs(way) == 1 || abs(way) == FL_LAYOUT_BOARD_STRIDE) << slot;
    }
    return red;
}

static bool furnish_normal(fl_rebirth_state *self, const normal_request *request, unsigned number)
{
    const fl_layout_board_room *room = &self->board.room[number];
    fl_rebirth_random *level = &self->stage.level;
    uint64_t doors = fl_layout_board_links(&self->board, number) | red_slots(self, number);
    uint64_t place = (uint64_t)room->shape << FL_POOL_CHOICE_AT_SHAPE | doors << FL_POOL_CHOICE_AT_DOORS;
    uint64_t packed = request->usual.packed;
    if (request->easy_odds) {
        bool is_easy = level->is_exact ? level->exact.state % request->easy_odds == 0
                                       : fl_rebirth_random_hit(level, request->easy_odds);
        packed = is_easy ? request->easy.packed : packed;
    }
    uint32_t seed = level->is_exact ? fl_rebirth_random_next(level) : 0;
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_choose_by_key(
        self, FL_INTERIORS_NORMAL, packed | place, request->usual.variants, seed);
    if (!interior->is_there && packed != request->usual.packed) { /* the rare window may have none */
        interior = fl_rebirth_rooms_interiors_choose_by_key(
            self, FL_INTERIORS_NORMAL, request->usual.packed | place, request->usual.variants, seed);
    }
    if (interior->is_there) {
        fl_rebirth_rooms_interiors_apply(self, (int)number, interior, FL_KIND_NORMAL);
    }
    return interior->is_there;
}

bool fl_rebirth_rooms_interiors_always_fill(const fl_rebirth_rules *rules)
{
    bool always = true;
    for (unsigned floor = 0; floor < FL_REBIRTH_WINDOWS; floor++) {
        fl_pool_request request = normal_room(rules, rules->widened[floor].least, rules->widened[floor].most);
        uint32_t shapes = rules->shapes[floor] ? rules->shapes[floor] | 1u << FL_SHAPE_1X1 : 0;
        for (unsigned shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
            request.shape = (uint8_t)shape;
            request.doors = fl_layout_shape_rows[shape].slots;
            always = always && (!(shapes >> shape & 1) || fl_pool_choice_is_sure(&rules->normal, &request));
        }
    }
    return always;
}

bool fl_rebirth_rooms_interiors_fill_rest(fl_rebirth_state *self)
{
    if (!self->rules->has_interiors) {
        return true;
    }
    if (!furnish_start(self)) {
        return false;
    }
    fl_rebirth_window window = self->rules->widened[self->stage.floor];
    normal_request request = (normal_request){
        normal_key(self, window.least, window.most), normal_key(self, window.rarely, window.rarely_most),
        window.rarely ? (uint32_t)self->rules->switches.rare_easy_rooms : 0};
    uint8_t bare_rooms[FL_LAYOUT_BOARD_ROOMS_MAX]; /* listed first, without a branch, which would be
                                                      mispredicted */
    unsigned n = 0;
    for (unsigned i = 1; i < self->board.rooms_n; i++) {
        const fl_layout_board_room *room = &self->board.room[i];
        bare_rooms[n] = (uint8_t)i;
        n += !room->is_dead_end & !room->interior.is_there;
    }
    for (unsigned i = 0; i < n; i++) {
        if (!furnish_normal(self, &request, bare_rooms[i])) {
            return false;
        }
    }
    for (unsigned i = 0; i < self->dead_ends.n; i++) {
        if (!furnish_normal(self, &request, self->dead_ends.room[i])) {
            return false;
        }
    }
    return true;
}
