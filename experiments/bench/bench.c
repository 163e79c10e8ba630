/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rounds of floors, timed by the thread's processor time, which other programs do not add to. */
#include "experiments/bench/bench.h"

#include "experiments/run/run.h"
#include "gen/lanes/bench_draws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = FL_CLASSIC_BATCH_FLOORS, CORE = 9, SETS = 4 };

/* Seconds of one round of a row. */
static const double round_seconds = 0.05;

static const unsigned core[CORE] = {
    FL_METRIC_ROOMS,         FL_METRIC_ATTEMPTS,          FL_METRIC_DEAD_ENDS,
    FL_METRIC_BOSS_DISTANCE, FL_METRIC_SECRET_NEIGHBOURS, FL_METRIC_DEGREE_1,
    FL_METRIC_DEGREE_2,      FL_METRIC_DEGREE_3,          FL_METRIC_DEGREE_4,
};

/* The sets of metrics that are computed on each floor and counted. */
static const struct {
    const char *name;
    const unsigned *metrics; /* NULL = all */
    unsigned metrics_n;
    bool makes_only, with_rest;
} sets[SETS] = {
    {"none", core, CORE, true, false},
    {"core", core, CORE, false, false},
    {"all", NULL, 0, false, false},
    {"tallied", NULL, 0, false, true},
};

/* The context of timing a row. */
typedef struct timed {
    fl_bench_row *row;
    fl_floor_maker *maker;
    fl_run_counter *counter;
    const fl_tally_spec *spec;
    fl_tally tally;
    bool makes_only;
    uint64_t next;
} timed;

static volatile uint32_t sink;

static uint32_t draw_singly(uint64_t seed, uint64_t n)
{
    fl_pcg rng;
    uint32_t sum = 0;
    fl_pcg_init(&rng, seed, 1);
    for (uint64_t i = 0; i < n; i++) {
        sum ^= fl_pcg_next(&rng);
    }
    return sum;
}

static double time_draw(fl_bench_draws_make *draw)
{
    enum { DRAWS = 1 << 21 };
    double best = 1;
    for (int round = 0; round < FL_BENCH_ROUNDS; round++) {
        double started = fl_program_host_thread_seconds();
        sink = draw((uint64_t)round, DRAWS);
        best = fmin(best, (fl_program_host_thread_seconds() - started) / DRAWS);
    }
    return best;
}

void fl_bench_init(fl_bench *self)
{
    fl_bench_draws_make *const draws[FL_BACKEND_COUNT] = {
        [FL_BACKEND_REFERENCE] = draw_singly,
        [FL_BACKEND_PORTABLE] = fl_bench_draws_portable,
#if defined(__x86_64__)
        [FL_BACKEND_AVX2] = fl_bench_draws_avx2,
        [FL_BACKEND_AVX512] = fl_bench_draws_avx512,
#endif
    };
    memset(self, 0, sizeof *self);
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        self->draw_seconds[i] = fl_backend_is_here((fl_backend)i) ? time_draw(draws[i]) : 0;
    }
}

static int by_size(const void *a_of, const void *b_of)
{
    const double *a = a_of;
    const double *b = b_of;
    return *a < *b ? -1 : *a > *b;
}

static double median(const double rate[FL_BENCH_ROUNDS])
{
    double sorted[FL_BENCH_ROUNDS];
    memcpy(sorted, rate, sizeof sorted);
    qsort(sorted, FL_BENCH_ROUNDS, sizeof sorted[0], by_size);
    return sorted[FL_BENCH_ROUNDS / 2];
}

/* Times one round: samples a second. */
static fl_err time_round(timed *p, double *rate)
{
    enum { FEW = 64, SAMPLES = 1024 };
    bool has_columns = fl_run_columns_can_count(p->maker->opened, p->spec, p->row->backend);
    unsigned n = has_columns ? BATCH : p->maker->sample ? SAMPLES : FEW;
    double started = fl_program_host_thread_seconds();
    double elapsed = 0;
    uint64_t samples = 0;
    fl_err err = FL_OK;
    while (elapsed < round_seconds && !err) {
        if (p->makes_only) {
            /* Makes samples without counting them. */
            fl_floor_maker *maker = p->maker;
            const fl_opened_generator *opened = maker->opened;
            fl_batch_columns *columns = &p->counter->columns;
            for (unsigned i = 0; i < n; i++) {
                uint64_t first = opened->first + p->next + i;
                unsigned reach = has_columns ? fl_run_columns_reach(maker, first, n - i) : 0;
                if (reach > 0) {
                    columns->batch.first = first;
                    columns->batch.n = reach;
                    opened->generator->make_batch(opened->rules, &maker->key, maker->scratch,
                                                  &columns->batch);
                    i += reach - 1;
                    continue;
                }
                maker->key.index = first;
                opened->generator->make(opened->rules, &maker->key, maker->scratch,
                                        maker->sample ? maker->sample : &maker->floor);
            }
        } else {
            fl_counter_range range = {.first = p->maker->opened->first + p->next,
                                      .n = n,
                                      .groups = p->spec->groups,
                                      .has_columns = has_columns,
                                      .backend = p->row->backend};
            err = fl_run_counter_count(p->counter, p->maker, &range, &p->tally);
        }
        p->next += n;
        samples += n;
        elapsed = fl_program_host_thread_seconds() - started;
    }
    *rate = (double)samples / elapsed;
    return err;
}

/* True if the set is measured on a backend: all make journeys side by side, but only to count them. */
static bool is_wanted(const fl_bench *self, const fl_floor_maker *maker, const fl_tally_spec *spec,
                      unsigned set, fl_backend backend)
{
    bool is_journey = maker->opened->generator->makes == FL_SAMPLE_JOURNEY;
    return backend == FL_BACKEND_REFERENCE ||
           (fl_backend_is_here(backend) && (!self->has_only || self->only == backend) &&
            (is_journey ? !sets[set].makes_only : fl_run_columns_can_count(maker->opened, spec, backend)));
}

/* The rows of one set, which are timed together. */
typedef struct timed_set {
    const fl_bench_case *what;
    unsigned set;
    fl_floor_maker *maker;
    fl_tally_spec spec;
    fl_run_counter *counter;
    timed row[FL_BACKEND_COUNT];
    unsigned rows_n;
} timed_set;

/* Adds a row for each backend. */
static fl_err open_set(timed_set *self, fl_bench *bench, fl_diag *diag)
{
    unsigned set = self->set;
    fl_tally_choose rest = sets[set].with_rest ? FL_TALLY_DEFAULT : FL_TALLY_NONE;
    fl_tally_request request = {
        .catalogue = self->maker->opened->catalogue, .events = {.what = rest}, .maps = {.what = rest}};
    if (sets[set].metrics && !self->maker->sample) {
        request.metrics = (fl_tally_choice){FL_TALLY_LIST, sets[set].metrics, sets[set].metrics_n};
    }
    self->counter = aligned_alloc(64, (sizeof *self->counter + 63) / 64 * 64);
    if (!self->counter) {
        return fl_diag_memory(diag);
    }
    memset(self->counter, 0, sizeof *self->counter);
    fl_err err = fl_tally_spec_make(&self->spec, &request, diag);
    for (unsigned i = 0; i < FL_BACKEND_COUNT && !err && bench->rows_n < FL_BENCH_ROWS; i++) {
        if (is_wanted(bench, self->maker, &self->spec, set, (fl_backend)i)) {
            fl_bench_row *row = &bench->row[bench->rows_n++];
            timed *p = &self->row[self->rows_n++];
            *row = (fl_bench_row){.what = self->what, .set = sets[set].name, .backend = (fl_backend)i};
            *p = (timed){.row = row, .maker = self->maker, .counter = self->counter, .spec = &self->spec};
            p->makes_only = sets[set].makes_only;
            err = fl_tally_init(&p->tally, &self->spec) ? fl_diag_memory(diag) : FL_OK;
            p->tally.start = self->maker->opened->first;
        }
    }
    return err;
}

/* Measures one set on all backends. */
static fl_err measure_set(fl_bench *self, timed_set *timing, fl_diag *diag)
{
    unsigned first = self->rows_n;
    fl_err err = open_set(timing, self, diag);
    for (unsigned round = 0; round < FL_BENCH_ROUNDS && !err; round++) {
        for (unsigned i = 0; i < timing->rows_n && !err; i++) {
            timed *p = &timing->row[i];
            fl_run_columns_init(&p->counter->columns, &timing->spec, p->row->backend);
            err = time_round(p, &p->row->rate[round]) ? fl_diag_memory(diag) : FL_OK;
        }
    }
    for (unsigned i = 0; i < timing->rows_n; i++) {
        fl_tally_free(&timing->row[i].tally);
    }
    fl_tally_spec_free(&timing->spec);
    if (timing->counter) {
        fl_run_counter_free(timing->counter);
    }
    free(timing->counter);
    if (!err) {
        enum { FLOORS = 2000 };
        double draws = 0;
        for (uint64_t i = 0; i < FLOORS; i++) {
            fl_run_maker_make(timing->maker, timing->maker->opened->first + i, 0);
            draws += (double)fl_run_maker_draws(timing->maker);
        }
        double draws_per_floor = draws / FLOORS;
        const fl_bench_row *reference = &self->row[first];
        for (unsigned i = first; i < self->rows_n; i++) {
            fl_bench_row *row = &self->row[i];
            double ratio[FL_BENCH_ROUNDS];
            for (unsigned round = 0; round < FL_BENCH_ROUNDS; round++) {
                ratio[round] = row->rate[round] / reference->rate[round];
            }
            row->floors_per_second = median(row->rate);
            row->ratio_to_reference = median(ratio);
            row->draws_per_floor = draws_per_floor;
            double time = 1 / row->floors_per_second / draws_per_floor;
            row->ratio_to_draws = time / self->draw_seconds[FL_BACKEND_REFERENCE];
            row->ratio_to_lanes = time / self->draw_seconds[row->backend];
        }
    }
    return err;
}

/* Measures every set. Rooms and journeys have no core metrics. */
static fl_err measure_sets(fl_bench *self, const fl_bench_case *what, const fl_opened_generator *opened,
                           fl_diag *diag)
{
    fl_floor_maker maker;
    fl_err err = fl_run_maker_open(&maker, opened, diag);
    for (unsigned set = 0; set < SETS && !err; set++) {
        if (!maker.sample || sets[set].makes_only || !sets[set].metrics) {
            timed_set timing = {.what = what, .set = set, .maker = &maker};
            err = measure_set(self, &timing, diag);
        }
    }
    fl_run_maker_close(&maker);
    return err;
}

fl_err fl_bench_measure(fl_bench *self, const fl_bench_case *what, fl_diag *diag)
{
    fl_opened_generator opened;
    fl_sample_binding binding;
    fl_catalogue *catalogue = calloc(1, sizeof *catalogue);
    fl_err err = fl_run_generator_open_words(&opened, what->generator, what->settings, diag);
    const void *rules[] = {opened.rules};
    err = err || catalogue ? err : fl_diag_memory(diag);
    err = err ? err : fl_sample_catalogue_init(catalogue, opened.generator, rules, 1, diag);
    if (!err) {
        fl_sample_bind(catalogue, opened.rules, &binding);
        opened.catalogue = catalogue;
        opened.binding = &binding;
        err = measure_sets(self, what, &opened, diag);
    }
    if (catalogue) {
        fl_sample_catalogue_free(catalogue);
    }
    free(catalogue);
    fl_run_generator_close(&opened);
    return err;
}
