/* Growing: each lane tries layout after layout for its floor. One that has enough rooms waits until there are enough for
 * a vector, then they are finished together; the lane goes on with the next floor at once, and with floors whose layout
 * was refused in the end.
 *
 * Growth needs no queue. All cells tried in a wave have one colour of the chequerboard and none of them is another's
 * neighbour; a cell that touches exactly one room was either tried for that room (and its coin was heads) or is to be tried
 * now. So a wave adds all empty cells that touch one room and whose coin is tails. Two waves make a round, after which
 * every lane is back on the start's colour. The queue's order is asked for only when a layout has enough rooms. */
#include "gen/classic/classic_kernel.h"

#include "gen/classic/classic_pick.h"

#ifndef FL_CLASSIC_KERNEL_NAME
#define FL_CLASSIC_KERNEL_NAME fl_classic_kernel_portable
#endif

/* Layouts wait in company of those that have as many rooms too many: finishing takes a walk for each of them. */
enum { FULL = 2 * FL_LANES_N, WAITING = 4 * FL_LANES_N, POOLS = 3 };

/* What waits of a layout. */
typedef enum column { STATE, INCREMENT, TAILS_0, TAILS_1, JOB, COLUMNS } column;

typedef struct pool {
    uint64_t column[COLUMNS][WAITING];
    unsigned n;
} pool;

typedef struct kernel {
    const fl_classic_setup *setup;
    fl_batch *out;
    fl_classic_kernel_notes *notes;
    unsigned jobs_n;     /* floors that wait for a lane */
    pool waiting[POOLS]; /* layouts that wait to be finished */
    fl_classic_lanes rng;
    fl_lanes first_state; /* of the stream, behind the coins */
    fl_lanes tails[2], board[2];
    fl_lanes limit, job;
    fl_lanes_mask alive;       /* lanes that have a floor */
    fl_classic_order order[2]; /* two vectors of layouts are finished at once */
    fl_classic_finish finish[2];
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
    fl_classic_kernel_notes *notes = k->notes;
    static const uint64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    fl_lanes number = fl_lanes_load(numbers);
    for (unsigned i = 0; i < k->out->n; i += FL_LANES_N, number += FL_LANES_N) {
        fl_lanes floor = mix(key->base ^ mix(number + k->out->first + 0x9e3779b97f4a7c15u));
        fl_classic_lanes rng = {.state = mix(floor ^ 0x2545f4914f6cdd1du), .increment = mix(floor) | 1};
        fl_lanes target = fl_lanes_all(setup->rooms);
        if (setup->draws_target) {
            fl_lanes word = fl_classic_lanes_next(&rng, fl_lanes_of_bits((1u << FL_LANES_N) - 1));
            target = (word >> 31) + setup->base;
        }
        fl_lanes_store(&notes->start_state[i], rng.state);
        fl_lanes_store(&notes->increment[i], rng.increment);
        fl_lanes_narrow(&k->out->target[i], target);
        fl_lanes_store(&notes->job[i], number | target << FL_CLASSIC_FINISH_TARGET);
    }
    k->jobs_n = k->out->n;
}

/* Floors for lanes without one. */
FL_LANES_INLINE static inline void take_jobs(kernel *k, fl_lanes_mask without)
{
    unsigned bits = fl_lanes_bits(without);
    unsigned n = (unsigned)__builtin_popcount(bits);
    while (n > k->jobs_n) {
        bits &= bits - 1;
        n--;
    }
    const fl_classic_kernel_notes *notes = k->notes;
    fl_lanes_mask m = fl_lanes_of_bits(bits);
    k->jobs_n -= n;
    k->rng.state = fl_lanes_unpack(&notes->start_state[k->jobs_n], m, k->rng.state);
    k->rng.increment = fl_lanes_unpack(&notes->increment[k->jobs_n], m, k->rng.increment);
    k->job = fl_lanes_unpack(&notes->job[k->jobs_n], m, k->job);
    k->limit = limit_of(k->setup, k->job);
    k->alive = (k->alive & fl_lanes_others(without)) | m;
}

/* Puts one floor back among the jobs. */
static void put_back(kernel *k, const fl_classic_finish *f, unsigned lane)
{
    fl_classic_kernel_notes *notes = k->notes;
    notes->start_state[k->jobs_n] = fl_lanes_get(f->order->rng.state, lane);
    notes->increment[k->jobs_n] = fl_lanes_get(f->order->rng.increment, lane);
    notes->job[k->jobs_n] = fl_lanes_get(f->job, lane);
    k->jobs_n++;
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
    fl_lanes_scatter(out->even, m, at, shift ? f->order->board[1] : f->order->board[0]);
    fl_lanes_scatter(out->odd, m, at, shift ? f->order->board[0] >> 1 : f->order->board[1]);
    fl_lanes_scatter(out->facts, m, at, facts);
    if (k->setup->gates_n > 0) {
        fl_lanes_scatter(out->gates[0], m, at, f->gates[0]);
    }
    if (k->setup->gates_n > 8) {
        fl_lanes_scatter(out->gates[1], m, at, f->gates[1]);
    }
    for (unsigned bits = fl_lanes_bits(m); bits && out->has_tries; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        k->notes->open[fl_lanes_get(at, lane)] = (uint8_t)fl_lanes_get(f->open, lane);
    }
    if (out->wants_cells) {
        fl_classic_pick_write_all(f, m, out);
    }
}

/* Floors whose layout was refused go back among the jobs, or have failed. */
static void refuse(kernel *k, const fl_classic_finish *f, fl_lanes_mask m)
{
    for (unsigned bits = fl_lanes_bits(m); bits; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        uint64_t job = fl_lanes_get(f->job, lane);
        if (job >> FL_CLASSIC_FINISH_ATTEMPTS >= k->setup->attempts) {
            fail(k, job);
        } else {
            put_back(k, f, lane);
        }
    }
}

/* Layouts that waited, from number `from` on; n of the lanes get one. */
FL_LANES_INLINE static inline void load(kernel *k, unsigned g, const pool *p, unsigned from, unsigned n)
{
    fl_classic_order *order = &k->order[g];
    order->setup = k->setup;
    order->on = fl_lanes_of_bits((1u << n) - 1);
    order->rng.state = fl_lanes_load(&p->column[STATE][from]);
    order->rng.increment = fl_lanes_load(&p->column[INCREMENT][from]);
    order->rng.closest = fl_lanes_all(UINT32_MAX);
    order->tails[0] = fl_lanes_load(&p->column[TAILS_0][from]);
    order->tails[1] = fl_lanes_load(&p->column[TAILS_1][from]);
    k->finish[g].order = order;
    k->finish[g].wants_picks = k->out->wants_cells;
    k->finish[g].job = fl_lanes_load(&p->column[JOB][from]);
    order->limit = limit_of(k->setup, k->finish[g].job);
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
        refuse(k, f, refused);
    }
}

/* Finishes the last layouts of a pool, two vectors at most. */
static void finish(kernel *k, pool *p)
{
    unsigned n = p->n < FULL ? p->n : FULL;
    unsigned first = n < FL_LANES_N ? n : FL_LANES_N;
    p->n -= n;
    load(k, 0, p, p->n, first);
    load(k, 1, p, p->n + first, n - first);
    fl_classic_order_replay(k->order);
    fl_classic_order_cut(k->order);
    fl_classic_finish_run(k->finish);
    dismiss(k, &k->finish[0]);
    dismiss(k, &k->finish[1]);
}

/* Begins an attempt in the lanes of the mask. */
FL_LANES_INLINE static inline void begin(kernel *k, fl_lanes_mask m)
{
    fl_classic_lanes_coins(k->setup, &k->rng, m, k->tails);
    k->first_state = fl_lanes_select(m, k->rng.state, k->first_state);
    k->board[0] = fl_lanes_select(m, fl_lanes_all(k->setup->start), k->board[0]);
    k->board[1] = fl_lanes_only(fl_lanes_others(m), k->board[1]);
    k->job += fl_lanes_only(m, fl_lanes_all(1ull << FL_CLASSIC_FINISH_ATTEMPTS));
}

/* Two waves in every lane; returns the lanes that can grow no more. `rooms` are those of the first wave that reaches the
 * limit, or of both. */
FL_LANES_INLINE static inline fl_lanes_mask grow(kernel *k, fl_lanes_mask begun, fl_lanes *rooms)
{
    const fl_classic_setup *setup = k->setup;
    fl_lanes ones = fl_chequer_ones(&setup->sides, 0, k->board[0]);
    fl_lanes open = ones & ~k->board[1];
    fl_lanes news = open & k->tails[1];
    if (setup->returns) {
        fl_lanes_mask m =
            fl_lanes_less(fl_lanes_all(setup->returns_above), k->limit) & fl_lanes_others(begun);
        fl_lanes heads = fl_classic_lanes_next(&k->rng, m) & 15;
        news |= fl_lanes_only(m, fl_lanes_choose(setup->fresh, heads) & open);
    }
    k->board[1] |= news;
    fl_lanes first = fl_lanes_count(k->board[0]) + fl_lanes_count(k->board[1]);
    news = fl_chequer_ones(&setup->sides, 1, k->board[1]) & k->tails[0] & ~k->board[0];
    k->board[0] |= news;
    *rooms = first + fl_lanes_only(fl_lanes_less(first, k->limit), fl_lanes_count(news));
    return fl_lanes_others(fl_lanes_some(news));
}

/* Layouts with enough rooms are set aside to be finished. */
FL_LANES_INLINE static inline void set_aside(kernel *k, fl_lanes_mask m, pool *p)
{
    unsigned at = p->n;
    fl_lanes_pack(&p->column[STATE][at], m, k->first_state);
    fl_lanes_pack(&p->column[INCREMENT][at], m, k->rng.increment);
    fl_lanes_pack(&p->column[TAILS_0][at], m, k->tails[0]);
    fl_lanes_pack(&p->column[TAILS_1][at], m, k->tails[1]);
    fl_lanes_pack(&p->column[JOB][at], m, k->job);
    p->n += fl_lanes_number(m);
    if (p->n >= FULL) {
        finish(k, p);
    }
}

/* Lanes that are stuck with too few rooms and have no attempt left fail; returns them. */
static fl_lanes_mask give_up(kernel *k, fl_lanes_mask refused)
{
    unsigned out = 0;
    for (unsigned bits = fl_lanes_bits(refused); bits; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        if (fl_lanes_get(k->job, lane) >> FL_CLASSIC_FINISH_ATTEMPTS >= k->setup->attempts) {
            fail(k, fl_lanes_get(k->job, lane));
            out |= 1u << lane;
        }
    }
    return fl_lanes_of_bits(out);
}

/* One round of all lanes; returns those whose attempt ended, `without` are those whose floor left the lane. */
FL_LANES_INLINE static inline fl_lanes_mask work(kernel *k, fl_lanes_mask begun, fl_lanes_mask *without)
{
    const fl_classic_setup *setup = k->setup;
    fl_lanes rooms;
    fl_lanes_mask stuck = grow(k, begun, &rooms) & k->alive;
    fl_lanes_mask full = fl_lanes_others(fl_lanes_less(rooms, k->limit)) & k->alive;
    fl_lanes_mask enough = full;
    if (setup->least > 0 || setup->most > 0) {
        fl_lanes target = k->job >> FL_CLASSIC_FINISH_TARGET & 0xff;
        fl_lanes least = setup->least > 0 ? fl_lanes_all(setup->least) : target;
        enough |= stuck & fl_lanes_others(fl_lanes_less(rooms, least));
    }
    *without = enough;
    fl_lanes_mask exact = enough & fl_lanes_less(rooms, k->limit + 1);
    fl_lanes_mask near = enough & fl_lanes_equal(rooms, k->limit + 1);
    if (fl_lanes_any(
            enough)) { /* to all three, even if there is nothing for one: no branch is better than a guess */
        set_aside(k, exact, &k->waiting[0]);
        set_aside(k, near, &k->waiting[1]);
        set_aside(k, enough & fl_lanes_others(exact | near), &k->waiting[2]);
    }
    fl_lanes most = fl_lanes_all((uint64_t)setup->attempts << FL_CLASSIC_FINISH_ATTEMPTS);
    fl_lanes_mask spent = stuck & fl_lanes_others(enough) & fl_lanes_others(fl_lanes_less(k->job, most));
    if (fl_lanes_any(spent)) {
        *without |= give_up(k, spent);
    }
    return stuck | full;
}

/* Finishes what waits when no lane has a floor any more; false when nothing does. */
static bool finish_rest(kernel *k)
{
    bool has_any = false;
    for (unsigned i = 0; i < POOLS; i++) {
        if (k->waiting[i].n > 0) {
            has_any = true;
            finish(k, &k->waiting[i]);
        }
    }
    return has_any;
}

static void run(kernel *k)
{
    const fl_lanes_mask all = fl_lanes_of_bits((1u << FL_LANES_N) - 1);
    fl_lanes_mask without = all;
    fl_lanes_mask ended = all;
    for (;;) {
        if (fl_lanes_any(without)) {
            take_jobs(k, without);
        }
        if (!fl_lanes_any(k->alive)) {
            if (!finish_rest(k)) {
                break;
            }
            without = ended = all;
            continue;
        }
        if (fl_lanes_any(ended)) {
            begin(k, ended);
        }
        ended = work(k, ended, &without);
        without |= fl_lanes_others(k->alive);
        ended |= without;
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
