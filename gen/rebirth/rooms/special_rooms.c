/* SPDX-License-Identifier: MIT */
/* Most special rooms are placed in the same way: choose an interior, take a dead end that suits it, roll, and
 * place the room or put the dead end back. What differs is in the tables; exceptions have functions of their
 * own. */
#include "gen/rebirth/rooms/rooms_private.h"

#include <stddef.h>

enum { GRAVE_FIRST = 3, GRAVE_LAST = 9 };

static bool fail(fl_rebirth_state *self, const char *why)
{
    self->failure = why;
    return false;
}

/* Places a room without which the attempt fails. */
static bool require(fl_rebirth_state *self, const fl_rebirth_gate *gate, const fl_pool_request *request,
                    fl_kind kind, const char *why)
{
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, request);
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, interior);
    return fl_rebirth_rooms_gate_place(self, gate, number, interior, kind) || fail(self, why);
}

/* The kinds of a gate's room, one or two, and the types of their interiors. */
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

static bool is_boss_challenge(const fl_rebirth_state *self, const fl_pool_interior *interior)
{
    bool is_asked_for = self->rules->switches.challenge_by_floor && !self->rules->has_interiors &&
                        fl_rebirth_rules_holds(self->rules, FL_REBIRTH_SECOND_FLOOR);
    return is_asked_for || interior->subtype == 1;
}

static fl_kind kind_of(const fl_rebirth_state *self, const fl_rebirth_gate *gate, bool is_other,
                       const fl_pool_interior *interior)
{
    if (gate->step == FL_REBIRTH_STEP_CHALLENGE && is_boss_challenge(self, interior)) {
        return FL_KIND_BOSS_CHALLENGE;
    }
    return (fl_kind)kinds_of[gate->step].kind[is_other];
}

static fl_pool_request request_of(const fl_rebirth_state *self, const fl_rebirth_gate *gate, bool is_other)
{
    fl_pool_request request = fl_pool_choice_special(kinds_of[gate->step].type[is_other]);
    if (gate->step == FL_REBIRTH_STEP_CHALLENGE && self->rules->switches.challenge_by_floor) {
        request.subtype = fl_rebirth_rules_holds(self->rules, FL_REBIRTH_SECOND_FLOOR);
    }
    return request;
}

/* What a gate would place. */
typedef struct chosen_interior {
    const fl_pool_interior *interior;
    bool is_other; /* the second of the gate's kinds */
} chosen_interior;

/* Places the room if its roll was won and it may be placed; otherwise puts the dead end back on the list. */
static void place_or_return(fl_rebirth_state *self, const fl_rebirth_gate *gate, int number,
                            chosen_interior chosen, bool is_won)
{
    bool may_place = chosen.is_other ? gate->other_may_place : gate->may_place;
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    if (!(is_won & may_place)) {
        fl_layout_dead_ends_give_back(&self->dead_ends, number);
        return;
    }
    fl_rebirth_rooms_gate_place(self, gate, number, chosen.interior,
                                kind_of(self, gate, chosen.is_other, chosen.interior));
    self->gate[gate->other_event] |= chosen.is_other ? FL_GATE_PLACED : 0;
}

/* The usual gate: first the interior, then a dead end, then the roll. */
static void roll_room(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    bool is_other = gate->other_first.of && fl_rebirth_rooms_gate_roll_other(self, gate);
    fl_pool_request request = request_of(self, gate, is_other);
    chosen_interior chosen = {fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request),
                              is_other};
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, chosen.interior);
    place_or_return(self, gate, number, chosen, fl_rebirth_rooms_gate_roll(self, gate));
}

/* The curse room: its interior and dead end are remembered, because the mini-boss's roll can be about them
 * again. */
static void roll_curse(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = request_of(self, gate, false);
    chosen_interior chosen = {fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request), false};
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, chosen.interior);
    self->curse = chosen.interior;
    self->curse_end = number;
    place_or_return(self, gate, number, chosen, fl_rebirth_rooms_gate_roll(self, gate));
}

/* The library: its subtype is drawn, and the chosen room's weight is not lowered. */
static void roll_library(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    bool is_seed_first = !self->rules->switches.library_subtype_first && self->rules->is_exact;
    uint32_t seed = is_seed_first ? fl_rebirth_random_next(&self->stage.level) : 0;
    fl_pool_request request = request_of(self, gate, false);
    request.subtype = (int16_t)fl_rebirth_random_below(&self->stage.level, 5);
    request.lowers = false;
    chosen_interior chosen = {
        is_seed_first ? fl_rebirth_rooms_interiors_choose(self, FL_INTERIORS_SPECIAL, &request, seed)
                      : fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request),
        false};
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, chosen.interior);
    place_or_return(self, gate, number, chosen, fl_rebirth_rooms_gate_roll(self, gate));
}

/* The same in the order of the wiki's pseudo-code: first a dead end, which becomes a single cell; without one
 * there is no roll. */
static void roll_dead_end_first(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    int number = fl_layout_dead_ends_take(&self->board, &self->dead_ends, FL_SHAPE_1X1, 0x0f);
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        self->gate[gate->event] |= FL_GATE_NO_DEAD_END;
        return;
    }
    bool is_other = gate->other_first.of && fl_rebirth_rooms_gate_roll_other(self, gate);
    bool is_won =
        fl_rebirth_rooms_gate_roll(self, gate) && (is_other ? gate->other_may_place : gate->may_place);
    const fl_pool_interior *interior = &fl_rebirth_rooms_interiors_none;
    if (is_won) {
        fl_pool_request request = request_of(self, gate, is_other);
        request.shape = FL_SHAPE_1X1;
        request.doors = fl_layout_board_links(&self->board, (unsigned)number);
        interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    }
    chosen_interior chosen = {interior, is_other};
    place_or_return(self, gate, number, chosen, is_won && interior->is_there);
}

/* The pseudo-code's challenge line at its word: PlaceRoom(boss, deadend), with the room that
 * GetMiniBossRoom() gave, whether it was placed or not. */
static void roll_boss_again(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    int number = self->miniboss ? fl_rebirth_rooms_gate_take_dead_end(self, gate, self->miniboss)
                                : FL_LAYOUT_DEAD_ENDS_NONE;
    if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
        return;
    }
    bool is_won = fl_rebirth_rooms_gate_roll(self, gate) && gate->may_place;
    number = fl_rebirth_rooms_gate_keep_dead_end(self, number, is_won);
    fl_rebirth_rooms_gate_place(self, gate, number, self->miniboss, FL_KIND_MINIBOSS);
}

typedef void roll_function(fl_rebirth_state *self, const fl_rebirth_gate *gate);

/* Does a step as often as its gate says, in the order of the rule set. */
static inline bool repeat(fl_rebirth_state *self, const fl_rebirth_gate *gate, roll_function *roll)
{
    for (unsigned i = 0; i < gate->times; i++) {
        if (self->rules->switches.takes_end_first) {
            roll_dead_end_first(self, gate);
        } else {
            roll(self, gate);
        }
    }
    return true;
}

static bool place_rolled(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    return repeat(self, gate, roll_room);
}

static bool place_challenge(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    if (self->rules->value[FL_REBIRTH_SET_CHALLENGE_LINE]) {
        roll_boss_again(self, gate);
        return true;
    }
    return repeat(self, gate, roll_room);
}

static bool place_curse(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    return repeat(self, gate, roll_curse);
}

static bool place_library(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    return repeat(self, gate, roll_library);
}

static bool place_boss(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    (void)gate;
    return fl_rebirth_rooms_boss_room_place(self);
}

static bool place_second_boss(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    (void)gate;
    return fl_rebirth_rooms_boss_room_place_second(self);
}

static bool place_void_bosses(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    (void)gate;
    return fl_rebirth_rooms_boss_room_place_many(self);
}

static bool draw_secret_seed(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    (void)gate;
    self->secret_seed =
        FL_XORSHIFT_SIDE(self->rules->is_exact ? fl_rebirth_random_next(&self->stage.level) : 1);
    return true;
}

static bool roll_miniboss(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_rebirth_rooms_miniboss_roll(self, gate);
    return true;
}

static bool place_super_secret(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SUPER_SECRET);
    for (unsigned i = 0; i < gate->times; i++) {
        const fl_pool_interior *interior =
            fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
        int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, interior);
        if (!fl_rebirth_rooms_gate_place(self, gate, number, interior, FL_KIND_SUPER_SECRET)) {
            return i > 0 || fail(self, "no dead end for the super secret room");
        }
        self->board.room[number].is_hidden = !self->rules->switches.super_secret_is_seen;
    }
    return true;
}

static bool place_shop(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SHOP);
    uint32_t n = fl_rebirth_random_next(&self->stage.level) & 255;
    request.subtype = n == 0 ? 11 : n == 1 ? 10 : 4;
    return require(self, gate, &request, FL_KIND_SHOP, "no dead end for the shop");
}

static bool place_treasure(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    bool is_paid = self->rules->value[FL_REBIRTH_SET_ITEMS] >> FL_REBIRTH_ITEM_PAY_TO_WIN & 1;
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_TREASURE);
    request.subtype = (int16_t)((fl_rebirth_rooms_gate_roll_other(self, gate) ? 1 : 0) + (is_paid ? 2 : 0));
    bool is_own = self->rules->switches.treasure_from_stage && self->rules->has_interiors &&
                  fl_pool_choice_count(&self->rules->normal, &request) > 0;
    const fl_pool_interior *interior =
        fl_rebirth_rooms_interiors_draw(self, is_own ? FL_INTERIORS_NORMAL : FL_INTERIORS_SPECIAL, &request);
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, interior);
    return fl_rebirth_rooms_gate_place(self, gate, number, interior, FL_KIND_TREASURE) ||
           fail(self, "no dead end for the treasure room");
}

/* Labyrinths have a second treasure room; its draws leave the level's stream as it was. */
static bool place_treasures(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    if (!place_treasure(self, gate)) {
        return false;
    }
    if (!self->stage.is_large) {
        return true;
    }
    fl_rebirth_random kept = self->stage.level;
    bool is_placed = place_treasure(self, gate);
    self->drawn += self->stage.level.drawn - kept.drawn;
    self->stage.level = kept;
    return is_placed;
}

static bool roll_planetarium(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_PLANETARIUM);
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    int number = fl_rebirth_rooms_gate_take_dead_end(self, gate, interior);
    bool is_won = fl_rebirth_random_weight(&self->stage.level) < self->rules->planetarium;
    self->gate[gate->event] |= FL_GATE_ROLLED | (is_won ? FL_GATE_FIRST | FL_GATE_PASSED : 0);
    fl_rebirth_rooms_gate_place(self, gate, fl_rebirth_rooms_gate_keep_dead_end(self, number, is_won),
                                interior, FL_KIND_PLANETARIUM);
    return true;
}

/* Places a secret or ultra secret room on an empty cell; false if there is none. */
static bool place_hidden(fl_rebirth_state *self, const fl_rebirth_gate *gate,
                         const fl_pool_interior *interior, bool is_ultra)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_secret_found found;
    fl_secret_request request = {
        .blocks_start = rules->stage == 11 && !is_ultra,
        .blocks_above = self->has_strange_door,
        .is_ultra = is_ultra || fl_rebirth_rules_breaks(rules, FL_REBIRTH_FAR_SECRET),
        .boss_to_avoid = !rules->switches.blocks_round_boss ? -1
                         : self->second_boss >= 0           ? self->second_boss
                                                            : self->boss,
    };
    fl_layout_secret_place(&self->board, &request, &self->stage.layout, &found);
    self->gate[gate->event] |= FL_GATE_ROLLED;
    if (!interior->is_there || found.spot == FL_SECRET_PLACE_NONE ||
        self->board.rooms_n >= FL_LAYOUT_BOARD_ROOMS_MAX) {
        self->gate[gate->event] |= found.spot == FL_SECRET_PLACE_NONE ? FL_GATE_NO_DEAD_END : 0;
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
    self->gate[gate->event] |= FL_GATE_PASSED | FL_GATE_PLACED;
    return true;
}

static bool place_secrets(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_SECRET);
    for (unsigned i = 0; i < gate->times; i++) {
        const fl_pool_interior *interior =
            fl_rebirth_rooms_interiors_choose(self, FL_INTERIORS_SPECIAL, &request, self->secret_seed.state);
        (void)place_hidden(self, gate, interior, false);
        fl_xorshift_next(&self->secret_seed);
    }
    return true;
}

static bool place_grave(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_DEFAULT);
    request.variant_least = GRAVE_FIRST;
    request.variant_most = GRAVE_LAST;
    return require(self, gate, &request, FL_KIND_GRAVE, "no dead end for the grave") ||
           self->rules->switches.grave_may_fail;
}

static bool place_ultra_secret(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_ULTRA_SECRET);
    const fl_pool_interior *interior = fl_rebirth_rooms_interiors_draw(self, FL_INTERIORS_SPECIAL, &request);
    bool is_must = self->rules->switches.ultra_secret_must && interior->is_there;
    return place_hidden(self, gate, interior, true) || !is_must ||
           fail(self, "no place for the ultra secret room");
}

static bool furnish_normal_rooms(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    (void)gate;
    return self->leaves_interiors || fl_rebirth_rooms_interiors_fill_rest(self) ||
           fail(self, "no interior for a normal room");
}

bool fl_rebirth_rooms_furnishes_last(const fl_rebirth_rules *rules)
{
    unsigned n = rules->tried_n;
    return rules->has_interiors && rules->has_specials && n > 0 &&
           rules->gate[rules->tried[n - 1]].step == FL_REBIRTH_STEP_NORMAL &&
           fl_rebirth_rooms_interiors_always_fill(rules);
}

typedef bool step(fl_rebirth_state *self, const fl_rebirth_gate *gate);

static step *const steps[FL_REBIRTH_STEPS_N] = {
    [FL_REBIRTH_STEP_BOSS] = place_boss,
    [FL_REBIRTH_STEP_SECOND_BOSS] = place_second_boss,
    [FL_REBIRTH_STEP_VOID_BOSSES] = place_void_bosses,
    [FL_REBIRTH_STEP_SUPER_SECRET] = place_super_secret,
    [FL_REBIRTH_STEP_SECRET_SEED] = draw_secret_seed,
    [FL_REBIRTH_STEP_SHOP] = place_shop,
    [FL_REBIRTH_STEP_TREASURE] = place_treasures,
    [FL_REBIRTH_STEP_PLANETARIUM] = roll_planetarium,
    [FL_REBIRTH_STEP_DICE_OR_SACRIFICE] = place_rolled,
    [FL_REBIRTH_STEP_LIBRARY] = place_library,
    [FL_REBIRTH_STEP_CURSE] = place_curse,
    [FL_REBIRTH_STEP_MINIBOSS] = roll_miniboss,
    [FL_REBIRTH_STEP_CHALLENGE] = place_challenge,
    [FL_REBIRTH_STEP_ARCADE_OR_VAULT] = place_rolled,
    [FL_REBIRTH_STEP_BEDROOM] = place_rolled,
    [FL_REBIRTH_STEP_SECRET] = place_secrets,
    [FL_REBIRTH_STEP_GRAVE] = place_grave,
    [FL_REBIRTH_STEP_ULTRA_SECRET] = place_ultra_secret,
    [FL_REBIRTH_STEP_NORMAL] = furnish_normal_rooms,
};

bool fl_rebirth_rooms_step(fl_rebirth_state *self, const fl_rebirth_gate *gate)
{
    return steps[gate->step](self, gate);
}

bool fl_rebirth_rooms_place(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    for (unsigned i = 0; i < rules->tried_n; i++) {
        if (!fl_rebirth_rooms_step(self, &rules->gate[rules->tried[i]])) {
            return false;
        }
    }
    return true;
}
