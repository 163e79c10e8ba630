/* Growth from a list of rooms, taken from its front; new rooms join in front two times in three.
 */
#include "gen/rebirth/layout.h"

#include "gen/rebirth/lots.h"

#include <string.h>

#define FL_AT(x, y) ((y)*FL_DRAFT_STRIDE + (x))

/* Shape and origin of option k behind a door to the left, up, right, down (section 3). */
static const uint8_t option_shape[4][FL_LAYOUT_OPTIONS] = {
    {6, 4, 4, 8, 8, 12, 10, 11, 11, 9, 9, 2, 7},
    {4, 6, 6, 8, 8, 12, 11, 10, 10, 9, 9, 3, 5},
    {6, 4, 4, 8, 8, 11, 9, 10, 10, 12, 12, 2, 7},
    {4, 6, 6, 8, 8, 10, 9, 11, 11, 12, 12, 3, 5},
};
static const int8_t option_offset[4][FL_LAYOUT_OPTIONS] = {
    {FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1),
     FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(-1, 0), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(-1, 0)},
    {FL_AT(0, -1), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1),
     FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, -1), FL_AT(-1, -1), FL_AT(0, 0), FL_AT(0, -1)},
    {FL_AT(0, 0), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1),
     FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, -1), FL_AT(0, 0), FL_AT(0, 0)},
    {FL_AT(0, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0),
     FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(-1, 0), FL_AT(0, 0), FL_AT(0, 0)},
};

unsigned fl_layout_option_shape(unsigned direction, unsigned k)
{
    return option_shape[direction][k];
}

int fl_layout_option_offset(unsigned direction, unsigned k)
{
    return option_offset[direction][k];
}

/* The slots of a room that lead to a free spot. */
static inline unsigned open_slots(const fl_draft *draft, const fl_draft_room *room)
{
    const fl_draft_form *form = &fl_draft_forms[room->shape];
    unsigned n = form->cells_n == 1 ? 4 : FL_SHAPE_SLOTS;
    unsigned open = 0;
    for (unsigned slot = 0; slot < n; slot++) {
        open |= (unsigned)(draft->owner[(uint8_t)(room->origin + (unsigned)form->target[slot])] == 0) << slot;
    }
    for (unsigned slot = 0; slot < n && draft->has_shut; slot++) {
        bool is_shut = fl_draft_has(draft->shut, (uint8_t)(room->origin + (unsigned)form->target[slot]));
        open &= ~((unsigned)is_shut << slot);
    }
    return open & form->slots;
}

/* A list in the making. */
typedef struct listing {
    fl_layout_candidate *out;
    unsigned n;
} listing;

/* Adds the candidates behind a door whose lots were won. */
static void add_won(listing *self, const fl_draft *draft, uint32_t shapes, unsigned won,
                    fl_layout_candidate base)
{
    for (; won; won &= won - 1) {
        unsigned k = (unsigned)__builtin_ctz(won);
        unsigned shape = option_shape[base.slot & 3][k];
        unsigned origin = (uint8_t)(base.placed + (unsigned)option_offset[base.slot & 3][k]);
        base.shape = (uint8_t)shape;
        base.origin = (uint8_t)origin;
        self->out[self->n] = base;
        self->n += (shapes >> shape & 1) && fl_draft_fits(draft, shape, origin);
    }
}

/* The lots of a room's doors; where every shape is taken they are drawn in the exact way, but do not count. */
static inline void fill_lots(fl_dice *dice, unsigned doors, bool is_open, uint16_t won[FL_AHEAD_DOORS])
{
    if (dice->is_exact || !is_open) {
        fl_lots_draw(dice, doors, won);
    }
    for (unsigned i = 0; i < doors && is_open; i++) {
        won[i] = (1u << FL_LAYOUT_OPTIONS) - 1;
    }
}

static inline unsigned list(const fl_draft *draft, fl_dice *dice, unsigned number, fl_layout_choice choice,
                            fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    const fl_draft_room *room = &draft->room[number];
    const fl_draft_form *form = &fl_draft_forms[room->shape];
    bool has_single = choice.shapes >> FL_SHAPE_1X1 & 1;
    listing all = {out, 0};
    uint16_t won[FL_AHEAD_DOORS];
    unsigned slots = open_slots(draft, room);
    fill_lots(dice, fl_lots_count(slots), choice.takes_all || !has_single, won);
    for (unsigned i = 0; slots; i++, slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        uint8_t spot = (uint8_t)(room->origin + (unsigned)form->target[slot]);
        fl_layout_candidate base = {FL_SHAPE_1X1, spot, spot, (uint8_t)slot};
        out[all.n] = base;
        all.n += has_single;
        if (won[i]) {
            add_won(&all, draft, choice.shapes, won[i], base);
        }
    }
    return all.n;
}

unsigned fl_layout_list(const fl_draft *draft, fl_dice *dice, unsigned number, fl_layout_choice choice,
                        fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    return list(draft, dice, number, choice, out);
}

static inline void swap(fl_layout_candidate *a, fl_layout_candidate *b)
{
    fl_layout_candidate kept = *a;
    *a = *b;
    *b = kept;
}

static inline void shuffle(fl_layout_candidate *list, unsigned n, fl_dice *dice)
{
    for (unsigned i = n; i-- > 1;) {
        swap(&list[i], &list[fl_dice_below(dice, i + 1)]);
    }
}

void fl_layout_shuffle(fl_layout_candidate *list, unsigned n, fl_dice *dice)
{
    shuffle(list, n, dice);
}

static inline unsigned place(fl_draft *draft, unsigned parent, fl_layout_candidate candidate)
{
    unsigned number = fl_draft_place(draft, candidate.shape, candidate.origin, candidate.placed);
    fl_draft_room *room = &draft->room[number];
    room->direction = candidate.slot & 3;
    room->slot = candidate.slot;
    room->distance = (uint8_t)(draft->room[parent].distance + 1);
    draft->room[parent].is_parent = true;
    return number;
}

unsigned fl_layout_place(fl_draft *draft, unsigned parent, const fl_layout_candidate *candidate)
{
    return place(draft, parent, *candidate);
}

/* Whether a room has a door that leads to a spot. */
static bool has_door_to(const fl_draft *draft, unsigned number, unsigned spot)
{
    const fl_draft_room *room = &draft->room[number];
    for (unsigned slots = fl_draft_forms[room->shape].slots; slots; slots &= slots - 1) {
        if (fl_draft_target(room->shape, room->origin, (unsigned)__builtin_ctz(slots)) == spot) {
            return true;
        }
    }
    return false;
}

/* Wherever the shape, or its wide counterpart, touches a room, both need a door there. */
static bool doors_agree(const fl_draft *draft, unsigned shape, unsigned origin)
{
    const fl_draft_form *form = &fl_draft_forms[shape];
    for (unsigned slots = form->full_slots; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = (uint8_t)(origin + (unsigned)form->target[slot]);
        int other = fl_draft_at(draft, spot);
        if (other < 0) {
            continue;
        }
        unsigned own = (uint8_t)(spot - (unsigned)fl_draft_step(slot));
        if (!(form->slots >> slot & 1) || !has_door_to(draft, (unsigned)other, own)) {
            return false;
        }
    }
    return true;
}

/* How many rooms one room may add. */
static inline unsigned draw_budget(const fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish,
                                   unsigned number, unsigned candidates)
{
    if (number == 0 || (wish->is_by_origin && draft->room[number].origin == FL_DRAFT_START)) {
        return wish->rooms > 15 ? candidates : 2 + (fl_dice_next(dice) & 1);
    }
    unsigned sum = 0;
    if (dice->is_exact) {
        for (unsigned i = 0; i < 4; i++) {
            sum += fl_dice_next(dice) & 1;
        }
    } else {
        sum = fl_lots_count(fl_dice_next(dice) >> 28);
    }
    return sum < candidates ? sum : candidates;
}

/* The rooms still to grow, in a list with two ends. */
typedef struct waiting {
    uint8_t room[2 * FL_DRAFT_ROOMS_MAX];
    unsigned front, back;
} waiting;

/* Whether a candidate may come now, its doors aside. */
static inline bool is_let(const fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish,
                          fl_layout_candidate one)
{
    bool fits = fl_draft_fits(draft, one.shape, one.origin);
    bool is_lone = fl_draft_near(draft, one.placed) < 2;
    if (wish->is_loose) {
        return fits && (is_lone || fl_dice_hit(dice, 10));
    }
    return fits & is_lone;
}

/* A single cell beside its parent's door alone has no other door to agree with. */
static inline bool suits(const fl_draft *draft, fl_layout_candidate one)
{
    bool is_simple = one.shape == FL_SHAPE_1X1 && fl_draft_near(draft, one.placed) < 2;
    return is_simple || doors_agree(draft, one.shape, one.origin);
}

/* A new room joins the list, in front two times in three. */
static inline void join(waiting *list, fl_dice *dice, unsigned number)
{
    unsigned is_last = fl_dice_hit(dice, 3);
    list->front -= !is_last;
    list->room[is_last ? list->back : list->front] = (uint8_t)number;
    list->back += is_last;
}

/* Rooms grown from one room. */
static inline void grow_from(fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, unsigned number,
                             waiting *waiting)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    unsigned n = list(draft, dice, number, (fl_layout_choice){wish->shapes, false}, candidates);
    if (dice->is_exact) {
        shuffle(candidates, n, dice);
    }
    unsigned budget = draw_budget(draft, dice, wish, number, n);
    for (unsigned i = 0; i < n; i++) {
        if (!dice->is_exact && i + 1 < n) { /* the shuffle, only as far as it is looked at */
            swap(&candidates[i], &candidates[i + fl_dice_below(dice, n - i)]);
        }
        fl_layout_candidate one = candidates[i];
        if (!is_let(draft, dice, wish, one) || !suits(draft, one)) {
            continue;
        }
        join(waiting, dice, place(draft, number, one));
        if (budget-- <= 1 || draft->rooms_n > wish->rooms) {
            break;
        }
    }
}

/* Rooms that nothing grew from, with less than two cells of others around the spot where they began. */
static void find_ends(fl_draft *draft, fl_layout_ends *ends)
{
    unsigned n = 0;
    for (unsigned i = 1; i < draft->rooms_n; i++) {
        fl_draft_room *room = &draft->room[i];
        bool is_single = fl_draft_forms[room->shape].cells_n == 1;
        unsigned near =
            is_single ? fl_draft_near(draft, room->placed) : fl_draft_near_others(draft, i, room->placed);
        room->is_dead_end = !room->is_parent & (near < 2);
        ends->room[n] = (uint8_t)i;
        n += room->is_dead_end;
    }
    ends->n = n;
}

/* The first candidate of a room that would be a neighbour of one other alone, all shapes allowed; false if there is
 * none. Where single cells are to be had, it is one of them: they come first behind each door and always fit. */
static bool find_lone(const fl_draft *draft, fl_dice *dice, uint32_t shapes, unsigned number,
                      fl_layout_candidate *out)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    if (!(shapes >> FL_SHAPE_1X1 & 1)) {
        unsigned n = fl_layout_list(draft, dice, number, (fl_layout_choice){shapes, true}, candidates);
        unsigned i = 0;
        while (i < n && fl_draft_near(draft, candidates[i].placed) >= 2) {
            i++;
        }
        if (i < n) {
            *out = candidates[i];
        }
        return i < n;
    }
    const fl_draft_room *room = &draft->room[number];
    unsigned slots = open_slots(draft, room);
    if (dice->is_exact) { /* their lots are drawn all the same */
        uint16_t won[FL_AHEAD_DOORS];
        fl_lots_draw(dice, fl_lots_count(slots), won);
    }
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        uint8_t spot = (uint8_t)fl_draft_target(room->shape, room->origin, slot);
        if (fl_draft_near(draft, spot) < 2) {
            *out = (fl_layout_candidate){FL_SHAPE_1X1, spot, spot, (uint8_t)slot};
            return true;
        }
    }
    return false;
}

/* Adds one room where it is a neighbour of one other, if there is such a place. */
static void force_end(fl_draft *draft, fl_dice *dice, uint32_t shapes, fl_layout_ends *ends)
{
    fl_layout_candidate found;
    for (unsigned number = 0; number < draft->rooms_n; number++) {
        if (find_lone(draft, dice, shapes, number, &found)) {
            place(draft, number, found);
            ends->forced++;
            return;
        }
    }
}

/* Farthest first; not stable, and must be just this sort. */
static void sort_ends(const fl_draft *draft, fl_layout_ends *ends)
{
    for (unsigned i = 0; i < ends->n; i++) {
        unsigned farthest = i;
        for (unsigned j = i + 1; j < ends->n; j++) {
            if (draft->room[ends->room[farthest]].distance < draft->room[ends->room[j]].distance) {
                farthest = j;
            }
        }
        uint8_t kept = ends->room[i];
        ends->room[i] = ends->room[farthest];
        ends->room[farthest] = kept;
    }
}

/* In a place of its own for each way of drawing: the streams stay in registers. */
static void grow(fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, bool is_exact)
{
    waiting waiting;
    fl_dice own = *dice;
    own.is_exact = is_exact;
    waiting.front = FL_DRAFT_ROOMS_MAX;
    waiting.back = FL_DRAFT_ROOMS_MAX + 1;
    waiting.room[FL_DRAFT_ROOMS_MAX] = 0;
    while (waiting.front < waiting.back && draft->rooms_n <= wish->rooms) {
        grow_from(draft, &own, wish, waiting.room[waiting.front++], &waiting);
    }
    *dice = own;
}

void fl_layout_make(fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, fl_layout_ends *ends)
{
    fl_draft_place(draft, FL_SHAPE_1X1, FL_DRAFT_START, FL_DRAFT_START);
    if (dice->is_exact) {
        grow(draft, dice, wish, true);
    } else {
        grow(draft, dice, wish, false);
    }
    ends->forced = 0;
    find_ends(draft, ends);
    for (unsigned i = 0; i < 5 && ends->n < wish->ends; i++) {
        force_end(draft, dice, wish->shapes, ends);
        find_ends(draft, ends);
    }
    sort_ends(draft, ends);
}
