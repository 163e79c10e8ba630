/* SPDX-License-Identifier: MIT */
/* Growth by the rule set `flash` (Flash decompilation; gen/classic/RULES.md, "Flash: growth").
 *
 * A coin decides for a cell at most once: the second room that tries the cell would be its second filled
 * neighbour and is turned away. So all coins of an attempt are drawn at once, one per cell. The start is the
 * exception, as it may grow again: a room beside it returns it if that room's coin for it is tails, and then
 * it tosses new coins, of which each neighbour has four. On large floors it also returns by itself in every
 * round, with another word each time. A set bit is heads: give up. */
#include "gen/classic/classic_private.h"

enum {
    ROUNDS = 600,             /* in halves: a round with fewer than two new rooms counts half */
    RETURNED = FL_BOARD_BITS, /* in a list: the start, returned by its neighbour number n - RETURNED */
    BY_ITSELF = FL_BOARD_BITS + 4,
    LIST = FL_BOARD_BITS + 8,
    SIDES = 4,
};

typedef struct growth {
    const fl_classic_rules *rules;
    fl_classic_board *board;
    fl_board free;     /* cells of the layout that are empty and touch at most one room */
    fl_board touching; /* cells that touch a room */
    fl_classic_coins coins;
    unsigned limit;        /* growth stops at this number of rooms */
    bool returns;          /* true if the start returns by itself */
    unsigned added;        /* rooms listed for the next round, a returned start included */
    uint8_t next[2][LIST]; /* the rooms that grow in this round and in the next one */
    unsigned next_n[2];
    unsigned now; /* index of this round's list */
} growth;

static void list_next(growth *g, unsigned entry)
{
    g->next[!g->now][g->next_n[!g->now]++] = (uint8_t)entry;
}

static void place(growth *g, unsigned cell)
{
    fl_board near = g->rules->near[cell];
    fl_classic_board_place(g->board, cell, FL_KIND_NORMAL);
    g->free &= ~(fl_board_cell(cell) | (g->touching & near));
    g->touching |= near;
    list_next(g, cell);
    g->added++;
}

/* Returns the side of the start on which a cell is; SIDES if it is not beside the start. */
static unsigned side_of_start(const fl_classic_rules *rules, unsigned cell)
{
    unsigned side = 0;
    while (side < SIDES && rules->start + (unsigned)(int)rules->step[side] != cell) {
        side++;
    }
    return side;
}

/* Returns the sides of a cell on which a set has a cell, a bit each in the rules' order. */
static unsigned sides_of(const fl_classic_rules *rules, unsigned cell, fl_board set)
{
    enum { UP = FL_BOARD_STRIDE };
    uint32_t window = (uint32_t)(cell >= UP ? set >> (cell - UP) : set << (UP - cell));
    unsigned sides = 0;
    for (unsigned i = 0; i < SIDES; i++) {
        sides |= (window >> (UP + rules->step[i]) & 1) << i;
    }
    return sides;
}

/* Grows the start, for the first time or again, on its sides in `open`; it is never an end room. `heads` has
 * a bit per side. */
static void expand_start(growth *g, fl_board open, uint32_t heads)
{
    const fl_classic_rules *rules = g->rules;
    unsigned sides = sides_of(rules, rules->start, open & g->free & rules->near[rules->start]) & ~heads;
    for (; sides && g->board->cells_n < g->limit; sides &= sides - 1) {
        place(g, rules->start + (unsigned)(int)rules->step[__builtin_ctz(sides)]);
    }
}

/* Draws the four coins of a start that returns by itself; none if they could decide nothing. */
static uint32_t toss_again(growth *g)
{
    bool is_open = (g->free & g->rules->near[g->rules->start]) != 0 && g->board->cells_n < g->limit;
    return is_open ? fl_pcg_next(&g->board->rng) : 0;
}

/* Grows a room. Rooms on two sides of a cell do not touch, so neither takes the other's place. */
static void expand_room(growth *g, unsigned cell)
{
    const fl_classic_rules *rules = g->rules;
    unsigned before = g->added;
    unsigned from = fl_board_has(rules->near[rules->start], cell) ? side_of_start(rules, cell) : SIDES;
    bool brings_back = from < SIDES && !(g->coins.back_heads >> from & 1);
    fl_board open = rules->near[cell] & g->free & g->coins.tails;
    open |= brings_back ? fl_board_cell(rules->start) : 0;
    for (unsigned sides = sides_of(rules, cell, open); sides; sides &= sides - 1) {
        unsigned next = cell + (unsigned)(int)rules->step[__builtin_ctz(sides)];
        if (next == rules->start) {
            list_next(g, RETURNED + from);
            g->added++;
        } else if (g->board->cells_n < g->limit) {
            place(g, next);
        }
    }
    if (g->added == before) {
        g->board->end_rooms[g->board->end_rooms_n++] = (uint8_t)cell;
    }
}

static void expand(growth *g, unsigned entry)
{
    if (entry == BY_ITSELF) {
        expand_start(g, FL_BOARD_CELLS, toss_again(g));
    } else if (entry >= RETURNED) {
        expand_start(g, FL_BOARD_CELLS, g->coins.fresh_heads >> (SIDES * (entry - RETURNED)));
    } else if (entry == g->rules->start) {
        expand_start(g, g->coins.tails, 0);
    } else {
        expand_room(g, entry);
    }
}

/* True if no room can be added: only the start is listed, and no cell beside it can be filled. */
static bool is_stuck(const growth *g)
{
    for (unsigned i = 0; i < g->next_n[g->now]; i++) {
        if (g->next[g->now][i] < RETURNED && g->next[g->now][i] != g->rules->start) {
            return false;
        }
    }
    bool is_open = (g->free & g->rules->near[g->rules->start]) != 0 && g->board->cells_n < g->limit;
    return g->next_n[g->now] == 0 || !is_open;
}

void fl_classic_flash_grow(const fl_classic_rules *rules, fl_classic_board *board, unsigned hundredths)
{
    growth g = {.rules = rules, .board = board, .limit = (hundredths + 99) / 100 + 1};
    bool newest_first = rules->value[FL_CLASSIC_WAVE_ORDER] == 0;
    g.returns = fl_classic_flash_start_returns(rules, hundredths);
    g.free = rules->flash_cells & ~fl_board_cell(rules->start);
    g.touching = rules->near[rules->start];
    fl_classic_grow_toss(&board->rng, &g.coins);
    g.next[0][g.next_n[0]++] = (uint8_t)rules->start;
    for (unsigned halves = 0; halves < ROUNDS && !is_stuck(&g);) {
        g.added = 0;
        g.next_n[!g.now] = 0;
        if (g.returns && board->cells_n < g.limit) { /* a full floor's start can add nothing */
            list_next(&g, BY_ITSELF);
        }
        for (unsigned i = 0; i < g.next_n[g.now]; i++) {
            expand(&g, g.next[g.now][newest_first ? g.next_n[g.now] - 1 - i : i]);
        }
        halves += g.added < 2 ? 1 : 2;
        g.now = !g.now;
    }
    board->grown_n = board->cells_n;
}
