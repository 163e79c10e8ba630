/* A census of a few claims about classic floors. */
#ifndef FL_TESTS_UNIT_SMALL_CENSUS_H
#define FL_TESTS_UNIT_SMALL_CENSUS_H

#include "experiments/verify/verify.h"

typedef struct small_census {
    fl_claim_set book;
    fl_claim_run census;
} small_census;

/* Reads small_book_head and these claims; one thread, alpha 10^-4 a row, no limit. */
void small_census_open(small_census *self, const char *claims);
void small_census_close(small_census *self);

/* Runs it; fails the test if that fails. */
void small_census_run(small_census *self);

/* The finding of a row's id. */
const fl_finding *small_census_find(const small_census *self, const char *id);

#endif
