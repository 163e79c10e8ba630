/* SPDX-License-Identifier: MIT */
/* The cells of the rooms that were drawn from the list of end rooms: shop, treasure room and the rolls'
 * rooms. Only maps need them. The readable counterpart is fl_classic_board_take_end_room
 * (gen/classic/board.c), on the list that fl_classic_grow_layout made.
 *
 * The list is in the order of the queue, so the queue is walked once more through the finished layout, in
 * all lanes at once: a byte queue of places, and masks that say on which sides of a room others grew.
 * Rooms that a returned start added ("late rooms") are queued after the other rooms of their wave. Layouts
 * with too many rooms for a byte queue are walked one by one, in plain C. */
#ifndef FL_GEN_CLASSIC_KERNEL_CELLS_H
#define FL_GEN_CLASSIC_KERNEL_CELLS_H

#include "gen/classic/kernel/finish.h"
#include "gen/lanes/byte_queue.h"

/* Walking all lanes at once pays with eight of them; with four, one after the other is faster. */
enum { FL_KERNEL_CELLS_TOGETHER = FL_LANES_N >= 8 };

/* Lists the end rooms of one lane, as places, and returns how many there are. Wave by wave, for layouts
 * with late rooms: these come after the other rooms of their wave. */
static inline unsigned fl_kernel_cells_by_waves(const fl_kernel_order *order, unsigned lane,
                                                uint8_t ends[2 * FL_KERNEL_TABLES_PLACES])
{
    const fl_kernel_tables *tables = order->tables;
    uint8_t queue[2 * FL_KERNEL_TABLES_PLACES];
    unsigned tail = 1;
    unsigned head = 0;
    unsigned ends_n = 0;
    unsigned last = (unsigned)fl_lanes_get(order->last_wave_number, lane);
    unsigned start = 2 * (unsigned)__builtin_ctzll(tables->start);
    queue[0] = (uint8_t)start;
    for (unsigned w = 0; w <= last; w++) {
        uint64_t news = w < last ? fl_lanes_get(order->wave[w + 1] & order->board[(w + 1) % 2], lane) : 0;
        unsigned wave_end = tail;
        for (; head < wave_end; head++) {
            unsigned place = queue[head];
            unsigned before = tail;
            for (unsigned side = 0; side < 4; side++) {
                queue[tail] = (uint8_t)((int)place + tables->step[side]);
                tail += news >> tables->neighbour_bit[place][side] & 1;
            }
            ends[ends_n] = (uint8_t)place;
            ends_n += tail == before && head > 0;
        }
        for (unsigned side = 0; side < 4 && w > 0 && (news & tables->start_neighbours) && w % 2 == 0;
             side++) {
            queue[tail] = (uint8_t)((int)start + tables->step[side]);
            tail += news >> tables->neighbour_bit[start][side] & 1;
        }
    }
    return ends_n;
}

/* The same for layouts without late rooms: the neighbours of a room that were not seen before grew from
 * it. */
static inline unsigned fl_kernel_cells_by_tree(const fl_kernel_order *order, unsigned lane,
                                               uint8_t ends[2 * FL_KERNEL_TABLES_PLACES])
{
    const fl_kernel_tables *tables = order->tables;
    uint64_t left[2] = {fl_lanes_get(order->board[0], lane) & ~tables->start,
                        fl_lanes_get(order->board[1], lane)};
    uint8_t queue[2 * FL_KERNEL_TABLES_PLACES];
    unsigned tail = 1;
    unsigned ends_n = 0;
    queue[0] = (uint8_t)(2 * __builtin_ctzll(tables->start));
    for (unsigned head = 0; head < tail; head++) {
        unsigned place = queue[head];
        const uint8_t *next = tables->neighbour_bit[place];
        uint64_t *half = &left[(place + 1) % 2];
        uint64_t news = *half;
        unsigned before = tail;
        for (unsigned side = 0; side < 4; side++) {
            queue[tail] = (uint8_t)((int)place + tables->step[side]);
            tail += *half >> next[side] & 1;
            news &= ~(1ull << next[side]);
        }
        *half = news;
        ends[ends_n] = (uint8_t)place;
        ends_n += tail == before && head > 0;
    }
    return ends_n;
}

/* Removes byte number `pick` from a list of up to sixteen bytes and returns it. */
static inline unsigned fl_kernel_cells_remove(uint64_t list[2], unsigned pick)
{
    __extension__ typedef unsigned __int128 fl_list;
    fl_list whole = (fl_list)list[1] << 64 | list[0];
    fl_list before = ((fl_list)1 << (8 * pick)) - 1;
    unsigned place = (unsigned)(whole >> (8 * pick)) & 0xff;
    whole = (whole & before) | (whole >> 8 & ~before);
    list[0] = (uint64_t)whole;
    list[1] = (uint64_t)(whole >> 64);
    return place;
}

/* Fills out->cell of one lane's floor. */
static inline void fl_kernel_cells_write_one(const fl_kernel_finish *finish, unsigned lane,
                                             fl_classic_batch *out)
{
    const fl_kernel_tables *tables = finish->order->tables;
    uint8_t ends[2 * FL_KERNEL_TABLES_PLACES];
    uint64_t late =
        fl_lanes_get(finish->order->board[1] & ~finish->order->wave[1], lane) & tables->start_neighbours;
    unsigned floor = (unsigned)fl_lanes_get(finish->job, lane) & 0xffff;
    unsigned ends_n = late ? fl_kernel_cells_by_waves(finish->order, lane, ends)
                           : fl_kernel_cells_by_tree(finish->order, lane, ends);
    uint64_t list[2];
    memcpy(list, ends, sizeof list);
    for (unsigned i = 0; i < tables->rolls_n + 2; i++) {
        uint64_t flags = i < 2 ? 0 : fl_lanes_get(finish->rolls[(i - 2) / 8], lane) >> ((i - 2) % 8 * 8);
        bool is_placed = i < 2 ? tables->has_specials : (flags & FL_ROLL_PLACED) != 0;
        unsigned pick = (unsigned)(fl_lanes_get(finish->picks[i / 10], lane) >> (i % 10 * 6)) & 63;
        unsigned place = FL_CLASSIC_BATCH_NOWHERE + tables->shift;
        if (is_placed && ends_n <= 16) {
            place = fl_kernel_cells_remove(list, pick);
        } else if (is_placed) {
            place = ends[pick];
            memmove(ends + pick, ends + pick + 1, sizeof ends - pick - 1);
        }
        out->cell[i][floor] = (uint8_t)(place - tables->shift);
    }
}

/* The walk of all lanes. Places are two higher than elsewhere, so that 0 means none. */
typedef struct fl_kernel_cells {
    const fl_kernel_tables *tables;
    fl_lanes grew[2][4]; /* by half and side: rooms from which another grew to that side */
    fl_lanes ends[2];
    fl_byte_queue queue, list;
    /* Only where a lane has late rooms or more than eight end rooms: */
    fl_lanes rest;    /* of the list, from the ninth byte on */
    fl_lanes late[4]; /* by side: the wave in which a returned start added this neighbour; 0 = it did not */
    fl_lanes wave;    /* of the room at the head of the queue */
} fl_kernel_cells;

/* Records on which sides rooms of wave w + 1 (`next`) grew from those of wave w (`wave`, shifted left by
 * one bit). */
FL_LANES_INLINE static inline void fl_kernel_cells_record_wave(fl_kernel_cells *self, unsigned half,
                                                               fl_lanes wave, fl_lanes next)
{
    const fl_kernel_tables *tables = self->tables;
    for (unsigned side = 0; side < 4; side++) {
        fl_lanes from = fl_lanes_rotate_left(next, 65 - tables->rotate[half][side]) &
                        tables->rotate_from[half][side] << 1;
        self->grew[half][side] |= from & wave;
    }
}

FL_LANES_INLINE static inline void fl_kernel_cells_begin(fl_kernel_cells *self,
                                                         const fl_kernel_finish *finish)
{
    const fl_kernel_order *order = finish->order;
    fl_lanes wave = order->wave[0];
    memset(self, 0, sizeof *self);
    self->tables = order->tables;
    self->ends[0] = finish->end_rooms[0] << 1;
    self->ends[1] = finish->end_rooms[1] << 1;
    for (unsigned w = 0; w < order->waves; w += 2) {
        fl_lanes next = order->wave[w + 1] & order->board[1];
        fl_kernel_cells_record_wave(self, 0, wave << 1, next);
        wave = order->wave[w + 2] & order->board[0];
        fl_kernel_cells_record_wave(self, 1, next << 1, wave);
    }
}

/* Finds the late rooms and their waves. */
FL_LANES_INLINE static inline void fl_kernel_cells_find_late(fl_kernel_cells *self,
                                                             const fl_kernel_order *order)
{
    const fl_kernel_tables *tables = self->tables;
    const uint8_t *beside = tables->neighbour_bit[2 * (unsigned)__builtin_ctzll(tables->start)];
    for (unsigned w = 3; w <= order->waves && tables->start_returns; w += 2) {
        fl_lanes news = order->wave[w] & order->board[1] & tables->start_neighbours;
        for (unsigned side = 0; side < 4 && fl_lanes_mask_any(fl_lanes_nonzero(news)); side++) {
            fl_lanes_mask came = fl_lanes_nonzero(news & (uint64_t)1 << beside[side]);
            self->late[side] = fl_lanes_select(came, fl_lanes_splat(w), self->late[side]);
        }
    }
}

/* After the last room of a wave: appends the late rooms of the next wave, which come after its other
 * rooms. */
FL_LANES_INLINE static inline void fl_kernel_cells_enqueue_late(fl_kernel_cells *self, fl_lanes place)
{
    fl_lanes head = self->queue.bytes & 0xff;
    fl_lanes start = fl_lanes_splat(2 * (uint64_t)__builtin_ctzll(self->tables->start) + 2);
    fl_lanes_mask ends = fl_lanes_nonzero((head ^ place) & 1) | fl_lanes_mask_not(fl_lanes_nonzero(head));
    self->wave += fl_lanes_keep(ends, fl_lanes_splat(1));
    for (unsigned side = 0; side < 4; side++) {
        fl_lanes_mask comes = ends & fl_lanes_equal(self->late[side], self->wave) & fl_lanes_nonzero(place);
        uint64_t step = (uint64_t)(int64_t)self->tables->step[side];
        fl_byte_queue_push(&self->queue, comes, start + step);
    }
}

/* Takes the first room of every queue: appends it to the list if it is an end room, and the rooms that
 * grew from it to the queue. */
FL_LANES_INLINE static inline void fl_kernel_cells_step(fl_kernel_cells *self, bool is_rare)
{
    fl_lanes place = fl_byte_queue_pop(&self->queue);
    fl_lanes_mask is_odd = fl_lanes_nonzero(place & 1);
    fl_lanes bit = fl_lanes_splat(1) << (place >> 1);
    fl_lanes ends = fl_lanes_select(is_odd, self->ends[1], self->ends[0]);
    if (is_rare) {
        self->rest |= fl_lanes_keep(fl_lanes_nonzero(ends & bit),
                                    fl_byte_queue_shift_left(place, self->list.bits - 64));
    }
    fl_byte_queue_push(&self->list, fl_lanes_nonzero(ends & bit), place);
    for (unsigned side = 0; side < 4; side++) {
        fl_lanes grew = fl_lanes_select(is_odd, self->grew[1][side], self->grew[0][side]);
        uint64_t step = (uint64_t)(int64_t)self->tables->step[side];
        fl_byte_queue_push(&self->queue, fl_lanes_nonzero(grew & bit), place + step);
    }
    if (is_rare) {
        fl_kernel_cells_enqueue_late(self, place);
    }
}

/* Converts places to cells, complemented: all bits set ^ ~cell gives the cell, and all bits set is
 * FL_CLASSIC_BATCH_NOWHERE. */
FL_LANES_INLINE static inline void fl_kernel_cells_to_cells(fl_kernel_cells *self)
{
    const uint64_t bytes = 0x0101010101010101u;
    const uint64_t less = bytes * (self->tables->shift + 2);
    self->list.bytes = ~(self->list.bytes - less);
    self->rest = ~(self->rest - less);
}

/* Removes the byte at bit `at` from the lists in the lanes of the mask. Returned in the lower 8 bits; the
 * bits above are undefined. */
FL_LANES_INLINE static inline fl_lanes fl_kernel_cells_remove_in_lanes(fl_kernel_cells *self, fl_lanes_mask m,
                                                                       fl_lanes at, bool is_rare)
{
    fl_lanes list = self->list.bytes;
    fl_lanes before = fl_byte_queue_shift_left(fl_lanes_splat(1), at) - 1;
    fl_lanes place = fl_byte_queue_shift_right(list, at);
    fl_lanes after = list >> 8;
    if (is_rare) {
        fl_lanes rest = self->rest;
        fl_lanes_mask is_first = fl_lanes_less(at, fl_lanes_splat(64));
        fl_lanes kept = fl_lanes_keep(fl_lanes_mask_not(is_first),
                                      fl_byte_queue_shift_left(fl_lanes_splat(1), at - 64) - 1);
        place |= fl_byte_queue_shift_right(rest, at - 64);
        after |= rest << 56;
        self->rest = fl_lanes_select(m, (rest & kept) | (rest >> 8 & ~kept), rest);
    }
    self->list.bytes = fl_lanes_select(m, (list & before) | (after & ~before), list);
    return place;
}

/* Stores up to eight bytes of a floor, each to its own row of out->cell. */
static inline void fl_kernel_cells_store_bytes(uint64_t bytes, unsigned n, uint8_t *to)
{
    enum { ROW = FL_CLASSIC_BATCH_FLOORS + FL_CLASSIC_BATCH_SPARE };
    if (n >= 8) {
        for (unsigned i = 0; i < 8; i++) {
            to[i * ROW] = (uint8_t)(bytes >> (8 * i));
        }
        return;
    }
    for (; n > 0; n--, bytes >>= 8, to += ROW) {
        *to = (uint8_t)bytes;
    }
}

/* Stores a byte per pick for the floors in the lanes of the mask. Other lanes write to the spare entries
 * at the end. */
FL_LANES_INLINE static inline void fl_kernel_cells_store(const fl_kernel_finish *finish, fl_lanes_mask m,
                                                         const fl_lanes cells[3], fl_classic_batch *out)
{
    uint64_t word[FL_LANES_N];
    uint64_t floor[FL_LANES_N];
    unsigned n = finish->order->tables->rolls_n + 2;
    fl_lanes_store(floor, fl_lanes_select(m, finish->job & 0xffff, fl_lanes_splat(FL_CLASSIC_BATCH_FLOORS)));
    for (unsigned from = 0; from < n; from += 8) {
        fl_lanes_store(word, cells[from / 8]);
        for (unsigned lane = 0; lane < FL_LANES_N; lane++) {
            fl_kernel_cells_store_bytes(word[lane], n - from, &out->cell[from][floor[lane]]);
        }
    }
}

/* Walks the lanes of the mask and stores their cells; returns those in which a byte queue overflowed. */
FL_LANES_INLINE static inline fl_lanes_mask fl_kernel_cells_write_lanes(const fl_kernel_finish *finish,
                                                                        fl_lanes_mask m,
                                                                        fl_classic_batch *out, bool is_rare)
{
    const fl_kernel_tables *tables = finish->order->tables;
    fl_kernel_cells pick;
    fl_lanes cells[3] = {~fl_lanes_splat(0), ~fl_lanes_splat(0), ~fl_lanes_splat(0)};
    fl_kernel_cells_begin(&pick, finish);
    if (is_rare) {
        fl_kernel_cells_find_late(&pick, finish->order);
    }
    pick.queue =
        (fl_byte_queue){fl_lanes_splat(2 * (uint64_t)__builtin_ctzll(tables->start) + 2), fl_lanes_splat(8)};
    while (fl_lanes_mask_any(fl_lanes_nonzero(pick.queue.bytes))) {
        fl_kernel_cells_step(&pick, is_rare);
    }
    fl_lanes_mask whole = m & fl_lanes_equal(pick.list.bits, finish->end_rooms_n << 3);
    fl_kernel_cells_to_cells(&pick);
    for (unsigned i = 0; i < tables->rolls_n + 2 && tables->has_specials; i++) {
        fl_lanes_mask placed = whole;
        if (i >= 2 && !tables->roll[i - 2].is_open) {
            continue;
        }
        if (i >= 2) {
            placed &=
                fl_lanes_nonzero(finish->rolls[(i - 2) / 8] & (uint64_t)FL_ROLL_PLACED << ((i - 2) % 8 * 8));
        }
        fl_lanes at =
            (i % 10 == 0 ? finish->picks[i / 10] << 3 : finish->picks[i / 10] >> (i % 10 * 6 - 3)) & 63 << 3;
        fl_lanes cell = fl_kernel_cells_remove_in_lanes(&pick, placed, at, is_rare) & 0xff;
        cells[i / 8] ^= fl_lanes_keep(placed, cell) << (i % 8 * 8);
    }
    fl_kernel_cells_store(finish, whole, cells, out);
    return m & fl_lanes_mask_not(whole);
}

/* Fills out->cell of the floors in the lanes of the mask. The last end room of a list is the boss, which
 * is never drawn: a list of 17 leaves 16 bytes. */
FL_LANES_INLINE static inline void fl_kernel_cells_write(const fl_kernel_finish *finish, fl_lanes_mask m,
                                                         fl_classic_batch *out)
{
    const fl_kernel_order *order = finish->order;
    fl_lanes_mask is_over = m & fl_lanes_less(fl_lanes_splat(17), finish->end_rooms_n);
    fl_lanes_mask rare = m & fl_lanes_less(fl_lanes_splat(9), finish->end_rooms_n);
    if (order->tables->start_returns) {
        rare |= m & fl_lanes_nonzero(order->board[1] & ~order->wave[1] & order->tables->start_neighbours);
    }
    m &= fl_lanes_mask_not(is_over);
    fl_lanes_mask left = m;
    if (FL_KERNEL_CELLS_TOGETHER) {
        left = fl_lanes_mask_any(rare) ? fl_kernel_cells_write_lanes(finish, m, out, true)
                                       : fl_kernel_cells_write_lanes(finish, m, out, false);
    }
    for (unsigned bits = fl_lanes_mask_bits(left | is_over); bits; bits &= bits - 1) {
        fl_kernel_cells_write_one(finish, (unsigned)__builtin_ctz(bits), out);
    }
}

#endif
