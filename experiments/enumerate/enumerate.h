/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/enumerate: the exact distribution of floors, by threads that walk through the blocks of a tree
 * of coins (analysis/exact/coins). */
#ifndef FL_EXPERIMENTS_ENUMERATE_ENUMERATE_H
#define FL_EXPERIMENTS_ENUMERATE_ENUMERATE_H

#include "analysis/exact/coins/coins.h"
#include "experiments/program/program.h"

typedef struct fl_enumerate_request {
    const fl_coins *coins;
    unsigned threads;
    fl_progress *progress; /* NULL: no progress line */
} fl_enumerate_request;

/* Walks through all blocks; FL_ERR_STOPPED after a signal. */
FL_NODISCARD fl_err fl_enumerate(const fl_enumerate_request *request, fl_coins_tally *out, fl_diag *diag);

#endif
