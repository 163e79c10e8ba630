/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The growth of layouts, held against a queue written down literally from gen/classic/RULES.md, with the same
 * random words. */
#include "gen/classic/classic_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static fl_classic_rules rules;
static fl_classic_board board;

static void open_rules(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
}

static void expect_cells(const uint8_t *found, unsigned found_n, const uint8_t *cells, unsigned n)
{
    cr_assert_eq(found_n, n, "%u, expected %u", found_n, n);
    for (unsigned i = 0; i < n; i++) {
        cr_expect_eq(found[i], cells[i], "place %u: %u, expected %u", i, found[i], cells[i]);
    }
}

/* Worked out by hand. The three words c9828f91 741a3050 c3099bdc give the coins (x: give up)
 *
 *     x =  1 2 3 4 5 6 7 8 9
 *     y=0  x . . . x . . x x        35 down 45 up 25 right 36; 34 has lost
 *     y=1  x x x . . . x . x        45: 55 has lost, 46 touches 36 too, left 44
 *     y=2  . . . . . x x . .        25: up 15, 26 touches 36 too, left 24, the seventh room
 *     y=3  x . . x x . . . .        36, 44, 15, 24 add nothing: end rooms
 *     y=4  x . x . . . . . x
 *     y=5  x . . . x . x x .  */
Test(grow, seven_rooms_grow_as_worked_out_by_hand)
{
    static const uint8_t cells[] = {35, 45, 25, 36, 44, 15, 24};
    static const uint8_t ends[] = {36, 44, 15, 24};
    open_rules("rooms=7");
    fl_pcg_init(&board.rng, 3, 0);
    board.target = 7;
    fl_classic_board_reset(&board, 35);
    fl_classic_grow_layout(&rules, &board);
    expect_cells(board.cells, board.cells_n, cells, 7);
    expect_cells(board.end_rooms, board.end_rooms_n, ends, 4);
    cr_expect_eq(board.grown_n, 7u);
}

/* The same coins, sides in the order left, up, right, down: other rooms come first and other cells are
 * crowded. 35: up 25, right 36, down 45. 25: left 24, up 15, 26 crowded. 36: 37 is the seventh. */
Test(grow, another_order_gives_another_layout)
{
    static const uint8_t cells[] = {35, 25, 36, 45, 24, 15, 37};
    static const uint8_t ends[] = {45, 24, 15, 37};
    open_rules("rooms=7 order=lurd");
    fl_pcg_init(&board.rng, 3, 0);
    board.target = 7;
    fl_classic_board_reset(&board, 35);
    fl_classic_grow_layout(&rules, &board);
    expect_cells(board.cells, board.cells_n, cells, 7);
    expect_cells(board.end_rooms, board.end_rooms_n, ends, 4);
}

/* The queue, literally. */
typedef struct literal {
    bool filled[10][12]; /* [y + 1][x + 1], with a border */
    int queue[400], depth[400];
    bool is_return[400];
    int head, tail;
    int cells[80], cells_n;
    int ends[80], ends_n;
    int returned_rooms; /* added by a start that came again */
} literal;

static bool *at(literal *l, int cell)
{
    return &l->filled[cell / 10 + 1][cell % 10 + 1];
}

static bool is_on_map(int cell)
{
    int first = (int)rules.value[FL_CLASSIC_FIRST_ROW];
    return cell >= 0 && cell < 80 && cell % 10 >= 1 && cell / 10 >= first &&
           cell / 10 < first + (int)rules.value[FL_CLASSIC_ROWS];
}

static void enqueue(literal *l, int cell, int depth, bool is_return)
{
    l->queue[l->tail] = cell;
    l->depth[l->tail] = depth;
    l->is_return[l->tail++] = is_return;
}

static void fill(literal *l, int cell)
{
    *at(l, cell) = true;
    l->cells[l->cells_n++] = cell;
}

static int neighbours(literal *l, int cell)
{
    int x = cell % 10 + 1;
    int y = cell / 10 + 1;
    return l->filled[y][x - 1] + l->filled[y][x + 1] + l->filled[y - 1][x] + l->filled[y + 1][x];
}

/* Takes the front of the queue. */
static void take_front(literal *l, const uint32_t words[3], int limit, fl_pcg *rng)
{
    int cell = l->queue[l->head];
    int depth = l->depth[l->head];
    bool is_return = l->is_return[l->head++];
    uint32_t fresh = is_return ? fl_pcg_next(rng) : 0;
    int added = 0;
    for (int side = 0; side < 4; side++) {
        int next = cell + rules.step[side];
        if (!is_on_map(next) || *at(l, next) || neighbours(l, next) > 1 || l->cells_n >= limit) {
            continue;
        }
        int bit = 9 * (next / 10) + next % 10 - 1;
        if (is_return ? fresh >> side & 1 : words[bit / 32] >> (bit % 32) & 1) {
            continue;
        }
        fill(l, next);
        enqueue(l, next, depth + 1, false);
        l->returned_rooms += is_return;
        added++;
    }
    if (added == 0 && cell != (int)rules.start) {
        l->ends[l->ends_n++] = cell;
    }
}

static void grow_literally(literal *l, int limit, fl_pcg *rng)
{
    int every = (int)rules.value[FL_CLASSIC_RESEED_WAVES];
    int wave = 0;
    uint32_t words[3];
    memset(l, 0, sizeof *l);
    for (int i = 0; i < 3; i++) {
        words[i] = fl_pcg_next(rng);
    }
    fill(l, (int)rules.start);
    enqueue(l, (int)rules.start, 0, false);
    while (l->head < l->tail) {
        if (l->depth[l->head] > wave) { /* a new wave; all that waits belongs to it */
            wave = l->depth[l->head];
            if (every > 0 && wave % every == 0 && limit > rules.value[FL_CLASSIC_RESEED_ABOVE] &&
                l->cells_n < limit) {
                enqueue(l, (int)rules.start, wave, true);
            }
        }
        take_front(l, words, limit, rng);
    }
}

static bool is_same(const literal *l)
{
    bool same = (int)board.cells_n == l->cells_n && (int)board.end_rooms_n == l->ends_n &&
                board.grown_n == board.cells_n && (int)fl_board_count(board.filled) == l->cells_n;
    for (int i = 0; same && i < l->cells_n; i++) {
        same = board.cells[i] == l->cells[i] && fl_board_has(board.filled, (unsigned)l->cells[i]) &&
               board.kind[l->cells[i]] == (i ? FL_KIND_NORMAL : FL_KIND_START);
    }
    for (int i = 0; same && i < l->ends_n; i++) {
        same = board.end_rooms[i] == l->ends[i];
    }
    return same;
}

/* Replays attempts; returns how many rooms came from a returned start. */
static int replay(const char *settings, int attempts)
{
    static literal l;
    int returned = 0;
    open_rules(settings);
    fl_pcg_init(&board.rng, 1234, 5678);
    board.curse = FL_CURSE_NONE;
    for (int i = 0; i < attempts; i++) {
        board.target = fl_classic_grow_target(&rules, board.curse, &board.rng);
        fl_pcg rng = board.rng;
        fl_classic_board_reset(&board, rules.start);
        fl_classic_grow_layout(&rules, &board);
        grow_literally(&l, (int)fl_classic_grow_most(&rules, board.target), &rng);
        cr_assert(is_same(&l), "%s: attempt %d differs", settings, i);
        cr_assert_eq(board.rng.state, rng.state, "%s: attempt %d draws more or less", settings, i);
        returned += l.returned_rooms;
    }
    return returned;
}

Test(grow, small_layouts_are_the_literal_queue)
{
    static const char *const rows[] = {"level=1",
                                       "rooms=7",
                                       "rooms=16",
                                       "rooms=60 reseed_every_waves=0",
                                       "rooms=12 order=rldu",
                                       "rules=demo",
                                       "first_row=2 rows=3 start=41 rooms=14",
                                       "rooms=9 first_row=3 rows=1",
                                       "min_rooms=5 max_rooms=12 start=1 order=drul",
                                       "rooms=10 start=79 order=uldr"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(replay(rows[i], 20000), 0, "%s: the start came again", rows[i]);
    }
}

Test(grow, large_layouts_are_the_literal_queue)
{
    static const char *const rows[] = {"level=8",
                                       "rooms=17",
                                       "rooms=20",
                                       "rooms=30 reseed_every_waves=1",
                                       "rooms=25 reseed_every_waves=3 order=lurd",
                                       "rooms=45 reseed_every_waves=4",
                                       "rooms=12 reseed_above=5 reseed_every_waves=1",
                                       "rooms=60 reseed_every_waves=1 start=11",
                                       "rooms=30 reseed_every_waves=1 first_row=2 rows=3 start=31 order=ludr",
                                       "rules=demo reseed_every_waves=1 reseed_above=10",
                                       "rooms=20 reseed_every_waves=20"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int returned = replay(rows[i], 20000);
        cr_expect(returned > 100 || strstr(rows[i], "waves=20"),
                  "%s: only %d rooms came from a returned start", rows[i], returned);
    }
}

/* floor(2.6 level), written as fractions. */
Test(grow, targets_follow_the_formula)
{
    static const unsigned base[12] = {7, 10, 12, 15, 18, 20, 23, 25, 28, 31, 33, 36};
    for (unsigned level = 1; level <= 12; level++) {
        char settings[32];
        unsigned seen[2] = {0, 0};
        snprintf(settings, sizeof settings, "level=%u", level);
        open_rules(settings);
        fl_pcg_init(&board.rng, level, 0);
        for (int i = 0; i < 1000; i++) {
            unsigned target = fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng);
            cr_assert(target == base[level - 1] || target == base[level - 1] + 1, "level %u: %u", level,
                      target);
            seen[target - base[level - 1]]++;
        }
        cr_expect(seen[0] > 400 && seen[1] > 400, "level %u: %u to %u", level, seen[0], seen[1]);
    }
}

Test(grow, labyrinths_want_nine_fifths_up_to_45)
{
    static const struct {
        unsigned rooms, large;
    } rows[] = {{7, 12}, {8, 14}, {10, 18}, {20, 36}, {24, 43}, {25, 45}, {26, 45}, {60, 45}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char settings[32];
        snprintf(settings, sizeof settings, "rooms=%u", rows[i].rooms);
        open_rules(settings);
        cr_expect_eq(fl_classic_grow_target(&rules, FL_CURSE_LABYRINTH, &board.rng), rows[i].large, "%s",
                     settings);
        cr_expect_eq(fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng), rows[i].rooms, "%s",
                     settings);
    }
}

Test(grow, the_formula_costs_one_draw_and_a_fixed_number_none)
{
    fl_pcg expected;
    fl_pcg_init(&board.rng, 5, 6);
    fl_pcg_init(&expected, 5, 6);
    open_rules("rooms=9");
    (void)fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng);
    open_rules("rules=demo");
    cr_expect_eq(fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng), 0u);
    cr_expect_eq(board.rng.state, expected.state);
    open_rules("level=2");
    (void)fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng);
    (void)fl_pcg_next(&expected);
    cr_expect_eq(board.rng.state, expected.state);
}

Test(grow, least_and_most_are_the_target_unless_given)
{
    open_rules("");
    cr_expect_eq(fl_classic_grow_least(&rules, 13), 13u);
    cr_expect_eq(fl_classic_grow_most(&rules, 13), 13u);
    open_rules("min_rooms=5 max_rooms=20");
    cr_expect_eq(fl_classic_grow_least(&rules, 13), 5u);
    cr_expect_eq(fl_classic_grow_most(&rules, 13), 20u);
    open_rules("max_rooms=20");
    cr_expect_eq(fl_classic_grow_least(&rules, 13), 13u);
    cr_expect_eq(fl_classic_grow_most(&rules, 13), 20u);
}

/* The rooms that a labyrinth wants. */
static unsigned labyrinth_of(const char *settings)
{
    open_rules(settings);
    return fl_classic_grow_target(&rules, FL_CURSE_LABYRINTH, &board.rng);
}

Test(grow, a_labyrinth_has_eighty_percent_more_of_what_is_counted)
{
    fl_pcg_init(&board.rng, 3, 0);
    cr_expect_eq(labyrinth_of("rooms=12"), 21u, "1.8 x 12");
    cr_expect_eq(labyrinth_of("rooms=12 labyrinth_size=normal_rooms"), 20u, "1.8 x 8, and six others");
    cr_expect_eq(labyrinth_of("rooms=13 labyrinth_size=normal_rooms"), 22u);
    cr_expect_eq(labyrinth_of("rooms=2 labyrinth_size=normal_rooms"), 6u, "no fewer than none");
    cr_expect_eq(labyrinth_of("rooms=30"), 45u);
    cr_expect_eq(labyrinth_of("rooms=30 labyrinth_size=normal_rooms"), 51u, "45 of them normal");
    open_rules("rooms=12 labyrinth_size=normal_rooms");
    cr_expect_eq(fl_classic_grow_target(&rules, FL_CURSE_NONE, &board.rng), 12u);
}
