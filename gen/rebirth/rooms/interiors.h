/* SPDX-License-Identifier: MIT */
/* Choosing the interiors of a floor's rooms, and the numbers of room types in the files. */
#ifndef FL_GEN_REBIRTH_ROOMS_INTERIORS_H
#define FL_GEN_REBIRTH_ROOMS_INTERIORS_H

#include "gen/rebirth/rooms/rooms.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Numbers of room types in the files. */
enum {
    FL_INTERIORS_DEFAULT = 1,
    FL_INTERIORS_SHOP = 2,
    FL_INTERIORS_TREASURE = 4,
    FL_INTERIORS_BOSS = 5,
    FL_INTERIORS_MINIBOSS = 6,
    FL_INTERIORS_SECRET = 7,
    FL_INTERIORS_SUPER_SECRET = 8,
    FL_INTERIORS_ARCADE = 9,
    FL_INTERIORS_CURSE = 10,
    FL_INTERIORS_CHALLENGE = 11,
    FL_INTERIORS_LIBRARY = 12,
    FL_INTERIORS_SACRIFICE = 13,
    FL_INTERIORS_CLEAN_BEDROOM = 18,
    FL_INTERIORS_DIRTY_BEDROOM = 19,
    FL_INTERIORS_VAULT = 20,
    FL_INTERIORS_DICE = 21,
    FL_INTERIORS_PLANETARIUM = 24,
    FL_INTERIORS_ULTRA_SECRET = 29,
};

/* The file from which a room is chosen. */
typedef enum fl_interiors_file { FL_INTERIORS_SPECIAL, FL_INTERIORS_NORMAL } fl_interiors_file;

/* No interior; and by type the interiors that are used without a pool: single cells with all doors. */
extern const fl_pool_interior fl_rebirth_rooms_interiors_none;
extern const fl_pool_interior fl_rebirth_rooms_interiors_bare[FL_POOL_CHOICE_TYPES];

/* Chooses an interior from the pool by the two words of a request's key. With exact draws the choice has a
 * stream of its own that starts from `seed`. The result is borrowed from the rules;
 * fl_rebirth_rooms_interiors_none if no room qualifies. */
static inline const fl_pool_interior *fl_rebirth_rooms_interiors_choose_by_key(
    fl_rebirth_state *self, fl_interiors_file file, uint64_t packed, uint64_t variants, uint32_t seed)
{
    fl_pool_cache *lists = file == FL_INTERIORS_SPECIAL ? self->special : self->normal;
    const fl_pool_choice_room *room;
    if (self->rules->is_exact) {
        fl_rebirth_random choice = {.exact = FL_XORSHIFT_PICK(seed), .is_exact = true};
        room = fl_pool_cache_take(lists, packed, variants, &choice);
        self->drawn += choice.drawn;
    } else {
        room = fl_pool_cache_take(lists, packed, variants, &self->stage.level);
    }
    return room ? &room->interior : &fl_rebirth_rooms_interiors_none;
}

/* The same by a request; without a pool, the bare interior of its type. */
static inline const fl_pool_interior *fl_rebirth_rooms_interiors_choose(fl_rebirth_state *self,
                                                                        fl_interiors_file file,
                                                                        const fl_pool_request *request,
                                                                        uint32_t seed)
{
    const fl_rebirth_rules *rules = self->rules;
    if (!rules->has_interiors) {
        return &fl_rebirth_rooms_interiors_bare[request->type];
    }
    fl_pool_choice_width width =
        rules->switches.picks_in_single ? FL_POOL_CHOICE_SINGLE : FL_POOL_CHOICE_DOUBLE;
    fl_pool_choice_key key = fl_pool_choice_key_of(request, width);
    return fl_rebirth_rooms_interiors_choose_by_key(self, file, key.packed, key.variants, seed);
}

/* The same with a seed drawn from the level's stream. */
static inline const fl_pool_interior *fl_rebirth_rooms_interiors_draw(fl_rebirth_state *self,
                                                                      fl_interiors_file file,
                                                                      const fl_pool_request *request)
{
    uint32_t seed = self->rules->is_exact ? fl_rebirth_random_next(&self->stage.level) : 0;
    return fl_rebirth_rooms_interiors_choose(self, file, request, seed);
}

/* Gives a room its kind and its interior. */
static inline void fl_rebirth_rooms_interiors_apply(fl_rebirth_state *self, int number,
                                                    const fl_pool_interior *interior, fl_kind kind)
{
    assert(number >= 0 && (unsigned)number < self->board.rooms_n);
    fl_layout_board_room *room = &self->board.room[number];
    room->kind = (uint8_t)kind;
    room->interior = *interior;
}

/* True if the pool has an interior for every normal room that a floor by these rules can have. */
bool fl_rebirth_rooms_interiors_always_fill(const fl_rebirth_rules *rules);

/* Chooses interiors for all rooms that have none; false if no room of the pool suits one of them. */
bool fl_rebirth_rooms_interiors_fill_rest(fl_rebirth_state *self);

#endif
