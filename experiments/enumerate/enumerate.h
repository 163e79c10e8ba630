/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/enumerate: the exact law of floors, by threads that walk through the blocks of a tree of coins
 * (analysis/exact/coins), and a file to go on from. */
#ifndef FL_EXPERIMENTS_ENUMERATE_ENUMERATE_H
#define FL_EXPERIMENTS_ENUMERATE_ENUMERATE_H

#include "analysis/exact/coins/coins.h"
#include "experiments/program/program.h"
#include "experiments/run/run.h"

typedef struct fl_enumerate_request {
    const fl_coins *coins;
    unsigned threads;
    const char *resume;    /* a file to go on from, and to keep what is done in; NULL: none */
    const char *identity;  /* one line that says what is enumerated: another one's file is refused */
    fl_progress *progress; /* NULL: it is not told */
} fl_enumerate_request;

/* Walks through all blocks. After a signal FL_ERR_STOPPED, and the file keeps what was done; after the end
 * there is no file any more. */
FL_NODISCARD fl_err fl_enumerate(const fl_enumerate_request *request, fl_coins_tally *out, fl_diag *diag);

#endif
