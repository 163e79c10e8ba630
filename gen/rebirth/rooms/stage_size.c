/* SPDX-License-Identifier: MIT */
/* The level's stream, the one for curses (a copy of it in the games), and the layout's stream, with draws in
 * the game's order. */
#include "gen/rebirth/rooms/rooms_private.h"

enum { LATE_STAGE = 9, VOID = 12 };

/* The 32-bit seed of a stage. */
static uint32_t stage_seed(uint32_t game_seed, unsigned stage)
{
    fl_xorshift stages = FL_XORSHIFT_STAGES(game_seed);
    uint32_t seed = 0;
    for (unsigned i = 0; i <= stage; i++) {
        seed = fl_xorshift_next(&stages);
    }
    return seed;
}

/* A bijection of 32 bits that maps 0 to 0: shifts and odd multipliers. Any odd multipliers would do; these
 * are the bits of the golden ratio and a constant of MurmurHash3. */
static uint32_t scatter(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x9E3779B1u;
    x ^= x >> 15;
    x *= 0x85EBCA77u;
    return x ^ x >> 16;
}

/* The inverse of scatter. */
static uint32_t unscatter(uint32_t x)
{
    x ^= x >> 16;
    x *= fl_rebirth_random_inverse(0x85EBCA77u);
    x ^= x >> 15 ^ x >> 30;
    x *= fl_rebirth_random_inverse(0x9E3779B1u);
    return x ^ x >> 16;
}

uint32_t fl_rebirth_rooms_stage_game_seed(const fl_rebirth_rules *rules, uint64_t index)
{
    return rules->scatters ? scatter((uint32_t)index) : (uint32_t)index;
}

uint64_t fl_rebirth_rooms_stage_floor_number(const fl_rebirth_rules *rules, uint32_t game_seed)
{
    return rules->scatters ? unscatter(game_seed) : game_seed;
}

/* Starts the streams; returns the one for curses and hard mode's bit: in the games a copy of the level's, by
 * the documents, which mention no copies, another one. */
static fl_rebirth_random start_streams(fl_stage *self, const fl_rebirth_rules *rules, const fl_key *key)
{
    self->level = (fl_rebirth_random){.is_exact = rules->is_exact};
    self->layout = self->level;
    if (rules->is_exact) {
        self->layout.ahead = &rules->ahead;
        self->side_seed = stage_seed(fl_rebirth_rooms_stage_game_seed(rules, key->index), rules->stage);
        self->level.exact = FL_XORSHIFT_LEVEL(self->side_seed);
        fl_rebirth_random_next(&self->level);
        fl_rebirth_random_next(&self->level);
    } else {
        fl_key_stream(key, 0, &self->level.fair);
        fl_key_stream(key, 1, &self->layout.fair);
    }
    fl_rebirth_random curses = self->level;
    if (rules->switches.curses_apart && rules->is_exact) {
        curses.exact = FL_XORSHIFT_SIDE(self->side_seed);
        fl_rebirth_random_next(&curses);
        fl_rebirth_random_next(&curses);
    } else if (rules->switches.curses_apart) {
        fl_key_stream(key, 2, &curses.fair);
    }
    return curses;
}

static fl_curse draw_curse(const fl_rebirth_rules *rules, fl_rebirth_random *stream)
{
    static const fl_curse forced[] = {FL_CURSE_NONE, FL_CURSE_NONE,     FL_CURSE_LABYRINTH,
                                      FL_CURSE_LOST, FL_CURSE_DARKNESS, FL_CURSE_UNKNOWN,
                                      FL_CURSE_MAZE, FL_CURSE_BLIND};
    static const fl_curse drawn[] = {FL_CURSE_LABYRINTH, FL_CURSE_LOST, FL_CURSE_DARKNESS,
                                     FL_CURSE_UNKNOWN,   FL_CURSE_MAZE, FL_CURSE_BLIND};
    if (rules->value[FL_REBIRTH_SET_CURSE]) {
        return forced[rules->value[FL_REBIRTH_SET_CURSE]];
    }
    if (rules->curse_odds == 0 || !fl_rebirth_random_hit(stream, rules->curse_odds)) {
        return FL_CURSE_NONE;
    }
    fl_curse curse = drawn[fl_rebirth_random_below(stream, 6)];
    bool can_be_large = rules->stage % 2 == 1 && rules->stage < 8;
    bool is_lit = rules->switches.laps_lift_darkness && rules->value[FL_REBIRTH_SET_VICTORY_LAP] > 2;
    bool is_lifted = curse == FL_CURSE_LABYRINTH ? !can_be_large : curse == FL_CURSE_DARKNESS && is_lit;
    return is_lifted ? FL_CURSE_NONE : curse;
}

/* Returns the wanted number of rooms besides the start. */
static unsigned count_rooms(const fl_stage *self, const fl_rebirth_rules *rules, unsigned bit)
{
    unsigned stage = rules->stage;
    unsigned hundredths = 100 * (5 + bit) + (rules->switches.rooms_by_prose ? 333 * stage : 1000 * stage / 3);
    unsigned rooms = hundredths / 100 < 20 ? hundredths / 100 : 20;
    if (self->is_large) { /* the wiki page, taken literally, multiplies before it applies the maximum */
        rooms = rules->switches.rooms_by_prose ? hundredths * 18 / 1000 : rooms * 18 / 10;
        return rooms < 45 ? rooms : 45;
    }
    return self->curse == FL_CURSE_LOST ? rooms + 4 : rooms;
}

void fl_rebirth_rooms_stage_begin(fl_stage *self, const fl_rebirth_rules *rules, const fl_key *key)
{
    fl_rebirth_random curses = start_streams(self, rules, key);
    self->curse = draw_curse(rules, &curses);
    self->is_large = self->curse == FL_CURSE_LABYRINTH;
    unsigned bit = fl_rebirth_random_below(&self->level, 2);
    self->rooms = count_rooms(self, rules, bit);
    if (rules->stage == VOID) {
        self->rooms = 50 + fl_rebirth_random_below(&self->level, (uint32_t)rules->switches.void_rooms_spread);
        self->rooms += rules->switches.rooms_by_prose && self->curse == FL_CURSE_LOST ? 4 : 0;
    }
    /* The games roll for a curse even if the run sets it (not with Black Candle), and then discard the roll;
     * so hard mode's bit, drawn from a copy, is not the bit of the room count there. */
    bool is_rolled = rules->curse_odds != 0;
    bool is_set_by_hand = rules->value[FL_REBIRTH_SET_CURSE] != 0;
    if (rules->switches.rolls_set_curse && is_rolled && is_set_by_hand) {
        fl_rebirth_random_next(&curses);
    }
    unsigned more = fl_rebirth_random_below(&curses, 2);
    self->rooms += rules->is_hard ? 2 + more : 0;
    unsigned dead_ends = 5u + (rules->stage != 1) + self->is_large + (rules->stage == VOID ? 2u : 0u);
    self->dead_ends =
        dead_ends + (rules->switches.voodoo_end && fl_rebirth_rules_holds(rules, FL_REBIRTH_VOODOO_HEAD));
    self->floor = rules->stage == VOID         ? FL_REBIRTH_VOID
                  : rules->stage >= LATE_STAGE ? FL_REBIRTH_LATE
                  : self->is_large             ? FL_REBIRTH_LARGE
                  : rules->stage % 2 == 1      ? FL_REBIRTH_ODD
                                               : FL_REBIRTH_EVEN;
    uint32_t seed = fl_rebirth_random_next(&self->level);
    self->layout.exact = FL_XORSHIFT_LEVEL(seed);
}
