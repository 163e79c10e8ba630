/* SPDX-License-Identifier: MIT */
/* From a key to a floor: attempts until one is accepted (gen/classic/RULES.md).
 *
 * The floor's stream is drawn from in this order: the curse, where it is random; the number of rooms; for
 * each attempt three words of coins, one word whenever the start returns, the labyrinth's extra rooms and
 * second boss, and the secret room; then shop, treasure room and rolls. */
#include "gen/classic/classic.h"

#include "gen/classic/kernel/kernel.h"
#include "gen/lanes/popcount.h"

#include <stdlib.h>

enum { LABYRINTH_ENDS = 6 };

/* Data made once per settings. */
typedef struct full_rules {
    fl_classic_rules rules; /* first: most functions of the row need only these */
    fl_kernel_tables *tables;
    fl_classic_interior interior;
} full_rules;

static void free_rules(void *rules)
{
    full_rules *self = rules;
    if (self) {
        fl_kernel_free(self->tables);
    }
    free(self);
}

static fl_err init(fl_setting_values *values, void **rules, fl_diag *diag)
{
    full_rules *self = calloc(1, sizeof *self);
    *rules = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_classic_rules_init(&self->rules, values, diag);
    err = err ? err : fl_classic_interior_init(&self->interior, diag);
    if (!err && fl_kernel_prepare(&self->rules, &self->tables)) {
        err = fl_diag_memory(diag);
    }
    if (err) {
        free_rules(self);
        *rules = NULL;
    }
    return err;
}

static unsigned rolls(const void *rules_of, const char *const **names)
{
    const fl_classic_rules *rules = rules_of;
    *names = rules->roll_names;
    return rules->value[FL_CLASSIC_SPECIALS] ? rules->rolls_n : 0;
}

static size_t scratch_size(const void *rules)
{
    (void)rules;
    return fl_kernel_scratch_size();
}

/* True if a labyrinth can replace the chapter's two floors. */
static bool can_be_labyrinth(int64_t level)
{
    return level % 2 == 1 && level < 8;
}

static fl_curse draw_curse(const fl_classic_rules *rules, fl_pcg *rng)
{
    static const fl_curse fixed[] = {FL_CURSE_NONE, FL_CURSE_NONE, FL_CURSE_LABYRINTH, FL_CURSE_LOST,
                                     FL_CURSE_DARKNESS};
    enum { RANDOM = 1 };
    int64_t level = rules->value[FL_CLASSIC_LEVEL];
    uint32_t odds = (uint32_t)rules->value[FL_CLASSIC_CURSE_ODDS];
    if (rules->value[FL_CLASSIC_CHALLENGE_MODE] && can_be_labyrinth(level)) {
        return FL_CURSE_LABYRINTH;
    }
    if (rules->value[FL_CLASSIC_CURSE] != RANDOM || level == 11) {
        return rules->value[FL_CLASSIC_CURSE] == RANDOM ? FL_CURSE_NONE
                                                        : fixed[rules->value[FL_CLASSIC_CURSE]];
    }
    if (can_be_labyrinth(level) && fl_pcg_below(rng, odds) == 0) {
        return FL_CURSE_LABYRINTH;
    }
    if (rules->set != FL_CLASSIC_FLASH_GAME) {
        return FL_CURSE_NONE; /* the article has no other curse */
    }
    if (fl_pcg_below(rng, 2 * odds) == 0) {
        return FL_CURSE_LOST;
    }
    return fl_pcg_below(rng, 2 * odds) == 0 ? FL_CURSE_DARKNESS : FL_CURSE_NONE;
}

/* Lists the rooms that are dead ends, by their numbers in placing order. */
static void list_dead_ends(fl_classic_board *board, unsigned from, unsigned to)
{
    fl_board at_least[4];
    fl_board_degrees(board->filled, at_least);
    for (unsigned i = from; i < to; i++) {
        if (fl_board_has(at_least[0] & ~at_least[1], board->cells[i])) {
            board->end_rooms[board->end_rooms_n++] = board->cells[i];
        }
    }
}

/* Labyrinth floors: adds the rooms that growth did not reach, and lists the end rooms again. */
static bool add_extra_rooms(const fl_classic_rules *rules, fl_classic_board *board)
{
    int64_t most = rules->value[FL_CLASSIC_EXTRA_ROOMS];
    most = most < 0 ? board->target / 3 : most;
    if (board->cells_n + (uint64_t)most < board->target) {
        return false;
    }
    fl_board ends = fl_classic_board_end_rooms(board);
    while (board->cells_n < board->target) {
        fl_classic_secret found;
        fl_classic_secret_find(rules, board, ends, &found);
        if (found.criterion == 0) {
            return false;
        }
        fl_classic_board_place(board, found.cell, FL_KIND_NORMAL);
    }
    board->end_rooms_n = 0;
    if (rules->value[FL_CLASSIC_LABYRINTH_ENDS]) { /* before the others: the boss takes the last one */
        list_dead_ends(board, board->grown_n, board->cells_n);
    }
    list_dead_ends(board, 1, board->grown_n);
    return true;
}

/* True if the layout has enough rooms and end rooms. */
static bool is_enough(const fl_classic_rules *rules, const fl_classic_board *board)
{
    unsigned ends = (unsigned)rules->value[FL_CLASSIC_MIN_END_ROOMS];
    bool is_large = board->curse == FL_CURSE_LABYRINTH;
    /* a labyrinth needs each twice, except that the second boss room is not an end room of the layout */
    return board->cells_n >= fl_classic_grow_least(rules, board->target) &&
           board->end_rooms_n >= (is_large ? 2 * ends - 1 : ends);
}

static bool place_secret(const fl_classic_rules *rules, fl_classic_board *board, fl_board ends,
                         const fl_key *key)
{
    fl_board bosses = fl_board_cell(board->boss);
    bosses |= board->outer_boss != FL_CLASSIC_NOWHERE ? fl_board_cell(board->outer_boss) : 0;
    bool forbids_all = rules->value[FL_CLASSIC_SECRET_FORBIDS] == 0;
    fl_classic_secret found;
    fl_classic_secret_find(rules, board, forbids_all ? bosses | ends : bosses, &found);
    if (found.criterion == 0) {
        return false;
    }
    board->secret = (uint8_t)found.cell;
    board->secret_criterion = found.criterion;
    board->secret_best = found.open[0];
    fl_classic_board_place(board, found.cell, FL_KIND_SECRET);
    if (rules->value[FL_CLASSIC_SECRET_COUNT]) {
        fl_pcg side;
        fl_key_stream(key, FL_CLASSIC_TRIES_STREAM, &side);
        board->secret_tries = fl_classic_secret_draw_tries(rules, &found, &side);
    }
    return true;
}

/* One attempt of the article or the demo. */
static bool attempt(const fl_classic_rules *rules, fl_classic_board *board, const fl_key *key)
{
    bool is_large = board->curse == FL_CURSE_LABYRINTH;
    fl_classic_board_reset(board, rules->start);
    fl_classic_grow_layout(rules, board);
    if (is_large && !add_extra_rooms(rules, board)) {
        return false;
    }
    board->accepted_end_rooms_n = board->end_rooms_n;
    if (!is_enough(rules, board) || !fl_classic_special_boss(rules, board)) {
        return false;
    }
    if (!rules->value[FL_CLASSIC_SPECIALS]) {
        return true;
    }
    fl_board ends = fl_classic_board_end_rooms(board);
    if (is_large) { /* before the secret room is placed, which may be a short cut */
        fl_classic_special_farthest(rules, board, LABYRINTH_ENDS);
    }
    if (!place_secret(rules, board, ends, key)) {
        return false;
    }
    unsigned copies = is_large ? 2 : 1;
    bool is_complete = true;
    for (unsigned i = 0; i < copies; i++) {
        is_complete = fl_classic_special_place(board, FL_KIND_SHOP) && is_complete;
    }
    for (unsigned i = 0; i < copies; i++) {
        is_complete = fl_classic_special_place(board, FL_KIND_TREASURE) && is_complete;
    }
    if (is_complete) {
        fl_classic_special_rolls(rules, board, copies);
    }
    return is_complete;
}

/* Makes attempts of the article or the demo until one is accepted; false if none was. */
static bool make_board(const fl_classic_rules *rules, const fl_key *key, fl_classic_board *board)
{
    unsigned most = (unsigned)rules->value[FL_CLASSIC_MAX_ATTEMPTS];
    bool is_accepted = false;
    fl_key_stream(key, 0, &board->rng);
    board->curse = draw_curse(rules, &board->rng);
    board->target = fl_classic_grow_target(rules, board->curse, &board->rng);
    for (board->attempts = 0; board->attempts < most && !is_accepted;) {
        board->attempts++;
        is_accepted = attempt(rules, board, key);
    }
    return is_accepted;
}

/* The same for the rule set flash. Skips attempts that a kernel knows to be in vain. */
static bool make_flash_board(const full_rules *full, const fl_key *key, fl_classic_board *board)
{
    const fl_classic_rules *rules = &full->rules;
    unsigned most = (unsigned)rules->value[FL_CLASSIC_MAX_ATTEMPTS];
    bool is_accepted = false;
    fl_classic_flash_game_size size;
    fl_key_stream(key, 0, &board->rng);
    board->curse = draw_curse(rules, &board->rng);
    fl_classic_flash_game_draw_size(rules, board, &size);
    fl_kernel_flash_wanted wanted = {board->target, fl_classic_flash_game_end_rooms(rules, &size)};
    bool can_pass = !size.is_large && !fl_classic_flash_start_returns(rules, size.hundredths);
    fl_classic_board_reset(board, rules->start);
    for (board->attempts = 0; board->attempts < most && !is_accepted;) {
        if (can_pass) {
            board->attempts +=
                fl_kernel_flash_pass(full->tables, &wanted, most - board->attempts, &board->rng);
        }
        if (board->attempts < most) {
            board->attempts++;
            is_accepted = fl_classic_flash_game_attempt(rules, key, &size, board);
        }
    }
    return is_accepted;
}

static void make(const void *rules_of, const fl_key *key, void *scratch, void *floor)
{
    fl_floor *out = floor;
    const full_rules *full = rules_of;
    const fl_classic_rules *rules = &full->rules;
    fl_classic_board *board = scratch;
    out->key = *key;
    bool is_accepted = rules->set == FL_CLASSIC_FLASH_GAME ? make_flash_board(full, key, board)
                                                           : make_board(rules, key, board);
    fl_floor_clear(out, FL_BOARD_COLUMNS, FL_BOARD_ROWS);
    out->failure = is_accepted ? NULL : "no layout was accepted within max_attempts";
    fl_classic_board_write(board, rules, out);
    if (rules->value[FL_CLASSIC_INTERIORS] && is_accepted) {
        fl_classic_interior_fill(&full->interior, rules, key, board->curse == FL_CURSE_LABYRINTH, out);
    }
}

/* Not a column: only some floors have a value, and columns have no missing-value marker. */
static bool fits_interiors(const full_rules *self)
{
    return fl_classic_interior_on_which(&self->interior, &self->rules) != FL_CLASSIC_INTERIOR_ON_SOME;
}

static bool fits_batch(const void *rules)
{
    const full_rules *self = rules;
    return fl_kernel_fits(&self->rules) && fits_interiors(self);
}

static bool fits_runs(const void *rules)
{
    const full_rules *self = rules;
    return fl_kernel_fits_uncursed(&self->rules) && fits_interiors(self);
}

/* Returns how many floors come before the next labyrinth. (A curse drawn again also ends the run: the kernels
 * make one draw.) */
static unsigned batch_run(const void *rules_of, const fl_key *key, unsigned n)
{
    const fl_classic_rules *rules = rules_of;
    uint32_t odds = (uint32_t)rules->value[FL_CLASSIC_CURSE_ODDS];
    fl_key floor_key = *key;
    unsigned run = 0;
    for (bool is_cursed = false; run < n && !is_cursed; run += !is_cursed, floor_key.index++) {
        fl_pcg rng;
        fl_key_stream(&floor_key, 0, &rng);
        fl_pcg once = rng;
        (void)fl_pcg_next(&once);
        is_cursed = fl_pcg_below(&rng, odds) == 0 || rng.state != once.state;
    }
    return run;
}

/* Counts the normal rooms of a floor of a batch: all but start, boss, shop, treasure and rolls' rooms. */
static unsigned count_normal(const fl_classic_batch *batch, unsigned i)
{
    const uint64_t placed = FL_ROLL_PLACED * 0x0101010101010101ULL;
    unsigned special = batch->has_specials ? 4 : 2;
    for (unsigned eight = 0; 8 * eight < batch->rolls_n; eight++) {
        special += fl_popcount_bits(batch->rolls[eight][i] & placed);
    }
    return fl_popcount_bits(batch->even[i]) + fl_popcount_bits(batch->odd[i]) - special;
}

static void draw_difficulties(const fl_classic_batch *batch, uint8_t *least, uint8_t *most)
{
    const full_rules *rules = batch->rules;
    fl_key floor_key = batch->key;
    for (unsigned i = 0; i < batch->n; i++) {
        uint8_t ends[2] = {0, 0};
        floor_key.index = fl_classic_batch_number(batch, i);
        if (!fl_classic_batch_is_failed(batch, i)) {
            fl_classic_interior_difficulties(&rules->interior, &rules->rules, &floor_key,
                                             count_normal(batch, i), ends);
        }
        least[i] = ends[0];
        most[i] = ends[1];
    }
}

static void make_batch(const void *rules_of, const fl_key *key, void *scratch, fl_classic_batch *out)
{
    const full_rules *rules = rules_of;
    fl_kernel_job job = {&rules->rules, rules->tables, key, make_board};
    bool is_on = fl_classic_interior_on_which(&rules->interior, &rules->rules) == FL_CLASSIC_INTERIOR_ON_ALL;
    out->difficulties = is_on ? draw_difficulties : NULL;
    out->rules = rules;
    out->key = *key;
    fl_kernel_fill(&job, scratch, out);
}

static unsigned rules_version(const void *rules)
{
    return ((const fl_classic_rules *)rules)->set == FL_CLASSIC_FLASH_GAME ? FL_CLASSIC_FLASH_VERSION
                                                                           : FL_CLASSIC_VERSION;
}

static uint64_t draws(const void *rules, const fl_key *key, void *scratch)
{
    (void)rules;
    const fl_classic_board *board = scratch;
    fl_pcg start;
    fl_key_stream(key, 0, &start);
    return fl_pcg_distance(&start, &board->rng);
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
    .free = free_rules,
    .rolls = rolls,
    .rules_version = rules_version,
    .scratch_size = scratch_size,
    .make = make,
    .draws = draws,
    .fits_batch = fits_batch,
    .fits_runs = fits_runs,
    .batch_run = batch_run,
    .make_batch = make_batch,
};
