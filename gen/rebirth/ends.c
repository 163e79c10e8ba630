/* A dead end is fitted by trying the places the layout would have tried behind the same door. */
#include "gen/rebirth/ends.h"

#include <string.h>

/* The options of each shape, by direction: bit 0 the single cell, bit i option i - 1 of the layout (section 6). A test holds
 * them against the layout's table. */
const uint16_t fl_ends_options[4][FL_SHAPE_COUNT] = {
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0c00, 0x0080, 0x0300, 0x0040},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0c00, 0x0300, 0x0080, 0x0040},
    {0x0000, 0x0001, 0x1000, 0x0000, 0x000c, 0x0000, 0x0002, 0x0000, 0x0030, 0x0080, 0x0300, 0x0040, 0x0c00},
    {0x0000, 0x0001, 0x0000, 0x1000, 0x0002, 0x0000, 0x000c, 0x0000, 0x0030, 0x0080, 0x0040, 0x0300, 0x0c00},
};

/* Options whose shape is entered by the second of the two doors of a side; option 12 of the layout has no entry. */
enum { SECOND_DOOR = 0x0554 };

static inline bool is_free(const fl_draft *draft, unsigned number, unsigned shape, unsigned origin)
{
    const fl_draft_form *form = &fl_draft_forms[shape];
    unsigned taken = 0;
    for (unsigned i = 0; i < FL_SHAPE_CELLS; i++) {
        unsigned owner = draft->owner[(uint8_t)(origin + (unsigned)form->cell[i])];
        taken |= (owner != 0) & (owner != number + 1);
    }
    return !taken;
}

/* Whether the doors serve every neighbour there, and at most one that can be seen. */
static inline bool suits_neighbours(const fl_draft *draft, unsigned number, unsigned shape, unsigned origin,
                                    unsigned doors)
{
    unsigned links = fl_draft_links_at(draft, number, shape, origin);
    unsigned seen = 0;
    if (links & ~doors) {
        return false;
    }
    for (; links; links &= links - 1) {
        unsigned spot = fl_draft_target(shape, origin, (unsigned)__builtin_ctz(links));
        seen += !draft->room[draft->owner[spot] - 1].is_hidden;
    }
    return seen <= 1;
}

bool fl_ends_fit(fl_draft *draft, unsigned number, unsigned shape, unsigned doors)
{
    const fl_draft_room *room = &draft->room[number];
    unsigned direction = room->direction;
    unsigned back = (direction + 2) & 3;
    unsigned entered = (doors >> back & 1 ? (unsigned)~SECOND_DOOR : 0) |
                       (doors >> (back + 4) & 1 ? (unsigned)SECOND_DOOR : 0);
    for (unsigned left = fl_ends_options[direction][shape] & entered; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        int offset = i == 0 ? 0 : fl_layout_option_offset(direction, i - 1);
        unsigned origin = (uint8_t)(room->placed + (unsigned)offset);
        if (is_free(draft, number, shape, origin) && suits_neighbours(draft, number, shape, origin, doors)) {
            fl_draft_reshape(draft, number, shape, origin);
            return true;
        }
    }
    return false;
}

static void remove_at(fl_layout_ends *ends, unsigned i)
{
    ends->n--;
    memmove(&ends->room[i], &ends->room[i + 1], ends->n - i);
}

int fl_ends_take(fl_draft *draft, fl_layout_ends *ends, unsigned shape, unsigned doors)
{
    for (unsigned i = 0; i < ends->n; i++) {
        unsigned number = ends->room[i];
        if (fl_ends_fit(draft, number, shape, doors)) {
            remove_at(ends, i);
            return (int)number;
        }
    }
    return FL_ENDS_NONE;
}

/* Three more steps on: on the board, empty or the room's own, and beside no other room. */
static bool has_way_on(const fl_draft *draft, unsigned number)
{
    const fl_draft_room *room = &draft->room[number];
    unsigned spot = room->placed;
    for (int i = 0; i < 3; i++) {
        spot = (uint8_t)(spot + (unsigned)fl_draft_step(room->direction));
        unsigned owner = draft->owner[spot];
        if ((owner != 0 && owner != number + 1) || fl_draft_near_others(draft, number, spot) > 0) {
            return false;
        }
    }
    return true;
}

int fl_ends_take_boss(fl_draft *draft, fl_layout_ends *ends, unsigned shape, unsigned doors, bool is_large)
{
    for (unsigned i = 0; i < ends->n; i++) {
        unsigned number = ends->room[i];
        if (draft->room[number].distance <= 1 || (is_large && !has_way_on(draft, number))) {
            continue;
        }
        if (fl_ends_fit(draft, number, shape, doors)) {
            remove_at(ends, i);
            return (int)number;
        }
    }
    return FL_ENDS_NONE;
}

int fl_ends_take_first(fl_layout_ends *ends)
{
    if (ends->n == 0) {
        return FL_ENDS_NONE;
    }
    int number = ends->room[0];
    remove_at(ends, 0);
    return number;
}

bool fl_ends_remove(fl_layout_ends *ends, int number)
{
    for (unsigned i = 0; i < ends->n; i++) {
        if (ends->room[i] == number) {
            remove_at(ends, i);
            return true;
        }
    }
    return false;
}

void fl_ends_give_back(fl_layout_ends *ends, int number)
{
    if (number != FL_ENDS_NONE) {
        ends->room[ends->n++] = (uint8_t)number;
    }
}
