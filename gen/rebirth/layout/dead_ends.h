/* Dead ends as places for special rooms: fitted to an interior, taken, given back.
 *
 * Rules: spec of the Rebirth floors, section 6. */
#ifndef FL_GEN_REBIRTH_LAYOUT_DEAD_ENDS_H
#define FL_GEN_REBIRTH_LAYOUT_DEAD_ENDS_H

#include "gen/rebirth/layout/layout.h"

enum { FL_LAYOUT_DEAD_ENDS_NONE = -1 };

/* What may be tried for a shape behind a door in a direction: bit 0 its single cell, bit i the layout's option i - 1. */
extern const uint16_t fl_layout_dead_ends_options[4][FL_SHAPE_COUNT];

/* Lists the dead ends: rooms that nothing grew from, with less than two cells of others around the spot where they began. */
void fl_layout_dead_ends_find(fl_layout_board *draft, fl_layout_dead_ends *ends);

/* Farthest first; not stable, and must be just this sort. */
void fl_layout_dead_ends_sort(const fl_layout_board *draft, fl_layout_dead_ends *ends);

/* Whether a room is a single cell beside one cell alone, the one it grew from, and has a door there: it suits a single
 * cell's interior as it is. */
static inline bool fl_layout_dead_ends_stays(const fl_layout_board *draft, const fl_layout_board_room *room,
                                             unsigned shape, unsigned doors)
{
    unsigned back = (room->direction + 2u) & 3;
    unsigned parent = (uint8_t)(room->placed + (unsigned)fl_layout_board_step(back));
    return (shape == FL_SHAPE_1X1) & (room->shape == FL_SHAPE_1X1) & (doors >> back & 1) &
           (fl_layout_board_near(draft, room->placed) == 1) & fl_layout_board_is_room(draft, parent);
}

/* As fl_layout_dead_ends_fit, by trying the places there are. */
bool fl_layout_dead_ends_refit(fl_layout_board *draft, unsigned number, unsigned shape, unsigned doors);

/* Gives a room the shape and the place that suit an interior with these doors; false if none does. The room stays
 * fitted even if the special room does not come in the end. */
static inline bool fl_layout_dead_ends_fit(fl_layout_board *draft, unsigned number, unsigned shape,
                                           unsigned doors)
{
    return fl_layout_dead_ends_stays(draft, &draft->room[number], shape, doors) ||
           fl_layout_dead_ends_refit(draft, number, shape, doors);
}

/* Takes the first dead end that can be fitted off the list; FL_LAYOUT_DEAD_ENDS_NONE if none can. */
int fl_layout_dead_ends_take(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                             unsigned doors);

/* The same for a boss: not beside the start, and on a large floor with room for a second boss behind it. */
int fl_layout_dead_ends_take_boss(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                                  unsigned doors, bool is_large);

/* Takes the first dead end, whatever may fit there. */
int fl_layout_dead_ends_take_first(fl_layout_dead_ends *ends);

/* Takes a certain dead end off the list; false if it is not there. */
bool fl_layout_dead_ends_remove(fl_layout_dead_ends *ends, int number);

/* Puts a dead end back, at the END of the list. */
static inline void fl_layout_dead_ends_give_back(fl_layout_dead_ends *ends, int number)
{
    if (number != FL_LAYOUT_DEAD_ENDS_NONE) {
        ends->room[ends->n++] = (uint8_t)number;
    }
}

#endif
