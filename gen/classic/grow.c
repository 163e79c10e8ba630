/* SPDX-License-Identifier: MIT */
/* The queue of the article (BorisTheBrave 2020, "The Core Algorithm"; gen/classic/RULES.md, "Growth").
 *
 * A coin is tossed for a cell at most once: the second room that tries the cell would be its second filled
 * neighbour and gives up before the toss. So all coins of an attempt are 72 bits drawn at once, one per cell;
 * only the start, when it is queued again, needs new ones. A set bit is heads: give up. */
#include "gen/classic/classic_private.h"

enum { QUEUE = FL_BOARD_BITS + 8 };

typedef struct growth {
    const fl_classic_rules *rules;
    fl_classic_board *board;
    fl_board free;     /* cells of the layout that are empty and touch at most one room */
    fl_board touching; /* cells that touch a room */
    fl_board tails;    /* cells whose coin is tails: a room may be placed */
    unsigned limit;    /* growth stops at this number of rooms */
    uint8_t queue[QUEUE];
    unsigned head, tail;
} growth;

/* Enlarges a number of rooms for a labyrinth, without its second boss room. */
static unsigned enlarge(const fl_classic_rules *rules, unsigned rooms)
{
    enum { MOST = 45, SURE = 4, SURE_TWICE = 6 }; /* start, boss, shop, treasure room; the others twice */
    bool is_of_normal = rules->value[FL_CLASSIC_LABYRINTH_SIZE] != 0;
    unsigned apart = is_of_normal ? (rooms < SURE ? rooms : SURE) : 0;
    unsigned wanted = (rooms - apart) * 18 / 10;
    return (wanted < MOST ? wanted : MOST) + (is_of_normal ? SURE_TWICE : 0);
}

unsigned fl_classic_grow_target(const fl_classic_rules *rules, fl_curse curse, fl_pcg *rng)
{
    unsigned target = (unsigned)rules->value[FL_CLASSIC_ROOMS];
    if (target == 0 && rules->value[FL_CLASSIC_MIN_ROOMS] > 0 && rules->value[FL_CLASSIC_MAX_ROOMS] > 0) {
        return 0;
    }
    if (target == 0) {
        target = fl_pcg_below(rng, 2) + 5 + 26 * (unsigned)rules->value[FL_CLASSIC_LEVEL] / 10;
    }
    return curse == FL_CURSE_LABYRINTH ? enlarge(rules, target) : target;
}

unsigned fl_classic_grow_least(const fl_classic_rules *rules, unsigned target)
{
    return rules->value[FL_CLASSIC_MIN_ROOMS] > 0 ? (unsigned)rules->value[FL_CLASSIC_MIN_ROOMS] : target;
}

unsigned fl_classic_grow_most(const fl_classic_rules *rules, unsigned target)
{
    return rules->value[FL_CLASSIC_MAX_ROOMS] > 0 ? (unsigned)rules->value[FL_CLASSIC_MAX_ROOMS] : target;
}

void fl_classic_grow_toss(fl_pcg *rng, fl_classic_coins *out)
{
    enum { CELLS = FL_BOARD_COLUMNS * FL_BOARD_ROWS, SIDES = 4 };
    fl_board words = 0;
    fl_board heads = 0;
    for (unsigned i = 0; i < 3; i++) {
        words |= (fl_board)fl_pcg_next(rng) << (32 * i);
    }
    for (unsigned y = 0; y < FL_BOARD_ROWS; y++) {
        heads |= (words >> (FL_BOARD_COLUMNS * y) & 0x1ff) << (FL_BOARD_STRIDE * y + 1);
    }
    out->tails = ~heads;
    out->back_heads = (uint32_t)(words >> CELLS) & 0xf;
    out->fresh_heads = (uint32_t)(words >> (CELLS + SIDES)) & 0xffff;
}

/* Places a room and updates which cells touch one room, or more. */
static void place(growth *g, unsigned cell)
{
    fl_board near = g->rules->near[cell];
    fl_classic_board_place(g->board, cell, FL_KIND_NORMAL);
    g->free &= ~(fl_board_cell(cell) | (g->touching & near));
    g->touching |= near;
    g->queue[g->tail++] = (uint8_t)cell;
}

/* Expands one entry of the queue; the four coins of a returned start are in `fresh`. */
static void expand(growth *g, unsigned cell, bool is_returned, uint32_t new_heads)
{
    unsigned before = g->board->cells_n;
    fl_board open = g->rules->near[cell] & g->free & (is_returned ? ~(fl_board)0 : g->tails);
    for (unsigned i = 0; open && i < 4 && g->board->cells_n < g->limit; i++) {
        unsigned next = cell + (unsigned)(int)g->rules->step[i];
        bool is_open = next < FL_BOARD_BITS && fl_board_has(open & g->free, next);
        if (is_open && !(is_returned && (new_heads >> i & 1))) {
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
    g.touching = rules->near[rules->start];
    fl_classic_coins coins;
    fl_classic_grow_toss(&board->rng, &coins);
    g.tails = coins.tails;
    for (unsigned wave = 0; g.head < g.tail; wave++) {
        bool is_returning = returns_in(&g, wave); /* the start is queued after the wave's own cells */
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
