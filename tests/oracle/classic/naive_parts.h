/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parts of all three naive rule sets: random numbers, the board of rooms, the rolls of special
 * rooms. Cells are numbered as in the documents, 10 * y + x with x = 1..9 and y = 0..7; column 0 is never
 * filled.
 */
#ifndef FL_TESTS_ORACLE_CLASSIC_NAIVE_PARTS_H
#define FL_TESTS_ORACLE_CLASSIC_NAIVE_PARTS_H

#include "tests/oracle/classic/naive.h"

enum { NAIVE_CELLS = 80, NAIVE_MAX_ROOMS = 72, NAIVE_NO_CELL = -1 };

struct naive_list {
    int cell[NAIVE_MAX_ROOMS];
    int count;
};

struct naive_plan {
    int kind[NAIVE_CELLS];
    struct naive_list order; /* every room, in placing order */
    struct naive_list ends;  /* end rooms not yet used */
    int start;
    int boss;
    int boss2;
    int secret;
    int super_secret;
};

/* One floor in the making. */
struct naive_work {
    const struct naive_rules *rules;
    uint64_t *random_state;
    struct naive_plan plan;
    struct naive_floor *out;
    int level; /* rules->level, one more on an XL floor of the Flash game */
};

int naive_below(uint64_t *state, int n);
bool naive_chance(uint64_t *state, int wins, int of);
bool naive_coin_says_stop(struct naive_work *work);

void naive_list_add(struct naive_list *list, int cell);
int naive_list_remove(struct naive_list *list, int index);
bool naive_list_has(const struct naive_list *list, int cell);

void naive_plan_clear(struct naive_plan *plan, int start);
bool naive_plan_filled(const struct naive_plan *plan, int cell);
int naive_plan_neighbours(const struct naive_plan *plan, int cell);
void naive_plan_fill(struct naive_plan *plan, int cell, enum naive_kind kind);
bool naive_cells_touch(int a, int b);
bool naive_touches_any(int cell, const struct naive_list *list);

void naive_place_in_random_end(struct naive_work *work, enum naive_kind kind, int times);
void naive_roll_rolls(struct naive_work *work);
void naive_copy_out(struct naive_work *work);

/* Rooms wanted, in hundredths; one attempt, true = accepted; special rooms of an accepted floor. */
int naive_flash_size(struct naive_work *work);
bool naive_flash_attempt(struct naive_work *work, int size);
void naive_flash_specials(struct naive_work *work);

#endif
