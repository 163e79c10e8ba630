/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Level 1 of the article known exactly, against floors counted by the runner (10^7, by the fastest backend:
 * the oracle suite holds all backends against the reference): metrics, events, maps.
 *
 * The law. The floor wants 7 or 8 rooms, each with chance 1/2. Every sequence of coins of the growth is
 * walked through (2^-k for k coins); a layout is accepted with the wanted rooms, three end rooms and a boss
 * room apart from the start; then the secret room takes 300 tries for three neighbours, 300 for two, 300 for
 * one, and a layout whose 900 tries all miss is thrown away as well. So a floor has the law P(layout, secret
 * cell) / P(success), mixed over the two numbers of rooms, and the attempts are geometric with P(success).
 * Shop, treasure room and gates take end rooms at random: each is as likely to get any end room but the boss.
 *
 * False alarms: 316 G-tests at 1e-6 each, so at most 316 in 10^6 seeds would refuse a right generator; the
 * seed is fixed. Values of zero probability must not occur at all. */
#include "experiments/run/run.h"
#include "gen/classic/classic.h"
#include "tests/support/gtest.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 80, MAP = 72, START = 35, VALUES = 1024, JOINT = 16, ENDS = 8, AREA = 72 };

/* The growth as the article tells it, one coin at a time. */
typedef struct walk {
    unsigned char filled[CELLS + 20]; /* by cell + 10 */
    unsigned char queue[CELLS];       /* the rooms, in placing order */
    int queue_n, head, side, added;   /* whose turn it is, on which side, what it added */
    unsigned char ends[CELLS];        /* places in the queue */
    int ends_n;
} walk;

typedef struct law {
    int rooms;
    double tries;   /* for the secret room, of each demand */
    double success; /* of an attempt */
    double metric[FL_METRIC_COUNT][VALUES];
    double event[FL_EVENT_MAX][2]; /* trials, hits */
    double map[FL_KIND_COUNT + 1][MAP];
    double joint[2][JOINT][JOINT];
    double ends[ENDS];            /* by the number of end rooms left for the gates */
    double end_cell[ENDS][MAP];   /* an end room that is not the boss, drawn at random */
    double placed[FL_KIND_COUNT]; /* rooms of the gates */
} law;

/* What a walk needs at hand. */
typedef struct enumeration {
    law *out;
    fl_floor floor;
    fl_metric_work work;
} enumeration;

static const unsigned joints[2][2] = {{FL_METRIC_DEAD_ENDS, FL_METRIC_BOSS_DISTANCE},
                                      {FL_METRIC_SECRET_CRITERION, FL_METRIC_SECRET_NEIGHBOURS}};
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

static int map_place(int cell)
{
    return cell / 10 * 9 + cell % 10 - 1;
}

static bool is_end(const walk *w, int cell)
{
    return on_map(cell) && w->filled[cell + 10] && cell != START && neighbours(w, cell) == 1;
}

static bool may_be_secret(const walk *w, int cell)
{
    return on_map(cell) && !w->filled[cell + 10] && !is_end(w, cell + 10) && !is_end(w, cell - 10) &&
           !is_end(w, cell + 1) && !is_end(w, cell - 1);
}

static void add_room(enumeration *e, fl_kind kind, int cell)
{
    unsigned room = fl_floor_add(&e->floor, kind, FL_SHAPE_1X1, cell % 10 - 1, cell / 10);
    e->floor.rooms[room].is_end = kind == FL_KIND_BOSS;
    e->floor.rooms[room].is_added = kind == FL_KIND_SECRET;
}

/* The kind of room number `i`: one end room is the shop, one the treasure room, no matter which. */
static fl_kind kind_of(const walk *w, int i)
{
    return i == 0                        ? FL_KIND_START
           : i == w->ends[w->ends_n - 1] ? FL_KIND_BOSS
           : i == w->ends[0]             ? FL_KIND_SHOP
           : i == w->ends[1]             ? FL_KIND_TREASURE
                                         : FL_KIND_NORMAL;
}

static void build(enumeration *e, const walk *w, int secret)
{
    fl_floor_clear(&e->floor, 9, 8);
    for (int i = 0; i < w->queue_n; i++) {
        add_room(e, kind_of(w, i), w->queue[i]);
    }
    add_room(e, FL_KIND_SECRET, secret);
    fl_floor_link(&e->floor);
    fl_floor_measure(&e->floor);
    e->floor.fact[FL_GENERATOR_FACT_TARGET] = w->queue_n; /* neither more nor fewer are accepted */
    e->floor.fact[FL_GENERATOR_FACT_END_ROOMS] = w->ends_n;
    e->floor.fact[FL_GENERATOR_FACT_CURSE] = FL_CURSE_NONE;
}

/* Metrics, events and maps of one floor, with its probability; the gates come later. */
static void add_floor(enumeration *e, const walk *w, int secret, double p)
{
    law *out = e->out;
    int32_t value[FL_METRIC_COUNT];
    size_t events_n = 0;
    const fl_event_row *rows = fl_metric_event_all(&events_n);
    fl_metric_compute(&e->work, &e->floor, FL_METRIC_ALL_GROUPS, value);
    for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
        if (value[m] != FL_GENERATOR_FACT_NONE) {
            out->metric[m][value[m]] += p;
        }
    }
    for (unsigned j = 0; j < 2; j++) {
        out->joint[j][value[joints[j][0]]][value[joints[j][1]]] += p;
    }
    for (size_t i = 0; i < events_n; i++) {
        fl_event_answer answer = rows[i].ask(&e->floor, value);
        out->event[i][0] += answer != FL_EVENT_NOT_ASKED ? p : 0;
        out->event[i][1] += answer == FL_EVENT_HIT ? p : 0;
    }
    out->map[0][map_place(secret)] += p;
    out->map[1 + FL_KIND_SECRET][map_place(secret)] += p;
    for (int i = 0; i < w->queue_n; i++) {
        out->map[0][map_place(w->queue[i])] += p;
    }
    for (int i = 0; i < w->ends_n - 1; i++) {
        out->end_cell[w->ends_n - 3][map_place(w->queue[w->ends[i]])] += p / (w->ends_n - 1);
    }
    out->map[1 + FL_KIND_BOSS][map_place(w->queue[w->ends[w->ends_n - 1]])] += p;
    out->ends[w->ends_n - 3] += p;
    out->success += p;
}

/* The secret room's law on an accepted layout. */
static void finish(enumeration *e, const walk *w, double p)
{
    bool touches = false;
    for (int i = 0; i < 4; i++) {
        touches |= w->ends_n > 0 && w->queue[w->ends[w->ends_n - 1]] == START + sides[i];
    }
    if (w->queue_n != e->out->rooms || w->ends_n < 3 || touches) {
        return;
    }
    int best = 0;
    for (int demand = 3; demand >= 1; demand--) {
        int open[CELLS];
        int n = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            if (may_be_secret(w, cell) && neighbours(w, cell) >= demand) {
                open[n++] = cell;
            }
        }
        best = demand == 3 ? n : best;
        double miss = pow(1 - (double)n / AREA, e->out->tries);
        for (int i = 0; i < n; i++) {
            build(e, w, open[i]);
            e->floor.fact[FL_GENERATOR_FACT_SECRET_CRITERION] = demand;
            e->floor.fact[FL_GENERATOR_FACT_SECRET_BEST] = best;
            add_floor(e, w, open[i], p * (1 - miss) / n);
        }
        p *= miss;
    }
}

static void branch(enumeration *e, walk w, double p)
{
    while (w.head < w.queue_n) {
        if (w.side == 4) {
            if (w.added == 0 && w.head > 0) {
                w.ends[w.ends_n++] = (unsigned char)w.head;
            }
            w.head++;
            w.side = 0;
            w.added = 0;
            continue;
        }
        int next = w.queue[w.head] + sides[w.side++];
        if (!on_map(next) || w.filled[next + 10] || neighbours(&w, next) > 1 || w.queue_n >= e->out->rooms) {
            continue;
        }
        branch(e, w, p / 2); /* heads: give up */
        p /= 2;
        w.filled[next + 10] = 1;
        w.queue[w.queue_n++] = (unsigned char)next;
        w.added++;
    }
    finish(e, &w, p);
}

/* The gates of level 1 with full health: chances in the order they are rolled (special rooms of the article).
 */
static const struct gate {
    fl_kind kind;
    bool is_open;
    double first, second; /* second < 0: there is none */
} gates[] = {
    {FL_KIND_SACRIFICE, true, 1.0 / 7, 1.0 / 4}, {FL_KIND_LIBRARY, true, 1.0 / 20, -1},
    {FL_KIND_CURSE, true, 1.0 / 2, -1},          {FL_KIND_MINIBOSS, true, 1.0 / 4, 1.0 / 3},
    {FL_KIND_CHALLENGE, false, 0, -1},           {FL_KIND_ARCADE, false, 0, -1},
};
enum { GATES = sizeof gates / sizeof gates[0] };

/* The rooms that gates placed so far, and the end rooms they can still have. */
typedef struct rolls {
    unsigned gate, left, placed; /* placed: bit set */
    double p;
} rolls;

static void note_gate(law *out, const rolls *at, fl_gate flags, double p)
{
    size_t first = 0;
    (void)fl_metric_event_all(&first);
    for (unsigned bit = 0; bit < FL_GATE_FLAGS; bit++) {
        fl_event_answer answer = fl_metric_event_ask_gate(flags, bit);
        double *event = out->event[first + at->gate * FL_GATE_FLAGS + bit];
        event[0] += answer != FL_EVENT_NOT_ASKED ? p : 0;
        event[1] += answer == FL_EVENT_HIT ? p : 0;
    }
}

/* All gates were rolled: which rooms there are. `ends` = end rooms the gates had. */
static void note_rooms(law *out, const rolls *at, unsigned ends)
{
    int n = 0;
    for (unsigned i = 0; i < GATES; i++) {
        bool is_placed = at->placed >> i & 1;
        n += is_placed;
        out->metric[FL_METRIC_FIRST_KIND + (int)gates[i].kind][is_placed] += at->p;
        for (int place = 0; place < MAP && is_placed; place++) {
            out->map[1 + gates[i].kind][place] += at->p * out->end_cell[ends][place] / out->ends[ends];
        }
    }
    out->metric[FL_METRIC_SPECIAL_ROOMS][4 + n] += at->p; /* boss, shop, treasure room, secret room */
    out->metric[FL_METRIC_FIRST_KIND + FL_KIND_NORMAL][out->rooms - 4 - n] += at->p;
}

static void roll(law *out, rolls at, unsigned ends)
{
    if (at.gate == GATES) {
        note_rooms(out, &at, ends);
        return;
    }
    const struct gate *gate = &gates[at.gate];
    rolls next = {.gate = at.gate + 1, .left = at.left, .placed = at.placed, .p = at.p};
    if (!gate->is_open || at.left == 0) {
        note_gate(out, &at, gate->is_open ? FL_GATE_NO_DEAD_END : 0, at.p);
        roll(out, next, ends);
        return;
    }
    bool has_second = gate->second >= 0;
    double first = at.p * gate->first;
    double second = has_second ? (at.p - first) * gate->second : 0;
    fl_gate missed = has_second ? FL_GATE_ROLLED | FL_GATE_SECOND_ROLLED : FL_GATE_ROLLED;
    fl_gate placed = FL_GATE_PASSED | FL_GATE_PLACED;
    note_gate(out, &at, FL_GATE_ROLLED | FL_GATE_FIRST | placed, first);
    note_gate(out, &at, missed | FL_GATE_SECOND | placed, second);
    note_gate(out, &at, missed, at.p - first - second);
    next.p = at.p - first - second;
    roll(out, next, ends);
    next.p = first + second;
    next.left--;
    next.placed |= 1u << at.gate;
    roll(out, next, ends);
}

/* Shop, treasure room and gates, once all layouts are known. */
static void add_specials(law *out)
{
    memset(out->metric[FL_METRIC_SPECIAL_ROOMS], 0, sizeof out->metric[0]);
    memset(out->metric[FL_METRIC_FIRST_KIND + FL_KIND_NORMAL], 0, sizeof out->metric[0]);
    for (unsigned i = 0; i < GATES; i++) {
        memset(out->metric[FL_METRIC_FIRST_KIND + (int)gates[i].kind], 0, sizeof out->metric[0]);
    }
    for (unsigned ends = 0; ends < ENDS; ends++) {
        if (out->ends[ends] > 0) {
            roll(out, (rolls){.left = ends, .p = out->ends[ends]}, ends);
        }
        for (int place = 0; place < MAP; place++) {
            out->map[1 + FL_KIND_SHOP][place] += out->end_cell[ends][place];
            out->map[1 + FL_KIND_TREASURE][place] += out->end_cell[ends][place];
        }
    }
    out->map[1 + FL_KIND_START][map_place(START)] = out->success;
    for (int place = 0; place < MAP; place++) {
        double special = 0;
        for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
            special += kind == FL_KIND_NORMAL ? 0 : out->map[1 + kind][place];
        }
        double normal = out->map[0][place] - special;
        out->map[1 + FL_KIND_NORMAL][place] = normal > 1e-12 * out->success ? normal : 0; /* of rounding */
    }
    double left = 1;
    for (int i = 0; i < VALUES; i++) { /* attempts are geometric */
        out->metric[FL_METRIC_ATTEMPTS][i] = i == 0 ? 0 : left * out->success * out->success;
        left *= i == 0 ? 1 : 1 - out->success;
    }
}

static void enumerate(int rooms, double tries, law *out)
{
    enumeration e = {.out = out};
    walk w;
    memset(out, 0, sizeof *out);
    memset(&w, 0, sizeof w);
    out->rooms = rooms;
    out->tries = tries;
    cr_assert(!fl_floor_init(&e.floor, MAP) && !fl_metric_init(&e.work, MAP));
    w.filled[START + 10] = 1;
    w.queue[w.queue_n++] = START;
    branch(&e, w, 1);
    add_specials(out);
    fl_floor_free(&e.floor);
    fl_metric_free(&e.work);
}

/* Adds 1/2 of a law, given success. */
static void mix(law *self, const law *other)
{
    double share = 0.5 / other->success;
    for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
        for (unsigned v = 0; v < VALUES; v++) {
            self->metric[m][v] += share * other->metric[m][v];
        }
    }
    for (unsigned i = 0; i < FL_EVENT_MAX; i++) {
        self->event[i][0] += share * other->event[i][0];
        self->event[i][1] += share * other->event[i][1];
    }
    for (unsigned kind = 0; kind <= FL_KIND_COUNT; kind++) {
        for (unsigned place = 0; place < MAP; place++) {
            self->map[kind][place] += share * other->map[kind][place];
        }
    }
    for (unsigned i = 0; i < 2 * JOINT * JOINT; i++) {
        (&self->joint[0][0][0])[i] += share * (&other->joint[0][0][0])[i];
    }
}

static law *law_of(double tries)
{
    law *out = calloc(1, sizeof *out);
    law *part = malloc(sizeof *part);
    cr_assert(out && part);
    for (int rooms = 7; rooms <= 8; rooms++) {
        enumerate(rooms, tries, part);
        mix(out, part);
    }
    free(part);
    return out;
}

/* The verdict of all tests. */
typedef struct verdict {
    unsigned tests, refused;
    double smallest;
    char name[96]; /* of the test with the smallest p */
} verdict;

static void judge(verdict *self, const char *what, const char *name, double p)
{
    self->tests++;
    self->refused += p < 1e-6;
    if (self->tests == 1 || p < self->smallest) {
        self->smallest = p;
        snprintf(self->name, sizeof self->name, "%s %s", what, name);
    }
}

/* Yes or no on each floor. */
static double p_of_share(uint64_t hits, uint64_t floors, double chance)
{
    static const double rounding = 1e-12;
    const uint64_t found[2] = {hits, floors - hits};
    const double expected[2] = {chance < rounding ? 0 : chance, chance > 1 - rounding ? 0 : 1 - chance};
    return gtest_fit(found, expected, 2);
}

static void judge_metrics(const fl_tally *tally, const law *expected, verdict *out)
{
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_metric *metric = &tally->spec->metrics[i];
        const uint64_t *found = tally->count + metric->at;
        fl_tally_sum sums[3];
        double total = 0;
        uint64_t listed = 0;
        fl_tally_sums(tally, i, sums);
        if (metric->metric == FL_METRIC_COUNT) {
            cr_assert_eq(found[0], (uint64_t)sums[0], "trees have no clusters");
            continue;
        }
        uint32_t n = metric->bins < VALUES ? metric->bins : VALUES;
        for (uint32_t v = 0; v < n; v++) {
            total += expected->metric[metric->metric][v];
            listed += found[v];
        }
        uint64_t wanted = total > 0.5 ? tally->floors : 0;
        cr_assert(sums[0] == wanted && listed == wanted, "%s: %llu values", fl_tally_metric_name(metric),
                  (unsigned long long)sums[0]);
        judge(out, "metric", fl_tally_metric_name(metric),
              gtest_fit(found, expected->metric[metric->metric], n));
    }
}

static void judge_events(const fl_tally *tally, const law *expected, verdict *out)
{
    for (unsigned i = 0; i < tally->spec->events_n; i++) {
        const fl_tally_event *event = &tally->spec->events[i];
        uint64_t found[2] = {0, 0};
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            found[0] += tally->count[event->at + step];
            found[1] += tally->count[event->at + FL_TALLY_STEPS + step];
        }
        judge(out, "trials of", event->name, p_of_share(found[0], tally->floors, expected->event[i][0]));
        judge(out, "hits of", event->name, p_of_share(found[1], tally->floors, expected->event[i][1]));
    }
}

/* One place is one test where several rooms of a floor go into the map, else the map is one test. */
static void judge_maps(const fl_tally *tally, const law *expected, verdict *out)
{
    char name[32];
    for (unsigned i = 0; i < tally->spec->maps_n; i++) {
        int kind = tally->spec->maps[i].kind;
        const uint64_t *found = tally->count + tally->spec->maps[i].at;
        uint64_t all[MAP + 1] = {0};
        double chance[MAP + 1] = {0};
        all[MAP] = tally->floors;
        chance[MAP] = 1;
        for (unsigned place = 0; place < MAP; place++) {
            all[place] = found[place];
            chance[place] = expected->map[1 + kind][place];
            all[MAP] -= all[place];
            chance[MAP] -= chance[place];
            if (kind <= FL_KIND_NORMAL) {
                snprintf(name, sizeof name, "%u of kind %d", place, kind);
                judge(out, "cell", name, p_of_share(all[place], tally->floors, chance[place]));
            }
        }
        chance[MAP] = fabs(chance[MAP]) < 1e-9 ? 0 : chance[MAP];
        if (kind > FL_KIND_NORMAL) {
            judge(out, "map of", fl_kind_of((fl_kind)kind)->name, gtest_fit(all, chance, MAP + 1));
        }
    }
}

static void judge_joints(const fl_tally *tally, const law *expected, verdict *out)
{
    for (unsigned j = 0; j < 2; j++) {
        const fl_tally_joint *joint = &tally->spec->joints[j];
        uint64_t found[JOINT * JOINT] = {0};
        uint64_t total = 0;
        for (unsigned a = 0; a < JOINT; a++) {
            for (unsigned b = 0; b < JOINT; b++) {
                found[a * JOINT + b] = tally->count[joint->at + a * joint->b_bins + b];
                total += found[a * JOINT + b];
            }
        }
        cr_assert_eq(total, tally->floors);
        judge(out, "joint", j ? "of the secret room" : "of the dead ends",
              gtest_fit(found, &expected->joint[j][0][0], JOINT * JOINT));
    }
}

static verdict judge_all(const fl_tally *tally, const law *expected)
{
    verdict out = {0, 0, 1, ""};
    judge_metrics(tally, expected, &out);
    judge_events(tally, expected, &out);
    judge_maps(tally, expected, &out);
    judge_joints(tally, expected, &out);
    return out;
}

/* Whether classic floors can have rooms of the metric's shape or kind. */
static bool classic_has(unsigned metric)
{
    return metric >= FL_METRIC_FIRST_KIND    ? fl_classic.kinds >> (metric - FL_METRIC_FIRST_KIND) & 1
           : metric >= FL_METRIC_FIRST_SHAPE ? fl_classic.shapes >> (metric - FL_METRIC_FIRST_SHAPE + 1) & 1
                                             : true;
}

/* The metrics that follow from the layout, the boss and the secret room; the law leaves open which end room
 * is the shop. */
static void name_metrics(char *out, size_t size)
{
    size_t n = 0;
    for (unsigned m = 0; m < FL_METRIC_COUNT; m++) {
        const fl_metric_row *row = fl_metric_of(m);
        bool is_close = m >= FL_METRIC_FIRST_CLOSE && m < FL_METRIC_FIRST_SHAPE;
        if (!is_close && row->group <= FL_METRIC_CLUSTERING && classic_has(m)) {
            n += (size_t)snprintf(out + n, size - n, "%s, ", row->name);
        }
    }
    snprintf(out + n, size - n, "clustering_room");
}

static void count(small_run *run, const char *settings, const char *floors)
{
    char metrics[4000];
    char text[4400];
    name_metrics(metrics, sizeof metrics);
    snprintf(
        text, sizeof text,
        "name: level-one\ngenerator: classic\nsettings: {level: 1%s}\nfloors: %s\nseed: 5\nmetrics: [%s]\n"
        "joints: [[dead_ends, boss_distance], [secret_criterion, secret_neighbours]]\n",
        settings, floors, metrics);
    small_run_open(run, text, 0, 1);
    fl_run_counting counting = {.setup = &run->setup, .threads = 2, .totals = run->totals};
    counting.backend = fl_backend_best();
    cr_assert_eq(fl_run_count(&counting, NULL), FL_OK);
    cr_assert_eq(run->totals[0].failed, 0);
}

Test(stat, level_one_follows_its_exact_law_in_every_count)
{
    small_run run;
    law *right = law_of(300);
    law *wrong = law_of(200);
    count(&run, "", "10M");
    verdict v = judge_all(run.totals, right);
    cr_expect_eq(v.tests, 316, "%u tests; the head says another number", v.tests);
    cr_expect_eq(v.refused, 0, "%u refused, p = %g for %s", v.refused, v.smallest, v.name);
    v = judge_all(run.totals, wrong);
    cr_expect_gt(v.refused, 10, "the law of 200 tries should be refused");
    free(right);
    free(wrong);
    small_run_close(&run);
}

/* The power: a hundredth of the floors tells these rules apart from level 1's. */
Test(stat, floors_of_other_rules_are_told_from_level_one)
{
    static const char *const others[] = {", secret_tries_each: 200", ", secret_forbids: boss", ", hearts: 4",
                                         ", order: dulr", ", start: 34"};
    law *right = law_of(300);
    small_run run;
    count(&run, "", "100k");
    cr_expect_eq(judge_all(run.totals, right).refused, 0);
    small_run_close(&run);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        count(&run, others[i], "100k");
        cr_expect_gt(judge_all(run.totals, right).refused, 0, "%s", others[i]);
        small_run_close(&run);
    }
    free(right);
}
