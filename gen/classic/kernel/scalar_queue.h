/* SPDX-License-Identifier: MIT */
/* The queue of a grown layout: its rooms in their order, of which those behind the last one wanted are none. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_QUEUE_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_QUEUE_H

#include "gen/classic/kernel/scalar_block.h"

/* Neighbours of a place as four bits: up, left, right, down. */
enum { FL_KERNEL_SCALAR_DIRECTIONS = 16 };

/* Four entries, which are written together, and a number for each half. */
typedef uint16_t __attribute__((vector_size(8))) fl_kernel_scalar_four;
typedef uint64_t __attribute__((vector_size(16))) fl_kernel_scalar_halves;

/* A room of the queue is its half (bit 6) and below that its bit there, plus one on half 1: by that number its neighbours'
 * bits are shifted to 5, 9, 10 and 14. Above it stands, in two bits, where it grew from. */
typedef struct fl_kernel_scalar_queue {
    /* By half and ways taken: what to add to the room for the next entries. */
    fl_kernel_scalar_four steps[2 * FL_KERNEL_SCALAR_DIRECTIONS];
    uint8_t steps_n[FL_KERNEL_SCALAR_DIRECTIONS];
    uint8_t ways[4 * FL_KERNEL_SCALAR_ROOMS];            /* those on the map, but not back, by entry */
    fl_kernel_scalar_halves bit[FL_KERNEL_SCALAR_ROOMS]; /* by half */
    unsigned start;
    unsigned start_ways;
} fl_kernel_scalar_queue;

void fl_kernel_scalar_queue_init(fl_kernel_scalar_queue *self, const fl_kernel_tables *tables);

/* Notes rooms that a start took when it returned behind `before` rooms: that number and the ways to them in 16 bits of
 * block->late, as often as there were any. */
static inline void fl_kernel_scalar_queue_record_late(const fl_kernel_scalar_queue *self,
                                                      fl_kernel_scalar_block *block, unsigned row,
                                                      uint64_t taken, uint64_t before)
{
    uint64_t ways = (taken << 5 >> (self->start & 63) & 0x231) * 0x49 >> 6 & 15;
    uint64_t is_any = taken > 0;
    block->late[row] |= ((ways << 8 | before) & -is_any) << (block->late_n[row] * 16 & 63);
    block->late_n[row] = (uint8_t)(block->late_n[row] + is_any);
}

/* Walks the queues of some of the attempts: their rooms in order, boss and board. */
void fl_kernel_scalar_queue_run(const fl_kernel_scalar_queue *self, const fl_kernel_scalar_block *block,
                                const fl_kernel_scalar_rows *chosen, fl_kernel_scalar_layouts *to);

/* The place of a room. */
static inline unsigned fl_kernel_scalar_queue_place(unsigned room)
{
    return 2 * (room & 63) - (room >> 6);
}

#endif
