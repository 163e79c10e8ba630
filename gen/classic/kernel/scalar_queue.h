/* SPDX-License-Identifier: MIT */
/* The queue of a grown layout: its rooms in the order of the queue, up to the limit. The readable
 * counterpart is the queue in gen/classic/grow.c. */
#ifndef FL_GEN_CLASSIC_KERNEL_SCALAR_QUEUE_H
#define FL_GEN_CLASSIC_KERNEL_SCALAR_QUEUE_H

#include "gen/classic/kernel/scalar_block.h"

/* Sets of directions as four bits: up, left, right, down. */
enum { FL_KERNEL_SCALAR_DIRECTIONS = 16 };

/* Four entries of a queue, which are written together; a number for each half. */
typedef uint16_t __attribute__((vector_size(8))) fl_kernel_scalar_four;
typedef uint64_t __attribute__((vector_size(16))) fl_kernel_scalar_halves;

/* A room's number in the queue: bit 6 is its half, bits 0 to 5 its bit there (plus one on half 1).
 * Shifting the other half, moved up by 5, right by the latter number moves the room's neighbours to bits
 * 0, 4, 5 and 9. An entry of the queue has in bits 7 and 8 the direction that the room grew from. */
typedef struct fl_kernel_scalar_queue {
    /* Values to add to the room for its new entries, by half and the directions in which rooms grew. */
    fl_kernel_scalar_four steps[2 * FL_KERNEL_SCALAR_DIRECTIONS];
    uint8_t steps_n[FL_KERNEL_SCALAR_DIRECTIONS];
    uint8_t ways[4 * FL_KERNEL_SCALAR_ROOMS];            /* by entry: directions on the map, except back */
    fl_kernel_scalar_halves bit[FL_KERNEL_SCALAR_ROOMS]; /* by half */
    unsigned start;
    unsigned start_ways;
} fl_kernel_scalar_queue;

void fl_kernel_scalar_queue_init(fl_kernel_scalar_queue *self, const fl_kernel_tables *tables);

/* Records the rooms `taken` that a returned start filled when there were `before` rooms: each such return
 * appends 16 bits to block->late, `before` below and the directions above. At most four are needed: the
 * start has four neighbours. */
static inline void fl_kernel_scalar_queue_record_late(const fl_kernel_scalar_queue *self,
                                                      fl_kernel_scalar_block *block, unsigned row,
                                                      uint64_t taken, uint64_t before)
{
    uint64_t ways = (taken << 5 >> (self->start & 63) & 0x231) * 0x49 >> 6 & 15;
    uint64_t is_any = taken > 0;
    block->late[row] |= ((ways << 8 | before) & -is_any) << (block->late_n[row] * 16 & 63);
    block->late_n[row] = (uint8_t)(block->late_n[row] + is_any);
}

/* Walks the queues of the chosen attempts: fills in their rooms in order, board and boss. */
void fl_kernel_scalar_queue_run(const fl_kernel_scalar_queue *self, const fl_kernel_scalar_block *block,
                                const fl_kernel_scalar_rows *chosen, fl_kernel_scalar_layouts *to);

/* The place of a room. */
static inline unsigned fl_kernel_scalar_queue_place(unsigned room)
{
    return 2 * (room & 63) - (room >> 6);
}

#endif
