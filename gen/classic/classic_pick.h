/* Which cells the rooms came to lie on that were drawn from the list of end rooms. Only maps ask for it, and then floor by
 * floor: the list is the queue's order, which a walk through the finished layout finds again. */
#ifndef FL_GEN_CLASSIC_CLASSIC_PICK_H
#define FL_GEN_CLASSIC_CLASSIC_PICK_H

#include "gen/classic/classic_finish.h"

/* The end rooms of one lane, as places, in the list's order without the boss. */
static inline unsigned fl_classic_pick_list(const fl_classic_order *order, unsigned lane,
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
    return ends_n - 1;
}

/* Fills out->cell of a lane's floor. */
static inline void fl_classic_pick_write(const fl_classic_finish *finish, unsigned lane, fl_batch *out)
{
    const fl_classic_setup *setup = finish->order->setup;
    uint8_t ends[2 * FL_CLASSIC_SETUP_PLACES];
    unsigned floor = (unsigned)fl_lanes_get(finish->job, lane) & 0xffff;
    unsigned ends_n = fl_classic_pick_list(finish->order, lane, ends);
    for (unsigned i = 0; i < setup->gates_n + 2; i++) {
        uint64_t flags = i < 2 ? 0 : fl_lanes_get(finish->gates[(i - 2) / 8], lane) >> ((i - 2) % 8 * 8);
        bool is_placed = i < 2 ? setup->has_specials : (flags & FL_GATE_PLACED) != 0;
        out->cell[i][floor] = FL_BATCH_NOWHERE;
        if (is_placed) {
            unsigned pick = (unsigned)(fl_lanes_get(finish->picks[i / 10], lane) >> (i % 10 * 6)) & 63;
            out->cell[i][floor] = (uint8_t)(ends[pick] - setup->shift);
            ends_n--;
            memmove(ends + pick, ends + pick + 1, ends_n - pick);
        }
    }
}

#endif
