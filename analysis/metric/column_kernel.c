/* Counting on half boards, a floor per lane (gen/core/chequer.h). Plans are trees: no loops, no full squares but those that
 * a secret room completes, and the far end of any walk is an end of the longest. */
#include "analysis/metric/column_kernel.h"

#include "gen/core/chequer.h"

#ifndef FL_COLUMN_KERNEL_NAME
#define FL_COLUMN_KERNEL_NAME fl_column_kernel_portable
#endif

static const fl_chequer map = {{0xf7fbfdfefu, 0x7fbfdfeffu}, {0xff7fbfdfeu, 0xf7fbfdfefu}};

/* A vector of floors. */
typedef struct group {
    const fl_batch *batch;
    const fl_column_kernel_out *out;
    unsigned at;      /* number of the first */
    fl_lanes plan[2]; /* halves */
    fl_lanes rooms;   /* of the plan */
    fl_lanes facts;
    fl_lanes end[2]; /* the end room's bit */
    fl_lanes secret[2];
    fl_lanes leaves[2]; /* dead ends */
    fl_lanes far[2];    /* the rooms farthest from the start */
    fl_lanes end_steps, far_steps;
    fl_lanes secret_near[2];
} group;

FL_LANES_INLINE static inline fl_lanes fact(const group *g, fl_batch_fact which)
{
    return g->facts >> (int)which & 0xff;
}

FL_LANES_INLINE static inline void put(const group *g, unsigned metric, fl_lanes values)
{
    if (g->out->byte[metric]) {
        fl_lanes_narrow(g->out->byte[metric] + g->at, values);
    }
}

FL_LANES_INLINE static inline void put_event(const group *g, unsigned event, fl_lanes_mask hits)
{
    fl_lanes_narrow(g->out->event[event] + g->at,
                    fl_lanes_select(hits, fl_lanes_all(FL_EVENT_HIT), fl_lanes_all(FL_EVENT_MISS)));
}

FL_LANES_INLINE static inline fl_lanes count(const fl_lanes halves[2])
{
    return fl_lanes_count(halves[0]) + fl_lanes_count(halves[1]);
}

/* A cell's bit on its half. */
FL_LANES_INLINE static inline void spread(fl_lanes cell, fl_lanes out[2])
{
    fl_lanes bit = fl_lanes_all(1) << (cell >> 1 & 63);
    fl_lanes_mask is_odd = fl_lanes_some(cell & 1);
    out[0] = fl_lanes_only(fl_lanes_others(is_odd), bit);
    out[1] = fl_lanes_only(is_odd, bit);
}

FL_LANES_INLINE static inline void read_group(group *g)
{
    const fl_batch *batch = g->batch;
    g->plan[0] = fl_lanes_load(batch->even + g->at);
    g->plan[1] = fl_lanes_load(batch->odd + g->at);
    g->facts = fl_lanes_load(batch->facts + g->at);
    g->rooms = count(g->plan);
    spread(fact(g, FL_BATCH_END), g->end);
    g->secret[0] = g->secret[1] = fl_lanes_all(0);
    if (batch->has_specials) {
        spread(fact(g, FL_BATCH_SECRET), g->secret);
    }
}

/* Dead ends, and rooms by number of neighbours. */
FL_LANES_INLINE static inline void count_degrees(group *g)
{
    fl_lanes at_least[2][4];
    fl_lanes more[4];
    for (unsigned half = 0; half < 2; half++) {
        fl_lanes start = fl_lanes_all(g->batch->start % 2 == half ? 1ull << (g->batch->start / 2) : 0);
        fl_chequer_degrees(&map, !half, g->plan[!half], at_least[half]);
        g->leaves[half] = g->plan[half] & ~at_least[half][1] & ~start; /* no room is without neighbours */
    }
    put(g, FL_METRIC_DEAD_ENDS, count(g->leaves));
    if (!g->out->byte[FL_METRIC_DEGREE_1]) {
        return;
    }
    for (unsigned k = 0; k < 4; k++) {
        more[k] = fl_lanes_count(at_least[0][k] & g->plan[0]) + fl_lanes_count(at_least[1][k] & g->plan[1]);
    }
    put(g, FL_METRIC_DEGREE_1, more[0] - more[1]);
    put(g, FL_METRIC_DEGREE_2, more[1] - more[2]);
    put(g, FL_METRIC_DEGREE_3, more[2] - more[3]);
    put(g, FL_METRIC_DEGREE_4, more[3]);
    put(g, FL_METRIC_BRANCHING, more[2]);
}

/* The secret room's surroundings. */
FL_LANES_INLINE static inline void count_secret(group *g)
{
    const fl_column_kernel_out *out = g->out;
    fl_lanes touched = fl_lanes_all(0);
    fl_lanes square[2];
    for (unsigned half = 0; half < 2; half++) {
        g->secret_near[half] = fl_chequer_near(&map, !half, g->secret[!half]) & g->plan[half];
        touched |= g->secret_near[half] & g->leaves[half];
    }
    fl_lanes near = count(g->secret_near);
    put(g, FL_METRIC_SECRET_NEIGHBOURS, near);
    put(g, FL_METRIC_DOORS, g->rooms - 1 + near);
    if (out->event[FL_EVENT_SECRET_TOUCHES_END_ROOM]) {
        put_event(g, FL_EVENT_SECRET_TOUCHES_END_ROOM, fl_lanes_some(touched));
    }
    if (out->event[FL_EVENT_SECRET_BEST_AVAILABLE]) {
        fl_lanes answer = fl_lanes_select(fl_lanes_less(near, fl_lanes_all(3)), fl_lanes_all(FL_EVENT_MISS),
                                          fl_lanes_all(FL_EVENT_HIT));
        answer = fl_lanes_only(fl_lanes_some(fact(g, FL_BATCH_BEST)), answer);
        fl_lanes_narrow(out->event[FL_EVENT_SECRET_BEST_AVAILABLE] + g->at, answer);
    }
    if (out->byte[FL_METRIC_CLUSTERING_SECRET]) {
        for (unsigned half = 0; half < 2; half++) {
            fl_lanes at_least[4];
            fl_chequer_degrees(&map, !half, g->secret_near[!half], at_least);
            square[half] = at_least[1] & g->plan[half];
        }
        put(g, FL_METRIC_CLUSTERING_SECRET, count(square));
    }
}

/* Walks out from the start, wave by wave; a wave's neighbours are its parents and the next wave. */
FL_LANES_INLINE static inline void count_distances(group *g, const uint32_t *share)
{
    const fl_column_kernel_out *out = g->out;
    unsigned half = g->batch->start % 2;
    fl_lanes wave = fl_lanes_all(1ull << (g->batch->start / 2));
    fl_lanes before = fl_lanes_all(0);
    fl_lanes sum = before;
    g->end_steps = g->far_steps = g->far[!half] = before;
    g->far[half] = wave;
    for (unsigned steps = 1;; steps++) {
        fl_lanes next = fl_chequer_near(&map, half, wave) & g->plan[!half] & ~before;
        fl_lanes_mask goes_on = fl_lanes_some(next);
        if (!fl_lanes_any(goes_on)) {
            break;
        }
        half = !half;
        g->far[half] = fl_lanes_select(goes_on, next, g->far[half]);
        g->far[!half] = fl_lanes_only(fl_lanes_others(goes_on), g->far[!half]);
        g->far_steps += fl_lanes_only(goes_on, fl_lanes_all(1));
        g->end_steps = fl_lanes_select(fl_lanes_some(next & g->end[half]), fl_lanes_all(steps), g->end_steps);
        if (out->word[FL_METRIC_PATH_LENGTH_SUM]) {
            sum += fl_lanes_product(fl_lanes_count(next), fl_lanes_all(steps));
        }
        before = wave;
        wave = next;
    }
    put(g, FL_METRIC_BOSS_DISTANCE, g->end_steps);
    put(g, FL_METRIC_ECCENTRICITY, g->far_steps);
    if (out->word[FL_METRIC_PATH_LENGTH_SUM]) {
        fl_lanes_narrow_words(out->word[FL_METRIC_PATH_LENGTH_SUM] + g->at, sum);
    }
    if (out->word[FL_METRIC_LINEARITY]) {
        fl_lanes permille = fl_lanes_product(fl_lanes_product(g->end_steps, fl_lanes_all(1000)),
                                             fl_lanes_look_up(share, g->far_steps));
        fl_lanes_narrow_words(out->word[FL_METRIC_LINEARITY] + g->at, permille >> 31);
    }
    if (out->event[FL_EVENT_BOSS_IS_FARTHEST]) {
        put_event(g, FL_EVENT_BOSS_IS_FARTHEST, fl_lanes_equal(g->end_steps, g->far_steps));
        put_event(g, FL_EVENT_BOSS_TOUCHES_START, fl_lanes_equal(g->end_steps, fl_lanes_all(1)));
    }
}

/* Walks out from one of the rooms farthest from the start. */
FL_LANES_INLINE static inline void count_diameter(group *g)
{
    fl_lanes wave[2];
    fl_lanes left[2];
    fl_lanes steps = fl_lanes_all(0);
    wave[0] = g->far[0] & -g->far[0];
    wave[1] = fl_lanes_only(fl_lanes_others(fl_lanes_some(wave[0])), g->far[1] & -g->far[1]);
    left[0] = g->plan[0] & ~wave[0];
    left[1] = g->plan[1] & ~wave[1];
    for (;;) {
        fl_lanes next[2];
        for (unsigned half = 0; half < 2; half++) {
            next[half] = fl_chequer_near(&map, !half, wave[!half]) & left[half];
            left[half] &= ~next[half];
        }
        fl_lanes_mask goes_on = fl_lanes_some(next[0] | next[1]);
        if (!fl_lanes_any(goes_on)) {
            break;
        }
        steps += fl_lanes_only(goes_on, fl_lanes_all(1));
        wave[0] = next[0];
        wave[1] = next[1];
    }
    put(g, FL_METRIC_DIAMETER_STEPS, steps);
}

/* Bit numbers of the lowest and the highest bit. */
FL_LANES_INLINE static inline fl_lanes lowest(fl_lanes x)
{
    return fl_lanes_count((x - 1) & ~x);
}

FL_LANES_INLINE static inline fl_lanes highest(fl_lanes x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    x |= x >> 32;
    return fl_lanes_count(x) - 1;
}

/* Bit 2 i of one number and 2 i + 1 of another: the smallest and the largest place; a number may be 0. */
FL_LANES_INLINE static inline fl_lanes span_of(fl_lanes even, fl_lanes odd, fl_lanes ends[2])
{
    fl_lanes low[2] = {lowest(even) * 2, lowest(odd) * 2 + 1};
    fl_lanes high[2] = {highest(even) * 2, highest(odd) * 2 + 1};
    ends[0] = fl_lanes_select(fl_lanes_less(low[0], low[1]), low[0], low[1]);
    ends[1] = fl_lanes_select(fl_lanes_less(high[0], high[1]), high[1], high[0]);
    return ends[1] - ends[0] + 1;
}

/* The bounding box. Two rows of nine are nine bits of each half: first the one row's, then the other's. */
FL_LANES_INLINE static inline void count_box(group *g)
{
    fl_lanes all[2];
    fl_lanes ends[2];
    fl_lanes folded[2];
    for (unsigned half = 0; half < 2; half++) {
        fl_lanes x = all[half] = g->plan[half] | g->secret[half];
        folded[half] = (x | x >> 9 | x >> 18 | x >> 27) & 0x1ff;
    }
    (void)span_of(all[0], all[1], ends);
    fl_lanes rows = (fl_lanes_product(ends[1], fl_lanes_all(57)) >> 9) -
                    (fl_lanes_product(ends[0], fl_lanes_all(57)) >> 9); /* 57 / 512 = 1 / 9 for places */
    put(g, FL_METRIC_HEIGHT, rows + 1);
    put(g, FL_METRIC_WIDTH,
        span_of((folded[0] & 31) | folded[1] >> 4, folded[0] >> 5 | (folded[1] & 15), ends));
}

/* Rooms by kind: what the gates placed, and what is left over. */
FL_LANES_INLINE static inline void count_kinds(group *g)
{
    const fl_batch *batch = g->batch;
    fl_lanes normal = g->rooms - (batch->kinds_n - (batch->has_specials ? 1 : 0));
    for (unsigned i = 0; i < batch->gates_n; i++) {
        fl_lanes flags = fl_lanes_load(batch->gates[i / 8] + g->at) >> (i % 8 * 8);
        fl_lanes placed = (flags & FL_GATE_PLACED) >> 6;
        normal -= placed;
        if (g->out->kind[batch->gate_kind[i]]) {
            fl_lanes_narrow(g->out->kind[batch->gate_kind[i]] + g->at, placed);
        }
    }
    if (g->out->kind[FL_KIND_NORMAL]) {
        fl_lanes_narrow(g->out->kind[FL_KIND_NORMAL] + g->at, normal);
    }
    put(g, FL_METRIC_SPECIAL_ROOMS, g->rooms - normal - (batch->has_specials ? 0 : 1));
}

FL_LANES_INLINE static inline void count_plain(group *g)
{
    unsigned half = g->batch->start % 2;
    fl_lanes start = fl_lanes_all(1ull << (g->batch->start / 2));
    put(g, FL_METRIC_PLAN_ROOMS, g->rooms);
    put(g, FL_METRIC_START_NEIGHBOURS, fl_lanes_count(fl_chequer_near(&map, half, start) & g->plan[!half]));
    put(g, FL_METRIC_ROOMS, g->rooms + (g->batch->has_specials ? 1 : 0));
    put(g, FL_METRIC_END_ROOMS, fact(g, FL_BATCH_ENDS));
    put(g, FL_METRIC_SECRET_CRITERION, fact(g, FL_BATCH_CRITERION));
    if (g->out->word[FL_METRIC_ATTEMPTS]) {
        fl_lanes_narrow_words(g->out->word[FL_METRIC_ATTEMPTS] + g->at, g->facts >> (int)FL_BATCH_ATTEMPTS);
    }
}

/* Which parts anybody asked for. */
typedef struct parts {
    bool degrees, secret, distances, diameter, box, kinds;
} parts;

static parts parts_of(const fl_column_kernel_out *out)
{
    bool touches = out->event[FL_EVENT_SECRET_TOUCHES_END_ROOM] != NULL;
    parts p = {
        .degrees = out->byte[FL_METRIC_DEAD_ENDS] || out->byte[FL_METRIC_DEGREE_1] || touches,
        .secret = out->byte[FL_METRIC_SECRET_NEIGHBOURS] || out->byte[FL_METRIC_DOORS] || touches ||
                  out->byte[FL_METRIC_CLUSTERING_SECRET] || out->event[FL_EVENT_SECRET_BEST_AVAILABLE],
        .diameter = out->byte[FL_METRIC_DIAMETER_STEPS],
        .box = out->byte[FL_METRIC_WIDTH] || out->byte[FL_METRIC_HEIGHT],
        .kinds = out->byte[FL_METRIC_SPECIAL_ROOMS],
    };
    p.distances = p.diameter || out->byte[FL_METRIC_BOSS_DISTANCE] || out->byte[FL_METRIC_ECCENTRICITY] ||
                  out->word[FL_METRIC_PATH_LENGTH_SUM] || out->word[FL_METRIC_LINEARITY] ||
                  out->event[FL_EVENT_BOSS_IS_FARTHEST];
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        p.kinds = p.kinds || out->kind[i];
    }
    return p;
}

/* 2^31 / d, rounded up: n * share[d] >> 31 is n / d for all n and d that steps on a map can make. */
static void fill_share(uint32_t share[FL_LANES_TABLE])
{
    share[0] = 0;
    for (uint32_t d = 1; d < FL_LANES_TABLE; d++) {
        share[d] = ((1u << 31) + d - 1) / d;
    }
}

void FL_COLUMN_KERNEL_NAME(const fl_batch *batch, const fl_column_kernel_out *out)
{
    uint32_t share[FL_LANES_TABLE];
    parts p = parts_of(out);
    fill_share(share);
    for (unsigned at = 0; at < batch->n; at += FL_LANES_N) {
        group g = {.batch = batch, .out = out, .at = at};
        read_group(&g);
        count_plain(&g);
        if (p.degrees) {
            count_degrees(&g);
        }
        if (p.secret) {
            count_secret(&g);
        }
        if (p.distances) {
            count_distances(&g, share);
        }
        if (p.diameter) {
            count_diameter(&g);
        }
        if (p.box) {
            count_box(&g);
        }
        if (p.kinds) {
            count_kinds(&g);
        }
    }
}
