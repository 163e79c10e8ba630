/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting with threads. The loop over a block's floors shares, locks and allocates nothing. */
#include "experiments/run/run_private.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_floor_maker *maker; /* [catalogues_n]: of each generator */
    fl_run_counter counter;
    fl_tally tally;
    uint64_t condition; /* whose samples `tally` holds; UINT64_MAX = none */
} worker;

typedef struct shared {
    const fl_run_counting *counting;
    fl_worker_pool pool;
    worker *workers;
    _Atomic uint64_t floors; /* counted so far; the watcher reads it */
} shared;

/* Adds a worker's tally to the totals of its condition. */
static void add_to_totals(void *shared_of, unsigned number)
{
    const shared *s = shared_of;
    worker *w = &s->workers[number];
    if (w->condition != UINT64_MAX) {
        fl_tally_merge(&s->counting->totals[w->condition], &w->tally);
        fl_tally_clear(&w->tally);
        w->condition = UINT64_MAX;
    }
}

static fl_floor_maker *maker_of(const shared *s, const worker *w, uint64_t condition)
{
    const fl_run_setup *setup = s->counting->setup;
    return &w->maker[setup->condition[condition].opened.catalogue - setup->catalogue];
}

static fl_err change_condition(shared *s, unsigned number, uint64_t condition)
{
    const fl_run_condition *to = &s->counting->setup->condition[condition];
    worker *w = &s->workers[number];
    fl_program_pool_rest(&s->pool, number);
    if (w->tally.spec != to->spec) {
        fl_tally_free(&w->tally);
        if (fl_tally_init(&w->tally, to->spec)) {
            return FL_ERR_MEMORY;
        }
        fl_run_columns_init(&w->counter.columns, to->spec, s->counting->backend);
    }
    w->condition = condition;
    w->tally.gate_of = to->binding.gate_of;
    w->tally.start = to->opened.first;
    fl_run_maker_switch(maker_of(s, w, condition), &to->opened);
    return FL_OK;
}

static bool has_columns(const fl_run_counting *self, uint64_t condition)
{
    const fl_run_condition *of = &self->setup->condition[condition];
    return fl_run_columns_can_count(&of->opened, of->spec, self->backend);
}

/* The end of the blocks of the same condition. */
static uint64_t alike_until(void *shared_of, uint64_t block)
{
    const fl_run_setup *setup = ((const shared *)shared_of)->counting->setup;
    uint64_t first = 0;
    uint64_t end = 0;
    uint64_t condition = fl_run_setup_find_block(setup, block, &first, &end);
    return condition + 1 < setup->conditions ? setup->condition[condition + 1].first_block : setup->blocks;
}

/* Says what went wrong, if the samples themselves did. */
static fl_err explain(const fl_floor_maker *maker, fl_err err, fl_diag *diag)
{
    fl_err wrong = fl_run_maker_check(maker, diag);
    return wrong ? wrong : err;
}

/* Counts the blocks [block, end), which are of one condition. */
static fl_err work(void *shared_of, unsigned number, uint64_t block, uint64_t end, fl_diag *diag)
{
    shared *s = shared_of;
    const fl_run_setup *setup = s->counting->setup;
    worker *w = &s->workers[number];
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t unused = 0;
    uint64_t condition = fl_run_setup_find_block(setup, block, &first, &unused);
    (void)fl_run_setup_find_block(setup, end - 1, &unused, &last);
    fl_err err = condition == w->condition ? FL_OK : change_condition(s, number, condition);
    fl_counter_range range = {.first = setup->condition[condition].opened.first + first,
                              .n = last - first,
                              .groups = setup->condition[condition].spec->groups,
                              .has_columns = has_columns(s->counting, condition),
                              .backend = s->counting->backend,
                              .keep = s->counting->keep,
                              .context = s->counting->context,
                              .block = block};
    err = err ? err : fl_run_counter_count(&w->counter, maker_of(s, w, condition), &range, &w->tally);
    if (err) { /* or keeping a floor fails, and the keeper knows why; or there is no memory */
        err = explain(maker_of(s, w, condition), err, diag);
    }
    atomic_fetch_add_explicit(&s->floors, err ? 0 : last - first, memory_order_relaxed);
    return err;
}

static uint64_t progress(void *shared_of, unsigned number)
{
    const shared *s = shared_of;
    return fl_run_maker_begun(s->workers[number].maker, s->counting->setup->catalogues_n);
}

static fl_err is_stuck(void *shared_of, unsigned number, uint64_t first, uint64_t end, fl_diag *diag)
{
    const shared *s = shared_of;
    uint64_t condition = s->workers[number].condition;
    (void)first;
    (void)end;
    return fl_run_maker_tell_stuck(maker_of(s, &s->workers[number], condition),
                                   &s->counting->setup->condition[condition], s->counting->patience, diag);
}

static fl_worker_pool_order watch(void *shared_of)
{
    shared *s = shared_of;
    return s->counting->watch(s->counting->context, atomic_load_explicit(&s->floors, memory_order_relaxed));
}

static fl_err save(void *shared_of, uint64_t done_blocks, fl_diag *diag)
{
    const shared *s = shared_of;
    return s->counting->save(s->counting->context, done_blocks, diag);
}

/* The condition of a generator that needs the most scratch memory: a worker makes samples of all of them. */
static const fl_opened_generator *largest(const fl_run_setup *setup, const fl_catalogue *catalogue)
{
    const fl_opened_generator *out = NULL;
    size_t most = 0;
    for (uint64_t i = 0; i < setup->conditions; i++) {
        const fl_opened_generator *opened = &setup->condition[i].opened;
        size_t size = opened->catalogue == catalogue ? opened->generator->scratch_size(opened->rules) : 0;
        out = opened->catalogue == catalogue && (!out || size > most) ? opened : out;
        most = size > most ? size : most;
    }
    return out;
}

static fl_err open_worker(worker *w, const fl_run_counting *counting, fl_diag *diag)
{
    const fl_run_setup *setup = counting->setup;
    fl_err err = FL_OK;
    w->condition = UINT64_MAX;
    w->maker = calloc(setup->catalogues_n + 1, sizeof *w->maker);
    if (!w->maker) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < setup->catalogues_n && !err; i++) {
        err = fl_run_maker_open(&w->maker[i], largest(setup, &setup->catalogue[i]), diag);
    }
    return err;
}

static void close_worker(worker *w, const fl_run_counting *counting)
{
    for (unsigned i = 0; w->maker && i < counting->setup->catalogues_n; i++) {
        fl_run_maker_close(&w->maker[i]);
    }
    free(w->maker);
    fl_run_counter_free(&w->counter);
    fl_tally_free(&w->tally);
}

fl_err fl_run_count(fl_run_counting *self, fl_diag *diag)
{
    shared s = {.counting = self,
                .pool = {.threads = self->threads,
                         .blocks = self->setup->blocks,
                         .at_once = FL_CLASSIC_BATCH_FLOORS / FL_RUN_BLOCK,
                         .done = self->done_blocks,
                         .context = &s,
                         .alike_until = alike_until,
                         .work = work,
                         .rest = add_to_totals,
                         .watch = self->watch ? watch : NULL,
                         .patience = self->patience,
                         .progress = progress,
                         .stuck = is_stuck,
                         .save = self->save ? save : NULL}};
    fl_err err = FL_OK;
    s.workers = aligned_alloc(CACHE_LINE, self->threads * sizeof *s.workers);
    if (!s.workers) {
        return fl_diag_memory(diag);
    }
    memset(s.workers, 0, self->threads * sizeof *s.workers);
    for (unsigned i = 0; i < self->threads && !err; i++) {
        err = open_worker(&s.workers[i], self, diag);
    }
    err = err ? err : fl_program_pool_run(&s.pool, diag);
    self->done_blocks = s.pool.done;
    for (unsigned i = 0; i < self->threads; i++) {
        close_worker(&s.workers[i], self);
    }
    free(s.workers);
    return err;
}

static fl_worker_pool_order tell(void *progress_of, uint64_t floors_done)
{
    fl_program_progress_floors(progress_of, floors_done);
    return fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

fl_err fl_run_count_all(const fl_run_setup *setup, unsigned threads, fl_tally *totals, fl_progress *progress,
                        fl_diag *diag)
{
    fl_run_counting counting = {.setup = setup,
                                .threads = threads,
                                .backend = fl_backend_best(),
                                .totals = totals,
                                .patience = FL_RUN_PATIENCE,
                                .context = progress,
                                .watch = tell};
    progress->total = 0;
    for (uint64_t c = 0; c < setup->conditions; c++) {
        progress->total += setup->condition[c].to - setup->condition[c].from;
    }
    fl_program_interrupt_listen();
    fl_err err = fl_run_count(&counting, diag);
    fl_program_progress_end(progress);
    return err || counting.done_blocks == setup->blocks ? err : FL_ERR_STOPPED;
}
