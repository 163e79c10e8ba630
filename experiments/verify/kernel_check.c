/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Before a population is counted, its first samples are made by the readable code and by every kernel that
 * this machine can run, and compared: boards, rooms, gates, metrics, events, and the tallies of both ways. So
 * a fault of a kernel alone, or of the readable code alone, cannot become a verdict. Journeys are compared in
 * the same way, as far as they are measured. */
#include "experiments/verify/verify_private.h"
#include "gen/floor/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 1024, JOURNEYS = 64, FAR = 64, WORD = 192, ALIGNMENT = 64 };

/* What a backend made. */
typedef struct side {
    fl_run_counter counter; /* its columns are those of the last range */
    fl_tally tally;
    fl_backend backend;
    int32_t values[JOURNEYS][FL_SAMPLE_METRICS]; /* of journeys */
} side;

typedef struct comparing {
    const fl_run_condition *condition;
    fl_floor_maker *maker; /* by the readable code */
    fl_tally_spec spec;    /* everything that the samples have */
    fl_tally single;       /* by the readable code */
    side *all;             /* [n] */
    unsigned n;
    uint64_t floor; /* the sample that is compared */
    fl_diag *diag;
} comparing;

/* Two numbers that must be the same. */
typedef struct pair {
    const char *name;
    int64_t single, kernel;
} pair;

static fl_err check_pair(const comparing *c, const side *s, const pair *what)
{
    if (what->single == what->kernel) {
        return FL_OK;
    }
    fl_text command;
    fl_text_init(&command);
    fl_run_generator_add_command(&c->condition->opened, c->floor, &command);
    fl_err err = fl_diag_set(c->diag, FL_ERR_DEFECT, c->condition->name,
                             "%s %llu: %.100s is %lld by the readable code and %lld by the kernel (%s)",
                             fl_sample_name(c->condition->opened.generator->makes),
                             (unsigned long long)c->floor, what->name, (long long)what->single,
                             (long long)what->kernel, fl_backend_name(s->backend));
    fl_diag_hint(c->diag, "nothing is counted or written; to see it: %s", fl_text_get(&command));
    fl_text_free(&command);
    return err;
}

static fl_err check_pairs(const comparing *c, const side *s, const pair *pairs, unsigned n)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < n && !err; i++) {
        err = check_pair(c, s, &pairs[i]);
    }
    return err;
}

/* Single floors. */

static int64_t cell_of(const fl_floor *floor, fl_kind kind)
{
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        if (floor->rooms[i].kind == kind) {
            return floor->cells[i];
        }
    }
    return FL_CLASSIC_BATCH_NOWHERE;
}

static fl_err check_board(const comparing *c, const side *s, unsigned i)
{
    const fl_floor *floor = &c->maker->floor;
    const fl_classic_batch *batch = &s->counter.columns.batch;
    uint64_t halves[2] = {0, 0};
    int end = fl_floor_end(floor);
    for (unsigned room = 0; room < floor->rooms_n; room++) {
        unsigned cell = floor->cells[room];
        halves[cell % 2] |= floor->rooms[room].is_added ? 0 : 1ull << (cell / 2);
    }
    const pair pairs[] = {
        {"the set of even cells", (int64_t)halves[0], (int64_t)batch->even[i]},
        {"the set of odd cells", (int64_t)halves[1], (int64_t)batch->odd[i]},
        {"failed", floor->failure != NULL, fl_classic_batch_is_failed(batch, i)},
        {"the cell of the end room", end < 0 ? FL_CLASSIC_BATCH_NOWHERE : floor->cells[end],
         fl_classic_batch_fact_of(batch, i, FL_CLASSIC_BATCH_END)},
        {"the cell of the secret room", cell_of(floor, FL_KIND_SECRET),
         fl_classic_batch_fact_of(batch, i, FL_CLASSIC_BATCH_SECRET)},
    };
    return check_pairs(c, s, pairs, floor->failure ? 3 : 5);
}

static fl_err check_gates(const comparing *c, const side *s, unsigned i)
{
    char name[2][WORD];
    const fl_floor *floor = &c->maker->floor;
    const fl_classic_batch *batch = &s->counter.columns.batch;
    fl_err err = FL_OK;
    if (floor->failure || !batch->has_specials) {
        return FL_OK;
    }
    for (unsigned gate = 0; gate < floor->gates_n && !err; gate++) {
        const pair pairs[] = {
            {name[0], floor->gate[gate], (uint8_t)(batch->gates[gate / 8][i] >> (gate % 8 * 8))},
            {name[1], cell_of(floor, (fl_kind)batch->gate_kind[gate]), batch->cell[2 + gate][i]},
        };
        if (pairs[0].single != pairs[0].kernel || pairs[1].single != pairs[1].kernel) {
            snprintf(name[0], WORD, "the flags of gate '%s'", floor->gate_names[gate]);
            snprintf(name[1], WORD, "the cell of the room of gate '%s'", floor->gate_names[gate]);
            err = check_pairs(c, s, pairs, 2);
        }
    }
    const pair pairs[] = {
        {"the cell of the shop", cell_of(floor, FL_KIND_SHOP), batch->cell[0][i]},
        {"the cell of the treasure room", cell_of(floor, FL_KIND_TREASURE), batch->cell[1][i]},
    };
    return err ? err : check_pairs(c, s, pairs, 2);
}

static fl_err check_metrics(const comparing *c, const side *s, unsigned i)
{
    int32_t values[FL_METRIC_COUNT];
    const fl_columns *columns = &s->counter.columns.columns;
    const fl_floor *floor = &c->maker->floor;
    const fl_event_row *rows = fl_metric_event_all(NULL);
    fl_err err = FL_OK;
    fl_column_values(columns, i, values);
    for (unsigned metric = 0; metric < FL_METRIC_COUNT && !err; metric++) {
        bool is_shape_of_nothing = floor->failure && metric >= FL_METRIC_FIRST_SHAPE;
        pair what = {fl_metric_of(metric)->name, c->maker->values[metric], values[metric]};
        if (fl_column_knows(metric) && !is_shape_of_nothing) {
            err = check_pair(c, s, &what);
        }
    }
    for (unsigned event = 0; event < FL_EVENT_ROWS && !floor->failure && !err; event++) {
        pair what = {rows[event].name, rows[event].ask(floor, c->maker->values),
                     fl_column_at(&columns->event[event], i)};
        err = check_pair(c, s, &what);
    }
    return err;
}

static fl_err check_floor(const comparing *c, const side *s, unsigned i)
{
    fl_err err = check_board(c, s, i);
    err = err ? err : check_gates(c, s, i);
    return err ? err : check_metrics(c, s, i);
}

static fl_err check_journey(const comparing *c, const side *s, unsigned i)
{
    fl_err err = FL_OK;
    for (unsigned metric = 0; metric < c->spec.catalogue->metrics_n && !err; metric++) {
        pair what = {c->spec.catalogue->metric[metric].name, c->maker->work.values[metric],
                     s->values[i][metric]};
        err = check_pair(c, s, &what);
    }
    return err;
}

/* Tallies. */

static bool is_in_columns(const comparing *c, unsigned metric)
{
    return c->maker->sample || fl_column_knows(metric);
}

static fl_err check_counts(const comparing *c, const side *s, const char *of, size_t at, size_t n)
{
    char name[WORD];
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        pair what = {name, (int64_t)c->single.count[at + i], (int64_t)s->tally.count[at + i]};
        if (what.single != what.kernel) {
            snprintf(name, WORD, "in the tally of the samples up to here, count %zu of %.60s", i, of);
            err = check_pair(c, s, &what);
        }
    }
    return err;
}

static fl_err check_extremes(const comparing *c, const side *s, unsigned i)
{
    static const char *const of[] = {"smallest", "largest", "first with the smallest",
                                     "first with the largest"};
    char name[4][WORD];
    const fl_tally_extreme *a = &c->single.extreme[i];
    const fl_tally_extreme *b = &s->tally.extreme[i];
    bool are_same = a->min == b->min && a->max == b->max && a->argmin == b->argmin && a->argmax == b->argmax;
    for (unsigned k = 0; k < 4 && !are_same; k++) {
        snprintf(name[k], WORD, "in the tally of the samples up to here, %.50s: %s", c->spec.metrics[i].name,
                 of[k]);
    }
    if (are_same) {
        return FL_OK;
    }
    const pair pairs[] = {{name[0], a->min, b->min},
                          {name[1], a->max, b->max},
                          {name[2], (int64_t)a->argmin, (int64_t)b->argmin},
                          {name[3], (int64_t)a->argmax, (int64_t)b->argmax}};
    return check_pairs(c, s, pairs, 4);
}

static fl_err check_tallies(const comparing *c, const side *s)
{
    const fl_tally *a = &c->single;
    const fl_tally *b = &s->tally;
    const fl_tally_spec *spec = &c->spec;
    const pair pairs[] = {
        {"in the tally, the number of samples", (int64_t)a->floors, (int64_t)b->floors},
        {"in the tally, the number of failed samples", (int64_t)a->failed, (int64_t)b->failed},
        {"in the tally, the sum of the samples' numbers", (int64_t)a->numbers.sum, (int64_t)b->numbers.sum},
        {"in the tally, the sum of their squares", (int64_t)a->numbers.squares, (int64_t)b->numbers.squares},
    };
    fl_err err = check_pairs(c, s, pairs, 4);
    for (unsigned i = 0; i < spec->metrics_n && !err; i++) {
        const fl_tally_metric *metric = &spec->metrics[i];
        if (is_in_columns(c, metric->metric)) {
            err = check_counts(c, s, metric->name, metric->at, metric->bins);
            err = err ? err : check_extremes(c, s, i);
        }
    }
    for (unsigned i = 0; i < spec->events_n && !err; i++) {
        err = check_counts(c, s, spec->events[i].name, spec->events[i].at, 2 * (size_t)FL_TALLY_STEPS);
    }
    for (unsigned i = 0; i < spec->maps_n && !err; i++) {
        err = check_counts(c, s, spec->maps[i].name, spec->maps[i].at,
                           (size_t)spec->width * (size_t)spec->height);
    }
    size_t visits = (size_t)spec->catalogue->visits_n * FL_SAMPLE_VISIT;
    return err ? err : check_counts(c, s, "visits", spec->visits_at, visits);
}

/* Making them. */

static fl_err keep_values(void *side_of, uint64_t block, unsigned n, const int32_t *const *values)
{
    side *s = side_of;
    for (unsigned i = 0; i < n; i++) {
        memcpy(s->values[block + i], values[i], sizeof s->values[block + i]);
    }
    return FL_OK;
}

static fl_err make_by_kernel(comparing *c, side *s, uint64_t first, unsigned n)
{
    bool is_journey = c->maker->sample != NULL;
    fl_counter_range range = {.first = first,
                              .n = n,
                              .groups = FL_METRIC_ALL_GROUPS,
                              .has_columns = !is_journey,
                              .backend = s->backend,
                              .keep = is_journey ? keep_values : NULL,
                              .context = s};
    return fl_run_counter_count(&s->counter, c->maker, &range, &s->tally) ? fl_diag_memory(c->diag) : FL_OK;
}

/* Makes a range in all ways and compares. */
static fl_err compare(comparing *c, uint64_t first, unsigned n)
{
    fl_err err = FL_OK;
    for (unsigned k = 0; k < c->n && !err; k++) {
        err = make_by_kernel(c, &c->all[k], first, n);
    }
    c->maker->work.skips_named_events = false;
    for (unsigned i = 0; i < n && !err; i++) {
        c->floor = first + i;
        fl_run_maker_make(c->maker, c->floor, FL_METRIC_ALL_GROUPS);
        fl_run_maker_count(c->maker, &c->single);
        for (unsigned k = 0; k < c->n && !err; k++) {
            err = c->maker->sample ? check_journey(c, &c->all[k], i) : check_floor(c, &c->all[k], i);
        }
        err = err ? err : fl_verify_check_structure(c->condition, c->maker, c->diag);
    }
    for (unsigned k = 0; k < c->n && !err; k++) {
        err = check_tallies(c, &c->all[k]);
    }
    return err;
}

static fl_err open_tally(const comparing *c, fl_tally *out)
{
    fl_err err = fl_tally_init(out, &c->spec);
    out->gate_of = c->condition->binding.gate_of;
    out->start = c->condition->opened.first;
    return err ? fl_diag_memory(c->diag) : FL_OK;
}

static fl_err open_comparing(comparing *c)
{
    fl_tally_request request = {.catalogue = c->condition->opened.catalogue,
                                .metrics = {.what = FL_TALLY_ALL},
                                .events = {.what = FL_TALLY_ALL},
                                .maps = {.what = FL_TALLY_ALL}};
    size_t size = FL_BACKEND_COUNT * sizeof *c->all;
    c->all = aligned_alloc(ALIGNMENT, size);
    if (!c->all) {
        return fl_diag_memory(c->diag);
    }
    memset(c->all, 0, size);
    fl_err err = fl_tally_spec_make(&c->spec, &request, c->diag);
    err = err ? err : open_tally(c, &c->single);
    for (unsigned i = FL_BACKEND_PORTABLE; i < FL_BACKEND_COUNT && !err; i++) {
        if (fl_backend_is_here((fl_backend)i)) {
            side *s = &c->all[c->n++];
            s->backend = (fl_backend)i;
            fl_run_columns_init(&s->counter.columns, &c->spec, s->backend);
            err = open_tally(c, &s->tally);
        }
    }
    return err;
}

static void close_comparing(comparing *c)
{
    for (unsigned k = 0; k < c->n; k++) {
        fl_run_counter_free(&c->all[k].counter);
        fl_tally_free(&c->all[k].tally);
    }
    fl_tally_free(&c->single);
    fl_tally_spec_free(&c->spec);
    free(c->all);
}

bool fl_verify_has_kernel(const fl_opened_generator *opened)
{
    const fl_generator *generator = opened->generator;
    return generator->makes == FL_SAMPLE_JOURNEY ||
           (generator->fits_batch && generator->fits_batch(opened->rules));
}

fl_err fl_verify_check_kernel(const fl_run_condition *condition, fl_floor_maker *maker, fl_diag *diag)
{
    comparing c = {.condition = condition, .maker = maker, .diag = diag};
    const fl_opened_generator *opened = &condition->opened;
    uint64_t most = opened->generator->makes == FL_SAMPLE_JOURNEY ? JOURNEYS : FLOORS;
    fl_err err = open_comparing(&c);
    if (!err && opened->last - opened->first >= most + FAR) {
        err = compare(&c, opened->first, (unsigned)most);
        err = err ? err : compare(&c, opened->last - FAR + 1, FAR);
    }
    close_comparing(&c);
    return err;
}
