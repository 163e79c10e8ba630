/* SPDX-License-Identifier: MIT */
/* Growth by waves, as grow.h explains it. Where the start does not return, superfluous waves do no harm
 * (see scalar_queue.c): all attempts grow as many waves as most of them need, and the few that need more
 * grow on one by one. */
#include "gen/classic/kernel/scalar_grow.h"

#include "gen/classic/kernel/random.h"
#include "gen/random/pcg.h"

#include <assert.h>

enum { FEW = 3 }; /* when less than 1 / FEW of a block is still growing, its attempts grow on one by one */

/* Finds the cells whose coin is tails. */
static void split_coins(const fl_kernel_tables *tables, fl_kernel_scalar_block *block)
{
    const fl_kernel_tables copy = *tables;
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t tails[2];
        fl_kernel_random_split_coins(&copy, block->low[i], block->high[i], tails);
        block->tails[0][i] = tails[0];
        block->tails[1][i] = tails[1];
    }
}

/* The first two waves: the start's neighbours, then theirs. */
static void begin(const fl_kernel_tables *tables, fl_kernel_scalar_block *block)
{
    const fl_checkerboard sides = tables->sides;
    const uint64_t start = tables->start;
    const uint64_t beside = tables->start_neighbours;
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t odd = block->tails[1][i] & beside;
        uint64_t even = fl_checkerboard_touch_one(&sides, 1, odd) & block->tails[0][i] & ~start;
        block->board[0][i] = even | start;
        block->board[1][i] = odd;
        block->grew[i] = even;
        block->fillable[i] = block->late[i] = 0;
        block->late_n[i] = 0;
    }
}

/* Two more waves. */
static void grow(const fl_kernel_tables *tables, fl_kernel_scalar_block *block)
{
    const fl_checkerboard sides = tables->sides;
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t even = block->board[0][i];
        uint64_t odd = block->board[1][i] | (fl_checkerboard_touch_one(&sides, 0, even) & block->tails[1][i]);
        uint64_t more = even | (fl_checkerboard_touch_one(&sides, 1, odd) & block->tails[0][i]);
        block->board[0][i] = more;
        block->board[1][i] = odd;
        block->grew[i] = more ^ even;
    }
}

/* The same where the start may return before the first of them. */
static void grow_late(const fl_kernel_tables *tables, fl_kernel_scalar_block *block)
{
    const fl_checkerboard sides = tables->sides;
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t even = block->board[0][i];
        uint64_t odd = block->board[1][i];
        uint64_t open = fl_checkerboard_touch_one(&sides, 0, even);
        uint64_t taken = block->fillable[i] & open & ~odd;
        odd |= (open & block->tails[1][i]) | taken;
        uint64_t more = even | (fl_checkerboard_touch_one(&sides, 1, odd) & block->tails[0][i]);
        block->board[0][i] = more;
        block->board[1][i] = odd;
        block->grew[i] = more ^ even;
        block->taken[i] = taken;
        block->fillable[i] = 0;
    }
}

/* Counts rooms and lists the attempts that are still growing. */
static void find_growing(fl_kernel_scalar_block *block, fl_kernel_scalar_rows *on)
{
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t rooms = fl_kernel_scalar_block_total(block->board[0][i], block->board[1][i]);
        block->rooms[i] = rooms;
        block->is_chosen[i] = fl_kernel_scalar_block_less(rooms, block->limit[i]) &
                              fl_kernel_scalar_block_less(0, block->grew[i]);
    }
    fl_kernel_scalar_block_find(on, block->is_chosen, block->n);
}

/* Limits the number of rooms, and finds the layouts that have enough. */
static void find_enough(fl_kernel_scalar_block *block)
{
    for (unsigned i = 0; i < block->n; i++) {
        uint64_t limit = block->limit[i];
        uint64_t rooms = block->rooms[i];
        rooms = limit + ((rooms - limit) & -fl_kernel_scalar_block_less(rooms, limit));
        block->rooms[i] = rooms;
        block->is_chosen[i] = 1 - fl_kernel_scalar_block_less(rooms, block->least[i]);
    }
}

/* Draws fresh coins for a start that returns; its neighbours with tails. */
static uint64_t toss(const fl_kernel_tables *tables, fl_kernel_streams *floors,
                     const fl_kernel_scalar_block *block, unsigned i)
{
    unsigned floor = block->floor[i];
    fl_pcg rng = {floors->state[floor], floors->increment[floor]};
    if (block->limit[i] <= tables->returns_above) {
        return 0;
    }
    uint64_t heads = fl_pcg_next(&rng) & 15;
    floors->state[floor] = rng.state;
    return tables->fresh_tails[heads];
}

/* Grows all attempts together as long as many of them are still growing. Those that have ended get no
 * fresh coins, and superfluous waves do no harm. */
static void grow_together(const fl_kernel_scalar_grow *self, fl_kernel_scalar_block *block,
                          fl_kernel_scalar_rows *on)
{
    while (on->n > block->n / FEW) {
        for (unsigned j = 0; j < on->n; j++) {
            block->fillable[on->row[j]] = toss(self->tables, self->floors, block, on->row[j]);
        }
        grow_late(self->tables, block);
        for (unsigned j = 0; j < on->n; j++) {
            unsigned i = on->row[j];
            fl_kernel_scalar_queue_record_late(self->queue, block, i, block->taken[i], block->rooms[i]);
        }
        find_growing(block, on);
    }
}

/* Grows one attempt to its end. */
static void grow_one(const fl_kernel_scalar_grow *self, fl_kernel_scalar_block *block, unsigned i)
{
    const fl_kernel_tables *tables = self->tables;
    uint64_t even = block->board[0][i];
    uint64_t odd = block->board[1][i];
    uint64_t grew;
    uint64_t rooms = block->rooms[i];
    do {
        uint64_t open = fl_checkerboard_touch_one(&tables->sides, 0, even);
        if (tables->start_returns) {
            uint64_t taken = toss(tables, self->floors, block, i) & open & ~odd;
            fl_kernel_scalar_queue_record_late(self->queue, block, i, taken, rooms);
            odd |= taken;
        }
        odd |= open & block->tails[1][i];
        grew = fl_checkerboard_touch_one(&tables->sides, 1, odd) & block->tails[0][i] & ~even;
        even |= grew;
        rooms = fl_popcount_sum(fl_popcount_bytes(even, odd));
    } while (grew > 0 && rooms < block->limit[i]);
    block->rooms[i] = rooms;
    block->board[0][i] = even;
    block->board[1][i] = odd;
}

void fl_kernel_scalar_grow_run(const fl_kernel_scalar_grow *self, fl_kernel_scalar_block *block)
{
    unsigned rounds = self->tables->start_returns ? 1 : self->tables->waves / 2;
    fl_kernel_scalar_rows on;
    assert(block->n <= FL_KERNEL_SCALAR_ROWS);
    split_coins(self->tables, block);
    begin(self->tables, block);
    for (unsigned round = 1; round < rounds; round++) {
        grow(self->tables, block);
    }
    find_growing(block, &on);
    if (self->tables->start_returns) {
        grow_together(self, block, &on);
    }
    for (unsigned j = 0; j < on.n; j++) {
        grow_one(self, block, on.row[j]);
    }
    find_enough(block);
}
