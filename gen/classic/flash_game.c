/* SPDX-License-Identifier: MIT */
/* The rule set `flash` (Flash decompilation; gen/classic/RULES.md, "Flash: growth" and what follows).
 *
 * How it differs from the article:
 * - the wanted size is a number with decimals that is never rounded down, and the start is not counted;
 * - rooms grow in rounds, each room once; the start grows again whenever a neighbour's coin chooses it and,
 * on large floors, in every round;
 * - a room that added nothing is an end room, even if it gains a neighbour later;
 * - the secret room never has a single neighbour, and may be missing on deep floors;
 * - one end room becomes the super secret room. */
#include "gen/classic/classic_private.h"
#include "gen/random/coin.h"

#include <string.h>

enum {
    ROUNDS = 600,        /* in halves: a round with fewer than two new rooms counts half */
    PICKS = 3000,        /* random tries for the secret room, among all 80 numbers of the grid */
    PICKS_STRICT = 300,  /* after so many tries, a cell beside an end room is accepted */
    PICKS_WANTING = 600, /* after so many, two neighbours are enough */
    LARGE_ENDS = 6,      /* end rooms that a labyrinth floor keeps */
    LAST_WITH_SHOPS = 6, /* deeper floors turn shop and treasure room into ordinary rooms again */
    LAST_LEVEL = 11,     /* this level has neither shop nor treasure room */
};

void fl_classic_flash_game_draw_size(const fl_classic_rules *rules, fl_classic_board *board,
                                     fl_classic_flash_game_size *out)
{
    out->is_large = board->curse == FL_CURSE_LABYRINTH;
    out->level = fl_classic_rules_level(rules, out->is_large);
    unsigned rooms = (unsigned)rules->value[FL_CLASSIC_ROOMS];
    unsigned size = rooms > 0 ? 100 * (rooms - 1) : 0; /* the code does not count the start */
    if (rooms == 0) {
        size = 100 * (fl_pcg_below(&board->rng, 2) + 5) + 260 * (unsigned)out->level;
        size = size < 2000 ? size : 2000;
    }
    if (out->is_large) {
        size = size * 18 / 10;
        size = size < 4500 ? size : 4500;
    } else if (board->curse == FL_CURSE_LOST) {
        size += 400;
    }
    out->hundredths = size;
    board->target = (size + 99) / 100 + 1;
}

typedef struct flash_growth {
    const fl_classic_rules *rules;
    fl_classic_board *board;
    fl_coin coins;
    unsigned size;                      /* hundredths */
    unsigned added;                     /* rooms listed for the next round, the start included */
    uint8_t next[2][2 * FL_BOARD_BITS]; /* rooms that grow in this round and in the next one */
    unsigned next_n[2];
    unsigned now; /* index of this round's list */
} flash_growth;

/* The rooms that count: neither the start nor the second boss. */
static unsigned counter(const fl_classic_board *board)
{
    return board->cells_n - 1 - (board->outer_boss != FL_CLASSIC_NOWHERE);
}

static bool may_fill(const flash_growth *g, unsigned cell)
{
    if (fl_board_has(g->board->filled, cell) ||
        fl_board_is_crowd(g->board->filled & fl_board_near(fl_board_cell(cell))) ||
        counter(g->board) * 100 >= g->size) {
        return false;
    }
    unsigned row = cell / FL_BOARD_STRIDE;
    bool is_at_edge = row == 0 || row == FL_BOARD_ROWS - 1;
    return !(is_at_edge && g->rules->value[FL_CLASSIC_UNDEFINED]);
}

static void list_next(flash_growth *g, unsigned cell)
{
    g->next[!g->now][g->next_n[!g->now]++] = (uint8_t)cell;
    g->added++;
}

static void fill(flash_growth *g, unsigned cell)
{
    if (cell == g->rules->start) {
        list_next(g, cell);
    } else if (may_fill(g, cell)) {
        fl_classic_board_place(g->board, cell, FL_KIND_NORMAL);
        list_next(g, cell);
    }
}

static void expand(flash_growth *g, unsigned cell)
{
    unsigned before = g->added;
    for (unsigned i = 0; i < 4; i++) {
        unsigned next = cell + (unsigned)(int)g->rules->step[i];
        if (next >= FL_BOARD_BITS || !fl_board_has(g->rules->cells, next)) {
            continue;
        }
        if (!fl_coin_toss(&g->coins, &g->board->rng)) {
            fill(g, next);
        }
    }
    if (g->added == before && cell != g->rules->start) {
        g->board->end_rooms[g->board->end_rooms_n++] = (uint8_t)cell;
    }
}

/* Whether no room can be added any more: only the start is listed, and no cell beside it can be filled. */
static bool is_stuck(const flash_growth *g)
{
    for (unsigned i = 0; i < g->next_n[g->now]; i++) {
        if (g->next[g->now][i] != g->rules->start) {
            return false;
        }
    }
    for (unsigned i = 0; i < 4 && g->next_n[g->now] > 0; i++) {
        unsigned cell = g->rules->start + (unsigned)(int)g->rules->step[i];
        if (cell < FL_BOARD_BITS && fl_board_has(g->rules->cells, cell) && may_fill(g, cell)) {
            return false;
        }
    }
    return true;
}

static void grow(const fl_classic_rules *rules, fl_classic_board *board,
                 const fl_classic_flash_game_size *size)
{
    flash_growth g = {.rules = rules, .board = board, .size = size->hundredths - (size->is_large ? 100 : 0)};
    bool returns = g.size > 100 * (unsigned)rules->value[FL_CLASSIC_RESEED_ABOVE] &&
                   rules->value[FL_CLASSIC_RESEED_WAVES] > 0;
    fl_coin_init(&g.coins);
    g.next[0][g.next_n[0]++] = (uint8_t)rules->start;
    for (unsigned halves = 0; halves < ROUNDS && !is_stuck(&g);) {
        g.added = 0;
        g.next_n[!g.now] = 0;
        if (returns && counter(board) * 100 < g.size) { /* a full floor's start can add nothing */
            g.next[!g.now][g.next_n[!g.now]++] = (uint8_t)rules->start;
        }
        for (unsigned i = 0; i < g.next_n[g.now]; i++) {
            bool newest_first = rules->value[FL_CLASSIC_WAVE_ORDER] == 0;
            expand(&g, g.next[g.now][newest_first ? g.next_n[g.now] - 1 - i : i]);
        }
        halves += g.added < 2 ? 1 : 2;
        g.now = !g.now;
    }
    board->grown_n = board->cells_n;
}

/* Places the second boss room beside the first: on the last cell, in the order right, left, up, that
 * touches one room. */
static bool place_second_boss(const fl_classic_rules *rules, fl_classic_board *board)
{
    static const int steps[] = {1, -1, -10};
    for (unsigned i = 0; i < 3; i++) {
        unsigned cell = board->boss + (unsigned)steps[i];
        if (cell < FL_BOARD_BITS && fl_board_has(rules->cells & ~board->filled, cell) &&
            fl_board_degree(board->filled, cell) == 1) {
            board->outer_boss = (uint8_t)cell;
        }
    }
    if (board->outer_boss == FL_CLASSIC_NOWHERE) {
        return false;
    }
    fl_classic_board_place(board, board->outer_boss, FL_KIND_BOSS);
    return true;
}

/* Which cells the random tries accept. */
typedef struct flash_open {
    fl_board strict; /* three neighbours, none of them special */
    fl_board
        loose; /* three neighbours; the game's code stops looking for special ones at the first end room */
    fl_board wanting; /* the same with two neighbours */
    fl_board extra;   /* accepted for an extra room */
    fl_board by_coin; /* accepted for an extra room if a coin decides so */
} flash_open;

static void find_open(const fl_classic_board *board, flash_open *out)
{
    fl_board at_least[4];
    fl_board ends = fl_classic_board_end_rooms(board);
    fl_board special = fl_board_cell(board->boss) | fl_board_cell(board->super_secret);
    special |= board->outer_boss != FL_CLASSIC_NOWHERE ? fl_board_cell(board->outer_boss) : 0;
    fl_board ordinary = board->filled & ~ends & ~special;
    /* columns 2 to 8 only */
    fl_board empty =
        ~board->filled & (FL_BOARD_CELLS << 1 & FL_BOARD_CELLS) & (FL_BOARD_CELLS >> 1 & FL_BOARD_CELLS);
    fl_board clean = empty & ~fl_board_near(ends | special);
    /* right, left, down, up: ordinary rooms all the way to the first end room */
    fl_board flag =
        ends >> 1 |
        (ordinary >> 1 &
         (ends << 1 | (ordinary << 1 & (ends >> 10 | (ordinary >> 10 & (ends << 10 | ordinary << 10))))));
    fl_board_degrees(board->filled, at_least);
    out->strict = clean & at_least[2];
    out->loose = empty & flag & at_least[2];
    out->wanting = empty & flag & at_least[1];
    out->extra = clean & at_least[1];
    out->by_coin = clean & at_least[0] & ~at_least[1];
}

/* Random tries for the secret room; on labyrinth floors, tries that miss may add extra rooms. */
static void search_secret(fl_classic_board *board, const fl_classic_flash_game_size *size)
{
    flash_open open;
    find_open(board, &open);
    board->secret_best = fl_board_count(open.strict);
    for (unsigned pick = 1; pick <= PICKS; pick++) {
        unsigned cell = fl_pcg_below(&board->rng, FL_BOARD_BITS);
        fl_board accepted = open.strict;
        accepted |= pick > PICKS_STRICT ? open.loose : 0;
        accepted |= pick > PICKS_WANTING ? open.wanting : 0;
        if (fl_board_has(accepted, cell)) {
            board->secret = (uint8_t)cell;
            board->secret_criterion = pick > PICKS_WANTING ? 1 : pick > PICKS_STRICT ? 2 : 3;
            board->secret_tries = pick;
            return;
        }
        bool wants_more = size->is_large && counter(board) * 100 < size->hundredths + 100;
        if (wants_more && (fl_board_has(open.extra, cell) ||
                           (fl_board_has(open.by_coin, cell) && fl_pcg_below(&board->rng, 2) == 0))) {
            fl_classic_board_place(board, cell, FL_KIND_NORMAL);
            find_open(board, &open);
        }
    }
}

/* Shop and treasure rooms. On deep floors the game makes them normal rooms again, after the draws. */
static void place_guaranteed(fl_classic_board *board, const fl_classic_flash_game_size *size)
{
    bool is_kept = size->level <= LAST_WITH_SHOPS;
    if (size->level != LAST_LEVEL) {
        (void)fl_classic_special_place(board, is_kept ? FL_KIND_SHOP : FL_KIND_NORMAL);
        (void)fl_classic_special_place(board, is_kept ? FL_KIND_TREASURE : FL_KIND_NORMAL);
    }
    if (size->is_large) {
        (void)fl_classic_special_place(board, FL_KIND_TREASURE);
    }
}

static void place_specials(const fl_classic_rules *rules, fl_classic_board *board,
                           const fl_classic_flash_game_size *size)
{
    if (board->secret != FL_CLASSIC_NOWHERE) {
        fl_classic_board_place(board, board->secret, FL_KIND_SECRET);
    }
    place_guaranteed(board, size);
    fl_classic_special_gates(rules, board, 1);
}

/* A labyrinth floor's extra rooms come from the search for the secret room. So the search is made even
 * where special rooms are off; its extra rooms stay, the secret rooms do not. */
static void forget_secrets(fl_classic_board *board)
{
    board->kind[board->super_secret] = FL_KIND_NORMAL;
    board->super_secret = FL_CLASSIC_NOWHERE;
    board->secret = FL_CLASSIC_NOWHERE;
    board->secret_tries = 0;
}

bool fl_classic_flash_game_attempt(const fl_classic_rules *rules, fl_classic_board *board,
                                   const fl_classic_flash_game_size *size)
{
    unsigned least_ends = (unsigned)rules->value[FL_CLASSIC_MIN_END_ROOMS] - (size->level == 1);
    fl_classic_board_reset(board, rules->start);
    grow(rules, board, size);
    board->accepted_end_rooms_n = board->end_rooms_n;
    if (board->end_rooms_n < least_ends + 2) {
        return false;
    }
    board->boss = (uint8_t)fl_classic_board_take_end_room(board, board->end_rooms_n - 1);
    board->kind[board->boss] = FL_KIND_BOSS;
    if (fl_board_has(fl_board_near(fl_board_cell(rules->start)), board->boss) ||
        (size->is_large && !place_second_boss(rules, board))) {
        return false;
    }
    if (!rules->value[FL_CLASSIC_SPECIALS] && !size->is_large) {
        return counter(board) * 100 >= size->hundredths;
    }
    board->super_secret =
        (uint8_t)fl_classic_board_take_end_room(board, fl_pcg_below(&board->rng, board->end_rooms_n));
    board->kind[board->super_secret] = FL_KIND_SUPER_SECRET;
    while (size->is_large && board->end_rooms_n > LARGE_ENDS) {
        (void)fl_classic_board_take_end_room(board, 0);
    }
    search_secret(board, size);
    if (counter(board) * 100 < size->hundredths) {
        return false;
    }
    if (board->secret == FL_CLASSIC_NOWHERE && size->level < 3) {
        return false;
    }
    if (rules->value[FL_CLASSIC_SPECIALS]) {
        place_specials(rules, board, size);
    } else {
        forget_secrets(board);
    }
    return true;
}
