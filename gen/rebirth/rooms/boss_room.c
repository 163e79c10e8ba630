/* SPDX-License-Identifier: MIT */
/* Chooses the boss, then its interior, then the dead end. */
#include "gen/rebirth/rooms/rooms_private.h"

#include <string.h>

enum { DOUBLE_FIRST = 0xE74, DOUBLE_LAST = 0xF09, DOUBLE_VARIANTS = 50, VOID_BOSSES_SURE = 5 };

/* The bosses that The Void draws from: all that have rooms of their own and do not end a chapter. */
static const uint8_t void_list[] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E,
                                    0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1A, 0x1B, 0x1C,
                                    0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x29, 0x2A,
                                    0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x38,
                                    0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x48};

static fl_pool_request request_for(const fl_rebirth_state *self, unsigned identity, int32_t double_variant)
{
    fl_pool_request request = fl_pool_choice_special(FL_INTERIORS_BOSS);
    if (double_variant > 0) {
        request.variant_least = double_variant;
        request.variant_most = double_variant + DOUBLE_VARIANTS - 1;
        request.difficulty_least = (uint8_t)self->rules->switches.boss_double_from;
    } else {
        request.subtype = (int16_t)identity;
    }
    return request;
}

/* Chooses a boss's interior; with several tries, chooses again if it is one of the double trouble rooms. */
static const fl_pool_interior *choose_room(fl_rebirth_state *self, unsigned identity, int32_t double_variant,
                                           fl_rebirth_random *seeds, int tries)
{
    fl_pool_request request = request_for(self, identity, double_variant);
    for (int i = 0; i < tries; i++) {
        uint32_t seed = self->rules->is_exact ? fl_rebirth_random_next(seeds) : 0;
        const fl_pool_interior *found =
            fl_rebirth_rooms_interiors_choose(self, FL_INTERIORS_SPECIAL, &request, seed);
        if (!found->is_there && (self->rules->switches.boss_none_ends || !self->rules->is_exact)) {
            return &fl_rebirth_rooms_interiors_none;
        }
        bool is_foreign = found->variant >= DOUBLE_FIRST && found->variant <= DOUBLE_LAST;
        if (found->is_there && (double_variant > 0 || tries == 1 || !is_foreign)) {
            return found;
        }
    }
    return &fl_rebirth_rooms_interiors_none;
}

/* Returns the stream from which the rule set draws the boss. */
static fl_rebirth_random *identity_stream(fl_rebirth_state *self, fl_rebirth_random *side)
{
    if (!self->rules->switches.boss_from_side || !self->rules->is_exact) {
        return &self->stage.level;
    }
    *side = (fl_rebirth_random){.exact = {self->stage.side_seed, 3, 13, 7}, .is_exact = true};
    return side;
}

bool fl_rebirth_rooms_boss_room_place(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_boss_stage at = {rules->stage, rules->stage_type,
                        fl_rebirth_rules_holds(rules, FL_REBIRTH_DEVIL_VISITED)};
    fl_rebirth_random side;
    fl_rebirth_random *stream = identity_stream(self, &side);
    unsigned identity = fl_rebirth_rooms_boss_draw(&self->boss_memory, &at, stream);
    int32_t double_variant = fl_rebirth_rooms_boss_draw_double(at.stage, stream);
    fl_rebirth_random seeds = {.is_exact = true};
    if (rules->is_exact) {
        seeds.exact = FL_XORSHIFT_BOSS(fl_rebirth_random_next(&self->stage.level));
    }
    const fl_pool_interior *interior =
        choose_room(self, identity, double_variant, &seeds, rules->switches.boss_tries);
    self->drawn += seeds.drawn;
    if (!interior->is_there) {
        return fl_rebirth_rooms_fail(self, "no interior for the boss");
    }
    self->boss = fl_layout_dead_ends_take_boss(
        &self->board, &self->dead_ends, interior->shape, interior->doors,
        (fl_layout_boss_place){self->stage.is_large, rules->switches.boss_only_farthest});
    if (self->boss < 0) {
        return fl_rebirth_rooms_fail(self, "no dead end for the boss");
    }
    fl_rebirth_rooms_interiors_apply(self, self->boss, interior, FL_KIND_BOSS);
    self->boss_identity = (int)identity;
    return true;
}

/* Adds a room behind one of the first boss's doors. */
static bool grow_second(fl_rebirth_state *self)
{
    fl_layout_candidate list[FL_LAYOUT_CANDIDATES_MAX];
    const fl_rebirth_rules *rules = self->rules;
    unsigned parent = (unsigned)self->boss;
    fl_layout_choice choice = {rules->shapes[self->stage.floor], false};
    unsigned n = fl_layout_list_candidates(&self->board, &self->stage.layout, parent, choice, list);
    fl_layout_shuffle_candidates(list, n, &self->stage.layout);
    for (unsigned i = 0; i < n; i++) {
        unsigned slot = fl_layout_slot(list[i]);
        unsigned door = rules->switches.second_boss_by_slot ? slot : slot & 3;
        if (fl_layout_board_near(&self->board, fl_layout_placed(list[i])) < 2 &&
            (self->board.room[parent].interior.doors >> door & 1)) {
            self->second_boss = (int)fl_layout_place_candidate(&self->board, parent, list[i]);
            return true;
        }
    }
    return fl_rebirth_rooms_fail(self, "no place for the second boss");
}

bool fl_rebirth_rooms_boss_room_place_second(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    if (!self->stage.is_large) {
        return true;
    }
    if (rules->switches.second_boss_grows_first && !grow_second(self)) {
        return false;
    }
    fl_rebirth_random kept = self->stage.level;
    fl_boss_stage at = {rules->stage + 1, rules->stage_type,
                        fl_rebirth_rules_holds(rules, FL_REBIRTH_DEVIL_VISITED)};
    unsigned identity = fl_rebirth_rooms_boss_draw(&self->boss_memory, &at, &self->stage.level);
    int32_t double_variant = fl_rebirth_rooms_boss_draw_double(at.stage, &self->stage.level);
    int tries = rules->switches.second_boss_single_try ? 1 : rules->switches.boss_tries;
    const fl_pool_interior *interior = choose_room(self, identity, double_variant, &self->stage.level, tries);
    if (!interior->is_there) {
        return fl_rebirth_rooms_fail(self, "no interior for the second boss");
    }
    if (!rules->switches.second_boss_grows_first && !grow_second(self)) {
        return false;
    }
    if (!fl_layout_dead_ends_fit(&self->board, (unsigned)self->second_boss, interior->shape,
                                 interior->doors)) {
        return fl_rebirth_rooms_fail(self, "no place for the second boss");
    }
    fl_rebirth_rooms_interiors_apply(self, self->second_boss, interior, FL_KIND_BOSS);
    self->second_identity = (int)identity;
    self->drawn += self->stage.level.drawn - kept.drawn;
    self->stage.level = kept;
    return true;
}

bool fl_rebirth_rooms_boss_room_place_many(fl_rebirth_state *self)
{
    uint8_t list[sizeof void_list];
    memcpy(list, void_list, sizeof list);
    unsigned wanted = VOID_BOSSES_SURE + fl_rebirth_random_below(&self->stage.level, 4);
    for (unsigned i = sizeof list; i-- > 1;) {
        unsigned j = fl_rebirth_random_below(&self->stage.level, i + 1);
        uint8_t kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
    for (unsigned i = 0; i < wanted; i++) {
        const fl_pool_interior *interior =
            choose_room(self, list[i], 0, &self->stage.level, self->rules->switches.boss_tries);
        int number = interior->is_there
                         ? fl_layout_dead_ends_take_boss(&self->board, &self->dead_ends, interior->shape,
                                                         interior->doors, (fl_layout_boss_place){0})
                         : FL_LAYOUT_DEAD_ENDS_NONE;
        if (number == FL_LAYOUT_DEAD_ENDS_NONE) {
            return i >= VOID_BOSSES_SURE || fl_rebirth_rooms_fail(self, "no dead ends for five more bosses");
        }
        fl_rebirth_rooms_interiors_apply(self, number, interior, FL_KIND_BOSS);
    }
    return true;
}
