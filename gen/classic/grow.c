/* SPDX-License-Identifier: MIT */
/* The queue of the article (seeds 000 and 001, "The Core Algorithm").
 *
 * A cell is tossed for at most once: whoever came second would be its second filled neighbour and give up before
 * the coin. So all coins of an attempt are 72 bits drawn at once, one per cell, and only the start, when it is
 * queued again, needs fresh ones. A set bit is heads: give up. */
#include "gen/classic/classic_private.h"

enum { QUEUE = FL_BOARD_BITS + 8 };

typedef struct growth {
    const fl_classic_rules *rules;
    fl_classic_board *board;
    fl_board free;  /* cells of the layout that are empty and touch at most one room */
    fl_board lone;  /* cells that touch a room */
    fl_board tails; /* cells whose coin does not give up */
    unsigned limit; /* no room is added once so many stand */
    uint8_t queue[QUEUE];
    unsigned head, tail;
} growth;

unsigned fl_classic_grow_target(const fl_classic_rules *rules, fl_curse curse, fl_pcg *rng)
{
    unsigned target = (unsigned)rules->value[FL_CLASSIC_ROOMS];
    if (target == 0 && rules->value[FL_CLASSIC_MIN_ROOMS] > 0 && rules->value[FL_CLASSIC_MAX_ROOMS] > 0) {
        return 0;
    }
    if (target == 0) {
        target = fl_pcg_below(rng, 2) + 5 + 26 * (unsigned)rules->value[FL_CLASSIC_LEVEL] / 10;
    }
    if (curse == FL_CURSE_LABYRINTH) {
        target = target * 18 / 10;
        target = target < 45 ? target : 45;
    }
    return target;
}

unsigned fl_classic_grow_least(const fl_classic_rules *rules, unsigned target)
{
    return rules->value[FL_CLASSIC_MIN_ROOMS] > 0 ? (unsigned)rules->value[FL_CLASSIC_MIN_ROOMS] : target;
}

unsigned fl_classic_grow_most(const fl_classic_rules *rules, unsigned target)
{
    return rules->value[FL_CLASSIC_MAX_ROOMS] > 0 ? (unsigned)rules->value[FL_CLASSIC_MAX_ROOMS] : target;
}

/* The coins of an attempt as a board: bit 9 y + x - 1 of three words is the coin of cell (x, y). */
static fl_board draw_tails(fl_pcg *rng)
{
    fl_board words = 0;
    fl_board heads = 0;
    for (unsigned i = 0; i < 3; i++) {
        words |= (fl_board)fl_pcg_next(rng) << (32 * i);
    }
    for (unsigned y = 0; y < FL_BOARD_ROWS; y++) {
        heads |= (words >> (FL_BOARD_COLUMNS * y) & 0x1ff) << (FL_BOARD_STRIDE * y + 1);
    }
    return ~heads;
}

/* Puts a room on a cell and keeps count of who touches what. */
static void place(growth *g, unsigned cell)
{
    fl_board near = g->rules->near[cell];
    fl_classic_board_place(g->board, cell, FL_KIND_NORMAL);
    fl_board crowded = fl_classic_rules_breaks(g->rules, FL_CLASSIC_LOOPS) ? 0 : g->lone & near;
    g->free &= ~(fl_board_cell(cell) | crowded);
    g->lone |= near;
    g->queue[g->tail++] = (uint8_t)cell;
}

/* Takes one entry of the queue; a returned start has its four coins in `fresh`. */
static void expand(growth *g, unsigned cell, bool is_returned, uint32_t fresh)
{
    unsigned before = g->board->cells_n;
    fl_board open = g->rules->near[cell] & g->free & (is_returned ? ~(fl_board)0 : g->tails);
    for (unsigned i = 0; open && i < 4 && g->board->cells_n < g->limit; i++) {
        unsigned next = cell + (unsigned)(int)g->rules->step[i];
        bool is_open = next < FL_BOARD_BITS && fl_board_has(open & g->free, next);
        if (is_open && !(is_returned && (fresh >> i & 1))) {
            place(g, next);
        }
    }
    if (g->board->cells_n == before && cell != g->rules->start) {
        g->board->end_rooms[g->board->end_rooms_n++] = (uint8_t)cell;
    }
}

static bool returns_in(const growth *g, unsigned wave)
{
    unsigned every = (unsigned)g->rules->value[FL_CLASSIC_RESEED_WAVES];
    return every > 0 && wave > 0 && wave % every == 0 && g->board->cells_n < g->limit &&
           g->limit > (unsigned)g->rules->value[FL_CLASSIC_RESEED_ABOVE];
}

void fl_classic_grow_layout(const fl_classic_rules *rules, fl_classic_board *board)
{
    growth g = {
        .rules = rules, .board = board, .limit = fl_classic_grow_most(rules, board->target), .tail = 1};
    g.queue[0] = (uint8_t)rules->start;
    g.free = rules->cells & ~fl_board_cell(rules->start);
    g.lone = rules->near[rules->start];
    g.tails = draw_tails(&board->rng);
    for (unsigned wave = 0; g.head < g.tail; wave++) {
        bool is_returning = returns_in(&g, wave); /* it stands in the queue behind the wave's own cells */
        unsigned wave_end = g.tail;
        while (g.head < wave_end) {
            expand(&g, g.queue[g.head++], false, 0);
        }
        if (is_returning) {
            expand(&g, rules->start, true, fl_pcg_next(&board->rng));
        }
    }
    board->grown_n = board->cells_n;
}
