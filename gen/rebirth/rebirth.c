/* SPDX-License-Identifier: MIT */
/* From a key to a floor: attempts until one is accepted. Streams and lowered weights carry over from attempt
 * to attempt. */
#include "gen/rebirth/rebirth.h"

#include "gen/random/game_seed.h"
#include "gen/rebirth/rooms/rooms.h"

#include <stdlib.h>
#include <string.h>

enum { GROWTH_MAX = 64, GROWTH_STEP = 5, NO_LAYOUT = 1, BLUE_WOMB = 9, FIXED = 2, HUSH = 63 };

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    fl_rebirth_rules *self = malloc(sizeof *self);
    *rules = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_rebirth_rules_init(self, values, diag);
    if (err) {
        free(self);
        *rules = NULL;
        return err;
    }
    self->furnishes_last = fl_rebirth_rooms_furnishes_last(self);
    return FL_OK;
}

static void free_rules(void *rules)
{
    if (rules) {
        fl_rebirth_rules_free(rules);
    }
    free(rules);
}

static unsigned rolls(const void *rules_of, const char *const **names)
{
    const fl_rebirth_rules *rules = rules_of;
    *names = rules->event_names;
    return rules->has_specials ? rules->events_n : 0;
}

/* A worker's scratch memory, followed by the weights of the rooms of both files. */
typedef struct worker {
    fl_rebirth_state floor;
    fl_pool_cache special, normal;
} worker;

static size_t scratch_size(const void *rules_of)
{
    const fl_rebirth_rules *rules = rules_of;
    return sizeof(worker) + (rules->special.pool.rooms_n + rules->normal.pool.rooms_n) * sizeof(fl_weight);
}

/* The Strange Door opens above the start of Depths II, or of Depths I as a labyrinth. */
static bool has_strange_door(const fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    bool is_last = rules->stage == 6 || (rules->stage == 5 && self->stage.curse == FL_CURSE_LABYRINTH);
    return rules->switches.strange_door && is_last &&
           rules->value[FL_REBIRTH_SET_UNLOCKS] == FL_REBIRTH_UNLOCKS - 1;
}

static void begin(worker *worker, const fl_rebirth_rules *rules, const fl_key *key)
{
    fl_rebirth_state *self = &worker->floor;
    fl_weight *weights = (fl_weight *)(worker + 1);
    self->rules = rules;
    self->special = &worker->special;
    self->normal = &worker->normal;
    fl_pool_cache_begin(self->special, &rules->special, weights);
    fl_pool_cache_begin(self->normal, &rules->normal, weights + rules->special.pool.rooms_n);
    memset(&self->boss_memory, 0, sizeof self->boss_memory);
    self->sins_met = 0;
    self->drawn = 0;
    self->attempts = 0;
    fl_rebirth_rooms_stage_begin(&self->stage, rules, key);
    self->has_strange_door = has_strange_door(self);
    fl_layout_board_unblock_all(&self->board);
    if (rules->stage == 11 || self->has_strange_door) {
        fl_layout_board_block(&self->board, FL_LAYOUT_BOARD_START - FL_LAYOUT_BOARD_STRIDE);
    }
}

/* Makes one layout and its rooms; false if it is not acceptable. */
static bool attempt(fl_rebirth_state *self)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_layout_request request = {
        .rooms = self->stage.rooms,
        .dead_ends =
            rules->switches.forced_ends ? (unsigned)rules->switches.forced_ends : self->stage.dead_ends,
        .is_loose = self->stage.is_large || rules->stage == 12,
        .is_by_origin = rules->switches.budget_by_origin,
        .shapes = rules->shapes[self->stage.floor],
        .large_stay = (uint32_t)rules->switches.large_stay,
    };
    self->attempts++;
    self->boss = -1;
    self->second_boss = -1;
    self->boss_identity = -1;
    self->second_identity = -1;
    self->secrets = 0;
    self->ultra_secret = FL_SECRET_PLACE_NONE;
    self->curse_end = FL_LAYOUT_DEAD_ENDS_NONE;
    self->miniboss = NULL;
    memset(self->roll, 0, sizeof self->roll);
    fl_layout_board_clear(&self->board);
    fl_layout_make(&self->board, &self->stage.layout, &request, &self->dead_ends);
    self->dead_ends_found = self->dead_ends.n;
    self->forced += self->dead_ends.forced;
    if (self->dead_ends.n < self->stage.dead_ends) {
        self->failure = "too few dead ends";
        bool grows = rules->switches.grows_after && self->attempts >= (unsigned)rules->switches.grows_after;
        self->stage.rooms += grows && self->attempts % GROWTH_STEP == 0 && self->stage.rooms < GROWTH_MAX;
        return false;
    }
    return !rules->has_specials || fl_rebirth_rooms_place(self);
}

/* Returns the end room: the second boss, the boss, or without special rooms the farthest dead end. */
static int end_room(const fl_rebirth_state *self)
{
    if (self->rules->has_specials) {
        return self->second_boss >= 0 ? self->second_boss : self->boss;
    }
    return self->dead_ends.n > 0 ? self->dead_ends.room[0] : 0;
}

static int32_t identity_or_none(int identity)
{
    return identity >= 0 ? identity : FL_GENERATOR_FACT_NONE;
}

static void write_floor(const fl_rebirth_state *self, fl_floor *out)
{
    const fl_rebirth_rules *rules = self->rules;
    fl_floor_clear(out, FL_LAYOUT_BOARD_SIDE, FL_LAYOUT_BOARD_SIDE);
    out->has_own_measure = true;
    out->failure = self->failure;
    out->fact[FL_GENERATOR_FACT_ATTEMPTS] = (int32_t)self->attempts;
    out->fact[FL_GENERATOR_FACT_TARGET] = (int32_t)self->stage.rooms;
    out->fact[FL_GENERATOR_FACT_END_ROOMS] = (int32_t)self->dead_ends_found;
    out->fact[FL_GENERATOR_FACT_FORCED_ENDS] = (int32_t)self->dead_ends.forced;
    out->fact[FL_GENERATOR_FACT_CURSE] = self->stage.curse;
    if (!(out->unseen & FL_FLOOR_ROOMS)) {
        fl_layout_to_floor(&self->board, out);
        if (!out->failure) {
            out->rooms[end_room(self)].is_end = true;
        }
    }
    if (rules->has_specials && !out->failure) {
        out->fact[FL_GENERATOR_FACT_BOSS] = identity_or_none(self->boss_identity);
        out->fact[FL_GENERATOR_FACT_SECOND_BOSS] = identity_or_none(self->second_identity);
        out->fact[FL_GENERATOR_FACT_SECRET_BEST] = self->secrets > 0 ? (int32_t)self->secret_open : 0;
    }
    out->roll_names = rules->event_names;
    out->rolls_n = rules->has_specials ? (uint16_t)rules->events_n : 0;
    memcpy(out->roll, self->roll, sizeof out->roll);
}

static void make(const void *rules_of, const fl_key *key, void *scratch, void *floor)
{
    fl_floor *out = floor;
    const fl_rebirth_rules *rules = rules_of;
    fl_rebirth_state *self = &((worker *)scratch)->floor;
    out->key = *key;
    begin(scratch, rules, key);
    if (rules->stage == BLUE_WOMB && rules->switches.has_blue_womb == FIXED) {
        /* The Blue Womb of the games: the same few rooms in every run. */
        static const struct {
            fl_kind kind;
            fl_shape shape;
            int x, y;
        } rooms[] = {{FL_KIND_START, FL_SHAPE_1X2, 6, 6},
                     {FL_KIND_NORMAL, FL_SHAPE_1X1, 6, 8},
                     {FL_KIND_NORMAL, FL_SHAPE_1X1, 7, 7},
                     {FL_KIND_NORMAL, FL_SHAPE_1X1, 5, 7},
                     {FL_KIND_BOSS, FL_SHAPE_2X2, 6, 4}};
        enum { ROOMS = sizeof rooms / sizeof rooms[0] };
        fl_floor_clear(out, FL_LAYOUT_BOARD_SIDE, FL_LAYOUT_BOARD_SIDE);
        for (unsigned i = 0; i < ROOMS; i++) {
            bool is_plain = rooms[i].kind == FL_KIND_BOSS && !self->rules->has_specials;
            fl_floor_add(out, is_plain ? FL_KIND_NORMAL : rooms[i].kind, rooms[i].shape, rooms[i].x,
                         rooms[i].y);
        }
        out->rooms[ROOMS - 1].is_end = true;
        fl_floor_link(out);
        fl_floor_measure(out);
        out->fact[FL_GENERATOR_FACT_TARGET] = ROOMS;
        out->fact[FL_GENERATOR_FACT_CURSE] = self->stage.curse;
        if (self->rules->has_specials) {
            out->fact[FL_GENERATOR_FACT_BOSS] = HUSH;
            out->roll_names = self->rules->event_names;
            out->rolls_n = (uint16_t)self->rules->events_n;
        }
        return;
    }
    self->leaves_interiors = rules->furnishes_last && out->unseen & FL_FLOOR_INTERIORS;
    self->forced = 0;
    self->dead_ends.forced = 0;
    bool is_accepted = rules->value[FL_REBIRTH_SET_LAYOUT] == NO_LAYOUT;
    if (is_accepted) {
        fl_rebirth_rooms_rolls_only(self);
    }
    while (!is_accepted && self->attempts < (unsigned)rules->switches.attempts_max) {
        is_accepted = attempt(self);
    }
    if (is_accepted) {
        self->failure = NULL;
    }
    self->board.room[0].kind = FL_KIND_START;
    write_floor(self, out);
}

static unsigned rules_version(const void *rules_of)
{
    const fl_rebirth_rules *rules = rules_of;
    return rules->version > FL_REBIRTH_VERSION ? rules->version : FL_REBIRTH_VERSION;
}

static uint64_t draws(const void *rules, const fl_key *key, void *scratch)
{
    const fl_rebirth_state *self = scratch;
    (void)rules;
    (void)key;
    return (uint64_t)self->stage.level.drawn + self->stage.layout.drawn + self->drawn;
}

static void floors(const void *rules_of, uint64_t *first, uint64_t *last)
{
    const fl_rebirth_rules *rules = rules_of;
    *first = rules->is_exact ? 1 : 0;
    *last = rules->is_exact ? UINT32_MAX : UINT64_MAX;
}

/* Makes runs scatter the seeds: floors of neighbouring game seeds are not independent samples. */
static void scatter_seeds(fl_setting_values *values)
{
    enum { AUTO = 0, SCATTERED = 2, ISAAC = 1 };
    if (values->number[FL_REBIRTH_SET_RNG] == ISAAC && values->number[FL_REBIRTH_SET_SEED_ORDER] == AUTO) {
        values->number[FL_REBIRTH_SET_SEED_ORDER] = SCATTERED;
        values->origin[FL_REBIRTH_SET_SEED_ORDER] = FL_SETTING_VALUES_GIVEN;
    }
}

static fl_err number_of(const void *rules, const char *text, uint64_t *out, fl_diag *diag)
{
    uint32_t seed = 0;
    fl_err err = fl_game_seed_read(text, &seed, diag);
    *out = err ? 0 : fl_rebirth_rooms_stage_floor_number(rules, seed);
    return err;
}

static void text_of(const void *rules_of, uint64_t index, char out[FL_ROW_SEED_TEXT])
{
    const fl_rebirth_rules *rules = rules_of;
    out[0] = '\0';
    if (rules->is_exact) {
        fl_game_seed_write(fl_rebirth_rooms_stage_game_seed(rules, index), out);
    }
}

#define FL_KIND_BIT(name) (1ull << FL_KIND_##name)

const fl_generator fl_rebirth = {
    .name = "rebirth",
    .version = FL_REBIRTH_VERSION,
    .meaning =
        "floors of the remakes, seed for seed: by a public program, the game's versions or the wiki's words",
    .settings = fl_rebirth_rules_settings,
    .settings_n = FL_REBIRTH_SETTINGS_N,
    .width = FL_LAYOUT_BOARD_SIDE,
    .height = FL_LAYOUT_BOARD_SIDE,
    .cells_max = FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE,
    .kinds = FL_KIND_BIT(NORMAL) | FL_KIND_BIT(START) | FL_KIND_BIT(BOSS) | FL_KIND_BIT(SHOP) |
             FL_KIND_BIT(TREASURE) | FL_KIND_BIT(SECRET) | FL_KIND_BIT(SUPER_SECRET) |
             FL_KIND_BIT(ULTRA_SECRET) | FL_KIND_BIT(SACRIFICE) | FL_KIND_BIT(DICE) | FL_KIND_BIT(LIBRARY) |
             FL_KIND_BIT(CURSE) | FL_KIND_BIT(MINIBOSS) | FL_KIND_BIT(CHALLENGE) |
             FL_KIND_BIT(BOSS_CHALLENGE) | FL_KIND_BIT(ARCADE) | FL_KIND_BIT(VAULT) |
             FL_KIND_BIT(CLEAN_BEDROOM) | FL_KIND_BIT(DIRTY_BEDROOM) | FL_KIND_BIT(PLANETARIUM) |
             FL_KIND_BIT(GRAVE),
    .shapes = (1u << FL_SHAPE_COUNT) - (1u << FL_SHAPE_1X1),
    .init = init,
    .free = free_rules,
    .rolls = rolls,
    .rules_version = rules_version,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
    .floors = floors,
    .number_of = number_of,
    .text_of = text_of,
    .for_runs = scatter_seeds,
};
