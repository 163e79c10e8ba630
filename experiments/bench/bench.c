/* Rounds of floors, timed by the thread's own processor time: other programs do not count. */
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

/* What is worked out on each floor, and counted. */
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

/* One row at work. */
typedef struct post {
    fl_bench_row *row;
    fl_opened_generator_worker *worker;
    fl_batch_columns *harvest;
    const fl_tally_spec *plan;
    fl_tally tally;
    bool makes_only;
    uint64_t next;
} post;

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

static void work_singly(post *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t index = p->worker->source->first + p->next + i;
        fl_run_generator_make(p->worker, index, p->makes_only ? 0 : p->plan->groups);
        if (!p->makes_only) {
            fl_tally_add(&p->tally, &p->worker->floor, p->worker->values, &p->worker->metric, index);
        }
    }
}

static void work_in_columns(post *p, unsigned n)
{
    const fl_opened_generator *source = p->worker->source;
    if (!p->makes_only) {
        fl_run_columns_make(p->harvest, p->worker, p->next, n);
        fl_tally_batch_add(&p->tally, &p->harvest->columns);
        return;
    }
    p->harvest->batch.first = p->next;
    p->harvest->batch.n = n;
    source->generator->make_batch(source->rules, &p->worker->key, p->worker->scratch, &p->harvest->batch);
}

/* Floors a second in one round. */
static double time_round(post *p)
{
    enum { FEW = 64 };
    bool has_columns = fl_run_columns_fits(p->worker->source, p->plan, p->row->backend);
    double started = fl_program_host_thread_seconds();
    double elapsed = 0;
    uint64_t floors = 0;
    while (elapsed < round_seconds) {
        unsigned n = has_columns ? BATCH : FEW;
        if (has_columns) {
            work_in_columns(p, n);
        } else {
            work_singly(p, n);
        }
        p->next += n;
        floors += n;
        elapsed = fl_program_host_thread_seconds() - started;
    }
    return (double)floors / elapsed;
}

static double count_draws(fl_opened_generator_worker *worker)
{
    enum { FLOORS = 2000 };
    double draws = 0;
    for (uint64_t i = 0; i < FLOORS; i++) {
        fl_run_generator_make(worker, worker->source->first + i, 0);
        draws += (double)fl_run_generator_draws(worker);
    }
    return draws / FLOORS;
}

/* Medians and ratios of the rows from `first` on; the first is the reference's. */
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

static bool is_wanted(const fl_bench *self, const fl_opened_generator *source, const fl_tally_spec *plan,
                      fl_backend backend)
{
    return backend == FL_BACKEND_REFERENCE ||
           (fl_backend_is_here(backend) && fl_run_columns_fits(source, plan, backend) &&
            (!self->has_only || self->only == backend));
}

/* All backends with one set. */
static fl_err measure_set(fl_bench *self, const fl_bench_case *what, unsigned set,
                          fl_opened_generator_worker *worker, fl_diag *diag)
{
    fl_tally_spec plan;
    post posts[FL_BACKEND_COUNT];
    unsigned posts_n = 0;
    unsigned first = self->rows_n;
    const fl_opened_generator *source = worker->source;
    fl_tally_request wish = {.generator = source->generator,
                             .metrics = sets[set].metrics,
                             .metrics_n = sets[set].metrics_n,
                             .with_events = sets[set].with_rest,
                             .with_maps = sets[set].with_rest};
    wish.gates_n = source->generator->gates(source->rules, &wish.gate_names);
    fl_batch_columns *harvest = aligned_alloc(64, sizeof *harvest);
    fl_err err = harvest ? fl_tally_spec_make(&plan, &wish, diag) : fl_diag_memory(diag);
    for (unsigned i = 0; i < FL_BACKEND_COUNT && !err && self->rows_n < FL_BENCH_ROWS; i++) {
        if (is_wanted(self, source, &plan, (fl_backend)i)) {
            fl_bench_row *row = &self->row[self->rows_n++];
            *row = (fl_bench_row){.what = what, .set = sets[set].name, .backend = (fl_backend)i};
            posts[posts_n] = (post){.row = row, .worker = worker, .harvest = harvest, .plan = &plan};
            posts[posts_n].makes_only = sets[set].makes_only;
            err = fl_tally_init(&posts[posts_n].tally, &plan) ? fl_diag_memory(diag) : FL_OK;
            posts_n++;
        }
    }
    for (unsigned round = 0; round < FL_BENCH_ROUNDS && !err; round++) {
        for (unsigned i = 0; i < posts_n; i++) {
            fl_run_columns_init(harvest, &plan, posts[i].row->backend);
            posts[i].row->rate[round] = time_round(&posts[i]);
        }
    }
    for (unsigned i = 0; i < posts_n; i++) {
        fl_tally_free(&posts[i].tally);
    }
    free(harvest);
    if (!err) {
        sum_up(self, first, count_draws(worker));
    }
    return err;
}

fl_err fl_bench_measure(fl_bench *self, const fl_bench_case *what, fl_diag *diag)
{
    fl_opened_generator source;
    fl_opened_generator_worker worker;
    memset(&worker, 0, sizeof worker);
    fl_err err = fl_run_generator_open_words(&source, what->generator, what->settings, diag);
    err = err ? err : fl_run_generator_hire(&worker, &source, diag);
    for (unsigned set = 0; set < SETS && !err; set++) {
        err = measure_set(self, what, set, &worker, diag);
    }
    fl_run_generator_dismiss(&worker);
    fl_run_generator_close(&source);
    return err;
}
