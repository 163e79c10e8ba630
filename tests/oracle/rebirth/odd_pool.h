/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: strange room pools, unlike any game's, written as XML files into a folder. */
#ifndef FL_TESTS_ORACLE_REBIRTH_ODD_POOL_H
#define FL_TESTS_ORACLE_REBIRTH_ODD_POOL_H

#include <stdint.h>

/* A small generator of random numbers: the tests' own. */
uint64_t odd_pool_random(uint64_t *state);
unsigned odd_pool_below(uint64_t *state, unsigned n);

/* What the pool is for: the number of the stage's file and the difficulties that floors ask for. */
typedef struct odd_pool_request {
    unsigned file;
    int least, most;
    int is_feasible; /* no pool that fails nearly every attempt */
    int is_sparse;   /* special rooms always fit, normal ones seldom: many attempts that fail late */
} odd_pool_request;

/* Writes 00.special.xml and NN.stage.xml; false if it cannot. Another seed makes another sort of oddity: few
 * shapes, narrow or huge special rooms, sparse doors, missing types, odd weights, doubled variants, sizes
 * that lie. */
int odd_pool_write(const char *folder, const odd_pool_request *request, uint64_t seed);

#endif
