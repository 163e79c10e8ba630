/* SPDX-License-Identifier: MIT */
/* Places the secret room with two draws.
 *
 * The article tries random cells: for 300 tries a cell must have three neighbours, for the next 300 two,
 * then one. If k of `area` cells meet a demand, all its tries miss with probability (1 - k / area)^tries;
 * if one hits, each of the k cells is equally likely. So one draw against a product of table entries
 * decides the demand, a second one the cell: the same distribution as hundreds of tries. */
#include "gen/classic/classic_private.h"

#include <assert.h>

fl_board fl_classic_secret_times(fl_board a, fl_board b)
{
    if (a == FL_CLASSIC_ONE || b == FL_CLASSIC_ONE) {
        return a == FL_CLASSIC_ONE ? b : a;
    }
    return (a * b) >> 64;
}

/* A uniform 64-bit number. Its lower half is drawn only if the upper half does not decide all comparisons. */
static uint64_t draw_against(fl_pcg *rng, const fl_board limit[3])
{
    uint64_t draw = (uint64_t)fl_pcg_next(rng) << 32;
    for (unsigned i = 0; i < 3; i++) {
        if (limit[i] > draw && limit[i] < (fl_board)draw + ((fl_board)1 << 32)) {
            return draw | fl_pcg_next(rng);
        }
    }
    return draw;
}

unsigned fl_classic_secret_decide(fl_pcg *rng, const fl_board missed[3])
{
    if (missed[2] == FL_CLASSIC_ONE) {
        return 3;
    }
    uint64_t draw = draw_against(rng, missed);
    unsigned demand = 0;
    while (demand < 3 && draw < missed[demand]) {
        demand++;
    }
    return demand;
}

void fl_classic_secret_find(const fl_classic_rules *rules, fl_classic_board *board, fl_board forbidden,
                            fl_classic_secret *out)
{
    fl_board at_least[4];
    fl_board missed[3]; /* P(nothing found yet) after the demand for 3, 2, 1 */
    fl_board empty = rules->secret_cells & ~board->filled & ~fl_board_near(forbidden);
    fl_board left = FL_CLASSIC_ONE;
    fl_board_degrees(board->filled, at_least);
    for (unsigned i = 0; i < 3; i++) {
        bool counts = 3 - i >= (unsigned)rules->value[FL_CLASSIC_SECRET_WEAKEST];
        out->open[i] = fl_board_count(empty & at_least[2 - i]);
        left = counts ? fl_classic_secret_times(left, rules->miss[out->open[i]]) : left;
        missed[i] = left;
    }
    out->cell = FL_CLASSIC_NOWHERE;
    out->criterion = 0;
    if (missed[2] == FL_CLASSIC_ONE) {
        return;
    }
    unsigned demand = fl_classic_secret_decide(&board->rng, missed);
    if (demand < 3) {
        fl_board open = empty & at_least[2 - demand];
        out->criterion = 3 - demand;
        out->cell = fl_board_select(open, fl_pcg_below(&board->rng, out->open[demand]));
    }
}

unsigned fl_classic_secret_draw_try(unsigned tries, unsigned open, unsigned area, fl_pcg *rng)
{
    for (;;) { /* given that one of the tries hit: without a hit, all are drawn again */
        for (unsigned i = 1; i <= tries; i++) {
            if (fl_pcg_below(rng, area) < open) {
                return i;
            }
        }
    }
}

unsigned fl_classic_secret_draw_tries(const fl_classic_rules *rules, const fl_classic_secret *found,
                                      fl_pcg *rng)
{
    unsigned each = (unsigned)rules->value[FL_CLASSIC_SECRET_EACH];
    unsigned demand = 3 - found->criterion;
    assert(found->criterion == 0 || (found->criterion <= 3 && found->open[demand] > 0));
    if (found->criterion == 0) {
        return 3 * each;
    }
    return demand * each + fl_classic_secret_draw_try(each, found->open[demand], rules->secret_area, rng);
}
