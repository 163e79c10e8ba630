/* Walking the queue. It needs neither waves nor a limit: the first rooms of a layout that grew on are those of a layout
 * that stopped there. */
#include "gen/classic/classic_scalar_queue.h"

#include <string.h>

enum { UP = 1, LEFT = 2, RIGHT = 4, DOWN = 8, ALL = 15, HALF = 64, WAYS = 8 };

/* A way, by the step of a cell's number. */
static unsigned way_of(int step)
{
    return step == 1 ? RIGHT : step == -1 ? LEFT : step > 0 ? DOWN : UP;
}

/* What to add to a room of the half for the entry of its neighbour. */
static uint16_t step_to(unsigned half, unsigned way)
{
    static const int8_t turns[2][9] = {{[UP] = -4, [LEFT] = 0, [RIGHT] = 1, [DOWN] = 5},
                                       {[UP] = -5, [LEFT] = -1, [RIGHT] = 0, [DOWN] = 4}};
    static const uint8_t back[9] = {[UP] = DOWN, [LEFT] = RIGHT, [RIGHT] = LEFT, [DOWN] = UP};
    int turn = turns[half][way] + (half ? -HALF : HALF);
    return (uint16_t)(((ALL & ~back[way]) << WAYS) + turn);
}

void fl_classic_scalar_queue_init(fl_classic_scalar_queue *self, const fl_classic_setup *setup)
{
    memset(self, 0, sizeof *self);
    for (unsigned ways = 0; ways < FL_CLASSIC_SCALAR_WAYS; ways++) {
        unsigned n = 0;
        for (unsigned side = 0; side < 4; side++) {
            unsigned way = way_of(setup->step[side]);
            if (ways & way) {
                self->steps[0][ways][n] = step_to(0, way);
                self->steps[1][ways][n++] = step_to(1, way);
            }
        }
        self->steps_n[ways] = (uint8_t)n;
    }
    for (unsigned place = setup->shift; place < FL_BATCH_CELLS + setup->shift; place++) {
        unsigned half = place % 2;
        unsigned room = (place + 1) / 2 + half * HALF;
        unsigned bit = place / 2;
        self->bit[room][half] = 1ull << bit;
        self->inside[room] = (uint8_t)(UP | DOWN | (setup->sides.right[half] >> bit & 1) * RIGHT |
                                       (setup->sides.left[half] >> bit & 1) * LEFT);
    }
    self->start = (unsigned)__builtin_ctzll(setup->start);
}

/* Appends the rooms that grew from an entry's room; returns how many. Entries that are written beyond have no ways. */
static inline unsigned expand(const fl_classic_scalar_queue *self, const uint64_t near[2], unsigned entry,
                              uint16_t *to)
{
    unsigned half = entry >> 6 & 1;
    unsigned room = entry & 127;
    unsigned around = (unsigned)(near[half] >> (entry & 63)) & 0x231;
    unsigned ways = (around * 0x49 >> 6) & self->inside[room] & entry >> WAYS;
    fl_classic_scalar_four next = self->steps[half][ways] + (uint16_t)room;
    memcpy(to, &next, sizeof next);
    return self->steps_n[ways];
}

/* Lists rooms until there are `rooms`, and some more: it is cheaper to take three entries than to ask after each. */
static void list(const fl_classic_scalar_queue *self, const uint64_t near[2], unsigned rooms, uint16_t *queue)
{
    unsigned head = 0;
    unsigned tail = 1;
    queue[0] = (uint16_t)(self->start | ALL << WAYS);
    do {
        tail += expand(self, near, queue[head++], &queue[tail]);
        tail += expand(self, near, queue[head++], &queue[tail]);
        tail += expand(self, near, queue[head++], &queue[tail]);
    } while (tail < rooms);
}

/* The same with a start that returned: its late rooms are listed where it stands again, behind a wave's own rooms. */
static void list_late(const fl_classic_scalar_queue *self, const uint64_t near[2], uint64_t late,
                      unsigned rooms, uint16_t *queue)
{
    unsigned head = 0;
    unsigned tail = 1;
    unsigned ways = ALL & ~(unsigned)(late >> 8 | late >> 24 | late >> 40 | late >> 56);
    queue[0] = (uint16_t)(self->start | ways << WAYS);
    while (tail < rooms) {
        if (late > 0 && head == (late & 0xff)) {
            tail += expand(self, near, self->start | (unsigned)(late & 0x0f00), &queue[tail]);
            late >>= 16;
        } else {
            tail += expand(self, near, queue[head++], &queue[tail]);
        }
    }
}

void fl_classic_scalar_queue_add(const fl_classic_scalar_queue *self, const fl_classic_scalar_block *block,
                                 unsigned row, unsigned rooms, fl_classic_scalar_layouts *to)
{
    static const fl_classic_scalar_four nobody = {63, 63, 63, 63};
    unsigned at = to->n++;
    uint16_t *queue = to->queue[at];
    const uint64_t near[2] = {block->board[1][row] << 5, block->board[0][row] << 5};
    fl_classic_scalar_halves board = {0, 0};
    if (block->late[row] > 0) {
        list_late(self, near, block->late[row], rooms, queue);
    } else {
        list(self, near, rooms, queue);
    }
    unsigned boss = queue[rooms - 1] & 127;
    memcpy(&queue[rooms], &nobody, sizeof nobody);
    for (unsigned i = 0; i < rooms; i += 4) {
        board |= self->bit[queue[i] & 127] | self->bit[queue[i + 1] & 127];
        board |= self->bit[queue[i + 2] & 127] | self->bit[queue[i + 3] & 127];
    }
    to->floor[at] = block->floor[row];
    to->rooms[at] = (uint8_t)rooms;
    to->boss[at] = (uint8_t)boss;
    to->board[0][at] = board[0];
    to->board[1][at] = board[1];
    to->bosses[0][at] = self->bit[boss][0];
    to->bosses[1][at] = self->bit[boss][1];
}
