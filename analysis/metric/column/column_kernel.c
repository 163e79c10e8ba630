/* SPDX-License-Identifier: MIT */
/* Counts on half boards, a floor per lane (gen/lanes/checkerboard.h). These layouts are trees: there are no
 * loops, and no full squares except those that a secret room completes. A tree without its leaves has a
 * diameter that is two less. Layouts are connected, so that no empty row or column separates rooms. */
#include "analysis/metric/column/column_private.h"
#include "gen/lanes/checkerboard.h"

#ifndef FL_COLUMN_KERNEL_NAME
#define FL_COLUMN_KERNEL_NAME fl_column_kernel_portable
#endif

static const fl_checkerboard map = {{0xf7fbfdfefu, 0x7fbfdfeffu}, {0xff7fbfdfeu, 0xf7fbfdfefu}};

/* Metrics that may exceed a byte. */
typedef enum wide { ATTEMPTS, PATH_LENGTH_SUM, BOSS_DISTANCE_RATIO, WIDES } wide;

static const unsigned wides[WIDES] = {FL_METRIC_ATTEMPTS, FL_METRIC_PATH_LENGTH_SUM,
                                      FL_METRIC_BOSS_DISTANCE_RATIO};

/* A vector of floors. */
typedef struct group {
    const fl_classic_batch *batch;
    const fl_column_kernel_out *out;
    unsigned at;        /* number of its first floor */
    fl_lanes layout[2]; /* halves */
    fl_lanes rooms;     /* rooms of the layout */
    fl_lanes facts;
    fl_lanes end[2]; /* the end room's bit */
    fl_lanes secret[2];
    fl_lanes leaves[2]; /* dead ends */
    fl_lanes inner[2];  /* rooms with two neighbours or more */
    fl_lanes end_steps, far_steps;
    unsigned steps;        /* of the walk so far */
    fl_lanes passed, sums; /* rooms passed so far, and the sum of that number after each step */
    fl_lanes secret_near[2];
    fl_lanes high[WIDES]; /* bits of all values of all floors */
} group;

FL_LANES_INLINE static inline fl_lanes fact(const group *g, fl_classic_batch_fact which)
{
    return g->facts >> (int)which & 0xff;
}

FL_LANES_INLINE static inline void put(const group *g, unsigned metric, fl_lanes values)
{
    if (g->out->byte[metric]) {
        fl_lanes_to_bytes(g->out->byte[metric] + g->at, values);
    }
}

FL_LANES_INLINE static inline void put_wide(group *g, wide which, fl_lanes values)
{
    fl_lanes_to_words(g->out->word[wides[which]] + g->at, values);
    fl_lanes_to_bytes(g->out->byte[wides[which]] + g->at, values);
    g->high[which] |= values;
}

FL_LANES_INLINE static inline void put_event(const group *g, unsigned event, fl_lanes_mask hits)
{
    fl_lanes_to_bytes(g->out->event[event] + g->at,
                      fl_lanes_select(hits, fl_lanes_splat(FL_EVENT_HIT), fl_lanes_splat(FL_EVENT_MISS)));
}

FL_LANES_INLINE static inline fl_lanes count(const fl_lanes halves[2])
{
    return fl_lanes_popcount_sum(halves[0], halves[1]);
}

/* The bit of a cell on its half. */
FL_LANES_INLINE static inline void set_cell(fl_lanes cell, fl_lanes out[2])
{
    fl_lanes bit = fl_lanes_splat(1) << (cell >> 1 & 63);
    fl_lanes_mask is_odd = fl_lanes_nonzero(cell & 1);
    out[0] = fl_lanes_keep(fl_lanes_mask_not(is_odd), bit);
    out[1] = fl_lanes_keep(is_odd, bit);
}

FL_LANES_INLINE static inline void read_group(group *g)
{
    const fl_classic_batch *batch = g->batch;
    g->layout[0] = fl_lanes_load(batch->even + g->at);
    g->layout[1] = fl_lanes_load(batch->odd + g->at);
    g->facts = fl_lanes_load(batch->facts + g->at);
    g->rooms = count(g->layout);
    set_cell(fact(g, FL_CLASSIC_BATCH_END), g->end);
    g->secret[0] = g->secret[1] = fl_lanes_splat(0);
    if (batch->has_specials) {
        set_cell(fact(g, FL_CLASSIC_BATCH_SECRET), g->secret);
    }
}

/* Finds dead ends, and counts rooms by number of neighbours. */
FL_LANES_INLINE static inline void count_degrees(group *g)
{
    fl_lanes at_least[2][4];
    fl_lanes more[4];
    for (unsigned half = 0; half < 2; half++) {
        fl_lanes start = fl_lanes_splat(g->batch->start % 2 == half ? 1ull << (g->batch->start / 2) : 0);
        fl_checkerboard_degrees(&map, !half, g->layout[!half], at_least[half]);
        g->inner[half] = g->layout[half] & at_least[half][1];
        g->leaves[half] = g->layout[half] & ~at_least[half][1] & ~start; /* every room has a neighbour */
    }
    put(g, FL_METRIC_DEAD_ENDS, count(g->leaves));
    if (!g->out->byte[FL_METRIC_DEGREE_1]) {
        return;
    }
    more[0] = fl_lanes_keep(fl_lanes_less(fl_lanes_splat(1), g->rooms), g->rooms); /* except a lone room */
    for (unsigned k = 1; k < 4; k++) {
        more[k] = fl_lanes_popcount_sum(at_least[0][k] & g->layout[0], at_least[1][k] & g->layout[1]);
    }
    put(g, FL_METRIC_DEGREE_1, more[0] - more[1]);
    put(g, FL_METRIC_DEGREE_2, more[1] - more[2]);
    put(g, FL_METRIC_DEGREE_3, more[2] - more[3]);
    put(g, FL_METRIC_DEGREE_4, more[3]);
    put(g, FL_METRIC_BRANCHING, more[2]);
}

/* Counts the secret room's surroundings. */
FL_LANES_INLINE static inline void count_secret(group *g)
{
    const fl_column_kernel_out *out = g->out;
    fl_lanes touched = fl_lanes_splat(0);
    fl_lanes square[2];
    for (unsigned half = 0; half < 2; half++) {
        g->secret_near[half] = fl_checkerboard_touch_any(&map, !half, g->secret[!half]) & g->layout[half];
        touched |= g->secret_near[half] & g->leaves[half];
    }
    fl_lanes near = count(g->secret_near);
    put(g, FL_METRIC_SECRET_NEIGHBOURS, near);
    put(g, FL_METRIC_DOORS, g->rooms - 1 + near);
    if (out->event[FL_EVENT_SECRET_TOUCHES_END_ROOM]) {
        put_event(g, FL_EVENT_SECRET_TOUCHES_END_ROOM, fl_lanes_nonzero(touched));
    }
    if (out->event[FL_EVENT_SECRET_BEST_AVAILABLE]) {
        fl_lanes answer = fl_lanes_select(fl_lanes_less(near, fl_lanes_splat(3)),
                                          fl_lanes_splat(FL_EVENT_MISS), fl_lanes_splat(FL_EVENT_HIT));
        answer = fl_lanes_keep(fl_lanes_nonzero(fact(g, FL_CLASSIC_BATCH_BEST)), answer);
        fl_lanes_to_bytes(out->event[FL_EVENT_SECRET_BEST_AVAILABLE] + g->at, answer);
    }
    if (out->byte[FL_METRIC_CLUSTERING_SECRET]) {
        for (unsigned half = 0; half < 2; half++) {
            fl_lanes at_least[4];
            fl_checkerboard_degrees(&map, !half, g->secret_near[!half], at_least);
            square[half] = at_least[1] & g->layout[half];
        }
        put(g, FL_METRIC_CLUSTERING_SECRET, count(square));
    }
}

/* A walk from the start, wave by wave. */
typedef struct front {
    fl_lanes wave, before; /* the last two */
} front;

/* Takes one step: the next wave, on the other half. A wave's neighbours are the previous wave and the next
 * one. A short walk ends at the end room. */
FL_LANES_INLINE static inline void walk(group *g, unsigned half, front *f, bool is_short)
{
    fl_lanes next = fl_checkerboard_touch_any(&map, half, f->wave) & g->layout[!half] & ~f->before;
    g->steps++;
    g->end_steps =
        fl_lanes_select(fl_lanes_nonzero(next & g->end[!half]), fl_lanes_splat(g->steps), g->end_steps);
    if (!is_short) {
        g->far_steps += fl_lanes_keep(fl_lanes_nonzero(next), fl_lanes_splat(1));
        g->passed += fl_lanes_popcount(next);
        g->sums += g->passed;
    }
    f->before = f->wave;
    f->wave = next;
}

FL_LANES_INLINE static inline front begin_walk(group *g)
{
    fl_lanes none = fl_lanes_splat(0);
    g->steps = 0;
    g->end_steps = g->far_steps = g->passed = g->sums = none;
    return (front){fl_lanes_splat(1ull << (g->batch->start / 2)), none};
}

/* Walks two groups in turns: while one waits for the result of a step the other has work, and they share the
 * branch that ends the loop. */
FL_LANES_INLINE static inline void walk_out(group g[2], unsigned half, bool is_short)
{
    front f[2] = {begin_walk(&g[0]), begin_walk(&g[1])};
    do {
        walk(&g[0], half, &f[0], is_short);
        walk(&g[1], half, &f[1], is_short);
        walk(&g[0], !half, &f[0], is_short);
        walk(&g[1], !half, &f[1], is_short);
    } while (fl_lanes_mask_any(fl_lanes_nonzero(f[0].wave | f[1].wave)));
}

FL_LANES_INLINE static inline void count_distances(group *g, const uint32_t *share)
{
    const fl_column_kernel_out *out = g->out;
    if (out->word[FL_METRIC_PATH_LENGTH_SUM]) { /* a room is in as many sums as steps were left when it was
                                                 * passed */
        put_wide(g, PATH_LENGTH_SUM, fl_lanes_multiply32(g->passed, fl_lanes_splat(g->steps + 1)) - g->sums);
    }
    if (out->word[FL_METRIC_BOSS_DISTANCE_RATIO]) {
        fl_lanes permille = fl_lanes_multiply32(fl_lanes_multiply32(g->end_steps, fl_lanes_splat(1000)),
                                                fl_lanes_look_up(share, g->far_steps));
        put_wide(g, BOSS_DISTANCE_RATIO, permille >> 31);
    }
    if (out->event[FL_EVENT_BOSS_IS_FARTHEST]) {
        put_event(g, FL_EVENT_BOSS_IS_FARTHEST, fl_lanes_equal(g->end_steps, g->far_steps));
        put_event(g, FL_EVENT_BOSS_TOUCHES_START, fl_lanes_equal(g->end_steps, fl_lanes_splat(1)));
    }
    put(g, FL_METRIC_ECCENTRICITY, g->far_steps);
}

/* Removes all leaves repeatedly until one room is left, or none; `inner` is the tree without its first
 * leaves. */
FL_LANES_INLINE static inline void count_diameter(group *g)
{
    fl_lanes left[2] = {g->inner[0], g->inner[1]};
    fl_lanes steps = fl_lanes_keep(fl_lanes_less(fl_lanes_splat(1), g->rooms), fl_lanes_splat(1)) +
                     fl_lanes_keep(fl_lanes_less(fl_lanes_splat(2), g->rooms), fl_lanes_splat(1));
    for (;;) {
        fl_lanes leaves[2] = {fl_checkerboard_touch_one(&map, 1, left[1]) & left[0],
                              fl_checkerboard_touch_one(&map, 0, left[0]) & left[1]};
        fl_lanes_mask shrinks = fl_lanes_nonzero(leaves[0] | leaves[1]);
        if (!fl_lanes_mask_any(shrinks)) {
            break;
        }
        left[0] &= ~leaves[0];
        left[1] &= ~leaves[1];
        steps += fl_lanes_keep(shrinks, fl_lanes_splat(1));
        steps += fl_lanes_keep(shrinks & fl_lanes_nonzero(left[0] | left[1]), fl_lanes_splat(1));
    }
    put(g, FL_METRIC_DIAMETER_STEPS, steps);
}

/* Computes the bounding box. Two rows of nine cells are nine bits of each half: five of one row, four of the
 * other. */
FL_LANES_INLINE static inline void count_box(group *g)
{
    const uint64_t five = 0xf87c3e1fu; /* the lower five of each nine bits */
    const uint64_t four = 0x783c1e0fu;
    const uint64_t some = 0x100804020u; /* adding 31 to five bits carries into this one unless all are 0 */
    fl_lanes a = g->layout[0] | g->secret[0];
    fl_lanes b = g->layout[1] | g->secret[1];
    fl_lanes upper = (((a & five) | (b & four)) + five) & some;
    fl_lanes lower = (((a >> 5 & four) | (b >> 4 & five)) + five) & some;
    fl_lanes columns = ((a | b >> 4) & five) | ((a >> 5 | b) & four) << 5;
    columns |= columns >> 18;
    put(g, FL_METRIC_HEIGHT, fl_lanes_popcount(upper | lower << 1));
    put(g, FL_METRIC_WIDTH, fl_lanes_popcount((columns | columns >> 9) & 0x1ff));
}

/* Counts rooms by kind: those placed by rolls, and the remaining normal rooms. */
FL_LANES_INLINE static inline void count_kinds(group *g)
{
    const fl_classic_batch *batch = g->batch;
    const uint64_t lowest = 0x0101010101010101u;
    fl_lanes normal = g->rooms - (batch->kinds_n - (batch->has_specials ? 1 : 0));
    for (unsigned from = 0; from < batch->rolls_n; from += 8) {
        fl_lanes placed = fl_lanes_load(batch->rolls[from / 8] + g->at) / FL_ROLL_PLACED & lowest;
        normal -= fl_lanes_popcount(placed);
        for (unsigned i = from; i < batch->rolls_n && i < from + 8; i++, placed >>= 8) {
            if (g->out->kind[batch->roll_kind[i]]) {
                fl_lanes_to_bytes(g->out->kind[batch->roll_kind[i]] + g->at, placed & 1);
            }
        }
    }
    if (g->out->kind[FL_KIND_NORMAL]) {
        fl_lanes_to_bytes(g->out->kind[FL_KIND_NORMAL] + g->at, normal);
    }
    put(g, FL_METRIC_SPECIAL_ROOMS, g->rooms - normal - (batch->has_specials ? 0 : 1));
}

FL_LANES_INLINE static inline void count_plain(group *g, unsigned half)
{
    fl_lanes start = fl_lanes_splat(1ull << (g->batch->start / 2));
    put(g, FL_METRIC_PLAN_ROOMS, g->rooms);
    put(g, FL_METRIC_START_NEIGHBOURS,
        fl_lanes_popcount(fl_checkerboard_touch_any(&map, half, start) & g->layout[!half]));
    put(g, FL_METRIC_ROOMS, g->rooms + (g->batch->has_specials ? 1 : 0));
    put(g, FL_METRIC_END_ROOMS, fact(g, FL_CLASSIC_BATCH_ENDS));
    put(g, FL_METRIC_SECRET_CRITERION, fact(g, FL_CLASSIC_BATCH_CRITERION));
    if (g->out->word[FL_METRIC_ATTEMPTS]) {
        put_wide(g, ATTEMPTS, g->facts >> (int)FL_CLASSIC_BATCH_ATTEMPTS);
    }
}

/* The parts to compute. */
typedef struct parts {
    bool degrees, secret, boss, distances, diameter, box, kinds;
} parts;

static parts parts_of(const fl_column_kernel_out *out)
{
    bool touches = out->event[FL_EVENT_SECRET_TOUCHES_END_ROOM] != NULL;
    parts p = {
        .degrees = out->byte[FL_METRIC_DEAD_ENDS] || out->byte[FL_METRIC_DEGREE_1] || touches ||
                   out->byte[FL_METRIC_DIAMETER_STEPS],
        .secret = out->byte[FL_METRIC_SECRET_NEIGHBOURS] || out->byte[FL_METRIC_DOORS] || touches ||
                  out->byte[FL_METRIC_CLUSTERING_SECRET] || out->event[FL_EVENT_SECRET_BEST_AVAILABLE],
        .boss = out->byte[FL_METRIC_BOSS_DISTANCE],
        .distances = out->byte[FL_METRIC_ECCENTRICITY] || out->word[FL_METRIC_PATH_LENGTH_SUM] ||
                     out->word[FL_METRIC_BOSS_DISTANCE_RATIO] || out->event[FL_EVENT_BOSS_IS_FARTHEST],
        .diameter = out->byte[FL_METRIC_DIAMETER_STEPS],
        .box = out->byte[FL_METRIC_WIDTH] || out->byte[FL_METRIC_HEIGHT],
        .kinds = out->byte[FL_METRIC_SPECIAL_ROOMS],
    };
    for (unsigned i = 0; i < FL_KIND_COUNT; i++) {
        p.kinds = p.kinds || out->kind[i];
    }
    return p;
}

/* 2^31 / d, rounded up: n * share[d] >> 31 is n / d for all n and d that steps on a map can make. */
static void fill_share(uint32_t share[FL_LANES_TABLE_ENTRIES])
{
    share[0] = 0;
    for (uint32_t d = 1; d < FL_LANES_TABLE_ENTRIES; d++) {
        share[d] = ((1u << 31) + d - 1) / d;
    }
}

/* Computes the parts before the walk. */
FL_LANES_INLINE static inline void count_near(group *g, const parts *p, unsigned half)
{
    read_group(g);
    count_plain(g, half);
    if (p->degrees) {
        count_degrees(g);
    }
    if (p->secret) {
        count_secret(g);
    }
}

/* Computes the parts after the walk. */
FL_LANES_INLINE static inline void count_far(group *g, const parts *p, const uint32_t *share)
{
    if (p->distances) {
        count_distances(g, share);
    }
    put(g, FL_METRIC_BOSS_DISTANCE, g->end_steps);
    if (p->diameter) {
        count_diameter(g);
    }
    if (p->box) {
        count_box(g);
    }
    if (p->kinds) {
        count_kinds(g);
    }
}

/* Computes all parts of two vectors of floors from number `at` on; `half` is the start's. */
FL_LANES_INLINE static inline void count_groups(group g[2], unsigned at, const parts *p,
                                                const uint32_t *share, unsigned half)
{
    g[0].at = at;
    g[1].at = at + FL_LANES_N;
    count_near(&g[0], p, half);
    count_near(&g[1], p, half);
    if (p->distances) {
        walk_out(g, half, false);
    } else if (p->boss) {
        walk_out(g, half, true);
    }
    count_far(&g[0], p, share);
    count_far(&g[1], p, share);
}

void FL_COLUMN_KERNEL_NAME(const fl_classic_batch *batch, const fl_column_kernel_out *out)
{
    enum { AT_ONCE = 2 * FL_LANES_N };
    uint32_t share[FL_LANES_TABLE_ENTRIES];
    const parts p = parts_of(out);
    group g[2] = {{.batch = batch, .out = out}, {.batch = batch, .out = out}};
    unsigned at = 0;
    fill_share(share);
    for (; at < batch->n && batch->start % 2 == 0; at += AT_ONCE) {
        count_groups(g, at, &p, share, 0);
    }
    for (; at < batch->n; at += AT_ONCE) {
        count_groups(g, at, &p, share, 1);
    }
    for (unsigned i = 0; i < WIDES; i++) {
        fl_lanes high = g[0].high[i] | g[1].high[i];
        out->high[wides[i]] = 0;
        for (unsigned lane = 0; lane < FL_LANES_N; lane++) {
            out->high[wides[i]] |= fl_lanes_get(high, lane);
        }
    }
}
