/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small floors enumerated: every sequence of coins of the article's growth, held against the known values and
 * against 10^7 floors of the generator.
 *
 * False alarms: each comparison is a G-test at 1e-6; the seeds are fixed, so a correct generator always
 * passes. */
#include "tests/support/batch_maker.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

enum { CELLS = 80, START = 35, FLOORS = 10000000, VALUES = 16 };

/* The growth as the article tells it, one coin at a time. */
typedef struct walk {
    unsigned char filled[CELLS + 20]; /* by cell + 10 */
    unsigned char queue[CELLS];
    int depth[CELLS]; /* steps from the start, by place in the queue */
    int queue_n;      /* = rooms */
    int head, side;   /* whose turn it is, and on which side */
    int added;        /* by the room whose turn it is */
    int ends, last_end;
} walk;

typedef struct law {
    int rooms;
    double accepted, with_secret;
    double dead_ends[VALUES], boss_distance[VALUES]; /* given acceptance, after finish() */
    long leaves;
} law;

static const int sides[4] = {10, -10, 1, -1};

static int neighbours(const walk *w, int cell)
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        n += w->filled[cell + sides[i] + 10];
    }
    return n;
}

static bool on_map(int cell)
{
    return cell >= 0 && cell < CELLS && cell % 10 != 0;
}

/* P(the secret room is found): end rooms forbidden, 300 tries each for 3, 2 and 1 neighbours. */
static double chance_of_secret(const walk *w)
{
    double missed = 1;
    for (int demand = 3; demand >= 1; demand--) {
        int open = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            bool touches_end = false;
            for (int i = 0; i < 4; i++) {
                int beside = cell + sides[i];
                touches_end |= on_map(cell) && on_map(beside) && w->filled[beside + 10] && beside != START &&
                               neighbours(w, beside) == 1;
            }
            open += on_map(cell) && !w->filled[cell + 10] && !touches_end && neighbours(w, cell) >= demand;
        }
        missed *= pow(1 - open / 72.0, 300);
    }
    return 1 - missed;
}

static void finish(const walk *w, double p, law *out)
{
    out->leaves++;
    bool touches = false;
    for (int i = 0; i < 4; i++) {
        touches |= w->ends > 0 && w->queue[w->last_end] == START + sides[i];
    }
    if (w->queue_n != out->rooms || w->ends < 3 || touches) {
        return;
    }
    out->accepted += p;
    out->with_secret += p * chance_of_secret(w);
    out->dead_ends[w->ends] += p;
    out->boss_distance[w->depth[w->last_end]] += p;
}

static void branch(walk w, double p, law *out)
{
    while (w.head < w.queue_n) {
        int cell = w.queue[w.head];
        if (w.side == 4) {
            if (w.added == 0 && w.head > 0) {
                w.ends++;
                w.last_end = w.head;
            }
            w.head++;
            w.side = 0;
            w.added = 0;
            continue;
        }
        int next = cell + sides[w.side++];
        if (!on_map(next) || w.filled[next + 10] || neighbours(&w, next) > 1 || w.queue_n >= out->rooms) {
            continue;
        }
        branch(w, p / 2, out); /* heads: give up */
        p /= 2;
        w.filled[next + 10] = 1;
        w.depth[w.queue_n] = w.depth[w.head] + 1;
        w.queue[w.queue_n++] = (unsigned char)next;
        w.added++;
    }
    finish(&w, p, out);
}

static law enumerate(int rooms)
{
    law out = {.rooms = rooms};
    walk w;
    memset(&w, 0, sizeof w);
    w.filled[START + 10] = 1;
    w.queue[w.queue_n++] = START;
    branch(w, 1, &out);
    for (int i = 0; i < VALUES; i++) {
        out.dead_ends[i] /= out.accepted;
        out.boss_distance[i] /= out.accepted;
    }
    return out;
}

static void near(double found, double expected)
{
    cr_assert(fabs(found - expected) < 6e-9, "%.10f is not %.10f", found, expected);
}

Test(stat, seven_rooms_have_their_known_law)
{
    law seven = enumerate(7);
    cr_assert_eq(seven.leaves, 5120);
    near(seven.accepted, 0.62445068);
    near(seven.dead_ends[3], 0.60473072);
    near(seven.boss_distance[2], 0.36281888);
    near(seven.boss_distance[3], 0.47595543);
    near(seven.boss_distance[4], 0.16122569);
    cr_assert(fabs(seven.with_secret - 0.6025386) < 6e-8, "%.9f", seven.with_secret);
}

Test(stat, eight_rooms_have_their_known_law)
{
    law eight = enumerate(8);
    cr_assert_eq(eight.leaves, 18338);
    near(eight.accepted, 0.64460564);
    near(eight.dead_ends[3], 0.46091686);
    near(eight.dead_ends[4], 0.47848408);
    near(eight.dead_ends[5], 0.06059907);
}

typedef struct counts {
    uint64_t dead_ends[VALUES], boss_distance[VALUES], attempts[VALUES];
} counts;

/* By the fastest backend: the oracle suite holds all of them against the reference. */
static void count_floors(const char *settings, int floors, counts *out)
{
    static const unsigned asked[] = {FL_METRIC_DEAD_ENDS, FL_METRIC_BOSS_DISTANCE, FL_METRIC_ATTEMPTS};
    batch_maker *maker = batch_maker_open(settings, 5);
    fl_columns *columns = &maker->columns;
    memset(out, 0, sizeof *out);
    columns->wants = columns->want_kinds = 0;
    columns->wants_events = maker->batch.wants_cells = false;
    for (unsigned i = 0; i < 3; i++) {
        fl_column_want(columns, asked[i]);
    }
    for (int first = 0; first < floors; first += FL_CLASSIC_BATCH_FLOORS) {
        unsigned n =
            floors - first < FL_CLASSIC_BATCH_FLOORS ? (unsigned)(floors - first) : FL_CLASSIC_BATCH_FLOORS;
        batch_maker_make(maker, fl_backend_best(), (uint64_t)first, n);
        for (unsigned i = 0; i < n; i++) {
            int32_t attempts = fl_column_at(&columns->metric[FL_METRIC_ATTEMPTS], i);
            out->dead_ends[fl_column_at(&columns->metric[FL_METRIC_DEAD_ENDS], i)]++;
            out->boss_distance[fl_column_at(&columns->metric[FL_METRIC_BOSS_DISTANCE], i)]++;
            out->attempts[attempts < VALUES ? attempts : VALUES - 1]++;
        }
    }
    batch_maker_close(maker);
}

/* Attempts are geometric with the chance of acceptance. */
static void fill_geometric(double accepted, double *out)
{
    double left = 1;
    memset(out, 0, VALUES * sizeof *out);
    for (int i = 1; i < VALUES - 1; i++) {
        out[i] = left * accepted;
        left -= out[i];
    }
    out[VALUES - 1] = left;
}

static double smallest_p(const counts *found, const law *expected)
{
    double attempts[VALUES];
    fill_geometric(expected->accepted, attempts);
    double p = gtest_fit(found->dead_ends, expected->dead_ends, VALUES);
    p = fmin(p, gtest_fit(found->boss_distance, expected->boss_distance, VALUES));
    return fmin(p, gtest_fit(found->attempts, attempts, VALUES));
}

Test(stat, ten_million_floors_of_seven_rooms_follow_the_law)
{
    counts found;
    law seven = enumerate(7);
    count_floors("rooms=7 specials=off", FLOORS, &found);
    double p = smallest_p(&found, &seven);
    cr_assert_gt(p, 1e-6, "p = %g", p);
}

Test(stat, ten_million_floors_of_eight_rooms_follow_the_law)
{
    counts found;
    law eight = enumerate(8);
    count_floors("rooms=8 specials=off", FLOORS, &found);
    double p = smallest_p(&found, &eight);
    cr_assert_gt(p, 1e-6, "p = %g", p);
}

Test(stat, attempts_with_a_secret_room_follow_the_law)
{
    counts found;
    law seven = enumerate(7);
    double attempts[VALUES];
    count_floors("rooms=7", FLOORS / 4, &found);
    fill_geometric(seven.with_secret, attempts);
    double p = gtest_fit(found.attempts, attempts, VALUES);
    cr_assert_gt(p, 1e-6, "p = %g", p);
}

/* The power of the comparisons above: a thousandth of the floors is enough to tell other rules apart. */
Test(stat, the_test_catches_other_rules)
{
    counts found;
    law seven = enumerate(7);
    count_floors("rooms=7 specials=off min_end_rooms=2", 10000, &found);
    cr_assert_lt(smallest_p(&found, &seven), 1e-6);
    count_floors("rooms=7 specials=off boss_may_touch_start=on start=31", 10000, &found);
    cr_assert_lt(smallest_p(&found, &seven), 1e-6);
}
