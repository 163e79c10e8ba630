/* Interiors: from the pool; apart from the wish, which is put together where it is known. */
#include "gen/rebirth/rooms/interiors.h"

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

/* The start's room is always the same. */
static bool furnish_start(fl_interiors *self)
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

/* What a normal room of the floor is to be, but for its shape and its doors. */
static fl_pool_choice_key normal_key(const fl_interiors *self, unsigned least)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_pool_request wish = {
        .type = FL_INTERIORS_DEFAULT,
        .variant_least = rules->stage == LATE_START,
        .variant_most = INT32_MAX,
        .difficulty_least = (uint8_t)least,
        .difficulty_most = (uint8_t)rules->widened[self->stage.floor].most,
        .subtype = rules->is.normal_subtype_zero ? 0 : -1,
        .lowers = true,
    };
    return fl_pool_choice_key_of(&wish,
                                 rules->is.picks_in_single ? FL_POOL_CHOICE_SINGLE : FL_POOL_CHOICE_DOUBLE);
}

/* Wishes for normal rooms: the usual one, and one for what comes rarely. */
typedef struct normal_wish {
    fl_pool_choice_key usual, easy;
    uint32_t easy_odds; /* 1 in so many; 0: never */
} normal_wish;

static normal_wish normal_wish_of(const fl_interiors *self)
{
    fl_rebirth_window window = self->rules->widened[self->stage.floor];
    return (normal_wish){normal_key(self, (unsigned)window.least), normal_key(self, (unsigned)window.rarely),
                         window.rarely ? (uint32_t)self->rules->is.rare_easy_rooms : 0};
}

static bool furnish_normal(fl_interiors *self, const normal_wish *wish, unsigned number)
{
    const fl_layout_board_room *room = &self->draft.room[number];
    fl_rebirth_random *level = &self->stage.level;
    uint64_t what = wish->usual.what;
    if (wish->easy_odds) {
        bool is_easy = level->is_exact ? level->exact.state % wish->easy_odds == 0
                                       : fl_rebirth_random_hit(level, wish->easy_odds);
        what = is_easy ? wish->easy.what : what;
    }
    what |= (uint64_t)room->shape << FL_POOL_CHOICE_AT_SHAPE;
    what |= (uint64_t)fl_layout_board_links(&self->draft, number) << FL_POOL_CHOICE_AT_DOORS;
    uint32_t seed = level->is_exact ? fl_rebirth_random_next(level) : 0;
    const fl_pool_interior *interior =
        fl_rebirth_rooms_interiors_choose_by(self, FL_INTERIORS_NORMAL, what, wish->usual.variants, seed);
    if (interior->is_there) {
        fl_rebirth_rooms_interiors_apply(self, (int)number, interior, FL_KIND_NORMAL);
    }
    return interior->is_there;
}

bool fl_rebirth_rooms_interiors_rest(fl_interiors *self)
{
    if (!self->rules->has_interiors) {
        return true;
    }
    if (!furnish_start(self)) {
        return false;
    }
    normal_wish wish = normal_wish_of(self);
    uint8_t bare_rooms[FL_LAYOUT_BOARD_ROOMS_MAX]; /* first all of them: which they are cannot be predicted */
    unsigned n = 0;
    for (unsigned i = 1; i < self->draft.rooms_n; i++) {
        const fl_layout_board_room *room = &self->draft.room[i];
        bare_rooms[n] = (uint8_t)i;
        n += !room->is_dead_end & !room->interior.is_there;
    }
    for (unsigned i = 0; i < n; i++) {
        if (!furnish_normal(self, &wish, bare_rooms[i])) {
            return false;
        }
    }
    for (unsigned i = 0; i < self->ends.n; i++) {
        if (!furnish_normal(self, &wish, self->ends.room[i])) {
            return false;
        }
    }
    return true;
}
