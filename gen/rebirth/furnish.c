/* Interiors: from the pool; apart from the wish, which is put together where it is known. */
#include "gen/rebirth/furnish.h"

enum { LATE_START = 11, START_VARIANT = 2 };

#define FL_BARE(number)                                                                                      \
    {                                                                                                        \
        .is_there = true, .shape = FL_SHAPE_1X1, .doors = 0x0f, .type = (number), .width = 1, .height = 1,   \
        .difficulty = -1, .subtype = -1, .variant = -1                                                       \
    }
#define FL_BARE_EIGHT(from)                                                                                  \
    FL_BARE(from), FL_BARE((from) + 1), FL_BARE((from) + 2), FL_BARE((from) + 3), FL_BARE((from) + 4),       \
        FL_BARE((from) + 5), FL_BARE((from) + 6), FL_BARE((from) + 7)

const fl_pick_interior fl_furnish_none = {.is_there = false};
const fl_pick_interior fl_furnish_bare[FL_PICK_TYPES] = {FL_BARE_EIGHT(0), FL_BARE_EIGHT(8),
                                                         FL_BARE_EIGHT(16), FL_BARE_EIGHT(24)};

const fl_pick_interior *fl_furnish_choose_by(fl_furnish *self, fl_furnish_file file, uint64_t what,
                                             uint64_t variants, uint32_t seed)
{
    const fl_rebirth_rules *rules = self->rules;
    const fl_pick_file *from = file == FL_FURNISH_SPECIAL ? &rules->special : &rules->normal;
    fl_pick_lists *lists = file == FL_FURNISH_SPECIAL ? self->special : self->normal;
    int32_t number;
    if (rules->is_exact) {
        fl_dice own = {.exact = FL_XORSHIFT_PICK(seed), .is_exact = true};
        number = fl_pick_list_choose_by(lists, what, variants, &own);
        self->drawn += own.drawn;
    } else {
        number = fl_pick_list_choose_by(lists, what, variants, &self->stage.level);
    }
    return number == FL_PICK_NONE ? &fl_furnish_none : &from->room[number].interior;
}

void fl_furnish_apply(fl_furnish *self, int number, const fl_pick_interior *interior, fl_kind kind)
{
    fl_draft_room *room = &self->draft.room[number];
    room->kind = (uint8_t)kind;
    room->type = interior->type;
    room->doors = interior->doors;
    room->width = interior->width;
    room->height = interior->height;
    room->difficulty = interior->difficulty;
    room->subtype = interior->subtype;
    room->variant = interior->variant;
    room->has_interior = true;
}

/* The start's room is always the same. */
static bool furnish_start(fl_furnish *self)
{
    bool is_late = self->rules->stage == LATE_START;
    const fl_pick_file *from = is_late ? &self->rules->normal : &self->rules->special;
    int32_t variant = is_late ? 0 : START_VARIANT;
    for (uint32_t i = 0; i < from->pool.rooms_n; i++) {
        const fl_pool_room *room = &from->pool.rooms[i];
        if (room->type == FL_FURNISH_DEFAULT && room->variant == variant) {
            fl_furnish_apply(self, 0, &from->room[i].interior, FL_KIND_START);
            return true;
        }
    }
    return false;
}

static bool furnish_normal(fl_furnish *self, unsigned number)
{
    const fl_rebirth_rules *rules = self->rules;
    const fl_draft_room *room = &self->draft.room[number];
    fl_rebirth_window window = rules->widened[self->stage.floor];
    fl_pick_wish wish = {
        .type = FL_FURNISH_DEFAULT,
        .shape = room->shape,
        .variant_least = rules->stage == LATE_START,
        .variant_most = INT32_MAX,
        .difficulty_least = (uint8_t)window.least,
        .difficulty_most = (uint8_t)window.most,
        .subtype = rules->is.normal_subtype_zero ? 0 : -1,
        .doors = fl_draft_links(&self->draft, number),
        .lowers = true,
    };
    if (window.rarely) {
        uint32_t odds = (uint32_t)rules->is.rare_easy_rooms;
        bool is_easy = rules->is_exact ? self->stage.level.exact.state % odds == 0
                                       : fl_dice_hit(&self->stage.level, odds);
        wish.difficulty_least = (uint8_t)(is_easy ? window.rarely : window.least);
    }
    const fl_pick_interior *interior = fl_furnish_draw(self, FL_FURNISH_NORMAL, &wish);
    if (interior->is_there) {
        fl_furnish_apply(self, (int)number, interior, FL_KIND_NORMAL);
    }
    return interior->is_there;
}

bool fl_furnish_rest(fl_furnish *self)
{
    if (!self->rules->has_interiors) {
        return true;
    }
    if (!furnish_start(self)) {
        return false;
    }
    uint8_t bare_rooms[FL_DRAFT_ROOMS_MAX]; /* first all of them: which they are cannot be predicted */
    unsigned n = 0;
    for (unsigned i = 1; i < self->draft.rooms_n; i++) {
        const fl_draft_room *room = &self->draft.room[i];
        bare_rooms[n] = (uint8_t)i;
        n += !room->is_dead_end & !room->has_interior;
    }
    for (unsigned i = 0; i < n; i++) {
        if (!furnish_normal(self, bare_rooms[i])) {
            return false;
        }
    }
    for (unsigned i = 0; i < self->ends.n; i++) {
        if (!furnish_normal(self, self->ends.room[i])) {
            return false;
        }
    }
    return true;
}
