/* Growing: each lane tries one layout. One that has enough rooms waits until there are enough for a vector, then they are
 * finished together; a floor whose layout came to nothing, or was refused in the end, waits for another one. Lanes never
 * wait: each takes the next attempt at once, whosever floor it is.
 *
 * Growth needs no queue. All cells tried in a wave have one colour of the chequerboard and none of them is another's
 * neighbour; a cell that touches exactly one room was either tried for that room (and its coin was heads) or is to be tried
 * now. So a wave adds all empty cells that touch one room and whose coin is tails. Two waves make a round, after which
 * every lane is back on the start's colour. The queue's order is asked for only when a layout has enough rooms. */
#include "gen/classic/classic_kernel.h"

#include "gen/classic/classic_pick.h"
#include "gen/classic/classic_wait.h"

#ifndef FL_CLASSIC_KERNEL_NAME
#define FL_CLASSIC_KERNEL_NAME fl_classic_kernel_avx2
#endif

enum {
    GROUPS = 2,
    FULL = GROUPS * FL_LANES_N
}; /* vectors side by side: while one waits for a number the other has work */

/* An attempt per lane. */
typedef struct group {
    fl_classic_lanes rng;
    fl_lanes first_state; /* of the stream, behind the coins */
    fl_lanes tails[2], board[2];
    fl_lanes rooms, limit, job;
    fl_lanes tip;        /* the last wave's rooms */
    fl_lanes_mask alive; /* lanes that have an attempt */
    fl_lanes_mask ended; /* lanes whose attempt ended */
} group;

typedef struct kernel {
    const fl_classic_setup *setup;
    fl_batch *out;
    fl_classic_kernel_notes *notes;
    fl_classic_wait_line fresh;                          /* attempts that wait for a lane */
    fl_classic_wait_line enough;                         /* layouts that have enough rooms */
    fl_classic_wait_pool waiting[FL_CLASSIC_WAIT_POOLS]; /* the same, sorted */
    group group[GROUPS];
    fl_classic_order order[GROUPS];
    fl_classic_finish finish[GROUPS];
} kernel;

FL_LANES_INLINE static inline fl_lanes mix(fl_lanes x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The rooms at which a job's layouts stop growing. */
FL_LANES_INLINE static inline fl_lanes limit_of(const fl_classic_setup *setup, fl_lanes job)
{
    fl_lanes target = job >> FL_CLASSIC_FINISH_TARGET & 0xff;
    return setup->most > 0 ? fl_lanes_all(setup->most) : target;
}

/* Streams and rooms wanted of all floors: fl_key_stream and fl_classic_grow_target. */
static void make_jobs(kernel *k, const fl_key *key)
{
    const fl_classic_setup *setup = k->setup;
    fl_classic_kernel_floors *floors = &k->notes->floors;
    static const uint64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    fl_lanes number = fl_lanes_load(numbers);
    for (unsigned i = 0; i < k->out->n; i += FL_LANES_N, number += FL_LANES_N) {
        fl_lanes floor = mix(key->base ^ mix(number + k->out->first + 0x9e3779b97f4a7c15u));
        fl_classic_lanes rng = {.state = mix(floor ^ 0x2545f4914f6cdd1du), .increment = mix(floor) | 1};
        fl_lanes target = fl_lanes_all(setup->rooms);
        if (setup->draws_target) {
            fl_lanes word = fl_classic_lanes_next(&rng, fl_lanes_whole());
            target = (word >> 31) + setup->base;
        }
        fl_lanes_store(&floors->state[i], rng.state);
        fl_lanes_store(&floors->increment[i], rng.increment);
        fl_lanes_narrow(&k->out->target[i], target);
        fl_lanes_store(&floors->job[i], number | target << FL_CLASSIC_FINISH_TARGET);
    }
    floors->head = 0;
    floors->tail = k->out->n;
}

/* Begins attempts for a vector of floors, or for those that are left. Their first round needs few steps: the start's
 * neighbours are those with tails, and what they touch beside it they touch alone. */
FL_LANES_INLINE static inline void renew(kernel *k)
{
    const fl_classic_setup *setup = k->setup;
    fl_classic_kernel_floors *floors = &k->notes->floors;
    unsigned at = floors->head;
    unsigned n = floors->tail - at < FL_LANES_N ? floors->tail - at : FL_LANES_N;
    floors->head += n;
    fl_classic_lanes rng = {.state = fl_lanes_load(&floors->state[at]),
                            .increment = fl_lanes_load(&floors->increment[at])};
    fl_lanes job = fl_lanes_load(&floors->job[at]) + (1ull << FL_CLASSIC_FINISH_ATTEMPTS);
    fl_lanes tails[2];
    fl_classic_lanes_coins(setup, &rng, tails);
    fl_lanes first = tails[1] & setup->beside;
    fl_lanes second = fl_chequer_ones(&setup->sides, 1, first) & tails[0] & ~fl_lanes_all(setup->start);
    second = fl_lanes_only(fl_lanes_less(fl_lanes_count(first) + 1, limit_of(setup, job)), second);
    job = fl_lanes_add(fl_lanes_some(first), job, 1ull << FL_CLASSIC_WAIT_WAVES);
    job = fl_lanes_add(fl_lanes_some(second), job, 1ull << FL_CLASSIC_WAIT_WAVES);
    const fl_lanes row[] = {rng.state, rng.increment, tails[0], tails[1], job, second | setup->start};
    fl_classic_wait_enter(&k->fresh, n, row);
}

/* Attempts for lanes without one. */
FL_LANES_INLINE static inline void take(kernel *k, group *g)
{
    fl_classic_wait_line *from = &k->fresh;
    fl_lanes_mask without = g->ended;
    unsigned bits = fl_lanes_bits(without);
    unsigned n = (unsigned)__builtin_popcount(bits);
    unsigned at = from->head;
    for (; n > from->tail - at; n--) {
        bits &= bits - 1;
    }
    fl_lanes_mask m = fl_lanes_of_bits(bits);
    from->head += n;
    g->rng.state = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_STATE][at], m, g->rng.state);
    g->rng.increment = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_INCREMENT][at], m, g->rng.increment);
    g->tails[0] = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_HALF_0][at], m, g->tails[0]);
    g->tails[1] = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_HALF_1][at], m, g->tails[1]);
    g->job = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_JOB][at], m, g->job);
    if (k->setup->returns) {
        g->first_state = fl_lanes_select(m, g->rng.state, g->first_state);
    }
    g->limit = limit_of(k->setup, g->job);
    g->board[0] = fl_lanes_unpack(&from->column[FL_CLASSIC_WAIT_EVEN][at], m, g->board[0]);
    g->board[1] = fl_lanes_select(m, g->tails[1] & k->setup->beside, g->board[1]);
    g->tip = fl_lanes_select(m, g->board[0] & ~k->setup->start, g->tip);
    g->alive = (g->alive & fl_lanes_others(without)) | m;
}

/* A floor for which no layout was accepted. */
static void fail(kernel *k, uint64_t job)
{
    unsigned floor = (unsigned)job & 0xffff;
    k->out->even[floor] = k->out->odd[floor] = 0;
    k->out->facts[floor] = job >> FL_CLASSIC_FINISH_ATTEMPTS << FL_BATCH_ATTEMPTS;
    k->out->gates[0][floor] = k->out->gates[1][floor] = 0;
    for (unsigned i = 0; i < k->setup->gates_n + 2 && k->out->wants_cells; i++) {
        k->out->cell[i][floor] = FL_BATCH_NOWHERE;
    }
    k->out->failed_n++;
}

/* The columns of finished floors. */
FL_LANES_INLINE static inline void write_floors(kernel *k, const fl_classic_finish *f, fl_lanes_mask m)
{
    fl_batch *out = k->out;
    unsigned shift = k->setup->shift;
    fl_lanes at = f->job & 0xffff;
    fl_lanes secret = f->secret - fl_lanes_only(fl_lanes_some(f->criterion), fl_lanes_all(shift));
    fl_lanes facts = (f->boss - shift) << FL_BATCH_END | secret << FL_BATCH_SECRET |
                     f->criterion << FL_BATCH_CRITERION | f->best << FL_BATCH_BEST |
                     f->list << FL_BATCH_ENDS | f->job >> FL_CLASSIC_FINISH_ATTEMPTS << FL_BATCH_ATTEMPTS;
    fl_lanes place = fl_lanes_select(m, at, fl_lanes_all(FL_BATCH_NOBODY));
    fl_lanes_scatter(out->even, place, shift ? f->order->board[1] : f->order->board[0]);
    fl_lanes_scatter(out->odd, place, shift ? f->order->board[0] >> 1 : f->order->board[1]);
    fl_lanes_scatter(out->facts, place, facts);
    if (k->setup->gates_n > 0) {
        fl_lanes_scatter(out->gates[0], place, f->gates[0]);
    }
    if (k->setup->gates_n > 8) {
        fl_lanes_scatter(out->gates[1], place, f->gates[1]);
    }
    for (unsigned bits = fl_lanes_bits(m); bits && out->has_tries; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        k->notes->open[fl_lanes_get(at, lane)] = (uint8_t)fl_lanes_get(f->open, lane);
    }
    if (out->wants_cells) {
        fl_classic_pick_write_all(f, m, out);
    }
}

/* Floors whose layout came to nothing wait for another one, or have failed. */
FL_LANES_INLINE static inline void refuse(kernel *k, fl_lanes_mask m, const fl_classic_lanes *rng,
                                          fl_lanes job)
{
    fl_lanes most = fl_lanes_all((uint64_t)k->setup->attempts << FL_CLASSIC_FINISH_ATTEMPTS);
    fl_lanes_mask spent = m & fl_lanes_others(fl_lanes_less(job, most));
    for (unsigned bits = fl_lanes_bits(spent); bits; bits &= bits - 1) {
        fail(k, fl_lanes_get(job, (unsigned)__builtin_ctz(bits)));
    }
    fl_classic_wait_again(&k->notes->floors, m & fl_lanes_others(spent), rng, job);
}

/* Layouts that waited, from number `from` on; n of the lanes get one. */
FL_LANES_INLINE static inline void load(kernel *k, unsigned g, const fl_classic_wait_pool *p, unsigned from,
                                        unsigned n)
{
    fl_classic_order *order = &k->order[g];
    order->setup = k->setup;
    order->on = fl_lanes_first(n);
    order->rng.state = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_STATE][from]);
    order->rng.increment = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_INCREMENT][from]);
    order->rng.closest = fl_lanes_all(UINT32_MAX);
    fl_lanes *halves = k->setup->returns ? order->tails : order->board;
    halves[0] = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_HALF_0][from]);
    halves[1] = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_HALF_1][from]);
    k->finish[g].order = order;
    k->finish[g].wants_picks = k->out->wants_cells;
    fl_lanes job = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_JOB][from]);
    order->last = job >> FL_CLASSIC_WAIT_WAVES & 0x7f;
    order->tip = fl_lanes_load(&p->column[FL_CLASSIC_WAIT_TIP][from]);
    order->tip = fl_lanes_select(fl_lanes_some(order->tip), order->tip, order->board[1]); /* one wave */
    order->wants_waves = k->out->wants_cells;
    order->limit = limit_of(k->setup, job);
    k->finish[g].job = job & ~(0xffull << FL_CLASSIC_WAIT_WAVES);
}

/* Floors into the columns, to the reference, or back to the jobs. */
FL_LANES_INLINE static inline void dismiss(kernel *k, const fl_classic_finish *f)
{
    fl_lanes_mask rare = f->order->on & fl_classic_lanes_rare(&f->order->rng);
    fl_lanes_mask sure = f->order->on & fl_lanes_others(rare);
    for (unsigned bits = fl_lanes_bits(rare); bits; bits &= bits - 1) {
        unsigned floor = (unsigned)fl_lanes_get(f->job, (unsigned)__builtin_ctz(bits)) & 0xffff;
        k->notes->rare[k->notes->rare_n++] = (uint16_t)floor;
        k->out->even[floor] = k->out->odd[floor] = 0;
    }
    write_floors(k, f, f->passed & sure);
    fl_lanes_mask refused = sure & fl_lanes_others(f->passed);
    if (fl_lanes_any(refused)) {
        refuse(k, refused, &f->order->rng, f->job);
    }
}

/* Finishes the last layouts of a pool, two vectors at most. */
static void finish(kernel *k, fl_classic_wait_pool *p)
{
    unsigned n = p->n < FULL ? p->n : FULL;
    unsigned first = n < FL_LANES_N ? n : FL_LANES_N;
    p->n -= n;
    load(k, 0, p, p->n, first);
    load(k, 1, p, p->n + first, n - first);
    fl_classic_order_run(k->order);
    fl_classic_finish_run(k->finish);
    dismiss(k, &k->finish[0]);
    dismiss(k, &k->finish[1]);
}

/* Notes what a wave added. */
FL_LANES_INLINE static inline fl_lanes_mask note(group *g, fl_lanes news)
{
    fl_lanes_mask grew = fl_lanes_some(news);
    g->tip = fl_lanes_select(grew, news, g->tip);
    g->job = fl_lanes_add(grew, g->job, 1ull << FL_CLASSIC_WAIT_WAVES);
    g->rooms += fl_lanes_count(news);
    return grew;
}

/* Two waves in every lane whose attempt goes on: it may have ended in its first round. One that has ended finds nothing more
 * to add. */
FL_LANES_INLINE static inline void grow(const fl_classic_setup *setup, group *g)
{
    g->rooms = fl_lanes_count_both(g->board[0], g->board[1]);
    fl_lanes_mask goes_on = fl_lanes_less(g->rooms, g->limit) & fl_lanes_some(g->board[0] & ~setup->start);
    fl_lanes open = fl_lanes_only(goes_on, fl_chequer_ones(&setup->sides, 0, g->board[0]) & ~g->board[1]);
    fl_lanes news = open & g->tails[1];
    if (setup->returns) {
        fl_lanes_mask m =
            goes_on & fl_lanes_others(g->ended) & fl_lanes_less(fl_lanes_all(setup->returns_above), g->limit);
        fl_lanes heads = fl_classic_lanes_next(&g->rng, m) & 15;
        news |= fl_lanes_only(m, fl_lanes_choose(setup->fresh, heads) & open);
    }
    g->board[1] |= news;
    (void)note(g, news);
    goes_on = fl_lanes_less(g->rooms, g->limit);
    news = fl_chequer_ones(&setup->sides, 1, g->board[1]) & g->tails[0] & ~g->board[0];
    news = fl_lanes_only(goes_on, news);
    g->board[0] |= news;
    g->ended |= fl_lanes_others(note(g, news) & fl_lanes_less(g->rooms, g->limit));
}

/* Layouts that have enough rooms wait to be finished. */
FL_LANES_INLINE static inline void set_aside(kernel *k, const group *g, fl_lanes_mask m)
{
    bool returns = k->setup->returns;
    const fl_lanes *halves = returns ? g->tails : g->board;
    fl_lanes extra = g->rooms - g->limit;
    fl_lanes_mask several =
        fl_lanes_less(fl_lanes_all(0), extra) & fl_lanes_less(extra + 1, fl_lanes_count(g->tip));
    const fl_lanes row[] = {returns ? g->first_state : g->rng.state,
                            g->rng.increment,
                            halves[0],
                            halves[1],
                            fl_lanes_flip(several, g->job, 1ull << FL_CLASSIC_WAIT_SEVERAL),
                            g->tip};
    fl_classic_wait_join(&k->enough, m, row);
}

/* Layouts that have enough rooms to their queue, floors of the other attempts that ended to theirs. */
FL_LANES_INLINE static inline void part(kernel *k, const group *g)
{
    const fl_classic_setup *setup = k->setup;
    fl_lanes_mask ended = g->ended & g->alive;
    fl_lanes least = g->limit;
    if (setup->least > 0 || setup->most > 0) {
        fl_lanes target = g->job >> FL_CLASSIC_FINISH_TARGET & 0xff;
        least = setup->least > 0 ? fl_lanes_all(setup->least) : target;
    }
    fl_lanes_mask enough = ended & fl_lanes_others(fl_lanes_less(g->rooms, least));
    set_aside(k, g, enough);
    refuse(k, ended & fl_lanes_others(enough), &g->rng, g->job & ~(0xffull << FL_CLASSIC_WAIT_WAVES));
}

/* The first layouts of the line to the pools, at most a vector of them. */
FL_LANES_INLINE static inline void sort(kernel *k)
{
    fl_lanes row[FL_CLASSIC_WAIT_COLUMNS];
    fl_lanes_mask m = fl_lanes_first(fl_classic_wait_leave(&k->enough, row));
    fl_classic_wait_sort(k->waiting, m, row, k->setup->waves);
}

/* As many rounds of all lanes as pass for the price of looking who has ended. */
FL_LANES_INLINE static inline void work(kernel *k)
{
    for (unsigned i = 0; i < GROUPS; i++) {
        k->group[i].ended = fl_lanes_of_bits(0);
    }
    for (unsigned round = 0; round < k->setup->rounds; round++) {
        for (unsigned i = 0; i < GROUPS; i++) {
            grow(k->setup, &k->group[i]);
        }
    }
    for (unsigned i = 0; i < GROUPS; i++) {
        part(k, &k->group[i]);
    }
    while (k->enough.tail - k->enough.head >= FL_LANES_N) {
        sort(k);
        for (unsigned i = 0; i < FL_CLASSIC_WAIT_POOLS; i++) {
            if (k->waiting[i].n >= FULL) {
                finish(k, &k->waiting[i]);
            }
        }
    }
}

/* Finishes what waits when no lane has a floor any more; false when nothing does. */
static bool finish_rest(kernel *k)
{
    bool has_any = false;
    sort(k);
    for (unsigned i = 0; i < FL_CLASSIC_WAIT_POOLS; i++) {
        if (k->waiting[i].n > 0) {
            has_any = true;
            finish(k, &k->waiting[i]);
        }
    }
    return has_any;
}

static void run(kernel *k)
{
    const fl_classic_kernel_floors *floors = &k->notes->floors;
    const fl_classic_wait_line *fresh = &k->fresh;
    for (unsigned i = 0; i < GROUPS; i++) {
        k->group[i].ended = fl_lanes_whole();
    }
    for (;;) {
        while (fresh->tail - fresh->head < FULL && floors->head < floors->tail) {
            renew(k);
        }
        for (unsigned i = 0; i < GROUPS; i++) {
            take(k, &k->group[i]);
        }
        if (fl_lanes_any(k->group[0].alive | k->group[1].alive)) {
            work(k);
        } else if (!finish_rest(k)) {
            break;
        }
    }
}

void FL_CLASSIC_KERNEL_NAME(const fl_classic_setup *setup, const fl_key *key, fl_batch *out,
                            fl_classic_kernel_notes *notes)
{
    kernel k;
    memset(&k, 0, sizeof k);
    k.setup = setup;
    k.out = out;
    k.notes = notes;
    notes->rare_n = 0;
    make_jobs(&k, key);
    run(&k);
}
