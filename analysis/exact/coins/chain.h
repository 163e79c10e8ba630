/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shop, treasure room and gates, which take end rooms at random; of this folder alone. */
#ifndef FL_ANALYSIS_EXACT_COINS_CHAIN_H
#define FL_ANALYSIS_EXACT_COINS_CHAIN_H

#include "analysis/exact/coins/coins_private.h"

#include <gmp.h>

typedef struct fl_coins_chain {
    /* In: the chances of so many end rooms; of FL_COINS_JOINT x rooms + end rooms. */
    mpq_t ends[FL_COINS_JOINT];
    mpq_t joint[FL_COINS_VALUES];

    /* Out: of each gate's events; that it places a room; of so many rooms that gates place, given so many end
     * rooms. */
    mpq_t asked[FL_CLASSIC_TERMS_GATES][FL_GATE_FLAGS];
    mpq_t happens[FL_CLASSIC_TERMS_GATES][FL_GATE_FLAGS];
    mpq_t placed[FL_CLASSIC_TERMS_GATES];
    mpq_t rooms[FL_COINS_JOINT][FL_CLASSIC_TERMS_GATES + 1];

    mpq_t value[FL_COINS_VALUES]; /* of the metric asked for last */
    const fl_classic_terms *terms;
} fl_coins_chain;

void fl_coins_chain_init(fl_coins_chain *self);
void fl_coins_chain_free(fl_coins_chain *self);

/* Walks through the gates, given the chances that go in. The terms are borrowed. */
void fl_coins_chain_walk(fl_coins_chain *self, const fl_classic_terms *terms);

/* Fills `value` with the chances of a metric's values; false if gates do not decide it. */
bool fl_coins_chain_metric(fl_coins_chain *self, unsigned metric);

#endif
