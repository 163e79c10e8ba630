/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rounds of floors, timed by the thread's processor time, which other programs do not add to. */
#include "experiments/bench/bench.h"

#include "experiments/bench/bench_private.h"
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

/* What timing a row needs. */
typedef struct timed {
    fl_bench_row *row;
    fl_floor_maker *maker;
    fl_batch_columns *columns;
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

double fl_bench_median(const double rate[FL_BENCH_ROUNDS])
{
    double sorted[FL_BENCH_ROUNDS];
    memcpy(sorted, rate, sizeof sorted);
    qsort(sorted, FL_BENCH_ROUNDS, sizeof sorted[0], by_size);
    return sorted[FL_BENCH_ROUNDS / 2];
}

static void count_singly(timed *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t index = p->maker->opened->first + p->next + i;
        fl_run_maker_make(p->maker, index, p->makes_only ? 0 : p->spec->groups);
        if (!p->makes_only) {
            fl_tally_add(&p->tally, &p->maker->floor, p->maker->values, &p->maker->metric, index);
        }
    }
}

static void count_columns(timed *p, unsigned n)
{
    const fl_opened_generator *opened = p->maker->opened;
    if (!p->makes_only) {
        fl_run_columns_make(p->columns, p->maker, p->next, n);
        fl_tally_batch_add(&p->tally, &p->columns->columns);
        return;
    }
    p->columns->batch.first = p->next;
    p->columns->batch.n = n;
    opened->generator->make_batch(opened->rules, &p->maker->key, p->maker->scratch, &p->columns->batch);
}

/* Times one round: floors a second. */
static double time_round(timed *p)
{
    enum { FEW = 64 };
    bool has_columns = fl_run_columns_can_count(p->maker->opened, p->spec, p->row->backend);
    double started = fl_program_host_thread_seconds();
    double elapsed = 0;
    uint64_t floors = 0;
    while (elapsed < round_seconds) {
        unsigned n = has_columns ? BATCH : FEW;
        if (has_columns) {
            count_columns(p, n);
        } else {
            count_singly(p, n);
        }
        p->next += n;
        floors += n;
        elapsed = fl_program_host_thread_seconds() - started;
    }
    return (double)floors / elapsed;
}

static double count_draws(fl_floor_maker *maker)
{
    enum { FLOORS = 2000 };
    double draws = 0;
    for (uint64_t i = 0; i < FLOORS; i++) {
        fl_run_maker_make(maker, maker->opened->first + i, 0);
        draws += (double)fl_run_maker_draws(maker);
    }
    return draws / FLOORS;
}

/* Fills in medians and ratios of the rows from `first` on; that one is the reference's. */
static void sum_up(fl_bench *self, unsigned first, double draws_per_floor)
{
    const fl_bench_row *reference = &self->row[first];
    for (unsigned i = first; i < self->rows_n; i++) {
        fl_bench_row *row = &self->row[i];
        double ratio[FL_BENCH_ROUNDS];
        for (unsigned round = 0; round < FL_BENCH_ROUNDS; round++) {
            ratio[round] = row->rate[round] / reference->rate[round];
        }
        row->floors_per_second = fl_bench_median(row->rate);
        row->ratio_to_reference = fl_bench_median(ratio);
        row->draws_per_floor = draws_per_floor;
        double time = 1 / row->floors_per_second / draws_per_floor;
        row->ratio_to_draws = time / self->draw_seconds[FL_BACKEND_REFERENCE];
        row->ratio_to_lanes = time / self->draw_seconds[row->backend];
    }
}

static bool is_wanted(const fl_bench *self, const fl_opened_generator *opened, const fl_tally_spec *spec,
                      fl_backend backend)
{
    return backend == FL_BACKEND_REFERENCE ||
           (fl_backend_is_here(backend) && fl_run_columns_can_count(opened, spec, backend) &&
            (!self->has_only || self->only == backend));
}

/* Measures one set on all backends. */
static fl_err measure_set(fl_bench *self, const fl_bench_case *what, unsigned set, fl_floor_maker *maker,
                          fl_diag *diag)
{
    fl_tally_spec spec;
    timed rows[FL_BACKEND_COUNT];
    unsigned rows_n = 0;
    unsigned first = self->rows_n;
    const fl_opened_generator *opened = maker->opened;
    const void *rules[] = {opened->rules};
    fl_tally_choose rest = sets[set].with_rest ? FL_TALLY_DEFAULT : FL_TALLY_NONE;
    fl_catalogue *catalogue = calloc(1, sizeof *catalogue);
    fl_tally_request request = {.catalogue = catalogue, .events = {.what = rest}, .maps = {.what = rest}};
    if (sets[set].metrics) {
        request.metrics = (fl_tally_choice){FL_TALLY_LIST, sets[set].metrics, sets[set].metrics_n};
    }
    fl_batch_columns *columns = aligned_alloc(64, sizeof *columns);
    memset(&spec, 0, sizeof spec);
    fl_err err = columns && catalogue ? FL_OK : fl_diag_memory(diag);
    err = err ? err : fl_sample_catalogue_init(catalogue, opened->generator, rules, 1, diag);
    err = err ? err : fl_tally_spec_make(&spec, &request, diag);
    for (unsigned i = 0; i < FL_BACKEND_COUNT && !err && self->rows_n < FL_BENCH_ROWS; i++) {
        if (is_wanted(self, opened, &spec, (fl_backend)i)) {
            fl_bench_row *row = &self->row[self->rows_n++];
            *row = (fl_bench_row){.what = what, .set = sets[set].name, .backend = (fl_backend)i};
            rows[rows_n] = (timed){.row = row, .maker = maker, .columns = columns, .spec = &spec};
            rows[rows_n].makes_only = sets[set].makes_only;
            err = fl_tally_init(&rows[rows_n].tally, &spec) ? fl_diag_memory(diag) : FL_OK;
            rows_n++;
        }
    }
    for (unsigned round = 0; round < FL_BENCH_ROUNDS && !err; round++) {
        for (unsigned i = 0; i < rows_n; i++) {
            fl_run_columns_init(columns, &spec, rows[i].row->backend);
            rows[i].row->rate[round] = time_round(&rows[i]);
        }
    }
    for (unsigned i = 0; i < rows_n; i++) {
        fl_tally_free(&rows[i].tally);
    }
    fl_tally_spec_free(&spec);
    if (catalogue) {
        fl_sample_catalogue_free(catalogue);
    }
    free(catalogue);
    free(columns);
    if (!err) {
        sum_up(self, first, count_draws(maker));
    }
    return err;
}

fl_err fl_bench_measure(fl_bench *self, const fl_bench_case *what, fl_diag *diag)
{
    fl_opened_generator opened;
    fl_floor_maker maker;
    memset(&maker, 0, sizeof maker);
    fl_err err = fl_run_generator_open_words(&opened, what->generator, what->settings, diag);
    err = err ? err : fl_run_maker_open(&maker, &opened, diag);
    for (unsigned set = 0; set < SETS && !err; set++) {
        err = measure_set(self, what, set, &maker, diag);
    }
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
    return err;
}
