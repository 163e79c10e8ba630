/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether threads count what one counts. Some samples of each population are counted twice before the rest:
 * by several threads, more than there are processors, in ranges so small that the threads merge their counts
 * all the time and at the same time; and by one, one after the other, by the readable code. What threads do
 * to each other's counts shows as a difference. The counts also go through the form in which checkpoints keep
 * them and back. */
#include "experiments/verify/verify_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 4,
    TURNS = 6,          /* in which a population is counted, each by all threads */
    SAMPLES = 8,        /* that a thread takes in a turn */
    SAMPLES_FAST = 256, /* the same where a kernel makes them */
    SIDE_BY_SIDE = 2 /* populations that are counted in turns, so that each thread leaves one for the other */
};

typedef struct recount {
    const fl_sweep_job *job; /* the populations: one of each range */
    size_t n;
    fl_sweep_population *own; /* [n]: the same, with totals of their own */
    fl_tally *total;          /* [n] */
    fl_sweep_range *range;
    size_t ranges_n;
    double patience;
    fl_diag *diag;
} recount;

/* How many samples a thread takes of a population. */
static uint64_t share_of(const fl_sweep_population *population)
{
    const fl_opened_generator *opened = &population->condition->opened;
    uint64_t most = (opened->last - opened->first) / (TURNS * THREADS);
    uint64_t wanted = fl_verify_sweep_is_fast(population) ? SAMPLES_FAST : SAMPLES;
    return wanted < most ? wanted : most;
}

/* A population whose samples come from a program or a file is not asked for them again. */
static bool is_counted(const fl_sweep_population *population)
{
    return !population->condition->opened.generator->open && share_of(population) > 0;
}

static void add_turn(recount *r, size_t number, unsigned turn)
{
    fl_sweep_population *population = &r->own[number];
    uint64_t share = share_of(population);
    for (unsigned i = 0; i < THREADS && is_counted(population); i++) {
        uint64_t from = (turn * THREADS + i) * share;
        r->range[r->ranges_n++] = (fl_sweep_range){population, from, from + share};
    }
}

static void list_ranges(recount *r)
{
    for (size_t first = 0; first < r->n; first += SIDE_BY_SIDE) {
        for (unsigned turn = 0; turn < TURNS; turn++) {
            for (size_t i = first; i < first + SIDE_BY_SIDE && i < r->n; i++) {
                add_turn(r, i, turn);
            }
        }
    }
}

static fl_err open_totals(recount *r)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < r->n && !err; i++) {
        const fl_run_condition *condition = r->job->ranges[i].population->condition;
        r->own[i] = (fl_sweep_population){.condition = condition, .total = &r->total[i]};
        err = fl_tally_init(&r->total[i], condition->spec) ? fl_diag_memory(r->diag) : FL_OK;
        r->total[i].start = condition->opened.first;
    }
    return err;
}

static fl_err open_recount(recount *r)
{
    r->own = calloc(r->n + 1, sizeof *r->own);
    r->total = calloc(r->n + 1, sizeof *r->total);
    r->range = calloc(r->n * TURNS * THREADS + 1, sizeof *r->range);
    if (!r->own || !r->total || !r->range) {
        return fl_diag_memory(r->diag);
    }
    return open_totals(r);
}

static void close_recount(recount *r)
{
    for (size_t i = 0; i < r->n && r->total; i++) {
        fl_tally_free(&r->total[i]);
    }
    free(r->own);
    free(r->total);
    free(r->range);
}

static fl_err count_by_threads(recount *r)
{
    fl_sweep *sweep = NULL;
    fl_err err = fl_verify_sweep_init(&sweep, r->own, r->n, THREADS, r->diag);
    if (!err) {
        fl_sweep_job job = {r->range, r->ranges_n, r->job->context, r->job->watch};
        fl_verify_sweep_be_patient(sweep, r->patience);
        err = fl_verify_sweep_count(sweep, &job, r->diag);
        fl_verify_sweep_free(sweep);
    }
    return err;
}

static fl_err refuse(const recount *r, size_t number, const fl_tally_difference *found, const char *how)
{
    const fl_run_condition *condition = r->own[number].condition;
    fl_err err = fl_diag_set(
        r->diag, FL_ERR_DEFECT, condition->name,
        "the first %llu %s counted twice: %s: %llu by one thread, one after the other, and "
        "%llu %s",
        (unsigned long long)r->total[number].floors, fl_sample_names(condition->opened.generator->makes),
        found->what, (unsigned long long)found->first, (unsigned long long)found->second, how);
    fl_diag_hint(r->diag, "nothing is counted or written; please report this defect of floorlab");
    return err;
}

/* Whether packed counts are the same again. */
static fl_err check_packed(const recount *r, size_t number, const fl_tally *single)
{
    fl_text bytes;
    fl_tally again;
    fl_tally_difference found;
    fl_text_init(&bytes);
    fl_tally_pack_add(single, &bytes);
    fl_err err =
        fl_text_check(&bytes) || fl_tally_init(&again, single->spec) ? fl_diag_memory(r->diag) : FL_OK;
    if (!err) {
        fl_tally_pack_reader reader = {(const unsigned char *)bytes.data,
                                       (const unsigned char *)bytes.data + bytes.size};
        again.start = single->start;
        fl_err damaged = fl_tally_pack_read(&reader, &again);
        if (damaged || reader.at != reader.end) {
            err = fl_diag_set(r->diag, FL_ERR_DEFECT, r->own[number].condition->name,
                              "the counts of its first samples cannot be read from a checkpoint's bytes");
        } else if (fl_tally_differ(single, &again, &found)) {
            err = refuse(r, number, &found, "as a checkpoint keeps them");
        }
        fl_tally_free(&again);
    }
    fl_text_free(&bytes);
    return err;
}

/* Makes the sums as long as those of any run, so that no part of them is lost unnoticed. */
static void lengthen_sums(fl_tally *self)
{
    self->numbers.sum = ~self->numbers.sum;
    self->numbers.squares = ~self->numbers.squares;
    for (unsigned i = 0; i < self->spec->metrics_n; i++) {
        self->extreme[i].over_sum = ~self->extreme[i].over_sum;
        self->extreme[i].over_square = ~self->extreme[i].over_square;
    }
}

/* Counts the same samples one by one, and compares. */
static fl_err check_population(const recount *r, size_t number, fl_floor_maker *maker)
{
    const fl_run_condition *condition = r->own[number].condition;
    const fl_tally_spec *spec = condition->spec;
    fl_tally single;
    fl_tally_difference found;
    fl_err err = fl_tally_init(&single, spec) ? fl_diag_memory(r->diag) : FL_OK;
    single.gate_of = condition->binding.gate_of;
    single.start = condition->opened.first;
    maker->work.skips_named_events = !spec->has_named_events;
    uint64_t n = TURNS * THREADS * share_of(&r->own[number]);
    for (uint64_t i = 0; i < n && !err; i++) {
        fl_run_maker_make(maker, condition->opened.first + i, spec->groups);
        fl_run_maker_count(maker, &single);
    }
    if (!err && fl_tally_differ(&single, &r->total[number], &found)) {
        err = refuse(r, number, &found, "by several");
    }
    err = err ? err : fl_run_setup_check_total(condition, &r->total[number], n, r->diag);
    if (!err) {
        lengthen_sums(&single);
        err = check_packed(r, number, &single);
    }
    fl_tally_free(&single);
    return err;
}

static fl_err check_all(recount *r)
{
    fl_err err = FL_OK;
    for (size_t i = 0; i < r->n && !err; i++) {
        fl_floor_maker maker;
        if (r->job->watch && !r->job->watch(r->job->context, 0)) {
            return FL_ERR_STOPPED;
        }
        if (is_counted(&r->own[i])) {
            err = fl_run_maker_open(&maker, &r->own[i].condition->opened, r->diag);
            err = err ? err : check_population(r, i, &maker);
            fl_run_maker_close(&maker);
        }
    }
    return err;
}

fl_err fl_verify_recount(const fl_sweep_job *job, double patience, fl_diag *diag)
{
    recount r = {.job = job, .n = job->ranges_n, .patience = patience, .diag = diag};
    fl_err err = open_recount(&r);
    if (!err) {
        list_ranges(&r);
        err = count_by_threads(&r);
        err = err ? err : check_all(&r);
    }
    close_recount(&r);
    return err;
}
