/* SPDX-License-Identifier: MIT */
/* From a key to a floor: attempts until one is accepted (spec of classic floors; seeds 000 and 001).
 *
 * Draws, in this order, from the floor's one stream: the curse where it is random; the number of rooms; then for
 * each attempt three words of coins, one word for every return of the start, the labyrinth's extra rooms and second
 * boss, the secret room; at last shop, treasure room and gates. */
#include "gen/classic/classic.h"

#include "gen/classic/kernel/kernel.h"

#include <stdlib.h>

enum { TRIES_STREAM = 1, LABYRINTH_ENDS = 6 };

/* The rules, and what the vector kernel makes of them. */
typedef struct full_rules {
    fl_classic_rules rules; /* first: most look no further */
    fl_kernel_tables setup;
    fl_classic_interior interior;
} full_rules;

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    full_rules *self = malloc(sizeof *self);
    *rules = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_classic_rules_init(&self->rules, values, diag);
    err = err ? err : fl_classic_interior_init(&self->interior, diag);
    if (err) {
        free(self);
        *rules = NULL;
        return err;
    }
    fl_kernel_tables_init(&self->setup, &self->rules);
    return FL_OK;
}

static unsigned gates(const void *rules_of, const char *const **names)
{
    const fl_classic_rules *rules = rules_of;
    *names = rules->gate_names;
    return rules->value[FL_CLASSIC_SPECIALS] ? rules->gates_n : 0;
}

static size_t scratch_size(const void *rules)
{
    (void)rules;
    return sizeof(fl_kernel);
}

static fl_curse draw_curse(const fl_classic_rules *rules, fl_pcg *rng)
{
    static const fl_curse fixed[] = {FL_CURSE_NONE, FL_CURSE_NONE, FL_CURSE_LABYRINTH, FL_CURSE_LOST,
                                     FL_CURSE_DARKNESS};
    enum { RANDOM = 1 };
    int64_t level = rules->value[FL_CLASSIC_LEVEL];
    uint32_t odds = (uint32_t)rules->value[FL_CLASSIC_CURSE_ODDS];
    if (rules->value[FL_CLASSIC_CURSE] != RANDOM || level == 11) {
        return rules->value[FL_CLASSIC_CURSE] == RANDOM ? FL_CURSE_NONE
                                                        : fixed[rules->value[FL_CLASSIC_CURSE]];
    }
    if (level % 2 == 1 && level < 8 && fl_pcg_below(rng, odds) == 0) {
        return FL_CURSE_LABYRINTH;
    }
    if (rules->set != FL_CLASSIC_FLASH_GAME) {
        return FL_CURSE_NONE; /* the article names no other */
    }
    if (fl_pcg_below(rng, 2 * odds) == 0) {
        return FL_CURSE_LOST;
    }
    return fl_pcg_below(rng, 2 * odds) == 0 ? FL_CURSE_DARKNESS : FL_CURSE_NONE;
}

/* Adds what the queue left missing on a labyrinth floor, and makes the list of end rooms anew. */
static bool add_extra_rooms(const fl_classic_rules *rules, fl_classic_board *plan)
{
    int64_t most = rules->value[FL_CLASSIC_EXTRA_ROOMS];
    most = most < 0 ? plan->target / 3 : most;
    if (plan->cells_n + (uint64_t)most < plan->target) {
        return false;
    }
    fl_board ends = fl_classic_board_ends(plan);
    while (plan->cells_n < plan->target) {
        fl_classic_secret found;
        fl_classic_secret_find(rules, plan, ends, &found);
        if (found.criterion == 0) {
            return false;
        }
        fl_classic_board_place(plan, found.cell, FL_KIND_NORMAL);
    }
    plan->ends_n = 0;
    for (unsigned i = 1; i < plan->grown_n; i++) {
        if (fl_board_degree(plan->filled, plan->cells[i]) == 1) {
            plan->ends[plan->ends_n++] = plan->cells[i];
        }
    }
    return true;
}

/* Whether the layout's number of rooms and end rooms will do. */
static bool is_enough(const fl_classic_rules *rules, const fl_classic_board *plan)
{
    unsigned ends = (unsigned)rules->value[FL_CLASSIC_MIN_END_ROOMS];
    bool is_large = plan->curse == FL_CURSE_LABYRINTH;
    /* twice every end room but the boss, whose second room is no end room of the layout */
    return plan->cells_n >= fl_classic_grow_least(rules, plan->target) &&
           plan->ends_n >= (is_large ? 2 * ends - 1 : ends);
}

static bool place_secret(const fl_classic_rules *rules, fl_classic_board *plan, fl_board ends,
                         const fl_key *key)
{
    fl_board bosses = fl_board_cell(plan->boss);
    bosses |= plan->outer_boss != FL_CLASSIC_NOWHERE ? fl_board_cell(plan->outer_boss) : 0;
    bool forbids_all = rules->value[FL_CLASSIC_SECRET_FORBIDS] == 0;
    fl_classic_secret found;
    fl_classic_secret_find(rules, plan, forbids_all ? bosses | ends : bosses, &found);
    if (found.criterion == 0) {
        return false;
    }
    plan->secret = (uint8_t)found.cell;
    plan->secret_criterion = found.criterion;
    plan->secret_best = found.open[0];
    fl_classic_board_place(plan, found.cell, FL_KIND_SECRET);
    if (rules->value[FL_CLASSIC_SECRET_COUNT]) {
        fl_pcg side;
        fl_key_stream(key, TRIES_STREAM, &side);
        plan->secret_tries = fl_classic_secret_draw_tries(rules, &found, &side);
    }
    return true;
}

/* One attempt of the article or the demo. */
static bool attempt(const fl_classic_rules *rules, fl_classic_board *plan, const fl_key *key)
{
    bool is_large = plan->curse == FL_CURSE_LABYRINTH;
    fl_classic_board_reset(plan, rules->start);
    fl_classic_grow_layout(rules, plan);
    if (is_large && !add_extra_rooms(rules, plan)) {
        return false;
    }
    plan->list_n = plan->ends_n;
    if (!is_enough(rules, plan) || !fl_classic_special_boss(rules, plan)) {
        return false;
    }
    if (!rules->value[FL_CLASSIC_SPECIALS]) {
        return true;
    }
    fl_board ends = fl_classic_board_ends(plan);
    if (is_large) { /* before the secret room, which may be a short cut */
        fl_classic_special_farthest(rules, plan, LABYRINTH_ENDS);
    }
    if (!place_secret(rules, plan, ends, key)) {
        return false;
    }
    unsigned copies = is_large ? 2 : 1;
    bool is_complete = true;
    for (unsigned i = 0; i < copies; i++) {
        is_complete = fl_classic_special_place(plan, FL_KIND_SHOP) && is_complete;
    }
    for (unsigned i = 0; i < copies; i++) {
        is_complete = fl_classic_special_place(plan, FL_KIND_TREASURE) && is_complete;
    }
    if (is_complete) {
        fl_classic_special_gates(rules, plan, copies);
    }
    return is_complete;
}

/* All attempts; false when none was accepted. */
static bool make_plan(const fl_classic_rules *rules, const fl_key *key, fl_classic_board *plan)
{
    unsigned most = (unsigned)rules->value[FL_CLASSIC_MAX_ATTEMPTS];
    bool is_flash = rules->set == FL_CLASSIC_FLASH_GAME;
    bool is_accepted = false;
    fl_key_stream(key, 0, &plan->rng);
    plan->curse = draw_curse(rules, &plan->rng);
    plan->target = is_flash ? 0 : fl_classic_grow_target(rules, plan->curse, &plan->rng);
    fl_classic_flash_game_size size = {0};
    if (is_flash) {
        fl_classic_flash_game_draw_size(rules, plan, &size);
    }
    for (plan->attempts = 0; plan->attempts < most && !is_accepted;) {
        plan->attempts++;
        is_accepted =
            is_flash ? fl_classic_flash_game_attempt(rules, plan, &size) : attempt(rules, plan, key);
    }
    return is_accepted;
}

static void make(const void *rules_of, const fl_key *key, void *scratch, fl_floor *out)
{
    const full_rules *full = rules_of;
    const fl_classic_rules *rules = &full->rules;
    fl_classic_board *plan = scratch;
    out->key = *key;
    bool is_accepted = make_plan(rules, key, plan);
    fl_floor_clear(out, FL_BOARD_COLUMNS, FL_BOARD_ROWS);
    out->failure = is_accepted ? NULL : "no layout was accepted within max_attempts";
    fl_classic_board_write(plan, rules, out);
    if (rules->value[FL_CLASSIC_INTERIORS] && is_accepted) {
        fl_classic_interior_fill(&full->interior, rules, key, plan->curse == FL_CURSE_LABYRINTH, out);
    }
}

static bool fits_batch(const void *rules)
{
    return fl_kernel_tables_fits(rules);
}

static void make_batch(const void *rules_of, const fl_key *key, void *scratch, fl_classic_batch *out)
{
    const full_rules *rules = rules_of;
    fl_kernel_job job = {&rules->rules, &rules->setup, key, make_plan};
    fl_kernel_fill(&job, scratch, out);
}

static uint64_t draws(const void *rules, const fl_key *key, const void *scratch)
{
    (void)rules;
    const fl_classic_board *plan = scratch;
    fl_pcg start;
    fl_key_stream(key, 0, &start);
    return fl_pcg_distance(&start, &plan->rng);
}

const fl_generator fl_classic = {
    .name = "classic",
    .version = FL_CLASSIC_VERSION,
    .meaning = "floors of the original game, by the article, its demo or the game's own code",
    .settings = fl_classic_rules_settings,
    .settings_n = FL_CLASSIC_SETTINGS_N,
    .width = FL_BOARD_COLUMNS,
    .height = FL_BOARD_ROWS,
    .cells_max = FL_BOARD_COLUMNS * FL_BOARD_ROWS,
    .kinds = 1ull << FL_KIND_NORMAL | 1ull << FL_KIND_START | 1ull << FL_KIND_BOSS | 1ull << FL_KIND_SHOP |
             1ull << FL_KIND_TREASURE | 1ull << FL_KIND_SECRET | 1ull << FL_KIND_SUPER_SECRET |
             1ull << FL_KIND_SACRIFICE | 1ull << FL_KIND_LIBRARY | 1ull << FL_KIND_CURSE |
             1ull << FL_KIND_MINIBOSS | 1ull << FL_KIND_CHALLENGE | 1ull << FL_KIND_ARCADE,
    .shapes = 1u << FL_SHAPE_1X1,
    .init = init,
    .free = free,
    .gates = gates,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
    .fits_batch = fits_batch,
    .make_batch = make_batch,
};
