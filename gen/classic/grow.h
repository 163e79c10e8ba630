/* Growth of a layout from a queue, as the article and its demo describe it. */
#ifndef FL_GEN_CLASSIC_GROW_H
#define FL_GEN_CLASSIC_GROW_H

#include "gen/classic/board.h"

/* Rooms the floor asks for; one draw unless the rules fix the number. 0 where only
 * min_rooms and max_rooms count. */
unsigned fl_classic_grow_target(const fl_classic_rules *rules, fl_curse curse, fl_pcg *rng);

/* From how many rooms on a layout is accepted, and at how many it stops growing. */
unsigned fl_classic_grow_least(const fl_classic_rules *rules, unsigned target);
unsigned fl_classic_grow_most(const fl_classic_rules *rules, unsigned target);

/* One attempt at a layout on a plan that was just reset: three words of coins, then the queue. */
void fl_classic_grow_layout(const fl_classic_rules *rules, fl_classic_board *plan);

#endif
