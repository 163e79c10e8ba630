/* Growth from a list of rooms, taken from its front; new rooms join in front two times in three.
 */
#include "gen/rebirth/layout/layout.h"

#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"
#include "gen/rebirth/layout/shape_lottery.h"

#define FL_AT(x, y) ((y)*FL_LAYOUT_BOARD_STRIDE + (x))

/* Shape and origin of option k behind a door to the left, up, right, down (RULES.md, "Candidates at a door"). */
static const uint8_t option_shape[4][FL_LAYOUT_OPTIONS] = {
    {6, 4, 4, 8, 8, 12, 10, 11, 11, 9, 9, 2, 7},
    {4, 6, 6, 8, 8, 12, 11, 10, 10, 9, 9, 3, 5},
    {6, 4, 4, 8, 8, 11, 9, 10, 10, 12, 12, 2, 7},
    {4, 6, 6, 8, 8, 10, 9, 11, 11, 12, 12, 3, 5},
};
const int8_t fl_layout_offsets[4][1 + FL_LAYOUT_OPTIONS] = {
    {0, FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1),
     FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(-1, 0)},
    {0, FL_AT(0, -1), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1),
     FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(0, -1)},
    {0, FL_AT(0, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1),
     FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, 0)},
    {0, FL_AT(0, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0),
     FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, 0)},
};

unsigned fl_layout_option_shape(unsigned direction, unsigned k)
{
    return option_shape[direction][k];
}

/* The slots of a room that lead to a free spot. */
static inline unsigned open_slots(const fl_layout_board *draft, const fl_layout_board_room *room)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[room->shape];
    unsigned closed = 0;
    if (form->cells_n == 1) {
        const uint16_t *row = &draft->closed[room->origin / FL_LAYOUT_BOARD_STRIDE];
        unsigned x = room->origin % FL_LAYOUT_BOARD_STRIDE;
        unsigned beside = (unsigned)row[0] >> (x - 1);
        closed = (beside & 5) | (row[-1] >> x & 1) << 1 | (row[1] >> x & 1) << 3;
        return ~closed & form->slots;
    }
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        unsigned target = (uint8_t)(room->origin + (unsigned)form->target[slot]);
        closed |= fl_layout_board_has(draft->closed, target) << slot;
    }
    return ~closed & form->slots;
}

/* A list in the making, and the room it is of. */
typedef struct listing {
    fl_layout_candidate *out;
    unsigned n;
    const fl_layout_board *draft;
    const fl_layout_board_rotation *form;
    unsigned origin;
} listing;

static inline listing begin_list(const fl_layout_board *draft, const fl_layout_board_room *room,
                                 fl_layout_candidate *out)
{
    return (listing){out, 0, draft, &fl_layout_board_rotations[room->shape], room->origin};
}

/* The spot behind a door. */
static inline unsigned behind(const listing *self, unsigned slot)
{
    return (uint8_t)(self->origin + (unsigned)self->form->target[slot]);
}

/* Adds the single cell behind a door, if it is counted. */
static inline void add_single(listing *self, unsigned slot, bool counts)
{
    unsigned spot = behind(self, slot);
    self->out[self->n] = fl_layout_candidate_of(FL_SHAPE_1X1, spot, spot, slot);
    self->n += counts;
}

/* Adds the shapes behind a door whose lots were won. */
static inline void add_won(listing *self, unsigned slot, uint32_t shapes, unsigned won)
{
    for (; won; won &= won - 1) {
        unsigned k = (unsigned)__builtin_ctz(won);
        unsigned spot = behind(self, slot);
        unsigned shape = option_shape[slot & 3][k];
        unsigned origin = (uint8_t)(spot + (unsigned)fl_layout_option_offset(slot & 3, k));
        self->out[self->n] = fl_layout_candidate_of(shape, origin, spot, slot);
        self->n += (shapes >> shape & 1) & (unsigned)fl_layout_board_fits(self->draft, shape, origin);
    }
}

/* Every shape behind every door. The game draws the lots all the same. */
static unsigned list_all(const fl_layout_board *draft, fl_rebirth_random *dice,
                         const fl_layout_board_room *room, uint32_t shapes,
                         fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    listing all = begin_list(draft, room, out);
    unsigned slots = open_slots(draft, room);
    if (dice->is_exact) {
        uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
        fl_layout_lottery_draw(dice, fl_layout_lottery_count(slots), won);
    }
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, shapes >> FL_SHAPE_1X1 & 1);
        add_won(&all, slot, shapes, (1u << FL_LAYOUT_OPTIONS) - 1);
    }
    return all.n;
}

/* Single cells may be used, the others by lot. */
static unsigned list_exactly(const fl_layout_board *draft, fl_rebirth_random *dice,
                             const fl_layout_board_room *room, uint32_t shapes,
                             fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    listing all = begin_list(draft, room, out);
    uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
    unsigned slots = open_slots(draft, room);
    fl_layout_lottery_draw(dice, fl_layout_lottery_count(slots), won);
    for (unsigned i = 0; slots; i++, slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, true);
        add_won(&all, slot, shapes, won[i]);
    }
    return all.n;
}

/* Lots are looked at as soon as they are drawn: whether any is won is known then. */
static unsigned list_fairly(const fl_layout_board *draft, fl_rebirth_random *dice,
                            const fl_layout_board_room *room, uint32_t shapes,
                            fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    listing all = begin_list(draft, room, out);
    fl_pcg fair = dice->fair; /* stays in registers */
    unsigned slots = open_slots(draft, room);
    dice->drawn += FL_SHAPE_LOTTERY_GROUPS * fl_layout_lottery_count(slots);
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, true);
        add_won(&all, slot, shapes, fl_layout_lottery_draw_fairly(&fair));
    }
    dice->fair = fair;
    return all.n;
}

static inline unsigned list(const fl_layout_board *draft, fl_rebirth_random *dice, unsigned number,
                            fl_layout_choice choice, fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    const fl_layout_board_room *room = &draft->room[number];
    if (choice.takes_all || !(choice.shapes >> FL_SHAPE_1X1 & 1)) {
        return list_all(draft, dice, room, choice.shapes, out);
    }
    return dice->is_exact ? list_exactly(draft, dice, room, choice.shapes, out)
                          : list_fairly(draft, dice, room, choice.shapes, out);
}

unsigned fl_layout_list(const fl_layout_board *draft, fl_rebirth_random *dice, unsigned number,
                        fl_layout_choice choice, fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    return list(draft, dice, number, choice, out);
}

static inline void swap(fl_layout_candidate *a, fl_layout_candidate *b)
{
    fl_layout_candidate kept = *a;
    *a = *b;
    *b = kept;
}

void fl_layout_shuffle(fl_layout_candidate *list, unsigned n, fl_rebirth_random *dice)
{
    for (unsigned i = n; i-- > 1;) {
        swap(&list[i], &list[fl_rebirth_random_below(dice, i + 1)]);
    }
}

/* Notes from where a new room grew. Returns its number. */
static inline unsigned descend(fl_layout_board *draft, unsigned parent, unsigned slot, unsigned number)
{
    fl_layout_board_room *room = &draft->room[number];
    room->direction = slot & 3;
    room->slot = (uint8_t)slot;
    room->distance = (uint8_t)(draft->room[parent].distance + 1);
    draft->room[parent].is_parent = true;
    return number;
}

unsigned fl_layout_place(fl_layout_board *draft, unsigned parent, fl_layout_candidate one)
{
    unsigned number =
        fl_layout_board_place(draft, fl_layout_shape(one), fl_layout_origin(one), fl_layout_placed(one));
    return descend(draft, parent, fl_layout_slot(one), number);
}

/* Whether a room has a door in a direction that leads to a spot: it is one of two slots. */
static inline bool has_door_to(const fl_layout_board_room *room, unsigned direction, unsigned spot)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[room->shape];
    unsigned near = fl_layout_board_target(room->shape, room->origin, direction) == spot;
    unsigned far = fl_layout_board_target(room->shape, room->origin, direction + 4) == spot;
    return (near & form->slots >> direction) | (far & form->slots >> (direction + 4) & 1);
}

/* Wherever the shape, or its wide counterpart, touches a room, both need a door there. */
static bool doors_agree(const fl_layout_board *draft, unsigned shape, unsigned origin)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned touching = fl_layout_board_rooms_at(draft, shape, origin);
    bool agree = true;
    for (unsigned slots = touching & form->full_slots; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = (uint8_t)(origin + (unsigned)form->target[slot]);
        unsigned own = (uint8_t)(spot - (unsigned)fl_layout_board_step(slot));
        const fl_layout_board_room *other = &draft->room[fl_layout_board_at(draft, spot)];
        agree &= (form->slots >> slot & 1) & has_door_to(other, (slot + 2) & 3, own);
    }
    return agree;
}

/* How many rooms one room may add. */
static inline unsigned draw_budget(const fl_layout_board *draft, fl_rebirth_random *dice,
                                   const fl_layout_request *wish, unsigned number, unsigned candidates)
{
    if (number == 0 || (wish->is_by_origin && draft->room[number].origin == FL_LAYOUT_BOARD_START)) {
        return wish->rooms > 15 ? candidates : 2 + (fl_rebirth_random_next(dice) & 1);
    }
    unsigned sum = 0;
    if (dice->is_exact) {
        for (unsigned i = 0; i < 4; i++) {
            sum += fl_rebirth_random_next(dice) & 1;
        }
    } else {
        sum = fl_layout_lottery_count(fl_rebirth_random_next(dice) >> 28);
    }
    return sum < candidates ? sum : candidates;
}

/* The rooms still to grow, in a list with two ends. */
typedef struct waiting {
    uint8_t room[2 * FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned front, back;
} waiting;

/* Places a candidate if it may come now. Returns its number, 0 if it may not. */
static unsigned place_checked(fl_layout_board *draft, fl_rebirth_random *dice, bool is_loose, unsigned parent,
                              fl_layout_candidate one)
{
    unsigned shape = fl_layout_shape(one);
    unsigned origin = fl_layout_origin(one);
    bool is_lone = fl_layout_board_near(draft, fl_layout_placed(one)) < 2;
    if (!fl_layout_board_fits(draft, shape, origin) ||
        !(is_lone || (is_loose && fl_rebirth_random_hit(dice, 10)))) {
        return 0;
    }
    bool is_simple = shape == FL_SHAPE_1X1 && is_lone; /* no door to agree with but its parent's */
    return is_simple || doors_agree(draft, shape, origin) ? fl_layout_place(draft, parent, one) : 0;
}

/* The same for a single cell that may have no other neighbour than its parent. */
static inline unsigned place_lone(fl_layout_board *draft, unsigned parent, fl_layout_candidate one)
{
    unsigned spot = fl_layout_origin(one);
    if (draft->owner[spot] | draft->near[spot] >> 1) {
        return 0;
    }
    return descend(draft, parent, fl_layout_slot(one), fl_layout_board_place_single(draft, spot));
}

/* A new room joins the list, in front two times in three. */
static inline void join(waiting *list, fl_rebirth_random *dice, unsigned number)
{
    unsigned is_last = fl_rebirth_random_hit(dice, 3);
    list->front -= !is_last;
    list->room[list->front + (-is_last & (list->back - list->front))] = (uint8_t)number;
    list->back += is_last;
}

/* Rooms grown from one room. */
static inline void grow_from(fl_layout_board *draft, fl_rebirth_random *dice, const fl_layout_request *wish,
                             unsigned number, waiting *waiting)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    unsigned n = list(draft, dice, number, (fl_layout_choice){wish->shapes, false}, candidates);
    if (dice->is_exact) {
        fl_layout_shuffle(candidates, n, dice);
    }
    unsigned budget = draw_budget(draft, dice, wish, number, n);
    for (unsigned i = 0; i < n; i++) {
        if (!dice->is_exact && i + 1 < n) { /* the shuffle, only as far as it is looked at */
            swap(&candidates[i], &candidates[i + fl_rebirth_random_below(dice, n - i)]);
        }
        fl_layout_candidate one = candidates[i];
        bool is_plain = fl_layout_shape(one) == FL_SHAPE_1X1 && !wish->is_loose;
        unsigned added = is_plain ? place_lone(draft, number, one)
                                  : place_checked(draft, dice, wish->is_loose, number, one);
        if (!added) {
            continue;
        }
        join(waiting, dice, added);
        if ((budget <= 1) | (draft->rooms_n > wish->rooms)) {
            break;
        }
        budget--;
    }
}

/* The first candidate of a room that would be a neighbour of one other alone, all shapes allowed; false if there is
 * none. Where single cells are to be had, it is one of them: they come first behind each door and always fit. */
static bool find_lone(const fl_layout_board *draft, fl_rebirth_random *dice, uint32_t shapes, unsigned number,
                      fl_layout_candidate *out)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    if (!(shapes >> FL_SHAPE_1X1 & 1)) {
        unsigned n = fl_layout_list(draft, dice, number, (fl_layout_choice){shapes, true}, candidates);
        unsigned i = 0;
        while (i < n && fl_layout_board_near(draft, fl_layout_placed(candidates[i])) >= 2) {
            i++;
        }
        if (i < n) {
            *out = candidates[i];
        }
        return i < n;
    }
    const fl_layout_board_room *room = &draft->room[number];
    unsigned slots = open_slots(draft, room);
    if (dice->is_exact) { /* their lots are drawn all the same */
        uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
        fl_layout_lottery_draw(dice, fl_layout_lottery_count(slots), won);
    }
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = fl_layout_board_target(room->shape, room->origin, slot);
        if (fl_layout_board_near(draft, spot) < 2) {
            *out = fl_layout_candidate_of(FL_SHAPE_1X1, spot, spot, slot);
            return true;
        }
    }
    return false;
}

/* Lists a new single cell that is beside its parent alone: it is a dead end, its parent is none, and others stay what they
 * are. */
static void list_end(fl_layout_board *draft, unsigned parent, unsigned number, fl_layout_dead_ends *ends)
{
    unsigned n = 0;
    draft->room[parent].is_dead_end = false;
    draft->room[number].is_dead_end = true;
    for (unsigned i = 0; i < ends->n; i++) {
        ends->room[n] = ends->room[i];
        n += ends->room[i] != parent;
    }
    ends->room[n] = (uint8_t)number;
    ends->n = n + 1;
}

/* Adds one room where it is a neighbour of one other, if there is such a place. */
static void force_end(fl_layout_board *draft, fl_rebirth_random *dice, uint32_t shapes,
                      fl_layout_dead_ends *ends)
{
    fl_layout_candidate found;
    for (unsigned number = 0; number < draft->rooms_n; number++) {
        if (find_lone(draft, dice, shapes, number, &found)) {
            unsigned added = fl_layout_place(draft, number, found);
            ends->forced++;
            if (fl_layout_shape(found) == FL_SHAPE_1X1) {
                list_end(draft, number, added, ends);
            } else {
                fl_layout_dead_ends_find(draft, ends);
            }
            return;
        }
    }
}

/* In a place of its own for each way of drawing: the streams stay in registers. */
static void grow(fl_layout_board *draft, fl_rebirth_random *dice, const fl_layout_request *wish,
                 bool is_exact)
{
    waiting waiting;
    fl_rebirth_random own = *dice;
    own.is_exact = is_exact;
    waiting.front = FL_LAYOUT_BOARD_ROOMS_MAX;
    waiting.back = FL_LAYOUT_BOARD_ROOMS_MAX + 1;
    waiting.room[FL_LAYOUT_BOARD_ROOMS_MAX] = 0;
    while (waiting.front < waiting.back && draft->rooms_n <= wish->rooms) {
        grow_from(draft, &own, wish, waiting.room[waiting.front++], &waiting);
    }
    *dice = own;
}

void fl_layout_make(fl_layout_board *draft, fl_rebirth_random *dice, const fl_layout_request *wish,
                    fl_layout_dead_ends *ends)
{
    fl_layout_board_place(draft, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    if (dice->is_exact) {
        grow(draft, dice, wish, true);
    } else {
        grow(draft, dice, wish, false);
    }
    ends->forced = 0;
    fl_layout_dead_ends_find(draft, ends);
    for (unsigned i = 0; i < 5 && ends->n < wish->ends; i++) {
        force_end(draft, dice, wish->shapes, ends);
    }
    fl_layout_dead_ends_sort(draft, ends);
}
