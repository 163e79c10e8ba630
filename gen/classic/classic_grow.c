/* The queue of the article (seeds 000 and 001, "The Core Algorithm").
 *
 * A cell is tossed for at most once: whoever came second would be its second filled neighbour and give up before
 * the coin. So all coins of an attempt are 72 bits drawn at once, one per cell, and only the start, when it is
 * queued again, needs fresh ones. A set bit is heads: give up. */
#include "gen/classic/classic_grow.h"

enum { QUEUE = FL_BOARD_BITS + 8 };

typedef struct growth {
    const fl_classic_rules *rules;
    fl_classic_plan *plan;
    fl_board coins; /* bit 9 y + x - 1 is the coin of cell (x, y) */
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

/* Whether the rules let a room onto the cell, the coin aside. */
static bool is_free(const growth *g, unsigned cell)
{
    return cell < FL_BOARD_BITS && fl_board_has(g->rules->cells & ~g->plan->filled, cell) &&
           g->plan->cells_n < g->limit &&
           !fl_board_is_crowd(g->plan->filled & fl_board_near(fl_board_cell(cell)));
}

static bool coin_of(const growth *g, unsigned cell)
{
    return (g->coins >> (cell - cell / FL_BOARD_STRIDE - 1)) & 1;
}

/* Takes one entry of the queue; a returned start has its four coins in `fresh`. */
static void expand(growth *g, unsigned cell, bool is_returned, uint32_t fresh)
{
    bool has_added = false;
    for (unsigned i = 0; i < 4; i++) {
        unsigned next = cell + (unsigned)(int)g->rules->step[i];
        if (!is_free(g, next) || (is_returned ? fresh >> i & 1 : coin_of(g, next))) {
            continue;
        }
        fl_classic_plan_place(g->plan, next, FL_KIND_NORMAL);
        g->queue[g->tail++] = (uint8_t)next;
        has_added = true;
    }
    if (!has_added && cell != g->rules->start) {
        g->plan->ends[g->plan->ends_n++] = (uint8_t)cell;
    }
}

static bool returns_in(const growth *g, unsigned wave)
{
    unsigned every = (unsigned)g->rules->value[FL_CLASSIC_RESEED_WAVES];
    return every > 0 && wave > 0 && wave % every == 0 && g->plan->cells_n < g->limit &&
           g->limit > (unsigned)g->rules->value[FL_CLASSIC_RESEED_ABOVE];
}

void fl_classic_grow_layout(const fl_classic_rules *rules, fl_classic_plan *plan)
{
    growth g = {.rules = rules, .plan = plan, .limit = fl_classic_grow_most(rules, plan->target), .tail = 1};
    g.queue[0] = (uint8_t)rules->start;
    for (unsigned i = 0; i < 3; i++) {
        g.coins |= (fl_board)fl_pcg_next(&plan->rng) << (32 * i);
    }
    for (unsigned wave = 0; g.head < g.tail; wave++) {
        bool is_returning = returns_in(&g, wave); /* it stands in the queue behind the wave's own cells */
        unsigned wave_end = g.tail;
        while (g.head < wave_end) {
            expand(&g, g.queue[g.head++], false, 0);
        }
        if (is_returning) {
            expand(&g, rules->start, true, fl_pcg_next(&plan->rng));
        }
    }
    plan->grown_n = plan->cells_n;
}
