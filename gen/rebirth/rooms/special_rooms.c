/* SPDX-License-Identifier: MIT */
/* Most special rooms are placed in the same way: choose an interior, take a dead end that suits it, roll, and
 * place the room or put the dead end back. Differences are in the tables; exceptions have their own
 * functions. */
#include "gen/rebirth/rooms/rooms_private.h"

#include <assert.h>
#include <string.h>

enum { GRAVE_FIRST = 3, GRAVE_LAST = 9 };

static bool hits(fl_rebirth_chance chance, fl_rebirth_random *stream)
{
    return fl_rebirth_random_below(stream, chance.out_of) < chance.hits;
}

/* Rolls two chances; the second is drawn whenever the first missed, and counts only if its condition
 * holds. */
static bool try_chances(fl_rebirth_state *self, fl_rebirth_chance first, fl_rebirth_chance second,
                        bool second_counts, unsigned event)
{
    fl_rebirth_random *level = &self->stage.level;
    if (first.out_of == 0) { /* no roll: the room always appears */
        self->roll[event] |= FL_ROLL_WON;
        return true;
    }
    unsigned is_first = hits(first, level);
    unsigned is_second = 0;
    unsigned flags = FL_ROLL_ROLLED | is_first * FL_ROLL_FIRST;
    if (!is_first & (second.out_of != 0)) {
        is_second = hits(second, level) & second_counts;
        flags |= second_counts * FL_ROLL_SECOND_ROLLED | is_second * FL_ROLL_SECOND;
    }
    flags |= (is_first | is_second) * FL_ROLL_WON;
    self->roll[event] |= (fl_roll)flags;
    return is_first | is_second;
}

/* Rolls if the roll's room is placed. */
static bool try_roll(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    bool is_passed = try_chances(self, roll->first, roll->second, roll->second_counts, roll->event);
    if (roll->is_sure && !is_passed) {
        self->roll[roll->event] |= FL_ROLL_WON;
    }
    return is_passed || roll->is_sure;
}

/* Rolls which of the roll's two kinds the room is; true = the second one. */
static bool try_other(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    return try_chances(self, roll->other_first, roll->other_second, roll->other_counts, roll->other_event);
}

/* Takes a dead end that suits the interior; FL_LAYOUT_DEAD_ENDS_NONE if there is none, or no interior. */
static int take_dead_end(fl_rebirth_state *self, const fl_rebirth_roll *roll,
                         const fl_pool_interior *interior)
{
    int number = interior->is_there ? fl_layout_dead_ends_take(&self->board, &self->dead_ends,
                                                               interior->shape, interior->doors)
                                    : FL_LAYOUT_DEAD_ENDS_NONE;
    self->roll[roll->event] |= number == FL_LAYOUT_DEAD_ENDS_NONE ? FL_ROLL_NO_DEAD_END : 0;
    return number;
}

/* Returns the dead end if the roll was won; otherwise puts it back on the list. */
static int keep_dead_end(fl_rebirth_state *self, int number, bool is_won)
{
    if (is_won) {
        return number;
    }
    fl_layout_dead_ends_give_back(&self->dead_ends, number);
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

/* Places the room; false if there is no dead end for it. */
static bool place_roll(fl_rebirth_state *self, const fl_rebirth_roll *roll, int number,
                       const fl_pool_interior *interior, fl_kind kind)
{
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return false;
    }
    fl_rebirth_rooms_interiors_apply(self, number, interior, kind);
    self->roll[roll->event] |= FL_ROLL_PLACED;
    return true;
}

/* Places a required room; without it the attempt fails. */
static bool require(fl_rebirth_state *self, const fl_rebirth_roll *roll, const fl_pool_request *request,
                    fl_kind kind, const char *why)
{
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, request);
    int number = take_dead_end(self, roll, interior);
    return place_roll(self, roll, number, interior, kind) || fl_rebirth_rooms_fail(self, why);
}

/* The kinds of a roll's room, one or two, and the types of their interiors. */
typedef struct kinds {
    uint8_t type[2];
    uint8_t kind[2];
} kinds;

static const kinds kinds_of[FL_REBIRTH_STEPS_N] = {
    [FL_REBIRTH_STEP_DICE_OR_SACRIFICE] = {{FL_INTERIORS_SACRIFICE, FL_INTERIORS_DICE},
                                           {FL_KIND_SACRIFICE, FL_KIND_DICE}},
    [FL_REBIRTH_STEP_CURSE] = {{FL_INTERIORS_CURSE}, {FL_KIND_CURSE}},
    [FL_REBIRTH_STEP_CHALLENGE] = {{FL_INTERIORS_CHALLENGE}, {FL_KIND_CHALLENGE}},
    [FL_REBIRTH_STEP_ARCADE_OR_VAULT] = {{FL_INTERIORS_ARCADE, FL_INTERIORS_VAULT},
                                         {FL_KIND_ARCADE, FL_KIND_VAULT}},
    [FL_REBIRTH_STEP_BEDROOM] = {{FL_INTERIORS_DIRTY_BEDROOM, FL_INTERIORS_CLEAN_BEDROOM},
                                 {FL_KIND_DIRTY_BEDROOM, FL_KIND_CLEAN_BEDROOM}},
    [FL_REBIRTH_STEP_LIBRARY] = {{FL_INTERIORS_LIBRARY}, {FL_KIND_LIBRARY}},
};

static fl_pool_request request_of(const fl_rebirth_state *self, const fl_rebirth_roll *roll, bool is_other)
{
    fl_pool_request request = fl_pool_choice_special(kinds_of[roll->step].type[is_other]);
    if (roll->step == FL_REBIRTH_STEP_CHALLENGE && self->rules->switches.challenge_by_floor) {
        request.subtype = fl_rebirth_rules_holds(self->rules, FL_REBIRTH_SECOND_FLOOR);
    }
    return request;
}

/* The room that a roll would place. */
typedef struct chosen_interior {
    const fl_pool_interior *interior;
    bool is_other; /* the second of the roll's kinds */
} chosen_interior;

/* Places the room if its roll was won and it may be placed; otherwise puts the dead end back on the list. */
static void place_or_return(fl_rebirth_state *self, const fl_rebirth_roll *roll, int number,
                            chosen_interior chosen, bool is_won)
{
    bool may_place = chosen.is_other ? roll->other_may_place : roll->may_place;
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    if (!(is_won & may_place)) {
        fl_layout_dead_ends_give_back(&self->dead_ends, number);
        return;
    }
    fl_kind kind = (fl_kind)kinds_of[roll->step].kind[chosen.is_other];
    if (roll->step == FL_REBIRTH_STEP_CHALLENGE) {
        bool is_asked_for = self->rules->switches.challenge_by_floor && !self->rules->has_interiors &&
                            fl_rebirth_rules_holds(self->rules, FL_REBIRTH_SECOND_FLOOR);
        kind = is_asked_for || chosen.interior->subtype == 1 ? FL_KIND_BOSS_CHALLENGE : kind;
    }
    place_roll(self, roll, number, chosen.interior, kind);
    self->roll[roll->other_event] |= chosen.is_other ? FL_ROLL_PLACED : 0;
}

/* The usual roll: first the interior, then a dead end, then the roll. The library's subtype is drawn, and the
 * chosen room's weight is not lowered. The curse room's interior and dead end are remembered, because the
 * mini-boss's roll can be about them again. */
static void place_by_roll(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    bool is_library = roll->step == FL_REBIRTH_STEP_LIBRARY;
    bool is_seed_first = is_library && !self->rules->switches.library_subtype_first && self->rules->is_exact;
    bool is_other = roll->other_first.out_of && kinds_of[roll->step].kind[1] && try_other(self, roll);
    uint32_t seed = is_seed_first ? fl_rebirth_random_next(&self->stage.level) : 0;
    fl_pool_request request = request_of(self, roll, is_other);
    if (is_library) {
        request.subtype = (int16_t)fl_rebirth_random_below(&self->stage.level, 5);
        request.lowers = false;
    }
    chosen_interior chosen = {
        is_seed_first ? fl_rebirth_rooms_interiors_choose(self, FL_INTERIORS_SPECIAL, &request, seed)
                      : fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request),
        is_other};
    int number = take_dead_end(self, roll, chosen.interior);
    if (roll->step == FL_REBIRTH_STEP_CURSE) {
        self->curse = chosen.interior;
        self->curse_end = number;
    }
    place_or_return(self, roll, number, chosen, try_roll(self, roll));
}

/* The same in the order of the wiki's pseudo-code: first a dead end, which becomes a single cell; without one
 * there is no roll. */
static void place_in_dead_end(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    int number = fl_layout_dead_ends_take(&self->board, &self->dead_ends, FL_SHAPE_1X1, 0x0f);
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        self->roll[roll->event] |= FL_ROLL_NO_DEAD_END;
        return;
    }
    bool is_other = roll->other_first.out_of && try_other(self, roll);
    bool is_won = try_roll(self, roll) && (is_other ? roll->other_may_place : roll->may_place);
    const fl_pool_interior *interior = &fl_rebirth_rooms_interiors_none;
    if (is_won) {
        fl_pool_request request = request_of(self, roll, is_other);
        request.shape = FL_SHAPE_1X1;
        request.doors = fl_layout_board_links(&self->board, (unsigned)number);
        interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    }
    chosen_interior chosen = {interior, is_other};
    place_or_return(self, roll, number, chosen, is_won && interior->is_there);
}

/* The pseudo-code's challenge line at its word: PlaceRoom(boss, deadend), with the room that
 * GetMiniBossRoom() gave, whether it was placed or not. */
static void place_boss_again(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    int number = self->miniboss ? take_dead_end(self, roll, self->miniboss) : FL_LAYOUT_DEAD_ENDS_NONE;
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    bool is_won = try_roll(self, roll) && roll->may_place;
    number = keep_dead_end(self, number, is_won);
    place_roll(self, roll, number, self->miniboss, FL_KIND_MINIBOSS);
}

enum { SINS = 6, ALL_SINS = (1 << SINS) - 1, SIN_VARIANTS = 10, ULTRA_PRIDE = 0x8D4, SUPER = 100 };

/* Draws one of the sins that were not met yet. */
static unsigned draw_sin(fl_rebirth_state *self)
{
    unsigned left = ~self->sins_met & ALL_SINS;
    assert(left != 0);
    for (unsigned skip = fl_rebirth_random_below(&self->stage.level, (uint32_t)__builtin_popcount(left));
         skip > 0; skip--) {
        left &= left - 1;
    }
    return (unsigned)__builtin_ctz(left);
}

/* Draws the mini-boss: the number of a sin, SINS for Ultra Pride, -1 if all were met. */
static int draw_identity(fl_rebirth_state *self, const fl_rebirth_roll *roll, int32_t *variant)
{
    /* wrath, gluttony, lust, sloth, envy, pride */
    static const int32_t variants[SINS] = {0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C};
    if (roll->other_counts && try_other(self, roll) && !(self->sins_met >> SINS & 1)) {
        fl_rebirth_random_next(&self->stage.level);
        *variant = ULTRA_PRIDE;
        return SINS;
    }
    bool is_super = fl_rebirth_random_hit(&self->stage.level, self->rules->super_odds);
    if ((self->sins_met & ALL_SINS) == ALL_SINS) {
        return -1;
    }
    int sin = (int)draw_sin(self);
    *variant = variants[sin] + (is_super ? SUPER : 0);
    return sin;
}

/* Rolls for the mini-boss: one of six sins, each met once, also across the attempts at a floor, or Ultra
 * Pride, which has a seventh bit. */
static void place_miniboss(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_MINIBOSS);
    int sin = draw_identity(self, roll, &request.variant_least);
    if (sin < 0) {
        if (self->rules->switches.sinless_rolls_curse) {
            /* If all six sins were met, the engine's roll decides once more about the dead end of the curse
             * room (facts, 7.1 and 13.1): a curse room that lost its own roll can still be placed; one that
             * was placed stays as it is. */
            if (try_roll(self, roll) && fl_layout_dead_ends_remove(&self->dead_ends, self->curse_end)) {
                fl_rebirth_rooms_interiors_apply(self, self->curse_end, self->curse, FL_KIND_CURSE);
            }
        }
        return;
    }
    request.variant_most = request.variant_least + SIN_VARIANTS - 1;
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    self->miniboss = interior;
    bool is_end_first = self->rules->switches.takes_end_first;
    int number =
        is_end_first && !interior->is_there ? FL_LAYOUT_DEAD_ENDS_NONE : take_dead_end(self, roll, interior);
    if (is_end_first && number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    number = keep_dead_end(self, number, try_roll(self, roll));
    if (place_roll(self, roll, number, interior, FL_KIND_MINIBOSS)) {
        self->sins_met |= 1u << sin;
    }
}

static bool place_super_secret(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SUPER_SECRET);
    for (unsigned i = 0; i < roll->times; i++) {
        const fl_pool_interior *interior =
            fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
        int number = take_dead_end(self, roll, interior);
        if (!place_roll(self, roll, number, interior, FL_KIND_SUPER_SECRET)) {
            return i > 0 || fl_rebirth_rooms_fail(self, "no dead end for the super secret room");
        }
        self->board.room[number].is_hidden = !self->rules->switches.super_secret_is_seen;
    }
    return true;
}

static bool place_shop(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SHOP);
    uint32_t n = fl_rebirth_random_next(&self->stage.level) & 255;
    request.subtype = n == 0 ? 11 : n == 1 ? 10 : 4;
    return require(self, roll, &request, FL_KIND_SHOP, "no dead end for the shop");
}

static bool place_treasure(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    bool is_paid = self->rules->value[FL_REBIRTH_SET_ITEMS] >> FL_REBIRTH_ITEM_PAY_TO_WIN & 1;
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_TREASURE);
    request.subtype = (int16_t)((try_other(self, roll) ? 1 : 0) + (is_paid ? 2 : 0));
    bool is_own = self->rules->switches.treasure_from_stage && self->rules->has_interiors &&
                  fl_pool_choice_count(&self->rules->normal, &request) > 0;
    const fl_pool_interior *interior =
        fl_rebirth_rooms_interiors_draw(self, is_own ? FL_INTERIORS_NORMAL : FL_INTERIORS_SPECIAL, &request);
    int number = take_dead_end(self, roll, interior);
    return place_roll(self, roll, number, interior, FL_KIND_TREASURE) ||
           fl_rebirth_rooms_fail(self, "no dead end for the treasure room");
}

/* Labyrinths have a second treasure room; its draws leave the level's stream as it was. */
static bool place_treasures(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    if (!place_treasure(self, roll)) {
        return false;
    }
    if (!self->stage.is_large) {
        return true;
    }
    fl_rebirth_random kept = self->stage.level;
    bool is_placed = place_treasure(self, roll);
    self->drawn += self->stage.level.drawn - kept.drawn;
    self->stage.level = kept;
    return is_placed;
}

static void place_planetarium(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_PLANETARIUM);
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    int number = take_dead_end(self, roll, interior);
    bool is_won = fl_rebirth_random_weight(&self->stage.level) < self->rules->planetarium;
    self->roll[roll->event] |= FL_ROLL_ROLLED | (is_won ? FL_ROLL_FIRST | FL_ROLL_WON : 0);
    place_roll(self, roll, keep_dead_end(self, number, is_won), interior, FL_KIND_PLANETARIUM);
}

/* Places a secret or ultra secret room on an empty cell; false if there is none. */
static bool place_hidden(fl_rebirth_state *self, const fl_rebirth_roll *roll,
                         const fl_pool_interior *interior, bool is_ultra)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_secret_found found;
    fl_secret_request request = {
        .blocks_start = rules->stage == 11 && !is_ultra,
        .blocks_above = self->has_strange_door,
        .is_ultra = is_ultra,
        .boss_to_avoid = !rules->switches.blocks_round_boss ? -1
                         : self->second_boss >= 0           ? self->second_boss
                                                            : self->boss,
    };
    fl_layout_secret_place(&self->board, &request, &self->stage.layout, &found);
    self->roll[roll->event] |= FL_ROLL_ROLLED;
    if (!interior->is_there || found.spot == FL_SECRET_PLACE_NONE ||
        self->board.rooms_n >= FL_LAYOUT_BOARD_ROOMS_MAX) {
        self->roll[roll->event] |= found.spot == FL_SECRET_PLACE_NONE ? FL_ROLL_NO_DEAD_END : 0;
        return found.spot != FL_SECRET_PLACE_NONE;
    }
    self->ultra_secret = is_ultra ? found.spot : self->ultra_secret;
    if (!is_ultra && self->secrets++ == 0) {
        self->secret_open = found.open;
    }
    unsigned number = fl_layout_board_place(&self->board, FL_SHAPE_1X1, found.spot, found.spot);
    self->board.room[number].is_hidden = true;
    self->board.room[number].is_added = true;
    fl_rebirth_rooms_interiors_apply(self, (int)number, interior,
                                     is_ultra ? FL_KIND_ULTRA_SECRET : FL_KIND_SECRET);
    self->roll[roll->event] |= FL_ROLL_WON | FL_ROLL_PLACED;
    return true;
}

static void place_secrets(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SECRET);
    for (unsigned i = 0; i < roll->times; i++) {
        const fl_pool_interior *interior =
            fl_rebirth_rooms_interiors_choose(self, FL_INTERIORS_SPECIAL, &request, self->secret_seed.state);
        (void)place_hidden(self, roll, interior, false);
        fl_xorshift_next(&self->secret_seed);
    }
}

static bool place_grave(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_DEFAULT);
    request.variant_least = GRAVE_FIRST;
    request.variant_most = GRAVE_LAST;
    return require(self, roll, &request, FL_KIND_GRAVE, "no dead end for the grave") ||
           self->rules->switches.grave_may_fail;
}

static bool place_ultra_secret(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_ULTRA_SECRET);
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    bool is_must = self->rules->switches.ultra_secret_must && interior->is_there;
    return place_hidden(self, roll, interior, true) || !is_must ||
           fl_rebirth_rooms_fail(self, "no place for the ultra secret room");
}

bool fl_rebirth_rooms_furnishes_last(const fl_rebirth_rules *rules)
{
    unsigned n = rules->tried_n;
    return rules->has_interiors && rules->has_specials && n > 0 &&
           rules->roll[rules->tried[n - 1]].step == FL_REBIRTH_STEP_NORMAL &&
           fl_rebirth_rooms_interiors_always_fill(rules);
}

/* Does one step of the rule set's table; false if the attempt failed. */
static bool do_step(fl_rebirth_state *self, const fl_rebirth_roll *roll)
{
    switch (roll->step) {
    case FL_REBIRTH_STEP_BOSS:
        return fl_rebirth_rooms_boss_room_place(self);
    case FL_REBIRTH_STEP_SECOND_BOSS:
        return fl_rebirth_rooms_boss_room_place_second(self);
    case FL_REBIRTH_STEP_VOID_BOSSES:
        return fl_rebirth_rooms_boss_room_place_many(self);
    case FL_REBIRTH_STEP_SUPER_SECRET:
        return place_super_secret(self, roll);
    case FL_REBIRTH_STEP_SECRET_SEED:
        self->secret_seed =
            FL_XORSHIFT_SIDE(self->rules->is_exact ? fl_rebirth_random_next(&self->stage.level) : 1);
        return true;
    case FL_REBIRTH_STEP_SHOP:
        return place_shop(self, roll);
    case FL_REBIRTH_STEP_TREASURE:
        return place_treasures(self, roll);
    case FL_REBIRTH_STEP_PLANETARIUM:
        place_planetarium(self, roll);
        return true;
    case FL_REBIRTH_STEP_MINIBOSS:
        place_miniboss(self, roll);
        return true;
    case FL_REBIRTH_STEP_SECRET:
        place_secrets(self, roll);
        return true;
    case FL_REBIRTH_STEP_GRAVE:
        return place_grave(self, roll);
    case FL_REBIRTH_STEP_ULTRA_SECRET:
        return place_ultra_secret(self, roll);
    case FL_REBIRTH_STEP_NORMAL:
        return self->leaves_interiors || fl_rebirth_rooms_interiors_fill_rest(self) ||
               fl_rebirth_rooms_fail(self, "no interior for a normal room");
    default:
        break;
    }
    if (roll->step == FL_REBIRTH_STEP_CHALLENGE && self->rules->value[FL_REBIRTH_SET_CHALLENGE_LINE]) {
        place_boss_again(self, roll);
        return true;
    }
    for (unsigned i = 0; i < roll->times; i++) {
        if (self->rules->switches.takes_end_first) {
            place_in_dead_end(self, roll);
        } else {
            place_by_roll(self, roll);
        }
    }
    return true;
}

bool fl_rebirth_rooms_place(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    for (unsigned i = 0; i < rules->tried_n; i++) {
        if (!do_step(self, &rules->roll[rules->tried[i]])) {
            return false;
        }
    }
    return true;
}

/* The steps that rolls are for. */
enum {
    RIGHT = 2,
    ROLLING = 1u << FL_REBIRTH_STEP_PLANETARIUM | 1u << FL_REBIRTH_STEP_DICE_OR_SACRIFICE |
              1u << FL_REBIRTH_STEP_LIBRARY | 1u << FL_REBIRTH_STEP_CURSE | 1u << FL_REBIRTH_STEP_MINIBOSS |
              1u << FL_REBIRTH_STEP_CHALLENGE | 1u << FL_REBIRTH_STEP_ARCADE_OR_VAULT |
              1u << FL_REBIRTH_STEP_BEDROOM,
};

/* All rolls are for the same dead end: it is made free again before each step. */
void fl_rebirth_rooms_rolls_only(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    /* The start and a dead end beside it. */
    unsigned beside = FL_LAYOUT_BOARD_START + (unsigned)fl_layout_board_step(RIGHT);
    fl_layout_board_clear(&self->board);
    fl_layout_board_place(&self->board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    unsigned number = fl_layout_board_place(&self->board, FL_SHAPE_1X1, beside, beside);
    self->board.room[number].direction = RIGHT;
    self->board.room[number].distance = 1;
    self->board.room[number].is_dead_end = true;
    const fl_layout_board_room dead_end = self->board.room[1];
    self->second_boss = self->second_identity = self->boss_identity = -1;
    self->secrets = 0;
    self->miniboss = NULL;
    self->attempts = 1;
    memset(self->roll, 0, sizeof self->roll);
    for (unsigned i = 0; i < rules->tried_n; i++) {
        const fl_rebirth_roll *roll = &rules->roll[rules->tried[i]];
        if (!(ROLLING >> roll->step & 1)) {
            continue;
        }
        self->board.room[1] = dead_end;
        self->dead_ends = (fl_layout_dead_ends){.room = {1}, .n = 1};
        do_step(self, roll);
    }
    for (unsigned i = 0; i < rules->events_n; i++) {
        self->roll[i] &= (fl_roll) ~(FL_ROLL_PLACED | FL_ROLL_NO_DEAD_END);
    }
    self->board.room[1] = dead_end;
    self->board.room[1].kind = FL_KIND_BOSS;
    self->boss = 1;
    self->dead_ends_found = 1;
}
