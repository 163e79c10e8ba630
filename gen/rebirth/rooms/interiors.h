/* A Rebirth floor being furnished: the state that goes on from attempt to attempt, and the interiors of its rooms. */
#ifndef FL_GEN_REBIRTH_ROOMS_INTERIORS_H
#define FL_GEN_REBIRTH_ROOMS_INTERIORS_H

#include "gen/rebirth/rooms/rooms.h"

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

/* Which file a room is chosen from. */
typedef enum fl_interiors_file { FL_INTERIORS_SPECIAL, FL_INTERIORS_NORMAL } fl_interiors_file;

/* No interior, and what there is without a pool: a single cell with all doors, by type. */
extern const fl_pool_interior fl_rebirth_rooms_interiors_none;
extern const fl_pool_interior fl_rebirth_rooms_interiors_bare[FL_POOL_CHOICE_TYPES];

/* Chooses an interior from the pool by the words of a wish's key; the choice's stream starts from `seed` in the exact mode. The answer is borrowed from
 * the rules; it is fl_rebirth_rooms_interiors_none where no room meets the wish. */
static inline const fl_pool_interior *fl_rebirth_rooms_interiors_choose_by_key(
    fl_rebirth_state *self, fl_interiors_file file, uint64_t packed, uint64_t variants, uint32_t seed)
{
    fl_pool_cache *lists = file == FL_INTERIORS_SPECIAL ? self->special : self->normal;
    const fl_pool_choice_room *room;
    if (self->rules->is_exact) {
        fl_rebirth_random own = {.exact = FL_XORSHIFT_PICK(seed), .is_exact = true};
        room = fl_pool_cache_take(lists, packed, variants, &own);
        self->drawn += own.drawn;
    } else {
        room = fl_pool_cache_take(lists, packed, variants, &self->stage.level);
    }
    return room ? &room->interior : &fl_rebirth_rooms_interiors_none;
}

/* Chooses an interior, if there are any. */
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

/* The same with a seed from the level's stream, which moves by one draw. */
static inline const fl_pool_interior *fl_rebirth_rooms_interiors_draw(fl_rebirth_state *self,
                                                                      fl_interiors_file file,
                                                                      const fl_pool_request *request)
{
    uint32_t seed = self->rules->is_exact ? fl_rebirth_random_next(&self->stage.level) : 0;
    return fl_rebirth_rooms_interiors_choose(self, file, request, seed);
}

/* The room becomes what its interior is. */
static inline void fl_rebirth_rooms_interiors_apply(fl_rebirth_state *self, int number,
                                                    const fl_pool_interior *interior, fl_kind kind)
{
    fl_layout_board_room *room = &self->board.room[number];
    room->kind = (uint8_t)kind;
    room->interior = *interior;
}

/* Interiors for all rooms that have none; false if one finds none. */
bool fl_rebirth_rooms_interiors_fill_rest(fl_rebirth_state *self);

#endif
