/* Bosses, shop, treasure room and the rooms that come by chance. */
#ifndef FL_GEN_CLASSIC_SPECIAL_H
#define FL_GEN_CLASSIC_SPECIAL_H

#include "gen/classic/board.h"

/* Takes the last end room as the boss room; on labyrinth floors the last one that has space for a second boss
 * beyond it. False when the layout has no place for a boss. */
bool fl_classic_special_boss(const fl_classic_rules *rules, fl_classic_board *plan);

/* A random end room becomes a room of the kind. False when none is left. */
bool fl_classic_special_place(fl_classic_board *plan, fl_kind kind);

/* Rolls all gates in their order; on labyrinth floors of the article each room comes twice. */
void fl_classic_special_gates(const fl_classic_rules *rules, fl_classic_board *plan, unsigned copies);

/* Keeps the `keep` end rooms that are farthest from the start, in their order. */
void fl_classic_special_farthest(const fl_classic_rules *rules, fl_classic_board *plan, unsigned keep);

#endif
