/* The kernel's waiting lines: floors for their next attempt, attempts for a lane, layouts to be finished. */
#ifndef FL_GEN_CLASSIC_CLASSIC_WAIT_H
#define FL_GEN_CLASSIC_CLASSIC_WAIT_H

#include "gen/classic/classic_kernel.h"
#include "gen/classic/classic_lanes.h"

/* What waits of an attempt or a layout. The halves are the coins' where the attempt begins or the start returns, the
 * board's where a layout needs no coins any more. */
typedef enum fl_classic_wait_column {
    FL_CLASSIC_WAIT_STATE,
    FL_CLASSIC_WAIT_INCREMENT,
    FL_CLASSIC_WAIT_HALF_0,
    FL_CLASSIC_WAIT_HALF_1,
    FL_CLASSIC_WAIT_JOB,
    FL_CLASSIC_WAIT_EVEN,                       /* the even half's rooms of an attempt that begins */
    FL_CLASSIC_WAIT_TIP = FL_CLASSIC_WAIT_EVEN, /* the last wave's rooms of a layout */
    FL_CLASSIC_WAIT_COLUMNS,
} fl_classic_wait_column;

enum {
    FL_CLASSIC_WAIT_LINE = 16 * FL_LANES_N,
    FL_CLASSIC_WAIT_POOL = 4 * FL_LANES_N,
    FL_CLASSIC_WAIT_POOLS = 3,    /* for their order: one walk through few waves, or more; several walks */
    FL_CLASSIC_WAIT_WAVES = 24,   /* a byte of a job: waves of its attempt */
    FL_CLASSIC_WAIT_SEVERAL = 31, /* its highest bit: the order asks for several walks */
};

/* First come, first served: from `head` to before `tail`. */
typedef struct fl_classic_wait_line {
    uint64_t column[FL_CLASSIC_WAIT_COLUMNS][FL_CLASSIC_WAIT_LINE + FL_LANES_N];
    unsigned head, tail;
} fl_classic_wait_line;

typedef struct fl_classic_wait_pool {
    uint64_t column[FL_CLASSIC_WAIT_COLUMNS][FL_CLASSIC_WAIT_POOL];
    unsigned n;
} fl_classic_wait_pool;

/* Moves those who wait to the front. */
static inline void fl_classic_wait_close_ranks(fl_classic_wait_line *self)
{
    unsigned n = self->tail - self->head;
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_COLUMNS; i++) {
        memmove(self->column[i], &self->column[i][self->head], n * sizeof *self->column[i]);
    }
    self->head = 0;
    self->tail = n;
}

/* Where a vector may be written that joins the line. */
static inline unsigned fl_classic_wait_end(fl_classic_wait_line *self)
{
    if (self->tail + FL_LANES_N > FL_CLASSIC_WAIT_LINE) {
        fl_classic_wait_close_ranks(self);
    }
    return self->tail;
}

/* The first n lanes join the line. */
FL_LANES_INLINE static inline void fl_classic_wait_enter(fl_classic_wait_line *self, unsigned n,
                                                         const fl_lanes row[FL_CLASSIC_WAIT_COLUMNS])
{
    unsigned at = fl_classic_wait_end(self);
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_COLUMNS; i++) {
        fl_lanes_store(&self->column[i][at], row[i]);
    }
    self->tail += n;
}

/* The lanes of the mask join the line. */
FL_LANES_INLINE static inline void fl_classic_wait_join(fl_classic_wait_line *self, fl_lanes_mask m,
                                                        const fl_lanes row[FL_CLASSIC_WAIT_COLUMNS])
{
    unsigned at = fl_classic_wait_end(self);
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_COLUMNS; i++) {
        fl_lanes_pack(&self->column[i][at], m, row[i]);
    }
    self->tail += fl_lanes_number(m);
}

/* The first of the line, at most a vector of them, leave it; how many there are. */
FL_LANES_INLINE static inline unsigned fl_classic_wait_leave(fl_classic_wait_line *self,
                                                             fl_lanes row[FL_CLASSIC_WAIT_COLUMNS])
{
    unsigned n = self->tail - self->head < FL_LANES_N ? self->tail - self->head : FL_LANES_N;
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_COLUMNS; i++) {
        row[i] = fl_lanes_load(&self->column[i][self->head]);
    }
    self->head += n;
    return n;
}

/* Layouts of the lanes of the mask go to their pools: each waits in company of those for whose order as much is to be done.
 * `few` are the waves that most attempts take. */
FL_LANES_INLINE static inline void fl_classic_wait_sort(fl_classic_wait_pool pool[FL_CLASSIC_WAIT_POOLS],
                                                        fl_lanes_mask m,
                                                        const fl_lanes row[FL_CLASSIC_WAIT_COLUMNS],
                                                        unsigned few)
{
    fl_lanes waves = row[FL_CLASSIC_WAIT_JOB] >> FL_CLASSIC_WAIT_WAVES & 0x7f;
    fl_lanes_mask usual = fl_lanes_less(waves, fl_lanes_all(few + 1));
    fl_lanes_mask several = fl_lanes_some(row[FL_CLASSIC_WAIT_JOB] & (1ull << FL_CLASSIC_WAIT_SEVERAL));
    fl_lanes_mask one = m & fl_lanes_others(several);
    const fl_lanes_mask sorted[] = {one & usual, one & fl_lanes_others(usual), m & several};
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_POOLS; i++) {
        for (unsigned c = 0; c < FL_CLASSIC_WAIT_COLUMNS; c++) {
            fl_lanes_pack(&pool[i].column[c][pool[i].n], sorted[i], row[c]);
        }
        pool[i].n += fl_lanes_number(sorted[i]);
    }
}

/* Floors of the lanes of the mask wait for another attempt. */
FL_LANES_INLINE static inline void fl_classic_wait_again(fl_classic_kernel_floors *self, fl_lanes_mask m,
                                                         const fl_classic_lanes *rng, fl_lanes job)
{
    if (self->tail + FL_LANES_N > FL_CLASSIC_KERNEL_FLOORS) {
        unsigned n = self->tail - self->head;
        memmove(self->state, &self->state[self->head], n * sizeof *self->state);
        memmove(self->increment, &self->increment[self->head], n * sizeof *self->increment);
        memmove(self->job, &self->job[self->head], n * sizeof *self->job);
        self->head = 0;
        self->tail = n;
    }
    fl_lanes_pack(&self->state[self->tail], m, rng->state);
    fl_lanes_pack(&self->increment[self->tail], m, rng->increment);
    fl_lanes_pack(&self->job[self->tail], m, job);
    self->tail += fl_lanes_number(m);
}

#endif
