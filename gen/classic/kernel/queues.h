/* SPDX-License-Identifier: MIT */
/* Lists in which floors, attempts and layouts wait until they fill a vector. The readable counterpart is the
 * loop in gen/classic/classic.c that tries one layout after the other for one floor; only the order of work
 * differs. */
#ifndef FL_GEN_CLASSIC_KERNEL_QUEUES_H
#define FL_GEN_CLASSIC_KERNEL_QUEUES_H

#include "gen/classic/kernel/grow.h"

/* Sizes are no powers of two, so that the columns do not compete for the same lines of the cache. A kernel
 * works on less than three blocks of floors at a time; so the lists never overflow. */
enum {
    FL_KERNEL_QUEUES_BLOCK = 128,     /* floors that get an attempt before layouts are finished */
    FL_KERNEL_JOB_SEVERAL_WALKS = 31, /* bit of a job: its layout needs several walks, see order.h */
    FL_KERNEL_QUEUES_LAYOUTS_MAX = FL_KERNEL_QUEUES_BLOCK + 11 * FL_LANES_N,
    FL_KERNEL_QUEUES_FLOORS_MAX = 4 * FL_KERNEL_QUEUES_BLOCK + 5 * FL_LANES_N,
};

/* The stored data of a waiting layout. HALF_0 and HALF_1 are its coins where the start returns (the layout is
 * grown again from them), else its board. More is kept of an attempt that is still growing. */
typedef enum fl_kernel_queues_column {
    FL_KERNEL_QUEUES_STATE,
    FL_KERNEL_QUEUES_INCREMENT,
    FL_KERNEL_QUEUES_HALF_0,
    FL_KERNEL_QUEUES_HALF_1,
    FL_KERNEL_QUEUES_JOB,
    FL_KERNEL_QUEUES_LAST_WAVE,
    FL_KERNEL_QUEUES_LAYOUT_COLUMNS, /* the number of columns of a layout */
    FL_KERNEL_QUEUES_TAILS_0 = FL_KERNEL_QUEUES_LAYOUT_COLUMNS,
    FL_KERNEL_QUEUES_TAILS_1,
    FL_KERNEL_QUEUES_FIRST_STATE,
    FL_KERNEL_QUEUES_ATTEMPT_COLUMNS, /* and of an attempt */
} fl_kernel_queues_column;

/* The cost of a layout's order: one walk through few waves, one through more, or several walks. Layouts of
 * equal effort are finished together. */
typedef enum fl_kernel_queues_effort {
    FL_KERNEL_QUEUES_FEW_WAVES,
    FL_KERNEL_QUEUES_MORE_WAVES,
    FL_KERNEL_QUEUES_SEVERAL_WALKS,
    FL_KERNEL_QUEUES_EFFORTS,
} fl_kernel_queues_effort;

typedef struct fl_kernel_queues_layouts {
    uint64_t column[FL_KERNEL_QUEUES_LAYOUT_COLUMNS][FL_KERNEL_QUEUES_LAYOUTS_MAX];
    unsigned n;
} fl_kernel_queues_layouts;

/* Floors that wait for an attempt, a queue: from `head` to before `tail`. */
typedef struct fl_kernel_queues_floors {
    uint64_t state[FL_KERNEL_QUEUES_FLOORS_MAX], increment[FL_KERNEL_QUEUES_FLOORS_MAX],
        job[FL_KERNEL_QUEUES_FLOORS_MAX];
    unsigned head, tail;
} fl_kernel_queues_floors;

typedef struct fl_kernel_queues_attempts {
    uint64_t column[FL_KERNEL_QUEUES_ATTEMPT_COLUMNS][FL_KERNEL_QUEUES_LAYOUTS_MAX];
    unsigned n;
} fl_kernel_queues_attempts;

/* Appends the layouts in the lanes of the mask. */
FL_LANES_INLINE static inline void fl_kernel_queues_append(
    fl_kernel_queues_layouts *self, fl_lanes_mask m, const fl_lanes row[FL_KERNEL_QUEUES_LAYOUT_COLUMNS])
{
    fl_lanes_permutation ranks = fl_lanes_compress_permutation(m);
    unsigned at = self->n;
    for (unsigned i = 0; i < FL_KERNEL_QUEUES_LAYOUT_COLUMNS; i++) {
        fl_lanes_store(&self->column[i][at], fl_lanes_compress(row[i], ranks));
    }
    self->n = at + fl_lanes_mask_count(m);
}

/* Appends the grown layouts in the lanes of the mask, unsorted. */
FL_LANES_INLINE static inline void fl_kernel_queues_add_layouts(fl_kernel_queues_layouts *self,
                                                                const fl_kernel_tables *tables,
                                                                fl_lanes_mask m, const fl_kernel_grow *from)
{
    const fl_lanes *halves = tables->start_returns ? from->tails : from->board;
    fl_lanes_mask over = fl_lanes_less(from->limit, from->rooms);
    fl_lanes_mask several =
        over & fl_lanes_less(from->rooms - from->limit + 1, fl_lanes_popcount(from->last_wave));
    const fl_lanes row[] = {tables->start_returns ? from->first_state : from->rng.state,
                            from->rng.increment,
                            halves[0],
                            halves[1],
                            fl_lanes_xor_where(several, from->job, 1ull << FL_KERNEL_JOB_SEVERAL_WALKS),
                            from->last_wave};
    fl_kernel_queues_append(self, m, row);
}

/* Distributes all of them by effort. */
static inline void fl_kernel_queues_sort_layouts(fl_kernel_queues_layouts *self,
                                                 const fl_kernel_tables *tables,
                                                 fl_kernel_queues_layouts pool[FL_KERNEL_QUEUES_EFFORTS])
{
    for (unsigned at = 0; at < self->n; at += FL_LANES_N) {
        fl_lanes row[FL_KERNEL_QUEUES_LAYOUT_COLUMNS];
        for (unsigned i = 0; i < FL_KERNEL_QUEUES_LAYOUT_COLUMNS; i++) {
            row[i] = fl_lanes_load(&self->column[i][at]);
        }
        fl_lanes_mask m = fl_lanes_mask_first(self->n - at < FL_LANES_N ? self->n - at : FL_LANES_N);
        fl_lanes job = row[FL_KERNEL_QUEUES_JOB];
        fl_lanes_mask several = fl_lanes_nonzero(job & (1ull << FL_KERNEL_JOB_SEVERAL_WALKS));
        fl_lanes waves = job >> FL_KERNEL_JOB_WAVES & 0x7f;
        fl_lanes_mask few = fl_lanes_less(waves, fl_lanes_splat(tables->waves + 1));
        fl_lanes_mask one = m & fl_lanes_mask_not(several);
        fl_kernel_queues_append(&pool[FL_KERNEL_QUEUES_FEW_WAVES], one & few, row);
        fl_kernel_queues_append(&pool[FL_KERNEL_QUEUES_MORE_WAVES], one & fl_lanes_mask_not(few), row);
        fl_kernel_queues_append(&pool[FL_KERNEL_QUEUES_SEVERAL_WALKS], m & several, row);
    }
    self->n = 0;
}

/* Appends the attempts in the lanes of the mask, which are still growing. */
FL_LANES_INLINE static inline void fl_kernel_queues_add_attempts(fl_kernel_queues_attempts *self,
                                                                 const fl_kernel_tables *tables,
                                                                 fl_lanes_mask m, const fl_kernel_grow *from)
{
    const fl_lanes row[] = {from->rng.state, from->rng.increment, from->board[0], from->board[1],   from->job,
                            from->last_wave, from->tails[0],      from->tails[1], from->first_state};
    unsigned columns =
        tables->start_returns ? FL_KERNEL_QUEUES_ATTEMPT_COLUMNS : FL_KERNEL_QUEUES_FIRST_STATE;
    fl_lanes_permutation ranks = fl_lanes_compress_permutation(m);
    unsigned at = self->n;
    for (unsigned i = 0; i < columns; i++) {
        fl_lanes_store(&self->column[i][at], fl_lanes_compress(row[i], ranks));
    }
    self->n = at + fl_lanes_mask_count(m);
}

/* Loads a vector of them, from number `at` on. */
FL_LANES_INLINE static inline void fl_kernel_queues_load_attempts(const fl_kernel_queues_attempts *self,
                                                                  const fl_kernel_tables *tables, unsigned at,
                                                                  fl_kernel_grow *out)
{
    out->rng.state = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_STATE][at]);
    out->rng.increment = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_INCREMENT][at]);
    for (unsigned half = 0; half < 2; half++) {
        out->board[half] = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_HALF_0 + half][at]);
        out->tails[half] = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_TAILS_0 + half][at]);
    }
    out->job = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_JOB][at]);
    out->last_wave = fl_lanes_load(&self->column[FL_KERNEL_QUEUES_LAST_WAVE][at]);
    out->first_state = tables->start_returns ? fl_lanes_load(&self->column[FL_KERNEL_QUEUES_FIRST_STATE][at])
                                             : out->rng.state;
    out->limit = fl_kernel_grow_limit(tables, out->job);
    out->rooms = fl_lanes_popcount_sum(out->board[0], out->board[1]);
    out->ended = fl_lanes_mask_from_bits(0);
}

/* Takes the first floors of the queue, at most a vector of them; returns how many. */
FL_LANES_INLINE static inline unsigned fl_kernel_queues_take_floors(fl_kernel_queues_floors *self,
                                                                    fl_kernel_grow *out)
{
    unsigned at = self->head;
    unsigned n = self->tail - at < FL_LANES_N ? self->tail - at : FL_LANES_N;
    out->rng.state = fl_lanes_load(&self->state[at]);
    out->rng.increment = fl_lanes_load(&self->increment[at]);
    out->job = fl_lanes_load(&self->job[at]);
    self->head = at + n;
    return n;
}

/* Moves the waiting floors to the front of the arrays. */
static inline void fl_kernel_queues_move_to_front(fl_kernel_queues_floors *self)
{
    unsigned n = self->tail - self->head;
    memmove(self->state, &self->state[self->head], n * sizeof *self->state);
    memmove(self->increment, &self->increment[self->head], n * sizeof *self->increment);
    memmove(self->job, &self->job[self->head], n * sizeof *self->job);
    self->head = 0;
    self->tail = n;
}

/* Makes room for n more floors; returns where to write them. */
static inline unsigned fl_kernel_queues_reserve(fl_kernel_queues_floors *self, unsigned n)
{
    if (self->tail + n > FL_KERNEL_QUEUES_FLOORS_MAX) {
        fl_kernel_queues_move_to_front(self);
    }
    return self->tail;
}

/* Appends the floors in the lanes of the mask, for another attempt. */
FL_LANES_INLINE static inline void fl_kernel_queues_add_floors(fl_kernel_queues_floors *self, fl_lanes_mask m,
                                                               const fl_kernel_random *rng, fl_lanes job)
{
    fl_lanes_permutation ranks = fl_lanes_compress_permutation(m);
    unsigned at = fl_kernel_queues_reserve(self, FL_LANES_N);
    fl_lanes_store(&self->state[at], fl_lanes_compress(rng->state, ranks));
    fl_lanes_store(&self->increment[at], fl_lanes_compress(rng->increment, ranks));
    fl_lanes_store(&self->job[at], fl_lanes_compress(job, ranks));
    self->tail = at + fl_lanes_mask_count(m);
}

#endif
