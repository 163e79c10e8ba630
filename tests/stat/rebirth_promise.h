/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: what the documents promise of every Rebirth floor (gen/rebirth/RULES.md). */
#ifndef FL_TESTS_STAT_REBIRTH_PROMISE_H
#define FL_TESTS_STAT_REBIRTH_PROMISE_H

#include "tests/support/maker.h"

/* A floor with what the promises ask about. */
typedef struct rebirth_seen {
    const maker *m;
    const char *rules;
    int stage, type, is_hard;
    bool is_large, is_lost, has_interiors;
    int kinds[FL_KIND_COUNT];
} rebirth_seen;

typedef struct rebirth_promise {
    const char *name;
    bool (*holds)(const rebirth_seen *self);
} rebirth_promise;

enum { REBIRTH_PROMISES = 14 };
extern const rebirth_promise rebirth_promises[REBIRTH_PROMISES];

/* What the settings say, once. */
void rebirth_promise_open(rebirth_seen *self, const maker *m);

/* What the floor at hand says. */
void rebirth_promise_look(rebirth_seen *self);

#endif
