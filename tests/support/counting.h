/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: the catalogue of some rules, and what is counted of it. */
#ifndef FL_TESTS_SUPPORT_COUNTING_H
#define FL_TESTS_SUPPORT_COUNTING_H

#include "analysis/tally/tally.h"

/* Do not copy it: the spec points into it. */
typedef struct counting {
    fl_catalogue catalogue;
    fl_sample_binding binding;
    fl_tally_spec spec;
} counting;

/* A choice of the numbers in an array, and of nothing. */
#define COUNTING_LIST(numbers)                                                                               \
    {                                                                                                        \
        FL_TALLY_LIST, (numbers), sizeof(numbers) / sizeof(numbers)[0]                                       \
    }
#define COUNTING_NONE                                                                                        \
    {                                                                                                        \
        FL_TALLY_NONE, NULL, 0                                                                               \
    }

/* Makes catalogue and spec; `wish` is without its catalogue, and NULL counts the defaults. Fails the test
 * when something is refused. */
void counting_open(counting *self, const fl_generator *generator, const void *rules,
                   const fl_tally_request *wish);
void counting_close(counting *self);

/* The same in two steps, for wishes that name events. */
void counting_begin(counting *self, const fl_generator *generator, const void *rules);
void counting_make(counting *self, const fl_tally_request *wish);

/* Numbers in the catalogue; the test fails where there is no such name. */
unsigned counting_event(const counting *self, const char *name);
unsigned counting_metric(const counting *self, const char *name);

/* Trials and hits of an event of the spec, over all steps. */
void counting_answers(const fl_tally *tally, const char *name, uint64_t *trials, uint64_t *hits);

#endif
