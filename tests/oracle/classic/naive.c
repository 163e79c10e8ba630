/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The article's generator and its demo, literally: a queue, a coin per direction, 900 random tries for the
 * secret room. See naive.h for what this is for, naive_flash.c for the third rule set.
 */
#include "tests/oracle/classic/naive.h"

#include "tests/oracle/classic/naive_parts.h"

#include <string.h>

enum {
    ARTICLE_START = 35,
    DEMO_START = 45,
    DEMO_MIN_ROOMS = 7,
    DEMO_MAX_ROOMS = 15,
    SECRET_TRIES = 900,
    RESEED_ABOVE_ROOMS = 16,
    FLASH_RESET_TRIES = 399,
    QUEUE_LENGTH = 200 /* 72 cells, and the start once per wave: never more waves than cells */
};

void naive_rules_defaults(struct naive_rules *rules, enum naive_rule_set set, int level)
{
    memset(rules, 0, sizeof(*rules));
    rules->rule_set = set;
    rules->level = level;
    rules->reseed_every_waves = 2;
    rules->specials = true;
    rules->hearts = 6;
    rules->max_hearts = 6;
    rules->newest_first = true;
    rules->coin_permille = 500;
    rules->neighbour_limit = 1;
    rules->relax_first = 300;
    rules->relax_second = 600;
    rules->relax_last = SECRET_TRIES;
    rules->max_attempts = set == NAIVE_FLASH ? 1000 : 10000;
}

/* ---- growth ---- */

static bool on_map(int cell, int first_row)
{
    return cell >= 10 * first_row && cell < NAIVE_CELLS && cell % 10 != 0;
}

/* The tests a neighbour must pass before it becomes a room. */
static bool may_fill(struct naive_work *work, int cell, int first_row, int most_rooms)
{
    if (!on_map(cell, first_row)) {
        return false;
    }
    if (naive_plan_filled(&work->plan, cell)) {
        return false;
    }
    if (naive_plan_neighbours(&work->plan, cell) > work->rules->neighbour_limit) {
        return false;
    }
    if (work->plan.order.count >= most_rooms) {
        return false;
    }
    return !naive_coin_says_stop(work);
}

struct queue {
    int cell[QUEUE_LENGTH];
    int wave[QUEUE_LENGTH]; /* steps from the start when it was queued */
    int front;
    int back;
};

static void queue_push(struct queue *queue, int cell, int wave)
{
    queue->cell[queue->back] = cell;
    queue->wave[queue->back] = wave;
    queue->back++;
}

/* Tries all four directions; added rooms go to the back of the queue. True if there are any. */
static bool expand(struct naive_work *work, struct queue *queue, int cell, int wave, int most_rooms)
{
    static const int article_order[4] = {+10, -10, +1, -1};
    static const int demo_order[4] = {-1, +1, -10, +10};
    bool demo = work->rules->rule_set == NAIVE_DEMO;
    bool added = false;
    for (int i = 0; i < 4; i++) {
        int neighbour = cell + (demo ? demo_order[i] : article_order[i]);
        if (may_fill(work, neighbour, demo ? 1 : 0, most_rooms)) {
            naive_plan_fill(&work->plan, neighbour, NAIVE_NORMAL);
            queue_push(queue, neighbour, wave + 1);
            added = true;
        }
    }
    return added;
}

/* On large floors the start joins every second wave, after all other cells of that wave. */
static bool start_returns(struct naive_work *work, int wave, int most_rooms)
{
    int every = work->rules->reseed_every_waves;
    if (work->rules->rule_set != NAIVE_ARTICLE || every == 0 || most_rooms <= RESEED_ABOVE_ROOMS) {
        return false;
    }
    return wave > 0 && wave % every == 0 && work->plan.order.count < most_rooms;
}

static void grow(struct naive_work *work, int most_rooms)
{
    struct queue queue = {.front = 0, .back = 0};
    int last_wave = 0;
    queue_push(&queue, work->plan.start, 0);
    while (queue.front < queue.back) {
        int cell = queue.cell[queue.front];
        int wave = queue.wave[queue.front];
        if (wave != last_wave && start_returns(work, wave, most_rooms)) {
            queue_push(&queue, work->plan.start, wave);
        }
        last_wave = wave;
        queue.front++;
        bool added = expand(work, &queue, cell, wave, most_rooms);
        /* The demo does not exempt the start. */
        bool may_end = cell != work->plan.start || work->rules->rule_set == NAIVE_DEMO;
        if (!added && may_end) {
            naive_list_add(&work->plan.ends, cell);
        }
    }
}

/* ---- the search for a new cell: secret room, extra rooms ---- */

static int demanded_neighbours(const struct naive_rules *rules, int try_number)
{
    if (try_number <= rules->relax_first) {
        return 3;
    }
    if (try_number <= rules->relax_second) {
        return 2;
    }
    return 1;
}

/* Tries random cells of all 72; the number of the try that hit, or 0. */
static int search_cell(struct naive_work *work, const struct naive_list *forbidden, int *found)
{
    for (int try_number = 1; try_number <= work->rules->relax_last; try_number++) {
        int x = 1 + naive_below(work->random_state, 9);
        int y = naive_below(work->random_state, 8);
        int cell = 10 * y + x;
        if (naive_plan_filled(&work->plan, cell)) {
            continue;
        }
        if (naive_touches_any(cell, forbidden)) {
            continue;
        }
        if (naive_plan_neighbours(&work->plan, cell) >= demanded_neighbours(work->rules, try_number)) {
            *found = cell;
            return try_number;
        }
    }
    return 0;
}

static void place_secret(struct naive_work *work, int cell, int try_number, int criterion)
{
    naive_plan_fill(&work->plan, cell, NAIVE_SECRET);
    work->plan.secret = cell;
    work->out->secret_tries = try_number;
    work->out->secret_criterion = criterion;
    work->out->placed[NAIVE_SECRET]++;
}

/* `all_ends` = the end rooms before the boss was taken from the list. */
static bool article_secret(struct naive_work *work, const struct naive_list *all_ends)
{
    struct naive_list forbidden = {.count = 0};
    if (!work->rules->secret_forbids_boss_only) {
        forbidden = *all_ends;
    } else {
        naive_list_add(&forbidden, work->plan.boss);
    }
    if (work->plan.boss2 != NAIVE_NO_CELL) {
        naive_list_add(&forbidden, work->plan.boss2);
    }
    int cell = NAIVE_NO_CELL;
    int try_number = search_cell(work, &forbidden, &cell);
    if (try_number == 0) {
        return false;
    }
    place_secret(work, cell, try_number, demanded_neighbours(work->rules, try_number));
    return true;
}

/* ---- labyrinth ---- */

/* Adds the rooms that the queue did not reach; at most a third of the target. */
static bool add_extra_rooms(struct naive_work *work, int target)
{
    int missing = target - work->plan.order.count;
    if (missing > target / 3) {
        return false;
    }
    for (int i = 0; i < missing; i++) {
        int cell = NAIVE_NO_CELL;
        if (search_cell(work, &work->plan.ends, &cell) == 0) {
            return false;
        }
        naive_plan_fill(&work->plan, cell, NAIVE_NORMAL);
    }
    return true;
}

/* The rooms that have one neighbour now: those of the queue, and if the rules want it the extra ones before
 * them, since the boss takes the last of the list. */
static void list_dead_ends(struct naive_work *work, int queue_rooms)
{
    struct naive_plan *plan = &work->plan;
    plan->ends.count = 0;
    for (int i = queue_rooms; work->rules->uses_all_ends && i < plan->order.count; i++) {
        if (naive_plan_neighbours(plan, plan->order.cell[i]) == 1) {
            naive_list_add(&plan->ends, plan->order.cell[i]);
        }
    }
    for (int i = 1; i < queue_rooms; i++) {
        if (naive_plan_neighbours(plan, plan->order.cell[i]) == 1) {
            naive_list_add(&plan->ends, plan->order.cell[i]);
        }
    }
}

/* Empty cells beside an end room that touch nothing else. */
static void list_lonely_neighbours(const struct naive_plan *plan, int end_room, struct naive_list *cells)
{
    static const int steps[4] = {+10, -10, +1, -1};
    cells->count = 0;
    for (int i = 0; i < 4; i++) {
        int cell = end_room + steps[i];
        if (on_map(cell, 0) && !naive_plan_filled(plan, cell) && naive_plan_neighbours(plan, cell) == 1) {
            naive_list_add(cells, cell);
        }
    }
}

/* The last end room that can be the first of two boss rooms, and the second one beside it. */
static bool place_two_bosses(struct naive_work *work)
{
    struct naive_plan *plan = &work->plan;
    for (int i = plan->ends.count - 1; i >= 0; i--) {
        int cell = plan->ends.cell[i];
        struct naive_list beside;
        list_lonely_neighbours(plan, cell, &beside);
        if (beside.count == 0 || naive_cells_touch(cell, plan->start)) {
            continue;
        }
        plan->boss = naive_list_remove(&plan->ends, i);
        plan->kind[plan->boss] = NAIVE_BOSS;
        plan->boss2 = beside.cell[naive_below(work->random_state, beside.count)];
        naive_plan_fill(plan, plan->boss2, NAIVE_BOSS);
        work->out->placed[NAIVE_BOSS] = 2;
        return true;
    }
    return false;
}

/* Graph distance from the start: widen the known region until nothing changes. */
static void distances(const struct naive_plan *plan, int distance[NAIVE_CELLS])
{
    for (int cell = 0; cell < NAIVE_CELLS; cell++) {
        distance[cell] = -1;
    }
    distance[plan->start] = 0;
    for (int radius = 0; radius < NAIVE_CELLS; radius++) {
        for (int i = 0; i < plan->order.count; i++) {
            for (int j = 0; j < plan->order.count; j++) {
                int from = plan->order.cell[i];
                int to = plan->order.cell[j];
                if (distance[from] == radius && distance[to] == -1 && naive_cells_touch(from, to)) {
                    distance[to] = radius + 1;
                }
            }
        }
    }
}

/* Removes the nearest end room until six are left; of two equally near, the earlier one goes. */
static void keep_six_farthest(struct naive_plan *plan)
{
    int distance[NAIVE_CELLS];
    distances(plan, distance);
    while (plan->ends.count > 6) {
        int nearest = 0;
        for (int i = 1; i < plan->ends.count; i++) {
            if (distance[plan->ends.cell[i]] < distance[plan->ends.cell[nearest]]) {
                nearest = i;
            }
        }
        naive_list_remove(&plan->ends, nearest);
    }
}

/* ---- article ---- */

static void place_boss(struct naive_work *work)
{
    struct naive_plan *plan = &work->plan;
    plan->boss = naive_list_remove(&plan->ends, plan->ends.count - 1);
    plan->kind[plan->boss] = NAIVE_BOSS;
    work->out->placed[NAIVE_BOSS] = 1;
}

static bool article_specials(struct naive_work *work)
{
    struct naive_list all_ends = work->plan.ends;
    bool labyrinth = work->rules->labyrinth;
    if (!labyrinth) {
        place_boss(work);
    } else {
        if (!place_two_bosses(work)) {
            return false;
        }
        keep_six_farthest(&work->plan);
    }
    if (!article_secret(work, &all_ends)) {
        return false;
    }
    naive_place_in_random_end(work, NAIVE_SHOP, labyrinth ? 2 : 1);
    naive_place_in_random_end(work, NAIVE_TREASURE, labyrinth ? 2 : 1);
    naive_roll_rolls(work);
    return true;
}

static bool article_attempt(struct naive_work *work, int target)
{
    struct naive_plan *plan = &work->plan;
    bool labyrinth = work->rules->labyrinth;
    naive_plan_clear(plan, ARTICLE_START);
    grow(work, target);
    if (labyrinth) {
        int queue_rooms = plan->order.count;
        if (!add_extra_rooms(work, target)) {
            return false;
        }
        list_dead_ends(work, queue_rooms);
    }
    if (plan->order.count != target) {
        return false;
    }
    if (plan->ends.count < (labyrinth ? 5 : 3)) {
        return false;
    }
    int last = plan->ends.cell[plan->ends.count - 1];
    if (naive_cells_touch(last, plan->start)) {
        return false;
    }
    work->out->end_rooms = plan->ends.count;
    plan->boss = last;
    return !work->rules->specials || article_specials(work);
}

static int article_target(struct naive_work *work)
{
    int target = work->rules->rooms;
    if (target == 0) {
        target = naive_below(work->random_state, 2) + 5 + 26 * work->rules->level / 10;
    }
    if (work->rules->labyrinth && work->rules->counts_normal) {
        int normal = 18 * (target - 4) / 10;                /* all but start, boss, shop and treasure room */
        return (normal < 45 ? normal : 45) + 1 + 1 + 2 + 2; /* the second boss comes later */
    }
    if (work->rules->labyrinth) {
        target = 18 * target / 10;
        if (target > 45) {
            target = 45;
        }
    }
    return target;
}

/* ---- demo ---- */

/* x 1..9, y 2..9: the lowest two rows lie outside the layout. At least 3 neighbours throughout. */
static bool demo_secret(struct naive_work *work)
{
    for (int try_number = 1; try_number <= SECRET_TRIES; try_number++) {
        int x = 1 + naive_below(work->random_state, 9);
        int y = 2 + naive_below(work->random_state, 8);
        int cell = 10 * y + x;
        if (y > 7 || naive_plan_filled(&work->plan, cell)) {
            continue;
        }
        if (naive_cells_touch(cell, work->plan.boss)) {
            continue;
        }
        if (naive_plan_neighbours(&work->plan, cell) >= 3) {
            place_secret(work, cell, try_number, 3);
            return true;
        }
    }
    return false;
}

static bool demo_attempt(struct naive_work *work)
{
    struct naive_plan *plan = &work->plan;
    naive_plan_clear(plan, DEMO_START);
    grow(work, DEMO_MAX_ROOMS);
    if (plan->order.count < DEMO_MIN_ROOMS) {
        return false;
    }
    /* Boss, treasure and shop need one each. */
    if (plan->ends.count < 3) {
        return false;
    }
    work->out->end_rooms = plan->ends.count;
    if (!work->rules->specials) {
        plan->boss = plan->ends.cell[plan->ends.count - 1];
        return true;
    }
    place_boss(work);
    naive_place_in_random_end(work, NAIVE_TREASURE, 1);
    naive_place_in_random_end(work, NAIVE_SHOP, 1);
    return demo_secret(work);
}

/* ---- entry ---- */

static bool one_attempt(struct naive_work *work, int size)
{
    switch (work->rules->rule_set) {
    case NAIVE_ARTICLE:
        return article_attempt(work, size);
    case NAIVE_DEMO:
        return demo_attempt(work);
    default:
        return naive_flash_attempt(work, size);
    }
}

void naive_classic_make(const struct naive_rules *rules, uint64_t *random_state, struct naive_floor *out)
{
    struct naive_work work = {.rules = rules, .random_state = random_state, .out = out};
    work.level = rules->level;
    int size = 0; /* drawn once per floor, not per attempt */
    if (rules->rule_set == NAIVE_ARTICLE) {
        size = article_target(&work);
    } else if (rules->rule_set == NAIVE_FLASH) {
        work.level += rules->labyrinth ? 1 : 0;
        size = naive_flash_size(&work);
    }
    for (int attempt = 1; attempt <= rules->max_attempts; attempt++) {
        memset(out, 0, sizeof(*out));
        out->attempts = attempt;
        if (one_attempt(&work, size)) {
            if (rules->rule_set == NAIVE_FLASH) {
                naive_flash_specials(&work);
                out->failed = attempt >= FLASH_RESET_TRIES; /* the game discards it, although it is good */
            }
            naive_copy_out(&work);
            return;
        }
    }
    memset(out, 0, sizeof(*out));
    out->attempts = rules->max_attempts;
    out->failed = true;
    out->boss_cell = NAIVE_NO_CELL;
    out->boss2_cell = NAIVE_NO_CELL;
    out->secret_cell = NAIVE_NO_CELL;
    out->super_secret_cell = NAIVE_NO_CELL;
}
