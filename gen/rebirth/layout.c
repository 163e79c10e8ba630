/* Growth from a list of rooms, taken from its front; new rooms join in front two times in three.
 *
 * The hot part is the lots behind each door, thirteen of them. The exact mode draws every one; the fair mode decides
 * them in three groups, each from one bounded draw whose "no lot won" part is a plain comparison. */
#include "gen/rebirth/layout.h"

#include <string.h>

#define FL_AT(x, y) ((y)*FL_DRAFT_STRIDE + (x))

/* Chance 1 / W of option k (section 3). */
#define FL_WEIGHTS(X)                                                                                        \
    X(0, 48)                                                                                                 \
    X(1, 24)                                                                                                 \
    X(2, 24) X(3, 24) X(4, 24) X(5, 72) X(6, 72) X(7, 36) X(8, 36) X(9, 36) X(10, 36) X(11, 24) X(12, 24)

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

/* The layout stream's step, with its triple as constants. */
static inline uint32_t step(uint32_t x)
{
    x ^= x >> 5;
    x ^= x << 9;
    return x ^ x >> 7;
}

static unsigned draw_exact_lots(fl_dice *dice)
{
    uint32_t x = dice->exact.state;
    unsigned won = 0;
#define FL_LOT(k, weight)                                                                                    \
    x = step(x);                                                                                             \
    won |= (unsigned)(x % (weight) == 0) << (k);
    FL_WEIGHTS(FL_LOT)
#undef FL_LOT
    dice->exact.state = x;
    dice->drawn += FL_LAYOUT_OPTIONS;
    return won;
}

/* Lots first…end-1 from one draw. Numbers below the product of all weights stand for all outcomes; those in which no
 * lot is won come first, so that most draws end with one comparison. What is left after each lot is again uniform. */
static unsigned draw_fair_group(fl_dice *dice, unsigned first, unsigned end)
{
    static const uint8_t weight[FL_LAYOUT_OPTIONS] = {
#define FL_WEIGHT(k, weight) weight,
        FL_WEIGHTS(FL_WEIGHT)
#undef FL_WEIGHT
    };
    uint32_t all[FL_LAYOUT_OPTIONS + 1];
    uint32_t none[FL_LAYOUT_OPTIONS + 1];
    all[end] = 1;
    none[end] = 1;
    for (unsigned k = end; k-- > first;) {
        all[k] = all[k + 1] * weight[k];
        none[k] = none[k + 1] * (weight[k] - 1u);
    }
    dice->drawn++;
    uint32_t u = fl_pcg_below(&dice->fair, all[first]);
    unsigned won = 0;
    for (unsigned k = first; k < end && u >= none[k]; k++) {
        uint32_t rest = u - none[k];
        if (rest < all[k + 1]) {
            won |= 1u << k;
            u = rest;
        } else {
            u = none[k + 1] + (rest - all[k + 1]) % (all[k + 1] - none[k + 1]);
        }
    }
    return won;
}

static unsigned draw_fair_lots(fl_dice *dice)
{
    return draw_fair_group(dice, 0, 5) | draw_fair_group(dice, 5, 9) |
           draw_fair_group(dice, 9, FL_LAYOUT_OPTIONS);
}

unsigned fl_layout_list(const fl_draft *draft, fl_dice *dice, unsigned number, fl_layout_choice choice,
                        fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    const fl_draft_room *room = &draft->room[number];
    const fl_draft_form *form = &fl_draft_forms[room->shape];
    bool has_single = choice.shapes >> FL_SHAPE_1X1 & 1;
    unsigned n = 0;
    for (unsigned slots = form->slots; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = (uint8_t)(room->origin + (unsigned)form->target[slot]);
        if (draft->owner[spot] | draft->shut[spot]) {
            continue;
        }
        if (has_single) {
            out[n++] = (fl_layout_candidate){FL_SHAPE_1X1, (uint8_t)spot, (uint8_t)spot, (uint8_t)slot};
        }
        bool is_open = choice.takes_all || !has_single;
        unsigned won = dice->is_exact ? draw_exact_lots(dice) : is_open ? 0 : draw_fair_lots(dice);
        won = is_open ? (1u << FL_LAYOUT_OPTIONS) - 1 : won;
        for (; won; won &= won - 1) {
            unsigned k = (unsigned)__builtin_ctz(won);
            unsigned shape = option_shape[slot & 3][k];
            unsigned origin = (uint8_t)(spot + (unsigned)option_offset[slot & 3][k]);
            if ((choice.shapes >> shape & 1) && fl_draft_fits(draft, shape, origin)) {
                out[n++] =
                    (fl_layout_candidate){(uint8_t)shape, (uint8_t)origin, (uint8_t)spot, (uint8_t)slot};
            }
        }
    }
    return n;
}

void fl_layout_shuffle(fl_layout_candidate *list, unsigned n, fl_dice *dice)
{
    for (unsigned i = n; i-- > 1;) {
        unsigned j = fl_dice_below(dice, i + 1);
        fl_layout_candidate kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

unsigned fl_layout_place(fl_draft *draft, unsigned parent, const fl_layout_candidate *candidate)
{
    unsigned number = fl_draft_place(draft, candidate->shape, candidate->origin, candidate->placed);
    fl_draft_room *room = &draft->room[number];
    room->direction = candidate->slot & 3;
    room->slot = candidate->slot;
    room->distance = (uint8_t)(draft->room[parent].distance + 1);
    return number;
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
static unsigned draw_budget(const fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, unsigned number,
                            unsigned candidates)
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
        sum = (unsigned)__builtin_popcount(fl_dice_next(dice) >> 28);
    }
    return sum < candidates ? sum : candidates;
}

/* The rooms still to grow, in a list with two ends. */
typedef struct waiting {
    uint8_t room[2 * FL_DRAFT_ROOMS_MAX];
    unsigned front, back;
} waiting;

/* Rooms grown from one room; how many there are now. */
static unsigned grow_from(fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, unsigned number,
                          waiting *list)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    unsigned n = fl_layout_list(draft, dice, number, (fl_layout_choice){wish->shapes, false}, candidates);
    if (dice->is_exact) {
        fl_layout_shuffle(candidates, n, dice);
    }
    unsigned budget = draw_budget(draft, dice, wish, number, n);
    for (unsigned i = 0; i < n; i++) {
        if (!dice->is_exact && i + 1 < n) { /* the shuffle, only as far as it is looked at */
            unsigned j = i + fl_dice_below(dice, n - i);
            fl_layout_candidate kept = candidates[i];
            candidates[i] = candidates[j];
            candidates[j] = kept;
        }
        const fl_layout_candidate *one = &candidates[i];
        if (!fl_draft_fits(draft, one->shape, one->origin)) {
            continue;
        }
        if (fl_draft_near(draft, one->placed) >= 2 && !(wish->is_loose && fl_dice_hit(dice, 10))) {
            continue;
        }
        if (!doors_agree(draft, one->shape, one->origin)) {
            continue;
        }
        unsigned added = fl_layout_place(draft, number, one);
        if (fl_dice_hit(dice, 3)) {
            list->room[list->back++] = (uint8_t)added;
        } else {
            list->room[--list->front] = (uint8_t)added;
        }
        if (budget-- <= 1 || draft->rooms_n > wish->rooms) {
            break;
        }
    }
    return draft->rooms_n;
}

static void find_ends(fl_draft *draft, fl_layout_ends *ends)
{
    for (unsigned i = 1; i < draft->rooms_n; i++) {
        fl_draft_room *room = &draft->room[i];
        room->is_dead_end = fl_draft_near_others(draft, i, room->placed) < 2;
    }
    for (unsigned i = 1; i < draft->rooms_n; i++) {
        const fl_draft_room *room = &draft->room[i];
        int parent = fl_draft_at(draft, (uint8_t)(room->placed - (unsigned)fl_draft_step(room->direction)));
        if (parent >= 0) {
            draft->room[parent].is_dead_end = false;
        }
    }
    ends->n = 0;
    for (unsigned i = 1; i < draft->rooms_n; i++) {
        if (draft->room[i].is_dead_end) {
            ends->room[ends->n++] = (uint8_t)i;
        }
    }
}

/* Adds one room where it is a neighbour of one other, if there is such a place. */
static void force_end(fl_draft *draft, fl_dice *dice, uint32_t shapes, fl_layout_ends *ends)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    for (unsigned number = 0; number < draft->rooms_n; number++) {
        unsigned n = fl_layout_list(draft, dice, number, (fl_layout_choice){shapes, true}, candidates);
        for (unsigned i = 0; i < n; i++) {
            if (fl_draft_near(draft, candidates[i].placed) < 2) {
                fl_layout_place(draft, number, &candidates[i]);
                ends->forced++;
                return;
            }
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

void fl_layout_make(fl_draft *draft, fl_dice *dice, const fl_layout_wish *wish, fl_layout_ends *ends)
{
    waiting list = {.front = FL_DRAFT_ROOMS_MAX, .back = FL_DRAFT_ROOMS_MAX};
    fl_draft_place(draft, FL_SHAPE_1X1, FL_DRAFT_START, FL_DRAFT_START);
    list.room[list.back++] = 0;
    unsigned rooms = 1;
    while (list.front < list.back && rooms <= wish->rooms) {
        rooms = grow_from(draft, dice, wish, list.room[list.front++], &list);
    }
    ends->forced = 0;
    find_ends(draft, ends);
    for (unsigned i = 0; i < 5 && ends->n < wish->ends; i++) {
        force_end(draft, dice, wish->shapes, ends);
        find_ends(draft, ends);
    }
    sort_ends(draft, ends);
}
