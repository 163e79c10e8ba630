/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rule set `flash`: floors as the Flash game's own code makes them (gen/classic/RULES.md, the sections
 * "Flash").
 *
 * Sizes are kept in hundredths of a room, so that "a real number, not floored" (2.6 * level, times 1.8 on
 * an XL floor) is exact. Where the text allows two readings, the one taken is marked READING; it is the one
 * that reproduces the simulated figures of 10.5 and 10.9, or the plainest where no figure decides.
 */
#include "tests/oracle/classic/naive_parts.h"

enum {
    START = 35,
    ROUNDS = 300,
    BIG_FLOOR = 1500, /* hundredths: above 15 rooms the start comes again every round */
    MAX_SIZE = 2000,
    MAX_XL_SIZE = 4500,
    SECRET_PICKS = 3000,
    WAVE_LENGTH = 80 /* every cell once; the start five times at most: by the round and by four neighbours */
};

/* READING: drawn once per floor, not again at every try (else level 1 needs 10.7 tries instead of 12.5). */
int naive_flash_size(struct naive_work *work)
{
    const struct naive_rules *rules = work->rules;
    int size = 100 * (naive_below(work->random_state, 2) + 5) + 260 * work->level;
    if (size > MAX_SIZE) {
        size = MAX_SIZE;
    }
    if (rules->labyrinth) {
        size = size * 18 / 10; /* exact: size is a multiple of 10 */
        if (size > MAX_XL_SIZE) {
            size = MAX_XL_SIZE;
        }
    } else if (rules->lost) {
        size += 400;
    }
    return size;
}

/* ---- growth ---- */

struct wave {
    int cell[WAVE_LENGTH];
    int count;
};

struct growth {
    struct naive_work *work;
    int limit;        /* hundredths: rooms are added while the counter is below */
    int counter;      /* rooms, the start not counted */
    struct wave next; /* what the next round will process */
    int wave_flag;    /* cells filled in this round */
    int parents;      /* rooms that brought the start back and have rooms of their own */
};

static void put_on_wave(struct wave *wave, int cell)
{
    wave->cell[wave->count] = cell;
    wave->count++;
}

/*
 * READING: a neighbour of the start may "fill" the start, as the text says: the start is then on the next
 * list once more (twice, if two neighbours do it), and the neighbour has filled something, so it is no end
 * room. Without this level 1 needs 9.2 tries; if it did not count as filling something, 6.4.
 */
static void fill(struct growth *growth, int cell)
{
    struct naive_plan *plan = &growth->work->plan;
    if (cell == START) {
        put_on_wave(&growth->next, cell);
        growth->wave_flag++;
        return;
    }
    if (naive_plan_filled(plan, cell)) {
        return;
    }
    if (naive_plan_neighbours(plan, cell) > growth->work->rules->neighbour_limit) {
        return;
    }
    if (100 * growth->counter >= growth->limit) {
        return;
    }
    naive_plan_fill(plan, cell, NAIVE_NORMAL);
    put_on_wave(&growth->next, cell);
    growth->wave_flag++;
    growth->counter++;
}

/* The one chance of a cell; a cell that fills nothing is an end room. */
static void expand(struct growth *growth, int cell)
{
    int x = cell % 10;
    int rooms_before = growth->counter;
    int flag_before = growth->wave_flag;
    if (!naive_coin_says_stop(growth->work) && x < 9) {
        fill(growth, cell + 1);
    }
    if (!naive_coin_says_stop(growth->work) && x > 1) {
        fill(growth, cell - 1);
    }
    if (!naive_coin_says_stop(growth->work) && cell < 70) {
        fill(growth, cell + 10);
    }
    if (!naive_coin_says_stop(growth->work) && cell > 10) {
        fill(growth, cell - 10);
    }
    int rooms = growth->counter - rooms_before;
    int filled = growth->wave_flag - flag_before;
    if (filled == 0 && cell != START) {
        naive_list_add(&growth->work->plan.ends, cell);
    }
    growth->parents += cell != START && rooms > 0 && filled > rooms ? 1 : 0;
}

/*
 * 300 rounds; one with fewer than 2 new cells counts half, so the count is kept in halves. The start comes
 * onto the new list before the cells of the round are processed: it is the oldest element of it.
 */
static void grow(struct growth *growth)
{
    put_on_wave(&growth->next, START);
    int half_rounds = 0;
    while (half_rounds < 2 * ROUNDS) {
        struct wave now = growth->next;
        growth->next.count = 0;
        growth->wave_flag = 0;
        if (growth->limit > BIG_FLOOR) {
            put_on_wave(&growth->next, START);
        }
        for (int i = 0; i < now.count; i++) {
            bool newest_first = growth->work->rules->newest_first;
            expand(growth, now.cell[newest_first ? now.count - 1 - i : i]);
        }
        half_rounds += growth->wave_flag < 2 ? 1 : 2;
    }
}

/* ---- boss and super secret ---- */

static bool empty_with_one_neighbour(const struct naive_plan *plan, int cell)
{
    return !naive_plan_filled(plan, cell) && naive_plan_neighbours(plan, cell) == 1;
}

/*
 * The outer boss of an XL floor; the last match wins. Never below the inner one: the game's guard for that
 * direction compares an undefined variable.
 * READING: it is not counted as a room by the counter (else XL at 1 needs 3.1 tries instead of 4.1).
 */
static bool place_outer_boss(struct naive_work *work)
{
    struct naive_plan *plan = &work->plan;
    int inner = plan->boss;
    int x = inner % 10;
    if (x < 9 && empty_with_one_neighbour(plan, inner + 1)) {
        plan->boss2 = inner + 1;
    }
    if (x > 1 && empty_with_one_neighbour(plan, inner - 1)) {
        plan->boss2 = inner - 1;
    }
    if (inner > 10 && empty_with_one_neighbour(plan, inner - 10)) {
        plan->boss2 = inner - 10;
    }
    if (plan->boss2 == NAIVE_NO_CELL) {
        return false;
    }
    naive_plan_fill(plan, plan->boss2, NAIVE_BOSS);
    work->out->placed[NAIVE_BOSS]++;
    return true;
}

/* False: not enough end rooms even for these, or no place for the outer boss. */
static bool place_bosses_and_super_secret(struct naive_work *work)
{
    struct naive_plan *plan = &work->plan;
    if (plan->ends.count < 2) {
        return false;
    }
    plan->boss = naive_list_remove(&plan->ends, plan->ends.count - 1);
    plan->kind[plan->boss] = NAIVE_BOSS;
    work->out->placed[NAIVE_BOSS] = 1;
    if (work->rules->labyrinth && !place_outer_boss(work)) {
        return false;
    }
    int index = naive_below(work->random_state, plan->ends.count);
    plan->super_secret = naive_list_remove(&plan->ends, index);
    plan->kind[plan->super_secret] = NAIVE_SUPER_SECRET;
    work->out->placed[NAIVE_SUPER_SECRET] = 1;
    while (work->rules->labyrinth && plan->ends.count > 6) {
        naive_list_remove(&plan->ends, 0);
    }
    return true;
}

/* ---- secret room ---- */

static bool boss_or_super_secret(const struct naive_plan *plan, int cell)
{
    return cell == plan->boss || cell == plan->boss2 || cell == plan->super_secret;
}

/* The order of going round: right, left, down, up. */
static int neighbour_in_order(int cell, int i)
{
    static const int steps[4] = {+1, -1, +10, -10};
    return cell + steps[i];
}

/* f3: no neighbour is a boss, the super secret room or an end room; empty ones do no harm. */
static bool is_clean(const struct naive_plan *plan, int cell)
{
    for (int i = 0; i < 4; i++) {
        int neighbour = neighbour_in_order(cell, i);
        if (!naive_plan_filled(plan, neighbour)) {
            continue;
        }
        if (boss_or_super_secret(plan, neighbour) || naive_list_has(&plan->ends, neighbour)) {
            return false;
        }
    }
    return true;
}

/* f4: every neighbour up to the first end room is filled and ordinary; without an end room, all four. */
static bool has_flag(const struct naive_plan *plan, int cell)
{
    for (int i = 0; i < 4; i++) {
        int neighbour = neighbour_in_order(cell, i);
        if (naive_list_has(&plan->ends, neighbour)) {
            return true;
        }
        if (!naive_plan_filled(plan, neighbour) || boss_or_super_secret(plan, neighbour)) {
            return false;
        }
    }
    return true;
}

static bool secret_accepts(const struct naive_work *work, int cell, int pick)
{
    int n = naive_plan_neighbours(&work->plan, cell);
    bool clean = is_clean(&work->plan, cell);
    if (n >= 3 && clean) {
        return true;
    }
    if (pick <= work->rules->relax_first || !has_flag(&work->plan, cell)) {
        return false;
    }
    return n >= 3 || (n == 2 && (pick > work->rules->relax_second || clean));
}

static bool extra_room_accepts(struct naive_work *work, int cell)
{
    int n = naive_plan_neighbours(&work->plan, cell);
    if (!is_clean(&work->plan, cell)) {
        return false;
    }
    return n >= 2 || (n == 1 && naive_below(work->random_state, 2) == 0);
}

/*
 * READING: a pick that suits the secret room becomes the secret room and ends the search; only other picks
 * become extra rooms. (Extra rooms first: XL at 3 needs 4.8 tries; secret room first but the search goes
 * on: 3.8. The document has 16.)
 */
static void place_secret_and_extra_rooms(struct naive_work *work, int size, int *counter)
{
    struct naive_plan *plan = &work->plan;
    for (int pick = 1; pick <= SECRET_PICKS; pick++) {
        int cell = naive_below(work->random_state, NAIVE_CELLS);
        int x = cell % 10;
        if (naive_plan_filled(plan, cell) || x < 2 || x > 8) {
            continue;
        }
        if (secret_accepts(work, cell, pick)) {
            naive_plan_fill(plan, cell, NAIVE_SECRET);
            plan->secret = cell;
            work->out->secret_tries = pick;
            work->out->secret_criterion = pick > work->rules->relax_second ? 2 : 3;
            work->out->placed[NAIVE_SECRET]++;
            return;
        }
        bool room_wanted = work->rules->labyrinth && 100 * *counter < size + 100;
        if (room_wanted && extra_room_accepts(work, cell)) {
            naive_plan_fill(plan, cell, NAIVE_NORMAL);
            (*counter)++;
        }
    }
}

/* ---- the whole floor ---- */

bool naive_flash_attempt(struct naive_work *work, int size)
{
    struct naive_plan *plan = &work->plan;
    naive_plan_clear(plan, START);
    int limit = work->rules->labyrinth ? size - 100 : size;
    struct growth growth = {.work = work, .limit = limit};
    grow(&growth);
    int counter = growth.counter;
    work->out->end_rooms = plan->ends.count;
    if (!place_bosses_and_super_secret(work)) {
        return false;
    }
    if (100 * counter * 2 > size) {
        place_secret_and_extra_rooms(work, size, &counter);
    }
    int taken_off = work->rules->takes_parents_off ? growth.parents : 0;
    if (plan->ends.count - taken_off < (work->level == 1 ? 3 : 4)) {
        return false;
    }
    if (100 * counter < size) {
        return false;
    }
    if (naive_cells_touch(plan->boss, START)) {
        return false;
    }
    return plan->secret != NAIVE_NO_CELL || work->level >= 3;
}

static void make_ordinary(struct naive_work *work, enum naive_kind kind)
{
    for (int cell = 0; cell < NAIVE_CELLS; cell++) {
        if (work->plan.kind[cell] == (int)kind) {
            work->plan.kind[cell] = NAIVE_NORMAL;
        }
    }
    work->out->placed[kind] = 0;
}

/*
 * READING: above level 6, shop and treasure room still take their end rooms, which at once become ordinary
 * rooms; so the second treasure room of an XL floor stays, and the lost end rooms do not return to the
 * list. On an XL floor every condition on the level uses the increased level.
 */
void naive_flash_specials(struct naive_work *work)
{
    if (work->level != 11) {
        naive_place_in_random_end(work, NAIVE_SHOP, 1);
        naive_place_in_random_end(work, NAIVE_TREASURE, 1);
    }
    if (work->level > 6) {
        make_ordinary(work, NAIVE_SHOP);
        make_ordinary(work, NAIVE_TREASURE);
    }
    if (work->rules->labyrinth) {
        naive_place_in_random_end(work, NAIVE_TREASURE, 1);
    }
    naive_roll_rolls(work);
}
