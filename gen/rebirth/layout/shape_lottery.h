/* SPDX-License-Identifier: MIT */
/* The shape lottery: behind each door thirteen options (a shape at a position) are drawn, each with a chance
 * of its own (gen/rebirth/RULES.md, "Candidates at a door").
 *
 * With exact draws there is one draw an option. Otherwise three groups of options take one bounded draw each;
 * that none of a group's options is won, the usual case, is then a single comparison. */
#ifndef FL_GEN_REBIRTH_LAYOUT_SHAPE_LOTTERY_H
#define FL_GEN_REBIRTH_LAYOUT_SHAPE_LOTTERY_H

#include "gen/rebirth/random/random.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Options that are decided together. For each option: the number of outcomes that it and the later ones have,
 * and the number of outcomes in which none of them is won. */
enum { FL_SHAPE_LOTTERY_GROUPS = 3, FL_SHAPE_LOTTERY_GROUP_MOST = 5 };

typedef struct fl_shape_lottery_group {
    unsigned first, n;
    uint32_t all[FL_SHAPE_LOTTERY_GROUP_MOST + 1], none[FL_SHAPE_LOTTERY_GROUP_MOST + 1];
} fl_shape_lottery_group;

static const fl_shape_lottery_group fl_layout_lottery_groups[FL_SHAPE_LOTTERY_GROUPS] = {
    {0,
     5,
     {48 * 24 * 24 * 24 * 24, 24 * 24 * 24 * 24, 24 * 24 * 24, 24 * 24, 24, 1},
     {47 * 23 * 23 * 23 * 23, 23 * 23 * 23 * 23, 23 * 23 * 23, 23 * 23, 23, 1}},
    {5,
     4,
     {72 * 72 * 36 * 36, 72 * 36 * 36, 36 * 36, 36, 1},
     {71 * 71 * 35 * 35, 71 * 35 * 35, 35 * 35, 35, 1}},
    {9,
     4,
     {36 * 36 * 24 * 24, 36 * 24 * 24, 24 * 24, 24, 1},
     {35 * 35 * 23 * 23, 35 * 23 * 23, 23 * 23, 23, 1}},
};

/* True if option k of a group is won. *u, uniform over the outcomes of the options from k on, becomes uniform
 * over those of the options after k. */
static inline unsigned fl_layout_lottery_decide_option(const fl_shape_lottery_group *g, unsigned k,
                                                       uint32_t *u)
{
    uint32_t rest = *u - g->none[k];
    bool is_open = *u >= g->none[k]; /* option k or a later one is won */
    bool is_won = is_open & (rest < g->all[k + 1]);
    uint32_t other = g->none[k + 1] + (rest - g->all[k + 1]) % (g->all[k + 1] - g->none[k + 1]);
    uint32_t won = -(uint32_t)is_won; /* all bits or none: a branch would be mispredicted */
    uint32_t open = -(uint32_t)is_open;
    *u = ((rest & won) | (other & ~won)) & open;
    return (unsigned)is_won << (g->first + k);
}

/* The options of a group that are won, from a number below all[0]. */
static inline unsigned fl_layout_lottery_decide_group(unsigned group, uint32_t u)
{
    const fl_shape_lottery_group *g = &fl_layout_lottery_groups[group];
    unsigned won = fl_layout_lottery_decide_option(g, 0, &u);
    won |= fl_layout_lottery_decide_option(g, 1, &u);
    won |= fl_layout_lottery_decide_option(g, 2, &u);
    if (g->n > 4) {
        won |= fl_layout_lottery_decide_option(g, 3, &u);
        return won | (unsigned)(u >= g->none[4]) << (g->first + 4);
    }
    return won | (unsigned)(u >= g->none[3]) << (g->first + 3);
}

static inline unsigned fl_layout_lottery_draw_fairly(fl_pcg *fair)
{
    uint32_t a = fl_pcg_below(fair, fl_layout_lottery_groups[0].all[0]);
    uint32_t b = fl_pcg_below(fair, fl_layout_lottery_groups[1].all[0]);
    uint32_t c = fl_pcg_below(fair, fl_layout_lottery_groups[2].all[0]);
    unsigned won = a >= fl_layout_lottery_groups[0].none[0] ? fl_layout_lottery_decide_group(0, a) : 0;
    won |= b >= fl_layout_lottery_groups[1].none[0] ? fl_layout_lottery_decide_group(1, b) : 0;
    won |= c >= fl_layout_lottery_groups[2].none[0] ? fl_layout_lottery_decide_group(2, c) : 0;
    return won;
}

/* The number of bits set in a byte. */
static inline unsigned fl_layout_lottery_count(unsigned slots)
{
    slots -= slots >> 1 & 0x55;
    slots = (slots & 0x33) + (slots >> 2 & 0x33);
    return (slots + (slots >> 4)) & 0xf;
}

/* Draws the options behind a number of doors: a bit for each option that is won. */
static inline void fl_layout_lottery_draw(fl_rebirth_random *stream, unsigned doors,
                                          uint16_t won[FL_REBIRTH_RANDOM_AHEAD_DOORS])
{
    assert(doors <= FL_REBIRTH_RANDOM_AHEAD_DOORS);
    if (stream->is_exact) {
        fl_rebirth_random_ahead_lottery(stream->ahead, &stream->exact.state, doors, won);
        stream->drawn += doors * FL_REBIRTH_RANDOM_AHEAD_OPTIONS;
        return;
    }
    fl_pcg fair = stream->fair; /* stays in registers */
    for (unsigned i = 0; i < doors; i++) {
        won[i] = (uint16_t)fl_layout_lottery_draw_fairly(&fair);
    }
    stream->fair = fair;
    stream->drawn += doors * FL_SHAPE_LOTTERY_GROUPS;
}

#endif
