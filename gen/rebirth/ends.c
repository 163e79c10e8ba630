/* A dead end is fitted by trying the places the layout would have tried behind the same door. */
#include "gen/rebirth/ends.h"

#include <string.h>

/* Which of the two doors of a side an option's shape is entered by (section 6); option 13 has no entry. */
static const uint8_t second_door[FL_LAYOUT_OPTIONS] = {0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0};

static bool is_free(const fl_draft *draft, unsigned number, unsigned shape, unsigned origin)
{
    const fl_draft_form *form = &fl_draft_forms[shape];
    for (unsigned i = 0; i < form->cells_n; i++) {
        unsigned owner = draft->owner[(uint8_t)(origin + (unsigned)form->cell[i])];
        if (owner != 0 && owner != number + 1) {
            return false;
        }
    }
    return true;
}

/* Whether the doors serve every neighbour there, and at most one that can be seen. */
static bool suits_neighbours(const fl_draft *draft, unsigned number, unsigned shape, unsigned origin,
                             unsigned doors)
{
    unsigned seen = 0;
    for (unsigned slots = fl_draft_forms[shape].slots; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        int other = fl_draft_at(draft, fl_draft_target(shape, origin, slot));
        if (other < 0 || (unsigned)other == number) {
            continue;
        }
        seen += !draft->room[other].is_hidden;
        if (!(doors >> slot & 1)) {
            return false;
        }
    }
    return seen <= 1;
}

bool fl_ends_fit(fl_draft *draft, unsigned number, unsigned shape, unsigned doors)
{
    const fl_draft_room *room = &draft->room[number];
    unsigned direction = room->direction;
    unsigned back = (direction + 2) & 3;
    for (unsigned i = 0; i < FL_LAYOUT_OPTIONS; i++) { /* the single cell, then options 0…11 */
        unsigned option = i == 0 ? FL_SHAPE_1X1 : fl_layout_option_shape(direction, i - 1);
        if (option != shape || !(doors >> (back + 4u * second_door[i]) & 1)) {
            continue;
        }
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
