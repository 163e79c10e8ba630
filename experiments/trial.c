/* The claims' events and the judging of their counts. */
#include "experiments/trial.h"

#include <math.h>
#include <string.h>

/* Two-sided normal quantile for a false alarm in a million, and how narrow an interval must be to confirm. */
static const double z = 4.9;
static const double tolerance = 0.005;

static int has_seven_rooms(const fl_source_worker *w)
{
    return w->values[FL_METRIC_PLAN_ROOMS] == 7;
}

static int has_seven_or_eight_rooms(const fl_source_worker *w)
{
    return w->values[FL_METRIC_PLAN_ROOMS] == 7 || w->values[FL_METRIC_PLAN_ROOMS] == 8;
}

static int has_loop(const fl_source_worker *w)
{
    return w->values[FL_METRIC_LOOPS] > 0;
}

static int is_clustered(const fl_source_worker *w)
{
    return w->values[FL_METRIC_CLUSTERING_MAX] > 0;
}

static int boss_touches_start(const fl_source_worker *w)
{
    return w->values[FL_METRIC_BOSS_DISTANCE] == 1;
}

static int boss_is_farthest(const fl_source_worker *w)
{
    return w->values[FL_METRIC_BOSS_DISTANCE] == w->values[FL_METRIC_ECCENTRICITY];
}

static int boss_is_dead_end(const fl_source_worker *w)
{
    return w->floor.rooms[fl_floor_end(&w->floor)].is_dead_end;
}

static int has_secret(const fl_source_worker *w)
{
    return w->values[FL_METRIC_FIRST_KIND + FL_KIND_SECRET] == 1;
}

/* Whether a door leads from the secret room into a dead end, the boss room included. */
static int secret_touches_end(const fl_source_worker *w)
{
    for (uint32_t i = 0; i < w->floor.doors_n; i++) {
        const fl_door *door = &w->floor.doors[i];
        if (door->kind == FL_KIND_SECRET &&
            (w->floor.rooms[door->room_a].is_dead_end || w->floor.rooms[door->room_b].is_dead_end)) {
            return 1;
        }
    }
    return 0;
}

static int secret_has_three(const fl_source_worker *w)
{
    return w->floor.fact[FL_FACT_SECRET_BEST] > 0 ? w->values[FL_METRIC_SECRET_NEIGHBOURS] >= 3 : -1;
}

static int secret_has_one(const fl_source_worker *w)
{
    return w->values[FL_METRIC_SECRET_NEIGHBOURS] == 1;
}

static int has_guaranteed(const fl_source_worker *w)
{
    const int32_t *kind = w->values + FL_METRIC_FIRST_KIND;
    return kind[FL_KIND_BOSS] == 1 && kind[FL_KIND_SHOP] == 1 && kind[FL_KIND_TREASURE] == 1;
}

static int passes_sacrifice(const fl_source_worker *w)
{
    fl_gate gate = w->floor.gate[0]; /* the first row of the gates */
    return gate & FL_GATE_ROLLED ? (gate & FL_GATE_PASSED) != 0 : -1;
}

static int has_two_bosses(const fl_source_worker *w)
{
    return w->values[FL_METRIC_FIRST_KIND + FL_KIND_BOSS] == 2;
}

#define FL_YES FL_TRIAL_CONFIRMED
#define FL_NO FL_TRIAL_REFUTED

/* clang-format off */
static const fl_trial_row rows[] = {
    {"classic.rooms.formula", "level 1 has 7 rooms half the time", "seed 001", "level=1", 1, 2, FL_YES, has_seven_rooms},
    {"classic.rooms.range", "level 1 has 7 or 8 rooms", "seed 001", "level=1", 1, 1, FL_YES, has_seven_or_eight_rooms},
    {"classic.rooms.range.flash", "the same in the game's own code", "seed 001", "rules=flash level=1", 1, 1, FL_NO,
     has_seven_or_eight_rooms},
    {"classic.no_loops", "there are no loops", "seed 001", "level=4", 0, 1, FL_YES, has_loop},
    {"classic.no_loops.labyrinth", "nor on labyrinth floors", "seed 001", "level=5 curse=labyrinth", 0, 1, FL_NO, has_loop},
    {"classic.max_two_neighbours", "no room has a clustering number", "seed 001", "level=4", 0, 1, FL_YES, is_clustered},
    {"classic.boss_not_adjacent", "the boss never touches the start", "seed 001", "level=1", 0, 1, FL_YES,
     boss_touches_start},
    {"classic.boss_farthest", "the boss room is one of the farthest", "seed 001", "level=3", 1, 1, FL_YES, boss_is_farthest},
    {"classic.boss_dead_end", "the boss room is a dead end", "seed 001", "level=3", 1, 1, FL_YES, boss_is_dead_end},
    {"classic.guaranteed", "one boss, one shop, one treasure room", "seed 001", "level=2", 1, 1, FL_YES, has_guaranteed},
    {"classic.secret.always", "there is a secret room", "seed 001", "level=3", 1, 1, FL_YES, has_secret},
    {"classic.secret.always.flash", "the same in the game's own code", "seed 001", "rules=flash level=3", 1, 1, FL_NO,
     has_secret},
    {"classic.secret.no_end", "it never touches an end room", "seed 001", "level=3", 0, 1, FL_YES, secret_touches_end},
    {"classic.secret.no_end.demo", "the same in the demo", "seed 001", "rules=demo", 0, 1, FL_NO, secret_touches_end},
    {"classic.secret.three", "it has three neighbours where a cell offers them", "seed 001", "level=4", 1, 1, FL_NO,
     secret_has_three},
    {"classic.secret.one.flash", "it never has one neighbour", "game's code", "rules=flash level=1", 0, 1, FL_YES,
     secret_has_one},
    {"classic.sacrifice.base", "hurt: sacrifice rooms come 1 in 7", "seed 001", "hearts=5", 1, 7, FL_YES, passes_sacrifice},
    {"classic.sacrifice.full", "full health: 5/14 of the rolls", "seed 001", "hearts=6", 5, 14, FL_YES, passes_sacrifice},
    {"classic.xl.bosses", "labyrinth floors have two boss rooms", "seed 001", "level=1 curse=labyrinth", 1, 1, FL_YES,
     has_two_bosses},
};
/* clang-format on */

const fl_trial_row *fl_trial_all(size_t *n)
{
    *n = sizeof rows / sizeof rows[0];
    return rows;
}

const char *fl_trial_verdict_name(fl_trial_verdict verdict)
{
    static const char *const names[] = {"undecided", "confirmed", "refuted"};
    return names[verdict];
}

void fl_trial_judge(const fl_trial_row *row, fl_trial_result *result)
{
    double n = (double)result->trials;
    double documented = (double)row->hits / (double)row->of;
    bool is_certain = row->hits == 0 || row->hits == row->of;
    result->verdict = FL_TRIAL_UNDECIDED;
    result->observed = n > 0 ? (double)result->hits / n : 0;
    /* Wilson's interval: sensible also where nothing or everything was hit */
    double centre = (result->observed + z * z / (2 * n)) / (1 + z * z / n);
    double half =
        z / (1 + z * z / n) * sqrt(result->observed * (1 - result->observed) / n + z * z / (4 * n * n));
    result->low = n > 0 ? fmax(0, centre - half) : 0;
    result->high = n > 0 ? fmin(1, centre + half) : 1;
    if (is_certain && result->trials > 0 && result->hits != (row->hits ? result->trials : 0)) {
        result->verdict = FL_TRIAL_REFUTED; /* one exception is enough */
    } else if (!is_certain && (documented < result->low || documented > result->high)) {
        result->verdict = FL_TRIAL_REFUTED;
    } else if (result->trials > 0 && half <= tolerance) {
        result->verdict = FL_TRIAL_CONFIRMED;
    }
}

fl_err fl_trial_run(const fl_trial_row *row, uint64_t floors, fl_trial_result *out, fl_diag *diag)
{
    fl_source source;
    fl_source_worker worker;
    memset(&worker, 0, sizeof worker);
    memset(out, 0, sizeof *out);
    fl_err err = fl_source_open_words(&source, "classic", row->settings, diag);
    err = err ? err : fl_source_hire(&worker, &source, diag);
    for (uint64_t i = 0; i < floors && !err; i++) {
        fl_source_make(&worker, i, FL_METRIC_ALL_GROUPS & ~(1u << FL_METRIC_DIAMETER));
        int event = worker.floor.failure ? -1 : row->event(&worker);
        out->trials += event >= 0;
        out->hits += event > 0;
    }
    fl_trial_judge(row, out);
    fl_source_dismiss(&worker);
    fl_source_close(&source);
    return err;
}
