/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A claim run has rounds: estimate what every scenario needs next, count those floors, judge the open
 * rows. The estimates only decide how many floors are made and when rows are judged, never a verdict.
 *
 * Scenarios that share a claim form a group. A group takes its steps as a whole, independent of other groups:
 * claims judged alone get the same floors as among all. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 4096, SLOW_ROWS = 1 << 16 };

/* The budget of a scenario in a run without a limit, in estimated microseconds of work. */
static const double budget = 40e6;
/* The part of it that may narrow the intervals of decided rows. */
static const double budget_of_precision = 12e6;
/* The work of a round: small, so that verdicts arrive one by one. */
static const double round_work = 1e6;
/* The work of a floor: a constant part, and more for each room and each random number. */
static const double cost_floor = 0.6;
static const double cost_room = 0.15 / 64;
static const double cost_draw = 0.025 / 64;
/* The work of a floor made by the vector kernel. */
static const double cost_fast = 0.3;
/* Limit of a scenario's floors for a row without an estimate of its needs. */
static const double most_without_estimate = 1 << 20;
static const double most_patient = 1 << 30;
/* The same while the event had no trial yet; the scenario may never produce one. */
static const double most_idle = 1 << 16;
/* The number of floors doubles in eight checkpoints; a round at most quadruples it. */
static const double checkpoint_step = 1.0905077326652577;
static const double longest_step = 4;

typedef struct scenario {
    double cost;       /* of a floor */
    double needs;      /* estimated floors until its next row is decided; 0 = no open row */
    double needs_most; /* the same for its last row */
    unsigned verdicts; /* rows decided after about `needs` floors */
    double spent;      /* work */
    uint64_t done, limit;
    unsigned group;  /* number of the first scenario of its group */
    bool is_changed; /* in this round */
} scenario;

/* The needs of a group. */
typedef struct group {
    unsigned number;
    double cost;
    unsigned verdicts;
} group;

typedef struct claim_job {
    fl_claim_run *run;
    scenario *all; /* [n] */
    size_t n;
    unsigned *number; /* [scenarios of the set]: its index in `all` */
    double *trials;   /* [findings_n]: trials that confirm a true claim with a chance of 1/2; 0 = unknown */
    fl_run_range *range; /* [n] */
    size_t ranges_n;
    fl_first_floors *first; /* [n]: during the check of the first floors */
    group *group;           /* [n] */
    double spent;
    fl_claim_run_state state;
    uint64_t before; /* floors before this round */
    fl_checkpoint checkpoint;
    bool has_checkpoint, has_checked_checkpoint;
    double last_save; /* seconds */
    double save_cost; /* of the last checkpoint */
    fl_diag *diag;
} claim_job;

/* Numbers the scenarios of the claims by their configurations, which are in the same order. */
static void number_conditions(claim_job *r)
{
    const fl_claim_set *claims = r->run->claims;
    for (unsigned i = 0; i < claims->scenarios_n; i++) {
        const fl_scenario *from = &claims->scenario[i];
        if (from->is_needed && from->same == i) {
            r->number[i] = (unsigned)r->n++;
        } else if (from->is_needed) {
            r->number[i] = r->number[from->same];
        }
    }
    for (size_t i = 0; i < r->run->findings_n; i++) {
        r->run->findings[i].condition = r->number[r->run->findings[i].row->scenario[0]];
    }
}

/* Joins the groups of all scenarios of each row. */
static void join_groups(claim_job *r)
{
    for (size_t i = 0; i < r->n; i++) {
        r->all[i].group = (unsigned)i;
    }
    for (size_t k = 0; k < r->run->findings_n; k++) {
        const fl_claim_row *row = r->run->findings[k].row;
        unsigned first = r->all[r->number[row->scenario[0]]].group;
        for (unsigned i = 1; i < row->scenarios_n; i++) {
            unsigned second = r->all[r->number[row->scenario[i]]].group;
            unsigned lowest = first < second ? first : second;
            unsigned highest = first < second ? second : first;
            for (size_t p = 0; p < r->n; p++) {
                r->all[p].group = r->all[p].group == highest ? lowest : r->all[p].group;
            }
            first = lowest;
        }
    }
}

/* Trials that probably confirm a claim about a chance, if it is true. */
static double trials_to_confirm(const claim_job *r, const fl_claim_row *row)
{
    static const double as_often_as_not = 0.5;
    fl_claim_judge judge = {.row = row, .alpha = r->run->alpha, .tolerance = r->run->tolerance};
    if (row->claim->type != FL_CLAIM_PROBABILITY || row->expected != FL_VERDICT_CONFIRMED ||
        row->claim->is_about) {
        return 0;
    }
    fl_stat_claim claim = fl_claim_judge_claim(&judge);
    return fl_stat_power_confirming(&claim, as_often_as_not);
}

void fl_verify_claims_free(fl_claim_run *self)
{
    if (self->totals) {
        fl_run_setup_free_tallies(&self->setup, self->totals);
    }
    self->totals = NULL;
    fl_run_setup_free(&self->setup);
    fl_run_experiment_free(&self->experiment);
}

static fl_err begin(claim_job *r)
{
    fl_claim_run *run = r->run;
    const fl_claim_set *claims = run->claims;
    fl_verify_claims_free(run); /* of an earlier call */
    r->all = calloc(claims->scenarios_n + 1, sizeof *r->all);
    r->range = calloc(claims->scenarios_n + 1, sizeof *r->range);
    r->number = calloc(claims->scenarios_n + 1, sizeof *r->number);
    r->group = calloc(claims->scenarios_n + 1, sizeof *r->group);
    r->trials = calloc(run->findings_n + 1, sizeof *r->trials);
    if (!r->all || !r->range || !r->number || !r->group || !r->trials) {
        return fl_diag_memory(r->diag);
    }
    for (size_t i = 0; i < run->findings_n; i++) {
        r->trials[i] = trials_to_confirm(r, run->findings[i].row);
    }
    snprintf(run->experiment.name, sizeof run->experiment.name, "documented");
    run->experiment.seed = run->seed;
    run->experiment.about = strdup("the scenarios of documented claims");
    fl_err err = run->experiment.about ? FL_OK : fl_diag_memory(r->diag);
    err =
        err ? err : fl_run_claim_scenarios(claims, run->findings, run->findings_n, &run->experiment, r->diag);
    err = err ? err : fl_run_setup_init(&run->setup, &run->experiment, 0, 1, r->diag);
    err = err ? err : fl_run_setup_make_tallies(&run->setup, &run->totals, r->diag);
    number_conditions(r);
    join_groups(r);
    for (size_t i = 0; i < r->n && !err; i++) {
        const fl_opened_generator *opened = &run->setup.condition[i].opened;
        uint64_t available = opened->last - opened->first;
        available = available == UINT64_MAX ? available : available + 1;
        r->all[i].limit = run->limit > 0 && run->limit < available ? run->limit : available;
    }
    return err;
}

static fl_worker_pool_order watch(void *context, uint64_t floors)
{
    claim_job *r = context;
    fl_claim_run_state state = r->state;
    state.floors = r->before + (r->first ? 0 : floors);
    state.cost_done = r->spent;
    return !r->run->watch || r->run->watch(r->run->context, &state) ? FL_WORKER_POOL_GO_ON
                                                                    : FL_WORKER_POOL_STOP;
}

/* Counts, or visits, the samples of the ranges. FL_ERR_STOPPED: the watcher stopped it. */
static fl_err count(claim_job *r, fl_run_count_job *how)
{
    how->setup = &r->run->setup;
    how->ranges = r->range;
    how->ranges_n = r->ranges_n;
    how->threads = r->run->threads;
    how->backend = fl_backend_best();
    how->totals = r->run->totals;
    how->patience = r->run->patience;
    how->watch = watch;
    fl_err err = fl_run_count(how, r->diag);
    return err || how->done == how->samples ? err : FL_ERR_STOPPED;
}

/* Visits the first floors of scenarios, numbered like the samples. */
static fl_err look(void *context, unsigned worker, fl_floor_maker *maker, const uint64_t samples[2],
                   fl_diag *diag)
{
    const claim_job *r = context;
    uint64_t i = samples[0];
    (void)worker;
    return fl_verify_first_floors(&r->run->setup.condition[i], maker, &r->first[i], diag);
}

/* Makes the first floors of all scenarios to estimate the cost of a floor and to check the program. */
static fl_err look_at_all(claim_job *r)
{
    fl_run_count_job how = {.context = r, .visit = look};
    r->first = calloc(r->n + 1, sizeof *r->first);
    for (size_t i = 0; i < r->n; i++) {
        r->range[i] = (fl_run_range){i, 0, 1, 0};
    }
    r->ranges_n = r->n;
    fl_err err = r->first ? count(r, &how) : fl_diag_memory(r->diag);
    if (!err && r->run->checks_itself) {
        how.visit = NULL;
        err = fl_verify_check_threads(&how, r->diag);
    }
    for (size_t i = 0; i < r->n && !err; i++) {
        const fl_run_condition *condition = &r->run->setup.condition[i];
        bool is_fast = fl_run_columns_can_count(&condition->opened, condition->spec, fl_backend_best());
        r->all[i].cost = is_fast ? cost_fast
                                 : cost_floor + cost_draw * (double)r->first[i].draws +
                                       cost_room * (double)r->first[i].rooms;
    }
    free(r->first);
    r->first = NULL;
    return err;
}

/* The run keeps what was counted: the samples made are the samples of each scenario. */
static void end(claim_job *r)
{
    if (r->has_checkpoint) {
        fl_run_checkpoint_free(&r->checkpoint);
    }
    for (size_t i = 0; i < r->n && r->run->totals; i++) {
        r->run->experiment.condition[i].samples = r->run->totals[i].floors;
    }
    if (r->run->totals) {
        fl_run_setup_cut(&r->run->setup, 0, 1);
    }
    free(r->all);
    free(r->range);
    free(r->number);
    free(r->group);
    free(r->trials);
}

fl_err fl_verify_claims_done(const fl_claim_run *self, fl_diag *diag)
{
    fl_checkpoint checkpoint;
    fl_err err = fl_run_checkpoint_init(&checkpoint, self->output, &self->setup, false, diag);
    if (!err) {
        fl_run_checkpoint_remove(&checkpoint);
        fl_run_checkpoint_free(&checkpoint);
    }
    return err;
}

/* The equal number of floors per scenario that gives a row as much information as the unequal ones (harmonic
 * mean). */
static double effective_floors(const claim_job *r, const fl_finding *finding)
{
    double sum = 0;
    for (unsigned i = 0; i < finding->row->scenarios_n; i++) {
        sum += 1 / fmax(1, (double)r->all[r->number[finding->row->scenario[i]]].done);
    }
    return finding->row->scenarios_n / sum;
}

/* The floors after which the interval of a refuted chance has the requested width, which falls with their
 * square root. */
static double floors_for_precision(const claim_job *r, const fl_finding *finding)
{
    const fl_claim_judge_result *result = &finding->result;
    double half = (result->found.limits.hi - result->found.limits.lo) / 2;
    bool is_chance = result->found.verdict == FL_VERDICT_REFUTED && result->hits != FL_CLAIM_JUDGE_NO_HITS;
    double scale = is_chance && r->run->precision > 0 ? half / r->run->precision : 0;
    return scale > 1 ? (scale * scale - 1) * (double)result->floors : 0;
}

/* The floors of a scenario that a row still needs. */
static double floors_needed(const claim_job *r, const fl_finding *finding, const scenario *place)
{
    double done = (double)place->done;
    if (!fl_claim_finding_is_open(finding)) {
        double narrower = fmin(floors_for_precision(r, finding), done); /* as close as the budget allows */
        return r->run->limit > 0 || place->spent + narrower * place->cost <= budget_of_precision ? narrower
                                                                                                 : 0;
    }
    double without_estimate = finding->row->expected == FL_VERDICT_UNDECIDED
                                  ? SLOW_ROWS /* its verdict was recorded as slow */
                              : r->run->is_patient || r->run->limit > 0 ? most_patient
                              : finding->result.trials == 0             ? most_idle
                                                                        : most_without_estimate;
    double growth = 1 + finding->result.floors_needed / (double)finding->result.floors;
    double needed = growth * effective_floors(r, finding) - done;
    double likely = r->trials[finding - r->run->findings];
    if (finding->row->claim->is_about) { /* near the ends of a range the estimate is too large */
        needed = fmin(needed, (longest_step - 1) * done);
    }
    if (likely > 0 && finding->result.trials > 0) { /* early shares are inexact, and the estimate too large */
        likely = likely / (double)finding->result.trials * (double)finding->result.floors - done;
        needed = fmin(needed, fmax(likely, done / 4));
    }
    if (done <= 0) {
        return FIRST;
    }
    if (!isfinite(needed) || finding->row->expected == FL_VERDICT_UNDECIDED) {
        return done < without_estimate ? fmin(done, without_estimate - done) : 0;
    }
    return fmax(needed, 0);
}

/* Counts the rows that the next checkpoint of each scenario probably decides. */
static void estimate_verdicts(claim_job *r)
{
    static const double about = 1.15;
    for (size_t k = 0; k < r->run->findings_n; k++) {
        const fl_finding *finding = &r->run->findings[k];
        for (unsigned i = 0; i < finding->row->scenarios_n && fl_claim_finding_is_open(finding); i++) {
            scenario *place = &r->all[r->number[finding->row->scenario[i]]];
            double needs = floors_needed(r, finding, place);
            place->verdicts += needs > 0 && needs <= about * place->needs;
        }
    }
}

/* Adds a row's needs to its scenarios. */
static void estimate_row(claim_job *r, const fl_finding *finding)
{
    const fl_claim_row *row = finding->row;
    for (unsigned i = 0; i < row->scenarios_n; i++) {
        scenario *place = &r->all[r->number[row->scenario[i]]];
        double needs = place->done < place->limit ? floors_needed(r, finding, place) : 0;
        place->needs = needs > 0 && (place->needs <= 0 || needs < place->needs) ? needs : place->needs;
        place->needs_most = fmax(place->needs_most, needs);
    }
}

/* Estimates the needs of every scenario. */
static void estimate_needs(claim_job *r)
{
    r->state = (fl_claim_run_state){.rows = r->run->findings_n, .floors = r->run->floors};
    for (size_t i = 0; i < r->n; i++) {
        r->all[i].needs = 0;
        r->all[i].needs_most = 0;
        r->all[i].verdicts = 0;
    }
    for (size_t k = 0; k < r->run->findings_n; k++) {
        const fl_finding *finding = &r->run->findings[k];
        estimate_row(r, finding);
        r->state.decided += !fl_claim_finding_is_open(finding);
    }
    estimate_verdicts(r);
}

/* The floor number of the next checkpoint. */
static uint64_t next_checkpoint(const scenario *place)
{
    double goal = place->done == 0
                      ? FIRST
                      : fmin((double)place->done + place->needs, longest_step * (double)place->done);
    double stop = FIRST * pow(checkpoint_step, ceil(log(goal / FIRST) / log(checkpoint_step) - 1e-9));
    stop = ceil(stop / 256) * 256;
    while (stop <= (double)place->done) {
        stop = ceil(stop * checkpoint_step / 256) * 256;
    }
    return stop < (double)place->limit ? (uint64_t)stop : place->limit;
}

/* Orders groups by their cost per verdict. */
static int by_cost_per_verdict(const void *a_of, const void *b_of)
{
    const group *a = a_of;
    const group *b = b_of;
    double difference = a->cost * b->verdicts - b->cost * a->verdicts;
    return difference < 0 ? -1 : difference > 0 ? 1 : a->number < b->number ? -1 : a->number > b->number;
}

/* True if a scenario gets more floors: it needs some, and its budget allows them. */
static bool goes_on(const claim_job *r, const scenario *place)
{
    bool has_limit = r->run->is_patient || r->run->limit > 0;
    return place->needs > 0 && (has_limit || place->needs * place->cost <= budget - place->spent);
}

/* Adds the floors of a scenario up to its next checkpoint; returns their work. */
static double add_range(claim_job *r, scenario *place)
{
    uint64_t to = next_checkpoint(place);
    double work = (double)(to - place->done) * place->cost;
    place->is_changed = true;
    r->range[r->ranges_n++] = (fl_run_range){(uint64_t)(place - r->all), place->done, to, 0};
    r->run->floors += to - place->done;
    place->done = to;
    place->spent += work;
    return work;
}

/* Lists the groups that get more floors; returns their number. */
static size_t list_groups(claim_job *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        r->group[i] = (group){.number = (unsigned)i};
    }
    for (size_t i = 0; i < r->n; i++) {
        scenario *place = &r->all[i];
        place->is_changed = false;
        if (goes_on(r, place)) {
            r->group[place->group].cost += place->needs * place->cost;
            r->group[place->group].verdicts += place->verdicts;
            r->state.cost_left += place->needs_most * place->cost;
        }
    }
    for (size_t i = 0; i < r->n; i++) {
        if (r->group[i].cost > 0) {
            r->group[n++] = r->group[i];
        }
    }
    return n;
}

/* Chooses the floors of this round, the cheapest verdicts first. */
static void choose_ranges(claim_job *r)
{
    double work = 0;
    size_t open = list_groups(r);
    qsort(r->group, open, sizeof *r->group, by_cost_per_verdict);
    r->ranges_n = 0;
    for (size_t i = 0; i < open && work < round_work; i++) {
        for (size_t k = 0; k < r->n; k++) {
            scenario *place = &r->all[k];
            if (place->group == r->group[i].number && goes_on(r, place)) {
                work += add_range(r, place);
            }
        }
    }
    r->spent += work;
}

static fl_err judge_all(claim_job *r)
{
    fl_err err = FL_OK;
    for (size_t k = 0; k < r->run->findings_n && !err; k++) {
        fl_finding *finding = &r->run->findings[k];
        const fl_tally *tallies[FL_CLAIM_SET_SCENARIOS];
        bool is_changed = false;
        for (unsigned i = 0; i < finding->row->scenarios_n; i++) {
            scenario *place = &r->all[r->number[finding->row->scenario[i]]];
            tallies[i] = &r->run->totals[place - r->all];
            is_changed = is_changed || place->is_changed;
        }
        fl_claim_judge judge = {finding->row, tallies, r->run->alpha, r->run->tolerance, false};
        err = is_changed ? fl_claim_finding_judge(finding, &judge, r->diag) : FL_OK;
    }
    return err;
}

/* Serialises the state other than the tallies, for a checkpoint. */
static void pack_state(const claim_job *r, fl_text *out)
{
    fl_text_add(out, r->run->identity);
    fl_text_add_char(out, '\0');
    fl_tally_pack_add_number(r->run->floors, out);
    for (size_t i = 0; i < r->n; i++) {
        fl_tally_pack_add_number(r->all[i].done, out);
        uint64_t bits = 0;
        memcpy(&bits, &r->all[i].spent, sizeof bits);
        fl_tally_pack_add_number(bits, out);
    }
    for (size_t i = 0; i < r->run->findings_n; i++) {
        fl_verify_pack_finding(&r->run->findings[i], out);
    }
}

static fl_err unpack_state(claim_job *r, const fl_text *from)
{
    size_t length = strlen(r->run->identity) + 1;
    if (from->size < length || memcmp(from->data, r->run->identity, length) != 0) {
        fl_err err = fl_diag_set(r->diag, FL_ERR_MISMATCH, r->run->output,
                                 "its checkpoint belongs to other claims or options");
        fl_diag_hint(r->diag, "repeat the options of the first part, or start over with --anew");
        return err;
    }
    fl_tally_pack_reader reader = {(const unsigned char *)from->data + length,
                                   (const unsigned char *)from->data + from->size};
    fl_err err = fl_tally_pack_read_number(&reader, &r->run->floors);
    for (size_t i = 0; i < r->n && !err; i++) {
        err = fl_tally_pack_read_number(&reader, &r->all[i].done);
        uint64_t bits = 0;
        err = err ? err : fl_tally_pack_read_number(&reader, &bits);
        memcpy(&r->all[i].spent, &bits, sizeof bits);
        r->spent += r->all[i].spent;
    }
    for (size_t i = 0; i < r->run->findings_n && !err; i++) {
        err = fl_verify_read_finding(&reader, &r->run->findings[i]);
    }
    return err || reader.at != reader.end
               ? fl_diag_set(r->diag, FL_ERR_DAMAGED, r->run->output, "its checkpoint is damaged")
               : FL_OK;
}

/* Checks that each scenario's total holds the samples that were made, each once. */
static fl_err check_totals(const claim_job *r)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < r->n && !err; i++) {
        err = fl_run_setup_check_total(&r->run->setup.condition[i], &r->run->totals[i], r->all[i].done,
                                       r->diag);
    }
    return err;
}

/* Opens the checkpoint, and resumes an earlier part. */
static fl_err resume(claim_job *r)
{
    fl_claim_run *run = r->run;
    fl_text state;
    if (!run->output) {
        return FL_OK;
    }
    fl_text_init(&state);
    fl_err err = fl_run_checkpoint_init(&r->checkpoint, run->output, &run->setup, false, r->diag);
    r->has_checkpoint = !err;
    fl_checkpoint_use use = fl_run_checkpoint_use(run->resumes, run->begins_anew);
    err = err ? err : fl_run_checkpoint_begin(&r->checkpoint, use, r->diag);
    if (!err && run->resumes) {
        fl_checkpoint_state from = {.setup = &run->setup, .totals = run->totals, .more = &state};
        err = fl_run_checkpoint_load(&r->checkpoint, &from, r->diag);
        err = err || state.size == 0 ? err : unpack_state(r, &state);
        err = err ? err : check_totals(r);
    }
    r->last_save = fl_program_host_seconds();
    fl_text_free(&state);
    return err;
}

/* Checks once that the checkpoint just written can be resumed from. */
static fl_err check_saved(claim_job *r, const fl_text *state)
{
    const fl_run_setup *setup = &r->run->setup;
    fl_tally *totals = NULL;
    fl_text again;
    fl_tally_difference found = {.what = "the rounds"};
    fl_text_init(&again);
    fl_checkpoint_state from = {.setup = setup, .more = &again};
    fl_err err = fl_run_setup_make_tallies(setup, &totals, r->diag);
    from.totals = totals;
    err = err ? err : fl_run_checkpoint_load(&r->checkpoint, &from, r->diag);
    bool is_same = from.done == 0 && again.size == state->size &&
                   memcmp(fl_text_get(&again), fl_text_get(state), state->size) == 0;
    for (size_t i = 0; i < r->n && is_same && !err; i++) {
        is_same = !fl_tally_differ(&r->run->totals[i], &totals[i], &found);
    }
    if (!err && !is_same) {
        err = fl_diag_set(r->diag, FL_ERR_DEFECT, r->run->output,
                          "its checkpoint does not hold what was saved (%s)", found.what);
        fl_diag_hint(r->diag, "please report this defect of floorlab; --anew starts without the checkpoint");
    }
    r->has_checked_checkpoint = true;
    fl_run_setup_free_tallies(setup, totals);
    fl_text_free(&again);
    return err;
}

/* Saves the state after a round, unless it was just saved: at most a twentieth of the time is spent on it. */
static fl_err save(claim_job *r)
{
    static const double pause = 0.2;
    static const double rounds = 20;
    fl_text state;
    double now = fl_program_host_seconds();
    if (!r->has_checkpoint || now - r->last_save < fmax(pause, rounds * r->save_cost)) {
        return FL_OK;
    }
    fl_text_init(&state);
    pack_state(r, &state);
    fl_checkpoint_state to = {.setup = &r->run->setup, .totals = r->run->totals, .more = &state};
    fl_err err = fl_text_check(&state) ? fl_diag_memory(r->diag)
                                       : fl_run_checkpoint_save(&r->checkpoint, &to, r->diag);
    err = err || r->has_checked_checkpoint ? err : check_saved(r, &state);
    fl_text_free(&state);
    r->last_save = fl_program_host_seconds();
    r->save_cost = r->last_save - now;
    return err;
}

fl_err fl_verify_claims(fl_claim_run *self, fl_diag *diag)
{
    assert(self->threads >= 1 && self->threads <= FL_THREADS_MAX);
    assert(self->alpha > 0 && self->alpha < 1);
    claim_job r = {.run = self, .diag = diag};
    self->floors = 0;
    self->was_stopped = false;
    fl_err err = begin(&r);
    err = err ? err : resume(&r);
    err = err ? err : look_at_all(&r);
    while (!err) {
        r.before = self->floors;
        estimate_needs(&r);
        choose_ranges(&r);
        if (r.ranges_n == 0) {
            break;
        }
        err = count(&r, &(fl_run_count_job){.context = &r});
        err = err ? err : judge_all(&r);
        err = err ? err : save(&r);
    }
    err = err ? err : check_totals(&r);
    end(&r);
    self->was_stopped = err == FL_ERR_STOPPED;
    self->floors = self->was_stopped ? r.before : self->floors;
    return self->was_stopped ? FL_OK : err;
}
