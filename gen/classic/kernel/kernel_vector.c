/* SPDX-License-Identifier: MIT */
/* The vector kernel: one floor per lane, compiled once per backend. Its readable counterpart is make_board in
 * gen/classic/classic.c, which it must equal floor by floor; tests/oracle/test_kernel.c compares them.
 *
 * A block of floors gets an attempt each, and attempts that have not ended grow on. Layouts with enough
 * rooms wait until two vectors of equal effort are full, and are finished together. A floor whose attempt
 * ended with too few rooms, or whose layout was refused, waits for its next attempt. */
#include "gen/classic/kernel/kernel_private.h"

#include "gen/classic/kernel/cells.h"
#include "gen/classic/kernel/queues.h"

#ifndef FL_KERNEL_VECTOR_NAME
#define FL_KERNEL_VECTOR_NAME fl_kernel_vector_avx2
#endif

enum {
    FULL = 2 * FL_LANES_N
}; /* two vectors, so that the processor can work on one while the other waits for a result */

typedef struct kernel {
    const fl_kernel_tables *tables;
    fl_classic_batch *out;
    fl_kernel_work *work;
    uint64_t base;                                              /* of the floors' streams */
    unsigned started;                                           /* floors taken from them */
    fl_kernel_queues_floors floors;                             /* that wait for an attempt */
    fl_kernel_queues_attempts growing;                          /* unfinished attempts */
    fl_kernel_queues_layouts unsorted;                          /* layouts that have enough rooms */
    fl_kernel_queues_layouts waiting[FL_KERNEL_QUEUES_EFFORTS]; /* the same, sorted */
    fl_kernel_order order[2];
    fl_kernel_finish finish[2];
} kernel;

FL_LANES_INLINE static inline fl_lanes mix(fl_lanes x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Starts a block of floors: their streams (fl_key_stream), the draw that left them without a curse, and rooms
 * wanted (fl_classic_grow_target). */
static void start_floors(kernel *k)
{
    static const uint64_t places[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint64_t *numbers = k->out->number;
    const fl_kernel_tables *tables = k->tables;
    unsigned left = k->out->n - k->started;
    unsigned n = left < FL_KERNEL_QUEUES_BLOCK ? left : FL_KERNEL_QUEUES_BLOCK;
    unsigned to = fl_kernel_queues_reserve(&k->floors, FL_KERNEL_QUEUES_BLOCK);
    for (unsigned i = 0; i < n; i += FL_LANES_N) {
        fl_lanes place = fl_lanes_load(places) + k->started + i;
        fl_lanes number = numbers ? fl_lanes_load(&numbers[k->started + i]) : place + k->out->first;
        fl_lanes floor = mix(k->base ^ mix(number + 0x9e3779b97f4a7c15u));
        fl_kernel_random rng = {.state = mix(floor ^ 0x2545f4914f6cdd1du), .increment = mix(floor) | 1};
        if (tables->draws_curse) {
            (void)fl_kernel_random_word(&rng, fl_lanes_mask_all());
        }
        fl_lanes target = fl_lanes_splat(tables->rooms);
        if (tables->draws_target) {
            fl_lanes word = fl_kernel_random_next(&rng, fl_lanes_mask_all());
            target = (word >> 31) + tables->target_base;
        }
        fl_lanes_store(&k->floors.state[to + i], rng.state);
        fl_lanes_store(&k->floors.increment[to + i], rng.increment);
        fl_lanes_store(&k->floors.job[to + i], place | target << FL_KERNEL_JOB_TARGET);
        fl_lanes_to_bytes(&k->out->target[k->started + i], target);
    }
    k->started += n;
    k->floors.tail = to + n;
}

/* Records a floor without an accepted layout. */
static void fail(kernel *k, uint64_t job)
{
    unsigned floor = (unsigned)job & 0xffff;
    k->out->even[floor] = k->out->odd[floor] = 0;
    k->out->facts[floor] = job >> FL_KERNEL_JOB_ATTEMPTS << FL_CLASSIC_BATCH_ATTEMPTS;
    k->out->rolls[0][floor] = k->out->rolls[1][floor] = 0;
    for (unsigned i = 0; i < k->tables->rolls_n + 2 && k->out->wants_cells; i++) {
        k->out->cell[i][floor] = FL_CLASSIC_BATCH_NOWHERE;
    }
    k->out->failed_n++;
}

/* Writes the columns of the accepted floors. */
FL_LANES_INLINE static inline void write_floors(kernel *k, const fl_kernel_finish *f, fl_lanes_mask m)
{
    fl_classic_batch *out = k->out;
    unsigned shift = k->tables->shift;
    fl_lanes at = f->job & 0xffff;
    fl_lanes secret = f->secret - fl_lanes_keep(fl_lanes_nonzero(f->criterion), fl_lanes_splat(shift));
    fl_lanes facts = (f->boss - shift) << FL_CLASSIC_BATCH_END | secret << FL_CLASSIC_BATCH_SECRET |
                     f->criterion << FL_CLASSIC_BATCH_CRITERION | f->best << FL_CLASSIC_BATCH_BEST |
                     f->end_rooms_n << FL_CLASSIC_BATCH_ENDS |
                     f->job >> FL_KERNEL_JOB_ATTEMPTS << FL_CLASSIC_BATCH_ATTEMPTS;
    fl_lanes place = fl_lanes_select(m, at, fl_lanes_splat(FL_CLASSIC_BATCH_DISCARD));
    fl_lanes_scatter(out->even, place, shift ? f->order->board[1] : f->order->board[0]);
    fl_lanes_scatter(out->odd, place, shift ? f->order->board[0] >> 1 : f->order->board[1]);
    fl_lanes_scatter(out->facts, place, facts);
    if (k->tables->rolls_n > 0) {
        fl_lanes_scatter(out->rolls[0], place, f->rolls[0]);
    }
    if (k->tables->rolls_n > 8) {
        fl_lanes_scatter(out->rolls[1], place, f->rolls[1]);
    }
    for (unsigned bits = fl_lanes_mask_bits(m); bits && out->has_tries; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        k->work->open[fl_lanes_get(at, lane)] = (uint8_t)fl_lanes_get(f->open, lane);
    }
    if (out->wants_cells) {
        fl_kernel_cells_write(f, m, out);
    }
}

/* Returns floors without a layout to the queue for their next attempt, or fails them. */
FL_LANES_INLINE static inline void refuse(kernel *k, fl_lanes_mask m, const fl_kernel_random *rng,
                                          fl_lanes job)
{
    fl_lanes most = fl_lanes_splat((uint64_t)k->tables->attempts_max << FL_KERNEL_JOB_ATTEMPTS);
    fl_lanes_mask spent = m & fl_lanes_mask_not(fl_lanes_less(job, most));
    for (unsigned bits = fl_lanes_mask_bits(spent); bits; bits &= bits - 1) {
        fail(k, fl_lanes_get(job, (unsigned)__builtin_ctz(bits)));
    }
    fl_kernel_queues_add_floors(&k->floors, m & fl_lanes_mask_not(spent), rng, job);
}

/* Loads n waiting layouts, from number `from` on. */
FL_LANES_INLINE static inline void load(kernel *k, unsigned g, const fl_kernel_queues_layouts *p,
                                        unsigned from, unsigned n)
{
    fl_kernel_order *order = &k->order[g];
    order->tables = k->tables;
    order->active = fl_lanes_mask_first(n);
    order->rng.state = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_STATE][from]);
    order->rng.increment = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_INCREMENT][from]);
    order->rng.closest = fl_lanes_splat(UINT32_MAX);
    fl_lanes *halves = k->tables->start_returns ? order->tails : order->board;
    halves[0] = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_HALF_0][from]);
    halves[1] = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_HALF_1][from]);
    k->finish[g].order = order;
    k->finish[g].wants_picks = k->out->wants_cells;
    fl_lanes job = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_JOB][from]);
    order->last_wave_number = fl_lanes_keep(order->active, job >> FL_KERNEL_JOB_WAVES & 0x7f);
    order->last_wave = fl_lanes_load(&p->column[FL_KERNEL_QUEUES_LAST_WAVE][from]);
    order->keeps_waves = k->out->wants_cells;
    order->limit = fl_kernel_grow_limit(k->tables, job);
    k->finish[g].job = job & ~(0xffull << FL_KERNEL_JOB_WAVES);
}

/* Sorts finished floors: into the columns, to the reference, or back to wait for their next attempt. */
FL_LANES_INLINE static inline void store_results(kernel *k, const fl_kernel_finish *f)
{
    fl_lanes_mask rare = f->order->active & fl_kernel_random_close(&f->order->rng);
    fl_lanes_mask sure = f->order->active & fl_lanes_mask_not(rare);
    for (unsigned bits = fl_lanes_mask_bits(rare); bits; bits &= bits - 1) {
        unsigned floor = (unsigned)fl_lanes_get(f->job, (unsigned)__builtin_ctz(bits)) & 0xffff;
        k->work->reference[k->work->reference_n++] = (uint16_t)floor;
        k->out->even[floor] = k->out->odd[floor] = 0;
    }
    write_floors(k, f, f->passed & sure);
    fl_lanes_mask refused = sure & fl_lanes_mask_not(f->passed);
    if (fl_lanes_mask_any(refused)) {
        refuse(k, refused, &f->order->rng, f->job);
    }
}

/* Finishes the last layouts of a list, at most two vectors. */
static void finish(kernel *k, fl_kernel_queues_layouts *p)
{
    unsigned n = p->n < FULL ? p->n : FULL;
    unsigned first = n < FL_LANES_N ? n : FL_LANES_N;
    p->n -= n;
    load(k, 0, p, p->n, first);
    load(k, 1, p, p->n + first, n - first);
    fl_kernel_order_run(k->order);
    fl_kernel_finish_run(k->finish);
    store_results(k, &k->finish[0]);
    store_results(k, &k->finish[1]);
}

/* Sorts attempts: ended ones to the layouts or, with too few rooms, back to the floors; the others to
 * those still growing. */
FL_LANES_INLINE static inline void sort_ended(kernel *k, const fl_kernel_grow *a, fl_lanes_mask on)
{
    const fl_kernel_tables *tables = k->tables;
    fl_lanes_mask ended = a->ended & on;
    fl_lanes least = a->limit;
    if (tables->rooms_min > 0 || tables->rooms_max > 0) {
        fl_lanes target = a->job >> FL_KERNEL_JOB_TARGET & 0xff;
        least = tables->rooms_min > 0 ? fl_lanes_splat(tables->rooms_min) : target;
    }
    fl_lanes_mask enough = ended & fl_lanes_mask_not(fl_lanes_less(a->rooms, least));
    fl_kernel_queues_add_attempts(&k->growing, tables, on & fl_lanes_mask_not(ended), a);
    fl_kernel_queues_add_layouts(&k->unsorted, tables, enough, a);
    refuse(k, ended & fl_lanes_mask_not(enough), &a->rng, a->job & ~(0xffull << FL_KERNEL_JOB_WAVES));
}

/* Grows some rounds between two checks for ended lanes; a check costs about as much as a round. */
FL_LANES_INLINE static inline void grow(kernel *k, fl_kernel_grow *a, fl_lanes_mask on)
{
    for (unsigned round = 0; round < k->tables->rounds; round++) {
        fl_kernel_grow_round(k->tables, a);
    }
    sort_ended(k, a, on);
}

/* Starts an attempt for each waiting floor, at most a block. */
static void begin_attempts(kernel *k)
{
    if (k->floors.tail - k->floors.head < FL_KERNEL_QUEUES_BLOCK && k->started < k->out->n) {
        start_floors(k);
    }
    for (unsigned at = 0; at < FL_KERNEL_QUEUES_BLOCK && k->floors.head < k->floors.tail; at += FL_LANES_N) {
        fl_kernel_grow a;
        unsigned n = fl_kernel_queues_take_floors(&k->floors, &a);
        fl_kernel_grow_begin(k->tables, &a);
        grow(k, &a, fl_lanes_mask_first(n));
    }
}

/* True if a floor is not started yet or waits for an attempt. */
static bool has_floors(const kernel *k)
{
    return k->started < k->out->n || k->floors.head < k->floors.tail;
}

/* Grows all unfinished attempts for some more rounds. */
static void grow_more(kernel *k)
{
    unsigned n = k->growing.n;
    k->growing.n = 0;
    for (unsigned at = 0; at < n; at += FL_LANES_N) {
        fl_kernel_grow a;
        fl_kernel_queues_load_attempts(&k->growing, k->tables, at, &a);
        grow(k, &a, fl_lanes_mask_first(n - at < FL_LANES_N ? n - at : FL_LANES_N));
    }
}

/* Finishes layouts if at least `least` of an effort wait; returns true if there were any. */
static bool finish_waiting(kernel *k, unsigned least)
{
    bool has_any = false;
    for (unsigned i = 0; i < FL_KERNEL_QUEUES_EFFORTS; i++) {
        while (k->waiting[i].n >= least) {
            has_any = true;
            finish(k, &k->waiting[i]);
        }
    }
    return has_any;
}

static void run(kernel *k)
{
    do {
        while (has_floors(k)) {
            begin_attempts(k);
            while (k->growing.n >= FULL) {
                grow_more(k);
            }
            fl_kernel_queues_sort_layouts(&k->unsorted, k->tables, k->waiting);
            (void)finish_waiting(k, FULL);
        }
        while (k->growing.n > 0) {
            grow_more(k);
        }
        fl_kernel_queues_sort_layouts(&k->unsorted, k->tables, k->waiting);
    } while (has_floors(k) || finish_waiting(k, 1));
}

void FL_KERNEL_VECTOR_NAME(const fl_kernel_tables *tables, const fl_key *key, fl_classic_batch *out,
                           fl_kernel_work *work)
{
    kernel k;
    k.tables = tables;
    k.out = out;
    k.work = work;
    k.base = key->base;
    k.started = 0;
    k.floors.head = k.floors.tail = 0;
    k.growing.n = k.unsorted.n = 0;
    for (unsigned i = 0; i < FL_KERNEL_QUEUES_EFFORTS; i++) {
        k.waiting[i].n = 0;
    }
    work->reference_n = 0;
    run(&k);
}
