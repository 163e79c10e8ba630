/* A Rebirth floor being furnished: the state that goes on from attempt to attempt, and the interiors of its rooms. */
#ifndef FL_GEN_REBIRTH_ROOMS_INTERIORS_H
#define FL_GEN_REBIRTH_ROOMS_INTERIORS_H

#include "gen/rebirth/rooms/boss.h"
#include "gen/rebirth/layout/dead_ends.h"
#include "gen/rebirth/pool/pool_cache.h"
#include "gen/rebirth/rooms/stage_size.h"

/* Numbers of room types in the files. */
enum {
    FL_FURNISH_DEFAULT = 1,
    FL_FURNISH_SHOP = 2,
    FL_FURNISH_TREASURE = 4,
    FL_FURNISH_BOSS = 5,
    FL_FURNISH_MINIBOSS = 6,
    FL_FURNISH_SECRET = 7,
    FL_FURNISH_SUPER_SECRET = 8,
    FL_FURNISH_ARCADE = 9,
    FL_FURNISH_CURSE = 10,
    FL_FURNISH_CHALLENGE = 11,
    FL_FURNISH_LIBRARY = 12,
    FL_FURNISH_SACRIFICE = 13,
    FL_FURNISH_CLEAN_BEDROOM = 18,
    FL_FURNISH_DIRTY_BEDROOM = 19,
    FL_FURNISH_VAULT = 20,
    FL_FURNISH_DICE = 21,
    FL_FURNISH_PLANETARIUM = 24,
    FL_FURNISH_ULTRA_SECRET = 29,
};

typedef struct fl_furnish {
    const fl_rebirth_rules *rules;
    fl_stage stage;
    fl_draft draft;
    fl_layout_ends ends;
    fl_boss_run run;
    fl_xorshift secret_seed;         /* of secret rooms, in the exact mode */
    fl_pick_lists *special, *normal; /* the rooms to choose from, their weights lowered as they are chosen */
    fl_gate gate[FL_GATE_MAX];       /* of the attempt at hand */
    uint32_t sins_met;               /* bit per sin, the last one Ultra Pride */
    const fl_pick_interior *curse;   /* chosen for the curse room of the attempt at hand, and its dead end */
    int curse_end;
    unsigned attempts;
    unsigned end_rooms, forced; /* of the attempt at hand */
    int boss, second_boss;      /* room numbers, -1 = none */
    int boss_identity, second_identity;
    int secrets;
    unsigned secret_open;
    uint32_t drawn; /* draws of streams that are gone */
    const char *failure;
} fl_furnish;

/* Which file a room is chosen from. */
typedef enum fl_furnish_file { FL_FURNISH_SPECIAL, FL_FURNISH_NORMAL } fl_furnish_file;

/* No interior, and what there is without a pool: a single cell with all doors, by type. */
extern const fl_pick_interior fl_furnish_none;
extern const fl_pick_interior fl_furnish_bare[FL_PICK_TYPES];

/* Chooses an interior from the pool by the words of a wish's key; the choice's stream starts from `seed` in the exact mode. The answer is borrowed from
 * the rules; it is fl_furnish_none where no room meets the wish. */
static inline const fl_pick_interior *fl_furnish_choose_by(fl_furnish *self, fl_furnish_file file,
                                                           uint64_t what, uint64_t variants, uint32_t seed)
{
    fl_pick_lists *lists = file == FL_FURNISH_SPECIAL ? self->special : self->normal;
    const fl_pick_room *room;
    if (self->rules->is_exact) {
        fl_dice own = {.exact = FL_XORSHIFT_PICK(seed), .is_exact = true};
        room = fl_pick_list_take(lists, what, variants, &own);
        self->drawn += own.drawn;
    } else {
        room = fl_pick_list_take(lists, what, variants, &self->stage.level);
    }
    return room ? &room->interior : &fl_furnish_none;
}

/* Chooses an interior, if there are any. */
static inline const fl_pick_interior *fl_furnish_choose(fl_furnish *self, fl_furnish_file file,
                                                        const fl_pick_wish *wish, uint32_t seed)
{
    const fl_rebirth_rules *rules = self->rules;
    if (!rules->has_interiors) {
        return &fl_furnish_bare[wish->type];
    }
    fl_pick_width width = rules->is.picks_in_single ? FL_PICK_SINGLE : FL_PICK_DOUBLE;
    fl_pick_key key = fl_pick_key_of(wish, width);
    return fl_furnish_choose_by(self, file, key.what, key.variants, seed);
}

/* The same with a seed from the level's stream, which moves by one draw. */
static inline const fl_pick_interior *fl_furnish_draw(fl_furnish *self, fl_furnish_file file,
                                                      const fl_pick_wish *wish)
{
    uint32_t seed = self->rules->is_exact ? fl_dice_next(&self->stage.level) : 0;
    return fl_furnish_choose(self, file, wish, seed);
}

/* The room becomes what its interior is. */
static inline void fl_furnish_apply(fl_furnish *self, int number, const fl_pick_interior *interior,
                                    fl_kind kind)
{
    fl_draft_room *room = &self->draft.room[number];
    room->kind = (uint8_t)kind;
    room->interior = *interior;
}

/* Interiors for all rooms that have none; false if one finds none. */
bool fl_furnish_rest(fl_furnish *self);

#endif
