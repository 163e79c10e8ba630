/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random numbers, the board of rooms and the rolls of special rooms, for the naive generators.
 */
#include "tests/oracle/classic/naive_parts.h"

/* splitmix64. */
static uint64_t next_word(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in 0..n-1; words above the last full multiple of n are drawn again. */
int naive_below(uint64_t *state, int n)
{
    uint64_t range = (uint64_t)n;
    uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    uint64_t word = next_word(state);
    while (word >= limit) {
        word = next_word(state);
    }
    return (int)(word % range);
}

bool naive_chance(uint64_t *state, int wins, int of)
{
    return naive_below(state, of) < wins;
}

bool naive_coin_says_stop(struct naive_work *work)
{
    return naive_chance(work->random_state, work->rules->coin_permille, 1000);
}

void naive_list_add(struct naive_list *list, int cell)
{
    list->cell[list->count] = cell;
    list->count++;
}

/* Removes one and closes the gap, so that the order of the others stays. */
int naive_list_remove(struct naive_list *list, int index)
{
    int cell = list->cell[index];
    for (int i = index; i + 1 < list->count; i++) {
        list->cell[i] = list->cell[i + 1];
    }
    list->count--;
    return cell;
}

bool naive_list_has(const struct naive_list *list, int cell)
{
    for (int i = 0; i < list->count; i++) {
        if (list->cell[i] == cell) {
            return true;
        }
    }
    return false;
}

void naive_plan_clear(struct naive_plan *plan, int start)
{
    for (int cell = 0; cell < NAIVE_CELLS; cell++) {
        plan->kind[cell] = NAIVE_EMPTY;
    }
    plan->order.count = 0;
    plan->ends.count = 0;
    plan->start = start;
    plan->boss = NAIVE_NO_CELL;
    plan->boss2 = NAIVE_NO_CELL;
    plan->secret = NAIVE_NO_CELL;
    plan->super_secret = NAIVE_NO_CELL;
    naive_plan_fill(plan, start, NAIVE_START);
}

/* Cells off the map count as empty. */
bool naive_plan_filled(const struct naive_plan *plan, int cell)
{
    if (cell < 0 || cell >= NAIVE_CELLS) {
        return false;
    }
    return plan->kind[cell] != NAIVE_EMPTY;
}

int naive_plan_neighbours(const struct naive_plan *plan, int cell)
{
    int count = 0;
    if (naive_plan_filled(plan, cell + 1)) {
        count++;
    }
    if (naive_plan_filled(plan, cell - 1)) {
        count++;
    }
    if (naive_plan_filled(plan, cell + 10)) {
        count++;
    }
    if (naive_plan_filled(plan, cell - 10)) {
        count++;
    }
    return count;
}

void naive_plan_fill(struct naive_plan *plan, int cell, enum naive_kind kind)
{
    plan->kind[cell] = (int)kind;
    naive_list_add(&plan->order, cell);
}

/* Both must be cells of columns 1..9, or column 0 would join the ends of two rows. */
bool naive_cells_touch(int a, int b)
{
    return a == b + 1 || a == b - 1 || a == b + 10 || a == b - 10;
}

bool naive_touches_any(int cell, const struct naive_list *list)
{
    for (int i = 0; i < list->count; i++) {
        if (naive_cells_touch(cell, list->cell[i])) {
            return true;
        }
    }
    return false;
}

/* Makes up to `times` random end rooms rooms of a kind, as long as there are any. */
void naive_place_in_random_end(struct naive_work *work, enum naive_kind kind, int times)
{
    struct naive_plan *plan = &work->plan;
    for (int i = 0; i < times && plan->ends.count > 0; i++) {
        int index = naive_below(work->random_state, plan->ends.count);
        int cell = naive_list_remove(&plan->ends, index);
        plan->kind[cell] = (int)kind;
        work->out->placed[kind]++;
    }
}

/* The chance 1 / first_of, then, if the condition of the second chance holds, 1 / second_of. */
struct roll {
    enum naive_kind kind;
    bool possible;
    int first_of;
    bool second_allowed;
    int second_of;
};

static void roll_roll(struct naive_work *work, struct roll roll)
{
    struct naive_floor *out = work->out;
    if (!roll.possible) {
        return;
    }
    if (work->plan.ends.count == 0) {
        out->no_end_room[roll.kind]++;
        return;
    }
    out->rolled[roll.kind]++;
    if (naive_chance(work->random_state, 1, roll.first_of)) {
        out->first[roll.kind]++;
    } else if (roll.second_allowed && naive_chance(work->random_state, 1, roll.second_of)) {
        out->second[roll.kind]++;
    } else {
        return;
    }
    out->passed[roll.kind]++;
    /* A labyrinth of the article doubles every kind; the Flash game doubles the treasure room only. */
    bool twice = work->rules->labyrinth && work->rules->rule_set == NAIVE_ARTICLE;
    naive_place_in_random_end(work, roll.kind, twice ? 2 : 1);
}

/* Kinds by chance, in the documents' order. */
void naive_roll_rolls(struct naive_work *work)
{
    const struct naive_rules *rules = work->rules;
    bool full_health = rules->hearts + rules->soul_hearts >= rules->max_hearts;
    bool arcade_level = work->level % 2 == 0;
    if (rules->rule_set == NAIVE_ARTICLE && work->level >= 9) {
        arcade_level = false;
    }
    bool challenge = full_health && work->level > 1;
    bool arcade = rules->coins >= 5 && arcade_level;

    roll_roll(work, (struct roll){NAIVE_SACRIFICE, true, 7, full_health, 4});
    roll_roll(work, (struct roll){NAIVE_LIBRARY, true, 20, rules->book_picked, 4});
    roll_roll(work, (struct roll){NAIVE_CURSE, true, 2, rules->devil_visited, 4});
    roll_roll(work, (struct roll){NAIVE_MINIBOSS, true, 4, work->level == 1, 3});
    roll_roll(work, (struct roll){NAIVE_CHALLENGE, challenge, 2, work->level > 2, 1});
    roll_roll(work, (struct roll){NAIVE_ARCADE, arcade, 1, false, 1});
}

/* From the documents' numbers to y * 9 + x with x = 0..8. */
static int outside_number(int cell)
{
    if (cell == NAIVE_NO_CELL) {
        return NAIVE_NO_CELL;
    }
    return cell / 10 * 9 + cell % 10 - 1;
}

void naive_copy_out(struct naive_work *work)
{
    const struct naive_plan *plan = &work->plan;
    struct naive_floor *out = work->out;
    for (int y = 0; y < 8; y++) {
        for (int x = 1; x <= 9; x++) {
            out->kind[y][x - 1] = plan->kind[10 * y + x];
        }
    }
    for (int i = 0; i < plan->order.count; i++) {
        out->order[i] = outside_number(plan->order.cell[i]);
    }
    out->rooms = plan->order.count;
    out->boss_cell = outside_number(plan->boss);
    out->boss2_cell = outside_number(plan->boss2);
    out->secret_cell = outside_number(plan->secret);
    out->super_secret_cell = outside_number(plan->super_secret);
}
