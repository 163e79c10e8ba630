/* A dead end is fitted by trying the places the layout would have tried behind the same door. */
#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"

#include <string.h>

/* The options of each shape, by direction: bit 0 the single cell, bit i option i - 1 of the layout. A test holds
 * them against the layout's table. */
const uint16_t fl_layout_dead_ends_options[4][FL_SHAPE_COUNT] = {
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0c00, 0x0080, 0x0300, 0x0040},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0c00, 0x0300, 0x0080, 0x0040},
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0080, 0x0300, 0x0040, 0x0c00},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0080, 0x0040, 0x0300, 0x0c00},
};

/* Options whose shape is entered by the second of the two doors of a side; option 12 of the layout has no entry. */
enum { SECOND_DOOR = 0x0554 };

/* How many cells of a room's own are beside the spot where it began. Where that is in the box: left or right, above or
 * below. */
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

void fl_layout_dead_ends_find(fl_layout_board *draft, fl_layout_dead_ends *ends)
{
    unsigned n = 0;
    for (unsigned i = 1; i < draft->rooms_n; i++) {
        fl_layout_board_room *room = &draft->room[i];
        unsigned near = fl_layout_board_near(draft, room->placed) - own_near(room);
        room->is_dead_end = !room->is_parent & (near < 2);
        ends->room[n] = (uint8_t)i;
        n += room->is_dead_end;
    }
    ends->n = n;
}

/* The first of the greatest distances from place i on. */
static inline unsigned find_farthest(const uint8_t *distance, unsigned i, unsigned n)
{
    unsigned most = 0;
    for (unsigned j = i; j < n; j++) {
        unsigned one = (unsigned)distance[j] << 8 | (UINT8_MAX - j);
        most = one > most ? one : most;
    }
    return UINT8_MAX - (most & UINT8_MAX);
}

/* One step of the sort for each of the first n places. */
static inline void sort_places(fl_layout_dead_ends *ends, uint8_t *distance, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned farthest = find_farthest(distance, i, n);
        uint8_t room = ends->room[i];
        uint8_t far = distance[i];
        ends->room[i] = ends->room[farthest];
        distance[i] = distance[farthest];
        ends->room[farthest] = room;
        distance[farthest] = far;
    }
}

/* A few dead ends are filled up with places of distance 0, which stay where they are, so that the steps are always the
 * same. */
void fl_layout_dead_ends_sort(const fl_layout_board *draft, fl_layout_dead_ends *ends)
{
    enum { FEW = 6, MANY = 8 };
    uint8_t distance[FL_LAYOUT_BOARD_ROOMS_MAX];
    memset(distance, 0, MANY);
    memset(&ends->room[ends->n], 0, MANY);
    for (unsigned i = 0; i < ends->n; i++) {
        distance[i] = draft->room[ends->room[i]].distance;
    }
    if (ends->n <= FEW) {
        sort_places(ends, distance, FEW);
    } else if (ends->n <= MANY) {
        sort_places(ends, distance, MANY);
    } else {
        sort_places(ends, distance, ends->n);
    }
}

static inline bool is_free(const fl_layout_board *draft, unsigned number, unsigned shape, unsigned origin)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned taken = 0;
    for (unsigned i = 0; i < FL_SHAPE_CELLS; i++) {
        unsigned owner = draft->owner[(uint8_t)(origin + (unsigned)form->cell[i])];
        taken |= (owner != 0) & (owner != number + 1);
    }
    return !taken;
}

/* Whether the doors serve every neighbour there, and at most one that can be seen. */
static inline bool suits_neighbours(const fl_layout_board *draft, unsigned number, unsigned shape,
                                    unsigned origin, unsigned doors)
{
    unsigned links = fl_layout_board_links_at(draft, number, shape, origin);
    unsigned seen = 0;
    if (links & ~doors) {
        return false;
    }
    for (; links; links &= links - 1) {
        unsigned spot = fl_layout_board_target(shape, origin, (unsigned)__builtin_ctz(links));
        seen += !draft->room[draft->owner[spot] - 1].is_hidden;
    }
    return seen <= 1;
}

bool fl_layout_dead_ends_refit(fl_layout_board *draft, unsigned number, unsigned shape, unsigned doors)
{
    const fl_layout_board_room *room = &draft->room[number];
    unsigned direction = room->direction;
    unsigned back = (direction + 2) & 3;
    unsigned first = -(doors >> back & 1); /* all bits or none */
    unsigned second = -(doors >> (back + 4) & 1);
    unsigned entered = (first & ~(unsigned)SECOND_DOOR) | (second & (unsigned)SECOND_DOOR);
    for (unsigned left = fl_layout_dead_ends_options[direction][shape] & entered; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        unsigned origin = (uint8_t)(room->placed + (unsigned)fl_layout_offsets[direction][i]);
        if (is_free(draft, number, shape, origin) && suits_neighbours(draft, number, shape, origin, doors)) {
            fl_layout_board_reshape(draft, number, shape, origin);
            return true;
        }
    }
    return false;
}

static void remove_at(fl_layout_dead_ends *ends, unsigned i)
{
    enum { AT_ONCE = sizeof(uint64_t) };
    ends->n--;
    do { /* once by all means: whether there is a room behind it cannot be predicted */
        uint64_t some;
        memcpy(&some, &ends->room[i + 1], sizeof some);
        memcpy(&ends->room[i], &some, sizeof some);
        i += AT_ONCE;
    } while (i < ends->n);
}

int fl_layout_dead_ends_take(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                             unsigned doors)
{
    for (unsigned i = 0; i < ends->n; i++) {
        unsigned number = ends->room[i];
        if (fl_layout_dead_ends_fit(draft, number, shape, doors)) {
            remove_at(ends, i);
            return (int)number;
        }
    }
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

/* Three more steps on: on the board, empty or the room's own, and beside no other room. */
static bool has_way_on(const fl_layout_board *draft, unsigned number)
{
    const fl_layout_board_room *room = &draft->room[number];
    unsigned spot = room->placed;
    for (int i = 0; i < 3; i++) {
        spot = (uint8_t)(spot + (unsigned)fl_layout_board_step(room->direction));
        unsigned owner = draft->owner[spot];
        if ((owner != 0 && owner != number + 1) || fl_layout_board_near_others(draft, number, spot) > 0) {
            return false;
        }
    }
    return true;
}

int fl_layout_dead_ends_take_boss(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                                  unsigned doors, bool is_large)
{
    for (unsigned i = 0; i < ends->n; i++) {
        unsigned number = ends->room[i];
        if (draft->room[number].distance <= 1 || (is_large && !has_way_on(draft, number))) {
            continue;
        }
        if (fl_layout_dead_ends_fit(draft, number, shape, doors)) {
            remove_at(ends, i);
            return (int)number;
        }
    }
    return FL_LAYOUT_DEAD_ENDS_NONE;
}

int fl_layout_dead_ends_take_first(fl_layout_dead_ends *ends)
{
    if (ends->n == 0) {
        return FL_LAYOUT_DEAD_ENDS_NONE;
    }
    int number = ends->room[0];
    remove_at(ends, 0);
    return number;
}

bool fl_layout_dead_ends_remove(fl_layout_dead_ends *ends, int number)
{
    for (unsigned i = 0; i < ends->n; i++) {
        if (ends->room[i] == number) {
            remove_at(ends, i);
            return true;
        }
    }
    return false;
}
