/* SPDX-License-Identifier: MIT */
/* Growth: rooms wait in a queue for their turn to grow; a new room joins it at the front two times in
 * three. */
#include "gen/rebirth/layout/layout.h"

#include "gen/rebirth/layout/board.h"
#include "gen/rebirth/layout/layout_private.h"
#include "gen/rebirth/layout/shape_lottery.h"

/* The slots of a room that lead to a free spot. */
static inline unsigned open_slots(const fl_layout_board *board, const fl_layout_board_room *room)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
    unsigned closed = 0;
    if (shape_row->cells_n == 1) {
        const uint16_t *row = &board->closed[room->origin / FL_LAYOUT_BOARD_STRIDE];
        unsigned x = room->origin % FL_LAYOUT_BOARD_STRIDE;
        unsigned beside = (unsigned)row[0] >> (x - 1);
        closed = (beside & 5) | (row[-1] >> x & 1) << 1 | (row[1] >> x & 1) << 3;
        return ~closed & shape_row->slots;
    }
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        unsigned target = (uint8_t)(room->origin + (unsigned)shape_row->target[slot]);
        closed |= fl_layout_board_has(board->closed, target) << slot;
    }
    return ~closed & shape_row->slots;
}

/* The candidates so far, and the room whose doors lead to them. */
typedef struct candidate_list {
    fl_layout_candidate *out;
    unsigned n;
    const fl_layout_board *board;
    const fl_layout_shape_row *shape_row;
    unsigned origin;
} candidate_list;

static inline candidate_list begin_list(const fl_layout_board *board, const fl_layout_board_room *room,
                                        fl_layout_candidate *out)
{
    return (candidate_list){out, 0, board, &fl_layout_shape_rows[room->shape], room->origin};
}

/* The spot behind a door. */
static inline unsigned behind(const candidate_list *self, unsigned slot)
{
    return (uint8_t)(self->origin + (unsigned)self->shape_row->target[slot]);
}

/* Adds the single cell behind a door; without `counts` it is overwritten by the next candidate. */
static inline void add_single(candidate_list *self, unsigned slot, bool counts)
{
    unsigned spot = behind(self, slot);
    self->out[self->n] = fl_layout_candidate_of(FL_SHAPE_1X1, spot, spot, slot);
    self->n += counts;
}

/* Adds the options behind a door that the lottery drew and that fit. */
static inline void add_won(candidate_list *self, unsigned slot, uint32_t shapes, unsigned won)
{
    for (; won; won &= won - 1) {
        unsigned k = (unsigned)__builtin_ctz(won);
        unsigned spot = behind(self, slot);
        unsigned shape = fl_layout_option_shape(slot & 3, k);
        unsigned origin = (uint8_t)(spot + (unsigned)fl_layout_option_offset(slot & 3, k));
        self->out[self->n] = fl_layout_candidate_of(shape, origin, spot, slot);
        self->n += (shapes >> shape & 1) & (unsigned)fl_layout_board_fits(self->board, shape, origin);
    }
}

/* Lists every option behind every door. The game also holds the lottery then, so its numbers are drawn. */
static unsigned list_all(const fl_layout_board *board, fl_rebirth_random *stream,
                         const fl_layout_board_room *room, uint32_t shapes,
                         fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    candidate_list all = begin_list(board, room, out);
    unsigned slots = open_slots(board, room);
    if (stream->is_exact) {
        uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
        fl_layout_lottery_draw(stream, fl_layout_lottery_count(slots), won);
    }
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, shapes >> FL_SHAPE_1X1 & 1);
        add_won(&all, slot, shapes, (1u << FL_LAYOUT_OPTIONS) - 1);
    }
    return all.n;
}

/* Lists a single cell behind every door, and other options by the lottery. */
static unsigned list_exactly(const fl_layout_board *board, fl_rebirth_random *stream,
                             const fl_layout_board_room *room, uint32_t shapes,
                             fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    candidate_list all = begin_list(board, room, out);
    uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
    unsigned slots = open_slots(board, room);
    fl_layout_lottery_draw(stream, fl_layout_lottery_count(slots), won);
    for (unsigned i = 0; slots; i++, slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, true);
        add_won(&all, slot, shapes, won[i]);
    }
    return all.n;
}

/* The same without exact draws: each door's options are added as soon as they are drawn. */
static unsigned list_fairly(const fl_layout_board *board, fl_rebirth_random *stream,
                            const fl_layout_board_room *room, uint32_t shapes,
                            fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    candidate_list all = begin_list(board, room, out);
    fl_pcg fair = stream->fair; /* stays in registers */
    unsigned slots = open_slots(board, room);
    stream->drawn += FL_SHAPE_LOTTERY_GROUPS * fl_layout_lottery_count(slots);
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        add_single(&all, slot, true);
        add_won(&all, slot, shapes, fl_layout_lottery_draw_fairly(&fair));
    }
    stream->fair = fair;
    return all.n;
}

static inline unsigned list_candidates(const fl_layout_board *board, fl_rebirth_random *stream,
                                       unsigned number, fl_layout_choice choice,
                                       fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    const fl_layout_board_room *room = &board->room[number];
    if (choice.takes_all || !(choice.shapes >> FL_SHAPE_1X1 & 1)) {
        return list_all(board, stream, room, choice.shapes, out);
    }
    return stream->is_exact ? list_exactly(board, stream, room, choice.shapes, out)
                            : list_fairly(board, stream, room, choice.shapes, out);
}

unsigned fl_layout_list_candidates(const fl_layout_board *board, fl_rebirth_random *stream, unsigned number,
                                   fl_layout_choice choice, fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX])
{
    return list_candidates(board, stream, number, choice, out);
}

static inline void swap(fl_layout_candidate *a, fl_layout_candidate *b)
{
    fl_layout_candidate kept = *a;
    *a = *b;
    *b = kept;
}

void fl_layout_shuffle_candidates(fl_layout_candidate *list, unsigned n, fl_rebirth_random *stream)
{
    for (unsigned i = n; i-- > 1;) {
        swap(&list[i], &list[fl_rebirth_random_below(stream, i + 1)]);
    }
}

/* Records the parent of a new room. Returns the room's number. */
static inline unsigned set_parent(fl_layout_board *board, unsigned parent, unsigned slot, unsigned number)
{
    fl_layout_board_room *room = &board->room[number];
    room->direction = slot & 3;
    room->slot = (uint8_t)slot;
    room->distance = (uint8_t)(board->room[parent].distance + 1);
    board->room[parent].is_parent = true;
    return number;
}

unsigned fl_layout_place_candidate(fl_layout_board *board, unsigned parent, fl_layout_candidate one)
{
    unsigned number =
        fl_layout_board_put(board, fl_layout_shape(one), fl_layout_origin(one), fl_layout_placed(one));
    return set_parent(board, parent, fl_layout_slot(one), number);
}

/* True if one of the room's two slots in a direction leads to the spot. */
static inline bool has_door_to(const fl_layout_board_room *room, unsigned direction, unsigned spot)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[room->shape];
    unsigned near = fl_layout_board_target(room->shape, room->origin, direction) == spot;
    unsigned far = fl_layout_board_target(room->shape, room->origin, direction + 4) == spot;
    return (near & shape_row->slots >> direction) | (far & shape_row->slots >> (direction + 4) & 1);
}

/* True if both have a door wherever the shape touches a room. A narrow shape is checked at all slots of its
 * full counterpart. */
static bool doors_agree(const fl_layout_board *board, unsigned shape, unsigned origin)
{
    const fl_layout_shape_row *shape_row = &fl_layout_shape_rows[shape];
    unsigned touching = fl_layout_board_rooms_at(board, shape, origin);
    bool agree = true;
    for (unsigned slots = touching & shape_row->full_slots; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = (uint8_t)(origin + (unsigned)shape_row->target[slot]);
        unsigned target = (uint8_t)(spot - (unsigned)fl_layout_board_step(slot));
        const fl_layout_board_room *other = &board->room[fl_layout_board_at(board, spot)];
        agree &= (shape_row->slots >> slot & 1) & has_door_to(other, (slot + 2) & 3, target);
    }
    return agree;
}

/* Draws how many rooms one room may add. */
static inline unsigned draw_budget(const fl_layout_board *board, fl_rebirth_random *stream,
                                   const fl_layout_request *request, unsigned number, unsigned candidates)
{
    if (number == 0 || (request->is_by_origin && board->room[number].origin == FL_LAYOUT_BOARD_START)) {
        return request->rooms > 15 ? candidates : 2 + (fl_rebirth_random_next(stream) & 1);
    }
    unsigned sum = 0;
    if (stream->is_exact) {
        for (unsigned i = 0; i < 4; i++) {
            sum += fl_rebirth_random_next(stream) & 1;
        }
    } else {
        sum = fl_layout_lottery_count(fl_rebirth_random_next(stream) >> 28);
    }
    return sum < candidates ? sum : candidates;
}

/* The rooms that have not grown yet; both ends of the queue move. */
typedef struct grow_queue {
    uint8_t room[2 * FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned front, back;
} grow_queue;

/* Places a candidate if the rules allow it now. Returns its number, 0 if they do not. */
static unsigned place_checked(fl_layout_board *board, fl_rebirth_random *stream, bool is_loose,
                              unsigned parent, fl_layout_candidate one)
{
    unsigned shape = fl_layout_shape(one);
    unsigned origin = fl_layout_origin(one);
    bool is_lone = fl_layout_board_near(board, fl_layout_placed(one)) < 2;
    if (!fl_layout_board_fits(board, shape, origin) ||
        !(is_lone || (is_loose && fl_rebirth_random_hit(stream, 10)))) {
        return 0;
    }
    bool is_simple = shape == FL_SHAPE_1X1 && is_lone; /* touches only its parent, where there is a door */
    return is_simple || doors_agree(board, shape, origin) ? fl_layout_place_candidate(board, parent, one) : 0;
}

/* The same for a single cell that may touch only its parent. */
static inline unsigned place_lone(fl_layout_board *board, unsigned parent, fl_layout_candidate one)
{
    unsigned spot = fl_layout_origin(one);
    if (board->owner[spot] | board->near[spot] >> 1) {
        return 0;
    }
    return set_parent(board, parent, fl_layout_slot(one), fl_layout_board_place_single(board, spot));
}

/* Grows rooms from one room. */
static inline void grow_from(fl_layout_board *board, fl_rebirth_random *stream, fl_layout_request *request,
                             unsigned number, grow_queue *queue)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    unsigned n =
        list_candidates(board, stream, number, (fl_layout_choice){request->shapes, false}, candidates);
    if (stream->is_exact) {
        fl_layout_shuffle_candidates(candidates, n, stream);
    }
    unsigned budget = draw_budget(board, stream, request, number, n);
    for (unsigned i = 0; i < n; i++) {
        if (!stream->is_exact && i + 1 < n) { /* shuffles only as far as candidates are used */
            swap(&candidates[i], &candidates[i + fl_rebirth_random_below(stream, n - i)]);
        }
        fl_layout_candidate one = candidates[i];
        if (!(request->shapes >> fl_layout_shape(one) & 1)) { /* no longer in the pool */
            continue;
        }
        bool is_plain = fl_layout_shape(one) == FL_SHAPE_1X1 && !request->is_loose;
        unsigned added = is_plain ? place_lone(board, number, one)
                                  : place_checked(board, stream, request->is_loose, number, one);
        if (!added) {
            continue;
        }
        /* A placed shape leaves the pool of shapes unless the draw keeps it. */
        unsigned shape = fl_layout_shape(one);
        if (request->large_stay && shape != FL_SHAPE_1X1 &&
            !fl_rebirth_random_hit(stream, request->large_stay)) {
            request->shapes &= ~(1u << shape);
        }
        /* Adds a new room to the queue, at the front two times in three. */
        unsigned is_last = fl_rebirth_random_hit(stream, 3);
        queue->front -= !is_last;
        queue->room[queue->front + (-is_last & (queue->back - queue->front))] = (uint8_t)added;
        queue->back += is_last;
        if ((budget <= 1) | (board->rooms_n > request->rooms)) {
            break;
        }
        budget--;
    }
}

/* Finds the first candidate that would have only one neighbour, of any enabled shape; false if there is none.
 * If single cells are enabled it is one of them, because they come first behind each door and always fit. */
static bool find_lone(const fl_layout_board *board, fl_rebirth_random *stream, uint32_t shapes,
                      unsigned number, fl_layout_candidate *out)
{
    fl_layout_candidate candidates[FL_LAYOUT_CANDIDATES_MAX];
    if (!(shapes >> FL_SHAPE_1X1 & 1)) {
        unsigned n =
            fl_layout_list_candidates(board, stream, number, (fl_layout_choice){shapes, true}, candidates);
        unsigned i = 0;
        while (i < n && fl_layout_board_near(board, fl_layout_placed(candidates[i])) >= 2) {
            i++;
        }
        if (i < n) {
            *out = candidates[i];
        }
        return i < n;
    }
    const fl_layout_board_room *room = &board->room[number];
    unsigned slots = open_slots(board, room);
    if (stream->is_exact) { /* the game holds the lottery nevertheless */
        uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS];
        fl_layout_lottery_draw(stream, fl_layout_lottery_count(slots), won);
    }
    for (; slots; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        unsigned spot = fl_layout_board_target(room->shape, room->origin, slot);
        if (fl_layout_board_near(board, spot) < 2) {
            *out = fl_layout_candidate_of(FL_SHAPE_1X1, spot, spot, slot);
            return true;
        }
    }
    return false;
}

/* Adds one room at the first position where it has only one neighbour, if there is one. */
static void force_dead_end(fl_layout_board *board, fl_rebirth_random *stream, uint32_t shapes,
                           fl_layout_dead_ends *dead_ends)
{
    fl_layout_candidate found;
    for (unsigned number = 0; number < board->rooms_n; number++) {
        if (find_lone(board, stream, shapes, number, &found)) {
            unsigned added = fl_layout_place_candidate(board, number, found);
            dead_ends->forced++;
            if (fl_layout_shape(found) == FL_SHAPE_1X1) {
                /* Lists a new single cell whose only neighbour is its parent: it is a dead end, its parent no
                 * longer is, and nothing else changes. */
                unsigned n = 0;
                board->room[number].is_dead_end = false;
                board->room[added].is_dead_end = true;
                for (unsigned i = 0; i < dead_ends->n; i++) {
                    dead_ends->room[n] = dead_ends->room[i];
                    n += dead_ends->room[i] != number;
                }
                dead_ends->room[n] = (uint8_t)added;
                dead_ends->n = n + 1;
            } else {
                fl_layout_dead_ends_find(board, dead_ends);
            }
            return;
        }
    }
}

/* Called with a constant `is_exact`, so that the compiler makes a version for each and keeps the stream in
 * registers. */
static void grow(fl_layout_board *board, fl_rebirth_random *stream, const fl_layout_request *request,
                 bool is_exact)
{
    grow_queue queue;
    fl_rebirth_random local = *stream;
    fl_layout_request left = *request; /* shapes can leave it */
    local.is_exact = is_exact;
    queue.front = FL_LAYOUT_BOARD_ROOMS_MAX;
    queue.back = FL_LAYOUT_BOARD_ROOMS_MAX + 1;
    queue.room[FL_LAYOUT_BOARD_ROOMS_MAX] = 0;
    while (queue.front < queue.back && board->rooms_n <= request->rooms) {
        grow_from(board, &local, &left, queue.room[queue.front++], &queue);
    }
    *stream = local;
}

void fl_layout_make(fl_layout_board *board, fl_rebirth_random *stream, const fl_layout_request *request,
                    fl_layout_dead_ends *dead_ends)
{
    assert(board->rooms_n == 0);
    fl_layout_board_place(board, FL_SHAPE_1X1, FL_LAYOUT_BOARD_START, FL_LAYOUT_BOARD_START);
    if (stream->is_exact) {
        grow(board, stream, request, true);
    } else {
        grow(board, stream, request, false);
    }
    dead_ends->forced = 0;
    fl_layout_dead_ends_find(board, dead_ends);
    for (unsigned i = 0; i < 5 && dead_ends->n < request->dead_ends; i++) {
        force_dead_end(board, stream, request->shapes, dead_ends);
    }
    fl_layout_dead_ends_sort(board, dead_ends);
}
