/* SPDX-License-Identifier: MIT */
/* The kernel in plain C, for machines without a vector build. Its readable counterpart is make_board in
 * gen/classic/classic.c, which it must equal floor by floor; tests/oracle/test_kernel.c compares them.
 *
 * All floors of a batch try their first layout, the refused ones their second, and so on, a block of
 * attempts at a time. A mispredicted branch costs more than many instructions. So a block goes through the
 * kernel in steps: coins and waves of all its attempts (scalar_grow.c), the queues of those with enough
 * rooms (scalar_queue.c), then boards and draws (scalar_finish.c). */
#include "gen/classic/kernel/kernel_private.h"

#include "gen/classic/kernel/scalar_finish.h"
#include "gen/classic/kernel/scalar_grow.h"
#include "gen/random/pcg.h"

#include <string.h>

typedef struct kernel {
    fl_kernel_scalar_queue queue;
    fl_kernel_scalar_block block;
    fl_kernel_scalar_layouts layouts;
    fl_kernel_scalar_finish finish;
    uint16_t waiting[FL_CLASSIC_BATCH_FLOORS]; /* floors that wait for their next attempt */
    unsigned waiting_n;
} kernel;

/* Streams of all floors, and their rooms wanted. */
static void begin_floors(kernel *k, const fl_key *key)
{
    const fl_kernel_tables *tables = k->finish.tables;
    fl_classic_batch *out = k->finish.out;
    fl_kernel_streams *floors = &k->finish.work->floors;
    for (unsigned i = 0; i < out->n; i++) {
        fl_key floor_key = {.base = key->base, .index = fl_classic_batch_number(out, i)};
        fl_pcg rng;
        fl_key_stream(&floor_key, 0, &rng);
        if (tables->draws_curse) {
            (void)fl_pcg_next(&rng);
        }
        unsigned target =
            tables->draws_target ? (fl_pcg_next(&rng) >> 31) + tables->target_base : tables->rooms;
        floors->state[i] = rng.state;
        floors->increment[i] = rng.increment;
        out->target[i] = (uint8_t)target;
        k->waiting[i] = (uint16_t)i;
    }
    k->waiting_n = out->n;
}

/* Starts an attempt for n of the waiting floors: draws their coins. */
static void begin_attempts(kernel *k, const uint16_t *waiting, unsigned n)
{
    const fl_kernel_tables *tables = k->finish.tables;
    fl_kernel_streams *floors = &k->finish.work->floors;
    fl_kernel_scalar_block *block = &k->block;
    block->n = n;
    for (unsigned i = 0; i < n; i++) {
        unsigned floor = waiting[i];
        unsigned target = k->finish.out->target[floor];
        fl_pcg rng = {floors->state[floor], floors->increment[floor]};
        uint64_t low = fl_pcg_next(&rng);
        block->low[i] = low | (uint64_t)fl_pcg_next(&rng) << 32;
        block->high[i] = fl_pcg_next(&rng);
        block->floor[i] = (uint16_t)floor;
        block->limit[i] = tables->rooms_max > 0 ? tables->rooms_max : target;
        block->least[i] = tables->rooms_min > 0 ? tables->rooms_min : target;
        floors->state[floor] = rng.state;
    }
}

/* Queues of the layouts with enough rooms; the other floors wait for their next attempt. */
static void collect(kernel *k)
{
    const fl_kernel_scalar_block *block = &k->block;
    fl_kernel_scalar_rows enough;
    fl_kernel_scalar_block_find(&enough, block->is_chosen, block->n);
    fl_kernel_scalar_queue_run(&k->queue, block, &enough, &k->layouts);
    unsigned refused_n = k->finish.refused_n;
    for (unsigned i = 0; i < block->n; i++) {
        k->waiting[refused_n] = block->floor[i];
        refused_n += 1 - (unsigned)block->is_chosen[i];
    }
    k->finish.refused_n = refused_n;
}

/* One attempt for every waiting floor. The refused ones are written into the same array, behind which the
 * loop already is. */
static void try_all(kernel *k)
{
    const fl_kernel_scalar_grow grow = {k->finish.tables, &k->queue, &k->finish.work->floors};
    k->finish.attempt++;
    k->finish.refused_n = 0;
    for (unsigned from = 0; from < k->waiting_n; from += FL_KERNEL_SCALAR_ROWS) {
        unsigned n = k->waiting_n - from;
        begin_attempts(k, &k->waiting[from], n < FL_KERNEL_SCALAR_ROWS ? n : FL_KERNEL_SCALAR_ROWS);
        fl_kernel_scalar_grow_run(&grow, &k->block);
        collect(k);
        fl_kernel_scalar_finish_run(&k->finish, &k->layouts);
    }
    k->waiting_n = k->finish.refused_n;
}

/* Floors for which no layout was accepted. */
static void fail(kernel *k)
{
    fl_classic_batch *out = k->finish.out;
    for (unsigned i = 0; i < k->waiting_n; i++) {
        unsigned floor = k->waiting[i];
        out->even[floor] = out->odd[floor] = 0;
        out->facts[floor] = (uint64_t)k->finish.attempt << FL_CLASSIC_BATCH_ATTEMPTS;
        out->rolls[0][floor] = out->rolls[1][floor] = 0;
        for (unsigned pick = 0; pick < k->finish.tables->rolls_n + 2 && out->wants_cells; pick++) {
            out->cell[pick][floor] = FL_CLASSIC_BATCH_NOWHERE;
        }
    }
    out->failed_n += k->waiting_n;
}

void fl_kernel_scalar_make(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_work *work)
{
    kernel k;
    work->reference_n = 0;
    k.finish = (fl_kernel_scalar_finish){
        .tables = tables, .queue = &k.queue, .work = work, .out = out, .refused = k.waiting};
    fl_kernel_scalar_queue_init(&k.queue, tables);
    begin_floors(&k, key);
    while (k.waiting_n > 0 && k.finish.attempt < tables->attempts_max) {
        try_all(&k);
    }
    fail(&k);
}
