/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searching with threads. A worker tests the samples that it takes, as columns if there is a kernel for them,
 * makes the hits again and waits for its turn to write them. Best and rarest hits need no order: each worker
 * keeps a private list, which is merged at each pause. */
#include "experiments/find/find.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, AT_ONCE = 32 * FL_CLASSIC_BATCH_FLOORS, AT_ONCE_SINGLY = 1024 };

typedef struct worker {
    _Alignas(CACHE_LINE) fl_floor_maker *maker;
    fl_batch_columns *batch; /* NULL: samples are made one by one */
    fl_expression_stack *stack;
    uint8_t *truth, *has_score; /* [FL_CLASSIC_BATCH_FLOORS] */
    int64_t *score;
    fl_find_hit *hit; /* [size] in the current samples */
    size_t hits_n, size;
    uint64_t hits_all; /* in these samples, kept or not */
    fl_text text;
    size_t *end; /* [ends_size] end of the text of each hit */
    size_t ends_size;
    fl_find_best best;
    fl_find_rare rare;
    uint64_t searched, hits; /* not merged yet; without an order */
} worker;

typedef struct shared {
    fl_find_search *search;
    bool has_columns;
    worker *workers;
    fl_turns *turns;
    fl_diag trouble; /* error in combinations for --rarest */
    uint64_t before; /* samples of earlier parts of the run, for the progress line */
} shared;

static bool has_order(const fl_find_search *self)
{
    return self->best.limit == 0 && self->question->rare_n == 0;
}

static bool has_columns(const fl_find_search *self)
{
    const fl_find_question *question = self->question;
    const fl_opened_generator *opened = question->opened;
    const fl_generator *generator = opened->generator;
    bool has_all = !self->list && self->backend != FL_BACKEND_REFERENCE && generator->fits_batch &&
                   generator->fits_batch(opened->rules) &&
                   (!question->has_condition || fl_expression_has_columns(&question->condition)) &&
                   (!question->has_score || fl_expression_has_columns(&question->score));
    for (unsigned i = 0; i < question->rare_n; i++) {
        has_all = has_all && fl_column_knows(question->rare[i]);
    }
    return has_all;
}

/* Hits. */

/* Keeps a hit. Hits beyond the limit are only counted. */
static fl_err keep_hit(const shared *s, worker *w, const fl_find_hit *hit, fl_diag *diag)
{
    const fl_find_search *search = s->search;
    w->hits_all++;
    if (!has_order(search) || w->hits_n >= search->limit ||
        (search->counts_only && w->hits_n > 0 && search->limit == UINT64_MAX)) {
        fl_find_best_add(&w->best, hit);
        return FL_OK;
    }
    if (w->hits_n == w->size) {
        size_t size = w->size > 0 ? 2 * w->size : 64;
        void *grown = realloc(w->hit, size * sizeof *w->hit);
        if (!grown) {
            return fl_diag_memory(diag);
        }
        w->hit = grown;
        w->size = size;
    }
    w->hit[w->hits_n++] = *hit;
    return FL_OK;
}

static fl_err count_combination(const shared *s, worker *w, uint64_t index, const int32_t *values,
                                fl_diag *diag)
{
    const fl_find_question *question = s->search->question;
    fl_find_combination one = {.count = 1, .first = index};
    for (unsigned i = 0; i < question->rare_n; i++) {
        one.value[i] = values[i];
    }
    return question->rare_n > 0 ? fl_find_rare_add(&w->rare, &one, diag) : FL_OK;
}

static fl_err search_columns(const shared *s, worker *w, uint64_t first, unsigned n, fl_diag *diag)
{
    const fl_find_question *question = s->search->question;
    const fl_columns *columns = &w->batch->columns;
    fl_expression_floors floors = {columns, question->binding.roll_of, w->stack};
    fl_err err = FL_OK;
    fl_run_columns_make(w->batch, w->maker, first, n);
    if (question->has_condition) {
        fl_expression_test_columns(&question->condition, &floors, w->truth);
    } else {
        memset(w->truth, 1, n);
    }
    if (question->has_score) {
        fl_expression_measure_columns(&question->score, &floors, w->score, w->has_score);
        for (unsigned i = 0; i < n; i++) {
            w->truth[i] &= w->has_score[i];
        }
    }
    const uint8_t *end = w->truth + n;
    for (const uint8_t *at = memchr(w->truth, 1, n); at && !err;
         at = memchr(at + 1, 1, (size_t)(end - at - 1))) {
        unsigned i = (unsigned)(at - w->truth);
        int32_t values[FL_FIND_RARE_METRICS];
        bool is_failed = fl_classic_batch_is_failed(&w->batch->batch, i);
        for (unsigned k = 0; k < question->rare_n; k++) {
            values[k] =
                is_failed ? FL_GENERATOR_FACT_NONE : fl_column_at(&columns->metric[question->rare[k]], i);
        }
        err = keep_hit(s, w, &(fl_find_hit){first + i, question->has_score ? w->score[i] : 0}, diag);
        err = err ? err : count_combination(s, w, first + i, values, diag);
    }
    return err;
}

static fl_err search_one(const shared *s, worker *w, uint64_t index, fl_diag *diag)
{
    const fl_find_question *question = s->search->question;
    fl_find_hit hit = {index, 0};
    int32_t values[FL_FIND_RARE_METRICS];
    fl_run_maker_make(w->maker, index, question->groups);
    fl_err err = fl_run_maker_check(w->maker, diag);
    if (err || !fl_find_is_hit(question, w->maker)) {
        return err;
    }
    fl_expression_sample sample = fl_find_sample_of(question, w->maker);
    if (question->has_score && !fl_expression_measure(&question->score, &sample, &hit.score)) {
        return FL_OK;
    }
    bool is_failed = w->maker->sample ? w->maker->work.has_failed : w->maker->floor.failure != NULL;
    for (unsigned k = 0; k < question->rare_n; k++) {
        values[k] = is_failed ? FL_GENERATOR_FACT_NONE : sample.values[question->rare[k]];
    }
    err = keep_hit(s, w, &hit, diag);
    return err ? err : count_combination(s, w, index, values, diag);
}

/* Searches the samples [from, to) of the search. */
static fl_err search_part(const shared *s, worker *w, uint64_t from, uint64_t to, fl_diag *diag)
{
    const fl_find_search *search = s->search;
    fl_err err = FL_OK;
    for (; s->has_columns && from < to && !err; from += FL_CLASSIC_BATCH_FLOORS) {
        unsigned n = to - from < FL_CLASSIC_BATCH_FLOORS ? (unsigned)(to - from) : FL_CLASSIC_BATCH_FLOORS;
        err = search_columns(s, w, search->first + from, n, diag);
    }
    if (!search->list && from < to) {
        fl_run_maker_expect(w->maker, search->first + from, to - from);
    }
    for (uint64_t i = from; i < to && !err; i++) {
        if (search->list) {
            fl_run_maker_expect(w->maker, search->list[i], 1);
        }
        err = search_one(s, w, search->list ? search->list[i] : search->first + i, diag);
    }
    return err;
}

/* Order. */

/* Makes the hits again, and their text. */
static fl_err make_text(const shared *s, worker *w, fl_diag *diag)
{
    const fl_find_search *search = s->search;
    fl_err err = FL_OK;
    fl_text_clear(&w->text);
    if (w->hits_n > w->ends_size) {
        void *grown = realloc(w->end, w->hits_n * sizeof *w->end);
        if (!grown) {
            return fl_diag_memory(diag);
        }
        w->end = grown;
        w->ends_size = w->hits_n;
    }
    for (size_t i = 0; i < w->hits_n && !err; i++) {
        err = fl_find_make(search->question, w->maker, &w->hit[i], diag);
        if (!err && !search->counts_only) {
            err = search->add(search->context, w->maker, &w->hit[i], &w->text, diag);
        }
        w->end[i] = w->text.size;
    }
    return err ? err : fl_text_check(&w->text) ? fl_diag_memory(diag) : FL_OK;
}

/* Waits for the turn of these samples, counts their hits up to the limit, and writes them. */
static fl_err take_turn(shared *s, worker *w, uint64_t from, uint64_t to, fl_diag *diag)
{
    fl_find_search *search = s->search;
    uint64_t left = search->limit - search->hits;
    bool is_full = search->limit != UINT64_MAX && w->hits_all >= left;
    uint64_t n = is_full ? left : w->hits_all;
    if (is_full && n > 0) { /* up to the last hit */
        uint64_t last = w->hit[n - 1].index;
        for (to = from; search->list && search->list[to] != last;) {
            to++;
        }
        to = search->list ? to + 1 : last - search->first + 1;
    }
    search->searched += to - from;
    search->hits += n;
    search->is_full = is_full;
    if (search->counts_only || n == 0) {
        return FL_OK;
    }
    fl_text part = w->text;
    part.size = w->end[n - 1];
    return search->write(search->context, &part, diag);
}

static fl_err visit(void *context, unsigned number, fl_floor_maker *maker, const uint64_t samples[2],
                    fl_diag *diag)
{
    shared *s = context;
    worker *w = &s->workers[number];
    const fl_find_search *search = s->search;
    w->maker = maker;
    w->hits_n = 0;
    w->hits_all = 0;
    fl_err err = search_part(s, w, samples[0], samples[1], diag);
    if (!has_order(search)) {
        w->searched += samples[1] - samples[0];
        w->hits += w->hits_all;
        return err;
    }
    err = err ? err : make_text(s, w, diag);
    if (err) {
        fl_program_turns_stop(s->turns);
    } else if (fl_program_turns_begin(s->turns, samples[0])) {
        err = take_turn(s, w, samples[0], samples[1], diag);
        err = err ? err : search->is_full ? FL_ERR_STOPPED : FL_OK;
        fl_program_turns_end(s->turns, samples[1], err != FL_OK);
    }
    return err;
}

/* Merges what a worker found into the common result. */
static void rest(void *context, unsigned number)
{
    shared *s = context;
    worker *w = &s->workers[number];
    fl_find_search *search = s->search;
    if (has_order(search)) {
        return;
    }
    search->searched += w->searched;
    search->hits += w->hits;
    w->searched = w->hits = 0;
    for (unsigned i = 0; i < w->best.n; i++) {
        fl_find_best_add(&search->best, &w->best.hit[i]);
    }
    w->best.n = 0;
    for (uint64_t i = 0; i < w->rare.size; i++) {
        if (w->rare.entry[i].count > 0 && !s->trouble.code) {
            s->trouble.code = fl_find_rare_add(&search->rare, &w->rare.entry[i], &s->trouble);
        }
    }
    fl_find_rare_free(&w->rare);
}

static fl_worker_pool_order watch(void *context, uint64_t samples)
{
    const shared *s = context;
    return s->search->watch(s->search->context, s->before + samples);
}

static fl_err save(void *context, uint64_t done, fl_diag *diag)
{
    const shared *s = context;
    s->search->done = done;
    return s->search->save(s->search->context, s->search, diag);
}

static fl_err open_worker(worker *w, const shared *s, fl_diag *diag)
{
    const fl_find_question *question = s->search->question;
    w->best.limit = s->search->best.limit;
    fl_text_init(&w->text);
    if (!s->has_columns) {
        return FL_OK;
    }
    w->batch = aligned_alloc(CACHE_LINE, (sizeof *w->batch + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    w->stack = malloc(sizeof *w->stack);
    w->truth = malloc(FL_CLASSIC_BATCH_FLOORS);
    w->has_score = malloc(FL_CLASSIC_BATCH_FLOORS);
    w->score = malloc(FL_CLASSIC_BATCH_FLOORS * sizeof *w->score);
    if (!w->batch || !w->stack || !w->truth || !w->has_score || !w->score) {
        return fl_diag_memory(diag);
    }
    memset(w->batch, 0, sizeof *w->batch);
    w->batch->batch.backend = s->search->backend;
    if (question->has_condition) {
        fl_expression_want(&question->condition, &w->batch->columns);
    }
    if (question->has_score) {
        fl_expression_want(&question->score, &w->batch->columns);
    }
    for (unsigned i = 0; i < question->rare_n; i++) {
        fl_column_want(&w->batch->columns, question->rare[i]);
    }
    return FL_OK;
}

static void close_worker(worker *w)
{
    free(w->batch);
    free(w->stack);
    free(w->truth);
    free(w->has_score);
    free(w->score);
    free(w->hit);
    free(w->end);
    fl_text_free(&w->text);
    fl_find_rare_free(&w->rare);
}

/* fl_run_count gets one configuration, whose samples are visited. */
static fl_err run(shared *s, fl_diag *diag)
{
    fl_find_search *search = s->search;
    const fl_find_question *question = search->question;
    fl_run_condition condition = {.opened = *question->opened, .name = ""};
    condition.opened.catalogue = &question->catalogue;
    condition.opened.binding = &question->binding;
    fl_run_setup setup = {.conditions = 1,
                          .condition = &condition,
                          .catalogue = (fl_catalogue *)&question->catalogue,
                          .catalogues_n = 1};
    fl_run_range range = {.to = search->n};
    fl_run_count_job counting = {.setup = &setup,
                                 .ranges = &range,
                                 .ranges_n = 1,
                                 .threads = search->threads,
                                 .done = search->done,
                                 .at_once = s->has_columns ? AT_ONCE : AT_ONCE_SINGLY,
                                 .context = s,
                                 .visit = visit,
                                 .rest = rest,
                                 .watch = search->watch ? watch : NULL,
                                 .save = search->save ? save : NULL};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < search->threads && !err; i++) {
        err = open_worker(&s->workers[i], s, diag);
    }
    err = err ? err : fl_run_count(&counting, diag);
    search->done = counting.done;
    if (!err && s->trouble.code) {
        err = s->trouble.code;
        if (diag) {
            *diag = s->trouble;
        }
    }
    return err == FL_ERR_STOPPED && search->is_full ? FL_OK : err;
}

fl_err fl_find_run(fl_find_search *self, fl_diag *diag)
{
    shared s = {.search = self, .has_columns = has_columns(self), .before = self->searched};
    if (self->limit == 0 || (self->limit != UINT64_MAX && self->hits >= self->limit)) {
        self->is_full = true;
        return FL_OK;
    }
    s.workers = aligned_alloc(CACHE_LINE, self->threads * sizeof *s.workers);
    s.turns = fl_program_turns_open(self->done);
    fl_err err = s.workers && s.turns ? FL_OK : fl_diag_memory(diag);
    if (!err) {
        memset(s.workers, 0, self->threads * sizeof *s.workers);
        err = run(&s, diag);
        for (unsigned i = 0; i < self->threads; i++) {
            close_worker(&s.workers[i]);
        }
    }
    fl_program_turns_close(s.turns);
    free(s.workers);
    return err;
}

/* The first hits, for callers that want a few. */

static fl_err note_hit(void *some_of, const fl_floor_maker *maker, const fl_find_hit *hit, fl_text *out,
                       fl_diag *diag)
{
    (void)some_of;
    (void)maker;
    (void)diag;
    fl_text_add_bytes(out, (const char *)&hit->index, sizeof hit->index);
    return FL_OK;
}

static fl_err take_hits(void *some_of, const fl_text *text, fl_diag *diag)
{
    fl_find_some *some = some_of;
    (void)diag;
    memcpy(some->index + some->found, text->data, text->size);
    some->found += (unsigned)(text->size / sizeof *some->index);
    return FL_OK;
}

static fl_worker_pool_order watch_signal(void *context, uint64_t searched)
{
    (void)context;
    (void)searched;
    return fl_program_interrupt_caught() ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

fl_err fl_find_first(fl_find_some *self, fl_diag *diag)
{
    fl_find_search search = {.question = self->question,
                             .first = self->first,
                             .n = self->within,
                             .threads = 1,
                             .backend = fl_backend_best(),
                             .limit = self->n,
                             .context = self,
                             .add = note_hit,
                             .write = take_hits,
                             .watch = watch_signal};
    uint64_t last = self->question->opened->last;
    search.n = last - self->first < search.n ? last - self->first + 1 : search.n;
    self->found = 0;
    fl_program_interrupt_listen();
    fl_err err = fl_find_run(&search, diag);
    bool was_stopped = fl_program_interrupt_caught() && search.searched < search.n && !search.is_full;
    return err ? err : was_stopped ? FL_ERR_STOPPED : FL_OK;
}

/* State. */

void fl_find_pack(const fl_find_search *self, fl_text *out)
{
    fl_tally_pack_add_number(self->searched, out);
    fl_tally_pack_add_number(self->hits, out);
    fl_tally_pack_add_number(self->best.n, out);
    for (unsigned i = 0; i < self->best.n; i++) {
        fl_tally_pack_add_number(self->best.hit[i].index, out);
        fl_tally_pack_add_number((uint64_t)self->best.hit[i].score, out);
    }
    fl_tally_pack_add_number(self->rare.n, out);
    for (uint64_t i = 0; i < self->rare.size; i++) {
        const fl_find_combination *entry = &self->rare.entry[i];
        for (unsigned k = 0; k < FL_FIND_RARE_METRICS && entry->count > 0; k++) {
            fl_tally_pack_add_number((uint32_t)entry->value[k], out);
        }
        if (entry->count > 0) {
            fl_tally_pack_add_number(entry->count, out);
            fl_tally_pack_add_number(entry->first, out);
        }
    }
}

static fl_err unpack_combination(fl_find_search *self, fl_tally_pack_reader *bytes)
{
    fl_find_combination one = {.count = 0};
    fl_err err = FL_OK;
    for (unsigned k = 0; k < FL_FIND_RARE_METRICS && !err; k++) {
        uint64_t value = 0;
        err = fl_tally_pack_read_number(bytes, &value);
        one.value[k] = (int32_t)(uint32_t)value;
    }
    err = err ? err : fl_tally_pack_read_number(bytes, &one.count);
    err = err ? err : fl_tally_pack_read_number(bytes, &one.first);
    return err || one.count == 0 ? FL_ERR_DAMAGED : fl_find_rare_add(&self->rare, &one, NULL);
}

fl_err fl_find_unpack(fl_find_search *self, const fl_text *text)
{
    const unsigned char *data = (const unsigned char *)fl_text_get(text);
    fl_tally_pack_reader bytes = {data, data + text->size};
    uint64_t n = 0;
    fl_err err = fl_tally_pack_read_number(&bytes, &self->searched);
    err = err ? err : fl_tally_pack_read_number(&bytes, &self->hits);
    err = err ? err : fl_tally_pack_read_number(&bytes, &n);
    for (uint64_t i = 0; i < n && !err; i++) {
        uint64_t score = 0;
        fl_find_hit hit = {0, 0};
        err = fl_tally_pack_read_number(&bytes, &hit.index);
        err = err ? err : fl_tally_pack_read_number(&bytes, &score);
        hit.score = (int64_t)score;
        fl_find_best_add(&self->best, &hit);
    }
    err = err ? err : fl_tally_pack_read_number(&bytes, &n);
    for (uint64_t i = 0; i < n && !err; i++) {
        err = unpack_combination(self, &bytes);
    }
    return err || bytes.at != bytes.end ? FL_ERR_DAMAGED : FL_OK;
}
