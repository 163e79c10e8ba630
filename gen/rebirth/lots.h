/* The lots behind a door: thirteen of them, each with a chance of its own (spec of the Rebirth floors, section 3).
 *
 * The exact way draws every one; the fair way decides them in three groups, each from one bounded draw whose "no lot won"
 * part is a plain comparison. */
#ifndef FL_GEN_REBIRTH_LOTS_H
#define FL_GEN_REBIRTH_LOTS_H

#include "gen/rebirth/dice.h"

/* Lots that are decided together: their number, and for each the outcomes that it and those after it have in all, and
 * the outcomes in which none of them is won. */
enum { FL_LOTS_GROUPS = 3, FL_LOTS_GROUP_MOST = 5 };

typedef struct fl_lots_group {
    unsigned first, n;
    uint32_t all[FL_LOTS_GROUP_MOST + 1], none[FL_LOTS_GROUP_MOST + 1];
} fl_lots_group;

static const fl_lots_group fl_lots_groups[FL_LOTS_GROUPS] = {
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

/* The lots of a group that are won, from a number below all[0]. Those outcomes in which none is won come first, so that
 * most draws end with one comparison. What is left after each lot is again uniform. */
static inline unsigned fl_lots_split(const fl_lots_group *g, uint32_t u)
{
    unsigned won = 0;
    for (unsigned k = 0; k < g->n && u >= g->none[k]; k++) {
        uint32_t rest = u - g->none[k];
        if (rest < g->all[k + 1]) {
            won |= 1u << k;
            u = rest;
        } else {
            u = g->none[k + 1] + (rest - g->all[k + 1]) % (g->all[k + 1] - g->none[k + 1]);
        }
    }
    return won << g->first;
}

static inline unsigned fl_lots_draw_fairly(fl_dice *dice)
{
    unsigned won = 0;
    for (unsigned i = 0; i < FL_LOTS_GROUPS; i++) {
        uint32_t u = fl_pcg_below(&dice->fair, fl_lots_groups[i].all[0]);
        won |= u >= fl_lots_groups[i].none[0] ? fl_lots_split(&fl_lots_groups[i], u) : 0;
    }
    dice->drawn += FL_LOTS_GROUPS;
    return won;
}

/* How many bits are set, of eight. */
static inline unsigned fl_lots_count(unsigned slots)
{
    slots -= slots >> 1 & 0x55;
    slots = (slots & 0x33) + (slots >> 2 & 0x33);
    return (slots + (slots >> 4)) & 0xf;
}

/* The lots behind so many doors, a bit per lot that is won. */
static inline void fl_lots_draw(fl_dice *dice, unsigned doors, uint16_t won[FL_AHEAD_DOORS])
{
    if (dice->is_exact) {
        fl_ahead_lots(dice->ahead, &dice->exact.state, doors, won);
        dice->drawn += doors * FL_AHEAD_LOTS;
        return;
    }
    for (unsigned i = 0; i < doors; i++) {
        won[i] = (uint16_t)fl_lots_draw_fairly(dice);
    }
}

#endif
