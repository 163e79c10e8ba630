/* SPDX-License-Identifier: MIT */
/* Walking the queue. It needs neither waves nor the limit while growing: if a layout grew beyond the
 * limit, its first rooms are those of the layout that stopped there. */
#include "gen/classic/kernel/scalar_queue.h"

#include <string.h>

enum { UP = 1, LEFT = 2, RIGHT = 4, DOWN = 8, ALL = 15, HALF = 64, FROM = 128, NO_ROOM = 63 };

/* The direction of a step of a cell's number. */
static unsigned way_of(int step)
{
    return step == 1 ? RIGHT : step == -1 ? LEFT : step > 0 ? DOWN : UP;
}

/* Returns the value to add to a room of the half for the entry of its neighbour in this direction. */
static uint16_t step_to(unsigned half, unsigned way)
{
    static const int8_t turns[2][9] = {{[UP] = -4, [LEFT] = 0, [RIGHT] = 1, [DOWN] = 5},
                                       {[UP] = -5, [LEFT] = -1, [RIGHT] = 0, [DOWN] = 4}};
    static const uint8_t from[9] = {[UP] = 3, [LEFT] = 2, [RIGHT] = 1, [DOWN] = 0};
    return (uint16_t)(from[way] * FROM + (half ? -HALF : HALF) + turns[half][way]);
}

static void fill_steps(fl_kernel_scalar_queue *self, const fl_kernel_tables *tables)
{
    for (unsigned ways = 0; ways < FL_KERNEL_SCALAR_DIRECTIONS; ways++) {
        unsigned n = 0;
        for (unsigned side = 0; side < 4; side++) {
            unsigned way = way_of(tables->step[side]);
            if (ways & way) {
                self->steps[ways][n] = step_to(0, way);
                self->steps[FL_KERNEL_SCALAR_DIRECTIONS + ways][n++] = step_to(1, way);
            }
        }
        self->steps_n[ways] = (uint8_t)n;
    }
}

void fl_kernel_scalar_queue_init(fl_kernel_scalar_queue *self, const fl_kernel_tables *tables)
{
    memset(self, 0, sizeof *self);
    fill_steps(self, tables);
    for (unsigned place = tables->shift; place < FL_CLASSIC_BATCH_CELLS + tables->shift; place++) {
        unsigned half = place % 2;
        unsigned room = (place + 1) / 2 + half * HALF;
        unsigned bit = place / 2;
        unsigned ways = UP | DOWN | (tables->sides.right[half] >> bit & 1 ? RIGHT : 0) |
                        (tables->sides.left[half] >> bit & 1 ? LEFT : 0);
        self->bit[room][half] = 1ull << bit;
        for (unsigned from = 0; from < 4; from++) {
            self->ways[from * FROM + room] = (uint8_t)(ways & ~(1u << from));
        }
        if (half == 0 && tables->start >> bit == 1) {
            self->start = room;
            self->start_ways = ways;
        }
    }
}

/* Appends the rooms that grew from a room in some of the directions; returns how many. It always writes
 * four. */
static inline unsigned expand(const fl_kernel_scalar_queue *self, const uint64_t near[], unsigned entry,
                              unsigned ways, uint16_t *to)
{
    unsigned half = entry >> 2 & FL_KERNEL_SCALAR_DIRECTIONS;
    unsigned around = (unsigned)(near[half] >> (entry & 63)) & 0x231;
    ways &= around * 0x49 >> 6;
    fl_kernel_scalar_four next = self->steps[half + ways] + (uint16_t)(entry % FROM);
    memcpy(to, &next, sizeof next);
    return self->steps_n[ways];
}

/* The same for an entry, in all its directions. */
static inline unsigned expand_entry(const fl_kernel_scalar_queue *self, const uint64_t near[], unsigned entry,
                                    uint16_t *to)
{
    return expand(self, near, entry, self->ways[entry], to);
}

/* Lists at least `rooms` rooms. It is cheaper to expand three entries than to compare after each of them. */
static inline void walk(const fl_kernel_scalar_queue *self, const uint64_t near[], unsigned rooms,
                        uint16_t *queue)
{
    unsigned head = 1;
    queue[0] = (uint16_t)self->start;
    unsigned tail = 1 + expand(self, near, self->start, self->start_ways, &queue[1]);
    tail += expand_entry(self, near, queue[head++], &queue[tail]);
    tail += expand_entry(self, near, queue[head++], &queue[tail]);
    while (tail < rooms) {
        tail += expand_entry(self, near, queue[head++], &queue[tail]);
        tail += expand_entry(self, near, queue[head++], &queue[tail]);
        tail += expand_entry(self, near, queue[head++], &queue[tail]);
    }
}

/* The same for a start that returned: its late rooms are listed when the recorded number of rooms has been
 * expanded. */
static void walk_late(const fl_kernel_scalar_queue *self, const uint64_t near[], uint64_t late,
                      unsigned rooms, uint16_t *queue)
{
    unsigned head = 1;
    unsigned ways = self->start_ways & ~(unsigned)(late >> 8 | late >> 24 | late >> 40 | late >> 56);
    queue[0] = (uint16_t)self->start;
    unsigned tail = 1 + expand(self, near, self->start, ways, &queue[1]);
    while (tail < rooms) {
        if (late > 0 && head == (late & 0xff)) {
            tail += expand(self, near, self->start, late >> 8 & ALL, &queue[tail]);
            late >>= 16;
        } else {
            tail += expand_entry(self, near, queue[head++], &queue[tail]);
        }
    }
}

void fl_kernel_scalar_queue_run(const fl_kernel_scalar_queue *self, const fl_kernel_scalar_block *block,
                                const fl_kernel_scalar_rows *chosen, fl_kernel_scalar_layouts *to)
{
    static const fl_kernel_scalar_four no_room = {NO_ROOM, NO_ROOM, NO_ROOM, NO_ROOM};
    uint64_t near[FL_KERNEL_SCALAR_DIRECTIONS + 1];
    for (unsigned i = 0; i < chosen->n; i++) {
        unsigned row = chosen->row[i];
        unsigned rooms = (unsigned)block->rooms[row];
        uint16_t *queue = to->queue[i];
        fl_kernel_scalar_halves board = {0, 0};
        near[0] = block->board[1][row] << 5;
        near[FL_KERNEL_SCALAR_DIRECTIONS] = block->board[0][row] << 5;
        if (block->late[row] > 0) {
            walk_late(self, near, block->late[row], rooms, queue);
        } else {
            walk(self, near, rooms, queue);
        }
        unsigned boss = queue[rooms - 1] % FROM;
        memcpy(&queue[rooms], &no_room, sizeof no_room);
        for (unsigned j = 0; j < rooms; j += 4) {
            board |= self->bit[queue[j] % FROM] | self->bit[queue[j + 1] % FROM];
            board |= self->bit[queue[j + 2] % FROM] | self->bit[queue[j + 3] % FROM];
        }
        to->floor[i] = block->floor[row];
        to->rooms[i] = (uint8_t)rooms;
        to->boss[i] = (uint8_t)boss;
        to->board[0][i] = board[0];
        to->board[1][i] = board[1];
        to->boss_bit[0][i] = self->bit[boss][0];
        to->boss_bit[1][i] = self->bit[boss][1];
    }
    to->n = chosen->n;
}
