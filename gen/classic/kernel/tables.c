/* SPDX-License-Identifier: MIT */
/* From the rules to the kernels' tables. */
#include "gen/classic/kernel/tables.h"

#include "gen/classic/kernel/kernel.h"
#include "gen/random/pcg.h"

#include <string.h>

static const int8_t cell_steps[4] = {1, -1, 9, -9}; /* right, left, down, up */

static int place_of(const fl_kernel_tables *self, unsigned x, unsigned y)
{
    return (int)(FL_BOARD_COLUMNS * y + x + self->shift);
}

/* One half of a board of the rules, whose cells are numbered 10 y + x + 1. */
static uint64_t half_of(const fl_kernel_tables *self, fl_board board, unsigned half)
{
    uint64_t out = 0;
    for (unsigned cell = 0; cell < FL_CLASSIC_BATCH_CELLS; cell++) {
        unsigned place = cell + self->shift;
        bool is_set = fl_board_has(board, cell + cell / FL_BOARD_COLUMNS + 1);
        out |= is_set && place % 2 == half ? 1ull << (place / 2) : 0;
    }
    return out;
}

static void fill_neighbours(fl_kernel_tables *self, const fl_classic_rules *rules)
{
    static const fl_board column = (fl_board)1 | (fl_board)1 << 10 | (fl_board)1 << 20 | (fl_board)1 << 30 |
                                   (fl_board)1 << 40 | (fl_board)1 << 50 | (fl_board)1 << 60 |
                                   (fl_board)1 << 70;
    static const uint8_t turns[2][4] = {{0, 63, 4, 59}, {1, 0, 5, 60}};
    bool is_flash = rules->set == FL_CLASSIC_FLASH_GAME;
    for (unsigned half = 0; half < 2; half++) {
        self->sides.right[half] = half_of(self, FL_BOARD_CELLS & ~(column << 9), half);
        self->sides.left[half] = half_of(self, FL_BOARD_CELLS & ~(column << 1), half);
        self->cells[half] = half_of(self, is_flash ? rules->flash_cells : rules->cells, half);
        self->secret_cells[half] = half_of(self, rules->secret_cells, half);
    }
    for (unsigned side = 0; side < 4; side++) {
        int step = rules->step[side];
        unsigned way = step == 1 ? 0 : step == -1 ? 1 : step == 10 ? 2 : 3;
        self->step[side] = cell_steps[way];
        for (unsigned half = 0; half < 2; half++) {
            self->rotate[half][side] = turns[half][way];
            self->rotate_from[half][side] = way == 0   ? self->sides.right[half]
                                            : way == 1 ? self->sides.left[half]
                                                       : UINT64_MAX;
        }
    }
}

/* The tables `advance` and `neighbours`. */
static void fill_ways(fl_kernel_tables *self)
{
    static const struct {
        int step;
        uint8_t bit;
        int8_t way[2];
    } ways[4] = {{1, FL_KERNEL_TABLES_RIGHT, {1, 0}},
                 {-1, FL_KERNEL_TABLES_LEFT, {0, -1}},
                 {9, FL_KERNEL_TABLES_DOWN, {5, 4}},
                 {-9, FL_KERNEL_TABLES_UP, {-4, -5}}};
    for (unsigned seen = 0; seen < FL_KERNEL_TABLES_ROTATIONS; seen++) {
        for (unsigned i = 0; i < 4; i++) { /* the last neighbour written stays */
            unsigned side = seen & FL_KERNEL_TABLES_FIRST ? 3 - i : i;
            unsigned w = 0;
            while (ways[w].step != self->step[side]) {
                w++;
            }
            for (unsigned half = 0; half < 2 && (seen & ways[w].bit); half++) {
                self->advance[half][seen] = (uint8_t)(ways[w].way[half] & 63);
            }
        }
    }
    for (unsigned place = 0; place < FL_KERNEL_TABLES_PLACES; place++) {
        unsigned half = place % 2;
        uint64_t bit = 1ull << (place / 2);
        self->neighbours[half][(place / 2 + half - FL_KERNEL_TABLES_ROTATION) & 63] =
            (uint8_t)(FL_KERNEL_TABLES_UP | FL_KERNEL_TABLES_DOWN |
                      (self->sides.right[half] & bit ? FL_KERNEL_TABLES_RIGHT : 0) |
                      (self->sides.left[half] & bit ? FL_KERNEL_TABLES_LEFT : 0));
    }
}

/* The table `neighbour_bit`. */
static void fill_next(fl_kernel_tables *self)
{
    memset(self->neighbour_bit, FL_KERNEL_TABLES_NO_BIT, sizeof self->neighbour_bit);
    for (unsigned y = 0; y < FL_BOARD_ROWS; y++) {
        for (unsigned x = 0; x < FL_BOARD_COLUMNS; x++) {
            for (unsigned side = 0; side < 4; side++) {
                int step = self->step[side];
                int to = place_of(self, x, y) + step;
                bool leaves = (step == 1 && x == FL_BOARD_COLUMNS - 1) || (step == -1 && x == 0) ||
                              (step == 9 && y == FL_BOARD_ROWS - 1) || (step == -9 && y == 0);
                if (!leaves) {
                    self->neighbour_bit[place_of(self, x, y)][side] = (uint8_t)(to / 2);
                }
            }
        }
    }
}

static void fill_start(fl_kernel_tables *self, const fl_classic_rules *rules)
{
    unsigned row = rules->start / FL_BOARD_STRIDE;
    unsigned cell = FL_BOARD_COLUMNS * row + rules->start % FL_BOARD_STRIDE - 1;
    self->shift = cell % 2;
    self->start = 1ull << ((cell + self->shift) / 2);
    self->start_rotation = (uint8_t)(((cell + self->shift) / 2 - FL_KERNEL_TABLES_ROTATION) & 63);
    fill_neighbours(self, rules);
    fill_next(self);
    fill_ways(self);
    for (unsigned side = 0; side < 4; side++) {
        unsigned bit = self->neighbour_bit[cell + self->shift][side];
        uint64_t next = bit == FL_KERNEL_TABLES_NO_BIT ? 0 : 1ull << bit;
        self->start_neighbours |= next;
        for (unsigned heads = 0; heads < 16; heads++) {
            self->fresh_tails[heads] |= heads >> side & 1 ? 0 : next & self->cells[1];
        }
    }
}

static void fill_ahead(fl_kernel_tables *self)
{
    enum { WORDS = 3 };
    uint64_t factor = 1;
    uint64_t steps = 0;
    for (unsigned i = 0; i < WORDS * FL_KERNEL_TABLES_AHEAD; i++) {
        if (i % WORDS == 0) {
            self->ahead_factor[i / WORDS] = factor;
            self->ahead_steps[i / WORDS] = steps;
        }
        steps = steps * FL_PCG_MULTIPLIER + 1;
        factor *= FL_PCG_MULTIPLIER;
    }
}

/* An open roll's flags begin as if no end room were left for it. */
static void fill_rolls(fl_kernel_tables *self, const fl_classic_rules *rules)
{
    self->roll = rules->rolls[0];
    self->rolls_n = rules->rolls_n;
    for (unsigned i = 0; i < rules->rolls_n && self->has_specials; i++) {
        const fl_classic_roll *roll = &rules->rolls[0][i];
        fl_kernel_tables_roll *open = &self->open_rolls[self->open_rolls_n];
        unsigned at = i % 8 * 8;
        uint64_t second = roll->second_of > 0 ? FL_ROLL_SECOND_ROLLED : 0;
        fl_bug_assert(roll->first_of <= FL_KERNEL_TABLES_MARGIN && roll->second_of <= FL_KERNEL_TABLES_MARGIN,
                      "floorlab show classic");
        if (roll->is_open) {
            self->unrolled[i / 8] |= (uint64_t)FL_ROLL_NO_DEAD_END << at;
            *open = (fl_kernel_tables_roll){
                .number = i,
                .first_of = roll->first_of,
                .first_limit = (uint64_t)roll->first_hits << 32,
                .second_of = roll->second_of,
                .second_limit = (uint64_t)roll->second_hits << 32,
                .xor_rolled = (FL_ROLL_NO_DEAD_END | FL_ROLL_ROLLED | second) << at,
                .xor_first = (FL_ROLL_FIRST | FL_ROLL_WON | FL_ROLL_PLACED | second) << at,
                .xor_second = (uint64_t)(FL_ROLL_SECOND | FL_ROLL_WON | FL_ROLL_PLACED) << at,
            };
            self->open_rolls_n++;
        }
    }
}

void fl_kernel_tables_init(fl_kernel_tables *self, const fl_classic_rules *rules)
{
    const int64_t *v = rules->value;
    memset(self, 0, sizeof *self);
    fill_start(self, rules);
    for (unsigned k = 0; k <= FL_CLASSIC_BATCH_CELLS; k++) {
        uint64_t miss = (uint64_t)(rules->miss[k] >> 32);
        self->miss[k] =
            (uint32_t)(miss <= UINT32_MAX ? miss : UINT32_MAX); /* certainty, 2^32, does not fit */
        self->has_few_misses = miss == 0 && (k == 15 || self->has_few_misses);
    }
    self->weakest_demand = (unsigned)v[FL_CLASSIC_SECRET_WEAKEST];
    self->rooms_min = (unsigned)v[FL_CLASSIC_MIN_ROOMS];
    self->rooms_max = (unsigned)v[FL_CLASSIC_MAX_ROOMS];
    self->rooms = (unsigned)v[FL_CLASSIC_ROOMS];
    self->target_base = 5 + 26 * (unsigned)v[FL_CLASSIC_LEVEL] / 10;
    self->draws_target = self->rooms == 0 && !(self->rooms_min > 0 && self->rooms_max > 0);
    self->end_rooms_min = (unsigned)v[FL_CLASSIC_MIN_END_ROOMS];
    self->attempts_max = (unsigned)v[FL_CLASSIC_MAX_ATTEMPTS];
    self->boss_forbidden = v[FL_CLASSIC_BOSS_NEAR_START] ? 0 : self->start_neighbours;
    self->forbids_all = v[FL_CLASSIC_SECRET_FORBIDS] == 0;
    self->has_specials = v[FL_CLASSIC_SPECIALS] != 0;
    unsigned largest = self->rooms_max > 0 ? self->rooms_max
                       : self->rooms > 0   ? self->rooms
                                           : self->target_base + 1;
    self->waves = largest < 13 ? 4 : largest < 19 ? 6 : 8;
    self->rounds = largest < 10 ? 1 : largest < 24 ? 2 : 3;
    self->returns_above = (unsigned)v[FL_CLASSIC_RESEED_ABOVE];
    self->start_returns = v[FL_CLASSIC_RESEED_WAVES] == 2 && largest > self->returns_above;
    fill_rolls(self, rules);
    fill_ahead(self);
    self->draws_curse = fl_kernel_fits_uncursed(rules);
}

/* True if the rules fit, curses aside. */
static bool fits_but_for_curses(const fl_classic_rules *rules)
{
    const int64_t *v = rules->value;
    return rules->set != FL_CLASSIC_FLASH_GAME &&
           (v[FL_CLASSIC_RESEED_WAVES] == 0 || v[FL_CLASSIC_RESEED_WAVES] == 2);
}

static bool may_be_labyrinth(const fl_classic_rules *rules)
{
    int64_t level = rules->value[FL_CLASSIC_LEVEL];
    return level % 2 == 1 && level < 8;
}

bool fl_kernel_fits(const fl_classic_rules *rules)
{
    const int64_t *v = rules->value;
    bool may_be = may_be_labyrinth(rules);
    bool draws_no_curse = (v[FL_CLASSIC_CURSE] == 0 || (v[FL_CLASSIC_CURSE] == 1 && !may_be)) &&
                          !(v[FL_CLASSIC_CHALLENGE_MODE] && may_be);
    return draws_no_curse && fits_but_for_curses(rules);
}

bool fl_kernel_fits_uncursed(const fl_classic_rules *rules)
{
    const int64_t *v = rules->value;
    return v[FL_CLASSIC_CURSE] == 1 && may_be_labyrinth(rules) && !v[FL_CLASSIC_CHALLENGE_MODE] &&
           fits_but_for_curses(rules);
}
