/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chances that no sampling reaches: of a classic floor (those that analysis/exact/coins enumerates, of any
 * size) on which a condition holds, by splitting in levels.
 *
 * The condition gives each floor a distance from it: how far its comparisons are from being true. Floors are
 * made until their attempts succeed, as the generator makes them. Then the distance that is allowed shrinks,
 * level by level: the share of the floors within the next level is noted, and those within it multiply, and
 * are changed by tossing some of their coins anew as long as they stay accepted and within the level. The
 * product of the shares is an unbiased estimate of the chance, as long as the levels are fixed beforehand
 * (sequential Monte Carlo: P. Del Moral, Feynman-Kac Formulae, 2004): a pilot chooses them, and its floors
 * are thrown away.
 *
 *     fl_rare_work_open    what one thread needs
 *     fl_rare_pilot        chooses the levels
 *     fl_rare_run          one estimate; runs of different numbers are independent
 *     fl_rare_sum          their mean, and its interval */
#ifndef FL_ANALYSIS_EXACT_COINS_RARE_RARE_H
#define FL_ANALYSIS_EXACT_COINS_RARE_RARE_H

#include "analysis/exact/coins/coins.h"
#include "analysis/expression/expression.h"

enum { FL_RARE_LEVELS = 64, FL_RARE_RUNS = 1000 };

typedef struct fl_rare_request {
    const fl_classic_terms *terms;   /* borrowed */
    const fl_expression *expression; /* a condition; borrowed */
    uint64_t seed;
    unsigned floors; /* of a run, at most FL_CLASSIC_BATCH_FLOORS */
    unsigned sweeps; /* how often each floor is changed at a level */
} fl_rare_request;

/* Distances, each below the one before; the last is 0. */
typedef struct fl_rare_levels {
    int64_t distance[FL_RARE_LEVELS];
    unsigned n;
} fl_rare_levels;

typedef struct fl_rare_sum {
    double mean, error;  /* the standard error of the mean */
    double low, high;    /* 95 %, by Student's law of the runs */
    unsigned runs, none; /* runs that never met the condition */
} fl_rare_sum;

typedef struct fl_rare_work fl_rare_work;

/* Whether floors as columns tell all that a condition asks; else the name that they do not tell in `what`. */
FL_NODISCARD fl_err fl_rare_check(const fl_expression *expression, const fl_classic_terms *terms,
                                  fl_diag *diag);

/* Refuses rules that are not grown by coins alone, and numbers out of range. */
FL_NODISCARD fl_err fl_rare_work_open(fl_rare_work **out, const fl_rare_request *request, fl_diag *diag);
void fl_rare_work_close(fl_rare_work *self);

/* Chooses the levels; FL_ERR_INPUT if no floor came nearer to the condition for long. */
FL_NODISCARD fl_err fl_rare_pilot(fl_rare_work *self, fl_rare_levels *out, fl_diag *diag);

/* Run number `run`, from 1 on: its estimate. FL_ERR_INPUT if no attempt succeeds. */
FL_NODISCARD fl_err fl_rare_run(fl_rare_work *self, const fl_rare_levels *levels, uint64_t run, double *out,
                                fl_diag *diag);

/* The mean of two runs or more. */
void fl_rare_sum_up(const double *estimates, unsigned n, fl_rare_sum *out);

#endif
