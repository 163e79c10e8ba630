/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function a promise; where rule sets differ it says so. */
#include "tests/stat/rebirth_promise.h"

#include <string.h>

enum { VOID = 12, EXITS_MAX = 8 };

static int setting(const maker *m, const char *name)
{
    for (size_t i = 0; i < m->generator->settings_n; i++) {
        if (strcmp(m->generator->settings[i].name, name) == 0) {
            return (int)m->values.number[i];
        }
    }
    return -1;
}

void rebirth_promise_open(rebirth_seen *self, const maker *m)
{
    static const char *const sets[] = {"blade", "afterbirth-plus", "repentance",
                                       "wiki",  "wiki-pseudocode", "article"};
    memset(self, 0, sizeof *self);
    self->m = m;
    self->rules = sets[setting(m, "rules")];
    self->stage = setting(m, "stage");
    self->type = setting(m, "stage_type");
    self->is_hard = setting(m, "hard");
    self->has_interiors = setting(m, "interiors");
}

void rebirth_promise_look(rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    self->is_large = floor->fact[FL_GENERATOR_FACT_CURSE] == FL_CURSE_LABYRINTH;
    self->is_lost = floor->fact[FL_GENERATOR_FACT_CURSE] == FL_CURSE_LOST;
    memset(self->kinds, 0, sizeof self->kinds);
    for (int i = 0; i < floor->rooms_n; i++) {
        self->kinds[floor->rooms[i].kind]++;
    }
}

static bool is_wiki(const rebirth_seen *self)
{
    return strncmp(self->rules, "wiki", 4) == 0;
}

/* Whether two kinds of rooms stand wall to wall. */
static int count_beside(const rebirth_seen *self, fl_kind kind, fl_kind other)
{
    const fl_floor *floor = &self->m->floor;
    int n = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        fl_kind a = floor->rooms[floor->doors[i].room_a].kind;
        fl_kind b = floor->rooms[floor->doors[i].room_b].kind;
        n += (a == kind && b == other) || (a == other && b == kind);
    }
    return n;
}

/* ---- promises ---- */

static bool has_enough_dead_ends(const rebirth_seen *self)
{
    int least = 5 + (self->stage > 1) + self->is_large + (self->stage == VOID ? 2 : 0);
    return self->m->floor.fact[FL_GENERATOR_FACT_END_ROOMS] >= least;
}

/* What the formula asks for, without the bit, hard mode's bit and the rare growth of Repentance. */
static bool asks_for_rooms_of_formula(const rebirth_seen *self)
{
    int target = self->m->floor.fact[FL_GENERATOR_FACT_TARGET];
    int spread = is_wiki(self) ? 9 : 4;
    for (int bit = 0; bit <= (self->stage == VOID ? spread : 1); bit++) {
        int rooms = 10 * self->stage / 3 + 5 + bit;
        rooms = rooms < 20 ? rooms : 20;
        rooms = self->is_large ? rooms * 9 / 5 : self->is_lost ? rooms + 4 : rooms;
        bool adds_lost = self->is_lost && strcmp(self->rules, "wiki") == 0; /* its prose makes no exception */
        rooms = self->stage == VOID ? 50 + bit + (adds_lost ? 4 : 0) : rooms;
        if (target == rooms + 2 * self->is_hard || target == rooms + 3 * self->is_hard) {
            return true;
        }
    }
    bool may_grow =
        strcmp(self->rules, "repentance") == 0 && self->m->floor.fact[FL_GENERATOR_FACT_ATTEMPTS] > 10;
    return may_grow || (strcmp(self->rules, "wiki") == 0 && self->stage < VOID); /* 3.33, another order */
}

/* Those, the start, at most five forced dead ends, and a labyrinth's second boss. On The Void's large floors
 * growth can come to an end before, once in 50,000 floors. */
static bool has_rooms_asked_for(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    int forced =
        floor->fact[FL_GENERATOR_FACT_FORCED_ENDS] < 5 ? floor->fact[FL_GENERATOR_FACT_FORCED_ENDS] : 5;
    int least = floor->fact[FL_GENERATOR_FACT_TARGET] + 1 + self->is_large;
    int plan = floor->rooms_n;
    for (int i = 0; i < floor->rooms_n; i++) {
        plan -= floor->rooms[i].is_added;
    }
    return (plan >= least || self->stage == VOID) && plan <= least + forced;
}

static int bosses_least(const rebirth_seen *self)
{
    bool has_many = self->stage == VOID && strcmp(self->rules, "wiki-pseudocode") != 0;
    return has_many ? 6 : 1 + self->is_large;
}

static bool has_bosses(const rebirth_seen *self)
{
    int least = bosses_least(self);
    int n = self->kinds[FL_KIND_BOSS];
    return n >= least && n <= least + (least == 6 ? 3 : 0);
}

static bool has_guaranteed_rooms(const rebirth_seen *self)
{
    bool has_trade = self->stage < 7;
    return self->kinds[FL_KIND_START] == 1 && self->kinds[FL_KIND_SUPER_SECRET] == 1 &&
           self->kinds[FL_KIND_SHOP] == has_trade &&
           self->kinds[FL_KIND_TREASURE] == (has_trade ? 1 + self->is_large : 0) &&
           self->kinds[FL_KIND_GRAVE] == (self->stage == 11 && self->type == 0) &&
           self->kinds[FL_KIND_SECRET] <= 1 && self->kinds[FL_KIND_ULTRA_SECRET] <= 1;
}

static bool has_no_room_of_other_stages(const rebirth_seen *self)
{
    static const fl_kind optional[] = {FL_KIND_SACRIFICE,      FL_KIND_DICE,         FL_KIND_LIBRARY,
                                       FL_KIND_CURSE,          FL_KIND_ARCADE,       FL_KIND_CHALLENGE,
                                       FL_KIND_BOSS_CHALLENGE, FL_KIND_VAULT,        FL_KIND_MINIBOSS,
                                       FL_KIND_CLEAN_BEDROOM,  FL_KIND_DIRTY_BEDROOM};
    int n = 0;
    for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++) {
        n += self->stage > 10 ? self->kinds[optional[i]] : self->kinds[optional[i]] > 1;
    }
    n += self->stage == 1 ? self->kinds[FL_KIND_CHALLENGE] + self->kinds[FL_KIND_BOSS_CHALLENGE] : 0;
    n += self->stage > 6 ? self->kinds[FL_KIND_CLEAN_BEDROOM] + self->kinds[FL_KIND_DIRTY_BEDROOM] : 0;
    bool has_arcades = self->stage % 2 == 0 && self->stage < 9;
    n += has_arcades ? 0 : self->kinds[FL_KIND_ARCADE] + self->kinds[FL_KIND_VAULT];
    return n == 0 || strcmp(self->rules, "wiki-pseudocode") == 0; /* which gates none of them by stage */
}

static bool boss_is_apart_from_start(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == FL_KIND_BOSS && floor->rooms[i].own_distance < 2) {
            return false;
        }
    }
    return true;
}

static bool labyrinth_bosses_are_neighbours(const rebirth_seen *self)
{
    return !self->is_large || count_beside(self, FL_KIND_BOSS, FL_KIND_BOSS) > 0;
}

static bool super_secret_is_a_dead_end(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    for (int i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == FL_KIND_SUPER_SECRET && !floor->rooms[i].is_own_dead_end) {
            return false;
        }
    }
    return true;
}

static bool secret_avoids_bosses_and_secrets(const rebirth_seen *self)
{
    return count_beside(self, FL_KIND_SECRET, FL_KIND_BOSS) == 0 &&
           count_beside(self, FL_KIND_SECRET, FL_KIND_SUPER_SECRET) == 0 &&
           count_beside(self, FL_KIND_SECRET, FL_KIND_SECRET) == 0 &&
           (self->stage != 11 || count_beside(self, FL_KIND_SECRET, FL_KIND_START) == 0);
}

static bool ultra_secret_lies_apart(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        if (floor->rooms[floor->doors[i].room_a].kind == FL_KIND_ULTRA_SECRET ||
            floor->rooms[floor->doors[i].room_b].kind == FL_KIND_ULTRA_SECRET) {
            return false;
        }
    }
    return true;
}

static bool has_at_most_eight_exits(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    uint8_t exits[FL_FLOOR_SIDE_MAX] = {0};
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        unsigned a = floor->doors[i].room_a;
        unsigned b = floor->doors[i].room_b;
        if (++exits[a] > EXITS_MAX || ++exits[b] > EXITS_MAX) {
            return false;
        }
    }
    return true;
}

static bool every_room_has_an_interior(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    for (int i = 0; i < floor->rooms_n && self->has_interiors; i++) {
        if (floor->rooms[i].variant < 0 || floor->rooms[i].type == 0) {
            return false;
        }
    }
    return true;
}

static bool ends_with_the_outer_boss(const rebirth_seen *self)
{
    const fl_floor *floor = &self->m->floor;
    int end = fl_floor_end(floor);
    return end >= 0 && floor->rooms[end].kind == FL_KIND_BOSS;
}

const rebirth_promise rebirth_promises[REBIRTH_PROMISES] = {
#define PROMISE(name)                                                                                        \
    {                                                                                                        \
#name, name                                                                                          \
    }
    PROMISE(has_enough_dead_ends),       PROMISE(asks_for_rooms_of_formula),
    PROMISE(has_rooms_asked_for),        PROMISE(has_bosses),
    PROMISE(has_guaranteed_rooms),       PROMISE(has_no_room_of_other_stages),
    PROMISE(boss_is_apart_from_start),   PROMISE(labyrinth_bosses_are_neighbours),
    PROMISE(super_secret_is_a_dead_end), PROMISE(secret_avoids_bosses_and_secrets),
    PROMISE(ultra_secret_lies_apart),    PROMISE(has_at_most_eight_exits),
    PROMISE(every_room_has_an_interior), PROMISE(ends_with_the_outer_boss),
};
