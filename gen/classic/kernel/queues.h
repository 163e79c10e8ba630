/* Where floors, attempts and layouts wait until there are enough of them to be worked on a vector at a time. */
#ifndef FL_GEN_CLASSIC_KERNEL_QUEUES_H
#define FL_GEN_CLASSIC_KERNEL_QUEUES_H

#include "gen/classic/kernel/grow.h"
#include "gen/classic/kernel/kernel_vector.h"

/* Pools and lines are no powers of two: columns would share cache lines. What a line may hold is never passed: a kernel has
 * less than three blocks of floors at a time. */
enum {
    FL_CLASSIC_WAIT_BLOCK = 128, /* floors that get an attempt before layouts are finished */
    FL_CLASSIC_WAIT_WALKS = 31,  /* a bit of a job: its order asks for several walks */
    FL_CLASSIC_WAIT_POOL = FL_CLASSIC_WAIT_BLOCK + 11 * FL_LANES_N,
    FL_CLASSIC_WAIT_LINE = 4 * FL_CLASSIC_WAIT_BLOCK + 5 * FL_LANES_N,
};

/* What waits of a layout. The halves are the coins' where the start returns, the board's where no coins are needed any
 * more. Of an attempt that goes on more is kept. */
typedef enum fl_classic_wait_column {
    FL_CLASSIC_WAIT_STATE,
    FL_CLASSIC_WAIT_INCREMENT,
    FL_CLASSIC_WAIT_HALF_0,
    FL_CLASSIC_WAIT_HALF_1,
    FL_CLASSIC_WAIT_JOB,
    FL_CLASSIC_WAIT_TIP,
    FL_CLASSIC_WAIT_LAYOUT, /* so many columns has a layout */
    FL_CLASSIC_WAIT_TAILS_0 = FL_CLASSIC_WAIT_LAYOUT,
    FL_CLASSIC_WAIT_TAILS_1,
    FL_CLASSIC_WAIT_FIRST_STATE,
    FL_CLASSIC_WAIT_ATTEMPT, /* and so many an attempt */
} fl_classic_wait_column;

/* Layouts with enough rooms, by what is to be done for their order: one walk through few waves, or through more; several
 * walks. */
typedef enum fl_classic_wait_kind {
    FL_CLASSIC_WAIT_FEW_WAVES,
    FL_CLASSIC_WAIT_MORE_WAVES,
    FL_CLASSIC_WAIT_SEVERAL,
    FL_CLASSIC_WAIT_KINDS,
} fl_classic_wait_kind;

typedef struct fl_classic_wait_pool {
    uint64_t column[FL_CLASSIC_WAIT_LAYOUT][FL_CLASSIC_WAIT_POOL];
    unsigned n;
} fl_classic_wait_pool;

/* Floors that wait for an attempt, first come, first served: from `head` to before `tail`. */
typedef struct fl_classic_wait_line {
    uint64_t state[FL_CLASSIC_WAIT_LINE], increment[FL_CLASSIC_WAIT_LINE], job[FL_CLASSIC_WAIT_LINE];
    unsigned head, tail;
} fl_classic_wait_line;

typedef struct fl_classic_wait_list {
    uint64_t column[FL_CLASSIC_WAIT_ATTEMPT][FL_CLASSIC_WAIT_POOL];
    unsigned n;
} fl_classic_wait_list;

/* Layouts of the lanes of the mask join a pool. */
FL_LANES_INLINE static inline void fl_classic_wait_join(fl_classic_wait_pool *self, fl_lanes_mask m,
                                                        const fl_lanes row[FL_CLASSIC_WAIT_LAYOUT])
{
    fl_lanes_ranks ranks = fl_lanes_rank(m);
    unsigned at = self->n;
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_LAYOUT; i++) {
        fl_lanes_store(&self->column[i][at], fl_lanes_deal(row[i], ranks));
    }
    self->n = at + fl_lanes_number(m);
}

/* Layouts that have enough rooms wait to be sorted. */
FL_LANES_INLINE static inline void fl_classic_wait_enter(fl_classic_wait_pool *self,
                                                         const fl_classic_setup *setup, fl_lanes_mask m,
                                                         const fl_classic_attempt *from)
{
    const fl_lanes *halves = setup->returns ? from->tails : from->board;
    fl_lanes_mask over = fl_lanes_less(from->limit, from->rooms);
    fl_lanes_mask several = over & fl_lanes_less(from->rooms - from->limit + 1, fl_lanes_count(from->tip));
    const fl_lanes row[] = {setup->returns ? from->first_state : from->rng.state,
                            from->rng.increment,
                            halves[0],
                            halves[1],
                            fl_lanes_flip(several, from->job, 1ull << FL_CLASSIC_WAIT_WALKS),
                            from->tip};
    fl_classic_wait_join(self, m, row);
}

/* All of them go to their pools: each waits in company of those for whose order as much is to be done. */
static inline void fl_classic_wait_sort(fl_classic_wait_pool *self, const fl_classic_setup *setup,
                                        fl_classic_wait_pool pool[FL_CLASSIC_WAIT_KINDS])
{
    for (unsigned at = 0; at < self->n; at += FL_LANES_N) {
        fl_lanes row[FL_CLASSIC_WAIT_LAYOUT];
        for (unsigned i = 0; i < FL_CLASSIC_WAIT_LAYOUT; i++) {
            row[i] = fl_lanes_load(&self->column[i][at]);
        }
        fl_lanes_mask m = fl_lanes_first(self->n - at < FL_LANES_N ? self->n - at : FL_LANES_N);
        fl_lanes job = row[FL_CLASSIC_WAIT_JOB];
        fl_lanes_mask several = fl_lanes_some(job & (1ull << FL_CLASSIC_WAIT_WALKS));
        fl_lanes waves = job >> FL_CLASSIC_ATTEMPT_WAVES & 0x7f;
        fl_lanes_mask few = fl_lanes_less(waves, fl_lanes_all(setup->waves + 1));
        fl_lanes_mask one = m & fl_lanes_others(several);
        fl_classic_wait_join(&pool[FL_CLASSIC_WAIT_FEW_WAVES], one & few, row);
        fl_classic_wait_join(&pool[FL_CLASSIC_WAIT_MORE_WAVES], one & fl_lanes_others(few), row);
        fl_classic_wait_join(&pool[FL_CLASSIC_WAIT_SEVERAL], m & several, row);
    }
    self->n = 0;
}

/* Attempts of the lanes of the mask wait to go on. */
FL_LANES_INLINE static inline void fl_classic_wait_on(fl_classic_wait_list *self,
                                                      const fl_classic_setup *setup, fl_lanes_mask m,
                                                      const fl_classic_attempt *from)
{
    const fl_lanes row[] = {from->rng.state, from->rng.increment, from->board[0], from->board[1],   from->job,
                            from->tip,       from->tails[0],      from->tails[1], from->first_state};
    unsigned columns = setup->returns ? FL_CLASSIC_WAIT_ATTEMPT : FL_CLASSIC_WAIT_FIRST_STATE;
    fl_lanes_ranks ranks = fl_lanes_rank(m);
    unsigned at = self->n;
    for (unsigned i = 0; i < columns; i++) {
        fl_lanes_store(&self->column[i][at], fl_lanes_deal(row[i], ranks));
    }
    self->n = at + fl_lanes_number(m);
}

/* A vector of them. */
FL_LANES_INLINE static inline void fl_classic_wait_read(const fl_classic_wait_list *self,
                                                        const fl_classic_setup *setup, unsigned at,
                                                        fl_classic_attempt *out)
{
    out->rng.state = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_STATE][at]);
    out->rng.increment = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_INCREMENT][at]);
    for (unsigned half = 0; half < 2; half++) {
        out->board[half] = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_HALF_0 + half][at]);
        out->tails[half] = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_TAILS_0 + half][at]);
    }
    out->job = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_JOB][at]);
    out->tip = fl_lanes_load(&self->column[FL_CLASSIC_WAIT_TIP][at]);
    out->first_state =
        setup->returns ? fl_lanes_load(&self->column[FL_CLASSIC_WAIT_FIRST_STATE][at]) : out->rng.state;
    out->limit = fl_classic_attempt_limit(setup, out->job);
    out->rooms = fl_lanes_count_both(out->board[0], out->board[1]);
    out->ended = fl_lanes_of_bits(0);
}

/* The first floors of the line get an attempt, at most a vector of them; how many there are. */
FL_LANES_INLINE static inline unsigned fl_classic_wait_leave(fl_classic_wait_line *self,
                                                             fl_classic_attempt *out)
{
    unsigned at = self->head;
    unsigned n = self->tail - at < FL_LANES_N ? self->tail - at : FL_LANES_N;
    out->rng.state = fl_lanes_load(&self->state[at]);
    out->rng.increment = fl_lanes_load(&self->increment[at]);
    out->job = fl_lanes_load(&self->job[at]);
    self->head = at + n;
    return n;
}

/* Moves those who wait to the front. */
static inline void fl_classic_wait_close_ranks(fl_classic_wait_line *self)
{
    unsigned n = self->tail - self->head;
    memmove(self->state, &self->state[self->head], n * sizeof *self->state);
    memmove(self->increment, &self->increment[self->head], n * sizeof *self->increment);
    memmove(self->job, &self->job[self->head], n * sizeof *self->job);
    self->head = 0;
    self->tail = n;
}

/* Where n floors may be written that join the line. */
static inline unsigned fl_classic_wait_room(fl_classic_wait_line *self, unsigned n)
{
    if (self->tail + n > FL_CLASSIC_WAIT_LINE) {
        fl_classic_wait_close_ranks(self);
    }
    return self->tail;
}

/* Floors of the lanes of the mask wait for another attempt. */
FL_LANES_INLINE static inline void fl_classic_wait_again(fl_classic_wait_line *self, fl_lanes_mask m,
                                                         const fl_classic_lanes *rng, fl_lanes job)
{
    fl_lanes_ranks ranks = fl_lanes_rank(m);
    unsigned at = fl_classic_wait_room(self, FL_LANES_N);
    fl_lanes_store(&self->state[at], fl_lanes_deal(rng->state, ranks));
    fl_lanes_store(&self->increment[at], fl_lanes_deal(rng->increment, ranks));
    fl_lanes_store(&self->job[at], fl_lanes_deal(job, ranks));
    self->tail = at + fl_lanes_number(m);
}

#endif
