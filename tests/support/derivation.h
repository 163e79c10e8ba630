/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: floors drawn by hand, and whether a ruleset can make them. */
#ifndef FL_TESTS_SUPPORT_DERIVATION_H
#define FL_TESTS_SUPPORT_DERIVATION_H

#include "tests/support/grid_group.h"

typedef struct derivation {
    grid_group group; /* its floor is the one that is derived */
    fl_grid_derivation found;
    void *scratch;
    uint64_t limit;
} derivation;

/* A pass `main` of `tiles` with these rooms, the end last, and a ruleset `only`; more lines of the file may
 * follow. */
void derivation_open(derivation *self, const char *tiles, const char *rooms, const char *only);

/* Opens the text of a ruleset, or a shipped one by its name, with settings. */
void derivation_open_text(derivation *self, const char *text, const char *settings);
void derivation_open_shipped(derivation *self, const char *name, const char *settings);
void derivation_close(derivation *self);

/* Draws a floor, "ab/.@": each sign is a room, the same sign the same room, a dot nothing. @ is the start, E
 * the end, $ a shop, ? and ! secret rooms, everything else a normal room. Rooms are numbered in the order of
 * their signs, after the start. */
void derivation_draw(derivation *self, const char *rows);

/* Derives the floor that was drawn or made. */
fl_grid_obstacle derivation_run(derivation *self);

/* Both, for a drawn floor. */
fl_grid_obstacle derivation_of(derivation *self, const char *rows);

/* Puts the rooms after the start into another order. */
void derivation_shuffle(derivation *self, uint64_t seed);

#endif
