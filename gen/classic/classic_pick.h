/* Which cells the rooms came to lie on that were drawn from the list of end rooms. Only maps ask for it, and then floor by
 * floor: the list is the queue's order, which a walk through the finished layout finds again. */
#ifndef FL_GEN_CLASSIC_CLASSIC_PICK_H
#define FL_GEN_CLASSIC_CLASSIC_PICK_H

#include "gen/classic/classic_finish.h"

/* The rooms of one lane, as places in the queue's order, and which of them are end rooms. Rooms that grew from a start that
 * had returned come later than the start's other neighbours: then it goes wave by wave. */
static inline unsigned fl_classic_pick_by_waves(const fl_classic_order *order, unsigned lane,
                                                uint8_t ends[2 * FL_CLASSIC_SETUP_PLACES])
{
    const fl_classic_setup *setup = order->setup;
    uint8_t queue[2 * FL_CLASSIC_SETUP_PLACES];
    unsigned tail = 1;
    unsigned head = 0;
    unsigned ends_n = 0;
    unsigned last = (unsigned)fl_lanes_get(order->last, lane);
    unsigned start = 2 * (unsigned)__builtin_ctzll(setup->start);
    queue[0] = (uint8_t)start;
    for (unsigned w = 0; w <= last; w++) {
        uint64_t news = w < last ? fl_lanes_get(order->wave[w + 1] & order->board[(w + 1) % 2], lane) : 0;
        unsigned wave_end = tail;
        for (; head < wave_end; head++) {
            unsigned place = queue[head];
            unsigned before = tail;
            for (unsigned side = 0; side < 4; side++) {
                queue[tail] = (uint8_t)((int)place + setup->step[side]);
                tail += news >> setup->next[place][side] & 1;
            }
            ends[ends_n] = (uint8_t)place;
            ends_n += tail == before && head > 0;
        }
        for (unsigned side = 0; side < 4 && w > 0 && (news & setup->beside) && w % 2 == 0; side++) {
            queue[tail] = (uint8_t)((int)start + setup->step[side]);
            tail += news >> setup->next[start][side] & 1;
        }
    }
    return ends_n;
}

/* The same for a start that had no late rooms: each room's neighbours that have not been seen are those that grew from it. */
static inline unsigned fl_classic_pick_by_tree(const fl_classic_order *order, unsigned lane,
                                               uint8_t ends[2 * FL_CLASSIC_SETUP_PLACES])
{
    const fl_classic_setup *setup = order->setup;
    uint64_t left[2] = {fl_lanes_get(order->board[0], lane) & ~setup->start,
                        fl_lanes_get(order->board[1], lane)};
    uint8_t queue[2 * FL_CLASSIC_SETUP_PLACES];
    unsigned tail = 1;
    unsigned ends_n = 0;
    queue[0] = (uint8_t)(2 * __builtin_ctzll(setup->start));
    for (unsigned head = 0; head < tail; head++) {
        unsigned place = queue[head];
        const uint8_t *next = setup->next[place];
        uint64_t *half = &left[(place + 1) % 2];
        uint64_t news = *half;
        unsigned before = tail;
        for (unsigned side = 0; side < 4; side++) {
            queue[tail] = (uint8_t)((int)place + setup->step[side]);
            tail += *half >> next[side] & 1;
            news &= ~(1ull << next[side]);
        }
        *half = news;
        ends[ends_n] = (uint8_t)place;
        ends_n += tail == before && head > 0;
    }
    return ends_n;
}

/* Takes number `pick` out of a list of up to sixteen bytes. */
static inline unsigned fl_classic_pick_take(uint64_t list[2], unsigned pick)
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

/* Fills out->cell of a lane's floor. */
static inline void fl_classic_pick_write(const fl_classic_finish *finish, unsigned lane, fl_batch *out)
{
    const fl_classic_setup *setup = finish->order->setup;
    uint8_t ends[2 * FL_CLASSIC_SETUP_PLACES];
    uint64_t late = fl_lanes_get(finish->order->board[1] & ~finish->order->wave[1], lane) & setup->beside;
    unsigned floor = (unsigned)fl_lanes_get(finish->job, lane) & 0xffff;
    unsigned ends_n = late ? fl_classic_pick_by_waves(finish->order, lane, ends)
                           : fl_classic_pick_by_tree(finish->order, lane, ends);
    uint64_t list[2];
    memcpy(list, ends, sizeof list);
    for (unsigned i = 0; i < setup->gates_n + 2; i++) {
        uint64_t flags = i < 2 ? 0 : fl_lanes_get(finish->gates[(i - 2) / 8], lane) >> ((i - 2) % 8 * 8);
        bool is_placed = i < 2 ? setup->has_specials : (flags & FL_GATE_PLACED) != 0;
        unsigned pick = (unsigned)(fl_lanes_get(finish->picks[i / 10], lane) >> (i % 10 * 6)) & 63;
        unsigned place = FL_BATCH_NOWHERE + setup->shift;
        if (is_placed && ends_n <= 16) {
            place = fl_classic_pick_take(list, pick);
        } else if (is_placed) {
            place = ends[pick];
            memmove(ends + pick, ends + pick + 1, sizeof ends - pick - 1);
        }
        out->cell[i][floor] = (uint8_t)(place - setup->shift);
    }
}

#endif
