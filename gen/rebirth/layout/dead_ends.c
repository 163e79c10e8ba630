/* SPDX-License-Identifier: MIT */
/* Fits a dead end by trying the options that the layout would have had behind the same door. */
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"

#include <string.h>

/* Options entered through the second door of a side with two; bits as in fl_layout_options_of_shape. */
enum { SECOND_DOOR = 0x0554 };

/* Counts the room's own cells beside its first spot. The table's columns: that spot is in the upper left,
 * upper right, lower left, lower right cell of the room's box. */
static inline unsigned own_near(const fl_layout_board_room *room)
{
    static const uint8_t cells[FL_SHAPE_COUNT][4] = {
        [FL_SHAPE_1X2] = {1, 0, 1, 0}, [FL_SHAPE_IIV] = {1, 0, 1, 0}, [FL_SHAPE_2X1] = {1, 1, 0, 0},
        [FL_SHAPE_IIH] = {1, 1, 0, 0}, [FL_SHAPE_2X2] = {2, 2, 2, 2}, [FL_SHAPE_LTL] = {0, 1, 1, 2},
        [FL_SHAPE_LTR] = {1, 0, 2, 1}, [FL_SHAPE_LBL] = {1, 2, 0, 1}, [FL_SHAPE_LBR] = {2, 1, 1, 0},
    };
    unsigned to = (unsigned)(room->placed - room->origin);
    return cells[room->shape][(to & 1) | (to / FL_LAYOUT_BOARD_STRIDE & 1) << 1];
}

void fl_layout_dead_ends_find(fl_layout_board *board, fl_layout_dead_ends *dead_ends)
{
    unsigned n = 0;
    for (unsigned i = 1; i < board->rooms_n; i++) {
        fl_layout_board_room *room = &board->room[i];
        unsigned near = fl_layout_board_near(board, room->placed) - own_near(room);
        room->is_dead_end = !room->is_parent & (near < 2);
        dead_ends->room[n] = (uint8_t)i;
        n += room->is_dead_end;
    }
    dead_ends->n = n;
}

/* The steps of the sort for the first n positions. */
static inline void sort_places(fl_layout_dead_ends *dead_ends, uint8_t *distance, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        /* The position of the greatest distance from position i on, the first if there are several. */
        unsigned most = 0;
        for (unsigned j = i; j < n; j++) {
            unsigned one = (unsigned)distance[j] << 8 | (UINT8_MAX - j);
            most = one > most ? one : most;
        }
        unsigned farthest = UINT8_MAX - (most & UINT8_MAX);
        uint8_t room = dead_ends->room[i];
        uint8_t far = distance[i];
        dead_ends->room[i] = dead_ends->room[farthest];
        distance[i] = distance[farthest];
        dead_ends->room[farthest] = room;
        distance[farthest] = far;
    }
}

/* Short lists are padded with entries of distance 0, which do not move: a fixed number of steps needs no
 * branch that would be mispredicted. */
void fl_layout_dead_ends_sort(const fl_layout_board *board, fl_layout_dead_ends *dead_ends)
{
    enum { FEW = 6, MANY = 8 };
    uint8_t distance[FL_LAYOUT_BOARD_ROOMS_MAX];
    memset(distance, 0, MANY);
    memset(&dead_ends->room[dead_ends->n], 0, MANY);
    for (unsigned i = 0; i < dead_ends->n; i++) {
        distance[i] = board->room[dead_ends->room[i]].distance;
    }
    if (dead_ends->n <= FEW) {
        sort_places(dead_ends, distance, FEW);
    } else if (dead_ends->n <= MANY) {
        sort_places(dead_ends, distance, MANY);
    } else {
        sort_places(dead_ends, distance, dead_ends->n);
    }
}

static inline bool is_free(const fl_layout_board *board, unsigned number, unsigned shape, unsigned origin)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    unsigned taken = 0;
    for (unsigned i = 0; i < FL_SHAPE_CELLS; i++) {
        unsigned owner = board->owner[(uint8_t)(origin + (unsigned)shape_row->cell[i])];
        taken |= (owner != 0) & (owner != number + 1);
    }
    return !taken;
}

/* True if there is a door to every neighbour, and at most one of the neighbours is not hidden. */
static inline bool suits_neighbours(const fl_layout_board *board, unsigned number, unsigned shape,
                                    unsigned origin, unsigned doors)
{
    unsigned links = fl_layout_board_links_at(board, number, shape, origin);
    unsigned seen = 0;
    if (links & ~doors) {
        return false;
    }
    for (; links; links &= links - 1) {
        unsigned spot = fl_layout_board_target(shape, origin, (unsigned)__builtin_ctz(links));
        seen += !board->room[board->owner[spot] - 1].is_hidden;
    }
    return seen <= 1;
}

/* Tries the options in turn. */
static bool refit(fl_layout_board *board, unsigned number, unsigned shape, unsigned doors)
{
    const fl_layout_board_room *room = &board->room[number];
    unsigned direction = room->direction;
    unsigned back = (direction + 2) & 3;
    unsigned first = -(doors >> back & 1); /* all bits or none */
    unsigned second = -(doors >> (back + 4) & 1);
    unsigned entered = (first & ~(unsigned)SECOND_DOOR) | (second & (unsigned)SECOND_DOOR);
    for (unsigned left = fl_layout_options_of_shape[direction][shape] & entered; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        unsigned origin = (uint8_t)(room->placed + (unsigned)fl_layout_offsets[direction][i]);
        if (is_free(board, number, shape, origin) && suits_neighbours(board, number, shape, origin, doors)) {
            fl_layout_board_reshape(board, number, shape, origin);
            return true;
        }
    }
    return false;
}

/* True if a single-cell dead end suits a single-cell interior as it is: its only neighbour is the room it
 * grew from, and the interior has a door there. */
static inline bool fits_as_is(const fl_layout_board *board, const fl_layout_board_room *room, unsigned shape,
                              unsigned doors)
{
    unsigned back = (room->direction + 2u) & 3;
    unsigned parent = (uint8_t)(room->placed + (unsigned)fl_layout_board_step(back));
    return (shape == FL_SHAPE_1X1) & (room->shape == FL_SHAPE_1X1) & (doors >> back & 1) &
           (fl_layout_board_near(board, room->placed) == 1) & fl_layout_board_is_room(board, parent);
}

bool fl_layout_dead_ends_fit(fl_layout_board *board, unsigned number, unsigned shape, unsigned doors)
{
    return fits_as_is(board, &board->room[number], shape, doors) || refit(board, number, shape, doors);
}

static void remove_at(fl_layout_dead_ends *dead_ends, unsigned i)
{
    enum { AT_ONCE = sizeof(uint64_t) };
    dead_ends->n--;
    do { /* runs at least once: a test before the first round would be mispredicted */
        uint64_t some;
        memcpy(&some, &dead_ends->room[i + 1], sizeof some);
        memcpy(&dead_ends->room[i], &some, sizeof some);
        i += AT_ONCE;
    } while (i < dead_ends->n);
}

int fl_layout_dead_ends_take(fl_layout_board *board, fl_layout_dead_ends *dead_ends, unsigned shape,
                             unsigned doors)
{
    for (unsigned i = 0; i < dead_ends->n; i++) {
        unsigned number = dead_ends->room[i];
        if (fl_layout_dead_ends_fit(board, number, shape, doors)) {
            remove_at(dead_ends, i);
            return (int)number;
        }
    }
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

/* True if the next three spots straight ahead are on the board, empty or the room's own, and beside no other
 * room. */
static bool has_way_on(const fl_layout_board *board, unsigned number)
{
    const fl_layout_board_room *room = &board->room[number];
    unsigned spot = room->placed;
    for (int i = 0; i < 3; i++) {
        spot = (uint8_t)(spot + (unsigned)fl_layout_board_step(room->direction));
        unsigned owner = board->owner[spot];
        if ((owner != 0 && owner != number + 1) || fl_layout_board_near_others(board, number, spot) > 0) {
            return false;
        }
    }
    return true;
}

int fl_layout_dead_ends_take_boss(fl_layout_board *board, fl_layout_dead_ends *dead_ends, unsigned shape,
                                  unsigned doors, fl_layout_boss_place where)
{
    unsigned least = 2;
    for (unsigned i = 0; where.only_farthest && i < dead_ends->n; i++) {
        unsigned distance = board->room[dead_ends->room[i]].distance;
        least = distance > least ? distance : least;
    }
    for (unsigned i = 0; i < dead_ends->n; i++) {
        unsigned number = dead_ends->room[i];
        if (board->room[number].distance < least || (where.is_large && !has_way_on(board, number))) {
            continue;
        }
        if (fl_layout_dead_ends_fit(board, number, shape, doors)) {
            remove_at(dead_ends, i);
            return (int)number;
        }
    }
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

bool fl_layout_dead_ends_remove(fl_layout_dead_ends *dead_ends, int number)
{
    for (unsigned i = 0; i < dead_ends->n; i++) {
        if (dead_ends->room[i] == number) {
            remove_at(dead_ends, i);
            return true;
        }
    }
    return false;
}
