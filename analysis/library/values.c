/* SPDX-License-Identifier: MIT */
/* Numbers: values of metrics and events, boards, and floors given by the caller. */
#include "analysis/library/library_private.h"

#include "gen/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED = FL_SAMPLE_METRICS + FL_EVENT_MAX, LINE = 999999 };

/* The names of a request as numbers in the catalogue; events follow the metrics. */
typedef struct wanted {
    unsigned number[WANTED];
    size_t n;
    unsigned groups; /* of metrics */
} wanted;

typedef struct numbers_call {
    const floorlab_request *request;
    const char *line;
    int32_t *out;
    uint8_t *cells;
    size_t out_n;
} numbers_call;

static fl_err refuse_name(const fl_catalogue *catalogue, const char *name, size_t at, fl_diag *diag)
{
    char where[64];
    const char *near =
        fl_suggest_name(name, catalogue->metric, catalogue->metrics_n, sizeof *catalogue->metric);
    snprintf(where, sizeof where, "metrics[%zu]", at);
    for (unsigned i = 0; i < catalogue->events_n; i++) {
        near = fl_suggest_nearer(name, near, catalogue->event[i].name);
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "there is no metric or event '%.80s'", name);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "floorlab_describe lists them; one is '%s'",
                 near ? near : catalogue->metric[0].name);
    return err;
}

static fl_err check_request(const floorlab_request *request, fl_diag *diag)
{
    return request ? fl_library_check_reserved(request->reserved, "request", diag)
                   : fl_diag_set(diag, FL_ERR_INPUT, "request", "it is NULL");
}

static fl_err read_names(const floorlab_generator *self, const floorlab_request *request, wanted *out,
                         fl_diag *diag)
{
    const fl_catalogue *catalogue = &self->shared->catalogue;
    out->n = request->metrics_n;
    out->groups = 0;
    if (request->metrics_n > WANTED || (request->metrics_n > 0 && !request->metrics)) {
        return fl_diag_set(diag, FL_ERR_INPUT, "metrics",
                           request->metrics ? "more than %d names" : "it is NULL", WANTED);
    }
    for (size_t i = 0; i < request->metrics_n; i++) {
        const char *name = request->metrics[i] ? request->metrics[i] : "";
        unsigned metric = fl_sample_find_metric(catalogue, name);
        unsigned event = metric < catalogue->metrics_n ? 0 : fl_sample_find_event(catalogue, name);
        if (event == catalogue->events_n ||
            (metric < catalogue->metrics_n && catalogue->metric[metric].is_per_room)) {
            return refuse_name(catalogue, name, i, diag);
        }
        out->number[i] = metric < catalogue->metrics_n ? metric : catalogue->metrics_n + event;
        out->groups |=
            metric < catalogue->metrics_n ? catalogue->metric[metric].groups : catalogue->event[event].groups;
    }
    return FL_OK;
}

static fl_err check_room(uint64_t n, uint64_t each, const numbers_call *call, fl_diag *diag)
{
    if (each > 0 && n > SIZE_MAX / each) {
        return fl_diag_set(diag, FL_ERR_INPUT, "n", "%llu is too many", (unsigned long long)n);
    }
    if (n * each > 0 && !call->out && !call->cells) {
        return fl_diag_set(diag, FL_ERR_INPUT, "out", "it is NULL");
    }
    return n * each > call->out_n ? fl_diag_set(diag, FL_ERR_INPUT, "out_n",
                                                "there is room for %zu values, and there will be %llu",
                                                call->out_n, (unsigned long long)(n * each))
                                  : FL_OK;
}

static int32_t answer_as_value(fl_event_answer answer)
{
    return answer == FL_EVENT_NOT_ASKED ? FLOORLAB_NONE : answer == FL_EVENT_HIT;
}

/* Returns a catalogue roll's result on the current floor, which may be another generator's. */
static int32_t roll_value(const floorlab_generator *self, const fl_catalogue_event *event)
{
    const char *name = self->shared->catalogue.roll_names[event->roll];
    const fl_floor *floor = &self->floor;
    unsigned at = self->shared->binding.roll_of[event->roll];
    if (at >= floor->rolls_n || strcmp(floor->roll_names[at], name) != 0) {
        for (at = 0; at < floor->rolls_n && strcmp(floor->roll_names[at], name) != 0; at++) {}
    }
    return at < floor->rolls_n ? answer_as_value(fl_metric_event_ask_roll(floor->roll[at], event->bit))
                               : FLOORLAB_NONE;
}

/* Returns value number m of the current floor, whose metrics are computed. */
static int32_t floor_value(const floorlab_generator *self, unsigned number)
{
    const fl_catalogue *catalogue = &self->shared->catalogue;
    if (self->floor.failure) {
        return FLOORLAB_NONE;
    }
    if (number < catalogue->metrics_n) {
        return self->values[number];
    }
    const fl_catalogue_event *event = &catalogue->event[number - catalogue->metrics_n];
    return event->row ? answer_as_value(event->row->ask(&self->floor, self->values))
                      : roll_value(self, event);
}

static int32_t sample_value(const floorlab_generator *self, unsigned number)
{
    const fl_catalogue *catalogue = &self->shared->catalogue;
    if (self->work.has_failed) {
        return FLOORLAB_NONE;
    }
    if (number < catalogue->metrics_n) {
        return self->work.values[number];
    }
    unsigned event = number - catalogue->metrics_n;
    return self->work.trials[event] > 0 ? self->work.hits[event] : FLOORLAB_NONE;
}

static void fill_singly(floorlab_generator *self, const wanted *wanted, const numbers_call *call)
{
    uint64_t n = call->request->n;
    for (uint64_t i = 0; i < n; i++) {
        fl_library_make(self, call->request->first + i);
        if (self->sample) {
            fl_sample_measure(&self->work, &self->shared->binding, self->shared->rules, self->sample);
        } else {
            fl_metric_compute(&self->metric, &self->floor, wanted->groups, self->values);
        }
        for (size_t m = 0; m < wanted->n; m++) {
            call->out[m * n + i] =
                self->sample ? sample_value(self, wanted->number[m]) : floor_value(self, wanted->number[m]);
        }
    }
}

/* True if the vector kernel can make these floors and has columns for all that is wanted. */
static bool fits_batch(floorlab_generator *self, const wanted *wanted)
{
    const fl_library_rules *shared = self->shared;
    bool fits = shared->generator->fits_batch && shared->generator->fits_batch(shared->rules);
    for (size_t m = 0; m < wanted->n; m++) {
        fits = fits && wanted->number[m] < shared->catalogue.metrics_n && fl_column_knows(wanted->number[m]);
    }
    if (fits && !self->batch) {
        self->batch = calloc(1, sizeof *self->batch); /* without it floors are made one by one */
    }
    return fits && self->batch;
}

static void copy_column(const fl_column *column, unsigned n, int32_t *out)
{
    for (unsigned i = 0; i < n && column->bytes; i++) {
        out[i] = column->bytes[i];
    }
    for (unsigned i = 0; i < n && !column->bytes; i++) {
        out[i] = column->words ? column->words[i] : column->constant;
    }
}

static void fill_batches(floorlab_generator *self, const wanted *wanted, const numbers_call *call)
{
    fl_classic_batch *batch = &self->batch->batch;
    fl_columns *columns = &self->batch->columns;
    uint64_t n = call->request->n;
    batch->backend = fl_backend_best();
    batch->wants_cells = false;
    columns->wants = columns->want_kinds = 0;
    columns->wants_events = false;
    for (size_t m = 0; m < wanted->n; m++) {
        fl_column_want(columns, wanted->number[m]);
    }
    for (uint64_t from = 0; from < n; from += batch->n) {
        batch->first = call->request->first + from;
        batch->n = n - from < FL_CLASSIC_BATCH_FLOORS ? (unsigned)(n - from) : FL_CLASSIC_BATCH_FLOORS;
        self->shared->generator->make_batch(self->shared->rules, &self->key, self->scratch, batch);
        fl_column_fill(columns, batch);
        for (size_t m = 0; m < wanted->n; m++) {
            int32_t *out = &call->out[m * n + from];
            copy_column(&columns->metric[wanted->number[m]], batch->n, out);
            for (unsigned i = 0; i < batch->n && batch->failed_n > 0; i++) {
                out[i] = fl_classic_batch_is_failed(batch, i) ? FLOORLAB_NONE : out[i];
            }
        }
    }
}

static fl_err write_values(floorlab_generator *self, const void *given, fl_diag *diag)
{
    const numbers_call *call = given;
    wanted wanted = {.n = 0};
    fl_err err = check_request(call->request, diag);
    err = err ? err : read_names(self, call->request, &wanted, diag);
    err = err ? err : check_room(call->request->n, wanted.n, call, diag);
    err = err ? err : fl_library_check_range(self, call->request->first, call->request->n, diag);
    if (!err && fits_batch(self, &wanted)) {
        fill_batches(self, &wanted, call);
    } else if (!err) {
        fill_singly(self, &wanted, call);
    }
    return err;
}

floorlab_status floorlab_values(floorlab_generator *self, const floorlab_request *request, int32_t *out,
                                size_t out_n, floorlab_error *error)
{
    numbers_call call = {.request = request, .out = out, .out_n = out_n};
    return fl_library_call(self, write_values, &call, error);
}

static void copy_board(const floorlab_generator *self, uint8_t *out)
{
    const fl_library_rules *shared = self->shared;
    for (int y = 0; y < shared->height; y++) {
        for (int x = 0; x < shared->width; x++, out++) {
            if (self->sample) {
                const fl_interior *room = self->sample;
                *out =
                    (uint8_t)(x < room->size && y < room->size ? fl_room_tile(room, (unsigned)x, (unsigned)y)
                                                               : 0);
            } else {
                int room = self->floor.failure ? FL_FLOOR_NO_ROOM : fl_floor_room_at(&self->floor, x, y);
                *out = (uint8_t)(room < 0 ? 0 : 1 + self->floor.rooms[room].kind);
            }
        }
    }
}

static fl_err write_boards(floorlab_generator *self, const void *given, fl_diag *diag)
{
    const numbers_call *call = given;
    size_t cells = (size_t)self->shared->width * (size_t)self->shared->height;
    if (self->shared->generator->makes == FL_SAMPLE_JOURNEY) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "a journey has no board");
    }
    fl_err err = check_request(call->request, diag);
    err = err ? err : check_room(call->request->n, cells, call, diag);
    err = err ? err : fl_library_check_range(self, call->request->first, call->request->n, diag);
    for (uint64_t i = 0; !err && i < call->request->n; i++) {
        fl_library_make(self, call->request->first + i);
        copy_board(self, &call->cells[i * cells]);
    }
    return err;
}

floorlab_status floorlab_boards(floorlab_generator *self, const floorlab_request *request, uint8_t *out,
                                size_t out_n, floorlab_error *error)
{
    numbers_call call = {.request = request, .cells = out, .out_n = out_n};
    return fl_library_call(self, write_boards, &call, error);
}

/* Reads the line into the handle's floor. */
static fl_err read_line(floorlab_generator *self, const char *line, fl_diag *diag)
{
    if (!line) {
        return fl_diag_set(diag, FL_ERR_INPUT, "line", "it is NULL");
    }
    if (self->sample) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_INPUT, "", "'%s' makes no floors", self->shared->generator->name);
        fl_diag_hint(diag, "floors are measured with a handle of 'lines', 'classic', 'rebirth' or 'grid'");
        return err;
    }
    size_t n = strnlen(line, LINE + 1);
    self->reader.where = "line";
    return n > LINE ? fl_diag_set(diag, FL_ERR_INPUT, "line", "it has more than %d bytes", LINE)
                    : fl_floor_json_read(&self->reader, line, n, &self->floor, diag);
}

static fl_err measure_line(floorlab_generator *self, const void *given, fl_diag *diag)
{
    const numbers_call *call = given;
    wanted wanted = {.n = 0};
    fl_err err = check_request(call->request, diag);
    err = err ? err : read_names(self, call->request, &wanted, diag);
    err = err ? err : check_room(1, wanted.n, call, diag);
    err = err ? err : read_line(self, call->line, diag);
    if (!err) {
        fl_metric_compute(&self->metric, &self->floor, wanted.groups, self->values);
        for (size_t m = 0; m < wanted.n; m++) {
            call->out[m] = floor_value(self, wanted.number[m]);
        }
    }
    return err;
}

floorlab_status floorlab_measure(floorlab_generator *self, const char *line, const floorlab_request *request,
                                 int32_t *out, floorlab_error *error)
{
    numbers_call call = {.request = request, .line = line, .out = out, .out_n = SIZE_MAX};
    return fl_library_call(self, measure_line, &call, error);
}
